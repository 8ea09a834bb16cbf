"""Candidates for Lines: lines of one colour, some of whose balls are elsewhere, best in the way of another line."""

from __future__ import annotations

from game.problems.candidates.draw import Draw
from game.problems.problem import CLEAR, Problem
from game.problems.searches.balls import AREA, windows
from game.rules.lines98 import COLOURS, IN_LINE, LETTERS, SIZE
from game.session import Work


def candidate(game: str, goal: str, turns: int, draw: Draw) -> Work[Problem | None]:
    """Returns a board that this many moves can clear, if no ball is in the way of another."""
    yield 0
    moved = _shares(turns, draw)
    colours = draw.shuffled(range(1, COLOURS + 1))[: len(moved)]
    lines: list[list[int]] = []
    taken = 0
    for _ in moved:
        free = [window for window in windows(draw.of((IN_LINE, IN_LINE, IN_LINE + 1))) if not window & taken]
        if not free:
            return None
        window = draw.of(free)
        taken |= window
        lines.append([cell for cell in range(AREA) if window >> cell & 1])
    cells = [0] * AREA
    holes: list[int] = []
    away: list[int] = []
    for colour, count, line in zip(colours, moved, lines, strict=True):
        empty = draw.shuffled(line)[:count]
        holes += empty
        away += [colour] * count
        for cell in line:
            cells[cell] = 0 if cell in empty else colour
    if goal != CLEAR:
        return None
    for number, colour in enumerate(away):
        others = [cell for cell in holes if not cells[cell] and cell not in _own(lines, colours, colour)]
        anywhere = [cell for cell in range(AREA) if not cells[cell] and cell not in holes]
        # A board on which every hole is taken would leave nothing to begin with.
        place = draw.of(others if others and number + 1 < len(away) and draw.next(2) else anywhere)
        cells[place] = colour
    rows = tuple("".join(LETTERS[colour] for colour in cells[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))
    return Problem(game, {"mode": "line"}, rows, (), goal, 0, turns)


def _shares(turns: int, draw: Draw) -> list[int]:
    """Returns how many balls of each line are elsewhere: at least one of each, and their sum is the number of turns."""
    count = draw.between(1, min(turns, 3))
    shares = [1] * count
    for _ in range(turns - count):
        shares[draw.next(count)] += 1
    return shares if max(shares) < IN_LINE else [1] * min(turns, COLOURS)


def _own(lines: list[list[int]], colours: list[int], colour: int) -> list[int]:
    return lines[colours.index(colour)]
