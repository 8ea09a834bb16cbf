"""Replaces the open game: with a new one, the same again, the previous one, a race, or a live game."""

from __future__ import annotations

from typing import Any

from game.contract import BadInput, Rules
from game.session import complete
from game.session.seats import COMPUTER, PEOPLE
from game.store import races
from game.store.saves import Saves
from game.web.dialogs.new_game import Live, NewGame, Opponents
from game.web.platform.dom import focus_board
from game.web.routing.opener import Opener, draw_seed
from game.web.stage.stage import Stage
from game.words import Translator


class AnotherGame:
    """Asks which game to start and starts it; the player can go back to the previous one."""

    def __init__(
        self, translator: Translator, saves: Saves, opener: Opener, stage: Stage, live: Live, *, opponents: Opponents
    ) -> None:
        self._translator, self._saves, self._opener, self._stage = translator, saves, opener, stage
        self._dialog = NewGame(translator, draw_seed, self._start, self._go_back, live, self._race_best, opponents)

    def ask(self) -> None:
        """Asks which game to start."""
        game = self._stage.controller()
        if game:
            game.pause()
            session, day = game.session, game.mode.day
            best = races.best(self._saves.store, session) if session.rules.seats == 1 else None
            before = self._saves.has_before(session.rules.name, day)
            self._dialog.open(
                session.rules,
                session.options,
                before=before,
                best=races.best_in_words(session, best[0], self._translator) if best else "",
            )

    def again(self) -> None:
        """Starts the same game with the same options and another seed."""
        game = self._stage.controller()
        if game:
            session = game.session
            self._start(session.rules, session.options, draw_seed())

    def without_computer(self) -> None:
        """Starts the same game again, between people only."""
        game = self._stage.controller()
        if game:
            session = game.session
            self._start(session.rules, {**session.options, COMPUTER: PEOPLE}, session.seed)
            focus_board()

    def _start(self, rules: Rules[Any], options: dict[str, Any], seed: int | None) -> None:
        game = self._stage.controller()
        if game:
            game.keep()
        session = self._opener.begin(rules, complete(rules, options), seed)
        if game and game.session.can_undo:
            message = self._translator("New game started.")
            self._opener.instead_of(game.session, game.mode, session, message, at_once=True)
        else:
            self._opener.own(session, at_once=True)

    def _go_back(self) -> None:
        game = self._stage.controller()
        if game:
            self._opener.open_previous(game.session, game.mode)

    def _race_best(self) -> None:
        """Races the player's best game with the options of the open one."""
        game = self._stage.controller()
        best = races.best(self._saves.store, game.session) if game else None
        if game and best is not None:
            game.keep()
            self._opener.race_best(best[1], self._show_error)

    def _show_error(self, error: BadInput) -> None:
        self._stage.say(self._translator.error(error))
