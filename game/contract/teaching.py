"""Rules shown and taught by short plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from game.contract.controls import listed
from game.contract.events import Event, Locked


@dataclass(frozen=True)
class Scene:
    """A rule shown as a short recorded play: hidden words (`before`), then shown ones, separated by commas."""

    caption: str
    words: str
    before: str = ""
    seed: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def unseen(self) -> list[str]:
        return listed(self.before)

    @property
    def seen(self) -> list[str]:
        return listed(self.words)


@dataclass(frozen=True, kw_only=True)
class Lesson(Scene):
    """A step of the coach: a prepared board, a task, and the event that completes it.

    Its words are one way to complete it.
    """

    reached: Callable[[Event], bool]
    praise: str
    """What the player has just seen, as a sentence: true for each way to complete it."""
    missed: str = ""
    """Why it is not complete after `turns`, as a sentence; empty if every turn completes it."""
    turns: int = 1
    turn_ends: Callable[[Event], bool] = field(default=lambda event: isinstance(event, Locked))
