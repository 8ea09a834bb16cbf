"""Positions of problems in Chain and Duel: a field as bits, one integer for each colour.

Bit 16 * column + row, rows counted from the bottom; the hidden row is the thirteenth. `game.bots.chain.core` searches
thousands of such fields at once but leaves out places that are only reached over a full column; a proof needs these
places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from game.bots.search.turns import shortest
from game.bots.types import Words
from game.kernel import SIDES
from game.problems.problem import CLEAR, GARBAGE, LINKS, Problem
from game.rules.chain import (
    ABOVE,
    ALL_CLEAR,
    COLOUR_BONUS,
    COLUMNS,
    GROUP_BONUS,
    HIDDEN,
    LETTERS,
    MIN_GROUP,
    ROWS,
    START,
    TURNS,
    multiplier,
)
from game.rules.chain import GARBAGE as STONE
from game.rules.duel import RATE
from game.session import Work

DROP = "drop"
STRIDE = 16
"""Bits of a column."""
COLUMN = (1 << ROWS) - 1
VISIBLE = sum(((1 << (ROWS - HIDDEN)) - 1) << STRIDE * column for column in range(COLUMNS))
OPEN = ROWS - 3
"""If no column is higher than this, nothing is in the way of a pair in the rows where it appears and turns."""

ColourPlanes = tuple[int, ...]
"""The cells of each colour, the first one for number 1; the last one is garbage."""


class BlockPosition(NamedTuple):
    """A settled field, how many pairs are used up and, in Duel, what is left of the points and whether an all clear is
    due."""

    planes: ColourPlanes
    used: int
    remainder: int = 0
    all_clear: bool = False


class SettledField(NamedTuple):
    """A field after the field rules have run to the end."""

    planes: ColourPlanes
    links: int
    points: int
    all_clear: bool


class BlockSearch:
    """The positions of a problem of Chain or Duel."""

    def __init__(self, problem: Problem) -> None:
        self.goal, self.least = problem.goal, problem.least or 1
        self.pairs = [(LETTERS.index(pair[0]) - 1, LETTERS.index(pair[1]) - 1) for pair in problem.pieces]
        self.start = self.at(problem.rows, 0, 0)
        self.tried = 0

    def at(self, rows: Sequence[str], used: int, counted: int, *left_over: Any) -> BlockPosition:
        return BlockPosition(planes_of(rows), used, *left_over)

    def turns(self, position: BlockPosition) -> Iterable[tuple[BlockPosition, bool]]:
        found: dict[BlockPosition, bool] = {}
        for after, value in self.values(position):
            met = value >= self.least
            found[after] = found.get(after, False) or met
        self.tried += 1 + len(found)
        return found.items()

    def values(self, position: BlockPosition) -> Iterator[tuple[BlockPosition, int]]:
        """Yields the position after each turn, and what counts towards the goal: links, blocks sent, or 1 for a clear
        field.
        """
        if position.used == len(self.pairs):
            return
        pair = self.pairs[position.used]
        for planes in placed(position.planes, pair):
            yield self._after(position, planes)

    def _after(self, position: BlockPosition, planes: ColourPlanes) -> tuple[BlockPosition, int]:
        """Returns the position that follows, and what counts, when the pair in play has been added to the field."""
        after = settled(planes, self.pairs[position.used], position.all_clear)
        used = position.used + 1
        if self.goal == GARBAGE:
            sent, remainder = divmod(after.points + position.remainder, RATE)
            return BlockPosition(after.planes, used, remainder, after.all_clear), sent
        return BlockPosition(after.planes, used), after.links if self.goal == LINKS else not any(after.planes)

    def promising(self, position: BlockPosition, left: int) -> Iterator[tuple[BlockPosition, bool]]:
        for after, met in self.turns(position):
            if met or (left > 1 and self._possible(after, left - 1)):
                yield after, met

    def plausible(self, position: BlockPosition, after: BlockPosition) -> int:
        """Prefers many blocks that vanish, and many that touch one of their colour."""
        fewer = sum(plane.bit_count() for plane in position.planes) - sum(plane.bit_count() for plane in after.planes)
        touching = sum(
            (plane & plane >> 1).bit_count() + (plane & plane >> STRIDE).bit_count()
            for plane in after.planes[: STONE - 1]
        )
        return 4 * fewer + touching

    def words(self, position: BlockPosition, after: BlockPosition, *, met: bool) -> Work[Words]:
        pair = self.pairs[position.used]
        heights = heights_of(position.planes)
        for place, words in steered(heights):
            yield 0
            planes = placed_at(position.planes, heights, pair, _columns(place))
            found, value = self._after(position, planes)
            if found == after and (value >= self.least or not met):
                return (*words, DROP)
        raise ValueError("no turn leads there")

    def _possible(self, position: BlockPosition, left: int) -> bool:
        """Returns False if there are too few blocks of the colours for the goal, however the pairs are placed."""
        coming = [colour for pair in self.pairs[position.used : position.used + left] for colour in pair]
        if not coming:
            return False
        counts = [plane.bit_count() for plane in position.planes[: STONE - 1]]
        if self.goal == CLEAR:
            # A colour on the board needs enough blocks for a group, coming ones included.
            return all(not count or count + coming.count(colour) >= MIN_GROUP for colour, count in enumerate(counts))
        if self.goal == LINKS:
            groups = sum((count + coming.count(colour)) // MIN_GROUP for colour, count in enumerate(counts))
            return groups >= self.least
        return True


def planes_of(rows: Sequence[str]) -> ColourPlanes:
    """Returns a field given as rows, the hidden one first."""
    planes = [0] * (len(LETTERS) - 1)
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter != LETTERS[0]:
                planes[LETTERS.index(letter) - 1] |= 1 << STRIDE * column + ROWS - 1 - row
    return tuple(planes)


def rows_of(planes: ColourPlanes) -> tuple[str, ...]:
    """Returns the rows of a field, the hidden one first."""
    rows = [[LETTERS[0]] * COLUMNS for _ in range(ROWS)]
    for number, plane in enumerate(planes, 1):
        for row in range(ROWS):
            for column in range(COLUMNS):
                if plane >> STRIDE * column + ROWS - 1 - row & 1:
                    rows[row][column] = LETTERS[number]
    return tuple(map("".join, rows))


# Places for a pair.


PairPlanes = tuple[int, int]
"""The planes of axis and satellite."""


def heights_of(planes: ColourPlanes) -> tuple[int, ...]:
    """Returns how many blocks are in each column."""
    filled = 0
    for plane in planes:
        filled |= plane
    return tuple((filled >> STRIDE * column & COLUMN).bit_length() for column in range(COLUMNS))


def placed(planes: ColourPlanes, pair: PairPlanes) -> Iterator[ColourPlanes]:
    """Yields the unsettled fields after each way to lock a pair, its two blocks having fallen apart."""
    heights = heights_of(planes)
    for where in places(heights):
        if pair[0] == pair[1] and (where[2] or where[0] > where[1]):
            continue  # the same blocks in the same cells
        yield placed_at(planes, heights, pair, where)


def placed_at(
    planes: ColourPlanes, heights: tuple[int, ...], pair: PairPlanes, where: tuple[int, int, bool]
) -> ColourPlanes:
    """Returns the field with the blocks of a pair on these columns."""
    (axis, satellite), (one, other, axis_on_top) = pair, where
    after = list(planes)
    after[axis] |= 1 << STRIDE * one + heights[one] + axis_on_top
    after[satellite] |= 1 << STRIDE * other + heights[other] + (one == other and not axis_on_top)
    return tuple(after)


EVERYWHERE = tuple(
    (axis, satellite, on_top)
    for axis in range(COLUMNS)
    for satellite in range(COLUMNS)
    for on_top in ((False, True) if axis == satellite else (False,))
    if abs(axis - satellite) < 2
)
"""Columns of the axis and the satellite, and whether the axis is on top of the satellite."""


def places(heights: tuple[int, ...]) -> tuple[tuple[int, int, bool], ...]:
    """Returns the columns that a pair can be brought to over columns of these heights; none without room to appear."""
    return EVERYWHERE if max(heights) <= OPEN else _steered(heights)


PairPlace = tuple[int, int, int, bool]
"""Row and column of the axis, the side of the satellite, and whether the last word was a turn that failed."""
APPEARS: PairPlace = (*START, ABOVE, False)
STEPS = {"left": (0, -1), "right": (0, 1), "down": (1, 0)}
STEERING = (*STEPS, *TURNS)


@lru_cache(maxsize=1 << 12)
def _steered(heights: tuple[int, ...]) -> tuple[tuple[int, int, bool], ...]:
    """Returns the same, by trying all words in all places, kicks and half turns included."""
    return tuple(sorted({_columns(place) for place, _words in steered(heights)}))


def steered(heights: tuple[int, ...]) -> Iterator[tuple[PairPlace, Words]]:
    """Returns every place that a pair can be steered to over columns of these heights, with the fewest words to it."""
    if heights[START[1]] >= ROWS - START[0]:
        return iter(())
    return shortest(APPEARS, STEERING, lambda place, word: _step(heights, place, word), lambda place: place)


def _columns(place: PairPlace) -> tuple[int, int, bool]:
    """Returns the columns of the axis and the satellite, and whether the axis is on top of the satellite."""
    _row, column, side, _failed = place
    down, right = SIDES[side]
    return column, column + right, down > 0


def _step(heights: tuple[int, ...], place: PairPlace, word: str) -> PairPlace | None:
    """Returns where one word leads to; None if nothing changes or the pair locks."""

    def has_room(row: int, column: int) -> bool:
        return 0 <= row < ROWS and 0 <= column < COLUMNS and heights[column] < ROWS - row

    def fits(row: int, column: int, side: int) -> bool:
        down, right = SIDES[side]
        return has_room(row, column) and has_room(row + down, column + right)

    row, column, side, failed = place
    if word in STEPS:
        down, right = STEPS[word]
        if fits(row + down, column + right, side):
            return row + down, column + right, side, False
        return (row, column, side, False) if failed and not down else None
    new = (side + TURNS[word]) % len(SIDES)
    down, right = SIDES[new]
    for axis in ((row, column), (row - down, column - right)):
        if fits(*axis, new):
            return *axis, new, False
    if not failed:
        return row, column, side, True
    down, right = SIDES[side]
    return row + down, column + right, (side + 2) % len(SIDES), False


# The field rules.


def settled(planes: ColourPlanes, placed_colours: tuple[int, ...], all_clear: bool = False) -> SettledField:
    """Runs the field rules to the end on a field without gaps, given the colours of which blocks have been added."""
    links = points = 0
    colours: tuple[int, ...] = tuple(dict.fromkeys(placed_colours))
    while True:
        gone = {colour: large for colour in colours if (large := fours(planes[colour] & VISIBLE))}
        if not gone:
            return SettledField(planes, links, points, all_clear)
        links += 1
        points += _points(links, gone) + ALL_CLEAR * all_clear
        leaving = 0
        for large in gone.values():
            leaving |= large
        stones = planes[STONE - 1] & VISIBLE
        if stones:
            near = leaving << 1 | leaving >> 1 | leaving << STRIDE | leaving >> STRIDE
            leaving |= near & stones
        planes = fallen(planes, leaving)
        all_clear = not any(planes)
        colours = tuple(range(STONE - 1))


def fours(plane: int) -> int:
    """Returns the cells of a plane that are in a group of four or more, as in `kernel.fours`."""
    below, above = plane & plane << 1, plane & plane >> 1
    left, right = plane & plane << STRIDE, plane & plane >> STRIDE
    both_up, both_across, up, across = above & below, left & right, above | below, left | right
    two = both_up | both_across | (up & across)
    seeds = (both_up & across) | (both_across & up) | (two & (two << 1 | two >> 1 | two << STRIDE | two >> STRIDE))
    while seeds:
        more = (seeds | seeds << 1 | seeds >> 1 | seeds << STRIDE | seeds >> STRIDE) & plane
        if more == seeds:
            break
        seeds = more
    return seeds


def fallen(planes: ColourPlanes, leaving: int) -> ColourPlanes:
    """Returns the planes without these cells, all gaps closed."""
    after = [plane & ~leaving for plane in planes]
    while leaving:
        top = leaving.bit_length() - 1
        leaving ^= 1 << top
        column = COLUMN << top // STRIDE * STRIDE
        below = column & ((1 << top) - 1)
        for number, plane in enumerate(after):
            if plane & column > below:
                after[number] = (plane & ~column) | (plane & below) | ((plane & column & ~below) >> 1)
    return tuple(after)


def _points(link: int, gone: Mapping[int, int]) -> int:
    """Returns the points of a link in which these groups of each colour vanish."""
    blocks = sum(large.bit_count() for large in gone.values())
    bonus = sum(GROUP_BONUS[min(size, len(GROUP_BONUS) - 1)] for large in gone.values() for size in _sizes(large))
    return 10 * blocks * multiplier(link, COLOUR_BONUS[len(gone)], bonus)


def _sizes(plane: int) -> Iterator[int]:
    """Yields the sizes of the groups of a plane."""
    while plane:
        group = plane & -plane
        while True:
            more = (group | group << 1 | group >> 1 | group << STRIDE | group >> STRIDE) & plane
            if more == group:
                break
            group = more
        yield group.bit_count()
        plane &= ~group
