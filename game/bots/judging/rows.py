"""Why a placement is better than the played one, in games with full rows."""

from __future__ import annotations

from game.bots.judging import Why
from game.words import N_


def why(cleared: tuple[int, int], holes: tuple[int, int], before: int, lower: bool) -> Why:
    """The reason, given the rows that each of the two clears, the holes after each and before both, and whether the
    better one leaves the lower stack."""
    rows, fewer = cleared
    better, played = holes
    if rows > fewer:
        return Why(
            N_("The better move would have filled more rows: {rows}, not {less}."), {"rows": rows, "less": fewer}
        )
    if better < played and played > before:
        values = {"count": played - before, "less": max(0, better - before)}
        return Why(N_("The better move would have left fewer new holes: {less}, not {count}."), values)
    if better < played:
        return Why(N_("The better move would have left fewer holes."))
    if lower:
        return Why(N_("The better move would have kept the stack lower."))
    return Why(N_("The better move would have left the top of the stack flatter."))
