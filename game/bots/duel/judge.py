"""Evaluates positions of Duel by the chance to win, from the bot's evaluations of both sides."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np

from game.bots.chain.judge import shaped
from game.bots.chain.search import places
from game.bots.duel.search import LOST, Search, after_pair, duelist_of, evaluated, first, potential, threatened
from game.bots.judging import NOTHING, Values, Why, Words, chance_to_win, silent
from game.bots.judging.pairs import PairSpot
from game.kernel import Counts
from game.rules.chain import EMPTY, GARBAGE, SHOWN
from game.rules.duel import Player, State, rate
from game.words import N_

COST = N_("Your chance to win fell by about {amount}.")
CURVE = N_("Chance to win")
FORM = ".0%"
MARGIN, DOUBT = 0.04, 0.04
DEPTH, FUTURES = 1, 64
SCALE = 40.0
"""The difference in evaluation with which the better side wins 73 of 100 games (tools/train/review.py)."""
WIDTH = 6
"""Boards kept for each turn, while the pairs are known."""


class Spot(PairSpot[Search]):
    """Every placement of the pair in play."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        super().__init__(state.mover.field.colours)
        self._state, self._duelist = state, duelist_of(state)
        player = state.mover
        found = places(player.field)
        self.turns: list[Words] = list(found.values())
        beam, self._made = first(player, self._duelist, [pair.marks for pair in found])
        self._first = beam
        came = after.players[state.turn].field.cells
        fits = (beam.boards == came) | (np.isin(beam.boards, (EMPTY, GARBAGE)) & np.isin(came, (EMPTY, GARBAGE)))
        same = np.flatnonzero(fits.all(axis=(-1, -2)))
        self.played = int(same[0]) if len(same) else -1
        self.rough: Values = np.zeros(len(self.turns))

    def glance(self) -> Generator[None, None, None]:
        """Evaluates each turn by itself."""
        self._opponent = side(replace(self._state, turn=1 - self._state.turn))
        yield
        self._seen = yield from silent(evaluated(self._first, self._duelist, NOTHING))
        yield
        self.rough = self.worth(self._seen.evaluation)

    def after_shown(self, which: Sequence[int]) -> Generator[None, None, Search]:
        beam = self._seen.only(np.array(which)).having(future=np.arange(len(which)))
        beam = threatened(beam.only(np.flatnonzero(beam.evaluation > -LOST / 2)), self._duelist)
        for number, pair in enumerate(self._state.mover.field.next[:SHOWN], 1):
            beam = yield from self._on(beam, np.tile(pair, (len(which), 1)), number, WIDTH)
        return beam

    def after_drawn(self, beam: Search, pairs: Counts, step: int) -> Generator[None, None, Search]:
        return (yield from self._on(beam, pairs, SHOWN + 1 + step, 2))

    def worth(self, best: Values) -> Values:
        return chance_to_win(best - self._opponent, SCALE)

    def _on(self, beam: Search, pairs: Counts, number: int, width: int) -> Generator[None, None, Search]:
        """The best boards of each future after its pair."""
        if not len(beam.boards):
            return beam
        beam = yield from silent(after_pair(beam, pairs, number, self._duelist, NOTHING))
        beam = yield from silent(evaluated(beam, self._duelist, NOTHING))
        return beam.best(width)

    def why(self, better: int) -> Why:
        pending = self._state.mover.pending
        made, less = (int(self._made[each]) for each in (better, self.played))
        waits, fewer = (int(self._seen.waiting[each]) for each in (better, self.played))
        if made > less and made > pending:
            return Why(N_("It would have sent garbage: {count}."), {"count": made - pending})
        if made > less:
            return Why(N_("It would have cancelled garbage: {count}."), {"count": made})
        if less > made:
            return Why(N_("Your move made blocks vanish that a longer chain could have used."))
        if waits > fewer:
            return Why(
                N_("Garbage that could then be sent: {count}. After your move: {less}."),
                {"count": waits, "less": fewer},
            )
        return shaped(*self._seen.boards[[better, self.played]])


def spot(before: State, words: Words, after: State) -> Spot | None:
    """None if the player gave up."""
    found = Spot(before, words, after)
    return found if len(found.turns) > 1 and found.played >= 0 else None


def standing(state: State, seat: int) -> float:
    """The player's chance to win."""
    if state.ended:
        return 0.5 if not state.winner else float(state.winner == seat + 1)
    own, other = side(replace(state, turn=seat)), side(replace(state, turn=1 - seat))
    return float(chance_to_win(np.array([own - other]), SCALE)[0])


def side(state: State) -> float:
    """The bot's evaluation of the position of the player to move."""
    player: Player = state.mover
    boards = player.field.cells[None]
    waiting = potential(boards, player.field.colours) // rate(player.pair)
    return float(duelist_of(state).value(boards, np.zeros(1), waiting, np.array([player.pending]))[0])
