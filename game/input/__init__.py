"""What keys, fingers and gamepads mean, and how to say it; it is given events and times, and needs no page."""
