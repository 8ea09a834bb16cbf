"""A second solver of problems, written from section 7 of docs/rules.md alone: every word in every place, turn by turn.

It plays on the second implementations of the games next to it, forgets nothing but equal positions, leaves nothing out,
and is slow. It imports nothing from the game.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracles import biquadris, chain, lines98, nineteen, push_clear
from tests.oracles.common import Generator

RATE = 70
CLEAR = "clear"

Position = Any
"""A settled board, how much is still to come, and what has been counted towards the goal."""
Turn = tuple[Position, bool, Any]
"""The position after a turn, whether that turn meets the goal, and the game after it."""


def solve(problem: dict[str, Any]) -> dict[str, int]:
    """The number of solutions, the turns of the shortest one, and the number of first positions of solutions."""
    game = GAMES[problem["game"]](problem)
    solutions, shortest, first = 0, 0, set()
    # For each first position and each position now: the number of ways to it, and a game in that position.
    here: dict[Any, tuple[int, Any]] = {(None, "start"): (1, game)}
    for number in range(1, problem["turns"] + 1):
        after: dict[Any, tuple[int, Any]] = {}
        turns_of: dict[Any, list[Turn]] = {}
        for (started, position), (count, at) in here.items():
            if position not in turns_of:
                turns_of[position] = different(at.turns())
            for there, met, then in turns_of[position]:
                one = there if started is None else started
                if met:
                    solutions += count
                    shortest = shortest or number
                    first.add(one)
                else:
                    key = one, there
                    after[key] = (after[key][0] + count if key in after else count), then
        here = after
    return {"solutions": solutions, "shortest": shortest, "first": len(first)}


def different(turns: Iterator[Turn]) -> list[Turn]:
    """Turns that lead to different positions; of several to the same position, one that meets the goal is kept."""
    found: dict[Any, Turn] = {}
    for turn in turns:
        if turn[0] not in found or turn[1]:
            found[turn[0]] = turn
    return list(found.values())


def reached(
    start: Any, words: tuple[str, ...], play: Callable[[Any, str], Any], place: Callable[[Any], Any]
) -> list[Any]:
    """Everything that some words can lead to, one of each place."""
    found = {place(start): start}
    waiting = [start]
    for at in waiting:
        for word in words:
            there = play(at, word)
            if place(there) not in found:
                found[place(there)] = there
                waiting.append(there)
    return waiting


class Blocks:
    """Chain and Duel."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.pairs = list(problem["pieces"])
        self.remainder = 0
        self.field = chain.Field()
        self.field.field = [list(row) for row in problem["rows"]]

    def turns(self) -> Iterator[Turn]:
        start = copy.copy(self.field)
        if not self.pairs or not start.appear(tuple(self.pairs[0])):
            return

        def play(field: chain.Field, word: str) -> chain.Field:
            after = copy.copy(field)
            if word == "down":
                after.failed = 0
                after.shift(chain.DOWN)
            else:
                after.steer(word)
            return after

        words = ("left", "right", "cw", "ccw", "down")
        locked = set()
        for field in reached(start, words, play, lambda field: (field.axis, field.side, field.failed)):
            while field.shift(chain.DOWN):
                pass
            if (field.axis, field.side) in locked:
                continue
            locked.add((field.axis, field.side))
            after = copy.copy(self)
            after.field, after.pairs = copy.copy(field), self.pairs[1:]
            after.field.field = [row[:] for row in field.field]
            yield after.lock()

    def lock(self) -> Turn:
        points = self.field.lock()
        rows = tuple("".join(row) for row in self.field.field)
        goal, least = self.problem["goal"], self.problem["least"]
        if goal == "garbage":
            sent = (points + self.remainder) // RATE
            self.remainder = (points + self.remainder) % RATE
            return (rows, len(self.pairs), self.remainder, self.field.all_clear), sent >= least, self
        met = self.field.chain >= least if goal == "links" else set("".join(rows)) == {"."}
        return (rows, len(self.pairs)), met, self


class Pieces:
    """Nineteen."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.pieces = list(problem["pieces"])
        self.game = nineteen.Game(False, 0)
        self.game.board = [list(row) for row in problem["rows"]]
        self.game.lines = 0

    def turns(self) -> Iterator[Turn]:
        if not self.pieces:
            return
        start = copy.copy(self.game)
        start.over = False
        start.spawn(next(number for number, shape in nineteen.SHAPES.items() if shape[0] == self.pieces[0]))
        if start.over:
            return

        def play(game: Any, word: str) -> Any:
            after = copy.copy(game)
            if word == "rotate":
                after.rotate()
            else:
                after.shift(*{"left": (0, -1), "right": (0, 1), "down": (1, 0)}[word])
            return after

        words = ("left", "right", "rotate", "down")
        locked = set()
        for game in reached(start, words, play, lambda game: (tuple(game.cells), game.form)):
            while game.shift(1, 0):
                pass
            if frozenset(game.cells) in locked:
                continue
            locked.add(frozenset(game.cells))
            after = copy.copy(self)
            after.game, after.pieces = copy.copy(game), self.pieces[1:]
            after.game.board = [row[:] for row in game.board]
            after.game.lock()
            filled = tuple(tuple(cell != "." for cell in row) for row in after.game.board)
            if self.problem["goal"] == CLEAR:
                yield (filled, len(after.pieces)), not any(map(any, filled)), after
            else:
                met = after.game.lines >= self.problem["least"]
                yield (filled, len(after.pieces), after.game.lines), met, after


class Blocks18:
    """Biquadris."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        self.blocks = list(problem["pieces"])
        self.player = biquadris.Player("I", 0, 0)
        self.player.board = [[None if cell == "." else (cell, 0) for cell in row] for row in problem["rows"]]

    def turns(self) -> Iterator[Turn]:
        if not self.blocks:
            return
        start = copy.copy(self.player)
        start.block = biquadris.Block(self.blocks[0], False)
        if not start.room(start.block):
            return

        def play(player: Any, word: str) -> Any:
            after = copy.copy(player)
            block = player.block
            if word in ("clockwise", "counterclockwise"):
                after.attempt(block.turned(word == "clockwise"))
            else:
                after.attempt(block.moved(*{"left": (0, -1), "right": (0, 1), "down": (1, 0)}[word]))
            return after

        words = ("left", "right", "down", "clockwise", "counterclockwise")
        locked = set()
        for player in reached(start, words, play, lambda player: frozenset(player.block.cells())):
            while player.attempt(player.block.moved(1, 0)):
                pass
            cells = frozenset(player.block.cells())
            if cells in locked:
                continue
            locked.add(cells)
            after = copy.copy(self)
            after.player, after.blocks = copy.copy(player), self.blocks[1:]
            after.player.board = [row[:] for row in player.board]
            after.player.fill(player.block.letter, cells)
            rows = after.player.clear()
            filled = tuple(tuple(cell is not None for cell in row) for row in after.player.board)
            yield (filled, len(after.blocks)), rows >= self.problem["least"], after


class Balls:
    """Lines."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.board = [[".1234567".index(ball) for ball in row] for row in problem["rows"]]

    def turns(self) -> Iterator[Turn]:
        cells = [(row, column) for row in range(lines98.SIZE) for column in range(lines98.SIZE)]
        game = lines98.Game("line", 0)
        for start in cells:
            game.board = self.board
            if not game.at(start):
                continue
            ends, waiting = [], [start]
            for row, column in waiting:
                for down, right in lines98.SIDES:
                    cell = (row + down, column + right)
                    if cell not in ends and game.at(cell) == 0:
                        ends.append(cell)
                        waiting.append(cell)
            for end in ends:
                game.board = [row[:] for row in self.board]
                game.board[end[0]][end[1]] = game.at(start)
                game.board[start[0]][start[1]] = 0
                game.vanish(end)
                after = copy.copy(self)
                after.board = game.board
                yield tuple(map(tuple, game.board)), not any(map(any, game.board)), after


class Boxes:
    """Push and Clear."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.problem = problem
        size = len(problem["rows"])
        self.game = push_clear.Game(size, Generator(0))
        kinds = {letter: kind for kind, letter in push_clear.LETTERS.items()}
        self.game.board = [kinds[problem["rows"][y][x]] for x in range(size) for y in range(size)]
        at = self.game.board.index(push_clear.PLAYER)
        self.game.playerX, self.game.playerY = at // size, at % size
        self.game.totalPoint = 0

    def turns(self) -> Iterator[Turn]:
        for dx, dy in push_clear.DIRECTIONS.values():
            after = copy.deepcopy(self)
            if not after.game.move(dx, dy, True):
                continue
            board = tuple(after.game.board)
            if self.problem["goal"] == CLEAR:
                yield board, not {push_clear.NORMAL_BLOCK, push_clear.POINT} & set(board), after
            else:
                points = after.game.totalPoint
                yield (board, points), points >= self.problem["least"], after


GAMES: dict[str, Any] = {
    "push-clear": Boxes,
    "chain": Blocks,
    "nineteen": Pieces,
    "lines98": Balls,
    "biquadris": Blocks18,
    "duel": Blocks,
}
