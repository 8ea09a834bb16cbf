"""Evaluates positions of Biquadris by the chance to win, from the bot's evaluations of both boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from game.bots.biquadris.core import continued, outcomes
from game.bots.biquadris.evaluation import HEIGHT, HOLES, evaluation, features
from game.bots.biquadris.placements import placements, room_for, shape_of
from game.bots.biquadris.search import LOST, PATIENCE, WHOLE, Gains, after_block, possible_letters
from game.bots.judging import Slices, Values, Why, Words, chance_to_win
from game.bots.judging.futures import shares
from game.bots.judging.rows import why
from game.bots.search.rows import best, packed
from game.rules.biquadris import State
from game.rules.biquadris_commands import BLOCKS
from game.rules.biquadris_player import FILE_LEVEL, HEAVY_LEVEL, Player
from game.words import N_

COST = N_("Your chance to win fell by about {amount}.")
CURVE = N_("Chance to win")
FORM = ".0%"
MARGIN, DOUBT = 0.05, 0.05
DEPTH, FUTURES = 3, 64
SCALE = 200.0
"""The difference in evaluation with which the better board wins 73 of 100 games (docs/measurements.md)."""


class BiquadrisSpot:
    """Every place that the block can reach."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        player = state.mover
        self._player, self._opponent = player, _evaluation(state.opponent)
        choices = placements(player)
        self._gains = Gains(player.level, PATIENCE[WHOLE])
        self._first = after_block(player, choices, self._gains)
        came = after.players[state.turn].numbers
        same = np.flatnonzero((self._first.boards.numbers == came).all(axis=(-1, -2)))
        self.turns = [placement.words for placement in choices]
        self.played = int(same[0]) if len(same) else -1
        self._alive = room_for(self._first.boards.rows, player.coming.letter)
        self.rough: Values = self._chance(np.where(self._alive, self._first.value, LOST))

    def glance(self) -> Iterator[None]:
        """Evaluated already."""
        return iter(())

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Slices:
        """Every block goes where it is best by itself."""
        turn, future = np.repeat(which, len(seeds)), np.tile(np.arange(len(seeds)), len(which))
        first, alive = self._first.only(turn), self._alive[turn]
        boards, gained = first.boards, first.gained
        chances = drawn_from(self._player)
        bounds = np.cumsum(list(chances.values()))
        drawn = np.searchsorted(bounds[:-1], shares(seeds, depth), side="right")
        heavy = self._player.level >= HEAVY_LEVEL
        for step in range(depth):
            table = {}
            for number, letter in enumerate(chances) if step else [(0, "")]:
                table[number] = shape_of(letter, heavy) if step else shape_of(*self._player.coming)
                yield  # building a shape's tables takes long
            after, vanished = outcomes(boards, drawn[future, step] * (step > 0), table)
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

    def why(self, better: int) -> Why:
        if self._alive[better] and not self._alive[self.played]:
            return Why(N_("Your move left no room for the next block."))
        both = [better, self.played]
        rows = np.column_stack([self._first.boards.rows[:, both], packed(self._player.cells)])
        holes, height = features(rows)[[HOLES, HEIGHT]].astype(int).tolist()
        return why(tuple(self._first.cleared[both].tolist()), tuple(holes[:2]), holes[2], height[0] < height[1])


def spot(before: State, words: Words, after: State) -> BiquadrisSpot | None:
    """None for the choice of a special action, and for a turn with typed commands whose result no placement has."""
    if before.choose:
        return None
    position = BiquadrisSpot(before, words, after)
    return position if len(position.turns) > 1 and position.played >= 0 else None


def standing(state: State, seat: int) -> float:
    """The player's chance to win."""
    if state.ended:
        return 0.5 if not state.winner else float(state.winner == seat + 1)
    one, two = (_evaluation(player) for player in state.players)
    return float(chance_to_win(np.array([one - two if seat == 0 else two - one]), SCALE)[0])


def drawn_from(player: Player) -> dict[str, float]:
    """The possible blocks after the next one, and their probabilities, even for a file, because players have not seen
    it."""
    is_filed = player.level == FILE_LEVEL or (player.level >= HEAVY_LEVEL and player.file)
    return dict.fromkeys(BLOCKS, 1 / len(BLOCKS)) if is_filed else possible_letters(player)


def _evaluation(player: Player) -> float:
    return float(evaluation(packed(player.cells[None]))[0])
