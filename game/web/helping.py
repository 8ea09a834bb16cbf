"""The partner in the game on the screen: a hint is asked for, shown and told; a demo plays until the player does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.bots import Advice
from game.web.current import Current
from game.web.keys import word_name
from game.web.loop import now
from game.web.partner import Partner, pointed
from game.web.showing import Showing
from game.words import Words

Plays = Callable[[Sequence[str], bool], None]
"""Plays words, which are the player's own or not."""


class Helping:
    """Hint and demo."""

    def __init__(self, current: Current, showing: Showing, words: Words, play: Plays) -> None:
        self._current, self._showing, self._words, self._play = current, showing, words, play
        self._partner = Partner(now)

    @property
    def demo(self) -> bool:
        return self._partner.demo

    def ask_hint(self) -> None:
        """Thinks about the next move, and shows it on the board."""
        session = self._current.session
        if session is None or self._current.paused:
            return
        session.note_hint()
        self.stop()
        if session.over:
            self._showing.say_end()
            return
        self._partner.ask(session.rules, session.state)
        self._showing.say(self._words("Thinking …"))

    def start_demo(self) -> None:
        """The partner plays on from here, until it is told to stop or the player does anything."""
        session = self._current.session
        self.stop()
        if session is not None and not session.over:
            session.note_hint()
            self._partner.start_demo()
            self.say_demo("")

    def stop_demo(self) -> None:
        """It is the player's turn again."""
        self.stop()
        self._showing.say(self._words("It is your move."))

    def say_demo(self, told: str) -> None:
        """What happened, or that this is a demo; and how to stop it."""
        told = told or self._words("A demo. Any move of yours takes over.")
        self._showing.say(told, self._words("Stop"), self.stop_demo)

    def stop(self) -> None:
        """The partner stops thinking and playing, and takes its hint from the board."""
        self._partner.stop()
        self._showing.hint = frozenset()

    def frame(self, time: float) -> float | None:
        """The partner's share of a frame → milliseconds until it wants another, or None."""
        session, partner = self._current.session, self._partner
        if session is None or session.over:
            partner.stop()
            return None
        if partner.wants_advice(time):
            partner.ask(session.rules, session.state)
        if partner.thinking:
            advice = partner.think()
            if advice is None:
                return 0.0
            if not partner.demo:
                self._show_hint(advice)
                return None
            if not advice.words:
                partner.stop()
                return None
            partner.line_up(advice.words, time)
        if not partner.demo:
            return None
        word = partner.next_word(time, self._showing.screen.look.speed or 0.2)
        if word:
            self._play([word], False)
        return partner.wait(time)

    def _show_hint(self, advice: Advice) -> None:
        session = self._current.session
        if session is None:
            return
        if not advice.words:
            self._showing.say(self._words("Nothing can be done."))
            return
        self._showing.hint = pointed(session.rules, session.state, advice.words)
        self._showing.refresh()
        words = self._words
        moves = words.listed(word_name(word, words) for word in advice.words)
        told = words.joined([words("{told}.", told=moves), words(advice.reason, **advice.values)])
        self._showing.say(told, self._words("Play it"), lambda: self._play(list(advice.words), True))
