"""A game before its first move: the rules, the options and the seed, from which every state follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.contract import BadInput, Event, NeedsFile, Rules, attach, shorten
from game.session.options import ReadFile
from game.words import N_

RESTART = "restart"
"""An input of every game: starts again from the same seed. It can be undone."""


@dataclass(frozen=True, eq=False)
class Setup:
    """What all states of a session share."""

    rules: Rules[Any]
    options: Mapping[str, Any]
    seed: int | None
    read_file: ReadFile

    def start(self) -> Any:
        """Returns the first state."""
        return self.rules.start(self.options, self.seed)

    def play(self, state: Any, word: str) -> tuple[str, Any, tuple[Event, ...]]:
        """Returns the word with the files that it needed attached, the state after it, and the events."""
        if word == RESTART:
            return word, self.rules.begin_again(state, self.options, self.seed), ()
        asked: set[str] = set()
        while True:
            try:
                state, events = self.rules.play(state, word)
                return word, state, events
            except NeedsFile as need:
                if need.name in asked:
                    raise BadInput(N_("no such file: {name}"), name=shorten(need.name)) from None
                asked.add(need.name)
                word = attach(word, need.name, self.read_file(need.name))

    def after(self, state: Any, word: str) -> Any:
        """Returns the state that a word leads to; BadInput as `play`."""
        return self.play(state, word)[1]
