"""A game as an animated picture: replayed in slices of a few milliseconds, then drawn and encoded by a worker."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from js import Int32Array, document, window
from pyodide.ffi import create_proxy

from game.contract import BadInput, Board, Cell, Role
from game.effects.animation import phases
from game.session import Session, Work
from game.web.board.painter import FLASHING, Overlay, look_at, overlays
from game.web.board.poster import Caption, Poster
from game.web.platform.dom import as_object, guarded
from game.web.platform.loop import PausedWork

WIDTH = 360
"""Width of the picture in pixels."""
LARGEST = 500_000
"""Maximum bytes; the worker drops the beginning of a game that needs more."""
MOST = 600
"""Maximum inputs shown, the last of the game."""
LONGEST = 30_000.0
"""Target milliseconds for the whole: the more moves, the faster they play."""
MOVE, TICK, FLASH, END = (60.0, 320.0), 0.25, 180, 2500
"""Minimum and maximum milliseconds of a move; a tick's share of it; milliseconds of a flash, and of the end."""
SLICE, PAUSE = 4.0, 4.0
"""Milliseconds of work at a time, and of the pauses in between."""
REPLAYED = 0.5
"""Progress when the game has been replayed, as a share of the whole."""


class Film:
    """Builds one animated picture; `close` stops it."""

    def __init__(
        self,
        session: Session,
        inputs: Sequence[str],
        poster: Poster,
        caption: Caption,
        number: Callable[[int], str],
        progress: Callable[[float], None],
        finished: Callable[[Any, int], None],
        failed: Callable[[], None],
    ) -> None:
        """Films these inputs from the start. `finished` gets the file's bytes and how many of the inputs it shows."""
        self._poster, self._caption, self._number = poster, caption, number
        self._progress, self._finished, self._failed = progress, finished, failed
        self._total = len(inputs)
        self._worker: Any = None
        self._proxies: list[Any] = []
        self._frames: list[tuple[int, list[tuple[object, int, int]]]] = []
        """For each frame, its milliseconds and its changes: the look of a cell or a character of the score, and its
        place (x, y).
        """
        self._positions: list[int] = []
        """For each frame, the number of inputs before it."""
        self._boards: dict[int, tuple[Sequence[str], dict[Cell, Overlay]]] = {}
        """For each board, its rows and the overlays of its cells."""
        self._score: list[str] = []
        """The characters of the score, from right to left."""
        self._work = PausedWork(SLICE, PAUSE, lambda done: progress(REPLAYED * done))
        self._work.begin(self._replay(session, inputs))

    def close(self) -> None:
        """Ends the work and the worker, and frees what the browser would call."""
        self._work.free()
        if self._worker is not None:
            self._worker.onmessage = self._worker.onerror = None
            self._worker.terminate()
            self._worker = None
        for proxy in self._proxies:
            proxy.destroy()
        self._proxies.clear()

    def _replay(self, session: Session, inputs: Sequence[str]) -> Work[None]:
        """Replays the game and records what changes. Yields the progress after each input, from 0 to 1."""
        rules = session.rules
        copy = Session(rules, session.options, session.seed)
        tick, first = rules.by_role.get(Role.TICK), max(0, self._total - MOST)
        shortest, longest = MOVE
        pace = min(max(LONGEST / max(self._total - first, 1), shortest), longest)
        self._add_state(copy, 0, pace)
        for done, word in enumerate(inputs, 1):
            before = copy.view
            try:
                events = copy.play(word)
            except BadInput:
                break  # a damaged save's game ends here
            if done > first:
                for index, board in enumerate(before.boards):
                    for phase in phases(board.rows, events, index, glide=False):
                        if phase.flash:
                            around = dict.fromkeys(phase.flash, FLASHING)
                            self._add_frame(done - 1, FLASH, self._board_changes(index, board, phase.rows, around))
                self._add_state(copy, done, pace * TICK if word == tick else pace)
            elif done == first:
                self._add_state(copy, done, pace)
            yield done / self._total
        self._frames[-1] = END, self._frames[-1][1]
        yield from self._send()

    def _add_state(self, copy: Session, done: int, milliseconds: float) -> None:
        """Records a frame of the current state."""
        changed = [
            change
            for index, board in enumerate(copy.view.boards)
            for change in self._board_changes(index, board, board.rows, overlays(board, {}))
        ]
        if self._caption.score:
            changed += self._score_changes(self._number(copy.score))
        self._add_frame(done, milliseconds, changed)

    def _add_frame(self, done: int, milliseconds: float, changed: list[tuple[object, int, int]]) -> None:
        if not changed and self._frames:
            self._frames[-1] = int(self._frames[-1][0] + milliseconds), self._frames[-1][1]
        else:
            self._frames.append((int(milliseconds), changed))
            self._positions.append(done)

    def _board_changes(
        self, index: int, board: Board, rows: Sequence[str], around: dict[Cell, Overlay]
    ) -> list[tuple[object, int, int]]:
        """Returns what to draw for a board to show these rows and the overlays `around`."""
        place = self._poster.places[index]
        shown, before = self._boards.get(index, ((), {}))
        cells = {
            (r, c)
            for r, (new, old) in enumerate(zip_longest(rows, shown, fillvalue=""))
            if new != old
            for c, (symbol, other) in enumerate(zip_longest(new, old))
            if symbol != other
        }
        cells.update(cell for cell, _seen in around.items() ^ before.items())
        self._boards[index] = rows, around
        corners = {cell: place.corner(cell) for cell in sorted(cells)}
        return [(look_at(board, rows, around, cell), int(x), int(y)) for cell, (x, y) in corners.items()]

    def _score_changes(self, score: str) -> list[tuple[object, int, int]]:
        x, y, width, _height = self._poster.score_place
        old, self._score = self._score, list(reversed(score.rjust(len(self._score))))
        return [
            (character, x - place * width, y)
            for place, (character, before) in enumerate(zip_longest(self._score, old))
            if character != before
        ]

    def _send(self) -> Work[None]:
        """Sends everything to the worker: the picture without cells, each distinct picture, and the frames."""
        poster = self._poster
        poster.draw_frame(self._caption)
        yield 1.0
        numbers: dict[object, int] = {}
        flat = array("i")
        for milliseconds, changed in self._frames:
            flat.extend((milliseconds, len(changed)))
            for what, x, y in changed:
                flat.extend((numbers.setdefault(what, len(numbers)), x, y))
        frames = Int32Array.new(len(flat))
        frames.assign(flat)
        pictures = []
        for what in numbers:
            yield 1.0
            pictures.append(self._picture(what))
        yield 1.0
        base = poster.pen.getImageData(0, 0, poster.canvas.width, poster.canvas.height)
        self._worker = window.kesuFilm()
        self._proxies = [create_proxy(guarded(self._on_message)), create_proxy(guarded(lambda _why: self._fail()))]
        self._worker.onmessage, self._worker.onerror = self._proxies
        message = {"base": base, "pictures": pictures, "frames": frames, "largest": LARGEST}
        self._worker.postMessage(as_object(message))

    def _picture(self, what: object) -> Any:
        """Returns the pixels of a cell's look, or of a character of the score."""
        poster = self._poster
        _x, _y, width, height = poster.score_place if isinstance(what, str) else (0, 0, poster.cell, poster.cell)
        canvas = document.createElement("canvas")
        canvas.width, canvas.height = width, height
        pen = canvas.getContext("2d", willReadFrequently=True)
        if isinstance(what, str):
            poster.draw_character(pen, what, 0, 0)
        else:
            pen.drawImage(poster.sprites.cell_picture(what), 0, 0)  # type: ignore[arg-type]
        return pen.getImageData(0, 0, width, height)

    def _on_message(self, event: Any) -> None:
        message = event.data
        if hasattr(message, "bytes"):
            self.close()
            self._finished(message.bytes, self._total - self._positions[int(message.first)])
        elif hasattr(message, "failed"):
            self._fail()
        else:
            self._progress(REPLAYED + (1 - REPLAYED) * float(message.done))

    def _fail(self) -> None:
        self.close()
        self._failed()
