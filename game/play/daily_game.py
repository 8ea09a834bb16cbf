"""The mode of a game of a day: its goal, its only try, and what its end card adds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from game.contract import Rules
from game.play.changes import DayBar, DayEnd
from game.play.mode import Mode
from game.session import Session, Work, daily
from game.session.records import histogram
from game.session.seats import Opponent, display_name, person
from game.store.dailies import Dailies
from game.words import BRACKETS, C_, N_, P_, Translator

LEAST_DAYS, MOST_BARS = 2, 6
"""The least number of days for which a histogram is shown, and the most bars in it."""
BAR = C_("below a bar", "{low}–{high}")
"""The results that a bar counts."""

OF_TURNS = P_("Daily, {count} turn", "Daily, {count} turns")
SHORT = N_("{points} short of {name}'s goal of {goal}")
BEYOND = N_("{points} above {name}'s goal of {goal}")
EQUAL = N_("Equal to {name}'s goal of {goal}")


class DailyGame(Mode):
    """The game of a day: only the first try counts. Undo or a hint makes it assisted; a restart ends it."""

    saved = True

    def __init__(self, translator: Translator, tries: Dailies, day: date, games: Sequence[Rules[Any]] = ()) -> None:
        """`games` are all that have a game of the day, in order."""
        super().__init__(translator)
        self._tries, self._games = tries, games
        self.day = self._day = day

    def subtitle(self, session: Session) -> str:
        turns, translator = session.limit.turns, self._translator
        return translator(OF_TURNS, count=turns) if turns else translator("Daily")

    def caption(self, session: Session) -> str:
        translator, day = self._translator, self._translator.day(self._day)
        tried = self._tries.tried(session.rules.name, self._day)
        if tried is not None and tried.score is not None:
            score = daily.day_result_name(session.rules, self._day, tried.score, translator)
            if session.opponent is not None:
                return translator("Daily challenge {date} · {result}", date=day, result=score)
            return translator("Daily challenge {date} · your score: {score}", date=day, score=score)
        if session.assisted:
            return translator("Daily challenge {date} · first try, assisted", date=day)
        return translator("Daily challenge {date} · first try", date=day)

    def handle_end(self, session: Session) -> bool:
        result = daily.day_result(session)
        return self._tries.finish(session.rules.name, self._day, result, assisted=session.assisted)

    def day_end(self, session: Session) -> DayEnd | None:
        rules, translator = session.rules, self._translator
        tried, streak = self._tries.tried(rules.name, self._day), self._tries.streak()
        if tried is None or tried.score is None:
            return None
        name = daily.day_result_name(rules, self._day, tried.score, translator)
        result = translator(BRACKETS, text=name, more=translator("assisted")) if tried.assisted else name
        counts = session.over and daily.day_result(session) == tried.score
        goal = ""
        if self.goal is not None:
            goal = self._distance(rules, tried.score, self.goal) if counts else self._goal_of(rules, self.goal)
        won = tried.score == daily.WON if session.opponent else self.goal is not None and tried.score > self.goal

        def text() -> str:
            from game.play.results import day_squares, day_text, whose_results

            results = whose_results(session, result, self.goal, translator)
            squares = day_squares(session) if counts else []
            return day_text(translator(rules.title), self._day, results, streak, translator, squares)

        following = self._following(rules.name)
        return DayEnd(
            result,
            goal,
            won,
            translator("{days}-day streak", days=streak.current) if streak.current > 1 else "",
            self._bars(rules, tried.score),
            following.name if following else "",
            translator(following.title) if following else "",
            text,
            complete="" if following or self._day != self._tries.today() else self._complete(),
        )

    def _complete(self) -> str:
        """Returns that all games of today are over."""
        count = len(self._games)
        return self._translator(daily.ALL_DONE, done=count, all=count) if count > 1 else ""

    def _goal_of(self, rules: Rules[Any], goal: int) -> str:
        """Returns the computer's result."""
        translator = self._translator
        return translator.labelled(display_name(Opponent(1, rules.day.par), translator), translator.number(goal))

    def _distance(self, rules: Rules[Any], score: int, goal: int) -> str:
        """Returns how far a score is from the computer's."""
        translator, by = self._translator, score - goal
        message = SHORT if by < 0 else BEYOND if by else EQUAL
        name = person(Opponent(1, rules.day.par), translator)
        return translator(message, points=translator.number(abs(by)), name=name, goal=translator.number(goal))

    def find_goal(self, session: Session) -> Work[None] | None:
        rules = session.rules
        if not rules.day.par or session.limit.turns != rules.day.turns:  # begun under another form
            return None
        self.goal = self._tries.par(rules, self._day)
        return self._computing(session) if self.goal is None else None

    def _computing(self, session: Session) -> Work[None]:
        from game.play.par import computed

        game = Session(session.rules, session.options, session.seed)
        score = yield from computed(game, session.rules.day.par)
        self._tries.keep_par(session.rules, self._day, score)
        self.goal = score

    def _following(self, name: str) -> Rules[Any] | None:
        """Returns the next game after the named one that has not been played to its end today."""
        names, today = [rules.name for rules in self._games], self._tries.today()
        after = names.index(name) + 1 if name in names else 0
        tries = self._tries.all()
        for rules in (*self._games[after:], *self._games[:after]):
            tried = tries.tried(rules.name, today)
            if rules.name != name and (tried is None or tried.score is None):
                return rules
        return None

    def _bars(self, rules: Rules[Any], result: int) -> list[DayBar]:
        """Returns the histogram of the days that can be compared with this one."""
        translator, old = self._translator, daily.is_old(rules, self._day)
        results = [
            tried.score
            for day, tried in self._tries.all().days(rules.name)
            if tried.score is not None and daily.is_old(rules, day) is old
        ]
        if len(results) < LEAST_DAYS:
            return []
        if rules.day.opponent and not old:
            return [
                DayBar(translator(label), results.count(outcome), outcome == result)
                for outcome, label in daily.OUTCOMES.items()
            ]
        return [
            DayBar(
                translator.span(part.low, part.high, BAR),
                part.games,
                part.low <= result <= part.high,
            )
            for part in histogram(results, MOST_BARS)
        ]

    def put_off(self, session: Session) -> None:
        if not session.length:
            self._tries.withdraw(session.rules.name, self._day)

    def restart_warning(self, session: Session) -> str:
        if not session.length or not self._tries.counts(session.rules.name, self._day):
            return ""
        if session.opponent is not None:
            return self._translator("Restarting ends this try, and it counts as a loss.")
        score = self._translator.number(session.score)
        return self._translator("Restarting ends this try with a score of {score}.", score=score)
