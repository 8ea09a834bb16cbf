"""What the bots' searches share; it knows no game."""
