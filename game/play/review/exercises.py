"""The exercises that are due, played on the board one after the other; the player's own game stays as it was left."""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol

from game.bots.types import Words
from game.contract import BadInput
from game.play.mode import Introduction
from game.play.narrator import THINKING
from game.play.review import practice
from game.play.review.exercise_game import ExerciseGame
from game.play.review.practice import Exercise
from game.session.notebook import Notebook
from game.store.collection import Collection
from game.text.names import turn_name
from game.words import C_, Translator

if TYPE_CHECKING:
    from game.play.game_stage import GameStage, IdleWorker

BEFORE_BETTER = 2500.0
"""Milliseconds for which the result of the player's turn and the verdict stay, before the better one is played."""


class Timer(Protocol):
    """Calls something after a while."""

    def begin(self, milliseconds: float) -> None:
        """Calls a function after this many milliseconds."""

    def cancel(self) -> None:
        """Cancels the call."""


class Exercises:
    """Asks what the player would do, judges it, and shows what is better."""

    def __init__(
        self,
        translator: Translator,
        notebook: Collection[Notebook],
        screen: GameStage,
        leave: Callable[[], object],
        work: IdleWorker,
        *,
        today: Callable[[], date],
        later: Callable[[Callable[[], None]], Timer],
    ) -> None:
        """`leave` returns to where the player came from, after the last exercise; `today` is the player's local date;
        `later` makes timers."""
        self._translator, self._notebook, self._work = translator, notebook, work
        self._screen, self._leave, self._today = screen, leave, today
        self._later = later(self._play_better)
        self._now: Exercise | None = None
        self._mode: ExerciseGame | None = None
        self._verdict = ("", "")
        """The sentence that is shown, short enough for a phone, and what screen readers add to it."""
        self._reason = ""
        """Why the better turn is better: shown in its place while that turn is played."""

    def begin(self) -> None:
        """Shows the next exercise that is due; leaves if none is. Drops exercises that cannot be used."""
        unusable, now = [], None
        for card in self._notebook.all().due(self._today().toordinal()):
            try:
                now = practice.exercise(card)
                break
            except BadInput:
                unusable.append(card)
        if unusable:
            self._notebook.change(lambda cards: cards.drop_all(unusable))
        if now is None:
            self._leave()
            return
        translator = self._translator
        mode = ExerciseGame(translator, now.session, self)
        asks = translator("{game}: what would you do here?", game=translator(now.session.rules.title))
        offer = translator("Show me"), self.reveal
        self._screen.show(now.session, mode, Introduction(asks, at_once=True, offer=offer))
        self._now, self._mode, self._reason = now, mode, ""

    # What the player does, as the mode reports it.

    def judge(self, answer: Words) -> None:
        """Judges the turn that the player has made, in idle time."""
        assert self._now
        self._say(self._translator(THINKING))
        self._work.begin(self._judging(self._now, answer))

    def reveal(self) -> None:
        """Shows the better turn, which counts as an answer that was not right."""
        now, mode = self._now, self._mode
        if now and mode and not mode.judging:
            if not mode.answered:
                self._answer(now, right=False)
                self._verdict = self._named_better(now), ""
            self._play_better()

    def again(self) -> None:
        """Goes back to the position, to try something else."""
        game, mode = self._screen.controller(), self._mode
        if game and mode:
            self._later.cancel()
            game.go(mode.start)
            self._say(*self._verdict)

    def left(self) -> None:
        """Stops judging, because the exercise is closed."""
        self._work.stop()
        self._later.cancel()
        self._now = self._mode = None
        self._verdict, self._reason = ("", ""), ""

    # Internal.

    def _judging(self, now: Exercise, words: Words) -> Generator[Any, None, None]:
        """Judges a turn in slices: it is right unless it costs clearly more than the margin."""
        translator = self._translator
        try:
            spot, cost = yield from now.judged(words)
        except BadInput:  # the judge does not know this turn
            self._verdict = self._named_better(now), ""
            self._settle(shows=True)
            return
        right = not cost.is_mistake(now.judge.MARGIN)
        self._answer(now, right=right)
        if right:
            self._verdict = translator("Found it: nothing else is clearly better."), ""
        else:
            why = practice.reasons(spot, cost, now.judge, translator)
            shown = translator.joined([translator(C_("lesson", "Not quite.")), self._named_better(now)])
            self._verdict, self._reason = (shown, translator.joined(why)), why[0]
        self._settle(shows=not right)

    def _settle(self, *, shows: bool) -> None:
        """Says the verdict. With `shows`, the better turn follows after a while."""
        if self._mode:
            self._mode.judging = False
            self._say(*self._verdict)
            if shows:
                self._later.begin(BEFORE_BETTER)

    def _answer(self, now: Exercise, *, right: bool) -> None:
        """Puts the exercise away for some days, and offers the next one."""
        assert self._mode
        self._mode.answered = True
        self._notebook.change(lambda cards: cards.put(now.card.answered(right, self._today().toordinal())))

    def _play_better(self) -> None:
        """Plays the better turn on the board, from the position."""
        game, now, mode = self._screen.controller(), self._now, self._mode
        if game and now and mode:
            self._later.cancel()
            game.go(mode.start)
            game.assistant.demonstrate(now.better)
            if self._reason:
                self._say(self._reason)
            else:
                self._say(*self._verdict)

    def _named_better(self, now: Exercise) -> str:
        rules, translator = now.session.rules, self._translator
        better = translator.labelled(translator("Better"), turn_name(rules, now.better, translator))
        return translator.sentence(better)

    def _say(self, text: str, more: str = "") -> None:
        """Says something, and `more` to screen readers, with the way to the next exercise once this one is answered."""
        game, mode = self._screen.controller(), self._mode
        if game and mode:
            ready = mode.answered and not mode.judging
            offer = self._translator(C_("lesson", "Next")) if ready else ""
            game.say(text, offer, self.begin if ready else None, more=more)
