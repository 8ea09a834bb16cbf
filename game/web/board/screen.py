"""The game's screen: boards, figures, the pad and the buttons. It shows what it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.contract import CHAIN_LABEL, PLAYER_LABELS, Cell, Event, Marks, Role, Rules, View, seat_of
from game.effects.animation import Motion
from game.effects.waiting import hung, newly, source
from game.play.actions import Action
from game.play.changes import PossibleActions
from game.player.preferences import Look
from game.slices import sooner
from game.text.names import word_name
from game.web.board.choices import Choices
from game.web.board.end_card import EndCard
from game.web.board.icons import role_icon
from game.web.board.painter import animate_all
from game.web.board.panel import BoardPanel, Cue, Figures
from game.web.board.rival import RivalBoard
from game.web.board.sprites import recolour
from game.web.platform.dom import Text, by_id, listen, make, put, show
from game.web.platform.loop import DelayedCall
from game.words import Translator

if TYPE_CHECKING:
    from game.web.board.flight import Flights

PAD = (
    Role.LEFT,
    Role.ROTATE_BACK,
    Role.UP,
    Role.DOWN,
    Role.SOFT_DROP,
    Role.ROTATE,
    Role.RIGHT,
    Role.DROP,
    Role.HOLD,
)
"""The roles that have a button on the pad, in order."""
LEVELS = (Role.LEVEL_DOWN, Role.LEVEL_UP)
"""The roles that have a button in the menu."""

FIRST_BLINK, BETWEEN_BLINKS, BLINK = 3500.0, 7300.0, 130.0
"""Milliseconds from a move to the first blink, between blinks, and of one blink. No frames run between blinks."""
MOST_BLINKS = 4
"""The number of blinks after a move: a page that nobody touches does nothing after half a minute."""


class Screen:
    """Everything on a game's screen except the status line."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._boards, self._pad, self._lists = by_id("boards"), by_id("pad"), by_id("listing")
        self._levels = by_id("levels")
        self._seed, self._demo_speed = Text(by_id("seed")), by_id("demo-speed")
        self._buttons: dict[str, Any] = {}
        for button in by_id("game").querySelectorAll("button[data-action]:not(#end-undo)"):
            self._buttons[str(button.dataset.action)] = button
        self._enabled: dict[str, bool] = {}
        self._figures = Figures(by_id("figures"), translator, unseen=(*PLAYER_LABELS, CHAIN_LABEL))
        self.choices = Choices(translator)
        self._focused_board: int | None = 0
        self._veil, self._veil_text, self._veil_button = by_id("veil"), Text(by_id("veil-text")), Text(by_id("go-on"))
        self._veil_other = Text(by_id("go-other"))
        self.end_card = EndCard(translator)
        self._rules: Rules[Any] | None = None
        self._players: Sequence[str] = ()
        self._all_here = True
        """Whether all players are at this device, or there is only one."""
        self.panels: list[BoardPanel] = []
        self.look = Look()
        self._view: View | None = None
        self._eyelids, self._shut = DelayedCall(self._blink), False
        self._blinks = 0
        """How often the player on the board has blinked since the last move."""
        self._flights: Flights | None = None
        """Created when something first flies."""
        self._chain: tuple[int, str, Cell] | None = None
        """The board, a symbol and the cell where the last link of a chain vanished; None once its effects have been
        shown.
        """
        self._cancelled: Marks = ()
        """What waited above a board and was cancelled by that chain."""

    def open(self, rules: Rules[Any], view: View, players: Sequence[str], cue: Cue, own: int | None = None) -> None:
        """Lays out the screen for a game of these players; `cue` is called with events when they are shown. If only
        the seat `own` is played here, its board may be larger than the others (static/style/layouts.css).
        """
        self._chain = None
        if self._flights:
            self._flights.land()
        self._rules, self._players, self._all_here = rules, players, own is None
        names = players if len(players) > 1 else (self._translator(rules.title),)
        self.panels = [BoardPanel(rules, i, name, self._translator, cue) for i, name in enumerate(names)]
        if own is not None and len(self.panels) > 1:
            for panel, board in zip(self.panels, view.boards, strict=True):
                panel.element.classList.add("own" if panel.index == own else "other")
                panel.element.style.setProperty("--shape", f"{len(board.rows[0]) / len(board.rows):.3f}")
        put(self._boards, *(panel.element for panel in self.panels))
        put(self._lists, *(panel.listing for panel in self.panels))
        self._boards.dataset.count = str(len(self.panels))
        self._make_pad(rules)
        self._view, self._focused_board = view, focused_board(view)
        self._dim(view)
        self.fit()

    def _dim(self, view: View) -> None:
        """Dims the boards of waiting players and, at the end, of those who did not win; none after a draw."""
        for panel in self.panels:
            panel.element.classList.toggle("waiting", focused_board(view) not in (panel.index, None))

    def fit(self) -> None:
        """Adapts to a change of the window's size or pixel ratio."""
        if self._view is None:
            return
        recolour()
        for panel, board in zip(self.panels, self._view.boards, strict=True):
            panel.look = self.look
            panel.fit(board)
            panel.show_pieces(board)

    def show(
        self,
        view: View,
        events: Sequence[Event] = (),
        motion: Motion = Motion.NONE,
        marks: Mapping[Cell, frozenset[str]] | None = None,
    ) -> None:
        """Shows a view after playing the events; `finish_move` follows once all are shown."""
        if any(board.waiting for board in view.boards):
            view = replace(view, boards=tuple(map(hung, view.boards)))
        self._view = view
        self._chain = source(events) if motion is not Motion.NONE and len(self.panels) > 1 else None
        if self._chain:
            sender = self._chain[0]
            self._cancelled = newly(view.boards[sender].coming, self.panels[sender].coming)
        for panel, board in zip(self.panels, view.boards, strict=True):
            own = marks if marks and panel.index == view.turn else {}
            looks_on = (
                motion is not Motion.NONE and events and all(getattr(e, "board", 0) != panel.index for e in events)
            )
            # The effects of a chain are shown before what arrives on the other board.
            shown = replace(board, coming=panel.coming) if looks_on else board
            panel.show(shown, events, motion, own or {}, over=view.over)
        if motion is Motion.NONE or view.over or not self.panels[0].painter.has_eyes:
            self._eyelids.cancel()
        else:
            self._blinks = 0
            self._eyelids.begin(FIRST_BLINK)
        if not events:
            self.finish_move()

    def finish_move(self) -> None:
        """Shows whose turn it is once all events have been shown, and starts the effects of a chain."""
        view, chain = self._view, self._chain
        if view is None:
            return
        self._chain = None
        if chain:
            self._send(view, *chain)
        if not (self._flights and self._flights.moving):
            self._show_waiting()
        # Other figures count all players together, and a player with an opponent would take them for their own.
        figures = [each for each in view.figures if self._all_here or each[0] in PLAYER_LABELS]
        self._figures.show([(label, self._named(label, value)) for label, value in figures])
        if focused_board(view) != self._focused_board and len(self.panels) > 1:
            self._dim(view)  # if boards change size, the observer of their frames calls `fit`
        self._focused_board = focused_board(view)

    def _send(self, view: View, sender: int, symbol: str, start: Cell) -> None:
        """Shows the effects of a chain: what it cancels bursts, and what it sends flies to the other boards."""
        panel, speed = self.panels[sender], self.look.speed
        sent = [
            (other, new)
            for other, board in zip(self.panels, view.boards, strict=True)
            if other is not panel and (new := newly(other.coming, board.coming))
        ]
        if not (sent or self._cancelled):
            return
        if self._flights is None:
            from game.web.board.flight import Flights

            self._flights = Flights(self._show_waiting)
        self._flights.cancel(panel, symbol, start, self._cancelled, speed)
        for other, new in sent:
            self._flights.send(panel, start, other, new, speed)

    def _show_waiting(self) -> None:
        """Shows what waits above each board."""
        view = self._view
        for panel, board in zip(self.panels, view.boards if view else (), strict=True):
            if view and board.coming != panel.coming:
                panel.show(board, (), Motion.NONE, {}, over=view.over)

    def _named(self, label: str, value: int | str) -> int | str:
        """Returns the value of a figure: a player's name, if the players have names."""
        if label not in PLAYER_LABELS or not isinstance(value, int):
            return value
        name = self._players[seat_of(value)]
        return value if name == self._translator("Player {player}", player=value) else name

    def celebrate(self) -> None:
        """Throws confetti over the end card."""
        assert self._rules
        from game.web.board.confetti import throw

        throw(self._rules, self.panels[0].painter)

    def _blink(self) -> None:
        """Shuts or opens the eyes of the player on the board, while the board is visible."""
        painter = self.panels[0].painter
        if painter.canvas.offsetParent:
            self._shut = not self._shut
            painter.blink(shut=self._shut)
            self._blinks += self._shut
            if self._shut or self._blinks < MOST_BLINKS:
                self._eyelids.begin(BLINK if self._shut else BETWEEN_BLINKS)

    def flush(self) -> None:
        """Cuts short what is still moving, and cues its events now."""
        self._chain = None
        if self._flights:
            self._flights.land()
        for panel in self.panels:
            panel.flush()

    def list_cells(self) -> None:
        """Updates the tables."""
        if self._view:
            for panel, board in zip(self.panels, self._view.boards, strict=True):
                panel.list_cells(board)

    def animate(self, now: float) -> float | None:
        """Shows what is due. Returns the milliseconds until more is due, or None if nothing moves."""
        wait = animate_all([panel.painter for panel in self.panels], now)
        flight = self._flights.animate(now) if self._flights and self._flights.moving else None
        return sooner(wait, flight)

    def add_rival(self, name: str, label: str) -> RivalBoard:
        """Adds a small second board next to the first, for a rival of this name; `label` is for screen readers."""
        assert self._rules
        rival = RivalBoard(self._rules.symbols, name, label)
        self.panels[0].add_rival(rival)
        return rival

    def point(self, cells: Sequence[Cell], board: int) -> None:
        """Draws an arrow along the middles of these cells of a board, and none on other boards."""
        for panel in self.panels:
            panel.point(cells if panel.index == board else ())

    def apply_look(self, look: Look, *, demo: bool) -> None:
        """Sets how boards look, and whether a demo is running, whose speed can be chosen."""
        self.look = look
        for panel in self.panels:
            panel.look = look
        show(self._demo_speed, shown=demo)

    def caption(self, text: str) -> None:
        """Sets the caption below the board."""
        self._seed.set(text)

    def show_possible(self, possible: PossibleActions) -> None:
        """Shows the choices, and enables or disables the buttons of actions."""
        assert self._rules
        self.choices.show(self._rules, possible.choices, shapes=self.look.shapes)
        undo, going = possible.undo, possible.going
        starts = {Action.REPLAY: possible.replay, Action.NEW: True, Action.SHARE: True}
        moves = {Action.UNDO: undo, Action.REDO: possible.redo, Action.RESTART: undo}
        for name, can in {**moves, **starts, Action.HINT: going, Action.DEMO: going}.items():
            if self._enabled.get(name) != can:
                self._buttons[name].disabled = not can
                self._enabled[name] = can

    def veil(self, text: str, button: str, other: str = "") -> None:
        """Covers the boards with a text and one or two buttons; uncovers them if the text is empty. Until a question,
        which has two, is answered, the buttons that play can do nothing.
        """
        self._veil_text.set(text)
        self._veil_button.set(button)
        self._veil_other.set(other)
        show(self._veil, shown=bool(text))
        self._pad.inert = self._levels.inert = bool(other)

    def _make_pad(self, rules: Rules[Any]) -> None:
        for place, roles in ((self._pad, PAD), (self._levels, LEVELS)):
            buttons = []
            for role in roles:
                word = rules.by_role.get(role)
                if word is not None:
                    name = word_name(rules, word, self._translator)
                    shown = role_icon(role) if place is self._pad else name  # in the menu, everything is named
                    buttons.append(
                        make("button", shown, type="button", aria_label=name, data_word=word, data_role=role)
                    )
            put(place, *buttons)


def focused_board(view: View) -> int | None:
    """Returns the board in focus: of the player to move, or of the winner; None after a draw."""
    return view.winning_seat if view.over else view.turn


def listen_to_pad(hold: Callable[[Role], None], let_go: Callable[[Role], None], play: Callable[[str], None]) -> None:
    """Listens to the buttons of the pad, held like keys, and of the choices, pressed once."""

    def role_of(event: Any) -> Role | None:
        button = event.target.closest("button[data-role]")
        return Role(str(button.dataset.role)) if button else None

    def down(event: Any) -> None:
        role = role_of(event)
        if role is not None and event.isPrimary and event.button == 0:
            if event.isTrusted:  # a synthetic event has no pointer
                event.target.setPointerCapture(event.pointerId)
            hold(role)

    def up(event: Any) -> None:
        role = role_of(event)
        if role is not None:
            let_go(role)

    def pressed(event: Any) -> None:
        button = event.target.closest("button[data-word]")
        if button:
            play(str(button.dataset.word))

    pad = by_id("pad")
    listen(pad, "pointerdown", down)
    for end in ("pointerup", "pointercancel", "lostpointercapture"):
        listen(pad, end, up)
    listen(pad, "click", lambda event: None if event.detail else pressed(event))  # a keyboard click has detail 0
    for place in ("choices", "levels"):
        listen(by_id(place), "click", pressed)
