"""Draws one board on a canvas: only the cells that changed, and things in motion over them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import Any

from game.contract import Board, Cell, Symbol
from game.web.motion import Phase
from game.web.sprites import Look, Sprites

Marked = Mapping[Cell, frozenset[str]]
"""What is marked on which cell."""

SMALLEST_CELL = 6
LARGEST_CELL = 256


class Painter:
    """One canvas. `show` is the only way to say what is on it; everything else follows from that."""

    def __init__(self, canvas: Any, symbols: Mapping[str, Symbol], shapes: bool = True) -> None:
        self.canvas = canvas
        self.shapes = shapes
        self._symbols = symbols
        self._pen = canvas.getContext("2d", alpha=False)
        self._copy = self._pen.drawImage
        self._sprites: Sprites | None = None
        self._shape = (0, 0)
        self._wanted: list[list[Look]] = []
        self._grid: Sequence[Sequence[Look]] = []
        self._shown: dict[Cell, Look] = {}
        self._soiled: set[Cell] = set()
        self.board: Board | None = None
        """What is shown, or will be when nothing moves any more."""
        self._hidden = 0
        self._queue: deque[Phase] = deque()
        self._phase: Phase | None = None
        self._began = 0.0
        self._ratio = 1.0

    @property
    def moving(self) -> bool:
        """Whether pictures are still to come."""
        return bool(self._queue) or self._phase is not None

    @property
    def cell(self) -> float:
        """A cell's side in CSS pixels."""
        return self._sprites.size / self._ratio if self._sprites else 1

    def fit(self, width: float, height: float, ratio: float, rows: int, columns: int) -> None:
        """Makes the board as large as fits into width × height CSS pixels, in whole device pixels a cell."""
        size = floor(min(width * ratio / columns, height * ratio / rows, LARGEST_CELL * ratio))
        size = max(size, SMALLEST_CELL)
        self._shape, self._ratio = (rows, columns), ratio
        canvas = self.canvas
        if canvas.width != size * columns or canvas.height != size * rows:
            canvas.width, canvas.height = size * columns, size * rows
        canvas.style.width, canvas.style.height = f"{size * columns / ratio}px", f"{size * rows / ratio}px"
        self._sprites = Sprites(self._symbols, size, canvas, self.shapes)
        self._shown.clear()
        self._soiled.clear()
        self._paint_still()

    def show(self, board: Board, phases: Iterable[Phase] = (), marks: Marked | None = None) -> None:
        """The board is now this; the phases lead there. What was still moving is over at once."""
        self.board, self._hidden = board, board.hidden
        self._wanted = looks(board, marks or {})
        self._queue = deque(phases)
        self._phase = None
        if not self._queue:
            self._paint_still()

    def frame(self, now: float) -> bool:
        """Draws the picture of this moment (milliseconds) → whether another is to come."""
        while True:
            if self._phase is None:
                if not self._queue:
                    return False
                self._phase, self._began = self._queue.popleft(), now
                self._paint(rows_as_looks(self._phase.rows, self._hidden, self._phase.flash))
            share = (now - self._began) / max(self._phase.milliseconds, 1)
            if share < 1:
                self._paint_moving(self._phase, share)
                return True
            self._began += self._phase.milliseconds
            self._phase = None
            if not self._queue:
                self._paint_still()
                return False

    def at(self, x: float, y: float) -> Cell | None:
        """A place on the canvas in CSS pixels → the cell there."""
        row, column = int(y // self.cell), int(x // self.cell)
        inside = 0 <= row < self._shape[0] and 0 <= column < self._shape[1]
        return (row, column) if inside else None

    def _paint_still(self) -> None:
        if self._sprites and self._wanted:
            self._paint(self._wanted)

    def _paint(self, grid: Sequence[Sequence[Look]]) -> None:
        """Copies the picture of every cell that does not show what it should; the grid stays the still board."""
        sprites, shown = self._sprites, self._shown
        if sprites is None:
            return
        self._clean()
        self._grid = grid
        for row, line in enumerate(grid):
            for column, look in enumerate(line):
                if shown.get((row, column)) != look:
                    self._copy(sprites.cell(look), column * sprites.size, row * sprites.size)
                    shown[row, column] = look

    def _paint_moving(self, phase: Phase, share: float) -> None:
        """The still board where something moved over it last, then what moves."""
        sprites = self._sprites
        if sprites is None:
            return
        self._clean()
        size, pen = sprites.size, self._pen
        for sprite in phase.sprites:
            row, column, scale, alpha = sprite.at(share)
            side = size * scale
            x, y = (column + 0.5) * size - side / 2, (row + 0.5) * size - side / 2
            if alpha < 1:
                pen.globalAlpha = alpha
            if scale == 1:
                self._copy(sprites.thing(sprite.symbol), x, y)
            else:
                self._copy(sprites.thing(sprite.symbol), x, y, side, side)
            if alpha < 1:
                pen.globalAlpha = 1
            self._soil(x / size, y / size, side / size)

    def _soil(self, column: float, row: float, side: float) -> None:
        """Notes the cells under a thing drawn over them."""
        rows, columns = self._shape
        for r in range(max(0, floor(row)), min(rows, ceil(row + side))):
            for c in range(max(0, floor(column)), min(columns, ceil(column + side))):
                self._soiled.add((r, c))

    def _clean(self) -> None:
        """Paints the still board anew where something was drawn over it."""
        sprites = self._sprites
        if sprites and self._soiled:
            for row, column in self._soiled:
                self._copy(sprites.cell(self._grid[row][column]), column * sprites.size, row * sprites.size)
            self._soiled.clear()


def looks(board: Board, marks: Marked) -> list[list[Look]]:
    """A board → what is to be seen on each cell."""
    ghost = {cell: symbol for symbol, cell in board.ghost}
    coming = {cell: symbol for symbol, cell in board.coming}
    outside = frozenset({"outside"})
    plain = frozenset[str]()
    return [
        [
            Look(
                symbol,
                ghost.get((r, c), "") if symbol == "." else "",
                coming.get((r, c), "") if symbol == "." else "",
                marks.get((r, c), plain) | (outside if r < board.hidden else plain),
            )
            for c, symbol in enumerate(row)
        ]
        for r, row in enumerate(board.rows)
    ]


def rows_as_looks(rows: Sequence[str], hidden: int, flash: frozenset[Cell]) -> list[list[Look]]:
    """The still board of a phase → what is to be seen on each cell."""
    plain, outside = frozenset[str](), frozenset({"outside"})
    return [
        [
            Look(symbol, marks=(outside if r < hidden else plain) | (FLASH if (r, c) in flash else plain))
            for c, symbol in enumerate(row)
        ]
        for r, row in enumerate(rows)
    ]


FLASH = frozenset({"flash"})
