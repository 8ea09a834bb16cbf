"""Lines' bot: it searches every possible move, the coming balls where they will appear, and the turn after that.

The positions at the end of the search are evaluated by lines98_evaluation. The bot does not look at the real
generator's draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from game import rng
from game.bots import EFFORT, Advice
from game.bots.lines98 import evaluation as lines98_evaluation
from game.bots.lines98.evaluation import AREA, PRIZE, Change, Evaluation, learned, windows
from game.contract import Rules
from game.kernel import SIDES, Array, Cells, batch, group_sizes, groups, shifted
from game.rules.lines98 import COLOURS, COMING, IN_BLOCK, NAMES, SIZE, Ball, State, targets, vanish
from game.words import N_

DISCOUNT = 0.97
"""The factor for balls that vanish a turn later."""
READY = {"line": 6.6, "square": 8.0, "block": 8.0}
"""Extra balls for a move that makes some vanish, because the learned weights overrate waiting shapes."""
LOOKED_AT = {1: 4, 2: 12, 3: 16, 4: 20, 5: 24}
"""How many turns are searched in full, by effort."""
Plan = Sequence[tuple[int, int]]
"""For how many turns the next turn is searched, and with how many draws of coming balls: every slice keeps fewer turns
and searches them more closely."""
PURSUED: Mapping[int, Plan] = {
    1: (),
    2: (),
    3: ((4, 2), (4, 2)),
    4: ((6, 2), (6, 2), (3, 4)),
    5: ((8, 2), (8, 2), (4, 4), (2, 8)),
}
"""By effort, in squares and blocks."""
PURSUED_LINE: Mapping[int, Plan] = {
    1: (),
    2: (),
    3: ((4, 1),),
    4: ((4, 1), (4, 1), (2, 2)),
    5: ((6, 1), (6, 1), (4, 2), (2, 4)),
}
"""By effort, for five in line, whose evaluation takes longer."""
AFTERWARDS = {"line": 3, "square": 6, "block": 6}
"""How many next turns are searched in full, for each turn pursued and each draw."""
ROUGHLY = 3
"""First this many times as many are selected, ignoring windows that hold both cells of a move."""


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the turn that makes the most balls vanish, at once and expected later."""
    for choice in choices(state.cells[None], listed(state.coming)[None], state.mode, effort, (seed,)):
        yield _advice(state, *(int(each[0]) for each in choice))


def preparing(state: State) -> Iterator[None]:
    """Builds the tables of the mode, in slices."""
    return lines98_evaluation.preparing(state.mode)


class Choice(NamedTuple):
    """The best turn so far on each of many boards; (n,) each."""

    first: Array
    """The cell of the ball, -1 if none can move."""
    last: Array
    moved: Array
    """How many balls the move itself makes vanish."""
    grown: Array
    """How many balls vanish as the coming balls appear."""


def choices(cells: Cells, coming: Array, mode: str, effort: int, seeds: Sequence[int]) -> Iterator[Choice]:
    """Boards (n, 9, 9), their coming balls (n, 3, 2), a seed for each → choices, better with every slice.

    The choice on a board does not depend on the other boards.
    """
    evaluation, boards = learned(mode), np.arange(len(cells))
    cost = evaluation.costs(cells)
    guess, first, last = most_promising(Moves(cells, mode), boards, coming, cost, evaluation, LOOKED_AT[effort])
    each = boards.repeat(guess.shape[1])
    ends = turns(cells[each], coming[each], mode, first.ravel(), last.ravel())
    value = np.where(np.isfinite(guess), values(ends, cost[each], evaluation).reshape(guess.shape), -np.inf)

    def choice(best: Array) -> Choice:
        at = boards * guess.shape[1] + best
        can = np.isfinite(value[boards, best])
        return Choice(np.where(can, first.ravel()[at], -1), last.ravel()[at], ends.moved[at], ends.grown[at])

    yield choice(value.argmax(axis=1))
    plan = (PURSUED_LINE if mode == "line" else PURSUED)[effort]
    if plan and np.isfinite(value).sum() > 1:
        best = _highest(value, plan[0][0])
        pursued = (boards[:, None] * guess.shape[1] + best).ravel()
        ends_there = Turns(*(array[pursued] for array in (ends.cells, ends.moved, ends.grown, ends.homeless)))
        later = np.take_along_axis(value, best, axis=1)
        for at in _pursued(ends_there, later, coming, cost, evaluation, plan, dealt(cells, seeds, plan)):
            yield choice(best[boards, at])


def _pursued(
    ends: Turns,
    later: Array,
    coming: Array,
    cost: Array,
    evaluation: Evaluation,
    plan: Plan,
    deals: Deals,
) -> Iterator[Array]:
    """Some turns of each board (n * turns,), their values (n, turns), and how to pursue them → after each slice, the
    index of the best one (n,)."""
    boards, many = np.arange(len(later)), later.shape[1]
    moves, costs = Moves(ends.cells, evaluation.mode), evaluation.costs(ends.cells)
    missed = at_homeless(ends, cost.repeat(many, 0))
    at_once = (gains(ends, evaluation.mode) - DISCOUNT * missed).reshape(later.shape)
    known = ends.moved > 0
    left, done = np.arange(many)[None].repeat(len(later), 0), 0
    for some, draws in plan:
        left = np.take_along_axis(left, _highest(np.take_along_axis(later, left, axis=1), some), axis=1)
        which = (boards[:, None] * many + left).ravel().repeat(draws)
        deal = done + np.tile(np.arange(draws), left.size)
        done += draws
        board = which // many
        balls = drawn(ends.cells[which], deals.order[board, deal], deals.colours[board, deal])
        balls = np.where(known[which, None, None], coming[board], balls)
        value = following(moves, which, balls, costs, evaluation).reshape(*left.shape, draws)
        for draw in range(draws):
            later[boards[:, None], left] += at_once[boards[:, None], left] + DISCOUNT * value[..., draw]
        yield left[boards, np.take_along_axis(later, left, axis=1).argmax(axis=1)]


@dataclass(frozen=True)
class Turns:
    """The results of moves, one on each of many boards."""

    cells: Cells
    """Boards (n, 9, 9) after the move, and after the coming balls if it made nothing vanish."""
    moved: Array
    """How many balls the move itself makes vanish (n,)."""
    grown: Array
    """How many balls vanish as the coming balls appear (n,)."""
    homeless: Array
    """The colour of a coming ball that will appear on an unknown cell because its own was taken; 0 for none (n,)."""


def listed(coming: tuple[Ball, ...]) -> Array:
    """The coming balls as cells and colours (3, 2), with colour 0 if there are fewer."""
    balls = np.zeros((COMING, 2), np.int64)
    balls[: len(coming)] = np.array(coming, np.int64).reshape(-1, 2)
    return balls


class Deals(NamedTuple):
    """Several random draws for each of many boards."""

    order: Array
    """All cells in random order (n, draws, 81)."""
    colours: Array
    """The colours of three balls (n, draws, 3)."""


def dealt(cells: Cells, seeds: Sequence[int], plan: Plan) -> Deals:
    """Boards (n, 9, 9), a seed for each, and how to pursue turns → their draws."""
    draws = sum(number for _some, number in plan)
    starts = [rng.standard(seed + crc32(board.tobytes())).k for board, seed in zip(cells, seeds, strict=True)]
    keys = np.array(starts, np.int64)[:, None] * _steps(draws * (AREA + COMING)) % rng.MODULUS
    keys = keys.reshape(len(cells), draws, AREA + COMING)
    return Deals(np.argsort(keys[..., :AREA], axis=-1, kind="stable"), 1 + keys[..., AREA:] % COLOURS)


@cache
def _steps(many: int) -> Array:
    """The powers of the generator's multiplier, from the first, which give all its next numbers at once (many,)."""
    steps = [rng.MULTIPLIER]
    while len(steps) < many:
        steps.append(steps[-1] * rng.MULTIPLIER % rng.MODULUS)
    return np.array(steps, np.int64)


def drawn(cells: Cells, order: Array, colours: Array) -> Array:
    """Boards (n, 9, 9), all cells in some order (n, 81), three colours (n, 3) → three coming balls on the first empty
    cells of each board in that order, so that similar boards get the same balls (n, 3, 2)."""
    empty = np.take_along_axis(cells.reshape(-1, AREA) == 0, order, axis=1)
    place = np.argsort(~empty, axis=1, kind="stable")[:, :COMING]
    colour = np.where(np.take_along_axis(empty, place, axis=1), colours, 0)
    return np.stack([np.take_along_axis(order, place, axis=1), colour], axis=-1)


def turns(cells: Cells, coming: Array, mode: str, first: Array, last: Array) -> Turns:
    """Boards (n, 9, 9), their coming balls (n, 3, 2), the cells that a move on each goes from and to (n,) → the
    turns."""
    number = np.arange(len(cells))
    flat = cells.reshape(-1, AREA).copy()
    flat[number, last] = flat[number, first]
    flat[number, first] = 0
    after, moved = vanish(flat.reshape(-1, SIZE, SIZE), last, mode)
    flat = after.reshape(-1, AREA)
    grown, homeless = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
    for ball in range(COMING):
        place, colour = coming[:, ball].T
        due = (moved == 0) & (colour > 0)
        free = flat[number, place] == 0
        homeless[due & ~free] = colour[due & ~free]
        which = np.flatnonzero(due & free)
        if len(which):
            flat[which, place[which]] = colour[which]
            boards, more = vanish(flat[which].reshape(-1, SIZE, SIZE), place[which], mode)
            flat[which] = boards.reshape(-1, AREA)
            grown[which] += more
    return Turns(flat.reshape(-1, SIZE, SIZE), moved, grown, homeless)


def gains(turns: Turns, mode: str) -> Array:
    """Turns → the balls that vanish in them, plus READY if the move itself made some vanish (n,)."""
    return turns.moved + turns.grown + READY[mode] * (turns.moved > 0)


def at_homeless(turns: Turns, cost: Array) -> Array:
    """Turns, and the cost of one more ball of each colour on these boards (n, 8) → the cost of the homeless ball
    (n,)."""
    return np.take_along_axis(cost, turns.homeless[:, None], axis=1)[:, 0]


def values(turns: Turns, cost: Array, evaluation: Evaluation) -> Array:
    """Turns, and the cost of one more ball of each colour on these boards (n, 8) → their values in balls (n,)."""
    return gains(turns, evaluation.mode) + DISCOUNT * (evaluation(batch(turns.cells)) - at_homeless(turns, cost))


class Moves:
    """The possible moves of the balls on boards (n, 9, 9), before the coming balls appear."""

    def __init__(self, cells: Cells, mode: str) -> None:
        self.cells = cells
        flat = cells.reshape(-1, AREA)
        most = max(1, int((flat != 0).sum(axis=1).max()))
        self.balls = np.argsort(flat == 0, axis=1, kind="stable")[:, :most]
        """The cells with a ball, padded with others (n, balls)."""
        number = np.arange(len(flat))[:, None]
        self.colour = flat[number, self.balls].astype(np.intp)
        prize = PRIZE * joins(cells)[number, self.balls] if mode == "block" else 0
        self.open = np.where(targets(cells)[number, self.balls], prize, -np.inf).astype(np.float32)
        """The bonus of each move (n, balls, 81): 0, PRIZE if it completes a block, -inf if it is impossible."""


def most_promising(
    moves: Moves, which: Array, coming: Array, cost: Array, evaluation: Evaluation, many: int
) -> tuple[Array, Array, Array]:
    """Moves on boards, the indices of some boards (m,), their coming balls (m, 3, 2), the cost of a ball of each colour
    on each board (n, 8) → the moves that look best: their relative values (high if they complete a shape, -inf if
    impossible), and the cells they go from and to, (m, many) each.
    """
    number = np.arange(len(which))
    grown = moves.cells[which].reshape(-1, AREA)
    for place, colour in (coming[:, ball].T for ball in range(COMING)):
        grown[number, place] = np.where(colour > 0, colour, grown[number, place])
    change = Change(grown.reshape(-1, SIZE, SIZE), evaluation, prized=True)
    comes = np.ascontiguousarray(change.comes.transpose(2, 0, 1))
    for place, colour in (coming[:, ball].T for ball in range(COMING)):
        # The ball that was to appear there will appear on another cell.
        comes[number, :, place] -= cost[which, colour][:, None]
    balls, colour = moves.balls[which], moves.colour[which]
    rough = comes.reshape(-1, AREA)[number[:, None] * COLOURS + np.maximum(colour, 1) - 1]
    rough += change.goes.T[number[:, None], balls][..., None]
    rough += moves.open[which]
    rough = rough.reshape(len(which), -1)
    some = _highest(rough, ROUGHLY * many)
    number = number[:, None]
    ball, last = np.divmod(some, AREA)
    first = balls[number, ball]
    value = rough[number, some] + change.together(number.repeat(some.shape[1], 1), first, last)
    best = _highest(value, many)
    value, first, last = (np.take_along_axis(array, best, axis=1) for array in (value, first, last))
    return value, first, last


def _highest(value: Array, many: int) -> Array:
    """Values (n, any) → the indices of the `many` highest (n, many or all), the highest first."""
    left, number = value.copy(), np.arange(len(value))
    places = np.zeros((len(value), min(many, value.shape[1])), np.intp)
    for place in places.T:  # numpy's partition takes four times as long, and much longer if many are -inf
        place[:] = left.argmax(axis=1)
        left[number, place] = -np.inf
    return places


def following(moves: Moves, which: Array, coming: Array, cost: Array, evaluation: Evaluation) -> Array:
    """The value of the best turn among the few that look best (m,), 0 if there is none; the same arguments as
    `most_promising`."""
    guess, first, last = most_promising(moves, which, coming, cost, evaluation, AFTERWARDS[evaluation.mode])
    each = np.arange(len(which)).repeat(guess.shape[1])
    ends = turns(moves.cells[which[each]], coming[each], evaluation.mode, first.ravel(), last.ravel())
    value = values(ends, cost[which[each]], evaluation).reshape(guess.shape)
    value = np.where(np.isfinite(guess), value, -np.inf).max(axis=1)
    return np.where(np.isfinite(value), value, 0)


def joins(cells: Cells) -> Array:
    """Boards (n, 9, 9) → whether a ball that moves from the first cell to the second completes a block (n, 81, 81);
    wrong if only that ball connects a group."""
    label = groups(cells)
    many = group_sizes(label)
    around = [[shifted(board, side).reshape(-1, AREA) for side in SIDES] for board in (label, many, cells)]
    size = np.zeros((len(cells), AREA, COLOURS + 1), np.int64)
    for side, (group, balls, colour) in enumerate(zip(*around, strict=True)):
        known = np.any([group == before for before in around[0][:side]], axis=0) if side else np.zeros_like(group, bool)
        for number in range(1, COLOURS + 1):
            size[..., number] += np.where((colour == number) & ~known, balls, 0)
    own = cells.reshape(-1, AREA, 1).astype(np.intp)
    joined = np.take_along_axis(size.swapaxes(1, 2), own, axis=1)
    mine = label.reshape(-1, AREA, 1)
    leaves = np.any([group[:, None, :] == mine for group in around[0]], axis=0)
    return (joined - leaves + 1 >= IN_BLOCK) & (mine > 0)


def _advice(state: State, start: int, end: int, moved: int, grown: int) -> Advice:
    """The advice for a turn: its words, and the reason."""
    if start < 0:
        return Advice(())
    words = (f"move {NAMES[start]} {NAMES[end]}",)
    if moved:
        return Advice(words, N_("Clears {balls} balls."), {"balls": moved})
    if grown:
        return Advice(words, N_("One of the next balls will clear {balls} balls."), {"balls": grown})
    cells = state.cells.copy()
    cells.flat[end], cells.flat[start] = cells.flat[start], 0
    if state.mode == "line" and (balls := in_line(cells, end)) > 1:
        return Advice(words, N_("It makes {balls} in a line, with room for five."), {"balls": balls})
    if state.mode != "line" and (balls := together(cells, end)) > 1:
        return Advice(words, N_("It joins {balls} balls of one colour."), {"balls": balls})
    return Advice(words, N_("This move keeps the board tidiest."))


def in_line(cells: Cells, place: int) -> int:
    """The most balls in five cells in a line that include this cell and hold no other colour; 0 if there are none."""
    five = windows("line")[0].cells
    seen = cells.ravel()[five[(five == place).any(axis=1)]]
    alone = ((seen == 0) | (seen == cells.flat[place])).all(axis=1)
    return int(((seen != 0).sum(axis=1) * alone).max())


def together(cells: Cells, place: int) -> int:
    """The size of the group of the ball on that cell."""
    return int(group_sizes(groups(cells)).flat[place])
