"""Lines' search: every possible move, the coming balls where they will appear, and the next turn.

The moves that look best by how they change the evaluation are played and evaluated in full; for the best of these, the
next turn is searched with several random draws of coming balls. The bot does not look at the real generator's draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.lines98 import evaluation as lines98_evaluation
from game.bots.lines98.core import AREA, Deals, Turns, coming_balls, completes_block, dealt, drawn, turns
from game.bots.lines98.evaluation import PRIZE, Evaluation, MoveDelta, line_windows, trained_evaluation
from game.contract import Rules
from game.kernel import Array, Cells, batch, group_sizes, groups
from game.rules.lines98 import NAMES, SIZE, State, targets
from game.words import N_

DISCOUNT = 0.97
"""The factor for balls that vanish a turn later."""
CLEARING_BONUS = {"line": 6.6, "square": 8.0, "block": 8.0}
"""Extra balls for a move that makes some vanish, because the learned weights overrate waiting shapes."""
CANDIDATES = {1: 4, 2: 12, 3: 16, 4: 20, 5: 24}
"""How many turns are searched in full, by effort."""
SearchPlan = Sequence[tuple[int, int]]
"""For how many turns the next turn is searched, and with how many draws of coming balls: every slice keeps fewer turns
and searches them more closely."""
DEEPER: Mapping[int, SearchPlan] = {
    1: (),
    2: (),
    3: ((4, 2), (4, 2)),
    4: ((6, 2), (6, 2), (3, 4)),
    5: ((8, 2), (8, 2), (4, 4), (2, 8)),
}
"""By effort, in squares and blocks."""
DEEPER_LINE: Mapping[int, SearchPlan] = {
    1: (),
    2: (),
    3: ((4, 1),),
    4: ((4, 1), (4, 1), (2, 2)),
    5: ((6, 1), (6, 1), (4, 2), (2, 4)),
}
"""By effort, for five in line, whose evaluation takes longer."""
NEXT_CANDIDATES = {"line": 3, "square": 6, "block": 6}
"""How many next turns are searched in full, for each turn searched deeper and each draw."""
ROUGH_FACTOR = 3
"""First, this many times the number of candidates are selected, ignoring windows that hold both cells of a move."""


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the turn that makes the most balls vanish, at once and expected later."""
    for choice in choices(state.cells[None], coming_balls(state.coming)[None], state.mode, effort, (seed,)):
        yield _advice(state, *(int(each[0]) for each in choice))


def preparing(state: State) -> Iterator[None]:
    """Builds the tables of the mode, in slices."""
    return lines98_evaluation.preparing(state.mode)


class BestTurn(NamedTuple):
    """The best turn found so far on each of n boards; (n,) each."""

    first: Array
    """The cell of the ball, -1 if none can move."""
    last: Array
    by_move: Array
    """How many balls the move itself makes vanish."""
    by_coming: Array
    """How many balls vanish as the coming balls appear."""


def choices(cells: Cells, coming: Array, mode: str, effort: int, seeds: Sequence[int]) -> Iterator[BestTurn]:
    """Yields better and better choices on boards (n, 9, 9), given their coming balls (n, 3, 2) and a seed for each.

    The choice on a board does not depend on the other boards.
    """
    evaluation, boards = trained_evaluation(mode), np.arange(len(cells))
    cost = evaluation.costs(cells)
    guess, first, last = candidates(BallMoves(cells, mode), boards, coming, cost, evaluation, CANDIDATES[effort])
    each = boards.repeat(guess.shape[1])
    ends = turns(cells[each], coming[each], mode, first.ravel(), last.ravel())
    value = np.where(np.isfinite(guess), values(ends, cost[each], evaluation).reshape(guess.shape), -np.inf)

    def choice(best: Array) -> BestTurn:
        at = boards * guess.shape[1] + best
        possible = np.isfinite(value[boards, best])
        return BestTurn(
            np.where(possible, first.ravel()[at], -1), last.ravel()[at], ends.by_move[at], ends.by_coming[at]
        )

    yield choice(value.argmax(axis=1))
    plan = (DEEPER_LINE if mode == "line" else DEEPER)[effort]
    if plan and np.isfinite(value).sum() > 1:
        best = _highest(value, plan[0][0])
        deeper = ends.only((boards[:, None] * guess.shape[1] + best).ravel())
        deals = dealt(cells, seeds, sum(draws for _count, draws in plan))
        total = np.take_along_axis(value, best, axis=1)
        for at in _searched_deeper(deeper, total, coming, cost, evaluation, plan, deals):
            yield choice(best[boards, at])


def _searched_deeper(
    ends: Turns, total: Array, coming: Array, cost: Array, evaluation: Evaluation, plan: SearchPlan, deals: Deals
) -> Iterator[Array]:
    """Searches the turn after some turns of each board (n * turns,), and adds its values to `total` (n, turns).

    Yields the index of the best one (n,) after each slice of the plan.
    """
    boards, count = np.arange(len(total)), total.shape[1]
    moves, costs = BallMoves(ends.cells, evaluation.mode), evaluation.costs(ends.cells)
    missed = displaced_cost(ends, cost.repeat(count, 0))
    at_once = (gains(ends, evaluation.mode) - DISCOUNT * missed).reshape(total.shape)
    coming_stay = ends.by_move > 0
    left, done = np.arange(count)[None].repeat(len(total), 0), 0
    for kept, draws in plan:
        left = np.take_along_axis(left, _highest(np.take_along_axis(total, left, axis=1), kept), axis=1)
        which = (boards[:, None] * count + left).ravel().repeat(draws)
        deal = done + np.tile(np.arange(draws), left.size)
        done += draws
        board = which // count
        balls = drawn(ends.cells[which], deals.order[board, deal], deals.colours[board, deal])
        balls = np.where(coming_stay[which, None, None], coming[board], balls)
        value = best_turn_values(moves, which, balls, costs, evaluation).reshape(*left.shape, draws)
        for draw in range(draws):
            total[boards[:, None], left] += at_once[boards[:, None], left] + DISCOUNT * value[..., draw]
        yield left[boards, np.take_along_axis(total, left, axis=1).argmax(axis=1)]


def gains(turns: Turns, mode: str) -> Array:
    """Returns the balls that vanish in turns, plus CLEARING_BONUS if the move itself made some vanish (n,)."""
    return turns.by_move + turns.by_coming + CLEARING_BONUS[mode] * (turns.by_move > 0)


def displaced_cost(turns: Turns, cost: Array) -> Array:
    """Returns the cost of the displaced ball (n,), given that of one more ball of each colour on these boards."""
    return np.take_along_axis(cost, turns.displaced[:, None], axis=1)[:, 0]


def values(turns: Turns, cost: Array, evaluation: Evaluation) -> Array:
    """Returns the values of turns in balls (n,), given the cost of one more ball of each colour on these boards."""
    return gains(turns, evaluation.mode) + DISCOUNT * (evaluation(batch(turns.cells)) - displaced_cost(turns, cost))


class BallMoves:
    """The possible moves of the balls on boards (n, 9, 9), before the coming balls appear."""

    def __init__(self, cells: Cells, mode: str) -> None:
        self.cells = cells
        flat = cells.reshape(-1, AREA)
        most = max(1, int((flat != 0).sum(axis=1).max()))
        self.balls = np.argsort(flat == 0, axis=1, kind="stable")[:, :most]
        """The cells with a ball, padded with others (n, balls)."""
        number = np.arange(len(flat))[:, None]
        self.colour = flat[number, self.balls].astype(np.intp)
        prize = PRIZE * completes_block(cells)[number, self.balls] if mode == "block" else 0
        self.bonus = np.where(targets(cells)[number, self.balls], prize, -np.inf).astype(np.float32)
        """Of each move (n, balls, 81): 0, PRIZE if it completes a block, -inf if it is impossible."""


def candidates(
    moves: BallMoves, which: Array, coming: Array, cost: Array, evaluation: Evaluation, count: int
) -> tuple[Array, Array, Array]:
    """Returns the moves that look best on some boards, given by their indices in `moves` (m,), by how they change the
    evaluation: relative values (high if they complete a shape, -inf if impossible), and the cells they go from and to,
    (m, count) each. Also given are the boards' coming balls (m, 3, 2), and the cost of a ball of each colour on each
    board of `moves` (n, 8).
    """
    number = np.arange(len(which))
    filled = moves.cells[which].reshape(-1, AREA)
    for place, colour in coming.transpose(1, 2, 0):
        filled[number, place] = np.where(colour > 0, colour, filled[number, place])
    delta = MoveDelta(filled.reshape(-1, SIZE, SIZE), evaluation, prized=True)
    entering = np.ascontiguousarray(delta.entering.transpose(2, 0, 1))  # [board, colour, cell]
    for place, colour in coming.transpose(1, 2, 0):
        # The ball that was to appear there will appear on another cell.
        entering[number, :, place] -= cost[which, colour][:, None]
    balls, colour = moves.balls[which], moves.colour[which]
    rough = entering[number[:, None], np.maximum(colour, 1) - 1]  # [board, ball, cell]
    rough += delta.leaving.T[number[:, None], balls][..., None]
    rough += moves.bonus[which]
    rough = rough.reshape(len(which), -1)
    selected = _highest(rough, ROUGH_FACTOR * count)
    ball, last = np.divmod(selected, AREA)
    number = number[:, None]
    first = balls[number, ball]
    value = rough[number, selected] + delta.correction(number.repeat(selected.shape[1], 1), first, last)
    best = _highest(value, count)
    value, first, last = (np.take_along_axis(array, best, axis=1) for array in (value, first, last))
    return value, first, last


def _highest(value: Array, count: int) -> Array:
    """Returns the indices of the `count` highest of values (n, any), the highest first (n, count or all)."""
    left, number = value.copy(), np.arange(len(value))
    places = np.zeros((len(value), min(count, value.shape[1])), np.intp)
    for place in places.T:  # numpy's partition takes four times as long, and much longer if many are -inf
        place[:] = left.argmax(axis=1)
        left[number, place] = -np.inf
    return places


def best_turn_values(moves: BallMoves, which: Array, coming: Array, cost: Array, evaluation: Evaluation) -> Array:
    """Returns the value of the best turn among the few that look best (m,), 0 if there is none; as `candidates`."""
    guess, first, last = candidates(moves, which, coming, cost, evaluation, NEXT_CANDIDATES[evaluation.mode])
    each = np.arange(len(which)).repeat(guess.shape[1])
    ends = turns(moves.cells[which[each]], coming[each], evaluation.mode, first.ravel(), last.ravel())
    value = values(ends, cost[which[each]], evaluation).reshape(guess.shape)
    value = np.where(np.isfinite(guess), value, -np.inf).max(axis=1)
    return np.where(np.isfinite(value), value, 0)


def _advice(state: State, first: int, last: int, by_move: int, by_coming: int) -> Advice:
    """Returns the advice for a turn: its words, and the reason."""
    if first < 0:
        return Advice(())
    words = (f"move {NAMES[first]} {NAMES[last]}",)
    if by_move:
        reason, nudge = N_("It clears {balls} balls."), N_("You can clear {balls} balls this turn.")
        return Advice(words, reason, {"balls": by_move}, nudge)
    if by_coming:
        reason = N_("One of the next balls will clear {balls} balls.")
        return Advice(words, reason, {"balls": by_coming}, N_("One of the next balls can clear balls for you."))
    cells = with_ball_moved(state.cells, first, last)
    if state.mode == "line" and (balls := line_balls(cells, last)) > 1:
        reason, nudge = (
            N_("It puts {balls} in a line, with room for five."),
            N_("Add a ball to a line with room for five."),
        )
        return Advice(words, reason, {"balls": balls}, nudge)
    if state.mode != "line" and (balls := group_balls(cells, last)) > 1:
        reason, nudge = N_("It joins {balls} balls of one colour."), N_("Bring balls of one colour together.")
        return Advice(words, reason, {"balls": balls}, nudge)
    if state.mode == "line" and (balls := freed_balls(state.cells, first)) > 1:
        reason = N_("It takes a ball out of the way of {balls} others in a line.")
        return Advice(words, reason, {"balls": balls}, N_("A ball is in the way of others of one colour."))
    reason = N_("Looking ahead, this leads to the most cleared balls.")
    return Advice(words, reason, nudge=N_("Nothing fits yet. Make room for the next balls."))


def with_ball_moved(cells: Cells, first: int, last: int) -> Cells:
    """Returns a board (9, 9) with only the ball moved."""
    after = cells.copy()
    after.flat[last], after.flat[first] = after.flat[first], 0
    return after


def line_balls(cells: Cells, place: int) -> int:
    """Returns the most balls in five cells in line with this cell and no other colour; 0 if there are none."""
    five = line_windows("line")[0].cells
    seen = cells.ravel()[five[(five == place).any(axis=1)]]
    one_colour = ((seen == 0) | (seen == cells.flat[place])).all(axis=1)
    return int(((seen != 0).sum(axis=1) * one_colour).max())


def freed_balls(cells: Cells, place: int) -> int:
    """Returns the most balls of one colour in five cells in line with only the ball on this cell between them."""
    five = line_windows("line")[0].cells
    rest = np.where(five == place, 0, cells.ravel()[five])[(five == place).any(axis=1)]
    colour = rest.max(axis=1, keepdims=True)
    one_colour = ((rest == 0) | (rest == colour)).all(axis=1) & (colour[:, 0] != cells.flat[place])
    return int(((rest != 0).sum(axis=1) * one_colour).max())


def group_balls(cells: Cells, place: int) -> int:
    """Returns the size of the group of the ball on that cell."""
    return int(group_sizes(groups(cells)).flat[place])
