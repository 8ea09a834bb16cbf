"""Modes: what a game is played for (one's own, a replay, a daily try, a lesson, a race), and how it is introduced."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from game.contract import BadInput, Event, Lesson, Rules
from game.play.actions import Action
from game.play.changes import DayBar, DayEnd, GameOver
from game.session import CALM, Session, Work, all_options, daily
from game.session.records import histogram
from game.session.seats import PERSONS, Opponent, display_name
from game.store.dailies import Dailies
from game.text.names import YOU
from game.words import BRACKETS, C_, Translator

if TYPE_CHECKING:
    from game.bots import Bot
    from game.session.challenge import Challenge, ReplayedChallenge, Track


class Introduction(NamedTuple):
    """What is said and offered when a game opens, and whether play begins at once."""

    message: str = ""
    at_once: bool = False
    """Whether play begins at once; if not, the game is under the veil until the player starts it."""
    offer: tuple[str, Callable[[], object]] | tuple[()] = ()
    """The label of a button next to the message, and what it does."""
    asks_who_plays: bool = False
    """Whether to ask who plays, on the first visit to a game for two."""


NO_INTRODUCTION = Introduction()


class Task(NamedTuple):
    """What is shared in place of the open game: its first position, a text about it, and the end of a link to it."""

    start: Session
    text: str
    link: str


LEAST_DAYS, MOST_BARS = 2, 6
"""The least number of days for which a histogram is shown, and the most bars in it."""
BAR = C_("below a bar", "{low}–{high}")
"""The results that a bar counts."""


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
        """Returns what else to say at the end of the game of a day; None if its try has not ended."""
        return None

    def ending(self, session: Session) -> GameOver | None:
        """Returns the card at the end, for a mode with its own; None for no card."""
        return None

    def offer(self, session: Session) -> tuple[str, Callable[[], object]] | tuple[()]:
        """Returns what is offered next to whose turn it is, and at its own end."""
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
        """Handles what has been seen of the last move so far, `whole` if that is all. Returns whether nothing else need
        be said."""
        return False

    def leave(self) -> None:
        """Handles the game being closed."""

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
        """Runs an action that has a special meaning here. Returns whether it has."""
        return False


class OwnGame(Mode):
    """The player's own game, saved after each move."""

    saved = True


class GuestReplay(Mode):
    """Somebody else's game as a replay, not saved until the player plays on from it."""

    shared = opens_replay = True


class RaceGame(Mode):
    """The player's own game, raced against a recorded one; or the first game of a round."""

    saved = True

    def __init__(self, translator: Translator, played: ReplayedChallenge, *, best: bool = False) -> None:
        """`best` says that the rival is the player's own best game, not one that was sent."""
        super().__init__(translator)
        challenge = played.challenge
        if not best:
            self.challenge = challenge
        if challenge.waits:
            self.rival = played.tracks[0]
            name = self.rival.game.name or translator("Challenger")
            self.rival_name = translator("Your best game") if best else name


class DailyGame(Mode):
    """The game of a day: only the first try counts. Undo or a hint makes it assisted; a restart ends it."""

    saved = True

    def __init__(self, translator: Translator, tries: Dailies, day: date, games: Sequence[Rules[Any]] = ()) -> None:
        """`games` are all that have a game of the day, in order."""
        super().__init__(translator)
        self._tries, self._games = tries, games
        self.day = self._day = day

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
        tried, streak = self._tries.tried(rules.name, self._day), self._tries.streak(rules.name)
        if tried is None or tried.score is None:
            return None
        name = daily.day_result_name(rules, self._day, tried.score, translator)
        result = translator(BRACKETS, text=name, more=translator("assisted")) if tried.assisted else name
        counts = session.over and daily.day_result(session) == tried.score
        goal = ""
        if self.goal is not None:
            computer = display_name(Opponent(1, rules.day.par), translator)
            goal = translator.labelled(computer, translator.number(self.goal))
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
        )

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

    def restart_warning(self, session: Session) -> str:
        if not session.length or not self._tries.counts(session.rules.name, self._day):
            return ""
        if session.opponent is not None:
            return self._translator("Restarting ends today's try, and it counts as a loss.")
        score = self._translator.number(session.score)
        return self._translator("Restarting ends today's try with a score of {score}.", score=score)


class Teacher(Protocol):
    """Leads the player through a game's lessons."""

    def reached(self) -> None:
        """Praises the player for doing what the lesson asked."""

    def missed(self) -> None:
        """Says why what the player did was not it, and lets them try again."""

    def again(self) -> None:
        """Restarts the lesson."""

    def left(self) -> None:
        """Handles the lesson being closed."""


class LessonGame(Mode):
    """One lesson of a game."""

    actions = frozenset({Action.HINT, Action.RESTART, Action.DESCRIBE, Action.MUTE, Action.RULES})

    def __init__(self, translator: Translator, lesson: Lesson, teacher: Teacher, *, reached: bool = False) -> None:
        """`reached` says that the player has already done what it asks."""
        super().__init__(translator)
        self._lesson, self._teacher = lesson, teacher
        self._reached, self._missed = reached, False
        self._names: list[str] = []

    def names(self, session: Session) -> list[str]:
        if session.rules.seats > 1 and not self._names:  # as against the first opponent
            state = session.setup.start()
            for word in self._lesson.unseen:
                state = session.setup.after(state, word)
            own = session.rules.view(state).turn
            self._names = [YOU if seat == own else PERSONS["1"] for seat in range(session.rules.seats)]
        return self._names

    def react(self, session: Session, events: Sequence[Event], *, whole: bool) -> bool:
        if self._reached or self._missed:
            return True
        if any(map(self._lesson.reached, events)):
            self._reached = True
            self._teacher.reached()
        elif whole and (session.over or self._turns(session) >= self._lesson.turns):
            self._missed = True
            self._teacher.missed()
        return self._reached or self._missed

    def refuses(self, session: Session, word: str = "") -> BadInput | None:
        """Refuses everything between a missed lesson and its next start."""
        return BadInput(self._lesson.missed) if self._missed else None

    def _turns(self, session: Session) -> int:
        """Returns how many turns the player has ended."""
        steps = list(session.setup.walk(session.main_line))
        return sum(any(map(self._lesson.turn_ends, step.events)) for step in steps[len(self._lesson.unseen) :])

    def restart(self) -> bool:
        self._teacher.again()
        return True

    def leave(self) -> None:
        self._teacher.left()
