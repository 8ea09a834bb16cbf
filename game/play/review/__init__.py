"""Exercises in play: positions from the player's own games."""
