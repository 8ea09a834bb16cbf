"""The daily game on the page: the official try and what it is told of, on home, beside the board and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game import files
from game.contract import BadInput, Rules
from game.session import Session, Work, complete, daily
from game.web.dailies import Dailies, date_of, dated, slot
from game.web.play import Play
from game.web.shelf import Shelf
from game.words import Words

Show = Callable[[Session, str, int], None]
"""Puts the daily game of a day on the screen, with a message."""

Load = Callable[[Work[Session | None], Callable[[Session | None], None], Callable[[BadInput], None], Rules[Any]], None]
"""Does the work of opening a game of these rules; then the one, or where it is damaged the other."""


class DayGame:
    """One try of each day counts: with undo or a hint it counts as helped; beginning again ends it."""

    load: Load
    """How a game is opened; whoever goes from game to game says so."""

    def __init__(
        self, dailies: Dailies, shelf: Shelf, play: Play, words: Words, show: Show, share: Callable[[], None]
    ) -> None:
        self._dailies, self._shelf, self._play, self._words = dailies, shelf, play, words
        self._show, self._share = show, share
        play.showing.told = self._line
        play.lines.may_restart = self._may_restart

    def open(self, rules: Rules[Any], day: int) -> None:
        """The game of a day as far as it was played; or, on that day, its official try."""

        def damaged(error: BadInput) -> None:
            told = self._words("The saved game cannot be read ({why}). This is a new one.",
                               why=self._words(error.message, **error.values))  # fmt: skip
            self._open(rules, day, None, told)

        work = self._shelf.loading(rules.name, day)
        self.load(work, lambda session: self._open(rules, day, session), damaged, rules)

    def _open(self, rules: Rules[Any], day: int, session: Session | None, message: str = "") -> None:
        words, name = self._words, rules.name
        if session is None:
            session = Session(rules, complete(rules, {}, files.read), day, files.read)
            if self._dailies.begin(name, day) and not message:
                message = words("Today's game: one try counts. Undo and hints are marked as help.")
        elif self._dailies.counts(name, day) and not session.over:
            told = words("Your try goes on.") if day == self._dailies.today() else words("It still counts for its day.")
            message = told
        self._show(session, message, day)
        if session.over:
            self._finish(session)  # it may have ended just as the page was closed
            self._tell_end(session)
        elif (old := self._dailies.unfinished(name, day)) is not None and not session.length:
            self._play.say(
                words("Your try of {day} is not over.", day=date_of(old)), words("Finish it"),
                lambda: self.open(rules, old),
            )  # fmt: skip

    def is_kept(self, rules: Rules[Any], day: int) -> bool:
        """Whether that day's game can be opened: today's always."""
        return day == self._dailies.today() or self._shelf.store.get(slot(rules.name, day)) is not None

    def played(self, session: Session) -> None:
        """An input was played; the first end of a day's game is its result."""
        if session.over and self._finish(session):
            self._tell_end(session)

    def result(self) -> str:
        """The result of the game on the screen, to be shared; empty where there is none."""
        session, day = self._play.session, self._play.current.day
        tried = self._dailies.tried(session.rules.name, day) if session is not None and day is not None else None
        if session is None or day is None or tried is None or tried.score is None:
            return ""
        title, streak = self._words(session.rules.title), self._dailies.streak(session.rules.name)
        return daily.share(title, dated(day), tried.score, streak, self._words, tried.assisted)

    def tell_home(self) -> None:
        """Beside each game, how its daily game stands."""
        today = dated(self._dailies.today())
        tries = self._dailies.all()
        for place in document.querySelectorAll(".daily-state"):
            name = str(place.dataset.of)
            tried, streak = tries.tried(name, today), tries.streak(name, today).current
            told = []
            if tried is not None:
                told.append(self._words("in play") if tried.score is None else str(tried.score))
            if streak > 1:
                told.append(self._words("{days} days in a row", days=streak))
            place.textContent = " · ".join(told)

    def _line(self) -> str:
        """What stands below the board instead of the seed."""
        session, day = self._play.session, self._play.current.day
        if session is None or day is None:
            return ""
        words, date = self._words, date_of(day)
        tried = self._dailies.tried(session.rules.name, day)
        if tried is not None and tried.score is not None:
            return words("Daily {date} · your try: {score}", date=date, score=tried.score)
        if session.assisted:
            return words("Daily {date} · your try, with help", date=date)
        return words("Daily {date} · your try", date=date)

    def _finish(self, session: Session) -> bool:
        day = self._play.current.day
        return day is not None and self._dailies.finish(session.rules.name, day, session.score, session.assisted)

    def _tell_end(self, session: Session) -> None:
        """How the try came out, and that it can be shared."""
        told = self._play.showing.ending(session)
        streak = self._dailies.streak(session.rules.name).current
        if streak > 1:
            told += " " + self._words("{days} days in a row", days=streak) + "."
        self._play.showing.tell_seed()
        self._play.say(told, self._words("Share"), self._share)

    def _may_restart(self) -> bool:
        """A restart ends the official try, so it is asked about."""
        session, day = self._play.session, self._play.current.day
        if session is None or day is None or not session.length or not self._dailies.counts(session.rules.name, day):
            return True
        told = self._words("That would end today's try with this score: {score}.", score=session.score)
        self._play.say(told, self._words("End it"), self._end)
        return False

    def _end(self) -> None:
        if self._play.session is not None:
            self._finish(self._play.session)
            self._play.action("restart")
