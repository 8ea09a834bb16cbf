"""A guest's first steps in a live game: which game the host means, whether to play it, and how it is fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import files
from game.rules import game
from game.session.live.match import Match
from game.session.live.messages import Hello, hello_in
from game.web.live.live_dialog import LiveDialog
from game.web.live.live_front import LiveFront
from game.words import N_, P_, Translator

if TYPE_CHECKING:
    from game.web.live.live_games import LiveGames

BEGUN = P_(
    "This game has already begun ({count} move), but this device does not have it. Your friend's device will send it.",
    "This game has already begun ({count} moves), but this device does not have it. Your friend's device will send it.",
)
REPLACES = N_("It would replace your other unfinished game with a friend.")


class Meeting:
    """A guest's first steps, from the host's greeting until the game is on the screen."""

    def __init__(self, translator: Translator, front: LiveFront, dialog: LiveDialog, live: LiveGames) -> None:
        self._translator, self._front, self._dialog, self._live = translator, front, dialog, live
        self.match: Match | None = None
        """The host's game, while the player is asked whether to play it or while it is fetched."""

    def hear(self, text: str, here: Match | None) -> None:
        """Reads the host's greeting. If this side does not have the game that it names, or has another one open, asks
        the player first. BadInput if that game cannot be played.
        """
        hello = hello_in(text) if self.match is None else None
        if hello is None:
            return
        known = self._known(hello, here)
        match = known or Match.joining(hello, self._front, game, files.read)
        reasons = [] if known or hello.watched else self._reasons_to_ask(hello, match)
        if not reasons:
            self._go_on(match, hello)
            return
        translator, dialog = self._translator, self._dialog
        self.match = match
        dialog.ask(
            translator("Live game"),
            translator.joined(reasons),
            (translator("Cancel"), dialog.close),
            (translator("Continue"), lambda: self._go_on(match, hello)),
        )

    def closed(self) -> None:
        """Declines the host's game if the dialog is closed now; it may have opened again since."""
        if self.match is not None and not self.match.watched and not self._dialog.is_open:
            self.match = None
            self._live.decline()

    def cancel(self) -> bool:
        """Ends these steps; returns whether they were still going on."""
        match, self.match = self.match, None
        return match is not None

    def _go_on(self, match: Match, hello: Hello) -> None:
        translator, dialog = self._translator, self._dialog
        self.match = match if match.game.adopting else None
        if match.game.adopting and not match.watched:
            dialog.ask(translator("Live game"), translator("Connecting…"), (translator("Cancel"), dialog.close))
        else:
            dialog.close()
        self._live.accept(match, hello)

    def _reasons_to_ask(self, hello: Hello, match: Match) -> list[str]:
        """Returns what the player should know before joining a game that this side does not have."""
        translator, reasons = self._translator, []
        if hello.count > hello.base:
            reasons.append(translator(BEGUN, count=hello.count - hello.base))
        saved = self._front.matches.load(match.session.rules, [match.game.first_seat])
        if saved is not None and saved.session.can_undo and not saved.session.over:
            reasons.append(translator(REPLACES))
        return reasons

    def _known(self, hello: Hello, here: Match | None) -> Match | None:
        """Returns the match that the host means, if this side has it."""
        if here is not None and here.id == hello.id and here.game.first_seat != hello.seat:
            return here
        rules = game(hello.address.get("game", ""))
        saved = None if hello.watched else self._front.matches.load(rules, [(hello.seat + 1) % rules.seats])
        return saved if saved is not None and saved.id == hello.id else None
