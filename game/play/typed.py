"""Typed commands in an open game: each does what a key or a button does."""

from __future__ import annotations

from collections.abc import Callable

from game.contract import BadInput
from game.play.actions import Action
from game.play.context import GameContext
from game.play.moves import Moves
from game.play.narrator import Hear, Narrator
from game.play.navigation import Navigation
from game.session import RESTART
from game.session.commands import COMMON, HINT, REDO, UNDO
from game.words import N_

BUTTONS = {UNDO: Action.UNDO, REDO: Action.REDO, RESTART: Action.RESTART, HINT: Action.HINT}
"""The words that are a button; in a terminal, where no time passes, `undo` takes back one command."""


class TypedCommands:
    """Plays typed words, and passes on what is said in answer."""

    def __init__(
        self,
        game: GameContext,
        narrator: Narrator,
        moves: Moves,
        navigation: Navigation,
        act: Callable[[Action], object],
    ) -> None:
        self._game, self._narrator, self._moves = game, narrator, moves
        self._navigation, self._act = navigation, act

    def execute(self, command: str, hear: Hear | None = None) -> None:
        """Does what a command says. Raises BadInput if that is impossible.

        `hear` gets what is said at once. After `hint` it gets everything that is said until the hint is there or given
        up, and then an empty text.
        """
        game, mode, action = self._game, self._game.mode, BUTTONS.get(command)
        if game.replaying:
            raise BadInput(N_("close the replay first"))
        if game.computers_turn and command not in COMMON:
            raise BadInput(N_("it is the computer's turn"))
        if action is not None and not mode.allows(action):
            raise BadInput(N_("{word} is not possible here"), word=command)
        refused = mode.refuses(game.session, command)
        if refused:
            raise refused
        with self._narrator.heard_by(hear):
            if action is not None:
                self._act(action)
            else:
                self._navigation.go_on()
                self._moves.play_typed(command)
