"""Caps the number of Hypothesis examples that a test asks for by the profile in use."""

from hypothesis import settings


def at_most(most: int) -> int:
    """Returns this number, or the profile's (tests/conftest.py) if that is smaller."""
    return min(most, settings().max_examples)
