"""A second Chain, written from docs/rules.md alone, to compare with game/rules/chain.py.

Plain lists and loops, clause by clause; it imports nothing from the game.
"""

from __future__ import annotations

from typing import Any

from tests.oracles.common import Generator, printed

ROWS, COLUMNS = 13, 6
"""The hidden row is row 0."""
COLOURS = "rgbyp"
EMPTY = "."
GARBAGE = "o"
"""Only in Duel."""
UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
CLOCKWISE = [UP, RIGHT, DOWN, LEFT]
WORDS = ("left", "right", "cw", "ccw", "down", "drop", "tick")

CHAIN_POWER = [0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512]
COLOUR_BONUS = [0, 3, 6, 12, 24]
GROUP_BONUS = {4: 0, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}
ALL_CLEAR = 2100


# The field rules, for a field of any size. A field is a list of rows, each a list of letters.


def fall(field: list[list[str]]) -> bool:
    """Closes the gaps in every column; returns whether anything moved."""
    moved = False
    for column in range(len(field[0])):
        blocks = [row[column] for row in field if row[column] != EMPTY]
        packed = [EMPTY] * (len(field) - len(blocks)) + blocks
        for row, block in zip(field, packed, strict=True):
            if row[column] != block:
                moved = True
            row[column] = block
    return moved


def groups(field: list[list[str]], hidden: int) -> list[list[tuple[int, int]]]:
    """Groups of one colour connected through their sides; garbage and the first `hidden` rows are in none."""
    seen: set[tuple[int, int]] = set()
    found = []
    for row in range(hidden, len(field)):
        for column in range(len(field[0])):
            if field[row][column] in (EMPTY, GARBAGE) or (row, column) in seen:
                continue
            seen.add((row, column))
            group = [(row, column)]
            for r, c in group:  # grows during the loop
                for down, right in CLOCKWISE:
                    there = (r + down, c + right)
                    if not (hidden <= there[0] < len(field) and 0 <= there[1] < len(field[0])):
                        continue
                    if there not in seen and field[there[0]][there[1]] == field[row][column]:
                        seen.add(there)
                        group.append(there)
            found.append(group)
    return found


def eliminate(field: list[list[str]], hidden: int) -> list[tuple[str, int]]:
    """Removes all groups of four or more at once, and garbage next to them; returns the colour and size of each."""
    gone = []
    for group in groups(field, hidden):
        if len(group) >= 4:
            gone.append((field[group[0][0]][group[0][1]], len(group)))
            for row, column in group:
                field[row][column] = EMPTY
                for down, right in CLOCKWISE:
                    y, x = row + down, column + right
                    if hidden <= y < len(field) and 0 <= x < len(field[0]) and field[y][x] == GARBAGE:
                        field[y][x] = EMPTY
    return gone


def run_field(text: str) -> list[str]:
    """Returns the lines that `-field` prints for a file's text; ValueError if it is not a field."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    lines = [line.removesuffix("\r") for line in lines]
    width = max((len(line) for line in lines), default=0)
    if width == 0:
        raise ValueError("no field")
    field = [list(line.replace(" ", EMPTY).ljust(width, EMPTY)) for line in lines]
    for line in field:
        for letter in line:
            if letter != EMPTY and letter not in COLOURS:
                raise ValueError(f"not a colour: {letter}")
    printed = picture(field)
    while True:
        fallen = fall(field)
        if fallen:
            printed += picture(field)
        eliminated = eliminate(field, hidden=0)
        if eliminated:
            printed += picture(field)
        if not fallen and not eliminated:
            return printed


def picture(field: list[list[str]]) -> list[str]:
    border = "-" * (len(field[0]) + 2)
    return [border] + ["|" + "".join(row).replace(EMPTY, " ") + "|" for row in field] + [border]


# The game.


class Field:
    """A field of the game's size, with a pair in play."""

    def __init__(self) -> None:
        self.field = [[EMPTY] * COLUMNS for _ in range(ROWS)]
        self.score = 0
        self.chain = 0
        self.all_clear = False

    def appear(self, pair: tuple[str, str]) -> bool:
        """Puts a pair into play; returns whether it has room."""
        self.failed = 0
        if self.field[1][2] != EMPTY:
            return False
        self.pair = pair
        self.axis = (1, 2)
        self.side = UP
        return True

    def satellite(self) -> tuple[int, int]:
        return self.axis[0] + self.side[0], self.axis[1] + self.side[1]

    def has_room(self, row: int, column: int) -> bool:
        return 0 <= row < ROWS and 0 <= column < COLUMNS and self.field[row][column] == EMPTY

    def steer(self, word: str) -> bool:
        """Plays a word that only moves the pair; returns whether it is one."""
        if word in ("cw", "ccw"):
            self.turn(1 if word == "cw" else -1)
            return True
        self.failed = 0
        if word == "left":
            self.shift(LEFT)
        elif word == "right":
            self.shift(RIGHT)
        return word in ("left", "right")

    def shift(self, step: tuple[int, int]) -> bool:
        for row, column in (self.axis, self.satellite()):
            if not self.has_room(row + step[0], column + step[1]):
                return False
        self.axis = (self.axis[0] + step[0], self.axis[1] + step[1])
        return True

    def turn(self, quarter: int) -> None:
        side = CLOCKWISE[(CLOCKWISE.index(self.side) + quarter) % 4]
        if self.has_room(self.axis[0] + side[0], self.axis[1] + side[1]):
            self.side = side
            self.failed = 0
            return
        kicked = (self.axis[0] - side[0], self.axis[1] - side[1])
        if self.has_room(*kicked):
            # The satellite takes the axis's old cell, which is on the new side of the kicked axis.
            self.axis, self.side = kicked, side
            self.failed = 0
            return
        self.failed += 1
        if self.failed == 2:
            self.axis, self.side = self.satellite(), (-self.side[0], -self.side[1])
            self.failed = 0

    def lock(self) -> int:
        """Locks the pair and lets the field settle; returns the points of its chain."""
        for (row, column), colour in zip((self.axis, self.satellite()), self.pair, strict=True):
            self.field[row][column] = colour
        self.chain = points = 0
        while True:
            fall(self.field)
            gone = eliminate(self.field, hidden=1)
            if not gone:
                self.score += points
                return points
            self.chain += 1
            points += self.link_score(gone)
            self.all_clear = all(cell == EMPTY for row in self.field for cell in row)

    def link_score(self, gone: list[tuple[str, int]]) -> int:
        blocks = sum(size for _colour, size in gone)
        power = CHAIN_POWER[min(self.chain, len(CHAIN_POWER)) - 1]
        colours = COLOUR_BONUS[len({colour for colour, _size in gone}) - 1]
        sizes = sum(GROUP_BONUS.get(size, 10) for _colour, size in gone)
        points = 10 * blocks * max(1, min(999, power + colours + sizes))
        return points + (ALL_CLEAR if self.all_clear else 0)

    def rows(self, with_pair: bool) -> list[str]:
        rows = [row[:] for row in self.field]
        if with_pair:
            for (row, column), colour in zip((self.axis, self.satellite()), self.pair, strict=True):
                rows[row][column] = colour
        return ["".join(row) for row in rows]


class Pairs:
    """All pairs of a game, drawn on demand."""

    def __init__(self, colours: int, seed: int) -> None:
        self.colours, self.generator = colours, Generator(seed)
        self.drawn: list[tuple[str, str]] = []

    def __getitem__(self, number: int) -> tuple[str, str]:
        while len(self.drawn) <= number:
            axis = COLOURS[self.generator.next(self.colours)]
            satellite = COLOURS[self.generator.next(self.colours)]
            self.drawn.append((axis, satellite))
        return self.drawn[number]


class Game(Field):
    def __init__(self, colours: int, seed: int) -> None:
        super().__init__()
        self.pairs, self.number = Pairs(colours, seed), 0
        self.over = not self.appear(self.pairs[0])

    def play(self, word: str) -> bool:
        if self.over or word not in WORDS:
            return word in WORDS
        if self.steer(word):
            return True
        fallen = self.shift(DOWN)
        if word == "drop":
            while self.shift(DOWN):
                pass
        elif fallen:
            self.score += word == "down"
            return True
        self.lock()
        self.number += 1
        self.over = not self.appear(self.pairs[self.number])
        return True

    def state(self) -> dict[str, Any]:
        following = self.number + (not self.over)
        return {
            "game": "chain",
            "rows": self.rows(not self.over),
            "score": self.score,
            "over": self.over,
            "next": ["".join(self.pairs[following + i]) for i in range(2)],
            "chain": self.chain,
        }


def run(
    options: dict[str, Any], seed: int | None, words: list[str], files: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    return printed(lambda: Game(options.get("colours", 4), seed or 0), words)
