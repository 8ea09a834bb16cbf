"""The modes of games with foreign rules or a foreign player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.bots import EFFORT, Advice, Bot
from game.contract import Rules
from game.play.actions import Action
from game.play.mode import Mode
from game.play.workshop import wire
from game.words import Translator
from game.workshop.players import PlayerFunction


class ForeignGame(Mode):
    """A game with foreign rules or a foreign player: it is not kept, and cannot be shared from here."""

    actions = wire.ACTIONS

    def __init__(self, translator: Translator, again: Callable[[], None]) -> None:
        """`again` begins another such game."""
        super().__init__(translator)
        self._again = again

    def handles(self, action: Action) -> bool:
        if action in (Action.NEW, Action.AGAIN):
            self._again()
        return action in (Action.NEW, Action.AGAIN)


class WatchedPlayer(ForeignGame):
    """A game in which a foreign player gives the hints and plays the demo."""

    def __init__(self, translator: Translator, again: Callable[[], None], player: PlayerFunction) -> None:
        super().__init__(translator, again)
        self.bot = bot_of(player)


def bot_of(player: PlayerFunction) -> Bot:
    """Returns a bot whose advice is a foreign player's next turn."""

    def think(rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
        yield Advice(tuple(player(state)))

    return Bot(think)
