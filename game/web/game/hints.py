"""The partner in an open game: gives hints, plays demos and takes the computer's turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.bots import Advice, Bot
from game.contract import BadInput
from game.session import Session
from game.session.seats import is_computers, number_of
from game.text.sentences import noted
from game.web.game import partner as pace
from game.web.game.ahead import Ahead
from game.web.game.partner import Partner, Pointed, pointed
from game.web.game.presenter import Presenter
from game.web.game.timing import Timing
from game.web.input.keys import word_name
from game.web.platform.loop import now
from game.web.platform.parts import NOT_LOADED, LaterModules
from game.words import N_, Translator

Plays = Callable[[Sequence[str], bool], None]
"""Plays words; the flag says whether they are the player's own."""

LONG = 250.0
"""Milliseconds before the page says that it is thinking."""
POLL = 50.0
"""Milliseconds between checks for whether the bots have loaded."""
BEFORE_LESSON = 600.0
"""Milliseconds to look at the board before a demonstration starts."""
SHORTEST_PAUSES = 0.2
"""Share of the usual pauses kept for players who want no motion: a demo must still be visible."""


class Hints:
    """Hints, demos and the opponent: only one of them at a time, and none while the game is paused."""

    def __init__(
        self,
        session: Session,
        presenter: Presenter,
        timing: Timing,
        translator: Translator,
        play: Plays,
        alone: bool,
        turn: Callable[[], str],
        ahead: Ahead,
        bot: Bot | None = None,
    ) -> None:
        self._session, self._presenter, self._timing = session, presenter, timing
        self._translator, self._play = translator, play
        self.alone = alone
        """Whether the computer does not play: a shared replay already contains its turns."""
        self._turn = turn
        """Returns whose turn it is, where a game without the computer must say so."""
        self._later_modules = LaterModules()
        self._bot = bot
        self._partner = Partner(now, self._later_modules.loaded, bot)
        self._ahead = ahead
        self._stuck: Any = None
        """A state in which the bot found no move, so that it is not asked again."""
        self._announced = False
        """Whether the page has said that it is thinking or loading."""
        self.demo = False
        self._scripted = False
        """Whether the demo plays given words."""
        self.speed = 1.0
        """How many times faster a demo plays."""

    @property
    def computers_turn(self) -> bool:
        """Whether the player has to wait for the computer."""
        return not self.alone and is_computers(self._session.options, self._presenter.view)

    def ask_hint(self) -> None:
        """Starts to think about the next move, to show it on the board."""
        session = self._session
        if self._timing.paused:
            return
        if self.computers_turn:
            self.say_turn("")
            return
        session.hinted()
        self._ahead.stop()
        self.stop()
        if session.over:
            self._presenter.say(self._presenter.ending())
            return
        self._partner.ask(session.rules, session.state, patience=pace.HINT)

    def answer(self) -> Advice:
        """Returns a hint for a typed command: thinks as long as usual, and draws nothing."""
        session = self._session
        if self.computers_turn:
            raise BadInput(N_("it is the computer's turn"))
        session.note(assisted=True)
        partner = Partner(now, bot=self._bot)
        partner.ask(session.rules, session.state, patience=pace.HINT)
        while (advice := partner.think()) is None:
            pass
        return advice

    def start_demo(self) -> None:
        """Lets the partner play on until it is stopped or the player acts."""
        self.stop()
        if not self._session.over:
            self._session.note(assisted=True)
            self._set_demo(True)
            self.say_demo("")

    def demonstrate(self, words: Sequence[str]) -> None:
        """Plays these words at the pace of a demo, then stops."""
        self.stop()
        self._set_demo(True)
        self._scripted = True
        self._partner.line_up(tuple(words), now(), BEFORE_LESSON, pace.BETWEEN_MOVES, pace.BETWEEN_MOVES)

    def stop_demo(self) -> None:
        """Stops the demo and gives the turn back to the player."""
        self.stop()
        self._presenter.say(self._translator("Your turn."))

    def say_demo(self, text: str) -> None:
        """Says what happened, or that a demo is running, and offers to stop it."""
        if self._scripted:
            self._presenter.say(text)
            return
        text = text or self._translator("Demo running. Make any move to take over.")
        self._presenter.say(text, self._translator("Stop"), self.stop_demo)

    def say_turn(self, text: str) -> None:
        """Says what happened, or else whose turn it is against the computer, with the view's notice."""
        said, translator = text, self._translator
        if not text and self._session.opponent is not None and not self.alone:
            text = translator("The computer is playing…") if self.computers_turn else translator("Your turn.")
        turn, notice = self._turn(), self._presenter.view.notice
        if notice and not said and not turn and not self.computers_turn:
            text = translator.joined((text, noted(notice, translator, number_of(self._session.opponent))))
        self._presenter.say(text or turn, more=turn if text else "")

    def stop(self) -> None:
        """Stops thinking and playing, and removes the hint from the board."""
        self._partner.stop()
        self._scripted = False
        self._set_demo(False)
        if self._presenter.hint.cells or self._announced:
            self._announced = False
            self._presenter.hint = Pointed()
            self._presenter.say("")  # an old hint must not be followed

    def interrupt(self) -> None:
        """Stops a demo, or thinking about a hint, because the player prepares a move."""
        if self.demo or (self._partner.thinking and not self.computers_turn):
            self.stop()

    def frame(self, time: float) -> float | None:
        """Runs the partner for one frame. Returns the milliseconds until it needs another, or None."""
        session, partner = self._session, self._partner
        if session.over:
            partner.stop()
            self._set_demo(False)
            return None
        if self._timing.paused:
            return None
        plays = self.demo or self.computers_turn
        if self._scripted and partner.wants_advice(time):
            self.stop()
            return None
        if plays and partner.wants_advice(time):
            if session.state is self._stuck:
                return None
            self._ask()
        if partner.thinking:
            advice = partner.think()
            if partner.waiting:
                return self._wait()
            if advice is None:
                if not plays and partner.thought > LONG:
                    self._announced = True
                    self._presenter.say(self._translator("Thinking…"))
                return 0.0
            if not plays:
                self._show_hint(advice)
                return None
            if not advice.words:
                self._stuck = session.state
                self.stop()
                return None
            self._line_up(advice, time)
        if not plays:
            return None
        words = partner.due(time)
        if words:
            self._play(words, False)
        return partner.wait(time)

    def _wait(self) -> float | None:
        """Waits for the bots to load. Says so if that takes long, or offers to try again if it failed."""
        if self._later_modules.failed:
            self._later_modules.try_again()
            self._stuck = self._session.state
            self.stop()
            say, translator = self._presenter.say, self._translator
            why = translator(NOT_LOADED)
            say(why, translator("Try again"), self._again)
            return None
        if self._partner.thought > LONG and not self._announced:
            self._announced = True
            self._presenter.say(self._translator("Loading…"))
        return POLL

    def _again(self) -> None:
        """Retries what failed because the bots were not loaded."""
        self._stuck = None
        self._presenter.say("")
        if not self.computers_turn:
            self.ask_hint()
        self._presenter.wake()

    def _ask(self) -> None:
        """Asks for the next move of a demo or of the computer, which plays the same in the same game."""
        session = self._session
        if self.computers_turn and session.opponent is not None:
            self._partner.ask(session.rules, session.state, session.opponent.strength, session.seed or 0)
        else:
            self._partner.ask(session.rules, session.state, patience=pace.DEMO / max(self.speed, 1.0))

    def _line_up(self, advice: Advice, time: float) -> None:
        speed = self._presenter.speed
        if self.demo:
            speed = max(speed, SHORTEST_PAUSES / self.speed)
            pauses = (0.0, pace.BETWEEN_WORDS * speed, pace.BETWEEN_MOVES * speed)
        else:
            pauses = (pace.BEFORE_TURN * speed, pace.WITHIN_TURN * speed, 0.0)
        self._partner.line_up(advice.words, time, *pauses)

    def _set_demo(self, demo: bool) -> None:
        if demo != self.demo:
            self.demo = demo
            self.apply_settings()

    def apply_settings(self) -> None:
        """Applies the demo's speed to motion on the board."""
        self._presenter.apply_settings(self.speed if self.demo else 1.0, self.demo)

    def _show_hint(self, advice: Advice) -> None:
        self._announced = False
        if not advice.words:
            self._presenter.say(self._translator("No moves available."))
            return
        session, translator = self._session, self._translator
        self._presenter.hint = pointed(session.rules, session.state, advice.words)
        self._presenter.show(())
        how = translator.sentence(
            translator.listed(word_name(session.rules, word, translator) for word in advice.words)
        )
        why = translator(advice.reason, **advice.values)
        self._presenter.say(why, translator("Play this move"), lambda: self._play(list(advice.words), True), how)
