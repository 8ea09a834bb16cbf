"""A second Biquadris, written in plain Python from docs/rules.md alone, to catch misreadings in the first.

`run` returns the output of `python -m game biquadris -json` as dicts; an error is `{"error": True}`.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from tests.oracles.common import Generator

ROWS, COLUMNS, RESERVE = 18, 11, 3
START_ROW = 3
CENTRE = 5
EMPTY: Any = None

PICTURES = {
    "I": ["IIII"],
    "J": ["J..", "JJJ"],
    "L": ["..L", "LLL"],
    "O": ["OO", "OO"],
    "S": [".SS", "SS."],
    "Z": ["ZZ.", ".ZZ"],
    "T": ["TTT", ".T."],
}
LETTERS = "IJLOSZT"

DEFAULT_FILES = {"scriptfile1": "I J L O S Z T", "scriptfile2": "J L J S O I T Z"}

COMMANDS = [
    *["left", "right", "down", "clockwise", "counterclockwise", "drop", "levelup", "leveldown"],
    *["norandom", "random", "sequence", "I", "J", "L", "O", "S", "Z", "T"],
    *["restart", "blind", "heavy", "force", "cw", "ccw", "leveledown"],
    *["undo", "redo", "hint", "quit", "help"],
]
SAME = {"cw": "clockwise", "ccw": "counterclockwise", "leveledown": "leveldown"}
COUNTED = ["left", "right", "down", "clockwise", "counterclockwise", "drop", "levelup", "leveldown"]
ONE_ARGUMENT = ["norandom", "sequence", "force"]
LONGEST_COUNT = 4000  # digits; Python reads no more than 4300


class Bad(Exception):
    """A bad command."""


class Block:
    """A block in play: a picture whose lower left corner is at (row, column)."""

    def __init__(self, letter, heavy, row=START_ROW, column=0, picture=None):
        self.letter = letter
        self.picture = picture or PICTURES[letter]
        self.heavy = heavy
        self.row = row
        self.column = column

    def cells(self):
        top = self.row - len(self.picture) + 1
        return [
            (top + r, self.column + c)
            for r, line in enumerate(self.picture)
            for c, letter in enumerate(line)
            if letter != "."
        ]

    def moved(self, down, right):
        return Block(self.letter, self.heavy, self.row + down, self.column + right, self.picture)

    def turned(self, clockwise):
        if clockwise:
            picture = ["".join(column) for column in zip(*reversed(self.picture), strict=True)]
        else:
            picture = ["".join(column) for column in zip(*self.picture, strict=True)][::-1]
        return Block(self.letter, self.heavy, self.row, self.column, picture)


class Player:
    def __init__(self, sequence, seed, level):
        self.board = [[EMPTY] * COLUMNS for _ in range(ROWS)]  # a filled cell: (letter, number of the block)
        self.blocks = 0
        self.score = 0
        self.level = level
        self.sequence = sequence
        self.sequence_at = 0
        self.norandom = None
        self.norandom_at = 0
        self.generator = Generator(seed)
        self.placed = 0  # since last clearing a row, or since reaching level 4
        self.is_blind = False
        self.is_heavy = False
        letter, heavy = self.draw()
        self.block = Block(letter, heavy)
        self.next = self.draw()

    def draw(self):
        """The letter of a new block, and whether it is heavy."""
        if self.level == 0:
            letter = self.sequence[self.sequence_at % len(self.sequence)]
            self.sequence_at += 1
            return letter, False
        if self.level == 1:
            return "SZIIJJLLOOTT"[self.generator.next(12)], False
        if self.level == 2:
            return "IJLOSZT"[self.generator.next(7)], False
        if self.norandom is not None:
            letter = self.norandom[self.norandom_at % len(self.norandom)]
            self.norandom_at += 1
            return letter, True
        return "SSZZIJLOT"[self.generator.next(9)], True

    def room(self, block):
        return all(
            0 <= row < ROWS and 0 <= column < COLUMNS and self.board[row][column] is EMPTY
            for row, column in block.cells()
        )

    def attempt(self, block):
        """Puts this block into play if it has room."""
        if self.room(block):
            self.block = block
            return True
        return False

    def fill(self, letter, cells):
        self.blocks += 1
        for row, column in cells:
            self.board[row][column] = (letter, self.blocks)

    def clear(self):
        """Clears full rows and scores them; returns how many there were."""
        full = [row for row in self.board if EMPTY not in row]
        if not full:
            return 0
        kept = [row for row in self.board if EMPTY in row]
        gone = {cell[1] for row in full for cell in row}
        gone -= {cell[1] for row in kept for cell in row if cell is not EMPTY}
        self.board = [[EMPTY] * COLUMNS for _ in full] + kept
        self.score += (len(full) + self.level) ** 2
        if gone:
            self.score += (len(gone) + self.level) ** 2
        self.placed = 0
        return len(full)

    def star(self):
        """A 1×1 block falls down the centre column."""
        row = -1
        while row + 1 < ROWS and self.board[row + 1][CENTRE] is EMPTY:
            row += 1
        if row >= 0:
            self.fill("*", [(row, CENTRE)])
            self.clear()


class Game:
    def __init__(self, options, seed):
        self.options = options
        self.seed = seed or 0
        self.high = 0
        self.begin()

    def begin(self):
        level = self.options.get("startlevel", 0)
        self.players = []
        for number in (0, 1):
            option = f"scriptfile{number + 1}"
            sequence = block_letters(self.options.get(option, DEFAULT_FILES[option]))
            self.players.append(Player(sequence, self.seed + number, level))
        self.turn = 0
        self.choose = False
        self.over = False
        self.winner = 0

    @property
    def player(self):
        return self.players[self.turn]

    @property
    def opponent(self):
        return self.players[1 - self.turn]

    # Commands.

    def obey(self, command, files, running=()):
        word, count, argument = parse(command)
        if word in ("undo", "redo", "hint", "help"):
            raise Bad("not a command of the rules")
        if word == "restart":
            self.begin()
            return
        if word == "force" and argument not in tuple(LETTERS):
            raise Bad("no such block")
        if self.over:
            # Moves do nothing now, but a bad file is still an error.
            if word == "norandom":
                block_letters(read(files, argument))
            elif word == "sequence":
                self.run_file(argument, files, running)
            return
        if word == "quit":
            self.quit()
            return
        if self.choose:
            if word not in ("blind", "heavy", "force"):
                raise Bad("a special action is to be chosen")
            self.act(word, argument)
            return
        if word in ("blind", "heavy", "force"):
            raise Bad("no special action now")
        if word == "sequence":
            self.run_file(argument, files, running)
        elif word == "norandom":
            self.player.norandom = block_letters(read(files, argument))
            self.player.norandom_at = 0
        elif word == "random":
            self.player.norandom = None
        elif word in tuple(LETTERS):
            self.replace(word)
        elif word == "drop":
            for _ in range(count):
                if self.over or self.choose:
                    break
                self.drop()
        elif word == "levelup":
            for _ in range(min(count, 4)):
                if self.player.level < 4:
                    self.player.level += 1
                    if self.player.level == 4:
                        self.player.placed = 0
        elif word == "leveldown":
            for _ in range(min(count, 4)):
                if self.player.level > 0:
                    self.player.level -= 1
        else:
            self.move(word, count)

    def move(self, word, count):
        if count == 0:
            return
        player = self.player
        for _ in range(count if count < 50 else 48 + count % 4):  # four rotations restore the block
            if word == "left":
                player.attempt(player.block.moved(0, -1))
            elif word == "right":
                player.attempt(player.block.moved(0, 1))
            elif word == "down":
                player.attempt(player.block.moved(1, 0))
            elif word == "clockwise":
                player.attempt(player.block.turned(True))
            elif word == "counterclockwise":
                player.attempt(player.block.turned(False))
        if player.block.heavy:
            player.attempt(player.block.moved(1, 0))
        if player.is_heavy and word in ("left", "right"):
            if player.room(player.block.moved(1, 0)) and player.room(player.block.moved(2, 0)):
                player.block = player.block.moved(2, 0)
            else:
                self.drop()

    def drop(self):
        player = self.player
        player.is_blind = False
        player.is_heavy = False
        while player.attempt(player.block.moved(1, 0)):
            pass
        player.fill(player.block.letter, player.block.cells())
        player.placed += 1
        cleared = player.clear()
        if player.level == 4 and player.placed > 0 and player.placed % 5 == 0:
            player.star()
        self.high = max(self.high, player.score)
        letter, heavy = player.next
        player.block = Block(letter, heavy)
        player.next = player.draw()
        if not player.room(player.block):
            self.lose(self.turn)
        elif cleared >= 2:
            self.choose = True
        else:
            self.turn = 1 - self.turn

    def act(self, word, argument):
        opponent = self.opponent
        self.choose = False
        if word == "blind":
            opponent.is_blind = True
        elif word == "heavy":
            opponent.is_heavy = True
        else:
            block = Block(argument, opponent.level >= 3)
            if not opponent.room(block):
                self.lose(1 - self.turn)
                return
            opponent.block = block
        self.turn = 1 - self.turn

    def replace(self, letter):
        player = self.player
        block = Block(letter, player.level >= 3, player.block.row, player.block.column)
        if not player.attempt(block):
            raise Bad("no room for it")

    def run_file(self, name, files, running):
        if name in running:
            raise Bad("a file that runs itself")
        words = re.split(r"[\s,]+", read(files, name).strip(" \t\r\n,"))
        if words == [""]:
            raise Bad("an empty file")
        before = copy.deepcopy(self.__dict__)
        try:
            while words:
                command = words.pop(0)
                if spell(command)[0] in ONE_ARGUMENT:
                    if not words:
                        raise Bad("a word is missing")
                    command += " " + words.pop(0)
                self.obey(command, files, (*running, name))
        except Bad:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def lose(self, who):
        self.over = True
        self.choose = False
        self.winner = 2 - who

    def quit(self):
        self.over = True
        self.choose = False
        first, second = (player.score for player in self.players)
        self.winner = 1 if first > second else 2 if second > first else 0

    # The output.

    def rows(self, player):
        grid = [[cell[0] if cell else "." for cell in row] for row in player.board]
        if not self.over:
            for row, column in player.block.cells():
                grid[row][column] = player.block.letter
        if player.is_blind:
            for row in range(3, 12 + 1):
                for column in range(3, 9 + 1):
                    grid[RESERVE + row - 1][column - 1] = "?"
        return ["".join(row) for row in grid]

    def fields(self):
        return {
            "game": "biquadris",
            "rows": [self.rows(player) for player in self.players],
            "score": [player.score for player in self.players],
            "over": self.over,
            "next": [player.next[0] for player in self.players],
            "level": [player.level for player in self.players],
            "turn": self.turn + 1,
            "choose": self.choose,
            "high": self.high,
            "winner": self.winner,
        }


def read(files, name):
    if name not in files:
        raise Bad("no such file")
    return files[name]


def block_letters(text):
    letters = text.split()
    if not letters or any(letter not in tuple(LETTERS) for letter in letters):
        raise Bad("an empty file, or a bad letter in it")
    return letters


def spell(typed):
    """The full command, or None, and the count of a word as typed, possibly with a count or shortened."""
    found = re.fullmatch(r"([0-9]*)(.*)", typed, re.DOTALL)
    assert found
    digits, name = found.groups()
    count = int(digits[-LONGEST_COUNT:] or "1")
    if len(digits) > LONGEST_COUNT:
        count += 10**LONGEST_COUNT
    if name not in COMMANDS:
        fits = [command for command in COMMANDS if command.startswith(name)]
        if len(fits) != 1:
            return None, count
        name = fits[0]
    return SAME.get(name, name), count


def parse(command):
    typed, *arguments = command.split() or [""]
    word, count = spell(typed)
    if word is None:
        raise Bad("unknown, or not unique")
    if len(arguments) != (1 if word in ONE_ARGUMENT else 0):
        raise Bad("a word is missing, or one too many")
    return word, count, arguments[0] if arguments else None


def run(options: dict, seed: int | None, words: list[str], files: dict[str, str]) -> list[dict]:
    """Returns the output of `-json` for these commands: the state at the start, then a dict per command."""
    game = Game(options, seed)
    lines = [game.fields()]
    for command in words:
        try:
            game.obey(command, files)
            lines.append(game.fields())
        except Bad:
            lines.append({"error": True})
    return lines
