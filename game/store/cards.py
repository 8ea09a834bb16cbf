"""How the player's own games stood when they were left, so that home can show them without replaying them.

static/boot/home.js shows the same cards before Python has loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from game.contract import BadInput
from game.session import Session, Work
from game.session.reader import LARGEST, Format, compact, constant, fields, flag, many, row, text, whole
from game.session.records import preset_of
from game.store import names
from game.store.saves import Saves

FORM = 1
END = 40
"""Characters at the end of a save that identify it."""
LONGEST = 100_000
LONGEST_PLAYED = 300_000
"""Characters of the longest save that is replayed only for its picture."""
SLOWEST, LONGEST_REPLAY = 1.0, 10.0
"""Seconds of the longest word, which nothing can interrupt, and of all, when a game is replayed for its picture."""
GIVEN_UP = "given up "
"""Begins the text that is kept in place of a card if replaying the save took too long; the save's mark follows."""
MOST_BOARDS = 4

MARKS = many(row(text(2), row(whole(), whole())))
FORMAT = Format(
    shape=fields(
        form=constant(FORM),
        save=text(100),
        boards=many(row(many(text(), least=1), MARKS, MARKS, whole()), MOST_BOARDS, least=1),
        score=whole(-LARGEST, LARGEST),
        over=flag(),
        single=flag(),
        preset=text(200),
        lang=text(20),
        note=text(200),
        best=text(200),
    ),
    longest=LONGEST,
    form="form",
)


class Card(NamedTuple):
    """What a card shows of the player's own game."""

    boards: list[Any]
    """For each: rows, ghost, coming, hidden rows."""
    score: int
    over: bool
    single: bool
    """Whether it is a game for one, which has one score."""
    preset: str


def of_session(session: Session) -> Card:
    """Returns the card of a session."""
    boards = [[board.rows, board.ghost, board.coming, board.hidden] for board in session.view.boards]
    return Card(boards, session.score, session.over, session.rules.seats == 1, preset_of(session))


def read(text: str) -> tuple[str, Card]:
    """Reads a card's text; returns the mark of its save, and the card. BadInput if it is damaged."""
    found = FORMAT.read(text)
    return found["save"], Card(*(found[field] for field in Card._fields))


def mark(save: str) -> str:
    """Returns the mark that identifies a save; static/boot/opening.js computes the same."""
    return f"{len(save)} {save[-END:]}"


def _is_readable(text: str) -> bool:
    try:
        read(text)
    except BadInput:
        return False
    return True


class Cards:
    """The cards in a store, each valid for one save only. Nothing here changes a game."""

    def __init__(self, saves: Saves, clock: Callable[[], float] = perf_counter) -> None:
        """`clock` gives seconds."""
        self._saves, self._store, self._clock = saves, saves.store, clock

    def has(self, name: str) -> bool:
        """Returns whether a game of this name is saved."""
        return self._store.get(names.save(name)) is not None

    def known(self, name: str) -> Card | None:
        """Returns the stored card of a game; None if there is none or the game has changed since."""
        save = self._store.get(names.save(name))
        if save is None or self._store.get(names.since(name)):
            return None
        try:
            wanted, card = read(self._store.get(names.card(name)) or "")
        except BadInput:
            return None
        return card if wanted == mark(save) else None

    def preview(self, name: str) -> Work[Card | None]:
        """Replays a game without a stored card in slices; returns its card, or None if it has none: it is empty or
        damaged, or replaying it takes too long, which is tried only once.
        """
        save = self._store.get(names.save(name)) or ""
        given_up = GIVEN_UP + mark(save)
        if len(save) > LONGEST_PLAYED or self._store.get(names.card(name)) == given_up:
            return None
        work, spent = self._saves.preview(name), 0.0
        while True:
            before = self._clock()
            try:
                done = next(work)
            except StopIteration as end:
                session: Session | None = end.value
                return of_session(session) if session is not None and session.can_undo else None
            taken = self._clock() - before
            spent += taken
            if taken > SLOWEST or spent > LONGEST_REPLAY:
                self._store.put(names.card(name), given_up)
                return None
            yield done

    def keep(self, name: str, card: Card | None, language: str, note: str, best: str) -> None:
        """Keeps a card for the current save, with its two lines of text in a language; None removes it."""
        save = self._store.get(names.save(name))
        head = {"form": FORM, "save": mark(save or ""), "lang": language, "note": note, "best": best}
        text = compact(head | card._asdict()) if card else ""
        if save is None or not _is_readable(text):
            self._store.remove(names.card(name))
        else:
            self._store.put(names.card(name), text)
