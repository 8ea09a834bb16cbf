"""An independent second Push and Clear: a plain reading of the rules that follows the document's Jack code.

It goes method by method (gen, next, move, ended, elimination, generateNewBlock, init), with the document's cell
numbers and its `x*N + y`. It shares nothing with the game package.
"""

from tests.oracles.common import Generator, printed

EMPTY_CELL = 0
PLAYER = 1
POINT = 3
NORMAL_BLOCK = 4
STABLE_BLOCK = 5

LETTERS = {EMPTY_CELL: ".", PLAYER: "@", POINT: "*", NORMAL_BLOCK: "#", STABLE_BLOCK: "X"}
DIRECTIONS = {"left": (-1, 0), "up": (0, -1), "right": (1, 0), "down": (0, 1)}
DRAWS_AT_MOST = 1000


def square_root(number):
    """Jack's Math.sqrt: the integer part of the square root."""
    root = 0
    while (root + 1) * (root + 1) <= number:
        root = root + 1
    return root


class Game:
    def __init__(self, size, random):
        self.N = size
        self.random = random
        self.board = [EMPTY_CELL] * (size * size)
        self.playerX = None
        self.playerY = None
        self.step = 0
        self.totalPoint = 0
        for _ in range(size):
            self.generateNewBlock()
        pos = self.draw_until([EMPTY_CELL])
        self.board[pos] = PLAYER
        self.playerX = pos // size
        self.playerY = pos % size
        self.totalPoint = 0
        self.step = 0

    def draw_until(self, types):
        """next(N*N) until the cell is of one of the types; after 1000 failed draws the first such cell."""
        for _ in range(DRAWS_AT_MOST):
            pos = self.random.next(self.N * self.N)
            if self.board[pos] in types:
                return pos
        for pos in range(self.N * self.N):
            if self.board[pos] in types:
                return pos
        raise AssertionError("there is always such a cell")

    def isInBoard(self, x, y):
        return 0 <= x < self.N and 0 <= y < self.N

    def ended(self):
        return not any(self.move(dx, dy, False) for dx, dy in DIRECTIONS.values())

    def move(self, dx, dy, apply):
        x = self.playerX + dx
        y = self.playerY + dy
        empty = 0
        point = 0
        normal_block = 0
        found = False
        while not found and self.isInBoard(x, y):
            kind = self.board[x * self.N + y]
            if kind == STABLE_BLOCK:
                found = True
            else:
                if kind == EMPTY_CELL:
                    empty = empty + 1
                if kind == POINT:
                    point = point + 1
                if kind == NORMAL_BLOCK:
                    normal_block = normal_block + 1
                x = x + dx
                y = y + dy
        possible = empty + point != 0
        if not apply or not possible:
            return possible
        # (x, y) is now outside the board or a fixed box
        tx = x
        ty = y
        while not (x == self.playerX and y == self.playerY):
            x = x - dx
            y = y - dy
            self.board[x * self.N + y] = EMPTY_CELL
        x = tx
        y = ty
        while normal_block > 0:
            x = x - dx
            y = y - dy
            self.board[x * self.N + y] = NORMAL_BLOCK
            normal_block = normal_block - 1
        x = x - dx
        y = y - dy
        self.board[x * self.N + y] = PLAYER
        self.playerX = x
        self.playerY = y
        self.totalPoint = self.totalPoint + point
        self.elimination(True)
        self.step = self.step + 1
        return True

    def elimination(self, apply):
        N = self.N
        bingo = [False] * (N * N)
        hasBingo = False
        for i in range(N):
            vertical = [i * N + j for j in range(N)]
            horizontal = [j * N + i for j in range(N)]
            for line in (vertical, horizontal):
                flag = True
                for id in line:
                    if not (self.board[id] == NORMAL_BLOCK or self.board[id] == STABLE_BLOCK):
                        flag = False
                if flag:
                    hasBingo = True
                    for id in line:
                        bingo[id] = True
        if apply:
            for id in range(N * N):
                if bingo[id]:
                    self.board[id] = POINT
        return hasBingo

    def generateNewBlock(self):
        tries = 0
        flag = True
        while tries < 3 and flag:
            pos = self.draw_until([EMPTY_CELL, POINT])
            org = self.board[pos]
            self.board[pos] = NORMAL_BLOCK
            flag = self.elimination(False)
            tries = tries + 1
            self.board[pos] = org
        if self.random.next(100) < square_root(self.step * 100) // 3:
            self.board[pos] = STABLE_BLOCK
            if self.ended():
                self.board[pos] = NORMAL_BLOCK
        else:
            self.board[pos] = NORMAL_BLOCK
        self.elimination(True)

    def play(self, word):
        if word in DIRECTIONS and self.move(*DIRECTIONS[word], True):
            self.generateNewBlock()
        return word in DIRECTIONS

    def state(self):
        N = self.N
        return {
            "game": "push-clear",
            "rows": ["".join(LETTERS[self.board[x * N + y]] for x in range(N)) for y in range(N)],
            "score": self.totalPoint,
            "over": self.ended(),
            "steps": self.step,
        }


def run(options, seed, words, files):
    size = options.get("size", 6)
    if seed is None and size != 6:
        seed = 0
    return printed(lambda: Game(size, Generator(seed)), words)
