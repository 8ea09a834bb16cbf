"""Shares the open game: as a picture with a caption, the result of a daily game, or a challenge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.contract import BadInput
from game.play.controller import Controller
from game.store.dailies import Dailies
from game.web.platform.dates import formatted_day
from game.web.platform.dom import address_in
from game.web.platform.late import LatePart
from game.web.routing.opener import Opener
from game.web.stage.stage import PageParts, Stage

if TYPE_CHECKING:
    from game.web.board.poster import Caption
    from game.web.dialogs.challenge_dialog import ChallengeRow
    from game.web.dialogs.sharing import Sharing


class Share:
    """Fills the Share dialog for the open game."""

    def __init__(
        self,
        page: PageParts,
        dailies: Dailies,
        opener: Opener,
        stage: Stage,
        watch: Callable[[], None],
    ) -> None:
        """`watch` is called when the player invites others to watch."""
        self._page, self._translator = page, page.around.translator
        self._dailies, self._opener, self._stage = dailies, opener, stage
        self._watch = watch
        self._dialog = LatePart("later", self._make_dialog, self._translator, stage.say)
        self._challenge_row: ChallengeRow | None = None

    def open(self, *, film: bool = False) -> None:
        """Shows the picture and links of the open game; with `film`, also starts its animated picture."""
        self._dialog.use(lambda dialog: self._open(dialog, film=film))

    def _make_dialog(self) -> Sharing:
        from game.web.dialogs.sharing import Sharing

        return Sharing(self._translator, self._watch)

    def _open(self, dialog: Sharing, *, film: bool) -> None:
        game = self._stage.controller()
        if game is None:
            return
        game.pause()
        session, shapes = game.session, self._page.preferences.settings.shapes
        task = game.mode.task(session)
        if task is not None:
            caption = replace(self._caption(game), score="", line=task.text, players=())
            dialog.open(task.start, caption, self._result(game), shapes=shapes, link=task.link)
            return
        try:
            dialog.open(session, self._caption(game), self._result(game), shapes=shapes)
            if session.rules.seats == 1:
                self._challenges(dialog).open(game, dialog.more)
            if film:
                dialog.make_film(session.main_line)
        except BadInput as error:
            self._page.status.say(self._translator.error(error))

    def _challenges(self, dialog: Sharing) -> ChallengeRow:
        """Returns the dialog's part for challenges, imported on first use."""
        if self._challenge_row is None:
            from game.web.dialogs.challenge_dialog import ChallengeRow

            self._challenge_row = ChallengeRow(
                dialog, self._translator, self._page.around.saves.store, self._opener.challenge
            )
        return self._challenge_row

    def _result(self, game: Controller) -> str:
        """Returns the result of a finished daily game, or an empty text."""
        end = game.mode.day_end(game.session)
        return end.text() if end else ""

    def _caption(self, game: Controller) -> Caption:
        """Returns the caption of a picture of the game."""
        from game.web.board.poster import Caption

        translator, session, day = self._translator, game.session, game.mode.day
        title = translator(session.rules.title)
        date = formatted_day(day or self._dailies.today(), translator.language, dateStyle="medium")
        address = address_in("x-default").partition("://")[2].rstrip("/")
        if session.rules.seats > 1:
            scores = map(translator.number, session.view.scores)
            players = tuple(map(translator.labelled, game.players, scores))
            return Caption(title, "", date, players, address)
        parts = [date] if day is None else [translator("Daily challenge"), date]
        streak = 0 if day is None else self._dailies.streak().current
        parts += [translator("{days}-day streak", days=streak)] if streak > 1 else []
        return Caption(title, translator.number(session.score), " · ".join(parts), (), address)
