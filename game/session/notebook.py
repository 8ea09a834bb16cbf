"""The notebook: positions of the player's costly moves, which come back as exercises after days, weeks and months.

It is a Leitner system: a right answer moves a card to the next box, where it rests longer; a wrong one moves it back to
the first. A card that leaves the last box is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.contract import BadInput
from game.session.reader import Format, compact, constant, fields, many, row, text, whole
from game.words import N_

FORM = 1
DAYS = (1, 3, 7, 21, 60)
"""Days that a card rests in each box."""
KNOWN = len(DAYS)
MOST, LONGEST_CODE, LONGEST_WORDS = 200, 3_000, 300
"""Limits: cards, and characters of a code and of a turn's words."""
REPLACED = N_("an exercise that you have learned was removed to make room for another")
LATEST = 10**7
CARD = row(text(LONGEST_CODE), text(LONGEST_WORDS), text(LONGEST_WORDS), whole(0, KNOWN), whole(0, LATEST))
FORMAT = Format(
    shape=fields(kesu=constant("notebook"), form=constant(FORM), cards=many(CARD, most=MOST)),
    longest=2_000_000,
    damaged=N_("this notebook is damaged"),
    too_long=N_("this notebook is too long"),
    form="form",
    newest=FORM,
    row=CARD,
)


@dataclass(frozen=True)
class StudyCard:
    """A position, as the replay code of the game up to it, with the costly turn and a better one."""

    code: str
    played: str
    """The words of the costly turn, separated by commas; `better` has those of a better turn."""
    better: str
    box: int = 0
    due: int = 0
    """The day on which it comes back, as from `date.toordinal`."""

    @property
    def last_answer(self) -> int:
        """The day of the last answer or, if there is none yet, the day on which the turn was played."""
        return self.due - (DAYS[self.box] if self.box < KNOWN else 0)

    def answered(self, right: bool, today: int) -> StudyCard:
        """Returns the card in its next box, or back in the first."""
        box = min(self.box + 1, KNOWN) if right else 0
        return replace(self, box=box, due=today + (DAYS[box] if box < KNOWN else 0))


class Notebook:
    """All cards, one per position."""

    def __init__(self, cards: Iterable[StudyCard] = ()) -> None:
        self._cards = {card.code: card for card in cards}

    @classmethod
    def from_text(cls, written: str) -> Notebook:
        """Parses what `text` wrote, without playing the codes; BadInput if anything is wrong."""
        return cls(StudyCard(*values) for values in FORMAT.read(written)["cards"])

    def text(self) -> str:
        """Serializes all cards to one line of JSON."""
        cards = [[card.code, card.played, card.better, card.box, card.due] for card in self._cards.values()]
        return compact({"kesu": "notebook", "form": FORM, "cards": cards})

    def __len__(self) -> int:
        return len(self._cards)

    @property
    def codes(self) -> set[str]:
        """The positions of all cards."""
        return set(self._cards)

    def put(self, card: StudyCard) -> None:
        """Adds a card, or replaces the one of its position; BadInput as with `add`."""
        is_full = card.code not in self._cards and len(self._cards) >= MOST
        if is_full:
            _make_room(self._cards)
        self._cards[card.code] = card
        if is_full:
            raise BadInput(REPLACED)

    def add(self, card: StudyCard) -> None:
        """Adds a card for a new position; BadInput if it is too long, if there is no room for it, or, once it is added,
        if a known one has made room.
        """
        if max(len(card.played), len(card.better)) > LONGEST_WORDS or len(card.code) > LONGEST_CODE:
            raise BadInput(N_("after so long a game, a position cannot become an exercise"))
        if card.code not in self._cards:
            self.put(card)

    def add_all(self, cards: Iterable[StudyCard]) -> None:
        """Adds several cards; BadInput, once all others are added, if some could not be or one has made room."""
        problem: BadInput | None = None
        for card in cards:
            try:
                self.add(card)
            except BadInput as error:
                problem = error
        if problem:
            raise problem

    def drop_all(self, cards: Iterable[StudyCard]) -> None:
        """Removes cards that cannot be used as exercises."""
        for card in cards:
            self._cards.pop(card.code, None)

    def due(self, today: int) -> list[StudyCard]:
        """Returns the cards that are due, longest due first."""
        waiting = (card for card in self._cards.values() if card.box < KNOWN and card.due <= today)
        return sorted(waiting, key=lambda card: card.due)

    def merged(self, other: Notebook) -> Notebook:
        """Combines both. Of two cards for one position, keeps the one answered later; of one day, the less known.

        Known cards make room for others; BadInput if that is not enough.
        """
        both = Notebook(self._cards.values())
        for card in other._cards.values():
            own = both._cards.get(card.code)
            if own is None or (card.last_answer, -card.box) > (own.last_answer, -own.box):
                both._cards[card.code] = card
        while len(both) > MOST:
            _make_room(both._cards)
        return both


def _make_room(cards: dict[str, StudyCard]) -> None:
    """Removes the card that has been known for longest; it would not come back. BadInput if none is known."""
    known = [card for card in cards.values() if card.box == KNOWN]
    if not known:
        raise BadInput(N_("there is room for {most} exercises; learn some to make room for others"), most=MOST)
    del cards[min(known, key=lambda card: card.due).code]
