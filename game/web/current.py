"""The game on the screen, as everything around it must know it."""

from __future__ import annotations

from dataclasses import dataclass

from game.session import Session


@dataclass
class Current:
    """Which game it is, and how it stands with time and with the store."""

    session: Session | None = None
    paused: bool = False
    guest: bool = False
    """Somebody's replay: it is not kept until the player plays on from it."""
    day: int | None = None
    """The day whose daily game it is."""

    @property
    def timed(self) -> bool:
        """Whether the game has a clock."""
        return self.session is not None and self.session.rules.timed

    @property
    def running(self) -> bool:
        """Whether time passes in the game."""
        return self.timed and not self.paused and self.session is not None and not self.session.over

    @property
    def pausable(self) -> bool:
        """Whether something can go on without the player: time, or the computer's turn."""
        session = self.session
        return session is not None and not session.over and (self.timed or session.opponent is not None)

    def wait(self) -> None:
        """A game with a clock stands still until the player goes on; one that is over has no time left to stop."""
        self.paused = self.timed and self.session is not None and not self.session.over
