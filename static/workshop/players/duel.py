# kesu-workshop 1 player duel
"""Neighbours: equal colours side by side, the middle kept low."""


def value(boards, points):
    """The value (n,) of own boards (n, rows, columns), the higher the better: 0 is empty, 6 garbage, 1 to 5 colours."""
    colour = (boards != 0) & (boards != 6)
    across = (boards[:, :, 1:] == boards[:, :, :-1]) & colour[:, :, 1:]
    below = (boards[:, 1:] == boards[:, :-1]) & colour[:, 1:]
    middle = (boards[:, :, 2] != 0).sum(axis=1)
    return points / 50 + across.sum(axis=(1, 2)) + below.sum(axis=(1, 2)) - middle
