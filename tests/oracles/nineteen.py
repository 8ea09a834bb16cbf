"""An independent second Nineteen: section 3 of docs/rules.md in lists of cells and loops.

A piece rotates by walking its cells along their rings, step by step. It shares nothing with the game package.
"""

from tests.oracles.common import Generator, printed

ROWS = 15
COLUMNS = 9

# number: letter, first cells, number of forms; the pivot, if any, is (1, 4)
SHAPES = {
    1: ("I", [(0, 4), (1, 4), (2, 4), (3, 4)], 2),
    2: ("L", [(0, 4), (1, 4), (2, 4), (2, 5)], 4),
    3: ("J", [(0, 4), (1, 4), (2, 4), (2, 3)], 4),
    4: ("Z", [(0, 3), (0, 4), (1, 4), (1, 5)], 2),
    5: ("S", [(0, 4), (0, 5), (1, 3), (1, 4)], 2),
    6: ("O", [(0, 4), (0, 5), (1, 4), (1, 5)], 1),
    7: ("T", [(0, 4), (1, 3), (1, 4), (1, 5)], 4),
}
PIVOT = (1, 4)
ROW_POINTS = {0: 0, 1: 100, 2: 300, 3: 500, 4: 800}


def clockwise_step(row, column):
    """One step clockwise along the square ring around (0, 0) that the cell is on; rows grow downwards."""
    distance = max(abs(row), abs(column))
    if distance == 0:
        return row, column
    if row == -distance and column < distance:  # the upper side runs to the right
        return row, column + 1
    if column == distance and row < distance:  # the right side runs down
        return row + 1, column
    if row == distance and column > -distance:  # the lower side runs to the left
        return row, column - 1
    return row - 1, column  # the left side runs up


def counterclockwise_step(row, column):
    """One step counterclockwise: a clockwise step of the mirror image."""
    row, mirrored = clockwise_step(row, -column)
    return row, -mirrored


class Game:
    def __init__(self, bag, seed):
        self.with_bag = bag
        self.bag = []
        self.generator = Generator(seed)
        self.board = [["."] * COLUMNS for _ in range(ROWS)]
        self.score = 0
        self.lines = 0
        self.over = False
        current = self.draw_piece()
        self.next = self.draw_piece()
        self.spawn(current)

    def draw_piece(self):
        if not self.with_bag:
            return 1 + self.generator.next(7)
        if not self.bag:
            self.bag = [1, 2, 3, 4, 5, 6, 7]
            for i in range(6, 0, -1):
                j = self.generator.next(i + 1)
                self.bag[i], self.bag[j] = self.bag[j], self.bag[i]
        return self.bag.pop(0)

    def level(self):
        return 1 + self.lines // 10

    def spawn(self, number):
        self.letter, cells, self.forms = SHAPES[number]
        self.cells = list(cells)
        self.pivot = PIVOT
        self.form = 0
        for row, column in self.cells:
            if not self.free(row, column):
                self.over = True

    def free(self, row, column):
        return 0 <= row < ROWS and 0 <= column < COLUMNS and self.board[row][column] == "."

    def shift(self, down, right):
        """Moves the piece if every cell is on the board and free; returns whether it did."""
        moved = [(row + down, column + right) for row, column in self.cells]
        if not all(self.free(row, column) for row, column in moved):
            return False
        self.cells = moved
        self.pivot = (self.pivot[0] + down, self.pivot[1] + right)
        return True

    def rotate(self):
        if self.forms == 1:
            return
        backwards = self.forms == 2 and self.form == 1
        step = counterclockwise_step if backwards else clockwise_step
        turned = []
        for row, column in self.cells:
            y = row - self.pivot[0]
            x = column - self.pivot[1]
            for _ in range(2 * max(abs(y), abs(x))):
                y, x = step(y, x)
                if not self.free(self.pivot[0] + y, self.pivot[1] + x):
                    return
            turned.append((self.pivot[0] + y, self.pivot[1] + x))
        self.cells = turned
        self.form = (self.form + 1) % self.forms

    def lock(self):
        for row, column in self.cells:
            self.board[row][column] = self.letter
        kept = [line for line in self.board if "." in line]
        cleared = ROWS - len(kept)
        self.board = [["."] * COLUMNS for _ in range(cleared)] + kept
        self.score += ROW_POINTS[cleared] * self.level()
        self.lines += cleared
        current = self.next
        self.next = self.draw_piece()
        self.spawn(current)

    def play(self, word):
        """Plays a word; False if the game does not have it."""
        if word not in ("left", "right", "rotate", "down", "drop", "tick"):
            return False
        if self.over:
            return True
        if word == "left":
            self.shift(0, -1)
        elif word == "right":
            self.shift(0, 1)
        elif word == "rotate":
            self.rotate()
        elif word == "tick":
            if not self.shift(1, 0):
                self.lock()
        elif word == "down":
            if self.shift(1, 0):
                self.score += 1
            else:
                self.lock()
        else:
            while self.shift(1, 0):
                self.score += 2
            self.lock()
        return True

    def state(self):
        rows = [list(line) for line in self.board]
        if not self.over:
            for row, column in self.cells:
                rows[row][column] = self.letter
        return {
            "game": "nineteen",
            "rows": ["".join(line) for line in rows],
            "score": self.score,
            "over": self.over,
            "next": SHAPES[self.next][0],
            "level": self.level(),
            "lines": self.lines,
        }


def run(options, seed, words, files):
    return printed(lambda: Game(options.get("bag", False), seed or 0), words)
