"""The partner in an open game: it hints, plays a demo, and plays the turns that are the computer's."""

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
from game.web.loop import now
from game.web.rest import Rest
from game.words import N_, Translator

Plays = Callable[[Sequence[str], bool], None]
"""Plays words, which are the player's own or not."""

LONG = 250.0
"""Milliseconds of thinking after which it is said that there is thinking."""
LOOK = 50.0
"""Milliseconds after which it is looked again whether the bots are there."""
BEFORE_LESSON = 600.0
"""Milliseconds in which to look at the board before a move is shown on it."""
QUICKEST = 0.2
"""Of the usual pauses, where the player wants no motion: a demo is there to be seen."""


class Hints:
    """Hint, demo and opponent: never two of them at once, and none while time stands still."""

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
        """Whether nobody plays along: in a replay that was sent, the computer's turns are not played anew."""
        self._turn = turn
        """Whose turn it is, where that must be said in a game without the computer."""
        self._rest = Rest()
        self._bot = bot
        self._partner = Partner(now, self._rest.there, bot)
        self._ahead = ahead
        self._stuck: Any = None
        """A state in which the bot knew nothing to do: it is not asked again."""
        self._said_long = False
        """Whether it was said that there is thinking."""
        self.demo = False
        self._scripted = False
        """Whether the demo plays words that were given to it."""
        self.speed = 1.0
        """How many times quicker a demo plays."""

    @property
    def computers_turn(self) -> bool:
        """Whether the player has to wait for the computer."""
        return not self.alone and is_computers(self._session.options, self._presenter.view)

    def ask_hint(self) -> None:
        """Thinks about the next move, and shows it on the board."""
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
        """A hint for somebody who asks in words: as good as it gets in the time that one takes, and not drawn."""
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
        """The partner plays on from here, until it is stopped or the player does anything."""
        self.stop()
        if not self._session.over:
            self._session.note(assisted=True)
            self._set_demo(True)
            self.say_demo("")

    def demonstrate(self, words: Sequence[str]) -> None:
        """Plays these words in the time that a demo takes, and stops."""
        self.stop()
        self._set_demo(True)
        self._scripted = True
        self._partner.line_up(tuple(words), now(), BEFORE_LESSON, pace.BETWEEN_MOVES, pace.BETWEEN_MOVES)

    def stop_demo(self) -> None:
        """It is the player's turn again."""
        self.stop()
        self._presenter.say(self._translator("Your turn."))

    def say_demo(self, text: str) -> None:
        """What happened, or that this is a demo; and how to stop it."""
        if self._scripted:
            self._presenter.say(text)
            return
        text = text or self._translator("Demo running. Make any move to take over.")
        self._presenter.say(text, self._translator("Stop"), self.stop_demo)

    def say_turn(self, text: str) -> None:
        """What happened, or else whose turn it is against the computer, and what to bear in mind in it."""
        said, translator = text, self._translator
        if not text and self._session.opponent is not None and not self.alone:
            text = translator("The computer is playing…") if self.computers_turn else translator("Your turn.")
        turn, notice = self._turn(), self._presenter.view.notice
        if notice and not said and not turn and not self.computers_turn:
            text = translator.joined((text, noted(notice, translator, number_of(self._session.opponent))))
        self._presenter.say(text or turn, more=turn if text else "")

    def stop(self) -> None:
        """The partner stops thinking and playing, and takes its hint from the board."""
        self._partner.stop()
        self._scripted = False
        self._set_demo(False)
        if self._presenter.hint.cells or self._said_long:
            self._said_long = False
            self._presenter.hint = Pointed()
            self._presenter.say("")  # an old hint must not be followed

    def interrupt(self) -> None:
        """The player does something on the way to a move: no more of a demo, or of thinking about a hint."""
        if self.demo or (self._partner.thinking and not self.computers_turn):
            self.stop()

    def frame(self, time: float) -> float | None:
        """The partner's share of a frame → milliseconds until it wants another, or None."""
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
                    self._said_long = True
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
        """The bots are still being fetched, which is said if it takes long; or they could not be."""
        if self._rest.failed:
            self._rest.try_again()
            self._stuck = self._session.state
            self.stop()
            say, translator = self._presenter.say, self._translator
            why = translator("This part could not be loaded. Please check your connection.")
            say(why, translator("Try again"), self._again)
            return None
        if self._partner.thought > LONG and not self._said_long:
            self._said_long = True
            self._presenter.say(self._translator("Loading…"))
        return LOOK

    def _again(self) -> None:
        """Once more, what could not be done without the bots."""
        self._stuck = None
        self._presenter.say("")
        if not self.computers_turn:
            self.ask_hint()
        self._presenter.wake()

    def _ask(self) -> None:
        """The next move of a demo, or the computer's: the same whenever the same game is played."""
        session = self._session
        if self.computers_turn and session.opponent is not None:
            self._partner.ask(session.rules, session.state, session.opponent.strength, session.seed or 0)
        else:
            self._partner.ask(session.rules, session.state, patience=pace.DEMO / max(self.speed, 1.0))

    def _line_up(self, advice: Advice, time: float) -> None:
        speed = self._presenter.speed
        if self.demo:
            speed = max(speed, QUICKEST / self.speed)
            pauses = (0.0, pace.BETWEEN_WORDS * speed, pace.BETWEEN_MOVES * speed)
        else:
            pauses = (pace.BEFORE_TURN * speed, pace.WITHIN_TURN * speed, 0.0)
        self._partner.line_up(advice.words, time, *pauses)

    def _set_demo(self, demo: bool) -> None:
        if demo != self.demo:
            self.demo = demo
            self.dress()

    def dress(self) -> None:
        """Motion is faster in a demo that plays faster."""
        self._presenter.dress(self.speed if self.demo else 1.0, self.demo)

    def _show_hint(self, advice: Advice) -> None:
        self._said_long = False
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
