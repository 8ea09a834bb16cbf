"""The field editor: paint or paste a field and run it step by step, in any game with a report made of frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import encodeURIComponent, location, window
from pyodide.ffi import JsException

from game.contract import EMPTY, BadInput, Board, Cell, Frame, Report, Rules
from game.effects.animation import phases
from game.play.controller import Controller
from game.web.board.painter import Painter
from game.web.board.swatch import LARGEST_CELL, swatch
from game.web.platform.dom import Text, address_in, by_id, listen, make, on_click, put
from game.web.platform.handover import copy_text
from game.web.platform.loop import Loop
from game.words import Translator

PAUSE = 350.0
"""Milliseconds between the steps of a run."""

LONGEST_FIELD = 1000
"""Characters of a field in a link."""
HASH = "#field="
START = "\n".join(["......"] * 12)


class Editor:
    """The field, its text, and the run that follows. The text is the source of truth; the rest is derived from it."""

    def __init__(
        self, translator: Translator, reduced: Callable[[], bool], controller: Callable[[], Controller | None]
    ) -> None:
        self._translator, self._reduced, self._controller = translator, reduced, controller
        self._box, self._canvas, self._area = by_id("editor"), by_id("editor-canvas"), by_id("editor-text")
        self._note, self._sum = Text(by_id("editor-note")), Text(by_id("editor-sum"))
        self._palette = by_id("editor-palette")
        self._rules: Rules[Any] | None = None
        self._report: Report | None = None
        self._painter: Painter | None = None
        self._brush = ""
        self._frames: list[Frame] = []
        self._at = 0
        self._playing = False
        self._next_step = 0.0
        self._painting = False
        self._loop = Loop(self._frame)
        for name, act in (
            ("editor-step", self.step), ("editor-play", self.play), ("editor-start", self.to_start),
            ("editor-take", self._take),
            ("editor-clear", self._clear), ("editor-copy", self._copy_text), ("editor-link", self._copy_link),
        ):  # fmt: skip
            on_click(name, act)
        listen(self._area, "input", lambda _event: self._read())
        listen(self._palette, "click", self._choose_brush)
        listen(self._canvas, "pointerdown", self._paint_from)
        listen(self._canvas, "pointermove", self._paint_on)
        listen(self._canvas, "pointerup", lambda _event: self._stop_painting())
        listen(self._box, "toggle", lambda _event: self.fit())

    def open(self, rules: Rules[Any]) -> None:
        """Shows the editor if the game has a report with frames."""
        report = next((report for report in rules.reports.values() if report.frames), None)
        self._box.hidden = report is None
        if report is None or rules is self._rules:
            return
        self._rules, self._report = rules, report
        self._painter = Painter(self._canvas, rules.symbols)
        put(self._palette, *(self._swatch(rules, letter) for letter in rules.symbols))
        self._set_brush(next(letter for letter in rules.symbols if letter != EMPTY))
        self._area.value = self._area.value or START
        self._read()

    def _swatch(self, rules: Rules[Any], letter: str) -> Any:
        """Returns a brush's button, with a picture of the cell it paints."""
        name = self._translator(rules.symbols[letter].name)
        button = make("button", type="button", aria_label=name, title=name, data_letter=letter, aria_pressed="false")
        return put(button, swatch(rules.symbols, letter, self._canvas))

    def _take(self) -> None:
        """Copies the field of the open game, without the piece in play. The run amounts to a hint: assisted."""
        game = self._controller()
        if game is None:
            return
        game.session.note(assisted=True)
        board = game.session.view.boards[game.session.view.turn]
        rows = [
            "".join(EMPTY if (r, c) in board.piece else letter for c, letter in enumerate(row))
            for r, row in enumerate(board.rows)
        ]
        self._area.value = "\n".join(rows[board.hidden :])
        self._read()
        game.keep()

    def open_link(self) -> bool:
        """Opens the field in the address; returns whether there is one."""
        hash_ = str(location.hash)
        if not hash_.startswith(HASH) or self._report is None:
            return False
        whole = True
        try:
            field = str(window.decodeURIComponent(hash_[len(HASH) :]))
        except JsException:  # an escape sequence was cut off
            field, whole = "", False
        self._area.value = field.replace("/", "\n")[:LONGEST_FIELD] or START
        self._box.open = True
        self._read()
        if not whole:
            self._note.set(self._translator("This link is damaged."))
        self._box.scrollIntoView()
        return True

    def fit(self) -> None:
        """Fits the canvas to the page."""
        if self._painter is None or not self._frames or not self._box.open:
            return
        rows = self._frames[self._at].rows
        width = min(float(self._canvas.parentElement.clientWidth), LARGEST_CELL * len(rows[0]))
        self._painter.fit(rows, width, LARGEST_CELL * len(rows))
        self._painter.show(Board(rows))

    def step(self) -> bool:
        """Shows the next fall or clear; returns whether there was one."""
        self._playing = False
        return self._advance()

    def play(self) -> None:
        """Runs to the end."""
        if self._at == len(self._frames) - 1:
            self.to_start()
        self._playing, self._next_step = True, 0.0
        self._loop.wake()

    def to_start(self) -> None:
        """Goes back to the field as written."""
        self._playing = False
        self._show(0, ())

    def _advance(self) -> bool:
        if self._at + 1 >= len(self._frames):
            self._note.set(self._translator("Nothing left to fall or vanish."))
            return False
        before = self._frames[self._at].rows
        events = self._frames[self._at + 1].events
        self._show(self._at + 1, () if self._reduced() else phases(before, events))
        return True

    def _show(self, at: int, moving: Any) -> None:
        self._at = at
        frame = self._frames[at]
        if self._painter:
            self._painter.show(Board(frame.rows), moving)
        self._note.set(self._translator(frame.note, **frame.values) if frame.note else "")
        points = sum(int(str(f.values.get("points", 0))) for f in self._frames[: at + 1])
        summary = self._translator(
            "Step {step} of {steps}, {points} points", step=at, steps=len(self._frames) - 1, points=points
        )
        self._sum.set(summary)
        self._loop.wake()

    def _frame(self, now: float) -> float | None:
        if self._painter is None:
            return None
        moving = self._painter.animate(now)
        if moving is not None:
            return moving
        if not self._playing:
            return None
        if now < self._next_step:
            return self._next_step - now
        self._playing = self._advance()
        self._next_step = now + PAUSE
        return 0.0 if self._playing else None

    def _read(self) -> None:
        """Computes the run of the field in the text area, and shows its start."""
        if self._report is None or self._report.frames is None:
            return
        self._playing = False
        try:
            self._frames = list(self._report.frames(str(self._area.value)))
        except BadInput as error:
            self._note.set(self._translator.error(error))
            return
        self._at = 0
        self.fit()
        self._show(0, ())

    def _choose_brush(self, event: Any) -> None:
        button = event.target.closest("button[data-letter]")
        if button:
            self._set_brush(str(button.dataset.letter))

    def _set_brush(self, letter: str) -> None:
        self._brush = letter
        for button in self._palette.children:
            button.setAttribute("aria-pressed", "true" if str(button.dataset.letter) == letter else "false")

    def _paint_from(self, event: Any) -> None:
        self._canvas.setPointerCapture(event.pointerId)
        self._painting = True
        self._paint_on(event)

    def _paint_on(self, event: Any) -> None:
        if not self._painting or self._painter is None or not self._frames:
            return
        cell = self._painter.at(float(event.offsetX), float(event.offsetY))
        if cell is not None:
            self._put(cell)

    def _put(self, cell: Cell) -> None:
        rows = [list(row) for row in self._frames[self._at].rows]
        if rows[cell[0]][cell[1]] != self._brush:
            rows[cell[0]][cell[1]] = self._brush
            self._area.value = "\n".join("".join(row) for row in rows)
            self._read()

    def _stop_painting(self) -> None:
        self._painting = False

    def _clear(self) -> None:
        rows = self._frames[0].rows if self._frames else START.split("\n")
        self._area.value = "\n".join(EMPTY * len(row) for row in rows)
        self._read()

    def _copy_text(self) -> None:
        self._copy(str(self._area.value))

    def _copy_link(self) -> None:
        address = address_in("x-default")
        name = self._rules.name if self._rules else ""
        field = str(self._area.value).rstrip("\n").replace("\n", "/")
        self._copy(f"{address}?game={name}{HASH}{encodeURIComponent(field)}")

    def _copy(self, text: str) -> None:
        """Copies a text to the clipboard, or shows it if that fails."""

        def copied(*, done: bool) -> None:
            self._note.set(self._translator("Copied.") if done else text)

        copy_text(text, copied)
