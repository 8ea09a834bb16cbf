"""The open game without a page: what a player can do in it, and what changes then, as data."""
