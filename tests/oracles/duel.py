"""A second Duel, written from section 6 of docs/rules.md alone, on the fields of the second Chain.

It imports nothing from the game.
"""

from __future__ import annotations

from typing import Any

from tests.oracles.chain import COLUMNS, DOWN, EMPTY, GARBAGE, ROWS, Field, Pairs
from tests.oracles.common import Generator, printed

MOST_FALLING = 30
WORDS = ("left", "right", "cw", "ccw", "down", "drop", "quit")


def rate_of(number: int) -> int:
    """Returns how many points make a block of garbage during a player's pair `number`, counted from 1."""
    rate = 70
    first = 65
    while number >= first:
        rate = max(1, rate * 3 // 4)
        first += 16
    return rate


class Player(Field):
    def __init__(self, seat: int, seed: int, pairs: Pairs) -> None:
        super().__init__()
        self.pairs, self.generator = pairs, Generator(seed + seat + 1)
        self.remainder = 0
        self.pending = 0
        self.number = 0
        self.next_pair()

    def next_pair(self) -> bool:
        """Puts the next pair into play; returns whether it has room."""
        if not self.appear(self.pairs[self.number]):
            return False
        self.number += 1
        return True

    def receive(self) -> None:
        """Drops pending garbage, at most thirty blocks."""
        count = min(MOST_FALLING, self.pending)
        self.pending -= count
        in_column = [count // COLUMNS] * COLUMNS
        columns = list(range(COLUMNS))
        for i in range(count % COLUMNS):
            j = i + self.generator.next(COLUMNS - i)
            columns[i], columns[j] = columns[j], columns[i]
            in_column[columns[i]] += 1
        for column in range(COLUMNS):
            row = ROWS - 1
            while row >= 0 and self.field[row][column] != EMPTY:
                row -= 1
            for _ in range(in_column[column]):
                if row >= 0:
                    self.field[row][column] = GARBAGE
                    row -= 1


class Game:
    def __init__(self, colours: int, seed: int) -> None:
        self.pairs = Pairs(colours, seed)
        self.players = [Player(seat, seed, self.pairs) for seat in (0, 1)]
        self.turn = 0
        self.chain = 0
        self.over = False
        self.winner = 0

    def play(self, word: str) -> bool:
        if self.over or word not in WORDS:
            return word in WORDS
        player = self.players[self.turn]
        if word == "quit":
            self.quit()
        elif not player.steer(word):
            fallen = player.shift(DOWN)
            if word == "drop":
                while player.shift(DOWN):
                    pass
            if word == "drop" or not fallen:
                self.lock()
        return True

    def lock(self) -> None:
        player = self.players[self.turn]
        opponent = self.players[1 - self.turn]
        points = player.lock() + player.remainder
        self.chain = player.chain
        rate = rate_of(player.number)
        sent = points // rate
        player.remainder = points % rate
        cancelled = min(sent, player.pending)
        player.pending -= cancelled
        opponent.pending += sent - cancelled
        if self.chain == 0 and player.pending > 0:
            player.receive()
        if player.next_pair():
            self.turn = 1 - self.turn
        else:
            self.over = True
            self.winner = 2 - self.turn

    def quit(self) -> None:
        self.over = True
        first, second = self.players[0].score, self.players[1].score
        if first > second:
            self.winner = 1
        elif second > first:
            self.winner = 2

    def state(self) -> dict[str, Any]:
        return {
            "game": "duel",
            "rows": [player.rows(not self.over) for player in self.players],
            "score": [player.score for player in self.players],
            "over": self.over,
            "pending": [player.pending for player in self.players],
            "next": [["".join(self.pairs[player.number + i]) for i in (0, 1)] for player in self.players],
            "chain": self.chain,
            "turn": self.turn + 1,
            "winner": self.winner,
        }


def run(
    options: dict[str, Any], seed: int | None, words: list[str], files: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    return printed(lambda: Game(options.get("colours", 4), seed or 0), words)
