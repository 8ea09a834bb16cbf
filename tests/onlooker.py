"""A front of a live match for tests: it does what the match asks for, and collects the wishes."""

from __future__ import annotations

from game.session import Session
from game.session.live.match import Match
from game.session.live.messages import Wish


class Onlooker:
    """Plays the words of the other side in the match's own session."""

    match: Match

    def __init__(self) -> None:
        self.said: list[str] = []
        """What the match has sent, if it is connected to this list."""
        self.wishes: list[Wish] = []

    def play(self, word: str) -> None:
        self.match.session.play(word)

    def go_back(self, position: int) -> None:
        self.match.session.go(position)

    def begin(self, session: Session) -> None:
        """Notes that another game begins."""

    def asked(self, wish: Wish) -> None:
        self.wishes.append(wish)

    def lapsed(self) -> None:
        self.wishes.clear()

    def refused(self, wish: Wish) -> None:
        """Notes that the other side refuses a wish."""

    def changed(self) -> None:
        """Notes that something else has changed."""
