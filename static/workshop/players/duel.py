# kesu-workshop 1 player duel
"""Neighbours: equal colours side by side, the middle kept low."""


def value(boards, points):
    """The own boards (n, rows, columns): 0 empty, 1 to 5 the colours, 6 garbage → the higher the better (n,)."""
    colour = (boards != 0) & (boards != 6)
    beside = (boards[:, :, 1:] == boards[:, :, :-1]) & colour[:, :, 1:]
    below = (boards[:, 1:] == boards[:, :-1]) & colour[:, 1:]
    middle = (boards[:, :, 2] != 0).sum(axis=1)
    return points / 50 + beside.sum(axis=(1, 2)) + below.sum(axis=(1, 2)) - middle
