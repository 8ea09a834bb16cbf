"""The player of Lines: every move that there is a way for, the coming balls where they will grow, and what comes after.

What a position is worth where looking ahead ends is in lines98_worth. What the generator will draw is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from game import rng
from game.bots import EFFORT, Advice
from game.bots.lines98_worth import AREA, Worth, learned, windows
from game.contract import Rules
from game.kernel import SIDES, Array, Cells, batch, group_sizes, groups, shifted
from game.rng import Random
from game.rules.lines98 import COLOURS, COMING, IN_BLOCK, NAMES, SIZE, Ball, State, vanish, ways
from game.words import N_

DISCOUNT = 0.97
"""How much less a ball counts that vanishes a turn later."""
EAGER = 1000
"""More than any turn is worth."""
READY = 8
"""How many balls more a move counts that makes some vanish: what was learned is too fond of shapes that wait."""
LOOKED_AT = {1: 4, 2: 12, 3: 16, 4: 20, 5: 24}
"""How many turns are looked at to their end, by effort."""
PURSUED = {1: 0, 2: 0, 3: 4, 4: 5, 5: 8}
"""For how many of these the turn after is looked at, by effort."""
DRAWS = {1: 0, 2: 0, 3: 4, 4: 6, 5: 12}
"""With how many draws of balls to come, by effort; each is a slice."""
AFTERWARDS = 6
"""How many of the turns after are looked at to their end, for each of those pursued and each draw."""
MANY = 1_000_000
"""So many keys for an order that two are hardly ever the same."""


def think(rules: Rules, state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """The turn with most balls to vanish, at once and expected."""
    worth = learned(state.mode)
    cells, coming = state.cells[None], listed(state.coming)[None]
    cost = costs(cells, worth)
    first, last = likely(estimates(cells, coming, cost, worth)[0], LOOKED_AT[effort])
    if not len(first):
        yield Advice(())
        return
    ends = turns(cells.repeat(len(first), 0), coming.repeat(len(first), 0), state.mode, first, last)
    value = values(ends, cost.repeat(len(first), 0), worth)
    yield _advice(state, ends, first, last, int(value.argmax()))
    best = np.argsort(-value, kind="stable")[: PURSUED[effort]]
    if len(best) < 2:
        return
    random = rng.standard(seed)
    after, known, later = ends.cells[best], ends.moved[best] > 0, value[best]
    missed, costs_after = at_homeless(ends, cost.repeat(len(first), 0))[best], costs(after, worth)
    at_once = gains(ends)[best] - DISCOUNT * missed
    for _draw in range(DRAWS[effort]):
        order, colours, random = dealt(random)
        balls = np.where(known[:, None, None], coming, drawn(after, order, colours))
        later += at_once + DISCOUNT * following(after, balls, costs_after, worth)
        yield _advice(state, ends, first, last, int(best[later.argmax()]))


@dataclass(frozen=True)
class Turns:
    """What moves lead to, one on each of many boards."""

    cells: Cells
    """Boards (n, 9, 9) after the move, and after the coming balls have grown if it made nothing vanish."""
    moved: Array
    """How many balls the move itself makes vanish (n,)."""
    grown: Array
    """How many balls vanish while the others grow (n,)."""
    homeless: Array
    """The colour of a coming ball whose cell was taken, which will grow nobody knows where; 0 for none (n,)."""


def listed(coming: tuple[Ball, ...]) -> Array:
    """The coming balls as cells and colours (3, 2), colour 0 where there are fewer."""
    balls = np.zeros((COMING, 2), np.int64)
    balls[: len(coming)] = np.array(coming, np.int64).reshape(-1, 2)
    return balls


def likely(value: Array, many: int) -> tuple[Array, Array]:
    """What turns are worth (81, 81) → first and last cells of so many of the best (n,)."""
    order = np.argpartition(-value, many, axis=None)[:many]
    order = np.sort(order[np.isfinite(value.ravel()[order])])
    return order // AREA, order % AREA


def dealt(random: Random) -> tuple[Array, Array, Random]:
    """All cells in an order drawn by lot (81,), the colours of three balls (3,), and the generator after that."""
    keys, colours = [], []
    for _ in range(AREA):
        key, random = random.next(MANY)
        keys.append(key)
    for _ in range(COMING):
        colour, random = random.next(COLOURS)
        colours.append(1 + colour)
    return np.argsort(np.array(keys), kind="stable"), np.array(colours), random


def drawn(cells: Cells, order: Array, colours: Array) -> Array:
    """Boards (n, 9, 9), all cells in some order, three colours → three balls to come on each board, on its first empty
    cells in that order, so the same on all as far as there is room (n, 3, 2)."""
    empty = cells.reshape(-1, AREA)[:, order] == 0
    place = np.argsort(~empty, axis=1, kind="stable")[:, :COMING]
    colour = np.where(np.take_along_axis(empty, place, axis=1), colours, 0)
    return np.stack([order[place], colour], axis=-1)


def turns(cells: Cells, coming: Array, mode: str, first: Array, last: Array) -> Turns:
    """Boards (n, 9, 9), their coming balls (n, 3, 2), a move on each from a cell to a cell (n,) → the turns."""
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


def gains(turns: Turns) -> Array:
    """Turns → the balls that vanish in them, and what it counts besides that the move itself made some vanish (n,)."""
    return turns.moved + turns.grown + READY * (turns.moved > 0)


def at_homeless(turns: Turns, cost: Array) -> Array:
    """Turns, and what one more ball of each colour costs on these boards (n, 8) → what the homeless ball costs (n,)."""
    return np.take_along_axis(cost, turns.homeless[:, None], axis=1)[:, 0]


def values(turns: Turns, cost: Array, worth: Worth) -> Array:
    """Turns, and what one more ball of each colour costs on these boards (n, 8) → their worth in balls (n,)."""
    return gains(turns) + DISCOUNT * (worth(batch(turns.cells)) - at_homeless(turns, cost))


def following(cells: Cells, coming: Array, cost: Array, worth: Worth) -> Array:
    """Boards (n, 9, 9), their coming balls (n, 3, 2), what a ball costs (n, 8) → what the best turn of each is worth,
    of the few that look best (n,); 0 where there is none."""
    guess = estimates(cells, coming, cost, worth).reshape(len(cells), -1)
    some = np.argpartition(-guess, AFTERWARDS, axis=1)[:, :AFTERWARDS]
    which, (first, last) = np.arange(len(cells)).repeat(AFTERWARDS), np.divmod(some.ravel(), AREA)
    value = values(turns(cells[which], coming[which], worth.mode, first, last), cost[which], worth)
    value = np.where(np.isfinite(guess[which, some.ravel()]), value, -np.inf).reshape(some.shape).max(axis=1)
    return np.where(np.isfinite(value), value, 0)


def costs(cells: Cells, worth: Worth) -> Array:
    """Boards (n, 9, 9) → how much less each is worth with one more ball of a colour anywhere (n, 8), 0 for none."""
    comes = worth.comings(cells)
    empty = (cells == 0).reshape(len(cells), AREA, 1)
    mean = (comes * empty).sum(axis=1) / np.maximum(empty.sum(axis=1), 1)
    return np.append(np.zeros((len(cells), 1)), -mean, axis=1)


def estimates(cells: Cells, coming: Array, cost: Array, worth: Worth) -> Array:
    """Boards (n, 9, 9), their coming balls (n, 3, 2), what a ball costs (n, 8) → about what every turn is worth, from a
    cell to a cell (n, 81, 81), much for those that make a shape, -inf where there is no way."""
    number = np.arange(len(cells))
    boards = cells.reshape(-1, AREA).copy()
    for place, colour in (coming[:, ball].T for ball in range(COMING)):
        boards[number, place] = np.where(colour > 0, colour, boards[number, place])
    grown = boards.reshape(-1, SIZE, SIZE)
    total = worth.changes(grown, cells == 0, EAGER) + worth(batch(grown))[:, None, None]
    for place, colour in (coming[:, ball].T for ball in range(COMING)):
        # The ball that was to come there will come elsewhere.
        total[number, :, place] -= np.take_along_axis(cost, colour[:, None], axis=1)
    if worth.mode == "block":
        total += EAGER * joins(cells)
    return np.where(ways(cells), DISCOUNT * total, -np.inf)


def joins(cells: Cells) -> Array:
    """Boards (n, 9, 9) → whether a ball that goes from the first cell to the second makes a block (n, 81, 81), but for
    balls that only it holds together."""
    label = groups(cells)
    many = group_sizes(label)
    beside = [[shifted(board, side).reshape(-1, AREA) for side in SIDES] for board in (label, many, cells)]
    size = np.zeros((len(cells), AREA, COLOURS + 1), np.int64)
    for side, (group, balls, colour) in enumerate(zip(*beside, strict=True)):
        known = np.any([group == before for before in beside[0][:side]], axis=0) if side else np.zeros_like(group, bool)
        for number in range(1, COLOURS + 1):
            size[..., number] += np.where((colour == number) & ~known, balls, 0)
    own = cells.reshape(-1, AREA, 1).astype(np.intp)
    joined = np.take_along_axis(size.swapaxes(1, 2), own, axis=1)
    mine = label.reshape(-1, AREA, 1)
    leaves = np.any([group[:, None, :] == mine for group in beside[0]], axis=0)
    return (joined - leaves + 1 >= IN_BLOCK) & (mine > 0)


def _advice(state: State, ends: Turns, first: Array, last: Array, best: int) -> Advice:
    """That turn, and what can be said for it."""
    start, end = int(first[best]), int(last[best])
    words = (f"move {NAMES[start]} {NAMES[end]}",)
    if ends.moved[best]:
        return Advice(words, N_("Balls vanish: {balls}."), {"balls": int(ends.moved[best])})
    if ends.grown[best]:
        return Advice(words, N_("A coming ball will make balls vanish: {balls}."), {"balls": int(ends.grown[best])})
    cells = state.cells.copy()
    cells.flat[end], cells.flat[start] = cells.flat[start], 0
    if state.mode == "line" and (balls := in_line(cells, end)) > 1:
        return Advice(
            words, N_("It stands in line with its colour, and there is room for five: {balls}."), {"balls": balls}
        )
    if state.mode != "line" and (balls := together(cells, end)) > 1:
        return Advice(words, N_("It joins its colour: {balls} balls touch."), {"balls": balls})
    return Advice(words, N_("No other move that was looked at leaves the board in better order."))


def in_line(cells: Cells, place: int) -> int:
    """How many balls the best five cells in line have that hold the ball on that cell and no other colour; or 0."""
    five = windows("line")[0].cells
    seen = cells.ravel()[five[(five == place).any(axis=1)]]
    alone = ((seen == 0) | (seen == cells.flat[place])).all(axis=1)
    return int(((seen != 0).sum(axis=1) * alone).max())


def together(cells: Cells, place: int) -> int:
    """How many balls the group has that the ball on that cell belongs to."""
    return int(group_sizes(groups(cells)).flat[place])
