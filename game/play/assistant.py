"""The assistant of an open game: gives hints, plays demos and takes the computer's turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from game.bots import EFFORT, Advice
from game.play.activity import Activity
from game.play.changes import DemoChanged, FrameWanted
from game.play.context import GameContext
from game.play.display import Display
from game.play.keeper import Keeper
from game.play.narrator import LOADING, NO_MOVES, NOT_LOADED, THINKING, TRY_AGAIN, YOUR_TURN, Narrator
from game.play.partner import (
    BEFORE_TURN,
    BETWEEN_MOVES,
    BETWEEN_WORDS,
    DEMO_PATIENCE,
    HINT_PATIENCE,
    WITHIN_TURN,
    Partner,
    nudged,
    pointed,
)

LONG = 250.0
"""Milliseconds of thinking before it says so."""
POLL = 50.0
"""Milliseconds between checks for whether the bots have loaded."""
BEFORE_LESSON = 600.0
"""Milliseconds to look at the board before a demonstration starts."""
BEFORE_AGAIN = 1800.0
"""Milliseconds in which the result of a missed lesson is left on the board."""
SHORTEST_PAUSES = 0.2
"""Share of the usual pauses kept for players who want no motion: a demo must still be visible."""


class Play(Protocol):
    """Plays words, as Controller.play does."""

    def __call__(self, *words: str, mine: bool) -> object: ...


class Assistant:
    """Hints, demos and the opponent: only one of them at a time, and none while the game is paused."""

    def __init__(self, game: GameContext, narrator: Narrator, display: Display, keeper: Keeper, play: Play) -> None:
        self._game, self._narrator, self._display = game, narrator, display
        self._keeper, self._play = keeper, play
        self._partner = Partner(game.around.now, game.around.bots.loaded, game.mode.bot)
        self._advice = Advice(())
        """The advice of the last hint."""
        self._stuck: Any = None
        """A state in which the bot found no move, so that it is not asked again."""
        self._announced = False
        """Whether it has said that it is thinking or loading."""
        self._speed = 1.0
        """How many times faster a demo plays."""

    def ask_hint(self) -> None:
        """Starts to think about the next move, and then says what matters in it. Asked again, shows the move; only that
        makes the game assisted.
        """
        game = self._game
        if game.paused or game.replaying:
            return
        if game.computers_turn:
            self._narrator.turn()
            return
        if self._display.hint.shown:
            self._show_move()
            return
        game.around.warm_up.stop()
        self.stop()
        if game.session.over:
            self._narrator.end()
            return
        self._change_to(Activity.HINT)
        self._partner.ask(game.session.rules, game.session.state, patience=HINT_PATIENCE)
        game.tell(FrameWanted())

    @property
    def demo_running(self) -> bool:
        """Whether a demo plays, or a lesson's demonstration."""
        return self._game.demo

    def start_demo(self) -> None:
        """Lets the partner play on until it is stopped or the player acts."""
        self.stop()
        if not (self._game.session.over or self._game.replaying):
            self._game.session.note(assisted=True)
            self._change_to(Activity.DEMO)
            self._narrator.demo()

    def demonstrate(self, words: Sequence[str]) -> None:
        """Plays these words at the pace of a demo, then stops."""
        self.stop()
        self._change_to(Activity.SCRIPT)
        now = self._game.around.now()
        self._partner.line_up(tuple(words), now, BEFORE_LESSON, BETWEEN_MOVES, BETWEEN_MOVES)
        self._game.tell(FrameWanted())

    def stop_demo(self) -> None:
        """Stops the demo and gives the turn back to the player."""
        self.stop()
        self._narrator.say(YOUR_TURN)

    def set_speed(self, speed: float) -> None:
        """Sets how many times faster a demo plays."""
        self._speed = speed
        self.apply_settings()

    def apply_settings(self) -> None:
        """Applies the demo's speed to motion on the board."""
        self._game.tell(DemoChanged(self.demo_running, self._speed if self.demo_running else 1.0))

    def stop(self) -> None:
        """Stops thinking and playing, and removes the hint from the board."""
        self._partner.stop()
        said = self._announced or self._game.activity is Activity.DEMO
        if not self._game.replaying:
            self._change_to(Activity.PLAY)
        if self._display.hint.shown or said:
            self._announced = False
            self._display.withdraw_hint()
            self._narrator.clear()  # nothing must be said of what has ended

    def interrupt(self) -> None:
        """Stops a demo, or thinking about a hint, because the player prepares a move."""
        if self._game.activity not in (Activity.PLAY, Activity.REPLAY):
            self.stop()

    def do_due(self, time: float) -> float | None:
        """Does what is due in a frame. Returns the milliseconds until the next one, or None."""
        game = self._game
        if game.session.over:
            self._partner.stop()
            self._change_to(Activity.PLAY)
        elif game.paused:
            pass
        elif game.activity is Activity.HINT:
            return self._think_of_hint()
        elif self.demo_running or game.computers_turn:
            return self._play_on(time)
        return None

    def _change_to(self, activity: Activity) -> None:
        before = self.demo_running
        self._game.change_to(activity)
        if self.demo_running != before:
            self.apply_settings()

    def _think_of_hint(self) -> float | None:
        """Thinks for a frame about the hint that the player has asked for, and shows it when it is ready."""
        advice = self._partner.think()
        if self._partner.waiting:
            return self._wait()
        if advice is None:
            if self._partner.milliseconds_thinking > LONG:
                self._announced = True
                self._narrator.say(THINKING)
            return 0.0
        self._change_to(Activity.PLAY)
        self._announced = False
        session, self._advice = self._game.session, advice
        if not advice.words:
            translator = self._game.around.translator
            self._narrator.tell(translator(advice.reason or NO_MOVES, **advice.values))
        elif not advice.nudge and (session.assisted or not self._game.mode.saved):
            self._show_move()
        else:
            self._display.hint = nudged(session.rules, session.state, advice)
            self._display.show()
            self._narrator.nudge(advice, self._show_move)
        return None

    def _show_move(self) -> None:
        """Shows the move that a hint advises, and says why; the game is assisted from now on."""
        session, advice = self._game.session, self._advice
        session.hinted()
        self._keeper.keep()  # another window, or the page after a crash, knows it too
        self._display.hint = pointed(session.rules, session.state, advice.words)
        self._display.show()
        self._narrator.hint(advice, lambda: self._play(*advice.words, mine=True))

    def _play_on(self, time: float) -> float | None:
        """Thinks about the next turn of a demo or of the computer for a frame, or plays what is due of it."""
        session, partner = self._game.session, self._partner
        if partner.wants_advice(time):
            if self._game.activity is Activity.SCRIPT:
                self.stop()
                return None
            if session.state is self._stuck:
                return None
            self._ask()
        if partner.thinking:
            advice = partner.think()
            if partner.waiting:
                return self._wait()
            if advice is None:
                return 0.0
            if not advice.words:
                self._stuck = session.state
                self.stop()
                return None
            self._line_up(advice, time)
        words = partner.due(time)
        if words:
            self._play(*words, mine=False)
        return partner.until_due(time)

    def _ask(self) -> None:
        """Asks for the next move of a demo or of the computer, which plays the same in the same game."""
        session = self._game.session
        if self._game.computers_turn and session.opponent is not None:
            self._partner.ask(session.rules, session.state, session.opponent.strength, session.seed or 0)
        else:
            # In games for two, full effort plays for later: the strongest opponent shows something sooner.
            effort = EFFORT if session.rules.seats > 1 else None
            self._partner.ask(session.rules, session.state, effort, patience=DEMO_PATIENCE / max(self._speed, 1.0))

    def _line_up(self, advice: Advice, time: float) -> None:
        motion = self._game.around.handling().motion
        if self.demo_running:
            speed = max(motion, SHORTEST_PAUSES) / self._speed
            pauses = (0.0, BETWEEN_WORDS * speed, BETWEEN_MOVES * speed / self._game.session.rules.seats)
        else:
            pauses = (BEFORE_TURN * motion, WITHIN_TURN * motion, 0.0)
        self._partner.line_up(advice.words, time, *pauses)

    def _wait(self) -> float | None:
        """Waits for the bots to load. Says so if that takes a while, or offers to try again if it failed."""
        bots = self._game.around.bots
        if bots.failed:
            bots.try_again()
            self._stuck = self._game.session.state
            self.stop()
            self._narrator.say(NOT_LOADED, TRY_AGAIN, self._again)
            return None
        if self._partner.milliseconds_thinking > LONG and not self._announced:
            self._announced = True
            self._narrator.say(LOADING)
        return POLL

    def _again(self) -> None:
        """Retries what failed because the bots were not loaded."""
        self._stuck = None
        self._narrator.clear()
        if not self._game.computers_turn:
            self.ask_hint()
        self._game.tell(FrameWanted())
