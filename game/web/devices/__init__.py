"""Keyboard, touch and gamepads in the browser, passed on to the open game."""
