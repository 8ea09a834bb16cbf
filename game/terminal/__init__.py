"""The terminal: playing by typed commands, and tournaments of bots without a screen."""
