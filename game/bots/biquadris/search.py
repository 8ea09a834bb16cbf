"""Biquadris' bot: the best place for the block in play and the next one together, and the action that hurts the
opponent most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from game import rng
from game.bots import EFFORT, Advice
from game.bots.biquadris.core import outcomes
from game.bots.biquadris.evaluation import HEIGHT, HOLES, evaluation, features
from game.bots.biquadris.placements import Placement, open_placements, placements, room_for, table
from game.contract import Cell, Rules
from game.kernel import Array, Cells, Counts
from game.rules.biquadris import ROWS_FOR_A_CHOICE, State, moves
from game.rules.biquadris_commands import BLOCKS
from game.rules.biquadris_player import (
    DRAWN_BLOCKS,
    DROP_FROM,
    FILE_LEVEL,
    HEAVY_LEVEL,
    PLACED_A_STAR,
    STAR,
    STAR_LEVEL,
    Block,
    Numbers,
    Player,
    free,
    points,
)
from game.words import N_

WHOLE = EFFORT + 1
"""The effort for advice, a full search; as an opponent it would be far stronger than all others."""
DEPTH = {1: 1, 2: 1, 3: 1, 4: 1, EFFORT: 2, WHOLE: 3}
"""How many blocks are searched, by effort: the one in play, the next, and all possible ones after it."""
NOISE = {1: 468, 2: 312, 3: 225, 4: 136, EFFORT: 154, WHOLE: 0}
"""The largest error in an evaluation, by effort; twice as large when playing blind. With these, the lowest strength
plays like greedy, and each other one wins about four of five games against the one below it
(tools/train/biquadris.py)."""
BEST = 6
"""For how many placements a third block is searched."""
THEN = 3
"""For how many placements of the next block after each of them."""

AT_A_TIME = 12
"""Placements of a block searched between two pieces of advice."""

LOST = -1e6
"""Value of a block having no room."""
POINT = 4.0
"""Value of a point."""
CHOICE = 60.0
"""Value of having a special action to choose."""
PATIENCE = {1: 0.0, 2: 0.0, 3: 0.0, 4: 100.0, EFFORT: 100.0, WHOLE: 100.0}
"""Cost of clearing a single row, since two together are better, by effort."""
HARM = 8.0
"""An action that costs the opponent less than this is no better than blind."""


class Taste(NamedTuple):
    """How a player values clearing rows."""

    level: int
    patience: float

    def of(self, rows: Counts, blocks: Counts) -> NDArray[np.floating[Any]]:
        """Rows and blocks cleared (...) → their immediate value (...)."""
        choice = CHOICE * (rows >= ROWS_FOR_A_CHOICE)
        return POINT * points(rows, blocks, self.level) + choice - self.patience * (rows == 1)


class Outcomes(NamedTuple):
    """The results of placements on boards; the first axes of each array are placements and boards."""

    cells: Cells
    numbers: Numbers
    gained: NDArray[np.floating[Any]]
    """The immediate gains, summed over all blocks placed."""
    rows: Counts
    value: NDArray[np.floating[Any]]
    """The gains and the board's evaluation; worse than any other value if the placement is impossible."""


def think(rules: Rules[Any], state: Any, effort: int = WHOLE, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement that is best by itself, then together with the next block, then with the one after it."""
    effort = min(max(effort, 1), WHOLE)
    if state.ended:
        yield Advice(())
    elif state.choose:
        yield from _choose(state, effort, seed)
    else:
        yield from _place(state, effort, seed)


def all_turns(state: State) -> list[tuple[str, ...]]:
    """Every turn of the player to move: each place, reached by the fewest commands."""
    if state.ended or state.choose:
        return [(word,) for word in moves(state)]
    return [placement.words for placement in placements(state.mover)]


# Where to place the block in play.


def _place(state: State, effort: int, seed: int) -> Iterator[Advice]:
    player, depth = state.mover, DEPTH[effort]
    found, taste = placements(player), Taste(player.level, PATIENCE[effort])
    first = after_block(player, found, taste)
    boards = first.cells[:, 0]
    alive = room_for(boards, player.coming.letter)
    noise = _noise(state, len(found), effort, seed)
    order = np.argsort(noise - np.where(alive, first.value[:, 0], LOST), kind="stable")
    why = _Why(first, features(player.cells[None])[:, 0], alive)
    at = int(order[0])
    advice = Advice(found[at].words, *why.of(at))
    yield advice
    if depth < 2 or not alive[at]:
        return
    order = order[alive[order]]
    table(player.coming.letter, player.coming.heavy)  # the only slow preparation
    yield advice
    parts = []
    for part in _then(_looked_at(first, order), player.coming.letter, player.coming.heavy, taste):
        parts.append(part)
        yield advice
    second = Outcomes(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    best = int((second.value.max(axis=0) - noise[order]).argmax())
    then = int(second.value[:, best].argmax())
    if second.value[then, best] < LOST / 2:
        return
    at = int(order[best])
    advice = Advice(found[at].words, *why.of(at, int(second.rows[then, best])))
    yield advice
    if depth < 3:
        return
    firsts = np.argsort(-second.value.max(axis=0), kind="stable")[:BEST]
    thens = np.argsort(-second.value[:, firsts], axis=0, kind="stable")[:THEN]
    flat = Outcomes(*(_listed(array[thens, firsts]) for array in second))
    hopes = np.zeros(flat.value.size)
    for letter, chance in possible_letters(player).items():
        best_third = np.full(hopes.size, -np.inf)
        table(letter, player.level >= HEAVY_LEVEL)
        yield advice
        for part in _then(flat, letter, player.level >= HEAVY_LEVEL, taste):
            best_third = np.maximum(best_third, part.value.max(axis=0))
            yield advice
        hopes += chance * best_third
    together = np.where(flat.value > LOST / 2, hopes, 3 * LOST).reshape(thens.shape)
    best = int(together.max(axis=0).argmax())
    then = int(thens[together[:, best].argmax(), best])
    at = int(order[firsts[best]])
    yield Advice(found[at].words, *why.of(at, int(second.rows[then, firsts[best]])))


def _listed(array: Array) -> Array:
    """Joins the first two axes into one, innermost in memory."""
    return np.asfortranarray(array.reshape(-1, *array.shape[2:]))


def possible_letters(player: Player) -> dict[str, float]:
    """The possible blocks after the next one and their probabilities. Those of a file are known, random ones are
    not."""
    if player.level == FILE_LEVEL:
        return {player.script[player.line]: 1.0}
    if player.level >= HEAVY_LEVEL and player.file:
        return {player.file[player.file_line]: 1.0}
    lots = DRAWN_BLOCKS[player.level]
    return {letter: lots.count(letter) / len(lots) for letter in BLOCKS}


def after_block(player: Player, found: Sequence[Placement], taste: Taste) -> Outcomes:
    """The results of the block in play, including a `*` that falls after it."""
    boards, numbers = player.cells[None], player.numbers[None]
    result = valued(boards, numbers, [placement.block.cells for placement in found], player.block.letter, taste)
    if player.level != STAR_LEVEL or (player.placed + 1) % PLACED_A_STAR:
        return result
    falls = (result.rows == 0) & free(result.cells, (DROP_FROM,))
    cells, numbers, _rows, _blocks = outcomes(result.cells[falls], result.numbers[falls], [(DROP_FROM,)], STAR)
    result.cells[falls], result.numbers[falls] = cells[0], numbers[0]
    return result._replace(value=result.gained + evaluation(result.cells))


def valued(boards: Cells, numbers: Numbers, places: Sequence[tuple[Cell, ...]], letter: str, taste: Taste) -> Outcomes:
    cells, after, rows, blocks = outcomes(boards, numbers, places, letter)
    gained = taste.of(rows, blocks)
    return Outcomes(cells, after, gained, rows, gained + evaluation(cells))


def _looked_at(first: Outcomes, order: NDArray[np.intp]) -> Outcomes:
    """Turns the results of the first block, in this order, into boards for the second (n, ...)."""
    return Outcomes(*(np.asfortranarray(array[order, 0]) for array in first))


def _then(before: Outcomes, letter: str, heavy: bool, taste: Taste) -> Iterator[Outcomes]:
    """Boards, and the block that appears on them → the results of its placements, in chunks."""
    able = open_placements(before.cells, letter, heavy)
    places = table(letter, heavy).places
    for start in range(0, len(places), AT_A_TIME):
        some = slice(start, start + AT_A_TIME)
        part = valued(before.cells, before.numbers, places[some], letter, taste)
        value = np.where(able[some], before.gained + part.value, LOST)
        yield part._replace(gained=before.gained + part.gained, value=value)


def _noise(state: State, count: int, effort: int, seed: int) -> NDArray[np.float64]:
    """The error added to each choice; equal arguments give equal errors."""
    most = NOISE[effort] * (1 + state.mover.blind)
    noise = np.zeros(count)
    if most:
        random = rng.standard(seed + crc32(state.mover.cells.tobytes() + state.opponent.cells.tobytes()))
        for number in range(count):
            noise[number], random = random.next(most)
    return noise


class _Why:
    """Finds the reason for a placement."""

    def __init__(self, first: Outcomes, before: NDArray[np.float32], alive: NDArray[np.bool_]) -> None:
        after = features(first.cells[:, 0])
        self.rows, self.alive = first.rows[:, 0], alive
        self.holes = after[HOLES] - before[HOLES]
        self.height = after[HEIGHT] - before[HEIGHT]

    def of(self, number: int, following: int = 0) -> tuple[str, dict[str, object]]:
        """The sentence and its values; `following` is how many rows the next block can then fill."""
        rows, holes, height = int(self.rows[number]), self.holes[number], self.height[number]
        if not self.alive[number]:
            return N_("No placement leaves room for the next block."), {}
        if rows >= ROWS_FOR_A_CHOICE:
            return N_("It fills {rows} rows at once, and you may choose a special action."), {"rows": rows}
        if rows:
            return N_("It fills a row."), {}
        if following >= ROWS_FOR_A_CHOICE:
            return N_("Then the next block can fill {rows} rows at once."), {"rows": following}
        if holes < 0:
            return N_("It leaves fewer holes than before."), {}
        if holes == 0 and height <= 0:
            return N_("It leaves no new holes and doesn't raise the stack."), {}
        if holes == 0:
            return N_("It leaves no new holes."), {}
        if holes == self.holes.min():
            return N_("This block leaves a hole anywhere; here it leaves the fewest."), {}
        if height <= 0:
            return N_("It doesn't raise the stack."), {}
        return N_("It leaves room for the next block."), {}


# The choice of a special action.


def _choose(state: State, effort: int, seed: int) -> Iterator[Advice]:
    """Yields the action that leaves the opponent worst off; one action per slice."""
    opponent = state.opponent
    blind = Advice(("blind",), N_("It hides the middle of your opponent's board until they drop."))
    yield blind
    heavy = opponent.level >= HEAVY_LEVEL
    forced = {f"force {letter}": replace(opponent, block=Block(letter, heavy)) for letter in BLOCKS}
    for word, player in forced.items():
        if not free(player.cells, player.block.cells):
            yield Advice((word,), N_("This block has no room there: the opponent loses."))
            return
    noise = dict(zip(("heavy", *forced), _noise(state, len(forced) + 1, effort, seed), strict=True))
    hindered = {**forced, "heavy": replace(opponent, made_heavy=True)}
    advice = blind
    for prospect in (_quick_prospect, _prospect):
        at_ease, left = prospect(opponent), {}
        for word, player in hindered.items():
            left[word] = prospect(player)
            yield advice
        guess = min(left, key=lambda word: left[word] + noise[word])
        advice = _action(guess, left, at_ease) or blind
        yield advice


def _action(guess: str, left: dict[str, float], at_ease: float) -> Advice | None:
    """An action and the reason for it, given the opponent's prospects after each; None if it does no harm."""
    if left[guess] > at_ease - HARM:
        return None
    if left[guess] > min(left.values()):
        return Advice((guess,), N_("It makes the opponent's turn harder."))
    if guess == "heavy":
        return Advice((guess,), N_("It hurts your opponent most: their block sinks when it moves sideways."))
    return Advice((guess,), N_("It hurts your opponent most: no block fits their board worse."))


def _quick_prospect(player: Player) -> float:
    """The best evaluation of a player's board after the block in play."""
    return float(after_block(player, placements(player), Taste(player.level, 0.0)).value.max())


def _prospect(player: Player) -> float:
    """The best evaluation of a player's board after the block in play and the next one."""
    taste = Taste(player.level, 0.0)
    first = after_block(player, placements(player), taste)
    alive = room_for(first.cells[:, 0], player.coming.letter)
    if not alive.any():
        return LOST
    after = _looked_at(first, np.flatnonzero(alive))
    return max(float(part.value.max()) for part in _then(after, player.coming.letter, player.coming.heavy, taste))
