"""Placements of a block in Biquadris: rotate, move sideways, drop, all with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from game.bots.search.rows import RowBits, ShapePlacements, has_room
from game.bots.types import Words
from game.contract import Cell
from game.kernel import Mask
from game.rules.biquadris_player import COLUMNS, OFFSETS, Block, Coming, Player, move, seated

TURNS: tuple[tuple[str, int] | None, ...] = (None, ("clockwise", 1), ("counterclockwise", 1), ("clockwise", 2))
"""One command each: at heavy levels a command sinks the block by one row, however high its count."""


class Placement(NamedTuple):
    """Commands that move a block to a place and drop it there."""

    words: Words
    block: Block
    """The cells it drops from."""


def placements(player: Player) -> list[Placement]:
    """Returns every place that the block in play can reach in this way, by the fewest commands."""
    found: dict[Block, Words] = {}
    for words, at, forced in _paths(player):
        # A forced drop ends the turn; another drop would be the opponent's.
        whole = words if forced else (*words, "drop")
        if at.block not in found or len(whole) < len(found[at.block]):
            found[at.block] = whole
    return [Placement(words, block) for block, words in found.items()]


def _paths(player: Player) -> Iterator[tuple[Words, Player, bool]]:
    """Yields each rotation, then each number of columns to each side: its words, the player after them, and whether the
    drop was forced.
    """
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
                moved, _events, forced = move(at, side, count)
                if moved.block.column == column:
                    break
                yield (*words, _counted(side, count)), moved, forced
                column = moved.block.column


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{count}{name}"


@cache
def shape_of(letter: str, heavy: bool) -> ShapePlacements:
    """Returns the placements of a block with room all around; obstacles never shorten the path to a placement."""
    player = replace(seated(0, 0, letter, 0), block=Block(*Coming(letter, heavy)))
    found = placements(player)
    return ShapePlacements.of(
        [placement.block.cells for placement in found], [_path(player.block, each.words) for each in found]
    )


def _path(at: Block, words: Words) -> list[Cell]:
    """Returns the cells that must be free for these commands, which end with a drop."""
    passed = list(at.cells)
    for word in words[:-1]:
        name = word.lstrip("0123456789")
        # Step by step; a heavy block sinks only after the whole command.
        for _ in range(int(word.removesuffix(name) or "1")):
            at = at.after(name)
            passed += at.cells
        if at.heavy:
            at = at.lowered(1)
            passed += at.cells
    return passed


def room_for(rows: RowBits, letter: str) -> Mask:
    """Returns whether a block has room to appear on boards (rows, n), (n,)."""
    return has_room(rows, ShapePlacements.of([Block(letter, False).cells]).stamp)
