"""Evaluates positions of Biquadris by the chance to win, from the bot's evaluations of both boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from game.bots.biquadris.evaluation import HEIGHT, HOLES, evaluation, features
from game.bots.biquadris.placements import open_placements, placements, room_for, table
from game.bots.biquadris.search import LOST, PATIENCE, WHOLE, Taste, after_block, possible_letters, valued
from game.bots.judging import Slices, Values, Why, Words, chance_to_win
from game.bots.judging.futures import shares
from game.kernel import Array, batch
from game.rules.biquadris import State
from game.rules.biquadris_commands import BLOCKS
from game.rules.biquadris_player import FILE_LEVEL, HEAVY_LEVEL, Coming, Player
from game.words import N_

COST = N_("Your chance to win fell by about {amount}.")
CURVE = N_("Chance to win")
FORM = ".0%"
MARGIN, DOUBT = 0.05, 0.05
DEPTH, FUTURES = 3, 64
SCALE = 200.0
"""The difference in evaluation with which the better board wins 73 of 100 games (tools/train/review.py)."""
AT_A_TIME = 500
"""Drops searched in a slice."""


class Spot:
    """Every place that the block can reach."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        player = state.mover
        self._player, self._opponent = player, float(evaluation(state.opponent.cells[None])[0])
        found = placements(player)
        self._taste = Taste(player.level, PATIENCE[WHOLE])
        self._first = after_block(player, found, self._taste)
        boards = self._first.cells[:, 0]
        came = after.players[state.turn].cells
        same = np.flatnonzero((boards == came).all(axis=(-1, -2)))
        self.turns = [placement.words for placement in found]
        self.played = int(same[0]) if len(same) else -1
        self._alive = room_for(boards, player.coming.letter)
        self.rough: Values = self._chance(np.where(self._alive, self._first.value[:, 0], LOST))

    def glance(self) -> Iterator[None]:
        """Evaluated already."""
        return iter(())

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Slices:
        some = np.repeat(np.array(which), len(seeds))
        future = np.tile(np.arange(len(seeds)), len(which))
        boards, numbers = batch(self._first.cells[some, 0]), batch(self._first.numbers[some, 0])
        gained, going = self._first.gained[some, 0].astype(np.float64), self._alive[some].copy()
        player, lots = self._player, drawn_from(self._player)
        heavy = player.level >= HEAVY_LEVEL
        bounds = np.cumsum(list(lots.values()))
        drawn = np.searchsorted(bounds[:-1], shares(seeds, depth), side="right")
        for step in range(depth):
            for number, letter in enumerate(lots):
                comes = Coming(letter, heavy) if step else player.coming
                now = np.flatnonzero(going & ((drawn[future, step] == number) if step else (number == 0)))
                if not len(now):
                    continue
                best = np.full(len(now), -np.inf)
                new, new_numbers = boards[now], numbers[now]
                more = np.zeros(len(now))
                places = table(*comes).places
                yield  # building the table takes long
                able = open_placements(batch(new), *comes)
                before, before_numbers = batch(new), batch(new_numbers)
                many = max(1, AT_A_TIME // len(now))
                for start in range(0, len(places), many):
                    part = valued(before, before_numbers, places[start : start + many], comes.letter, self._taste)
                    value = np.where(able[start : start + many], part.value, -np.inf)
                    at, each = value.argmax(axis=0), np.arange(len(now))
                    better = value[at, each] > best
                    best = np.where(better, value[at, each], best)
                    new = np.where(better[:, None, None], part.cells[at, each], new)
                    new_numbers = np.where(better[:, None, None], part.numbers[at, each], new_numbers)
                    more = np.where(better, part.gained[at, each], more)
                    yield
                boards[now], numbers[now] = new, new_numbers
                gained[now] += more
                going[now] = np.isfinite(best)
        value = np.where(going, gained + evaluation(boards), LOST)
        return self._chance(value).reshape(len(which), -1)

    def _chance(self, value: Array) -> Values:
        return chance_to_win(value - self._opponent, SCALE)

    def why(self, better: int) -> Why:
        first = self._first
        rows, fewer = int(first.rows[better, 0]), int(first.rows[self.played, 0])
        if self._alive[better] and not self._alive[self.played]:
            return Why(N_("Your move left no room for the next block."))
        if rows > fewer:
            return Why(N_("It would have filled more rows: {rows}, not {less}."), {"rows": rows, "less": fewer})
        after = features(first.cells[[better, self.played], 0])
        before = features(self._player.cells[None])[:, 0]
        new = [int(holes - before[HOLES]) for holes in after[HOLES]]
        if new[0] < new[1] and new[1] > 0:
            return Why(N_("New holes in your move: {count}. In this one: {less}."),
                       {"count": new[1], "less": max(0, new[0])})  # fmt: skip
        if new[0] < new[1]:
            return Why(N_("It would have opened a hole."))
        if after[HEIGHT, 0] < after[HEIGHT, 1]:
            return Why(N_("It would have kept the pile lower."))
        return Why(N_("It would have left a smoother surface for the next pieces."))


def spot(before: State, words: Words, after: State) -> Spot | None:
    """None for the choice of a special action, and for a turn with typed commands whose result no placement has."""
    if before.choose:
        return None
    found = Spot(before, words, after)
    return found if len(found.turns) > 1 and found.played >= 0 else None


def standing(state: State, seat: int) -> float:
    """The player's chance to win."""
    if state.ended:
        return 0.5 if not state.winner else float(state.winner == seat + 1)
    one, two = (_worth(player) for player in state.players)
    return float(chance_to_win(np.array([one - two if seat == 0 else two - one]), SCALE)[0])


def drawn_from(player: Player) -> dict[str, float]:
    """The possible blocks after the next one, and their probabilities, even for a file, because players have not seen
    it."""
    is_filed = player.level == FILE_LEVEL or (player.level >= HEAVY_LEVEL and player.file)
    return dict.fromkeys(BLOCKS, 1 / len(BLOCKS)) if is_filed else possible_letters(player)


def _worth(player: Player) -> float:
    return float(evaluation(player.cells[None])[0])
