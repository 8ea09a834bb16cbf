"""Evaluates positions of Duel by the chance to win, from the bot's evaluations of both sides."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from game.bots.chain.core import garbage_of, packed
from game.bots.chain.judge import PairSpot, shaped
from game.bots.chain.pairs import places
from game.bots.duel.search import DuelBeam, DuelSearch
from game.bots.judging import Why, WinningJudge, chance_to_win, first_true
from game.bots.types import Values, Words
from game.rules.duel import State
from game.words import N_, P_

SCALE = 40.0
"""See `WinningJudge.SCALE`."""


class DuelSpot(PairSpot[DuelBeam]):
    """Every placement of the pair in play."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        reachable, search = places(state.mover.field), DuelSearch(state)
        self._state, self._first = state, search.first(tuple(reachable))
        # Without garbage, because the columns in which it falls are unknown.
        found, came = (
            boards & ~garbage_of(boards)
            for boards in (self._first.boards, packed(after.players[state.turn].field.cells[None]))
        )
        super().__init__(search, list(reachable.values()), first_true((found == came).all(axis=(0, 1))))

    def glance(self) -> Generator[None, None, None]:
        """Evaluates each turn by itself."""
        self._opponent = JUDGE.side(self._state, 1 - self._state.turn)
        yield
        self.seen = yield from self.search.evaluate(self._first)
        yield
        self.rough = self.in_unit(self.seen.evaluation)

    def in_unit(self, best: Values) -> Values:
        return chance_to_win(best - self._opponent, SCALE)

    def why(self, better: int) -> Why | None:
        pending = self._state.mover.pending
        garbage, less = (int(self.seen.garbage[each]) for each in (better, self.played))
        waits, fewer = (int(self.seen.waiting[each]) for each in (better, self.played))
        if garbage > less and garbage > pending:
            sent = P_(
                "The better move would have sent {count} garbage block.",
                "The better move would have sent {count} garbage blocks.",
            )
            return Why(sent, {"count": garbage - pending})
        if garbage > less:
            cancelled = P_(
                "The better move would have cancelled {count} garbage block.",
                "The better move would have cancelled {count} garbage blocks.",
            )
            return Why(cancelled, {"count": garbage})
        if less > garbage and waits > less:
            return Why(N_("Your move cleared blocks that a longer chain could have used."))
        if waits > fewer == 0:
            ready = P_(
                "After the better move you could send {count} garbage block next.",
                "After the better move you could send {count} garbage blocks next.",
            )
            return Why(ready, {"count": waits})
        if waits > fewer:
            ready = P_(
                "After the better move you could send {count} garbage block next, not {less}.",
                "After the better move you could send {count} garbage blocks next, not {less}.",
            )
            return Why(ready, {"count": waits, "less": fewer})
        return shaped(self.seen.boards[..., [better, self.played]])


class DuelJudge(WinningJudge):
    """Judges by the bot's evaluations of both sides."""

    MARGIN, DOUBT = 0.04, 0.04
    DEPTH, FUTURES = 1, 64
    SCALE = SCALE
    SPOT = DuelSpot

    def side(self, state: State, seat: int) -> float:
        """Evaluates a position as if that player were to move."""
        search = DuelSearch(replace(state, turn=seat))
        return float(search.evaluated(search.start(1)).evaluation[0])


JUDGE = DuelJudge()
