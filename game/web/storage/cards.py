"""How the player's own game of each kind stood when it was left, so that home can show it without playing it again.

static/boot/home.js shows the same before Python is there.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from game.contract import BadInput
from game.session import Session, Work
from game.session.reader import Format, constant, fields, flag, many, row, text, whole
from game.session.records import preset_of
from game.web.storage.saves import Saves

FORM = 1
END = 40
"""Characters of a save by which it is recognised."""
LONGEST = 100_000
LONGEST_PLAYED = 300_000
"""Characters of the longest save that is played again only for its picture."""
MOST_BOARDS = 4
LARGEST = 10**15

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
    damaged="this card is damaged",
    too_long="this card is too long",
    form="form",
)


class Card(NamedTuple):
    """A game of the player's own, as its card shows it."""

    boards: list[Any]
    """For each: rows, ghost, coming, hidden rows."""
    score: int
    over: bool
    single: bool
    """Whether one person plays, so that the score says how it stands."""
    preset: str


def of_session(session: Session) -> Card:
    """The card of a game being played."""
    boards = [[board.rows, board.ghost, board.coming, board.hidden] for board in session.view.boards]
    return Card(boards, session.score, session.over, session.rules.seats == 1, preset_of(session))


def read(kept: str) -> tuple[str, Card]:
    """The text of a card → the mark of the save that it belongs to, and the card; BadInput if it is damaged."""
    found = FORMAT.read(kept)
    return found["save"], Card(*(found[field] for field in Card._fields))


def mark(save: str) -> str:
    """What a save is recognised by; static/boot/opening.js has the same."""
    return f"{len(save)} {save[-END:]}"


class Cards:
    """The cards in a store, each good for one save only. Nothing here changes a game."""

    def __init__(self, saves: Saves) -> None:
        self._saves, self._store = saves, saves.store

    def has(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return self._store.get(f"save/{name}") is not None

    def known(self, name: str) -> Card | None:
        """What is kept of a game as it stands now; None if nothing is, or something else."""
        save = self._store.get(f"save/{name}")
        if save is None or self._store.get(f"since/{name}"):
            return None
        try:
            wanted, card = read(self._store.get(f"card/{name}") or "")
        except BadInput:
            return None
        return card if wanted == mark(save) else None

    def looking(self, name: str) -> Work[Card | None]:
        """A game of which no card is kept, played again bit by bit; None if nothing was played, or it is damaged."""
        if len(self._store.get(f"save/{name}") or "") > LONGEST_PLAYED:
            return None
        session = yield from self._saves.looking(name)
        return of_session(session) if session is not None and session.inputs else None

    def keep(self, name: str, card: Card | None, language: str, note: str, best: str) -> None:
        """Keeps a card for the save that there is now, with the two lines on it in a language; None removes it."""
        save = self._store.get(f"save/{name}")
        kept = {"form": FORM, "save": mark(save or ""), "lang": language, "note": note, "best": best}
        text = json.dumps(kept | card._asdict(), separators=(",", ":")) if card else ""
        if save is None or not text or len(text) > LONGEST:
            self._store.remove(f"card/{name}")
        else:
            self._store.put(f"card/{name}", text)
