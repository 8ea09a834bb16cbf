"""What leads from one game to the next, such as problems and exercises, needs of the page: a stage, and idle time."""

from __future__ import annotations

from typing import Any, Protocol

from game.play.controller import Controller
from game.play.mode import Introduction, Mode
from game.session import Session, Work


class GameStage(Protocol):
    """Where games are played, one at a time."""

    def show(self, session: Session, mode: Mode, introduction: Introduction) -> object:
        """Opens a game in place of whatever was there."""

    def controller(self) -> Controller | None:
        """Returns the controller of the open game."""


class IdleWorker(Protocol):
    """Does work in slices while there is time."""

    def begin(self, work: Work[Any]) -> None:
        """Begins this work in place of the current work."""

    def stop(self) -> None:
        """Cancels the current work."""
