"""One player's side of Biquadris: the board, the block in play, and what comes after it.

From the document "CS246 Final Project, Demo" by Haoqi Zhang and Shengkang Zhang, "Rules of Game" and
"Available Level".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game import rng
from game.contract import (
    Appeared,
    Cell,
    Changed,
    Event,
    Locked,
    Marks,
    Moved,
)
from game.kernel import Cells, Counts, Mask, clear_rows, free, frozen, full_rows, rest
from game.pieces import FORMS, Offsets, height
from game.rules.falling import cleared, moved

ROWS, COLUMNS = 18, 11
LETTERS = ".IJLOSZT*"
STAR = "*"

APPEARS: Cell = (3, 0)
"""The lower left corner of a block's bounding box when it appears."""

DROP_FROM: Cell = (0, 5)
"""Where a `*` starts falling."""
PLACED_A_STAR = 5
"""How many blocks are placed without clearing a row before a `*` falls."""

FILE_LEVEL = 0
HEAVY_LEVEL = 3
STAR_LEVEL = 4
DRAWN_BLOCKS = {1: "SZIIJJLLOOTT", 2: "IJLOSZT", 3: "SSZZIJLOT", 4: "SSZZIJLOT"}
"""The blocks that the random numbers stand for, by level."""

STEPS = {"left": (0, -1), "right": (0, 1), "down": (1, 0)}
QUARTERS = {"clockwise": 1, "counterclockwise": -1}

Numbers = NDArray[np.int32]
Events = tuple[Event, ...]


# Blocks.


def _from_lower_left(form: Offsets) -> Offsets:
    """Returns the cells of a form, relative to the lower left corner of its bounding box."""
    return tuple((row + 1 - height(form), column) for row, column in form)


OFFSETS = {letter: tuple(map(_from_lower_left, forms)) for letter, forms in FORMS.items()}


class Block(NamedTuple):
    """A block in play; `row` and `column` are the lower left corner of its bounding box."""

    letter: str
    heavy: bool
    row: int = APPEARS[0]
    column: int = APPEARS[1]
    turn: int = 0
    """How many quarter turns clockwise from its first orientation."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        offsets = OFFSETS[self.letter][self.turn]
        return tuple((self.row + row, self.column + column) for row, column in offsets)

    def lowered(self, rows: int) -> Block:
        return self._replace(row=self.row + rows)

    def after(self, name: str) -> Block:
        """Returns the block after one step or quarter turn, whether or not there is room."""
        if name in STEPS:
            rows, columns = STEPS[name]
            return self._replace(row=self.row + rows, column=self.column + columns)
        return self._replace(turn=(self.turn + QUARTERS[name]) % len(OFFSETS[self.letter]))


class Coming(NamedTuple):
    """A block that has been drawn but is not in play yet; drawing it decides whether it is heavy."""

    letter: str
    heavy: bool


# The rule, on boards (..., 18, 11), one or thousands: cells int8 (indices of LETTERS, 0 for empty) and, of the same
# shape, the numbers of the blocks that the cells belong to (int32, 0 for empty).


def land(cells: Cells, numbers: Numbers, where: tuple[Cell, ...], letter: str) -> tuple[Cells, Numbers, Counts]:
    """Drops and locks a block from these cells, which have room: boards and numbers after it, and how far it fell
    (...). Its number is above all others on its board."""
    distance = rest(cells != 0, where)
    number = numbers.max(axis=(-1, -2)) + 1
    cells, numbers = np.array(cells), np.array(numbers)
    every_row = np.arange(ROWS)
    for row, column in where:
        here = every_row == np.asarray(distance + row)[..., None]
        cells[..., column][here] = LETTERS.index(letter)
        numbers[..., column] = np.where(here, np.asarray(number)[..., None], numbers[..., column])
    return cells, numbers, distance


def clear(cells: Cells, numbers: Numbers) -> tuple[Cells, Numbers, Counts, Counts]:
    """Returns boards and numbers without full rows, how many rows were cleared, and how many blocks lost their last
    cell, these two (...).
    """
    kept, rows = clear_rows(cells)
    kept_numbers, blocks = clear_blocks(numbers)
    return kept, kept_numbers, rows, blocks


def clear_blocks(numbers: Numbers) -> tuple[Numbers, Counts]:
    """Returns numbers without full rows, and how many blocks lost their last cell (...)."""
    kept, _rows = clear_rows(numbers)
    most = int(numbers.max(initial=0))
    lost = _present(numbers, most) & ~_present(kept, most)
    return kept, lost[..., 1:].sum(axis=-1)


def _present(numbers: Numbers, most: int) -> Mask:
    """Returns which numbers from 0 to the largest occur on each board (..., largest + 1)."""
    flat = numbers.reshape(*numbers.shape[:-2], ROWS * COLUMNS)
    present = np.zeros((*flat.shape[:-1], most + 1), np.bool_)
    np.put_along_axis(present, flat.astype(np.int64), True, axis=-1)
    return present


def points(rows: Any, blocks: Any, level: Any) -> Any:
    """Returns the score for clearing rows and whole blocks at a level; takes numbers, or arrays of one shape."""
    return (rows + level) ** 2 * (rows > 0) + (blocks + level) ** 2 * (blocks > 0)


# One player.


@dataclass(frozen=True, eq=False)
class Player:
    """A player's side of a position."""

    seat: int
    """0 or 1."""
    cells: Cells
    numbers: Numbers
    block: Block
    coming: Coming
    score: int
    level: int
    placed: int
    """Blocks placed since a row was last cleared, or since reaching STAR_LEVEL; 0 at other levels."""
    blind: bool
    made_heavy: bool
    """Whether the other player chose `heavy`."""
    random: rng.Random
    script: str
    """The blocks of level 0, repeated; `line` is the current position in them."""
    line: int
    file: str
    """Blocks used instead of random ones, empty for random ones; `file_line` is the current position in them."""
    file_line: int


def seated(seat: int, level: int, script: str, seed: int) -> Player:
    """Returns a player at the start, with two blocks drawn."""
    cells = frozen(np.zeros((ROWS, COLUMNS), np.int8))
    numbers = frozen(np.zeros((ROWS, COLUMNS), np.int32))
    nothing = Coming("", False)
    empty = Player(
        seat, cells, numbers, Block(*nothing), nothing,
        score=0, level=level, placed=0, blind=False, made_heavy=False,
        random=rng.standard(seed), script=script, line=0, file="", file_line=0,
    )  # fmt: skip
    return _next_block(_next_block(empty))


def alike(one: Player, other: Player) -> bool:
    """Returns whether two players are equal in every field."""
    for key, a in vars(one).items():
        b = vars(other)[key]
        if a is not b and not (np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b):
            return False
    return True


def _next_block(player: Player) -> Player:
    """Brings the next block into play and draws another one."""
    block = Block(*player.coming)
    heavy = player.level >= HEAVY_LEVEL
    if player.level == FILE_LEVEL:
        coming, line = Coming(player.script[player.line], heavy), (player.line + 1) % len(player.script)
        return replace(player, block=block, coming=coming, line=line)
    if heavy and player.file:
        coming, line = Coming(player.file[player.file_line], heavy), (player.file_line + 1) % len(player.file)
        return replace(player, block=block, coming=coming, file_line=line)
    drawn_from = DRAWN_BLOCKS[player.level]
    number, random = player.random.next(len(drawn_from))
    return replace(player, block=block, coming=Coming(drawn_from[number], heavy), random=random)


def marks(block: Block) -> Marks:
    return tuple((block.letter, cell) for cell in block.cells)


def steered(cells: Cells, block: Block, name: str, count: int) -> Block:
    """Returns a block after `count` steps or quarter turns, as far as there is room, ignoring its weight."""
    if name in QUARTERS:
        count = min(count, 4 + count % 4)  # four quarter turns with room give the same block
    for _ in range(count):
        goal = block.after(name)
        if not free(cells, goal.cells):
            break
        block = goal
    return block


def move(player: Player, name: str, count: int) -> tuple[Player, Events, bool]:
    """Steers the block `count` times, then lets it sink if it is heavy; also returns whether it must drop."""
    if count == 0:
        return player, (), False
    cells = player.cells
    path = [player.block, steered(cells, player.block, name, count)]
    if path[-1].heavy:
        path.append(steered(cells, path[-1], "down", 1))
    forced = False
    if player.made_heavy and name in ("left", "right"):
        low = steered(cells, path[-1], "down", 2)
        forced = low != path[-1].lowered(2)
        if not forced:
            path.append(low)
    if path[-1] == player.block:
        return player, (), forced
    return replace(player, block=path[-1]), _moved(player.seat, *path), forced


def _moved(seat: int, *path: Block) -> Events:
    """Returns the events of a block that moves through these places."""
    return tuple(moved(end.letter, start.cells, end.cells, seat) for start, end in pairwise(path) if start != end)


def replace_block(player: Player, block: Block) -> tuple[Player, Events]:
    """Replaces the block in play."""
    new = set(block.cells)
    gone: Marks = tuple((LETTERS[0], cell) for cell in player.block.cells if cell not in new)
    return replace(player, block=block), (Changed(gone + marks(block), player.seat),)


def replaced(player: Player, letter: str) -> Block:
    """Returns the replacement for the block in play: another block with the same corner, in its first orientation."""
    return Block(letter, player.level >= HEAVY_LEVEL, player.block.row, player.block.column)


def at_level(player: Player, level: int) -> Player:
    """Moves the player to another level; the block shown as next stays."""
    return replace(player, level=level, placed=0)


class Dropped(NamedTuple):
    """The result of a drop."""

    player: Player
    rows: int
    room: bool
    """Whether the next block has room to appear."""
    events: Events


def drop(player: Player) -> Dropped:
    """Drops and locks the block, clears and scores full rows, may drop a `*`, and brings in the next block."""
    after, rows, events = _settled(player, player.block.cells, player.block.letter)
    placed = after.placed + 1 if after.level == STAR_LEVEL and not rows else 0
    if placed and placed % PLACED_A_STAR == 0 and free(after.cells, (DROP_FROM,)):
        events += (Appeared(((STAR, DROP_FROM),), player.seat),)
        after, star_rows, star_events = _settled(after, (DROP_FROM,), STAR)
        events += star_events
        placed = 0 if star_rows else placed
    after = _next_block(replace(after, placed=placed, blind=False, made_heavy=False))
    room = bool(free(after.cells, after.block.cells))
    if room:
        events += (Appeared(marks(after.block), player.seat),)
    return Dropped(after, rows, room, events)


def _settled(player: Player, where: tuple[Cell, ...], letter: str) -> tuple[Player, int, Events]:
    """Drops and locks a block from these cells, then clears and scores full rows; also returns how many rows."""
    cells, numbers, distance = land(player.cells, player.numbers, where, letter)
    down = int(distance)
    steps = tuple((letter, (row, column), (row + down, column)) for row, column in where)
    events: Events = (Moved(steps, player.seat),) if down else ()
    events += (Locked(tuple((letter, end) for _letter, _start, end in steps), player.seat),)
    score, gone = player.score, 0
    if full_rows(cells != 0).any():
        locked = cells
        cells, numbers, rows, whole = clear(locked, numbers)
        gone = int(rows)
        scored, sums = int(points(gone, int(whole), player.level)), (gone, int(whole))
        arithmetic = " + ".join(f"({number} + {player.level})²" for number in sums if number)
        events += cleared(locked, LETTERS, scored, arithmetic, player.seat)
        score += scored
    return replace(player, cells=frozen(cells), numbers=frozen(numbers), score=score), gone, events
