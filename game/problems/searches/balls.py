"""Positions of problems in Lines: a board as bytes, and a lower limit of the moves that clear it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from game.bots.types import Words
from game.kernel import AXES, SIDES
from game.problems.problem import Problem
from game.rules.lines98 import COLOURS, IN_LINE, LETTERS, NAMES, SIZE
from game.session import Work

Balls = bytes
"""The colours of the cells in row-major order, 0 where empty."""

AREA = SIZE * SIZE
IN_TWO_RUNS = 2 * IN_LINE - 1
"""The fewest balls that vanish together in more than one run."""


EVERYWHERE = (1 << AREA) - 1
FIRST = sum(1 << SIZE * row for row in range(SIZE))
LAST = FIRST << SIZE - 1
"""The cells of the first and the last column."""


def _near() -> list[int]:
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            around = [(row + down, column + right) for down, right in SIDES]
            found.append(sum(1 << r * SIZE + c for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE))
    return found


NEAR = _near()
"""The neighbours of each cell."""


def _rays() -> list[list[tuple[list[int], list[int]]]]:
    """Returns, for each cell and each of the four axes, the cells on one side of it and on the other, outwards."""

    def ray(row: int, column: int, down: int, right: int) -> list[int]:
        cells = []
        while 0 <= (row := row + down) < SIZE and 0 <= (column := column + right) < SIZE:
            cells.append(row * SIZE + column)
        return cells

    cells = [divmod(cell, SIZE) for cell in range(AREA)]
    return [[(ray(*cell, *axis), ray(*cell, -axis[0], -axis[1])) for axis in AXES] for cell in cells]


RAYS = _rays()


class BallSearch:
    """The positions of a problem of Lines, whose only goal is that no ball is left."""

    def __init__(self, problem: Problem) -> None:
        self.start = planted(problem.rows)
        self.tried = 0

    def at(self, rows: Sequence[str], used: int, counted: int) -> Balls:
        return planted(rows)

    def turns(self, position: Balls) -> Iterator[tuple[Balls, bool]]:
        seen = set()
        for first, last in moves(position):
            after = moved(position, first, last)
            if after not in seen:
                seen.add(after)
                self.tried += 1
                yield after, not any(after)

    def promising(self, position: Balls, left: int) -> Iterator[tuple[Balls, bool]]:
        masks = cells_of(position)
        needed = [moves_needed(cells) for cells in masks]
        spare = left - sum(needed)
        if spare < 0:
            return
        goals = [EVERYWHERE if spare else closer(cells) for cells in masks]
        for first, last in moves(position, goals):
            self.tried += 1
            # Unless balls vanish, only this colour needs more or fewer moves than before.
            colour = position[first] - 1
            then = moves_needed(masks[colour] ^ 1 << first ^ 1 << last)
            if then > 1 and then - needed[colour] >= spare:
                continue
            after = moved(position, first, last)
            met = not any(after)
            if met or (left > 1 and sum(map(moves_needed, cells_of(after))) < left):
                yield after, met
        self.tried += 1

    def plausible(self, position: Balls, after: Balls) -> int:
        """Prefers many balls that vanish, and many that touch one of their colour."""
        touching = sum(
            (cells & cells << down * SIZE + right & ~(FIRST if right > 0 else LAST if right < 0 else 0)).bit_count()
            for cells in cells_of(after)
            for down, right in AXES
        )
        return 4 * (after.count(0) - position.count(0)) + touching

    def words(self, position: Balls, after: Balls, *, met: bool) -> Work[Words]:
        for first, last in moves(position):
            if moved(position, first, last) == after:
                return (f"move {NAMES[first]} {NAMES[last]}",)
            yield 0
        raise ValueError("no turn leads there")


def moves(position: Balls, goals: Sequence[int] = (EVERYWHERE,) * COLOURS) -> Iterator[tuple[int, int]]:
    """Yields every ball with every empty cell in its reach, but only cells among those given for its colour."""
    empty = sum(1 << cell for cell, colour in enumerate(position) if not colour)
    regions = []
    while empty:
        region, more = 0, empty & -empty
        while region != more:
            region = more
            more = (region | region << SIZE | region >> SIZE | (region & ~LAST) << 1 | (region & ~FIRST) >> 1) & empty
        regions.append(region)
        empty ^= region
    for cell, colour in enumerate(position):
        if colour:
            wanted = sum(region for region in regions if region & NEAR[cell]) & goals[colour - 1]
            while wanted:
                last = wanted & -wanted
                wanted ^= last
                yield cell, last.bit_length() - 1


def moved(position: Balls, first: int, last: int) -> Balls:
    """Returns the board after a move, without the runs of five or more through the ball."""
    cells = bytearray(position)
    colour = cells[first]
    cells[first], cells[last] = 0, colour
    gone: list[int] = []
    for rays in RAYS[last]:
        run = []
        for ray in rays:
            for cell in ray:
                if cells[cell] != colour:
                    break
                run.append(cell)
        if len(run) + 1 >= IN_LINE:
            gone += run
    for cell in gone:
        cells[cell] = 0
    if gone:
        cells[last] = 0
    return bytes(cells)


def planted(rows: Sequence[str]) -> Balls:
    """Returns a board given as rows of letters."""
    return bytes(LETTERS.index(letter) for row in rows for letter in row)


def cells_of(position: Balls) -> list[int]:
    """Returns the cells of each colour as the bits of an integer."""
    masks = [0] * COLOURS
    for cell, colour in enumerate(position):
        if colour:
            masks[colour - 1] |= 1 << cell
    return masks


@cache
def windows(length: int) -> tuple[int, ...]:
    """Returns the cells of every straight line of this length."""
    return tuple(
        1 << cell | sum(1 << each for each in ahead[: length - 1])
        for cell in range(AREA)
        for ahead, _back in RAYS[cell]
        if len(ahead) >= length - 1
    )


@lru_cache(maxsize=1 << 18)
def moves_needed(cells: int) -> int:
    """Returns at least how many balls of a colour on these cells must be moved until all of them have vanished.

    Up to eight balls can only vanish together, in one run, and the last of them by its own move.
    """
    count = cells.bit_count()
    if count == 0:
        return 0
    if count < IN_LINE:
        return AREA  # they can never vanish
    if count >= IN_TWO_RUNS:
        return 1
    most = max((cells & window).bit_count() for window in windows(count))
    return max(1, count - most)


@lru_cache(maxsize=1 << 16)
def closer(cells: int) -> int:
    """Returns the cells to which a ball of this colour must move so that fewer moves remain."""
    count = cells.bit_count()
    if count < IN_LINE or count >= IN_TWO_RUNS:
        return EVERYWHERE
    most = count - moves_needed(cells)
    fullest = 0
    for window in windows(count):
        if (cells & window).bit_count() >= most:
            fullest |= window
    return fullest
