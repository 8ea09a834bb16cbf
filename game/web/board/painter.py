"""Draws one board on a canvas: only the cells that changed, and sprites moving over them."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from js import Float32Array, Int16Array, window

from game.contract import EMPTY, Board, Cell, Event, Marks, Symbol
from game.effects.animation import Phase, announced
from game.geometry import LARGEST_CELL, SMALLEST_CELL, Geometry, Point, direction
from game.slices import sooner
from game.web.board.sprites import SHUT, CellLook, Sprites, sprites_of

Marked = Mapping[Cell, frozenset[str]]
"""The marks on each cell."""
Overlay = tuple[str, str, frozenset[str], str]
"""The overlays of a cell, besides its symbol: the ghost, coming symbols, marks, and a player's eyes."""


class Painter:
    """One canvas, whose content is set only by `show`.

    The painter lists what to copy where; static/boot/drawing.js does the copying, with one call into JavaScript for
    each list, and one for a whole motion.
    """

    def __init__(
        self,
        canvas: Any,
        symbols: Mapping[str, Symbol],
        *,
        shapes: bool = True,
        cue: Callable[[Sequence[Event]], None] = lambda _events: None,
    ) -> None:
        """`cue` is called with the events of a phase when it begins."""
        self.canvas = canvas
        self._cue = cue
        self.shapes = shapes
        self._symbols = symbols
        self._copier = window.kesuCopier.new(canvas.getContext("2d", alpha=False))
        self._copy_cells = self._copier.cells
        self._sprites: Sprites | None = None
        self._geometry = Geometry(0, 0)
        """The size of the board and its cells, in device pixels."""
        self._shown: Sequence[str] = ()
        self._overlays: dict[Cell, Overlay] = {}
        self._cells: Any = None
        self._dirty = False
        """Whether sprites were drawn over the still board."""
        self.board: Board | None = None
        """The board shown, now or when all motion has ended."""
        self._wanted: dict[Cell, Overlay] = {}
        self._coming: Marks = ()
        """Marks that were coming before the last move, shown until they appear."""
        self._queue: deque[Phase] = deque()
        self._phase: Phase | None = None
        self._began = 0.0
        self._ratio = 1.0
        self._player_symbols = [letter for letter, symbol in symbols.items() if symbol.form == "player"]
        self._gaze = ""
        """The direction in which the player last moved."""
        self._asleep = self._blinking = False

    @property
    def has_eyes(self) -> bool:
        """Whether the board has a player, who blinks."""
        return bool(self._player_symbols)

    def blink(self, *, shut: bool) -> None:
        """Shuts or opens the player's eyes, unless something is moving."""
        self._blinking = shut
        if not self.moving:
            self._paint_still()

    @property
    def player(self) -> Cell | None:
        """The cell of the player on the board, who is there once all motion has ended."""
        return self._player_cell(self.board) if self._player_symbols else None

    @property
    def moving(self) -> bool:
        """Whether motion is still to come."""
        return bool(self._queue) or self._phase is not None

    @property
    def cell(self) -> float:
        """A cell's side in CSS pixels."""
        return self._geometry.side / self._ratio

    @property
    def size(self) -> tuple[float, float]:
        """The canvas's width and height in CSS pixels."""
        return self._geometry.width / self._ratio, self._geometry.height / self._ratio

    def fit(self, rows: Sequence[str], width: float, height: float) -> None:
        """Makes a board of these rows as large as fits into width × height CSS pixels, in whole device pixels."""
        ratio, canvas = float(window.devicePixelRatio or 1), self.canvas
        geometry = Geometry.of(rows).within(width * ratio, height * ratio, LARGEST_CELL * ratio)
        geometry = replace(geometry, side=max(int(geometry.side), SMALLEST_CELL))
        pictures = sprites_of(self._symbols, int(geometry.side), canvas, shapes=self.shapes)
        if pictures is self._sprites and (geometry, ratio) == (self._geometry, self._ratio):
            return
        if canvas.width != geometry.width or canvas.height != geometry.height:
            canvas.width, canvas.height = geometry.width, geometry.height
        canvas.style.width, canvas.style.height = f"{geometry.width / ratio}px", f"{geometry.height / ratio}px"
        self._cells = Int16Array.new(2 * geometry.rows * geometry.columns)
        self._geometry, self._ratio = geometry, ratio
        self._sprites = pictures
        self._copier.fit(geometry.side, geometry.columns, pictures.pictures)
        self._invalidate()
        phase = self._phase or (self._queue[0] if self._queue else None)
        if phase:
            self._paint_phase(phase)
        else:
            self._paint_still()
        if self._phase:
            self._move(self._phase)

    def show(
        self, board: Board, phases: Iterable[Phase] = (), marks: Marked | None = None, *, asleep: bool = False
    ) -> None:
        """Shows this board after these phases. Ends any earlier motion at once. At the end of a game, a player who
        cannot move any more is shown `asleep`.
        """
        if self.board is None or self.board.hidden != board.hidden:
            self._invalidate()
        queue = deque(phases)
        self._coming = self.board.coming if self.board and queue else ()
        if self._player_symbols:
            self._gaze = gaze(self._player_cell(self.board), self._player_cell(board)) or self._gaze
            self._asleep, self._blinking = asleep, False
        self.board = board
        self._wanted = overlays(board, marks or {})
        self._queue = queue
        self._phase = None
        if not self._queue:
            self._paint_still()

    def rest(self) -> list[Event]:
        """Drops the queued phases. Returns their events."""
        events = [event for phase in self._queue for event in phase.cues]
        if self._queue and self._phase is None:
            self._paint_still()
        self._queue.clear()
        return events

    def animate(self, now: float) -> float | None:
        """Begins the phase that is due. Returns the milliseconds until the next, or None if nothing moves."""
        while True:
            if self._phase is None:
                if not self._queue:
                    return None
                phase = self._phase = self._queue.popleft()
                self._began = now
                self._paint_phase(phase)
                if phase.cues:
                    self._cue(phase.cues)
                if self._phase is not phase:
                    continue  # the cue showed something else
                self._move(phase)
            left = self._began + max(self._phase.milliseconds, 1) - now
            if left > 0:
                return left
            self._phase = None
            if not self._queue:
                self._paint_still()
                return None

    def picture(self, symbol: str) -> Any:
        """Returns a symbol alone, as a canvas of a cell's size."""
        assert self._sprites
        return self._sprites.thing_picture(symbol)

    def form(self, symbol: str) -> str:
        """Returns the form of a symbol."""
        return self._symbols[symbol].form

    def at(self, x: float, y: float) -> Cell | None:
        """Returns the cell at a place on the canvas (CSS pixels), if any."""
        return self._geometry.at(x * self._ratio, y * self._ratio)

    def middle(self, cell: Cell) -> Point:
        """Returns the middle of a cell on the canvas (CSS pixels)."""
        x, y = self._geometry.middle(cell)
        return x / self._ratio, y / self._ratio

    def _invalidate(self) -> None:
        """Invalidates the whole canvas."""
        self._shown, self._overlays = ["\0" * self._geometry.columns] * self._geometry.rows, {}

    def _player_cell(self, board: Board | None) -> Cell | None:
        """Returns the player's cell."""
        rows = board.rows if board else ()
        return next(((r, row.index(s)) for r, row in enumerate(rows) for s in self._player_symbols if s in row), None)

    def _paint_still(self) -> None:
        if self.board is not None:
            eyes = SHUT if self._asleep or self._blinking else self._gaze
            self._paint(self.board.rows, self._with_eyes(self.board.rows, self._wanted, eyes))

    def _paint_phase(self, phase: Phase) -> None:
        """Paints the still board of a phase."""
        here, self._coming = announced(phase, self._coming)
        still: dict[Cell, Overlay] = {
            (r, c): ("", letter, frozenset(), "")
            for letter, (r, c) in (*here, *self._coming)
            if phase.rows[r][c] == EMPTY
        }
        self._paint(phase.rows, self._with_eyes(phase.rows, still | dict.fromkeys(phase.flash, FLASHING), self._gaze))

    def _with_eyes(self, rows: Sequence[str], overlays: dict[Cell, Overlay], eyes: str) -> dict[Cell, Overlay]:
        """Returns these overlays with the player's eyes added."""
        if not self._player_symbols or not eyes:
            return overlays
        return overlays | {
            (r, c): (*overlays.get((r, c), PLAIN)[:3], eyes)
            for r, row in enumerate(rows)
            for c, symbol in enumerate(row)
            if symbol in self._player_symbols
        }

    def _paint(self, rows: Sequence[str], overlays: dict[Cell, Overlay]) -> None:
        """Repaints every cell that changed, and removes sprites drawn over the board."""
        pictures, board, geometry = self._sprites, self.board, self._geometry
        if pictures is None or board is None or (len(rows), len(rows[0])) != (geometry.rows, geometry.columns):
            return
        changed = {
            (r, c)
            for r, (new, old) in enumerate(zip(rows, self._shown, strict=True))
            if new != old
            for c, (symbol, before) in enumerate(zip(new, old, strict=True))
            if symbol != before
        }
        changed.update(cell for cell, _overlay in overlays.items() ^ self._overlays.items())
        if not changed and not self._dirty:
            return
        self._shown, self._overlays, self._dirty = rows, overlays, False
        numbers = array("h", bytes(4 * geometry.rows * geometry.columns))
        for i, (r, c) in enumerate(changed):
            look = look_at(board, rows, overlays, (r, c))
            numbers[2 * i], numbers[2 * i + 1] = geometry.index((r, c)), pictures.cell(look)
        self._cells.assign(numbers)
        self._copy_cells(self._cells, len(changed))

    def _move(self, phase: Phase) -> None:
        """Starts the sprites of a phase moving over the still board, until the board is painted again."""
        if self._sprites is None or not phase.sprites:
            return
        numbers: list[float] = []
        pictures = {symbol: self._thing(symbol) for symbol in {sprite.symbol for sprite in phase.sprites}}
        for symbol, path, scale, alpha, accelerates in phase.sprites:
            numbers += (pictures[symbol], accelerates, *scale, *alpha, len(path))
            for cell in path:
                numbers += cell
        things = Float32Array.new(len(numbers))
        things.assign(array("f", numbers))
        self._dirty = True
        self._copier.move(things, phase.milliseconds, self._began)

    def _thing(self, symbol: str) -> int:
        """Returns the number of a symbol's picture; a player looks where it goes."""
        assert self._sprites
        return self._sprites.thing(symbol, self._gaze if symbol in self._player_symbols else "")


def still_picture(
    canvas: Any, symbols: Mapping[str, Symbol], board: Board, size: tuple[float, float], *, shapes: bool
) -> Painter:
    """Draws a board on a canvas, as large as fits into a size (width and height in CSS pixels); returns its painter."""
    painter = Painter(canvas, symbols, shapes=shapes)
    painter.fit(board.rows, *size)
    painter.show(board)
    return painter


def animate_all(painters: Sequence[Painter], now: float) -> float | None:
    """Shows what is due on several boards. Returns the milliseconds until more is due, or None if nothing moves."""
    return sooner(*[painter.animate(now) for painter in painters if painter.moving])


def overlays(board: Board, marks: Marked) -> dict[Cell, Overlay]:
    """Returns the overlays by cell: ghosts and coming symbols only on empty cells."""
    found: dict[Cell, Overlay] = {cell: ("", "", names, "") for cell, names in marks.items() if names}
    for letter, (r, c) in board.ghost:
        if board.rows[r][c] == EMPTY:
            found[r, c] = (letter, "", marks.get((r, c), frozenset()), "")
    for letter, (r, c) in board.coming:
        if board.rows[r][c] == EMPTY:
            ghost, _coming, names, _eyes = found.get((r, c), PLAIN)
            found[r, c] = (ghost, letter, names, "")
    for letter, (r, c) in board.stuck:
        over = "" if board.rows[r][c] == letter else letter
        found[r, c] = (over, "", marks.get((r, c), frozenset()) | {"stuck"}, "")
    return found


def look_at(board: Board, rows: Sequence[str], around: Mapping[Cell, Overlay], cell: Cell) -> CellLook:
    """Returns the look of a cell of these rows of the board with the overlays `around`."""
    row, column = cell
    ghost, coming, marks, eyes = around.get(cell, PLAIN)
    return CellLook(rows[row][column], ghost, coming, marks | OUTSIDE if row < board.hidden else marks, eyes)


def gaze(before: Cell | None, after: Cell | None) -> str:
    """Returns the direction in which a player looks who moves between these cells; empty if it stays."""
    return (direction(before, after) if before and after else None) or ""


PLAIN: Overlay = ("", "", frozenset(), "")
OUTSIDE = frozenset({"outside"})
FLASHING: Overlay = ("", "", frozenset({"flash"}), "")
