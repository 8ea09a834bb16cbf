"""The meaning of keys, fingers, gamepads and time: pure, without a page."""
