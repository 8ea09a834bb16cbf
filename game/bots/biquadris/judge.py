"""Evaluates positions of Biquadris by the chance to win, from the bot's evaluations of both boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.bots.biquadris.core import continued, outcomes
from game.bots.biquadris.evaluation import evaluation
from game.bots.biquadris.placements import placements, room_for, shape_of
from game.bots.biquadris.search import FULL_SEARCH, LOST, PATIENCE, Gains, after_block, possible_letters
from game.bots.judging import Spot, Why, WinningJudge, chance_to_win, first_true, in_futures
from game.bots.judging.futures import uniform
from game.bots.judging.rows import why
from game.bots.search.rows import best, packed
from game.bots.types import Sliced, Values, Words
from game.rules.biquadris import State
from game.rules.biquadris_commands import BLOCKS
from game.rules.biquadris_player import COLUMNS, FILE_LEVEL, HEAVY_LEVEL, Player
from game.words import N_

SCALE = 200.0
"""See `WinningJudge.SCALE`."""


class BiquadrisSpot(Spot):
    """Every place that the block can reach."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        player = state.mover
        self._player, self._opponent = player, _evaluation(state.opponent)
        choices = placements(player)
        self._gains = Gains(player.level, PATIENCE[FULL_SEARCH])
        self._first = after_block(player, choices, self._gains)
        came = after.players[state.turn].numbers
        self.turns = [placement.words for placement in choices]
        self.played = first_true((self._first.boards.numbers == came).all(axis=(-1, -2)))
        self._alive = room_for(self._first.boards.rows, player.coming.letter)
        self.rough: Values = self._chance(np.where(self._alive, self._first.value, LOST))

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        """Puts every block where it is best by itself."""
        turn, future = in_futures(which, seeds)
        first, alive = self._first.only(turn), self._alive[turn]
        boards, gained = first.boards, first.gained
        chances = drawn_from(self._player)
        bounds = np.cumsum(list(chances.values()))
        drawn = np.searchsorted(bounds[:-1], uniform(seeds, depth), side="right")
        heavy = self._player.level >= HEAVY_LEVEL
        for step in range(depth):
            coming = [(letter, heavy) for letter in chances] if step else [self._player.coming]
            table = {}
            for number, each in enumerate(coming):
                table[number] = shape_of(*each)
                yield  # building a shape's tables is slow
            after, vanished = outcomes(boards, drawn[future, step] if step else np.zeros_like(turn), table)
            gains = self._gains.of(after.gone, vanished)
            chosen = best(np.where(after.able, gains + evaluation(after.rows), -np.inf), after)
            boards, _vanished = continued(boards, after, chosen, table)
            gained = gained + gains[chosen]
            alive = alive & after.able[chosen]
            yield
        value = np.where(alive, gained + evaluation(boards.rows), LOST)
        return self._chance(value).reshape(len(which), -1)

    def _chance(self, value: Values) -> Values:
        return chance_to_win(value - self._opponent, SCALE)

    def why(self, better: int) -> Why | None:
        if self._alive[better] and not self._alive[self.played]:
            return Why(N_("Your move left no room for the next block."))
        both = [better, self.played]
        before = packed(self._player.cells[None])
        return why(self._first.boards.rows[:, both], self._first.cleared[both], before, COLUMNS)


def drawn_from(player: Player) -> dict[str, float]:
    """Returns the possible blocks after the next one, and their probabilities; players have not seen a file either."""
    is_filed = player.level == FILE_LEVEL or (player.level >= HEAVY_LEVEL and player.file)
    return dict.fromkeys(BLOCKS, 1 / len(BLOCKS)) if is_filed else possible_letters(player)


def _evaluation(player: Player) -> float:
    return float(evaluation(packed(player.cells[None]))[0])


class BiquadrisJudge(WinningJudge):
    """Judges by the bot's evaluations of both boards."""

    MARGIN, DOUBT = 0.05, 0.05
    DEPTH, FUTURES = 3, 64
    SCALE = SCALE
    SPOT = BiquadrisSpot

    def spot(self, before: State, words: Words, after: State) -> Spot | None:
        """Returns None for the choice of a special action, and for a turn with typed commands whose result no placement
        has.
        """
        return None if before.choose else super().spot(before, words, after)

    def side(self, state: State, seat: int) -> float:
        return _evaluation(state.players[seat])


JUDGE = BiquadrisJudge()
