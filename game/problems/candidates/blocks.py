"""Candidates for Chain and Duel: a chain is inserted group by group, then the pairs that complete it are taken off."""

from __future__ import annotations

from game.problems.candidates.draw import Draw
from game.problems.problem import CLEAR, GARBAGE, LINKS, Problem
from game.problems.searches.blocks import (
    EVERYWHERE,
    STRIDE,
    VISIBLE,
    ColourPlanes,
    fours,
    rows_of,
    settled,
)
from game.rules.chain import COLUMNS, LETTERS, MIN_GROUP
from game.rules.duel import RATE
from game.session import Work

COLOURS = 4
HIGHEST = 8
"""No column is built higher than this, so that every place can be reached."""
TRIES = 60
"""Ways tried to insert one group."""

Columns = list[list[int]]
"""The colours in each column, from the bottom, counted from 0."""


def candidate(game: str, goal: str, turns: int, draw: Draw) -> Work[Problem | None]:
    """Builds a field that the pairs can clear with one chain."""
    links = 2 + turns // 2 + draw.next(2)
    columns: Columns = [[] for _ in range(COLUMNS)]
    for _ in range(links):
        if not (yield from _insert(columns, draw)):
            return None
    points = settled(_planes(columns), tuple(range(COLOURS))).points
    pairs: list[str] = []
    for _ in range(turns):
        pair = _take(columns, draw)
        if pair is None:
            return None
        pairs.insert(0, pair)
    if not any(columns):
        return None
    least = {LINKS: links, CLEAR: 0, GARBAGE: points // RATE}[goal]
    return Problem(game, {"colours": COLOURS}, rows_of(_planes(columns)), tuple(pairs), goal, least, turns)


def _planes(columns: Columns) -> ColourPlanes:
    planes = [0] * (len(LETTERS) - 1)
    for number, column in enumerate(columns):
        for row, colour in enumerate(column):
            planes[colour] |= 1 << STRIDE * number + row
    return tuple(planes)


def _insert(columns: Columns, draw: Draw) -> Work[bool]:
    """Inserts four blocks of a colour that vanish at once and leave the field as it was; False if it did not work."""
    for _ in range(TRIES):
        yield 0
        colour, width = draw.next(COLOURS), draw.of((1, 2, 2, 3, 3, 4))
        left = draw.next(COLUMNS - width + 1)
        counts = [1] * width
        for _ in range(MIN_GROUP - width):
            counts[draw.next(width)] += 1
        rows: list[int] = []
        for number, count in enumerate(counts):
            height = len(columns[left + number])
            low = max(0, rows[-1] - count + 1) if rows else 0
            high = min(height, rows[-1] + counts[number - 1] - 1) if rows else height
            if low > high:
                break
            rows.append(draw.between(low, high))
        if len(rows) < width or any(len(columns[left + i]) + counts[i] > HIGHEST for i in range(width)):
            continue
        after = [column[:] for column in columns]
        inserted = 0
        for number, (row, count) in enumerate(zip(rows, counts, strict=True)):
            after[left + number][row:row] = [colour] * count
            inserted |= ((1 << count) - 1) << STRIDE * (left + number) + row
        gone = [fours(plane & VISIBLE) for plane in _planes(after)]
        if gone[colour] == inserted and sum(map(bool, gone)) == 1:
            columns[:] = after
            return True
    return False


def _take(columns: Columns, draw: Draw) -> str | None:
    """Takes a pair off the tops of columns so that nothing vanishes by itself; None if there is no such pair."""
    for one, other, axis_on_top in draw.shuffled(EVERYWHERE):
        after = [column[:] for column in columns]
        if len(after[one]) < 1 + (one == other) or not after[other]:
            continue
        if one == other and not axis_on_top:
            satellite, axis = after[other].pop(), after[one].pop()
        else:
            axis, satellite = after[one].pop(), after[other].pop()
        if not any(fours(plane & VISIBLE) for plane in _planes(after)):
            columns[:] = after
            return LETTERS[1 + axis] + LETTERS[1 + satellite]
    return None
