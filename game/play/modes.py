"""The modes of ordinary games: the player's own, a guest's replay, a race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.mode import Mode
from game.words import Translator

if TYPE_CHECKING:
    from game.session.challenge import ReplayedChallenge


class OwnGame(Mode):
    """The player's own game, saved after each move."""

    saved = True


class GuestReplay(Mode):
    """Somebody else's game as a replay, not saved until the player plays on from it."""

    shared = opens_replay = True


class RaceGame(Mode):
    """The player's own game, raced against a recorded one; or the first game of a round."""

    saved = True

    def __init__(self, translator: Translator, played: ReplayedChallenge, *, best: bool = False) -> None:
        """`best` says that the rival is the player's own best game, not one that was sent."""
        super().__init__(translator)
        challenge = played.challenge
        if not best:
            self.challenge = challenge
        if challenge.waits:
            self.rival = played.tracks[0]
            name = self.rival.game.name or translator("Challenger")
            self.rival_name = translator("Your best game") if best else name
