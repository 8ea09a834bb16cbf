"""Why a placement is better than the played one, in games with full rows."""

from __future__ import annotations

from game.bots.judging import Why
from game.words import N_


def why(cleared: tuple[int, int], holes: tuple[int, int], before: int, lower: bool) -> Why:
    """The reason, given the rows that each of the two clears, the holes after each and before both, and whether the
    better one leaves the lower pile."""
    rows, fewer = cleared
    better, played = holes
    if rows > fewer:
        return Why(N_("It would have filled more rows: {rows}, not {less}."), {"rows": rows, "less": fewer})
    if better < played and played > before:
        values = {"count": played - before, "less": max(0, better - before)}
        return Why(N_("New holes in your move: {count}. In this one: {less}."), values)
    if better < played:
        return Why(N_("It would have opened a hole."))
    if lower:
        return Why(N_("It would have kept the pile lower."))
    return Why(N_("It would have left a smoother surface for the next pieces."))
