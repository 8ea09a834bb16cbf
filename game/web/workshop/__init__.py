"""Runs in the workshop's frame: the page with foreign games and players."""
