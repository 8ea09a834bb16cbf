"""The game that is open, and its parts."""
