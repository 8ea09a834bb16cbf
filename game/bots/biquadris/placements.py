"""Placements of a block in Biquadris: rotate, move sideways, drop, all with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.contract import Cell
from game.kernel import Cells
from game.rules.biquadris_player import (
    COLUMNS,
    OFFSETS,
    ROWS,
    Block,
    Coming,
    Player,
    free,
    move,
    seated,
)

Words = tuple[str, ...]

TURNS: tuple[tuple[str, int] | None, ...] = (None, ("clockwise", 1), ("counterclockwise", 1), ("clockwise", 2))
"""One command each: at heavy levels a command sinks the block by one row, however high its count."""


class Placement(NamedTuple):
    """Commands that move a block to a place and drop it there."""

    words: Words
    block: Block
    """The cells it drops from."""


class Table(NamedTuple):
    """The placements of a block that has just appeared on an empty board."""

    words: tuple[Words, ...]
    places: tuple[tuple[Cell, ...], ...]
    passed: NDArray[np.float32]
    """The cells that each placement passes through and that must be free (cells of a board, placements)."""


def placements(player: Player) -> list[Placement]:
    """Every place that the block in play can reach in this way, by the fewest commands."""
    found: dict[Block, Words] = {}
    for words, at, forced in _paths(player):
        # A forced drop ends the turn; another drop would be the opponent's.
        whole = words if forced else (*words, "drop")
        if at.block not in found or len(whole) < len(found[at.block]):
            found[at.block] = whole
    return [Placement(words, block) for block, words in found.items()]


def _paths(player: Player) -> Iterator[tuple[Words, Player, bool]]:
    """Each rotation, then each number of columns to each side: its words, the player after them, and whether the drop
    was forced."""
    for turn in TURNS[: len(OFFSETS[player.block.letter])]:
        words: Words = ()
        at, forced = player, False
        if turn is not None:
            at, _events, forced = move(player, *turn)
            if at.block.turn == player.block.turn:
                continue
            words = (_counted(*turn),)
        yield words, at, forced
        for side in ("left", "right"):
            column = at.block.column
            for count in range(1, COLUMNS):
                there, _events, forced = move(at, side, count)
                if there.block.column == column:
                    break
                yield (*words, _counted(side, count)), there, forced
                column = there.block.column


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{count}{name}"


@cache
def table(letter: str, heavy: bool) -> Table:
    """The placements of a block that appears with room all around; obstacles never shorten the path to a placement."""
    empty = replace(seated(0, 0, letter, 0), block=Block(*Coming(letter, heavy)))
    found = placements(empty)
    passed = np.zeros((len(found), ROWS, COLUMNS), np.float32)
    for number, placement in enumerate(found):
        at = empty.block
        for word in placement.words[:-1]:
            name = word.lstrip("0123456789")
            # Step by step; a heavy block sinks only after the whole command.
            for _ in range(int(word.removesuffix(name) or "1")):
                _mark(passed[number], at)
                at = at.after(name)
            if heavy:
                _mark(passed[number], at)
                at = at.lowered(1)
        _mark(passed[number], at)
        assert at == placement.block
    cells = np.ascontiguousarray(passed.reshape(len(found), -1).T)
    return Table(
        tuple(placement.words for placement in found), tuple(placement.block.cells for placement in found), cells
    )


def _mark(passed: NDArray[np.float32], block: Block) -> None:
    for cell in block.cells:
        passed[cell] = 1


def open_placements(boards: Cells, letter: str, heavy: bool) -> NDArray[np.bool_]:
    """Boards (n, rows, columns) → which placements of the block's table are possible (placements, n)."""
    filled = (boards != 0).reshape(len(boards), -1).astype(np.float32)
    return (filled @ table(letter, heavy).passed == 0).T


def room_for(boards: Cells, letter: str) -> NDArray[np.bool_]:
    """Boards → whether a block has room to appear (...)."""
    return np.asarray(free(boards, Block(letter, False).cells))
