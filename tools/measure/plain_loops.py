"""The rules as one would first write them, in loops over lists: the baseline of the benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.bots.nineteen.evaluation import DEEPEST, WEIGHTS
from game.rules import nineteen
from game.rules.push_clear import BOX, EMPTY, FIXED, PLAYER, POINT

Board = list[list[int]]
Cell = tuple[int, int]
WEIGHT = [int(weight) for weight in WEIGHTS]
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def filled(board: Board, cells: Iterable[Cell]) -> bool:
    return any(board[row][column] for row, column in cells)


def without_full_rows(board: Board) -> tuple[Board, int]:
    left = [row for row in board if not all(row)]
    gone = len(board) - len(left)
    return [[0] * len(board[0]) for _ in range(gone)] + left, gone


def drop(board: Board, cells: tuple[Cell, ...]) -> tuple[Board, int]:
    """Drops a piece as far as possible, locks it, and clears full rows."""
    down = 0
    while all(row + down + 1 < len(board) and not board[row + down + 1][column] for row, column in cells):
        down += 1
    after = [row[:] for row in board]
    for row, column in cells:
        after[row + down][column] = 1
    return without_full_rows(after)


# Nineteen.


def placements(board: Board, shape: int) -> list[float]:
    """The evaluation of every placement of a piece; minus infinity if unreachable."""
    evaluation = []
    for piece in nineteen.placements(shape):
        if filled(board, piece.cells):
            evaluation.append(float("-inf"))
            continue
        down = 0
        while all(r + down + 1 < len(board) and not board[r + down + 1][c] for r, c in piece.cells):
            down += 1
        rows = [row + down for row, _column in piece.cells]
        after = [row[:] for row in board]
        for row, column in piece.cells:
            after[row + down][column] = shape
        eroded = sum(all(after[row]) for row in rows)
        after, gone = without_full_rows(after)
        middle = (min(rows) + max(rows) + 1) / 2
        found = [len(board) - middle, gone * eroded, *features(after)]
        evaluation.append(sum(weight * feature for weight, feature in zip(WEIGHT, found, strict=True)))
    return evaluation


def features(board: Board) -> tuple[int, int, int, int, int, int]:
    """Changes along rows and columns, holes, wells, depth of holes, rows with holes."""
    rows, columns = len(board), len(board[0])
    across = down = holes = wells = depth = with_holes = 0
    for line in board:
        previous = 1
        for cell in [*line, 1]:
            across += bool(cell) != bool(previous)
            previous = cell
    has_hole = [False] * rows
    for column in range(columns):
        above, covered, well = 0, 0, 0
        for row in range(rows):
            cell = board[row][column]
            down += bool(cell) != bool(above)
            above = cell
            if cell:
                covered += 1
                well = 0
                continue
            if covered:
                holes += 1
                has_hole[row] = True
            left = column == 0 or board[row][column - 1]
            right = column == columns - 1 or board[row][column + 1]
            well = well + 1 if left and right else 0
            wells += min(well, DEEPEST)
        down += not above
        below = False
        for row in range(rows - 1, -1, -1):
            if not board[row][column]:
                below = below or any(board[higher][column] for higher in range(row))
            elif below:
                depth += 1
    with_holes = sum(has_hole)
    return across, down, holes, wells, depth, with_holes


# Chain.


def resolve(board: Board) -> tuple[Board, int]:
    """Falls and vanishes until nothing changes → the field, and the length of the chain."""
    links = 0
    while True:
        board = fallen(board)
        going = [cell for group in groups_of(board, 1) if len(group) >= 4 for cell in group]
        if not going:
            return board, links
        links += 1
        for row, column in going:
            board[row][column] = 0


def fallen(board: Board) -> Board:
    after = [[0] * len(board[0]) for _ in board]
    for column in range(len(board[0])):
        stack = [row[column] for row in board if row[column]]
        for up, cell in enumerate(reversed(stack)):
            after[len(board) - 1 - up][column] = cell
    return after


def groups_of(board: Board, hidden: int = 0) -> Iterator[list[Cell]]:
    """The groups of equal, non-empty cells."""
    seen = set()
    for row in range(hidden, len(board)):
        for column in range(len(board[0])):
            if not board[row][column] or (row, column) in seen:
                continue
            group = [(row, column)]
            seen.add((row, column))
            for r, c in group:  # grows during the loop
                for step_row, step_column in SIDES:
                    there = (r + step_row, c + step_column)
                    inside = hidden <= there[0] < len(board) and 0 <= there[1] < len(board[0])
                    if inside and there not in seen and board[there[0]][there[1]] == board[row][column]:
                        seen.add(there)
                        group.append(there)
            yield group


# Lines.


def five(board: Board) -> list[set[Cell]]:
    """The cells in runs of five or more of one colour, for each of the four directions."""
    size = len(board)
    found: list[set[Cell]] = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        cells: set[Cell] = set()
        for row in range(size):
            for column in range(size):
                end = (row + 4 * down, column + 4 * right)
                if not board[row][column] or not (0 <= end[0] < size and 0 <= end[1] < size):
                    continue
                line = [(row + k * down, column + k * right) for k in range(5)]
                if all(board[r][c] == board[row][column] for r, c in line):
                    cells.update(line)
        found.append(cells)
    return found


def regions(board: Board) -> list[list[Cell]]:
    """The connected groups of empty cells."""
    return list(groups_of([[int(cell == 0) for cell in row] for row in board]))


# Push and Clear.


def push(board: Board) -> tuple[Board, int]:
    """Pushes to the left, then turns full rows and columns into points → the board, and points collected."""
    row, at = next((r, c) for r, line in enumerate(board) for c, cell in enumerate(line) if cell == PLAYER)
    line = board[row][:]
    wall = max((column for column in range(at) if line[column] == FIXED), default=-1)
    way = line[wall + 1 : at]
    boxes, points = way.count(BOX), way.count(POINT)
    if boxes == len(way):
        after, points = [row[:] for row in board], 0
    else:
        line[wall + 1 : at + 1] = [BOX] * boxes + [PLAYER] + [EMPTY] * (len(way) - boxes)
        after = [*board[:row], line, *board[row + 1 :]]
    rows = [number for number, line in enumerate(after) if all(cell >= BOX for cell in line)]
    columns = [number for number in range(len(after)) if all(line[number] >= BOX for line in after)]
    return [
        [POINT if row in rows or column in columns else cell for column, cell in enumerate(line)]
        for row, line in enumerate(after)
    ], points
