"""The message after a flick too slow to drop the piece, once a visit; it is among the texts fetched later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.web.platform.loop import DelayedCall
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.play.open_game import OpenGame

FASTER = N_("Flick faster to drop it.")
SHOWN = 300
"""Milliseconds until the soft drop has been shown; later messages are not about it."""
said: list[DelayedCall] = []


def say_once(translator: Translator, open_game: Callable[[], OpenGame | None]) -> None:
    """Says how a hard drop is done, once the soft drop has been seen."""

    def say() -> None:
        game = open_game()
        if game:
            game.say(translator(FASTER))

    if not said:
        said.append(DelayedCall(say))
        said[0].begin(SHOWN)
