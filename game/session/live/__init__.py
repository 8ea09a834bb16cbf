"""A game played on two devices, or watched from another: what both sides say, and what each of them believes.

Nothing of it is imported by the rest of the program: the page loads it when it is first wanted.
"""
