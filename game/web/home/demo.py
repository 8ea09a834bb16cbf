"""Plays slowly on the card that the player looks at, unless the card shows a game of the player's own."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

from js import document, matchMedia, window

from game import files
from game.bots import bot_for
from game.contract import BadInput
from game.effects.animation import phases
from game.geometry import Geometry
from game.play.partner import DEMO_PATIENCE, Partner
from game.player.preferences import Preferences
from game.rules import game
from game.session import Session, Work
from game.session.replay_code import read, replaying
from game.store.cards import Cards
from game.store.saves import Saves
from game.web.board.painter import Painter, animate_all
from game.web.board.sprites import recolour
from game.web.platform.dom import any_dialog_open, by_id, listen, make
from game.web.platform.late import fetch
from game.web.platform.loop import DelayedCall, IdleWork, Loop, now

LOOKED_AT = 700.0
"""Milliseconds that a player looks at a card before its board comes alive."""
BETWEEN_WORDS, BETWEEN_MOVES = 280.0, 1500.0
MOST_MOVES = 40
"""The most moves on a card before it stops, because no one looks at one forever."""


class Demo:
    """Animates at most one card."""

    def __init__(self, saves: Saves, preferences: Preferences) -> None:
        self._saves, self._cards, self._preferences = saves, Cards(saves), preferences
        self._name: str | None = None
        self._session: Session | None = None
        self._painters: list[Painter] = []
        self._live: Any = None
        self._effort = 1
        self._words: deque[str] = deque()
        self._moves = 0
        self._partner = Partner(now)
        self._work, self._loop = IdleWork(), Loop(self._frame)
        self._begin, self._next = DelayedCall(self._prepare), DelayedCall(self._step)
        self._scrolled = DelayedCall(self._choose_nearest)
        home = by_id("home")
        listen(home, "pointerover", self._pointed)
        listen(home, "pointerleave", lambda event: self._choose(None) if event.pointerType == "mouse" else None)
        listen(home, "focusin", lambda event: self._choose(_card_of(event.target)))
        listen(window, "scroll", lambda _event: self.choose_in_view(), passive=True)

    def choose_in_view(self) -> None:
        """Picks the card in the middle of a touch screen once the page has not scrolled for a while."""
        if document.body.dataset.screen == "home" and matchMedia("(hover: none)").matches:
            self._scrolled.begin(LOOKED_AT)

    def stop(self) -> None:
        """Stops the live card."""
        self._name = None
        for later in (self._begin, self._next, self._scrolled):
            later.cancel()
        self._work.stop()
        self._partner.stop()
        self._words.clear()
        self._painters, self._session = [], None
        if self._live:
            self._live.remove()
            self._live = None

    def _pointed(self, event: Any) -> None:
        if event.pointerType == "mouse":
            self._choose(_card_of(event.target))

    def _choose_nearest(self) -> None:
        """Picks the card nearest to the middle of the window."""
        middle, boxes = float(window.innerHeight) / 2, {}
        for card in document.querySelectorAll(".card"):
            box = card.getBoundingClientRect()
            boxes[str(card.dataset.game)] = abs(float(box.top + box.bottom) / 2 - middle)
        last = self._saves.last
        self._choose(min(boxes, key=lambda name: (boxes[name], name != last)) if boxes else None)

    def _choose(self, name: str | None) -> None:
        if name != self._name:
            self.stop()
            self._name = name
            if name is not None:
                self._begin.begin(LOOKED_AT)

    @property
    def _allowed(self) -> bool:
        """Whether anything may move."""
        at_home = document.body.dataset.screen == "home" and not document.hidden
        return bool(at_home and not self._preferences.less_motion)

    def _prepare(self) -> None:
        if not window.prelit.complete:
            fetch("later", lambda _texts: self._prepare())
        elif self._name is not None and self._allowed:
            self._work.begin(self._preparing(self._name))

    def _preparing(self, name: str) -> Work[None]:
        """Replays the game up to the position in the picture, and puts a live board over it."""
        place = document.querySelector(f'.card[data-game="{name}"] .card-board')
        self._effort = int(place.dataset.effort)
        session = yield from self._copy(name, str(place.dataset.replay))
        if session is None or session.over:
            return
        bot_for(session.rules)
        yield 0
        boards = session.view.boards
        shapes = self._preferences.look.shapes
        canvases = [make("canvas", aria_hidden="true") for _board in boards]
        self._live = make("span", *canvases, class_="card-live")
        place.append(self._live)
        recolour()  # each game has its own accent colour
        whole = Geometry(max(len(board.rows) for board in boards), sum(len(board.rows[0]) + 1 for board in boards) - 1)
        cell = whole.within(place.clientWidth, place.clientHeight).side
        self._live.style.gap = f"{cell}px"
        self._painters = [Painter(canvas, session.rules.symbols, shapes=shapes) for canvas in canvases]
        for painter, board in zip(self._painters, boards, strict=True):
            picture = replace(Geometry.of(board.rows), side=cell)
            painter.fit(board.rows, picture.width, picture.height)
            # A fraction of pixels is fine: the board must match the picture below it and not jump when it moves.
            painter.canvas.style.width, painter.canvas.style.height = f"{picture.width}px", f"{picture.height}px"
            painter.show(board)
            yield 0
        self._session, self._moves = session, 0
        self._next.begin(BETWEEN_WORDS)

    def _copy(self, name: str, code: str) -> Work[Session | None]:
        """Returns the game in the default picture; None if the card shows the player's own, which is left alone."""
        if self._cards.known(name) or (yield from self._cards.preview(name)):
            return None
        try:
            return (yield from replaying(read(code, game, files.read), files.read))
        except BadInput:
            return None

    def _step(self) -> None:
        """Plays the next word, or starts thinking of the next move."""
        session = self._session
        if session is None or not self._allowed:
            self.stop()
        elif any_dialog_open():
            self._next.begin(BETWEEN_MOVES)
        elif self._words:
            self._play(session, self._words.popleft())
            self._next.begin(BETWEEN_WORDS if self._words else BETWEEN_MOVES / session.rules.seats)
        elif self._moves < MOST_MOVES and not session.over:
            self._moves += 1
            self._partner.ask(session.rules, session.state, self._effort, self._moves, DEMO_PATIENCE)
            self._work.begin(self._thinking())

    def _thinking(self) -> Work[None]:
        while True:
            advice = self._partner.think()
            if advice is not None:
                break
            yield 0
        self._words.extend(advice.words)
        if self._words:
            self._step()

    def _play(self, session: Session, word: str) -> None:
        before = [board.rows for board in session.view.boards]
        try:
            events = session.play(word)
        except BadInput:
            self._words.clear()
            return
        glide = not session.rules.timed
        for number, (painter, board) in enumerate(zip(self._painters, session.view.boards, strict=True)):
            painter.show(board, phases(before[number], events, number, glide=glide))
        self._loop.wake()

    def _frame(self, time: float) -> float | None:
        return animate_all(self._painters, time)


def _card_of(element: Any) -> str | None:
    card = element.closest(".place")
    return str(card.querySelector(".card").dataset.game) if card else None
