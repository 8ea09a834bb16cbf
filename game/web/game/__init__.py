"""The open game and its parts."""
