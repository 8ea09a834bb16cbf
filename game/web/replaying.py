"""A game played back: to and fro along its inputs, step by step or by itself, and playing on from any point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.contract import Event
from game.session import TICK, Session
from game.web.dom import Text, by_id, listen, show
from game.words import Words

SPEEDS = (0.5, 1, 2, 4, 8)
STEP = 500.0
"""Milliseconds for an input at speed 1; a tick takes a quarter of that."""


class Replaying:
    """The bar of the replay. The session itself goes to and fro, and back to where it was when the bar is closed."""

    def __init__(self, words: Words, shown: Callable[[Sequence[Event]], None], closed: Callable[[bool], None]) -> None:
        self._words, self._shown, self._closed = words, shown, closed
        self._bar, self._track = by_id("replay"), by_id("replay-track")
        self._where, self._speed = Text(by_id("replay-where")), by_id("replay-speed")
        self._session: Session | None = None
        self._home = 0
        self._running = False
        self._due = 0.0
        for name, act in (
            ("start", lambda: self._go(0)), ("back", lambda: self._step(-1)), ("run", self._toggle),
            ("on", lambda: self._step(1)), ("end", lambda: self._go(self._length)),
            ("here", lambda: self.close(stay=True)), ("close", lambda: self.close(stay=False)),
        ):  # fmt: skip
            listen(by_id(f"replay-{name}"), "click", _only(act))
        listen(self._track, "input", lambda _event: self._go(int(self._track.value)))

    @property
    def is_open(self) -> bool:
        return self._session is not None

    def open(self, session: Session) -> None:
        """Shows the bar for this game, from its start."""
        self._session, self._home = session, len(session.inputs)
        self._track.max = str(session.length)
        show(self._bar, True)
        self._go(0)

    def close(self, stay: bool) -> None:
        """Hides the bar; the game is where it was before, or stays at the point shown."""
        session = self._session
        if session is None:
            return
        self._session, self._running = None, False
        if not stay:
            session.go(self._home)
        show(self._bar, False)
        self._closed(stay)

    def key(self, code: str) -> bool:
        """A key while the bar is open → whether it means something here."""
        acts: dict[str, Callable[[], object]] = {
            "ArrowLeft": lambda: self._step(-1), "ArrowRight": lambda: self._step(1), "Space": self._toggle,
            "Home": lambda: self._go(0), "End": lambda: self._go(self._length),
            "Escape": lambda: self.close(stay=False),
        }  # fmt: skip
        if code in acts:
            acts[code]()
        return code in acts

    def frame(self, now: float) -> float | None:
        """Plays what is due → milliseconds until the next input is, or None."""
        session = self._session
        if session is None or not self._running:
            return None
        if now < self._due:
            return self._due - now
        if not session.can_redo:
            self._set_running(False)
            return None
        word = session.line[len(session.inputs)]
        self._step(1)
        self._due = now + STEP * (0.25 if word == TICK else 1.0) / float(self._speed.value)
        return self._due - now

    @property
    def _length(self) -> int:
        return self._session.length if self._session else 0

    def _step(self, way: int) -> None:
        session = self._session
        if session is None:
            return
        if way > 0 and session.can_redo:
            self._tell(session.follow())
        elif way < 0 and session.can_undo:
            self._go(len(session.inputs) - 1)

    def _go(self, position: int) -> None:
        if self._session is not None:
            self._session.go(position)
            self._tell(())

    def _toggle(self) -> None:
        session = self._session
        if session is not None and not self._running and not session.can_redo:
            session.go(0)
        self._set_running(not self._running)
        self._tell(())

    def _set_running(self, running: bool) -> None:
        self._running = running
        by_id("replay-run").textContent = self._words("Pause") if running else self._words("Run")

    def _tell(self, events: Sequence[Event]) -> None:
        session = self._session
        if session is None:
            return
        at = len(session.inputs)
        self._track.value = str(at)
        self._where.set(self._words("{at} of {length}", at=at, length=session.length))
        self._shown(events)


def _only(act: Callable[[], Any]) -> Callable[[Any], Any]:
    return lambda _event: act()
