"""A second Lines, written in plain lists and loops from docs/rules.md alone, to catch misreadings in the first.

It shares nothing with the game: no generator, no boards, no words.
"""

from __future__ import annotations

from tests.oracles.common import Generator, printed

SIZE = 9
COLOURS = 7
STARTING = 5
COMING = 3
LONG = 5
LARGE = 7

# The eight neighbours of a cell, clockwise from the upper left.
NEIGHBOURS = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
SQUARES = [
    [1, 2, 3, 4, 5],
    [3, 4, 5, 6, 7],
    [5, 6, 7, 0, 1],
    [7, 0, 1, 2, 3],
    [1, 2, 3],
    [3, 4, 5],
    [5, 6, 7],
    [7, 0, 1],
]


class Game:
    """A game in play, changed in place."""

    def __init__(self, mode, seed):
        self.mode = mode
        self.random = Generator(seed or 0)
        self.board = [[0] * SIZE for _ in range(SIZE)]
        self.score = 0
        self.coming = []
        for _ in range(STARTING):
            (row, column), colour = self.draw_ball()
            self.board[row][column] = colour
        self.draw_coming()

    def over(self):
        return not self.empty_cells()

    def empty_cells(self):
        return [(row, column) for row in range(SIZE) for column in range(SIZE) if self.board[row][column] == 0]

    def draw_ball(self):
        """Draws an empty cell without a coming ball, then a colour."""
        taken = [cell for cell, _colour in self.coming]
        cells = [cell for cell in self.empty_cells() if cell not in taken]
        cell = cells[self.random.next(len(cells))]
        return cell, 1 + self.random.next(COLOURS)

    def draw_coming(self):
        self.coming = []
        for _ in range(min(COMING, len(self.empty_cells()))):
            self.coming.append(self.draw_ball())

    def move(self, start, end):
        """Plays a turn; does nothing if the move is impossible."""
        if self.over() or not self.at(start) or self.at(end) or not self.joined(start, end):
            return
        self.board[end[0]][end[1]] = self.at(start)
        self.board[start[0]][start[1]] = 0
        if self.vanish(end):
            return
        growing = self.coming
        self.coming = []
        for place, colour in growing:
            cell = place
            if self.at(place):
                cells = self.empty_cells()
                cell = cells[self.random.next(len(cells))]
            self.board[cell[0]][cell[1]] = colour
            self.vanish(cell)
            if self.over():
                return
        self.draw_coming()

    def at(self, cell):
        """The contents of a cell; None beyond the edge."""
        row, column = cell
        if 0 <= row < SIZE and 0 <= column < SIZE:
            return self.board[row][column]
        return None

    def joined(self, start, end):
        """Whether a path of empty cells leads from one cell to the other."""
        seen = {start}
        waiting = [start]
        while waiting:
            row, column = waiting.pop()
            for down, right in SIDES:
                cell = (row + down, column + right)
                if cell not in seen and self.at(cell) == 0:
                    seen.add(cell)
                    waiting.append(cell)
        return end in seen

    def vanish(self, cell):
        """Removes and scores the shape through a cell, if there is one."""
        shape = {"line": self.lines, "square": self.square, "block": self.block}[self.mode](cell)
        for row, column in shape:
            self.board[row][column] = 0
        n = len(shape)
        if n == 4:
            self.score += 8
        elif n:
            self.score += 2 * n * n - 20 * n + 60
        return n > 0

    def lines(self, cell):
        """The cells of every run of five or more through the cell, in the four directions."""
        together = set()
        for down, right in DIRECTIONS:
            run = {cell}
            for sign in (1, -1):
                row, column = cell[0] + sign * down, cell[1] + sign * right
                while self.at((row, column)) == self.at(cell):
                    run.add((row, column))
                    row, column = row + sign * down, column + sign * right
            if len(run) >= LONG:
                together |= run
        return together

    def square(self, cell):
        """The first rectangle or square of the table that has only the cell's colour."""
        for numbers in SQUARES:
            others = [(cell[0] + NEIGHBOURS[i][0], cell[1] + NEIGHBOURS[i][1]) for i in numbers]
            if all(self.at(other) == self.at(cell) for other in others):
                return {cell, *others}
        return set()

    def block(self, cell):
        """The group of the cell's colour, if it is large enough."""
        group = {cell}
        waiting = [cell]
        while waiting:
            row, column = waiting.pop()
            for down, right in SIDES:
                other = (row + down, column + right)
                if other not in group and self.at(other) == self.at(cell):
                    group.add(other)
                    waiting.append(other)
        return group if len(group) >= LARGE else set()

    def play(self, word):
        """Plays a word; False if the game does not have it."""
        parts = word.split()
        if len(parts) != 3 or parts[0] != "move" or not cell_named(parts[1]) or not cell_named(parts[2]):
            return False
        self.move(cell_named(parts[1]), cell_named(parts[2]))
        return True

    def state(self):
        """The fields of the JSON line."""
        return {
            "game": "lines98",
            "rows": ["".join(".1234567"[ball] for ball in row) for row in self.board],
            "score": self.score,
            "over": self.over(),
            "coming": [[name(cell), str(colour)] for cell, colour in self.coming],
        }


def name(cell):
    """A cell as players write it: the column's letter, then the row's number."""
    return "abcdefghi"[cell[1]] + str(cell[0] + 1)


def cell_named(text):
    """The cell with that name, or None."""
    for row in range(SIZE):
        for column in range(SIZE):
            if name((row, column)) == text:
                return row, column
    return None


def run(options: dict, seed: int | None, words: list[str], files: dict[str, str]) -> list[dict]:
    return printed(lambda: Game(options.get("mode", "line"), seed), words)
