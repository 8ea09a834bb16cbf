"""The features of the game with five in line, besides the windows in `evaluation`.

The room around a ball has weights by which cells of a box of three by three are taken. A whole position has weights for
its empty cells, the empty cells outside the largest region, the balls that cannot reach it, the number of balls of each
colour, and the lines that the next move can complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from game import kernel
from game.bots.lines98.core import AREA
from game.kernel import SIDES, Array, Cells
from game.rules.lines98 import COLOURS, IN_LINE, SIZE

IN_BOX = 9
FULLNESS = 10
STAGES, STAGE = 5, 13
"""How many stages the weights of regions and of lines to complete have, and the empty cells in a stage."""
OUTSIDE, REGIONS, STUCK, BALLS, COMPLETABLE = 12, 10, 16, 16, 16
"""For each kind, how many counts have a weight: of empty cells outside the largest region, regions, balls that cannot
reach it, balls of a colour, and lines that can be completed."""
COLOUR_STAGES, COLOUR_STAGE = 3, 27
"""How many stages the weights of the number of balls of a colour have, and the empty cells in a stage."""


@cache
def boxes() -> NDArray[np.intp]:
    """Returns the cells of each box of three by three (49, 9), those at a wall first."""
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
    """Returns how many walls each box touches (49,)."""
    row, column = np.divmod(np.arange(49), 7)
    return (row % 6 == 0).astype(np.intp) + (column % 6 == 0)


@cache
def box_weights() -> tuple[NDArray[np.intp], int]:
    """Returns the index of the weight of each set of taken cells in a box, by the number of its walls (3, 512), and how
    many weights there are.
    """
    cells = np.arange(IN_BOX).reshape(3, 3)
    turned = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    orders = ([*turned, *(each.T for each in turned)], [cells, cells[:, ::-1]], [cells, cells.T])
    digits = np.arange(IN_BOX)[:, None]
    filled = np.arange(2**IN_BOX) >> digits & 1
    weights, count = [], 0
    for symmetries in orders:
        first = np.arange(2**IN_BOX)
        for order in symmetries:
            first = np.minimum(first, (filled[order.ravel()] << digits).sum(axis=0))
        is_first = np.zeros(2**IN_BOX, np.bool_)
        is_first[first] = True
        weights.append((np.cumsum(is_first) - 1)[first] + count)
        count += int(is_first.sum())
    return np.array(weights), count


@cache
def holding() -> NDArray[np.intp]:
    """Returns, for each cell, box * IN_BOX + digit of each box that holds it, padded with the total of such numbers
    (81, 9).
    """
    found = np.zeros((AREA, IN_BOX), np.intp) + len(boxes()) * IN_BOX
    count = [0] * AREA
    for number, place in enumerate(boxes().ravel().tolist()):
        found[place, count[place]] = number
        count[place] += 1
    return found


def shared(windows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Returns, for two cells, the windows that hold both, -1 for none, and the place of each cell in them (3, 81, 81,
    most windows), given the cells of each window (windows, size).
    """
    size = windows.shape[1]
    pairs = [(one, other) for one in range(size) for other in range(size) if one != other]
    one, other = (np.tile(digit, len(windows)) for digit in np.array(pairs).T)
    number = np.arange(len(windows)).repeat(len(pairs))
    cells = windows[number, one] * AREA + windows[number, other]  # both as one number
    order = np.argsort(cells, kind="stable")
    cells = cells[order]
    rank = np.arange(len(cells)) - np.searchsorted(cells, cells)  # among the windows with the same two
    found = np.zeros((3, AREA * AREA, int(rank.max()) + 1), np.intp)
    found[0] = -1
    found[:, cells, rank] = np.stack([number, one, other])[:, order]
    return found.reshape(3, AREA, AREA, -1)


@cache
def shared_boxes() -> NDArray[np.intp]:
    """Returns, for two cells, the boxes that hold both, -1 for none, and the bit of each cell (3, 81, 81, 6)."""
    found = shared(boxes())
    found[1:] = 1 << found[1:]
    return found


def first_weights() -> dict[str, int]:
    """Returns the index of the first weight of each part, and last their total."""
    sizes = {
        "box": box_weights()[1],
        "empty": FULLNESS,
        "outside": STAGES * OUTSIDE,
        "regions": STAGES * REGIONS,
        "stuck": STAGES * STUCK,
        "balls": COLOUR_STAGES * BALLS,
        "ready": STAGES * COMPLETABLE,
    }
    return dict(zip([*sizes, "all"], accumulate(sizes.values(), initial=0), strict=True))


class BoardFeatures:
    """The weights after those of the windows, and in `by_empties` (82,) the weight of each number of empty cells."""

    def __init__(self, weights: Array, fullness: Array) -> None:
        first = first_weights()
        parts = {
            name: weights[start:end].astype(np.float32)
            for (name, start), end in zip(list(first.items())[:-1], list(first.values())[1:], strict=True)
        }
        kinds = box_kinds()
        self.box = parts["box"][box_weights()[0]][kinds]
        """The value of each set of taken cells in each box (49, 512)."""
        self.by_empties = (fullness @ parts["empty"]).astype(np.float32)
        self._parts = parts

    @staticmethod
    def in_boxes(filled: Array) -> Array:
        """Returns the set of taken cells (81, n) in each box as a number (49, n)."""
        codes = np.zeros((len(boxes()), filled.shape[1]), np.intp)
        for digit, place in enumerate(boxes().T):
            codes += filled[place].astype(np.intp) << digit
        return codes

    def __call__(self, cells: Cells) -> Array:
        """Returns the value of boards (n, 9, 9) without their windows (n,)."""
        flat = cells.reshape(len(cells), AREA)
        total = self.box.ravel().take(self.in_boxes(flat.T != 0) + 512 * np.arange(49)[:, None]).sum(axis=0)
        empties = (flat == 0).sum(axis=1)
        total += self.by_empties[empties]
        for name, weight in counted(cells):
            total += self._parts[name][weight]
        return total


def counted(cells: Cells) -> Iterator[tuple[str, Array]]:
    """Yields the parts besides boxes and empty cells, balls once for each colour, and the index of the weight in the
    part that counts for each of boards (n, 9, 9)."""
    flat = cells.reshape(len(cells), AREA)
    empties = (flat == 0).sum(axis=1)
    label = kernel.groups((cells == 0).view(np.int8))
    sizes = kernel.group_sizes(label).reshape(len(cells), AREA)
    labels = label.reshape(len(cells), AREA)
    largest, main = np.divmod((sizes * (AREA + 1) + labels).max(axis=1), AREA + 1)
    stage = np.minimum((empties - 1) // STAGE, STAGES - 1)
    regions = (labels == np.arange(1, AREA + 1)).sum(axis=1)
    stuck = ((cells != 0) & ~_touches(label, main)).sum(axis=(1, 2))
    for name, size, number in (
        ("outside", OUTSIDE, empties - largest),
        ("regions", REGIONS, regions - 1),
        ("stuck", STUCK, stuck),
        ("ready", COMPLETABLE, completable(cells, label)),
    ):
        yield name, stage * size + np.minimum(number, size - 1)
    fewer = np.minimum(empties // COLOUR_STAGE, COLOUR_STAGES - 1)
    for colour in range(1, COLOURS + 1):
        yield "balls", fewer * BALLS + np.minimum((flat == colour).sum(axis=1), BALLS - 1)


def features(cells: Cells, fullness: Array) -> Array:
    """Returns how often each weight after those of the windows counts on boards (n, 9, 9), as (n, weights)."""
    first, number = first_weights(), np.arange(len(cells))
    total = np.zeros((len(cells), first["all"]), np.float32)
    flat = cells.reshape(len(cells), AREA)
    np.add.at(total, (number, box_weights()[0][box_kinds()[:, None], BoardFeatures.in_boxes(flat.T != 0)]), 1)
    total[:, first["empty"] : first["empty"] + FULLNESS] = fullness[(flat == 0).sum(axis=1)]
    for name, weight in counted(cells):
        total[number, first[name] + weight] += 1
    return total


def _touches(label: Array, region: Array) -> Array:
    """Returns whether each cell is next to a region of its board, given the numbers of all regions (n, 9, 9) and of
    that one (n,).
    """
    touches = np.zeros(label.shape, np.bool_)
    for side in SIDES:
        touches |= kernel.shifted(label, side) == region[:, None, None]
    return touches


def completable(cells: Cells, label: Array) -> Array:
    """Returns the lines that the next move can complete on boards, given the numbers of their empty regions (n, 9, 9):
    0 for none, or 1 + 5 * (colours - 1, at most 2) + (balls of the longest - 5, at most 4) (n,).

    A ball of that colour that already adjoins the place does not count as one that could move there.
    """
    flat, labels = cells.reshape(-1, AREA), label.reshape(-1, AREA)
    board, place = np.nonzero((_longest(cells) >= IN_LINE - 1) & (flat == 0))
    if not len(board):
        return np.zeros(len(cells), np.intp)
    arms = kernel.arms(SIZE, SIZE)[place]  # [place, direction, step]: opposite directions are four apart
    seen = np.append(flat, np.zeros((len(flat), 1), np.int8), axis=1)[board[:, None, None], arms]
    nearest = seen[..., 1:2]
    same = np.logical_and.accumulate((seen[..., 1:] == nearest) & (nearest != 0), axis=-1)
    length, colour = same.sum(axis=-1), nearest[..., 0].astype(np.intp)
    # The balls of each colour that a ball on this place would complete (places, 8).
    joined = np.zeros((len(board), COLOURS + 1), np.intp)
    number = np.arange(len(board))
    for axis in range(4):
        one, other = colour[:, axis], colour[:, axis + 4]
        of_one = length[:, axis] + np.where(one == other, length[:, axis + 4], 0)
        of_other = np.where(one != other, length[:, axis + 4], 0)
        joined[number, one] += np.where(of_one >= IN_LINE - 1, of_one, 0)
        joined[number, other] += np.where(of_other >= IN_LINE - 1, of_other, 0)
    joined[:, 0] = 0
    # Each place together with a colour that it completes, if a further ball of that colour can move there.
    which, shade = np.nonzero(joined)
    on = board[which]
    in_line = np.zeros((len(which), AREA + 1), np.bool_)
    of_shade = same[which] & (colour[which] == shade[:, None])[..., None]
    in_line[np.arange(len(which))[:, None, None], np.where(of_shade, arms[which][..., 1:], AREA)] = True
    others = (flat[on] == shade[:, None]) & ~in_line[:, :AREA]
    can_move_there = _touches(label[on], labels[on, place[which]]).reshape(-1, AREA)
    possible = np.flatnonzero((others & can_move_there).any(axis=1))
    longest = np.zeros((len(cells), COLOURS + 1), np.intp)
    np.maximum.at(longest, (on[possible], shade[possible]), joined[which, shade][possible] + 1)
    colours = (longest > 0).sum(axis=1)
    code = 1 + 5 * (np.minimum(colours, 3) - 1) + np.minimum(longest.max(axis=1) - IN_LINE, 4)
    return np.where(colours > 0, code, 0)


def _longest(cells: Cells) -> Array:
    """Returns the most balls of one colour that adjoin each cell of boards in a line, both sides together, at most four
    on each (n, 81).
    """
    reach = IN_LINE - 1
    wide = np.zeros((SIZE + 2 * reach, SIZE + 2 * reach, len(cells)), np.int8)
    wide[reach:-reach, reach:-reach] = cells.transpose(1, 2, 0)

    def at(down: int, right: int) -> Array:
        """Returns the cells at this distance from each cell."""
        return wide[reach + down : reach + down + SIZE, reach + right : reach + right + SIZE]

    most = np.zeros((SIZE, SIZE, len(cells)), np.int8)
    for down, right in kernel.AXES:
        sides = []
        for sign in (1, -1):
            nearest = at(sign * down, sign * right)
            same = nearest != 0
            length = same.astype(np.int8)
            for step in range(2, reach + 1):
                same = same & (at(sign * step * down, sign * step * right) == nearest)
                length += same
            sides.append((nearest, length))
        (one, before), (other, after) = sides
        np.maximum(most, np.where(one == other, before + after, np.maximum(before, after)), out=most)
    return most.transpose(2, 0, 1).reshape(-1, AREA)
