"""Live games in a store, one of each game and seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.contract import BadInput, Rules
from game.rules import game
from game.session import ReadFile
from game.session.live.match import Match, MatchFront
from game.store import names
from game.store.collection import put_aside
from game.store.store import Store


class SavedMatches:
    """Matches, by game and seat. What cannot be read is put aside, and taken back when this version can read it."""

    def __init__(self, store: Store, front: MatchFront, read_file: ReadFile) -> None:
        self._store, self._front, self._read_file = store, front, read_file

    def save(self, match: Match) -> None:
        """Stores a match. If it could not be read again, its last readable state stays stored instead."""
        try:
            self._store.put(names.live(match.session.rules.name, match.game.first_seat), match.dump())
        except BadInput as error:
            self._store.report(error)

    def load(self, rules: Rules[Any], seats: Iterable[int]) -> Match | None:
        """Returns the match of this game at the first of these seats that has one."""
        for seat in seats:
            name = names.live(rules.name, seat)
            left = names.other(f"rules {rules.version}", name)
            text, from_other = self._store.get(name), self._store.get(left)
            if text is None and from_other is not None:
                text = from_other
                self._store.put(name, text)
                self._store.remove(left)
            if not text:
                continue
            try:
                return Match.load(text, self._front, game, self._read_file)
            except BadInput as error:
                put_aside(self._store, name, text, error)
                self._store.report(error)
                self._store.remove(name)
        return None
