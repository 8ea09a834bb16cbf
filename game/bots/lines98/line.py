"""The learned weights of five in line besides those of the windows in `lines98_evaluation`.

The room around a ball has weights by which cells of a box of three by three are taken. A whole position has weights for
its empty cells, those cut off from the largest region, the balls that cannot reach it, the number of balls of each
colour, and the lines that the next move can complete.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from game import kernel
from game.kernel import SIDES, Array, Cells
from game.rules.lines98 import COLOURS, IN_LINE, SIZE

AREA = SIZE * SIZE
IN_BOX = 9
FULLNESS = 10
STAGES, STAGE = 5, 13
"""How many stages the weights of regions and of lines to complete have, and the empty cells in a stage."""
OUTSIDE, REGIONS, STUCK, BALLS, READY = 12, 10, 16, 16, 16
"""How many counts have a weight: of empty cells outside the largest region, regions, balls that cannot reach it, balls
of a colour, and lines that can be completed."""
FEWER = 27
"""The empty cells in a stage of the weights of the balls of a colour."""
COLOUR_STAGES = 3


@cache
def boxes() -> NDArray[np.intp]:
    """The cells of each box of three by three (49, 9), those at a wall first."""
    found = []
    last = SIZE - 3
    for row in range(last + 1):
        for column in range(last + 1):
            box = (row + np.arange(3))[:, None] * SIZE + column + np.arange(3)
            box = box[::-1] if row == last else box
            box = box[:, ::-1] if column == last else box
            found.append((box.T if 0 < row < last and column in (0, last) else box).ravel())
    return np.array(found)


@cache
def box_kinds() -> NDArray[np.intp]:
    """How many walls each box touches (49,)."""
    row, column = np.divmod(np.arange(49), 7)
    return (row % 6 == 0).astype(np.intp) + (column % 6 == 0)


@cache
def box_weights() -> tuple[NDArray[np.intp], int]:
    """The index of the weight of each set of taken cells in a box, by the number of its walls (3, 512), and how many
    weights there are."""
    cells = np.arange(IN_BOX).reshape(3, 3)
    turned = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    orders = ([*turned, *(each.T for each in turned)], [cells, cells[:, ::-1]], [cells, cells.T])
    digits = np.arange(IN_BOX)[:, None]
    filled = np.arange(2**IN_BOX) >> digits & 1
    ways, many = [], 0
    for kind in orders:
        same = np.arange(2**IN_BOX)
        for order in kind:
            same = np.minimum(same, (filled[order.ravel()] << digits).sum(axis=0))
        met = np.zeros(2**IN_BOX, np.bool_)
        met[same] = True
        ways.append((np.cumsum(met) - 1)[same] + many)
        many += int(met.sum())
    return np.array(ways), many


@cache
def holding() -> NDArray[np.intp]:
    """For each cell, box * IN_BOX + digit of each box that holds it, padded with the total of such numbers (81, 9)."""
    found = np.zeros((AREA, IN_BOX), np.intp) + len(boxes()) * IN_BOX
    many = [0] * AREA
    for number, place in enumerate(boxes().ravel().tolist()):
        found[place, many[place]] = number
        many[place] += 1
    return found


def shared(windows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The cells of each window (windows, size) → for two cells, the windows that hold both, -1 for none, and the place
    of each cell in them (3, 81, 81, most windows)."""
    size = windows.shape[1]
    pairs = [(one, other) for one in range(size) for other in range(size) if one != other]
    one, other = (np.tile(digit, len(windows)) for digit in np.array(pairs).T)
    number = np.arange(len(windows)).repeat(len(pairs))
    both = windows[number, one] * AREA + windows[number, other]
    order = np.argsort(both, kind="stable")
    both = both[order]
    at = np.arange(len(both)) - np.searchsorted(both, both)
    found = np.zeros((3, AREA * AREA, int(at.max()) + 1), np.intp)
    found[0] = -1
    found[:, both, at] = np.stack([number, one, other])[:, order]
    return found.reshape(3, AREA, AREA, -1)


@cache
def shared_boxes() -> NDArray[np.intp]:
    """For two cells, the boxes that hold both, -1 for none, and the bit of each cell (3, 81, 81, 6)."""
    found = shared(boxes())
    found[1:] = 1 << found[1:]
    return found


def weights_before() -> dict[str, int]:
    """The index of the first weight of each part, and last their total."""
    sizes = {
        "box": box_weights()[1],
        "empty": FULLNESS,
        "outside": STAGES * OUTSIDE,
        "regions": STAGES * REGIONS,
        "stuck": STAGES * STUCK,
        "balls": COLOUR_STAGES * BALLS,
        "ready": STAGES * READY,
    }
    return dict(zip([*sizes, "all"], accumulate(sizes.values(), initial=0), strict=True))


class Standing:
    """The weights after those of the windows, and in `by_empties` (82,) the weight of each number of empty cells."""

    def __init__(self, weights: Array, fullness: Array) -> None:
        first = weights_before()
        parts = {
            name: weights[start:end].astype(np.float32)
            for (name, start), end in zip(list(first.items())[:-1], list(first.values())[1:], strict=True)
        }
        kinds = box_kinds()
        self.box = parts["box"][box_weights()[0]][kinds]
        """The value of each set of taken cells in each box (49, 512)."""
        self.by_empties = (fullness @ parts["empty"]).astype(np.float32)
        self._parts = parts

    def in_boxes(self, filled: Array) -> Array:
        """Taken cells (81, n) → the set of taken cells in each box as a number (49, n)."""
        codes = np.zeros((len(boxes()), filled.shape[1]), np.intp)
        for digit, place in enumerate(boxes().T):
            codes += filled[place].astype(np.intp) << digit
        return codes

    def __call__(self, cells: Cells) -> Array:
        """Boards (n, 9, 9) → their value without windows (n,)."""
        many = len(cells)
        flat = cells.reshape(many, AREA)
        total = self.box.ravel().take(self.in_boxes(flat.T != 0) + 512 * np.arange(49)[:, None]).sum(axis=0)
        empties = (flat == 0).sum(axis=1)
        total += self.by_empties[empties]
        label = kernel.groups((cells == 0).view(np.int8))
        sizes = kernel.group_sizes(label).reshape(many, AREA)
        labels = label.reshape(many, AREA)
        main = (sizes * (AREA + 1) + labels).max(axis=1)
        largest, main = np.divmod(main, AREA + 1)
        stage = np.minimum((empties - 1) // STAGE, STAGES - 1)
        regions = (labels == np.arange(1, AREA + 1)).sum(axis=1)
        near = np.zeros(cells.shape, np.bool_)
        for side in SIDES:
            near |= kernel.shifted(label, side) == main[:, None, None]
        stuck = ((cells != 0) & ~near).sum(axis=(1, 2))
        for name, size, count in (
            ("outside", OUTSIDE, empties - largest),
            ("regions", REGIONS, regions - 1),
            ("stuck", STUCK, stuck),
            ("ready", READY, ready(cells, label)),
        ):
            total += self._parts[name][stage * size + np.minimum(count, size - 1)]
        fewer = np.minimum(empties // FEWER, COLOUR_STAGES - 1)
        for colour in range(1, COLOURS + 1):
            count = (flat == colour).sum(axis=1)
            total += self._parts["balls"][fewer * BALLS + np.minimum(count, BALLS - 1)]
        return total


def ready(cells: Cells, label: Array) -> Array:
    """Boards, and the numbers of their empty regions (n, 9, 9) → the lines that the next move can complete (n,): 0 for
    none, or 1 + 5 * (colours - 1, at most 2) + (balls of the longest - 5, at most 4).

    A ball of that colour that already adjoins the place does not count as one that could move there.
    """
    found = np.zeros(len(cells), np.intp)
    board, place = np.nonzero((_longest(cells) >= IN_LINE - 1) & (cells.reshape(len(cells), AREA) == 0))
    if not len(board):
        return found
    flat, labels = cells.reshape(-1, AREA), label.reshape(-1, AREA)
    arms = kernel.arms(SIZE, SIZE)[place]
    seen = np.append(flat, np.zeros((len(flat), 1), np.int8), axis=1)[board[:, None, None], arms]
    first = seen[..., 1:2]
    same = np.logical_and.accumulate((seen[..., 1:] == first) & (first != 0), axis=-1)
    length = same.sum(axis=-1)
    most = np.zeros((len(board), COLOURS + 1), np.intp)
    colour = first[..., 0].astype(np.intp)
    number = np.arange(len(board))
    for way in range(4):
        one, other = colour[:, way], colour[:, way + 4]
        both = np.where(one == other, length[:, way + 4], 0)
        total = length[:, way] + both
        most[number, one] += np.where(total >= IN_LINE - 1, total, 0)
        alone = np.where((one != other) & (length[:, way + 4] >= IN_LINE - 1), length[:, way + 4], 0)
        most[number, other] += alone
    most[:, 0] = 0
    # (hits,) of one colour each
    hit, shade = np.nonzero(most)
    there, at = board[hit], place[hit]
    balls = flat[there] == shade[:, None]
    joined = same[hit] & (colour[hit] == shade[:, None])[..., None]
    taken = np.zeros((len(hit), AREA + 1), np.bool_)
    cell = np.where(joined, arms[hit][..., 1:], AREA)
    taken[np.arange(len(hit))[:, None, None], cell] = True
    region = labels[there, at]
    beside = np.zeros((len(hit), SIZE, SIZE), np.bool_)
    for side in SIDES:
        beside |= kernel.shifted(label[there], side) == region[:, None, None]
    can = (balls & ~taken[:, :AREA] & beside.reshape(-1, AREA)).any(axis=1)
    best = np.zeros((len(cells), COLOURS + 1), np.intp)
    balls_then = most[hit, shade] + 1
    for index in np.flatnonzero(can).tolist():
        best[there[index], shade[index]] = max(best[there[index], shade[index]], balls_then[index])
    colours, longest = (best > 0).sum(axis=1), best.max(axis=1)
    return np.where(colours > 0, 1 + 5 * (np.minimum(colours, 3) - 1) + np.minimum(longest - IN_LINE, 4), 0)


def _longest(cells: Cells) -> Array:
    """Boards → the most balls of one colour that adjoin each cell in a line, both sides together, at most four on each
    (n, 81)."""
    many = len(cells)
    reach = IN_LINE - 1
    wide = np.zeros((SIZE + 2 * reach, SIZE + 2 * reach, many), np.int8)
    wide[reach:-reach, reach:-reach] = cells.transpose(1, 2, 0)
    most = np.zeros((SIZE, SIZE, many), np.int8)
    for down, right in kernel.AXES:
        ends = []
        for sign in (1, -1):
            steps = [
                wide[
                    reach + sign * k * down : reach + sign * k * down + SIZE,
                    reach + sign * k * right : reach + sign * k * right + SIZE,
                ]
                for k in range(1, reach + 1)
            ]
            same = steps[0] != 0
            length = same.astype(np.int8)
            for step in steps[1:]:
                same = same & (step == steps[0])
                length += same
            ends.append((steps[0], length))
        (one, before), (other, after) = ends
        np.maximum(most, np.where(one == other, before + after, np.maximum(before, after)), out=most)
    return most.transpose(2, 0, 1).reshape(many, AREA)
