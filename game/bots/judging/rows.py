"""Why a placement is better than the played one, in games with full rows."""

from __future__ import annotations

import numpy as np

from game.bots.judging import Why
from game.bots.search.rows import SURFACE, RowBits, below, surface
from game.kernel import Counts
from game.words import N_, P_

HOLES = SURFACE.index("holes")


def why(after: RowBits, cleared: Counts, before: RowBits, columns: int) -> Why | None:
    """Returns the reason, given the boards after the better placement and after the played one (rows, 2), how many rows
    each cleared (2,), and the board before both (rows, 1).
    """
    rows, fewer = cleared.tolist()
    better, played, holes = surface(np.column_stack([after, before]), columns, 1)[HOLES].astype(int).tolist()
    height, higher = np.count_nonzero(after, axis=0).tolist()
    if rows > fewer == 0:
        filled = P_("The better move would have filled {count} row.", "The better move would have filled {count} rows.")
        return Why(filled, {"count": rows})
    if rows > fewer:
        return Why(
            N_("The better move would have filled more rows: {rows}, not {less}."), {"rows": rows, "less": fewer}
        )
    if better <= holes < played:
        none = N_("The better move would have left no new holes; yours left {count}.")
        return Why(none, {"count": played - holes})
    if better < played and played > holes:
        values = {"count": played - holes, "less": max(0, better - holes)}
        return Why(N_("The better move would have left fewer new holes: {less}, not {count}."), values)
    if better < played:
        return Why(N_("The better move would have left fewer holes."))
    if height < higher:
        return Why(N_("The better move would have kept the stack lower."))
    flat, steep = steps(after, columns).tolist()
    if flat < steep:
        return Why(N_("The better move would have left the top of the stack flatter."))
    return None


def steps(rows: RowBits, columns: int) -> Counts:
    """Returns the sum of the height differences between neighbouring columns of boards (rows, n), (n,).

    >>> steps(np.array([[0b001], [0b101]], np.uint16), 3).tolist()
    [3]
    """
    free = below(np.concatenate([np.zeros_like(rows[:1]), rows]), columns)[0].astype(np.int64)
    different: Counts = np.abs(np.diff(free, axis=0)).sum(axis=0)
    return different
