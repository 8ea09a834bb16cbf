"""The mode of an open game: what it is played for, and how it is introduced."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from game.contract import BadInput, Event
from game.play.actions import Action
from game.play.changes import DayEnd, GameOver
from game.session import CALM, Session, Work, all_options
from game.words import Translator

if TYPE_CHECKING:
    from game.bots import Bot
    from game.session.challenge import Challenge, Track


class Introduction(NamedTuple):
    """What is said and offered when a game opens, and whether play begins at once."""

    message: str = ""
    at_once: bool = False
    """Whether play begins at once; if not, the game is under the veil until the player starts it."""
    offer: tuple[str, Callable[[], object]] | tuple[()] = ()
    """The label of a button next to the message, and what it does."""
    asks_who_plays: bool = False
    """Whether to ask who plays, on the first visit to a game for two."""
    teaches: bool = False
    """Whether the lessons are offered after the message to a player who may never have played the game."""


NO_INTRODUCTION = Introduction()


class Task(NamedTuple):
    """What is shared in place of the open game: its first position, a text about it, and the end of a link to it."""

    start: Session
    text: str
    link: str


class Mode:
    """What an open game is played for. The base of all modes: by default, nothing is saved."""

    day: date | None = None
    """The day if it is a daily game."""
    saved = False
    """Whether it is saved, and counted when it ends."""
    shared = False
    """Whether somebody else plays or played it: the computer's turns are already in it."""
    opens_replay = False
    """Whether it opens as a replay."""
    keeps_time = True
    """Whether its clock runs on this device."""
    actions: Container[Action] | None = None
    """The available actions; None for all."""
    challenge: Challenge | None = None
    """The challenge that this game answers or continues with another round."""
    rival: Track | None = None
    """The recorded game to race."""
    rival_name = ""
    goal: int | None = None
    """The score to reach, if it is known."""
    bot: Bot | None = None
    """The bot for hints and demos, in place of the game's own."""
    own_end = False
    """Whether `ending` says how it ended, in place of the usual card."""
    undoes_pieces = False
    """Whether undo goes by pieces although no time passes."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def subtitle(self, session: Session) -> str:
        """Returns what is written after the title: the unusual way to play, such as without hurry; empty for none."""
        return self._translator(all_options(session.rules)[CALM].brief) if session.options.get(CALM) else ""

    def caption(self, session: Session) -> str:
        """Returns the caption below the board, which says which game it is."""
        translator, seed = self._translator, session.seed
        return translator("Classic game") if seed is None else translator("Seed: {seed}", seed=seed)

    def handle_end(self, session: Session) -> bool:
        """Handles the end of the game. Returns whether that ends a try that counts."""
        return False

    def day_end(self, session: Session) -> DayEnd | None:
        """Returns what to add on the card at the end of a day's game; None if its try has not ended."""
        return None

    def ending(self, session: Session) -> GameOver | None:
        """Returns the card at the end, for a mode with its own; None for no card."""
        return None

    def offer(self, session: Session) -> tuple[str, Callable[[], object]] | tuple[()]:
        """Returns what is offered next to the sentence about whose turn it is, and at the mode's own end."""
        return ()

    def task(self, session: Session) -> Task | None:
        """Returns what is shared in place of the game; None to share the game itself."""
        return None

    def find_goal(self, session: Session) -> Work[None] | None:
        """Looks up the goal. If the game has one that is not known yet, returns the work that computes it."""
        return None

    def restart(self) -> bool:
        """Restarts in its own way, if it has one. Returns whether it did."""
        return False

    def react(self, session: Session, events: Sequence[Event], *, whole: bool) -> bool:
        """Reacts to the part of the last move that has been shown; `whole` is true once all of it has. Returns whether
        nothing else need be said."""
        return False

    def leave(self) -> None:
        """Handles the game being closed."""

    def put_off(self, session: Session) -> None:
        """Handles lessons being opened in place of the game, which comes back after them."""

    def restart_warning(self, session: Session) -> str:
        """Returns what a restart would cost; empty if nothing is lost."""
        return ""

    def refuses(self, session: Session, word: str = "") -> BadInput | None:
        """Returns why the player may not play now, or not this word; None if only the rules decide."""
        return None

    def turn(self, session: Session) -> str:
        """Returns whose turn it is, if that must be said."""
        return ""

    def names(self, session: Session) -> list[str]:
        """Returns what the players are called, a message for each board; empty for the usual names."""
        return []

    def allows(self, action: Action) -> bool:
        """Returns whether an action is available."""
        return self.actions is None or action in self.actions

    def handles(self, action: Action) -> bool:
        """Runs an action if it has a special meaning here; returns whether it has."""
        return False
