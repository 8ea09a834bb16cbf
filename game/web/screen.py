"""The game's screen: boards, figures, next pieces, the status line and the pad. It shows what it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from js import window

from game.contract import Board, Cell, Event, Rules, Scored, View
from game.web.arrow import Arrow
from game.web.dom import Text, by_id, listen, make, put, show
from game.web.icons import WAYS, icon
from game.web.keys import word_name
from game.web.listing import Listing
from game.web.motion import phases
from game.web.painter import Painter
from game.web.sprites import recolour
from game.words import Words

NEXT_CELL = 14
"""CSS pixels of a cell of a next piece."""

PAD = ("left", "ccw", "counterclockwise", "up", "down", "rotate", "cw", "clockwise", "right", "drop")
"""The words that get a button, in the order of the buttons."""


@dataclass(frozen=True)
class Look:
    """How the player likes boards: size in percent of the room there is, shapes on pieces, times of motions."""

    size: int = 100
    shapes: bool = True
    speed: float = 1.0


class Figures:
    """Numbers with their names; only those that changed are written."""

    def __init__(self, place: Any, words: Words) -> None:
        self._place, self._words = place, words
        self._texts: list[tuple[str, Text]] = []

    def show(self, figures: Sequence[tuple[str, int | str]]) -> None:
        """Shows these figures in this order."""
        if [label for label, _value in figures] != [label for label, _text in self._texts]:
            values = [make("dd") for _figure in figures]
            pairs = [
                put(make("div", class_="figure"), make("dt", self._words(label)), value)
                for (label, _value), value in zip(figures, values, strict=True)
            ]
            put(self._place, *pairs)
            self._texts = [(label, Text(value)) for (label, _v), value in zip(figures, values, strict=True)]
        for (_label, number), (_same, text) in zip(figures, self._texts, strict=True):
            text.set(str(number))


class BoardPanel:
    """One board with what stands beside it."""

    def __init__(self, rules: Rules[Any], index: int, name: str, words: Words) -> None:
        self._words, self._symbols, self.index = words, rules.symbols, index
        self.canvas = make("canvas", role="img")
        self.rising = make("span", class_="rising", aria_hidden="true")
        self._arrow = Arrow()
        self.frame = put(make("div", class_="board-frame"), self.canvas, self._arrow.element, self.rising)
        figures = make("dl", class_="figures")
        self._figures = Figures(figures, words)
        self._next = make("div", class_="next")
        head = put(make("div", class_="board-head"), figures, self._next)
        if rules.seats > 1:
            head.prepend(make("span", name, class_="player"))
        self.element = put(make("div", class_="board"), head, self.frame)
        self.painter = Painter(self.canvas, rules.symbols)
        self.look = Look()
        self.table = make("div")
        self.canvas.setAttribute("aria-label", name)
        self._listing = Listing(self.table, name, rules.symbols, words)
        self._next_painters: list[Painter] = []
        self._next_shown: tuple[tuple[str, ...], ...] = ()
        self.rows: tuple[str, ...] = ()
        self._ratio = 1.0

    def show(
        self,
        board: Board,
        extra: Sequence[tuple[str, int | str]],
        events: Sequence[Event],
        glide: bool | None,
        marks: Mapping[Cell, frozenset[str]],
    ) -> None:
        """Shows the board; what happened is played before it, unless `glide` is None."""
        seen = glide is not None and self.rows and events and not self._covered(board)
        moving = phases(self.rows, events, self.index, bool(glide)) if seen else []
        if self.look.speed != 1:
            moving = [replace(phase, milliseconds=phase.milliseconds * self.look.speed) for phase in moving]
        self.painter.show(board, moving, marks)
        self.rows = board.rows
        self._figures.show([*board.figures, *extra])
        self.show_next(board)
        for event in events:
            if isinstance(event, Scored) and event.at and event.board == self.index and glide is not None:
                self._rise(event)

    def point(self, way: Sequence[Cell]) -> None:
        """Draws an arrow along the middles of these cells, or takes it away."""
        self._arrow.show([(column + 0.5, row + 0.5) for row, column in way], self.canvas, self.painter.cell)

    @property
    def painters(self) -> list[Painter]:
        """Everything that is drawn: the board and the next pieces."""
        return [self.painter, *self._next_painters]

    def _covered(self, board: Board) -> bool:
        """Whether part of the board is hidden from the players: motion would give it away."""
        return any(self._symbols[letter].form == "cover" for letter in set("".join(board.rows)))

    def show_next(self, board: Board) -> None:
        """Shows the next pieces, if they are others than before."""
        if board.next != self._next_shown:
            self._show_next(board.next)

    def list_cells(self, board: Board) -> None:
        """Brings the table up to date."""
        self._listing.show(board)

    def fit(self, rows: int, columns: int) -> None:
        """Makes the canvas as large as its frame allows."""
        self._ratio, scale = float(window.devicePixelRatio or 1), self.look.size / 100
        self.painter.shapes = self.look.shapes
        self.painter.fit(self.frame.clientWidth * scale, self.frame.clientHeight * scale, self._ratio, rows, columns)
        self._next_shown = ()

    def _show_next(self, pieces: tuple[tuple[str, ...], ...]) -> None:
        if len(pieces) != len(self._next_painters):
            canvases = [make("canvas", role="img") for _piece in pieces]
            put(self._next, *canvases)
            self._next_painters = [Painter(canvas, self._symbols) for canvas in canvases]
        for painter in self._next_painters:
            painter.shapes = self.look.shapes
        for painter, rows in zip(self._next_painters, pieces, strict=True):
            height, width = len(rows), len(rows[0])
            painter.fit(NEXT_CELL * width, NEXT_CELL * height, self._ratio, height, width)
            painter.show(Board(rows, hidden=height))
            letters = " ".join(sorted(set("".join(rows)) - {"."}))
            symbols = self._symbols
            names = self._words.listed(
                self._words(symbols[letter].name) if letter in symbols else letter for letter in letters.split()
            )
            painter.canvas.setAttribute("aria-label", self._words("Next: {piece}", piece=names))
        self._next_shown = pieces

    def _rise(self, event: Scored) -> None:
        """Points rise from where they were made; one element, its motion begun anew."""
        row, column = event.at or (0, 0)
        cell, style = self.painter.cell, self.rising.style
        self.rising.textContent = f"+{event.points}"
        style.left = f"{self.canvas.offsetLeft + (column + 0.5) * cell}px"
        style.top = f"{self.canvas.offsetTop + (row + 0.5) * cell}px"
        self.rising.classList.remove("now")
        _height = self.rising.offsetHeight  # read so that the browser starts the motion again
        self.rising.classList.add("now")


class Screen:
    """Everything on a game's screen."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._boards, self._pad, self._lists = by_id("boards"), by_id("pad"), by_id("listing")
        self._status, self._more, self._seed = (Text(by_id(name)) for name in ("status-text", "status-more", "seed"))
        self._offer, self._demo_speed = Text(by_id("offer")), by_id("demo-speed")
        self._buttons: dict[str, Any] = {}
        for button in by_id("game").querySelectorAll("button[data-action]"):
            self._buttons[str(button.dataset.action)] = button
        self._enabled: dict[str, bool] = {}
        self._figures = Figures(by_id("figures"), words)
        self._choices = by_id("choices")
        self._choices_shown: tuple[str, ...] = ()
        self._foremost: int | None = 0
        self._veil, self._veil_text = by_id("veil"), Text(by_id("veil-text"))
        self.panels: list[BoardPanel] = []
        self.look = Look()
        self._view: View | None = None

    def open(self, rules: Rules[Any], view: View, on_word: Callable[[str], None], players: Sequence[str]) -> None:
        """Makes room for a game of these players."""
        names = players if len(players) > 1 else (self._words(rules.title),)
        self.panels = [BoardPanel(rules, i, name, self._words) for i, name in enumerate(names)]
        put(self._boards, *(panel.element for panel in self.panels))
        put(self._lists, *(panel.table for panel in self.panels))
        self._boards.dataset.count = str(len(self.panels))
        self._make_pad(rules, on_word)
        self._view, self._foremost = view, foremost(view)
        self._wait(view)
        self.fit()

    def _wait(self, view: View) -> None:
        """Whose turn it is not stands back, and at the end who did not win; nobody does after a draw."""
        for panel in self.panels:
            panel.element.classList.toggle("waiting", foremost(view) not in (panel.index, None))

    def fit(self) -> None:
        """Follows a change of the window's size or sharpness."""
        if self._view is None:
            return
        recolour()
        for panel, board in zip(self.panels, self._view.boards, strict=True):
            panel.look = self.look
            panel.fit(len(board.rows), len(board.rows[0]))
            panel.show_next(board)

    def show(
        self,
        view: View,
        extra: Sequence[tuple[str, int | str]] = (),
        events: Sequence[Event] = (),
        glide: bool | None = None,
        marks: Mapping[Cell, frozenset[str]] | None = None,
    ) -> None:
        """Shows a view; what happened is played before it, unless `glide` is None."""
        self._view = view
        self._figures.show(view.figures)
        turned = foremost(view) != self._foremost
        self._foremost = foremost(view)
        for panel, board in zip(self.panels, view.boards, strict=True):
            own = marks if marks and panel.index == view.turn else {}
            panel.show(board, extra if len(self.panels) == 1 else (), events, glide, own or {})
        if turned and len(self.panels) > 1:
            self._wait(view)  # and if boards are larger or smaller now, whoever watches their frames asks for `fit`

    def list_cells(self) -> None:
        """Brings the tables up to date with what is shown."""
        if self._view:
            for panel, board in zip(self.panels, self._view.boards, strict=True):
                panel.list_cells(board)

    def frame(self, now: float) -> bool:
        """Draws the moment → whether something is still moving."""
        moving = [panel.painter.frame(now) for panel in self.panels if panel.painter.moving]
        return any(moving)

    @property
    def moving(self) -> bool:
        return any(panel.painter.moving for panel in self.panels)

    def say(self, text: str, offer: str = "", more: str = "") -> None:
        """The status line, with a button for what may be done about it, and more for those who do not see the board."""
        self._status.set(text)
        self._more.set(more)
        if self._offer.set(offer):
            show(self._offer.element, bool(offer))

    def point(self, way: Sequence[Cell], board: int) -> None:
        """Draws an arrow along the middles of cells of a board, and none on the others."""
        for panel in self.panels:
            panel.point(way if panel.index == board else ())

    def dress(self, look: Look, demo: bool) -> None:
        """How boards look from now on, and whether a demo is watched, whose speed can be chosen."""
        self.look = look
        for panel in self.panels:
            panel.look = look
        show(self._demo_speed, demo)

    def seed(self, text: str, alone: bool = False) -> None:
        """The line below the board, or, where it says more than a seed, alone above what else stands there."""
        if self._seed.set(text):
            self._seed.element.classList.toggle("alone", alone)

    def enable(self, **allowed: bool) -> None:
        """Which actions can be done now."""
        for name, can in allowed.items():
            if self._enabled.get(name) != can:
                self._buttons[name].disabled = not can
                self._enabled[name] = can

    def choices(self, words: tuple[str, ...]) -> None:
        """Buttons for words that the pad has no button for."""
        if words != self._choices_shown:
            buttons = [make("button", word_name(word, self._words), type="button", data_word=word) for word in words]
            put(self._choices, *buttons)
            self._choices_shown = words

    def veil(self, text: str) -> None:
        """Covers the boards with a word and a button, or uncovers them."""
        self._veil_text.set(text)
        show(self._veil, bool(text))

    def _make_pad(self, rules: Rules[Any], on_word: Callable[[str], None]) -> None:
        buttons = []
        for word in PAD:
            if word in rules.words:
                button = make("button", type="button", aria_label=word_name(word, self._words), data_word=word)
                put(button, icon(word if word in WAYS else "rotate"))
                buttons.append(button)
        put(self._pad, *buttons)
        self.on_word = on_word


def foremost(view: View) -> int | None:
    """The board that is looked at: of who is to move, or has won; None after a draw."""
    if not view.over:
        return view.turn
    winner = view.winner
    return winner - 1 if winner else None


def listen_to_pad(screen: Screen, hold: Callable[[str], None], let_go: Callable[[str], None]) -> None:
    """The buttons of the pad, held like keys, and of the choices, pressed once; whichever there are now."""

    def word_of(event: Any) -> str | None:
        button = event.target.closest("button[data-word]")
        return str(button.dataset.word) if button else None

    def down(event: Any) -> None:
        word = word_of(event)
        if word is not None and event.isPrimary and event.button == 0:
            if event.isTrusted:  # what a script made has no pointer
                event.target.setPointerCapture(event.pointerId)
            hold(word)

    def up(event: Any) -> None:
        word = word_of(event)
        if word is not None:
            let_go(word)

    def pressed(event: Any) -> None:
        word = word_of(event)
        if word is not None:
            screen.on_word(word)

    pad = by_id("pad")
    listen(pad, "pointerdown", down)
    for end in ("pointerup", "pointercancel", "lostpointercapture"):
        listen(pad, end, up)
    listen(pad, "click", lambda event: None if event.detail else pressed(event))  # a key's click has no pointer
    listen(by_id("choices"), "click", pressed)
