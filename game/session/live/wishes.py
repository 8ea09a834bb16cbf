"""Wishes: what the two sides of a match ask of each other."""

from __future__ import annotations

from game.session.live.messages import Wish

MOST_WISHES = 100
"""Wishes by one side between two entries."""


class Wishes:
    """The wishes since the last entry. All of them lapse with the next one."""

    def __init__(self) -> None:
        self.wanted: set[int] = set()
        """Everything that this side has asked for or granted, which cannot be retracted."""
        self.clear()

    def clear(self) -> None:
        """Forgets all wishes."""
        self.own: Wish | None = None
        """This side's wish, while it waits for an answer."""
        self.theirs: Wish | None = None
        """The other side's wish, while it waits for an answer."""
        self._answered: tuple[Wish, bool] | None = None
        self.wanted.clear()

    def ask(self, wish: Wish) -> bool:
        """Notes this side's wish; returns False if it has asked too often."""
        if len(self.wanted) >= MOST_WISHES:
            return False
        self.own = wish
        self.wanted.add(wish.what)
        return True

    def answer(self, granted: bool, count: int) -> Wish | None:
        """Notes this side's answer and returns the wish; None if it has lapsed: entries were added since."""
        wish, self.theirs = self.theirs, None
        if wish is None or wish.count != count:
            return None
        self._answered = wish, granted
        if granted:
            self.wanted.add(wish.what)
        return wish

    def answer_to(self, wish: Wish) -> bool | None:
        """Returns whether this side has granted a wish of the other; None if it has not answered."""
        return self._answered[1] if self._answered and self._answered[0] == wish else None
