"""Along the line of the game on the screen, and back: undo, redo, restart, and the replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import Event
from game.web.current import Current
from game.web.helping import Helping
from game.web.loop import now
from game.web.replaying import Replaying
from game.web.showing import Showing
from game.web.ticking import Ticking
from game.words import Words


class Lines:
    """Puts the game somewhere else than where it was played to."""

    def __init__(
        self,
        current: Current,
        showing: Showing,
        ticking: Ticking,
        helping: Helping,
        words: Words,
        keep: Callable[[], None],
        moved: Callable[[], None],
        put_aside: Callable[[str], None],
    ) -> None:
        self._current, self._showing, self._ticking, self._helping = current, showing, ticking, helping
        self._words, self._keep, self._moved, self._put_aside = words, keep, moved, put_aside
        self.replaying = Replaying(words, self._show, self._closed, showing.say)
        self.may_restart: Callable[[], bool] = lambda: True
        """Asked before a restart: a game in which that ends something asks the player first."""

    def undo(self) -> None:
        """One move back; in a game with a clock one piece, and time stops."""
        self._step(-1, self._words("Nothing to undo."))

    def redo(self) -> None:
        """The same forward."""
        self._step(1, self._words("Nothing to redo."))

    def restart(self) -> None:
        """The same game from its start."""
        session = self._current.session
        if session is None or self.replaying.is_open or not self.may_restart():
            return
        self._helping.stop()
        session.restart()
        self._current.paused = False
        self._ticking.begin()
        self._showing.refresh()
        self._showing.say(self._words("From the start again."), self._words("Undo"), self.undo)
        self._keep()
        self._moved()

    def open_replay(self) -> None:
        """Plays the game back from its start."""
        session = self._current.session
        if session is None or not session.length:
            self._showing.say(self._words("There is nothing to play back yet."))
            return
        self._helping.stop()
        self._ticking.pause()
        self._keep()
        self._showing.screen.veil("")
        self.replaying.open(session)
        self._showing.wake()

    def _step(self, way: int, nothing: str) -> None:
        session = self._current.session
        if session is None or self.replaying.is_open:
            return
        self._helping.stop()
        moved = session.step_piece(way) if self._current.timed else session.step(way)
        if moved:
            self._stands()
        else:
            self._showing.say(nothing)

    def _show(self, events: Sequence[Event]) -> None:
        self._showing.show(events)
        self._showing.list_cells(now())
        self._showing.wake()

    def _closed(self, stay: bool) -> None:
        """Back in the game: where it was, or, if the player stays, to be played on from the point shown."""
        session = self._current.session
        if session is None:
            return
        if stay:
            if self._current.guest:
                self._put_aside(session.rules.name)
                self._current.guest = False
            session.note(assisted=True)
        self._stands()

    def _stands(self) -> None:
        """The game was put where it is now, not played there: time stops, and all is shown and kept."""
        self._current.wait()
        self._showing.refresh()
        self._showing.say_end()
        self._keep()
        self._moved()
