"""The problem book: how the first attempt at each problem ended. The player's rating follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.session.reader import Format, compact, constant, fields, flag, many, row, text, whole
from game.words import N_

FORM = 1
LONGEST_ID, LATEST = 200, 10**11
"""Limits: characters of an id, and seconds since 1970."""
LONGEST = 2_000_000
"""Characters of the whole text: more than 30,000 attempts."""
ATTEMPT = row(text(LONGEST_ID), whole(0, LATEST), flag())
FORMAT = Format(
    shape=fields(kesu=constant("problems"), form=constant(FORM), attempts=many(ATTEMPT, most=LONGEST)),
    longest=LONGEST,
    damaged=N_("the record of your problems is damaged"),
    too_long=N_("the record of your problems is too long"),
    form="form",
    newest=FORM,
    row=ATTEMPT,
)


class Attempt(NamedTuple):
    """The first attempt at a problem."""

    name: str
    """The problem's id."""
    at: int
    """When it ended, in seconds since 1970."""
    solved: bool
    """Whether it was solved at once and without help."""


class ProblemBook:
    """The attempts, one for each problem."""

    def __init__(self, attempts: Iterable[Attempt] = ()) -> None:
        self._attempts: dict[str, Attempt] = {}
        for attempt in sorted(attempts, key=lambda each: (each.at, each.name, each.solved)):
            self._attempts.setdefault(attempt.name, attempt)

    @classmethod
    def from_text(cls, written: str) -> ProblemBook:
        """Parses what `text` wrote; BadInput if anything is wrong."""
        return cls(Attempt(*values) for values in FORMAT.read(written)["attempts"])

    def text(self) -> str:
        """Serializes all attempts to one line of JSON."""
        attempts = [list(attempt) for attempt in self.attempts]
        return compact({"kesu": "problems", "form": FORM, "attempts": attempts})

    @property
    def attempts(self) -> list[Attempt]:
        """The attempts, oldest first."""
        return list(self._attempts.values())

    def __len__(self) -> int:
        return len(self._attempts)

    def solved(self, name: str) -> bool | None:
        """Returns whether the first attempt at a problem solved it; None if there was none."""
        found = self._attempts.get(name)
        return found and found.solved

    def with_attempt(self, attempt: Attempt) -> ProblemBook:
        """Adds an attempt unless there is one at this problem, or it could not be read again."""
        return self.merged(ProblemBook([attempt] if ATTEMPT([list(attempt)]) else ()))

    def merged(self, other: ProblemBook) -> ProblemBook:
        """Combines both; of two attempts at one problem the earlier one counts."""
        return ProblemBook([*self.attempts, *other.attempts])
