"""A game played on two devices, or watched from another: the messages, and each side's view of the match.

The rest of the program does not import this package: the page loads it when it is first needed.
"""
