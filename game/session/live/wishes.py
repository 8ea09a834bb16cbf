"""Wishes: what the two sides of a match ask of each other."""

from __future__ import annotations

from typing import Protocol

from game.session.live.messages import Wish

PAUSE = 2
"""Heartbeats between a lapsed question and the next one, so that a tap on the first does not answer the second."""


class Asking(Protocol):
    """What wishes ask of the program around them."""

    def asked(self, wish: Wish) -> None:
        """Handles a wish of the other side; nothing else is asked before it is answered or has `lapsed`."""

    def lapsed(self) -> None:
        """Drops the wish that was asked about, because the game or the link has changed."""


class Wishes:
    """The wishes since the last entry, which all lapse with the next one, and what this side has refused."""

    def __init__(self, front: Asking) -> None:
        self._front = front
        self._pause = 0
        """Heartbeats before the player is asked again."""
        self.own: Wish | None = None
        """This side's wish, while it waits for an answer."""
        self.theirs: Wish | None = None
        """The other side's wish, while this side's player is asked; no other takes its place."""
        self.wanted: set[int] = set()
        """Everything that this side has asked for or granted, which cannot be retracted."""
        self._refused: set[int] = set()
        """The wishes that this side has refused in this game; it is not asked for them again."""

    def clear(self, what: str | int) -> None:
        """Forgets the wishes that lapse with this entry, and refusals of wishes that mean something else after it."""
        if isinstance(what, int):  # turns from this position on, and a game that was over
            self._refused = {refused for refused in self._refused if 0 <= refused < what}
        self.lapse()
        self.own = None
        self.wanted.clear()

    def beat(self) -> None:
        """Lets a heartbeat pass."""
        self._pause = max(self._pause - 1, 0)

    def lapse(self) -> None:
        """Withdraws the question that the player is asked."""
        if self.theirs is not None:
            self.theirs, self._pause = None, PAUSE
            self._front.lapsed()

    def take(self, wish: Wish) -> None:
        """Asks the player about the other side's wish, unless a question is open or has just lapsed."""
        if self.theirs is None and not self._pause:
            self.theirs = wish
            self._front.asked(wish)

    def ask(self, wish: Wish) -> None:
        """Notes this side's wish."""
        self.own = wish
        self.wanted.add(wish.what)

    def answer(self, granted: bool) -> Wish | None:
        """Notes this side's answer and returns the wish; None if it has lapsed."""
        wish, self.theirs = self.theirs, None
        if wish is not None:
            (self.wanted if granted else self._refused).add(wish.what)
        return wish

    def decided(self, what: int) -> bool | None:
        """Returns whether this side wants this too; None if its player has not been asked yet."""
        return True if what in self.wanted else False if what in self._refused else None
