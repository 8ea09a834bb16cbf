"""The notice that another tab has taken over the open game: only one of the two may continue it."""

from __future__ import annotations

from collections.abc import Callable

from game.web.dialogs.notice import Notice
from game.words import Translator


def show_taken(
    notice: Notice, translator: Translator, go_home: Callable[[], None], go_on_here: Callable[[], None]
) -> None:
    """Says that the game continues in another tab; the player may take it back or leave it."""

    def leave(then: Callable[[], None]) -> None:
        notice.close()
        then()

    notice.open(
        translator("This game is open in another window"),
        translator("It is saved there. You can also continue here from the same point."),
        (translator("All games"), lambda: leave(go_home)),
        (translator("Continue here"), lambda: leave(go_on_here)),
    )
