"""Biquadris' bot: the best place for the block in play and the next one together, and the action that hurts the
opponent most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.biquadris.core import STAR_ALONE, Boards, board_of, continued, outcomes
from game.bots.biquadris.evaluation import HEIGHT, HOLES, evaluation, features
from game.bots.biquadris.placements import Placement, placements, room_for, shape_of
from game.bots.search.noise import noise
from game.bots.search.rows import Floats, Outcomes, ShapePlacements, has_room, packed
from game.bots.types import Values
from game.contract import Rules
from game.kernel import Counts, Mask, free
from game.rules.biquadris import ROWS_FOR_A_CHOICE, State, moves
from game.rules.biquadris_commands import BLOCKS
from game.rules.biquadris_player import (
    DRAWN_BLOCKS,
    FILE_LEVEL,
    HEAVY_LEVEL,
    PLACED_A_STAR,
    STAR_LEVEL,
    Block,
    Player,
    points,
)
from game.words import N_

FULL_SEARCH = EFFORT + 1
"""The effort for advice, a full search; as an opponent it would be far stronger than all others."""
DEPTH = {1: 1, 2: 1, 3: 1, 4: 1, EFFORT: 2, FULL_SEARCH: 3}
"""How many blocks are searched, by effort: the one in play, the next, and all possible ones after it."""
NOISE = {1: 468, 2: 312, 3: 225, 4: 136, EFFORT: 154, FULL_SEARCH: 0}
"""The largest error in an evaluation, by effort; twice as large when playing blind. With these, the lowest strength
plays like greedy, and each other one wins about four of five games against the one below it
(docs/measurements.md)."""
FIRST_PLACEMENTS, NEXT_PLACEMENTS = 6, 3
"""For how many placements of the block in play a third block is searched, and of the next block after each of them."""

LOST = -1e6
"""Value of a block having no room."""
POINT = 4.0
"""Value of a point."""
CHOICE = 60.0
"""Value of having a special action to choose."""
PATIENCE = {1: 0.0, 2: 0.0, 3: 0.0, 4: 100.0, EFFORT: 100.0, FULL_SEARCH: 100.0}
"""Cost of clearing a single row, since two together are better, by effort."""
HARM = 8.0
"""An action that costs the opponent less than this is no better than blind."""


class Gains(NamedTuple):
    """How a player values clearing rows."""

    level: int
    patience: float

    def of(self, rows: Counts, blocks: Counts) -> Values:
        """Returns the immediate values of clearing rows and blocks (...)."""
        choice = CHOICE * (rows >= ROWS_FOR_A_CHOICE)
        return POINT * points(rows, blocks, self.level) + choice - self.patience * (rows == 1)


class Placed(NamedTuple):
    """n boards on which a block has been placed."""

    boards: Boards
    gained: Values
    """The immediate gains of all blocks placed so far (n,)."""
    cleared: Counts
    """How many rows the last block cleared (n,)."""
    value: Values
    """The gains and the evaluation of the board (n,)."""

    def only(self, which: Counts) -> Placed:
        """Returns these boards, in this order."""
        return Placed(self.boards.only(which), self.gained[which], self.cleared[which], self.value[which])


class Following(NamedTuple):
    """The results of every placement of one block on n boards."""

    before: Boards
    table: Mapping[int, ShapePlacements]
    after: Outcomes
    gained: Values
    """(placements, n), as in `Placed`."""
    cleared: Counts
    value: Values
    """LOST if the placement is impossible."""

    def placed(self, which: Counts) -> Placed:
        """Returns the boards after some results (k,), counted placement by placement."""
        boards, _vanished = continued(self.before, self.after, which, self.table)
        return Placed(boards, self.gained.flat[which], self.cleared.flat[which], self.value.flat[which])


def following(before: Boards, gained: Values, block: ShapePlacements, gains: Gains) -> Following:
    """Places a block on n boards, given what was gained on each so far (n,)."""
    table, count = {0: block}, len(before.numbers)
    after, vanished = outcomes(before, np.zeros(count, np.intp), table)
    gained = gained + gains.of(after.gone, vanished).reshape(-1, count)
    value = np.where(after.able, gained.ravel() + evaluation(after.rows), LOST).reshape(gained.shape)
    return Following(before, table, after, gained, after.gone.reshape(gained.shape), value)


def after_block(player: Player, choices: Sequence[Placement], gains: Gains) -> Placed:
    """Returns the boards after each placement of the block in play, including a `*` that falls after it."""
    block = ShapePlacements.of([placement.block.cells for placement in choices])
    result = following(board_of(player), np.zeros(1), block, gains).placed(np.arange(len(choices)))
    if player.level != STAR_LEVEL or (player.placed + 1) % PLACED_A_STAR:
        return result
    (rows, numbers), stars = result.boards, {0: STAR_ALONE}
    hit = np.flatnonzero((result.cleared == 0) & has_room(rows, STAR_ALONE.stamp))
    before = result.boards.only(hit)
    after, _vanished = outcomes(before, np.zeros(len(hit), np.intp), stars)
    (rows[:, hit], numbers[hit]), _vanished = continued(before, after, np.arange(len(hit)), stars)
    return result._replace(value=result.gained + evaluation(rows))


def think(rules: Rules[Any], state: Any, effort: int = FULL_SEARCH, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement that is best together with the next block, then with the one after it; no words before the
    next block has been searched, unless the strength looks no further than the block in play."""
    effort = min(max(effort, 1), FULL_SEARCH)
    if state.ended:
        yield Advice(())
    elif state.choose:
        yield from _choose(state, effort, seed)
    else:
        yield from _place(state, effort, seed)


def all_turns(state: State) -> list[tuple[str, ...]]:
    """Returns every turn of the player to move: each place, reached by the fewest commands."""
    if state.ended or state.choose:
        return [(word,) for word in moves(state)]
    return [placement.words for placement in placements(state.mover)]


# Where to place the block in play.


def _place(state: State, effort: int, seed: int) -> Iterator[Advice]:
    player, depth = state.mover, DEPTH[effort]
    choices, gains = placements(player), Gains(player.level, PATIENCE[effort])
    first = after_block(player, choices, gains)
    alive = room_for(first.boards.rows, player.coming.letter)
    errors = _noise(state, len(choices), effort, seed)
    order = np.argsort(errors - np.where(alive, first.value, LOST), kind="stable")
    why = _Why(first, features(packed(player.cells[None]))[:, 0], alive)
    at = int(order[0])
    advice = Advice(choices[at].words, *why.of(at))
    if depth < 2 or not alive[at]:
        yield advice
        return
    yield Advice(())
    order = order[alive[order]]
    first = first.only(order)
    block = shape_of(*player.coming)  # the only slow preparation
    yield Advice(())
    second = following(first.boards, first.gained, block, gains)
    best = int((second.value.max(axis=0) - errors[order]).argmax())
    then = int(second.value[:, best].argmax())
    if second.value[then, best] < LOST / 2:
        yield advice
        return
    at = int(order[best])
    advice = Advice(choices[at].words, *why.of(at, int(second.cleared[then, best])))
    yield advice
    if depth < 3:
        return
    # The best placements, and the best ones of the next block after each of them (NEXT_PLACEMENTS, FIRST_PLACEMENTS).
    firsts = np.argsort(-second.value.max(axis=0), kind="stable")[:FIRST_PLACEMENTS]
    thens = np.argsort(-second.value[:, firsts], axis=0, kind="stable")[:NEXT_PLACEMENTS]
    last = second.placed((thens * len(order) + firsts).ravel())
    expected = np.zeros(len(last.value))
    for letter, chance in possible_letters(player).items():
        block = shape_of(letter, player.level >= HEAVY_LEVEL)
        yield advice
        expected += chance * following(last.boards, last.gained, block, gains).value.max(axis=0)
        yield advice
    together = np.where(last.value > LOST / 2, expected, 3 * LOST).reshape(thens.shape)
    best = int(together.max(axis=0).argmax())
    then = int(thens[together[:, best].argmax(), best])
    at = int(order[firsts[best]])
    yield Advice(choices[at].words, *why.of(at, int(second.cleared[then, firsts[best]])))


def possible_letters(player: Player) -> dict[str, float]:
    """Returns the possible blocks after the next one and their probabilities; if blocks come from a file, there is only
    one."""
    if player.level == FILE_LEVEL:
        return {player.script[player.line]: 1.0}
    if player.level >= HEAVY_LEVEL and player.file:
        return {player.file[player.file_line]: 1.0}
    drawn = DRAWN_BLOCKS[player.level]
    return {letter: drawn.count(letter) / len(drawn) for letter in BLOCKS}


def _noise(state: State, count: int, effort: int, seed: int) -> Values:
    """Returns the error added to each choice."""
    most = NOISE[effort] * (1 + state.mover.blind)
    return noise(count, most, seed, state.mover.cells, state.opponent.cells)


class _Why:
    """Finds the reason for a placement."""

    def __init__(self, first: Placed, before: Floats, alive: Mask) -> None:
        after = features(first.boards.rows)
        self.rows, self.alive = first.cleared, alive
        self.holes = after[HOLES] - before[HOLES]
        self.height = after[HEIGHT] - before[HEIGHT]

    def of(self, number: int, following: int = 0) -> tuple[str, dict[str, object], str]:
        """Returns the sentence, its values and the nudge; `following` is how many rows the next block can then fill."""
        rows, holes, height = int(self.rows[number]), self.holes[number], self.height[number]
        if not self.alive[number]:
            return N_("No placement leaves room for the next block."), {}, ""
        if rows >= ROWS_FOR_A_CHOICE:
            reason = N_("It fills {rows} rows at once, and you may choose a special action.")
            return reason, {"rows": rows}, N_("This block can fill {rows} rows at once.")
        if rows:
            return N_("It fills a row."), {}, N_("This block can fill a row.")
        if following >= ROWS_FOR_A_CHOICE:
            reason = N_("Then the next block can fill {rows} rows at once.")
            return reason, {"rows": following}, N_("With the next block, you can fill {rows} rows at once.")
        no_holes = N_("Put the block where it leaves no new holes.")
        if holes < 0:
            return N_("It leaves fewer holes than before."), {}, N_("You can get rid of a hole.")
        if holes == 0 and height <= 0:
            return N_("It leaves no new holes and doesn't raise the stack."), {}, no_holes
        if holes == 0:
            return N_("It leaves no new holes, and rows without holes are easier to fill."), {}, no_holes
        if holes == self.holes.min():
            reason = N_("This block leaves a hole anywhere; here it leaves the fewest.")
            return reason, {}, N_("A hole is unavoidable. Where does it do the least harm?")
        if height <= 0:
            return N_("It leaves a hole, but doesn't raise the stack."), {}, N_("Keep the stack low.")
        return N_("It leaves room for the next block."), {}, N_("Think of the next block too.")


# The choice of a special action.


def _choose(state: State, effort: int, seed: int) -> Iterator[Advice]:
    """Yields the action that leaves the opponent worst off; one action per slice."""
    opponent = state.opponent
    blind = _acted("blind", N_("It hides the middle of your opponent's board until they drop."))
    yield Advice(())
    heavy = opponent.level >= HEAVY_LEVEL
    forced = {f"force {letter}": replace(opponent, block=Block(letter, heavy)) for letter in BLOCKS}
    for word, player in forced.items():
        if not free(player.cells, player.block.cells):
            yield _acted(word, N_("This block has no room there: the opponent loses."))
            return
    errors = dict(zip(("heavy", *forced), _noise(state, len(forced) + 1, effort, seed), strict=True))
    hindered = {**forced, "heavy": replace(opponent, made_heavy=True)}
    advice = Advice(())
    for prospect in (_quick_prospect, _prospect):
        at_ease, left = prospect(opponent), {}
        for word, player in hindered.items():
            left[word] = prospect(player)
            yield advice
        guess = min(left, key=lambda word: left[word] + errors[word])
        advice = _action(guess, left, at_ease) or blind
        yield advice


def _action(guess: str, left: dict[str, float], at_ease: float) -> Advice | None:
    """Returns an action and the reason for it, given the opponent's prospects after each; None if it does no harm."""
    if left[guess] > at_ease - HARM:
        return None
    if left[guess] > min(left.values()):
        return _acted(guess, N_("It makes the opponent's turn harder."))
    if guess == "heavy":
        return _acted(guess, N_("It hurts your opponent most: their block sinks when it moves sideways."))
    return _acted(guess, N_("It hurts your opponent most: no other block is harder for them to place."))


def _acted(word: str, reason: str) -> Advice:
    return Advice((word,), reason, nudge=N_("What would hurt your opponent most now?"))


def _quick_prospect(player: Player) -> float:
    """Returns the best evaluation of a player's board after the block in play."""
    return float(after_block(player, placements(player), Gains(player.level, 0.0)).value.max())


def _prospect(player: Player) -> float:
    """Returns the best evaluation of a player's board after the block in play and the next one."""
    gains = Gains(player.level, 0.0)
    first = after_block(player, placements(player), gains)
    alive = np.flatnonzero(room_for(first.boards.rows, player.coming.letter))
    if not len(alive):
        return LOST
    first = first.only(alive)
    return float(following(first.boards, first.gained, shape_of(*player.coming), gains).value.max())
