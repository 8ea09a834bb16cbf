"""One board of a game's screen with its figures, next pieces and table for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from js import window

from game.contract import Board, Cell, Event, Marks, Rules
from game.effects.animation import Motion, Phase, covers, phases
from game.geometry import Geometry, Point
from game.player.preferences import Look
from game.session.seats import Opponent, strength
from game.web.board.arrow import Arrow
from game.web.board.painter import Painter
from game.web.board.piece_box import PieceBox
from game.web.board.table import CellTable
from game.web.platform.dom import Text, as_object, make, put
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.web.board.rival import RivalBoard

CARRIED = 1.25
"""Size of a dragged symbol in cells: a finger must not hide it."""


class Cue(Protocol):
    """Takes a board, the events that are shown on it now, and whether they are shown in time; late ones had their
    motion cut short.
    """

    def __call__(self, board: int, events: Sequence[Event], *, in_time: bool) -> None: ...


BRIEF = {"duration": 110, "easing": "ease-out"}
NUDGE = ({"transform": "none"}, {"transform": "translateY(2px)"}, {"transform": "none"}), BRIEF
SHAKE = ({"transform": "translateX(-2px)"}, {"transform": "translateX(2px)"}, {"transform": "none"}), BRIEF
APPEAR = ({"opacity": 0.0}, {"opacity": 1.0}), {"duration": 320, "easing": "ease-out"}
GLOW = (
    ({"offset": 0, "boxShadow": "0 0 0 var(--edge) var(--accent), 0 0 32px var(--edge) var(--accent)"},),
    {"id": "glow", "duration": 500, "easing": "ease-out"},
)
"""The tray's motions for the Web Animations API: it sinks a little, it shakes, it fades in with another board, it
lights up.
"""
RISE = (
    {"offset": 0, "opacity": 1, "transform": "translate(-50%, -50%)", "easing": "ease-out"},
    {"offset": 0.55, "opacity": 1, "easing": "ease-out"},
    {"offset": 1, "opacity": 0, "transform": "translate(-50%, -190%)"},
)
PEAK = 1.15
"""How much larger a word is for a moment when it appears."""
CHEER = (
    {"offset": 0, "opacity": 0, "transform": "translate(-50%, -50%) scale(0.5)", "easing": "ease-out"},
    {"offset": 0.12, "opacity": 1, "transform": f"translate(-50%, -50%) scale({PEAK})", "easing": "ease-out"},
    {"offset": 0.22, "opacity": 1, "transform": "translate(-50%, -50%)", "easing": "ease-out"},
    {"offset": 0.7, "opacity": 1, "transform": "translate(-50%, -50%)", "easing": "ease-out"},
    {"offset": 1, "opacity": 0, "transform": "translate(-50%, -70%)"},
)
RISE_TIME, CHEER_TIME = 900, 1100
"""Milliseconds of the two motions above: points that rise from a cell, and a word over the board. They are not in the
style sheet, because there they begin again only after a forced layout.
"""


WORTH_COUNTING, COUNTING = 5, 300
"""Smallest gain for which a number counts up instead of jumping, and the milliseconds that it takes."""


LETTER, WIDE = 0.62, "\u2e80"
"""Width of a letter of the display face in em, and the first character that is twice as wide."""
CHEER_HEIGHT, LEVEL_HEIGHT, LONG_CHAIN, LEVEL_SIZE = 0.3, 0.44, 4, 2
"""The heights of a word on the board and of a new level below it, as shares of the board's; the size from which a word
is golden; and the size of a new level.
"""
EM, STRONG_EM, RISEN = 22.0, 35.2, 1.9
"""The size of points in CSS pixels, usual and strong, and how far up they come while they fade, in em."""
COLLECTED = 0.75
"""The size of points next to a player, in cells: the points that players collect are few, and their board is large."""


def letters(text: str) -> int:
    """Returns how many letters wide a text is."""
    return sum(1 + (letter >= WIDE) for letter in text)


class CountingNumber:
    """One number, or a text in its place. Its text is always the final value, even while it visibly counts up."""

    def __init__(self, translator: Translator) -> None:
        self._translator, self._text = translator, Text(make("span"))
        self.element = make("dd", self._text.element)
        self._value: int | str = ""
        self._ran = False

    def set(self, value: int | str, *, runs: bool) -> None:
        """Sets the number; if it `runs`, it visibly counts up."""
        before, self._value = self._value, value
        if not self._text.set(value if isinstance(value, str) else self._translator.number(value)):
            return
        if runs and isinstance(before, int) and isinstance(value, int) and value - before >= WORTH_COUNTING:
            window.kesuCount(self.element, before, value, COUNTING)
            self._ran = True
        elif self._ran:
            self.element.classList.remove("counts")
            self._ran = False


class OverBoard:
    """A short text that appears over a board for a moment; the element of the last one is used again."""

    def __init__(self, kind: str, frames: Sequence[Mapping[str, Any]], milliseconds: int) -> None:
        self._text = Text(make("span", class_=kind, aria_hidden="true"))
        self.element = self._text.element
        self._motion = as_object(frames), milliseconds
        self._last: Any = None
        self.em = self.y = 0.0
        """The size of its letters, and its middle below that of the board before it moves, in CSS pixels."""

    @property
    def seen(self) -> bool:
        """Whether it can be seen now."""
        return self._last is not None and self._last.playState == "running"

    def show(self, text: str, place: Point, em: float, *, strong: bool) -> None:
        """Shows a text of this size around a place, in CSS pixels from the middle of the board, but within its
        frame.
        """
        x, y = place
        self._text.set(text)
        half = f"{LETTER * letters(text) / 2:.2f}em"
        self.em = em
        self.element.style.fontSize = f"{em:.1f}px"
        self.element.style.left = f"clamp({half}, calc(50% + {x:.1f}px), calc(100% - {half}))"
        self.move(y)
        self.element.classList.toggle("strong", strong)
        if self._last is not None:
            self._last.cancel()
        self._last = self.element.animate(*self._motion)

    def move(self, y: float) -> None:
        """Moves it up or down."""
        self.y = y
        self.element.style.top = f"calc(50% + {y:.1f}px)"


class Figures:
    """Numbers with their labels; only those that changed are written."""

    def __init__(self, place: Any, translator: Translator, unseen: Sequence[str] = ()) -> None:
        """Figures whose labels are in `unseen` are for screen readers only; light and places show them to others."""
        self._place, self._translator, self._unseen = place, translator, unseen
        self._numbers: list[tuple[str, CountingNumber]] | None = None
        """None until something is shown, because the opening's figures may be in another language."""

    def show(self, figures: Sequence[tuple[str, int | str]], *, runs: bool = False) -> None:
        """Shows these figures in this order; numbers that have grown count up if `runs`."""
        if self._numbers is None or [label for label, _value in figures] != [label for label, _n in self._numbers]:
            self._numbers = [(label, CountingNumber(self._translator)) for label, _value in figures]
            pairs = [
                make(
                    "div",
                    make("dt", self._translator(label)),
                    number.element,
                    class_="figure unseen" if label in self._unseen else "figure",
                )
                for label, number in self._numbers
            ]
            put(self._place, *pairs)
        for (_label, value), (_same, number) in zip(figures, self._numbers, strict=True):
            number.set(value, runs=runs)


class BoardPanel:
    """One board with what surrounds it."""

    def __init__(self, rules: Rules[Any], index: int, name: str, translator: Translator, cue: Cue) -> None:
        self._translator, self._symbols, self.index, self._cue = translator, rules.symbols, index, cue
        self.canvas = make("canvas", role="img")
        self.rising, self._cheer = OverBoard("rising", RISE, RISE_TIME), OverBoard("cheer", CHEER, CHEER_TIME)
        self._level_up = OverBoard("cheer new-level", CHEER, CHEER_TIME)
        self._arrow, self._carried = Arrow(), make("span", class_="carried", aria_hidden="true")
        self.frame = make(
            "div",
            self.canvas,
            self._arrow.element,
            self.rising.element,
            self._cheer.element,
            self._level_up.element,
            self._carried,
            class_="board-frame",
        )
        figures = make("dl", class_="figures")
        self._figures = Figures(figures, translator)
        room = Geometry(*rules.next_room)
        self._next = PieceBox(N_("Next"), N_("Next: {piece}"), rules.symbols, room, translator)
        self._held = PieceBox(N_("Held"), N_("Held: {piece}"), rules.symbols, room, translator)
        head = make("div", figures, self._held.element, self._next.element, class_="board-head")
        if rules.seats > 1:
            head.prepend(make("span", name, class_="player"))
        self.element = make("div", head, self.frame, class_="board")
        self.painter = Painter(self.canvas, rules.symbols, cue=lambda events: cue(index, events, in_time=True))
        self.look = Look()
        self.listing = make("div")
        self.canvas.setAttribute("aria-label", name)
        self._table = CellTable(self.listing, name, rules.symbols, translator)
        self.rows: tuple[str, ...] = ()
        self._level = 0
        self._ghost: Marks = ()
        self.coming: Marks = ()
        self._head = head
        self._rival: RivalBoard | None = None
        self._nudge, self._shake, self._appear, self._glow = (
            (as_object(frames), as_object(timing)) for frames, timing in (NUDGE, SHAKE, APPEAR, GLOW)
        )

    def show(
        self,
        board: Board,
        events: Sequence[Event],
        motion: Motion,
        marks: Mapping[Cell, frozenset[str]],
        *,
        over: bool = False,
    ) -> None:
        """Shows the board after playing and cueing the events."""
        own = [event for event in events if event.board == self.index]
        moving: list[Phase] = []
        if motion is not Motion.NONE and self.rows and own:
            glides = motion is Motion.GLIDES
            covered = covers(self.rows, self._symbols) or covers(board.rows, self._symbols)
            moving = phases(
                self.rows, own, self.index, glide=glides, particles=True, stuck=board.stuck, covered=covered
            )
        if self.look.speed != 1:
            moving = [replace(phase, milliseconds=phase.milliseconds * self.look.speed) for phase in moving]
        self._level, self._ghost = board.level, board.ghost
        self.painter.show(board, moving, marks, asleep=over)
        self.rows, self.coming = board.rows, board.coming
        self.show_pieces(board)
        if own and not moving:
            self._cue(self.index, own, in_time=True)

    def flush(self) -> None:
        """Cuts short what is still moving, and cues its events now."""
        late = self.painter.rest()
        if late:
            self._cue(self.index, late, in_time=False)

    def show_figures(self, figures: Sequence[tuple[str, int | str]], *, runs: bool) -> None:
        """Shows the numbers next to the board; those that have grown count up if `runs`."""
        self._figures.show(figures, runs=runs)

    def rise(self, text: str, at: Cell, *, strong: bool) -> None:
        """Lets a short text rise from a cell, but next to a player, whose face it must not cover, and from above where
        the next piece will land; restarts the motion of the one element.
        """
        width, height = self.painter.size
        x, y = self.painter.middle(at)
        cell = self.painter.cell
        em = STRONG_EM if strong else EM
        if at == self.painter.player:
            em = max(em, min(COLLECTED * cell, STRONG_EM))
            away = cell / 2 + LETTER * letters(text) * em / 2
            x += away if x + 2 * away <= width + cell / 2 else -away
        em = min(em, width / (LETTER * letters(text)))
        places = [self.painter.middle(cell) for _symbol, cell in self._ghost]
        near = [top for left, top in places if abs(left - x) < (cell + em * LETTER * letters(text)) / 2]
        if any(y - RISEN * em < top + cell / 2 and top - cell / 2 < y + em / 2 for top in near):
            y = max(em, min(near) - (cell + em) / 2)
        self.rising.show(text, (x - width / 2, y - height / 2), em, strong=strong)
        self._keep_apart()

    def cheer(self, text: str, size: int) -> None:
        """Shows a word over the board, larger for a larger `size`, from 2 on, as far as it fits."""
        self._write(self._cheer, text, size, CHEER_HEIGHT)

    def level_up(self) -> None:
        """Lights up the tray and shows the new level over the board."""
        self.glow()
        self._write(self._level_up, f"{self._translator('Level')} {self._level}", LEVEL_SIZE, LEVEL_HEIGHT)

    def _write(self, over: OverBoard, text: str, size: int, share: float) -> None:
        width, height = self.painter.size
        em = min(self.painter.cell * (0.7 + 0.22 * size), width / (LETTER * letters(text)))
        over.show(text, (0, height * (share - 0.5)), em, strong=size >= LONG_CHAIN)
        self._keep_apart()

    def _keep_apart(self) -> None:
        """Moves points that would rise over a word to the nearer side of all words."""
        number, words = self.rising, [word for word in (self._cheer, self._level_up) if word.seen]
        top = min((word.y - PEAK * word.em / 2 for word in words), default=0.0)
        bottom = max((word.y + PEAK * word.em / 2 for word in words), default=0.0)
        over, under = top - number.em / 2, bottom + RISEN * number.em
        if words and number.seen and over < number.y < under:
            fits = over - RISEN * number.em > -self.painter.size[1] / 2
            number.move(over if fits and number.y - over < under - number.y else under)

    def nudge(self) -> None:
        """Lets the tray sink a little for a moment, because something landed."""
        self.frame.animate(*self._nudge)

    def shake(self) -> None:
        """Shakes the tray, because a move was not possible."""
        self.frame.animate(*self._shake)

    def appear(self) -> None:
        """Fades the board in, because it replaces another one."""
        self.frame.animate(*self._appear)

    def glow(self) -> None:
        """Lights up the tray once."""
        self.canvas.animate(*self._glow)

    def point(self, cells: Sequence[Cell]) -> None:
        """Draws an arrow along the middles of these cells, or hides it."""
        self._arrow.show([self.painter.middle(cell) for cell in cells], self.canvas, self.painter.cell)

    def carry(self, symbol: str, x: float, y: float) -> None:
        """Draws a dragged symbol, a little enlarged, around this place on the canvas (CSS pixels)."""
        if not self._carried.firstChild:
            put(self._carried, self.painter.picture(symbol))
        size = self.painter.cell * CARRIED
        left, top = self.canvas.offsetLeft + x - size / 2, self.canvas.offsetTop + y - size / 2
        self._carried.firstChild.style.width = f"{size:.1f}px"
        self._carried.style.transform = f"translate({left:.1f}px, {top:.1f}px)"

    def drop_carried(self) -> None:
        """Removes the dragged symbol."""
        put(self._carried)

    @property
    def painters(self) -> list[Painter]:
        """The painters of the board and of the pieces next to it."""
        return [self.painter, *self._next.painters, *self._held.painters]

    def show_pieces(self, board: Board) -> None:
        """Shows the next pieces and the one put aside, if they changed."""
        self._next.show(board.next, self.painter.cell, shapes=self.look.shapes)
        self._held.show(() if board.held is None else (board.held,), self.painter.cell, shapes=self.look.shapes)

    def add_face(self, computer: Opponent) -> None:
        """Adds the face of the computer that plays on this board, and its strength as a hint."""
        from game.web.board.faces import face

        player = self._head.firstElementChild
        player.prepend(face(computer.strength))
        player.title = strength(computer, self._translator)

    def add_rival(self, rival: RivalBoard) -> None:
        """Adds a small second board next to this one."""
        self._rival = rival
        self._head.append(rival.element)

    def list_cells(self, board: Board) -> None:
        """Updates the table."""
        self._table.show(board)

    def fit(self, board: Board) -> None:
        """Makes the canvas as large as its frame allows."""
        scale = self.look.size / 100
        self.painter.shapes = self.look.shapes
        self.painter.fit(board.rows, self.frame.clientWidth * scale, self.frame.clientHeight * scale)
        if self._rival:
            self._rival.fit(shapes=self.look.shapes)
        self._next.forget()
        self._held.forget()
