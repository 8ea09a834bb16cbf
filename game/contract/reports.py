"""What can be computed from a text instead of played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from game.contract.events import Event


@dataclass(frozen=True)
class Report:
    """Something computed from a text: `run` yields its lines, or raises BadInput before the first."""

    help: str
    run: Callable[[str], Iterable[str]]
    frames: Callable[[str], Iterable[Frame]] | None = None
    """The same as a sequence of pictures, for fronts that can show them."""


@dataclass(frozen=True)
class Frame:
    """One picture of a report: the board after some events, and a translatable note with its values."""

    rows: tuple[str, ...]
    events: tuple[Event, ...] = ()
    note: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
