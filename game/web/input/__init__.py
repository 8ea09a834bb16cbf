"""What keys, fingers, gamepads and time mean: pure, without a page."""
