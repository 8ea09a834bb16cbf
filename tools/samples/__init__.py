"""Sample games: for pictures, measurements and tests."""
