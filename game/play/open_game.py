"""What the page does with the open game, whether a Controller plays it here or foreign code plays it in a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.contract import Cell, Role, Rules
from game.play.actions import Action, ReplayAction


class Pointing(Protocol):
    """Pointing at cells, in a game whose moves go from cell to cell."""

    def grab(self, cell: Cell) -> str:
        """Handles a pointer coming down on a cell. Returns the symbol to drag; empty if there is none."""

    def carry(self, cell: Cell | None) -> object:
        """Shows the path from the dragged symbol's cell to this one."""

    def drop(self, cell: Cell | None) -> None:
        """Drops the dragged symbol on a cell, or where it came from."""

    def tap(self, cell: Cell) -> None:
        """Handles a pointer lifted where it came down."""

    def pick(self, cell: Cell) -> None:
        """Handles a click on a cell."""

    def point(self, what: str) -> None:
        """Handles the keyboard: moves the cursor in a direction, picks its cell, or deselects the chosen one."""


class ReplayControls(Protocol):
    """An open replay."""

    def act(self, action: ReplayAction) -> None:
        """Runs an action of the replay's bar."""

    def go(self, position: int) -> None:
        """Goes to the state after this many inputs."""

    def switch(self, branch: int) -> None:
        """Switches the game to the end of another branch."""


class OpenGame(Protocol):
    """The open game, as keys, fingers, buttons, settings and frames need it. Its answers change as it is played."""

    @property
    def rules(self) -> Rules[Any]: ...

    @property
    def over(self) -> bool: ...

    @property
    def cursor(self) -> Pointing | None:
        """What points at cells; None in games of falling pieces."""

    @property
    def replay(self) -> ReplayControls | None:
        """The replay, if one is open."""

    @property
    def landings(self) -> int:
        """How many pieces have landed since the game was opened."""

    @property
    def takes_repeats(self) -> bool:
        """Whether repeats of a held key count."""

    @property
    def end_seen(self) -> bool:
        """Whether the game is over, and its end card has been open for a moment."""

    @property
    def demo_running(self) -> bool:
        """Whether a demo plays."""

    @property
    def plays_unfocused(self) -> bool:
        """Whether it goes on when the page loses the focus."""

    def press(self, role: Role, time: float) -> None:
        """Handles a key, button or finger going down at this time (milliseconds)."""

    def release(self, role: Role, time: float) -> None:
        """Handles the key, button or finger going up."""

    def do(self, role: Role) -> None:
        """Plays the word of that role, if the game has one."""

    def play(self, *words: str) -> None:
        """Plays words of the player."""

    def act(self, action: Action) -> None:
        """Runs an action that is available in any game."""

    def set_demo_speed(self, speed: float) -> None:
        """Sets how many times faster a demo plays."""

    def pause(self) -> None:
        """Pauses the game if it has a clock."""

    def go_on(self) -> None:
        """Resumes a paused game."""

    def halt(self) -> None:
        """Stops everything that runs by itself."""

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None) -> None:
        """Shows a message in place of the last move's, with a button labelled `offer` that calls `then`."""

    def resume(self) -> None:
        """Shows everything again, and saves the game."""

    def run_frame(self, time: float, move: Callable[[float], float | None]) -> float | None:
        """Runs a frame, in which `move` animates what moves. Returns the milliseconds until another is due, or None."""

    def apply_settings(self) -> None:
        """Applies changed settings."""

    def finish_deferred(self) -> None:
        """Completes all deferred work, so that something else may begin."""

    def keep(self) -> None:
        """Saves the game, except during a replay."""

    def close(self) -> None:
        """Ends the game's time on the screen."""
