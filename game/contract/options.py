"""Options are chosen before a game starts. Each parses text into a value, or says what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from game.contract.errors import BadInput, shorten
from game.words import N_, Listed


@dataclass(frozen=True)
class Number:
    """A whole number within bounds."""

    default: int
    low: int
    high: int
    help: str
    brief: str = ""
    """How a title names this option: a message with {value}; empty for the value alone."""
    label: str = ""
    """The label in a form; empty to use `help`, which the terminal shows."""
    names: Mapping[int, str] = field(default_factory=dict)
    """Labels for values that are not self-explanatory."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """A sentence about a value, shown where it is chosen."""
    offered: tuple[int, ...] = ()
    """The values that a form offers; empty for all."""

    def parse(self, text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else None
        if value is None or not self.low <= value <= self.high:
            raise BadInput(
                N_("must be a number from {low} to {high}, not {text}"),
                low=self.low,
                high=self.high,
                text=shorten(text),
            )
        return value


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    default: str
    choices: tuple[str, ...]
    help: str
    names: Mapping[str, str] = field(default_factory=dict)
    """Labels for words that are not self-explanatory."""
    brief: str = ""
    label: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """Small boards, in the game's symbols, that show what a word means."""

    def parse(self, text: str) -> str:
        if text not in self.choices:
            raise BadInput(N_("must be one of {choices}, not {text}"), choices=Listed(self.choices), text=shorten(text))
        return text


@dataclass(frozen=True)
class Flag:
    """On or off; in a terminal, naming it turns it on."""

    help: str
    brief: str = ""
    label: str = ""
    note: str = ""
    """A sentence about it, shown where it is chosen."""
    default: ClassVar[bool] = False

    def parse(self, text: str) -> bool:
        if text not in ("", "0", "1"):
            raise BadInput(N_("must be 1 or 0, not {text}"), text=shorten(text))
        return text != "0"


@dataclass(frozen=True)
class File:
    """A text file, given by name; the game gets its text, so that saves and links are self-contained."""

    default: str
    help: str
    brief: str = ""
    label: str = ""


Option = Number | Choice | Flag | File
