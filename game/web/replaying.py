"""A game played back: to and fro along its inputs, by itself, onto other lines, and playing on from any point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from game.contract import BadInput, Event, Role
from game.session import Session
from game.web.dom import Text, by_id, listen, make, put, show
from game.words import Words

SPEEDS = (0.5, 1, 2, 4, 8)
MOST_SCORED = 1000
"""Inputs: branches that have more beyond the line are not played only to tell their scores."""
STEP = 500.0
"""Milliseconds for an input at speed 1; a tick takes a quarter of that."""


class Replaying:
    """The bar of the replay. The session itself goes to and fro, and back to where it was when the bar is closed."""

    def __init__(
        self,
        words: Words,
        shown: Callable[[Sequence[Event]], None],
        closed: Callable[[bool], None],
        say: Callable[[str], None],
    ) -> None:
        self._words, self._shown, self._closed, self._say = words, shown, closed, say
        self._bar, self._track = by_id("replay"), by_id("replay-track")
        self._where, self._speed = Text(by_id("replay-where")), by_id("replay-speed")
        self._session: Session | None = None
        self._home = 0
        self._running = False
        self._due = 0.0
        self._lines = by_id("replay-lines")
        listen(self._lines, "click", self._line_chosen)
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
        show(self._bar, True)
        self._list_lines()
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
        word = session.main_line[len(session.inputs)]
        self._step(1)
        self._due = now + STEP * (0.25 if session.rules.role(word) is Role.TICK else 1.0) / float(self._speed.value)
        return self._due - now

    def _list_lines(self) -> None:
        """A button for each line that was left, the one left first being the second line."""
        session = self._session
        if session is None:
            return
        self._track.max = str(session.length)
        buttons, left = [], MOST_SCORED
        for index, branch in enumerate(session.variations):
            told = [self._words("Line {number}: left at {at}", number=index + 2, at=branch.at)]
            left -= branch.length - branch.at
            if left >= 0:
                with suppress(BadInput):  # switching to it will say so
                    told.append(self._words("score {score}", score=session.variation_score(index)))
            buttons.append(make("button", self._words.listed(told), type="button", data_line=str(index)))
        put(self._lines, *buttons)
        show(self._lines, bool(buttons))

    def _line_chosen(self, event: Any) -> None:
        """Returns to a line: its end is where the game is from now on, and what was played becomes the last line."""
        button, session = event.target.closest("button"), self._session
        if not button or session is None:
            return
        self._set_running(False)
        try:
            session.promote(int(button.dataset.line))
        except BadInput as error:
            self._say(self._words(error.message, **error.values))
            return
        session.note(assisted=True)
        self._home = session.length
        self._list_lines()
        self._tell(())
        self._say(self._words("This line is played now. Score: {score}.", score=session.score))
        self._lines.lastElementChild.focus()

    @property
    def _length(self) -> int:
        return self._session.length if self._session else 0

    def _step(self, way: int) -> None:
        session = self._session
        if session is None:
            return
        if way > 0 and session.can_redo:
            self._tell(session.advance())
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
