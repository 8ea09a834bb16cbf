"""Replays a game: steps through its inputs, runs by itself, switches branches, and plays on from any point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from game.contract import BadInput, Event, Role
from game.play.actions import Action, ReplayAction
from game.play.changes import ActionWanted
from game.play.context import GameContext
from game.play.display import Display
from game.play.narrator import Narrator
from game.slices import Slices

if TYPE_CHECKING:
    from game.play.open_game import ReplayControls

MOST_SCORED = 1000
"""Total inputs of branches that are replayed only to label them with their scores."""
STEP = 500.0
"""Milliseconds for an input at speed 1; a tick takes a quarter of it."""
SCAN_SLICE = 4.0
"""Milliseconds per frame for scanning the game for inputs worth a mark."""
MOST_GAINS = 6
SMALLEST_GAIN = 1 / 3
"""How many of the highest-scoring inputs get a mark, and the least share of the highest gain that qualifies."""


class Bar(Protocol):
    """The bar that shows and controls a replay."""

    @property
    def speed(self) -> float:
        """The speed chosen, as a multiple of the usual one."""

    def open(self, player: ReplayControls) -> None:
        """Shows the bar for this replay."""

    def close(self) -> None:
        """Hides the bar."""

    def show_place(self, at: int, length: int, note: str) -> None:
        """Shows the position of the replay, with a note."""

    def show_running(self, *, running: bool) -> None:
        """Shows whether it runs."""

    def show_marks(self, marks: Iterable[tuple[str, float]]) -> None:
        """Shows marks along the track, each with its kind and its position from 0 to 1."""

    def show_branches(self, labels: Sequence[str]) -> None:
        """Shows the other branches."""

    def focus_last_branch(self) -> None:
        """Focuses the branch that was left last."""


class Closed(Protocol):
    """Takes whether the game stays at the point shown, once the replay has closed."""

    def __call__(self, *, stay: bool) -> object: ...


class Replay:
    """A replay from opening to closing. It moves the session itself, and at the end moves it back to where it was."""

    def __init__(self, game: GameContext, narrator: Narrator, display: Display, closed: Closed) -> None:
        """`closed` is called at the end with whether the game stays at the point shown."""
        self._game, self._narrator, self._display, self._closed = game, narrator, display, closed
        self._session, self._bar, self._translator = game.session, game.around.bar, game.around.translator
        self._home = game.session.history.position
        self._tick = game.session.rules.by_role.get(Role.TICK)
        self._running = False
        self._due = 0.0
        self._gains: list[int] = []
        self._scan: Iterator[int] | None = None
        self._slices = Slices(game.around.now, SCAN_SLICE)
        self._notes: dict[int, str] = {}
        """Notes for places worth a look, by number of inputs."""
        self._bar.open(self)
        self._bar.show_running(running=False)
        self._list_branches()
        self.go(0)

    def close(self, *, stay: bool) -> None:
        """Hides the bar. The game returns to where it was; with `stay`, it remains at the point shown."""
        if stay:
            self._bar.close()
        else:
            self.abandon()
        self._closed(stay=stay)

    def abandon(self) -> None:
        """Hides the bar and moves the game back to where it was, without calling back."""
        self._session.go(self._home)
        self._bar.close()

    def act(self, action: ReplayAction) -> None:
        """Runs an action of the bar."""
        _ACTS[action](self)

    def play_due(self, now: float) -> float | None:
        """Plays what is due. Returns the milliseconds until the next input, or None."""
        session = self._session
        if self._scan:
            self._scan_on(self._scan)
        if not self._running:
            return 0.0 if self._scan else None
        if now < self._due:
            return self._due - now
        if not session.can_redo:
            self._set_running(running=False)
            return None
        word = session.main_line[session.history.position]
        self.step(1)
        self._due = now + STEP * (0.25 if word == self._tick else 1.0) / self._bar.speed
        return self._due - now

    def go(self, position: int) -> None:
        """Goes to the state after this many inputs."""
        self._session.go(position)
        self._update(())

    def go_to_end(self) -> None:
        """Goes to the state after all inputs."""
        self.go(self._session.length)

    def step(self, direction: int) -> None:
        """Goes one input back (-1) or forward (1)."""
        if direction > 0 and self._session.can_redo:
            self._update(self._session.timeline.advance())
        elif direction < 0 and self._session.can_undo:
            self.go(self._session.history.position - 1)

    def film(self) -> None:
        """Stops, and offers the game as an animated picture."""
        self._set_running(running=False)
        self._game.tell(ActionWanted(Action.FILM))

    def toggle(self) -> None:
        """Runs, from the start if it is at the end; or stops."""
        if not self._running and not self._session.can_redo:
            self._session.go(0)
        self._set_running(running=not self._running)
        self._update(())

    def switch(self, branch: int) -> None:
        """Switches the game to the end of another branch; the current one becomes the last branch."""
        session, translator = self._session, self._translator
        self._set_running(running=False)
        try:
            session.timeline.promote(branch)
        except BadInput as error:
            self._narrator.refuse(error)
            return
        session.note(assisted=True)
        self._home = session.length
        self._list_branches()
        self._update(())
        score = translator.number(session.score)
        self._narrator.tell(translator("Switched to this branch. Score: {score}.", score=score))
        self._bar.focus_last_branch()

    def _list_branches(self) -> None:
        """Lists the branches, numbered from 2 after the main line, in the order in which they were left."""
        session, labels, left = self._session, [], MOST_SCORED
        for index, branch in enumerate(session.history.variations):
            parts = [self._translator("Branch {number}: from move {at}", number=index + 2, at=branch.at)]
            left -= branch.length - branch.at
            if left >= 0:
                with suppress(BadInput):  # switching to it will say so
                    parts.append(self._translator("score {score}", score=session.timeline.variation_score(index)))
            labels.append(self._translator.clauses(parts))
        self._bar.show_branches(labels)
        self._gains, self._scan = [], session.timeline.gains()
        self._show_marks()

    def _scan_on(self, gains: Iterator[int]) -> None:
        """Scans part of the game; at its end, marks the best moves."""
        with suppress(BadInput):  # reported when the player gets that far
            self._gains += self._slices.of(gains)
            if not self._slices.ended:
                return
        self._scan = None
        self._show_marks()
        self._show_place()

    def _show_marks(self) -> None:
        """Marks where branches begin, where hints were given and, once known, which inputs scored most."""
        session, translator = self._session, self._translator
        found = [("branch", branch.at, translator("Other branches")) for branch in session.history.variations]
        found += [("hint", at, translator("Hint")) for at in session.timeline.hints]
        if not self._scan:
            found += [("gain", at, f"+{translator.number(points)}") for at, points in highest_gains(self._gains)]
        self._notes = {at: note for _kind, at, note in found}
        length = max(session.length, 1)
        self._bar.show_marks((kind, at / length) for kind, at, _note in found)

    def _set_running(self, *, running: bool) -> None:
        self._running = running
        self._bar.show_running(running=running)

    def _update(self, events: Sequence[Event]) -> None:
        self._show_place()
        self._display.replayed(events)

    def _show_place(self) -> None:
        at = self._session.history.position
        self._bar.show_place(at, self._session.length, self._notes.get(at, ""))


_ACTS: dict[ReplayAction, Callable[[Replay], object]] = {
    ReplayAction.START: lambda replay: replay.go(0),
    ReplayAction.BACK: lambda replay: replay.step(-1),
    ReplayAction.RUN: Replay.toggle,
    ReplayAction.ON: lambda replay: replay.step(1),
    ReplayAction.END: Replay.go_to_end,
    ReplayAction.FILM: Replay.film,
    ReplayAction.HERE: lambda replay: replay.close(stay=True),
    ReplayAction.CLOSE: lambda replay: replay.close(stay=False),
}


def highest_gains(gains: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the highest gains in order, each as the number of inputs after it and its points."""
    most = sorted(gains, reverse=True)[:MOST_GAINS]
    least = max(1, SMALLEST_GAIN * most[0], most[-1]) if most else 1
    return [(at, points) for at, points in enumerate(gains, 1) if points >= least]
