"""The one error that a user can do something about."""


class PrelitError(Exception):
    """Something outside prelit is wrong; the message is one line with the remedy, and the exit status is 2."""
