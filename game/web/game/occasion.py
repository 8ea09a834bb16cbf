"""What a game is played for (the player's own, a replay, the try of a day, a race), and how it comes onto the page."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from game.contract import BadInput, Event
from game.session import CALM, Session, options_of
from game.web.storage.dailies import Dailies
from game.words import Translator

if TYPE_CHECKING:
    from game.bots import Bot
    from game.session.challenge import Challenge, Played, Track


class Entrance(NamedTuple):
    """How a game comes onto the page."""

    message: str = ""
    begun: bool = False
    """Whether its time passes at once; else one with a clock waits to be started."""
    offer: tuple[str, Callable[[], object]] | tuple[()] = ()
    """The label of a button next to the message, and what it does."""
    arriving: bool = False
    """Whether somebody comes to a game for two for the first time, and is asked who plays."""


USUAL = Entrance()


class Own:
    """A game of the player's own: kept after each move."""

    day: date | None = None
    """The day whose daily game it is."""
    guest = False
    """Somebody else's game, which is not kept here, or not until the player plays on from it."""
    looks_back = False
    """Whether it opens as a replay."""
    kept = True
    """Whether it is kept, and counted when it ends."""
    actions: Container[str] | None = None
    """What can be done besides playing; None for everything."""
    challenge: Challenge | None = None
    """The challenge that this game answers, or goes on with another round."""
    rival: Track | None = None
    """The recorded game that is raced."""
    rival_name = ""
    bot: Bot | None = None
    """Who gives the hints and plays the demo, instead of the game's own bot."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def manner(self, session: Session) -> str:
        """How it is played, where that is not as usual: without hurry."""
        return self._translator(options_of(session.rules)[CALM].brief) if session.options.get(CALM) else ""

    def caption(self, session: Session) -> tuple[str, bool]:
        """What stands below the board: which game it is; whether that is more than a seed."""
        translator, seed = self._translator, session.seed
        which = translator("Original game") if seed is None else translator("Seed: {seed}", seed=seed)
        return which, False

    def finish(self, session: Session) -> bool:
        """The game is over → whether that ends a try that counts."""
        return False

    def tries_end(self, session: Session) -> str:
        """What is said more at the end of a try that counts."""
        return ""

    def restart(self) -> bool:
        """The player begins again → whether that is done by this."""
        return False

    def follow(self, session: Session, events: Sequence[Event], last: bool) -> bool:
        """Events of a move were seen, perhaps the `last` of a game → whether nothing else need be said about them."""
        return False

    def leave(self) -> None:
        """The game is taken off the screen."""

    def restart_warning(self, session: Session) -> str:
        """What a restart would cost; empty where nothing is lost."""
        return ""

    def refuses(self, session: Session, word: str = "") -> BadInput | None:
        """Why the player may not play now, or not this word; None where the rules alone decide."""
        return None

    def turn(self, session: Session) -> str:
        """Whose turn it is, where that must be said."""
        return ""

    def names(self, session: Session) -> list[str]:
        """What those who play are called, one for each board; empty for the usual names."""
        return []

    def takes(self, action: str) -> bool:
        """Whether an action means something else here, which is then done."""
        return False


class Guest(Own):
    """Somebody's replay."""

    guest = looks_back = True
    kept = False


class Race(Own):
    """A game of the player's own, raced against a recorded game; or the first game of a round."""

    def __init__(self, translator: Translator, played: Played, best: bool = False) -> None:
        """`best` says that it is the player's own best game, which nobody sent."""
        super().__init__(translator)
        challenge = played.challenge
        if not best:
            self.challenge = challenge
        if challenge.waits:
            self.rival = played.tracks[0]
            name = self.rival.game.name or translator("Challenger")
            self.rival_name = translator("Your best game") if best else name


class Attempt(Own):
    """The daily game of a day: one try counts, with undo or a hint as a helped one, and a restart ends it."""

    def __init__(self, translator: Translator, dailies: Dailies, day: date) -> None:
        super().__init__(translator)
        self._dailies, self.day = dailies, day

    def caption(self, session: Session) -> tuple[str, bool]:
        translator, day = self._translator, self._day.isoformat()
        tried = self._dailies.tried(session.rules.name, self._day)
        if tried is not None and tried.score is not None:
            score = translator.number(tried.score)
            return translator("Daily challenge {date} · your score: {score}", date=day, score=score), True
        if session.assisted:
            return translator("Daily challenge {date} · official attempt, assisted", date=day), True
        return translator("Daily challenge {date} · official attempt", date=day), True

    def finish(self, session: Session) -> bool:
        return self._dailies.finish(session.rules.name, self._day, session.score, session.assisted)

    def tries_end(self, session: Session) -> str:
        streak = self._dailies.streak(session.rules.name).current
        return self._translator.sentence(self._translator("{days}-day streak", days=streak)) if streak > 1 else ""

    def restart_warning(self, session: Session) -> str:
        if not session.length or not self._dailies.counts(session.rules.name, self._day):
            return ""
        score = self._translator.number(session.score)
        return self._translator("Restarting ends today's attempt with a score of {score}.", score=score)

    @property
    def _day(self) -> date:
        assert self.day is not None
        return self.day
