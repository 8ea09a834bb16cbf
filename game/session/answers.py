"""What the rules say about one state, each thing asked once: rules are pure, so answers can be known before a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from game.contract import BadInput, Event
from game.session.setup import Setup

T = TypeVar("T")


class Outcome(NamedTuple):
    """What a word does in a state, as from Setup.play, and the answers about the state after it."""

    word: str
    state: Any
    events: tuple[Event, ...]
    after: Answers


class Answers:
    """The answers about one state. What is known of later states is dropped with it."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self._known: dict[str, Any] = {}
        self._outcomes: dict[str, Outcome] = {}

    def get(self, about: str, ask: Callable[[Any], T]) -> T:
        """Returns what `ask` answers about the state, from what is known if it was asked before."""
        if about not in self._known:
            self._known[about] = ask(self.state)
        answer: T = self._known[about]
        return answer

    def play(self, setup: Setup, word: str) -> Outcome:
        """Returns what a word does, from what is known if it was foreseen; BadInput as Setup.play."""
        return self._outcomes.get(word) or self._play(setup, word)

    def foresee(self, setup: Setup, word: str) -> Outcome | None:
        """Keeps what a word does; None for a word that cannot be played or is known already."""
        if word in self._outcomes:
            return None
        try:
            outcome = self._outcomes[word] = self._play(setup, word)
        except BadInput:
            return None
        return outcome

    def _play(self, setup: Setup, word: str) -> Outcome:
        word, state, events = setup.play(self.state, word)
        return Outcome(word, state, events, self if state is self.state else Answers(state))
