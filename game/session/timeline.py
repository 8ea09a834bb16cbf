"""The states of a game: from its rules, options and seed, and along its history, forward and back."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from game.contract import Appeared, BadInput, Event, Locked, NeedsFile, Role, Rules, attach, shorten
from game.session.history import History, Node
from game.session.options import ReadFile
from game.session.states import States
from game.slices import finished, paced
from game.words import N_

T = TypeVar("T")
MOST_TENTHS = 36_000
"""Tenths of a second for one piece: an hour."""
USUAL_TENTHS = 20
"""For a piece whose time was not measured."""
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
        return finished(self.playing(state, word))

    def playing(self, state: Any, word: str) -> Generator[None, None, tuple[str, Any, tuple[Event, ...]]]:
        """Does what `play` does, with pauses if the word runs many commands."""
        rules = self.rules
        if word == RESTART:
            return word, rules.begin_again(state, self.options, self.seed), ()
        asked: set[str] = set()
        while True:
            try:
                state, events = (yield from rules.playing(state, word)) if rules.playing else rules.play(state, word)
                return word, state, events
            except NeedsFile as need:
                if need.name in asked:
                    raise BadInput(N_("no such file: {name}"), name=shorten(need.name)) from None
                asked.add(need.name)
                word = attach(word, need.name, self.read_file(need.name))

    def walk(self, words: Iterable[str]) -> Iterator[LineStep]:
        """Plays words from the start, restarts included; BadInput as `play`."""
        state = self.start()
        for given in words:
            before = state
            word, state, events = self.play(before, given)
            yield LineStep(before, word, state, events)

    def after(self, state: Any, word: str) -> Any:
        """Returns the state that a word leads to; BadInput as `play`."""
        return self.play(state, word)[1]


class LineStep(NamedTuple):
    """A word that was played, the states before and after it, and its events."""

    before: Any
    word: str
    state: Any
    events: tuple[Event, ...]


class Outcome(NamedTuple):
    """What a word does in a state, as from Setup.play, and the answers about the state after it."""

    word: str
    state: Any
    events: tuple[Event, ...]
    after: Answers


class Answers:
    """What the rules say about one state. Each question is asked once: rules are pure, so answers can be known before a
    key is pressed. Answers about later states are dropped with it.
    """

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

    def foreseeing(self, setup: Setup, word: str) -> Generator[None, None, Outcome]:
        """Plays a word with pauses, keeps what it does, and returns it; BadInput as Setup.play."""
        known = self._outcomes.get(word)
        if known is None:
            known = self._outcomes[word] = self._outcome(*(yield from setup.playing(self.state, word)))
        return known

    def _play(self, setup: Setup, word: str) -> Outcome:
        return self._outcome(*setup.play(self.state, word))

    def _outcome(self, word: str, state: Any, events: tuple[Event, ...]) -> Outcome:
        return Outcome(word, state, events, self if state is self.state else Answers(state))


class Timeline:
    """A history with the state at the current position. It plays words again to get states that it has not kept."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.history = History()
        self.state = setup.start()
        """The state at the history's position."""
        self.states = States(self.state)
        self._scores: dict[Node, int] = {}
        self._hinted: set[Node] = set()

    # Playing.

    def append(self, word: str, state: Any, events: Iterable[Event]) -> None:
        """Appends a word that was played at the end of the main line."""
        self.history.play(word, _appeared(word, events))
        self._count(self.history.node, events)
        self.state = state
        self.states.keep(self.history.position, state)

    def branch(self, word: str, state: Any, events: Iterable[Event]) -> None:
        """Continues from before the end of the main line: along it, or along a variation."""
        history = self.history
        main_line, at = history.main_line, history.position
        history.play(word, _appeared(word, events))
        self._count(history.node, events)
        if history.main_line is not main_line:
            self.states.cut(at)
            self._cut_impossible()
        self._arrive(state)

    def append_all(self, words: Sequence[str]) -> Iterator[int]:
        """Appends words from a save, yielding the number of those that are done; BadInput if one changes nothing."""
        for done, given in enumerate(words):
            yield done
            word, state, events = yield from paced(self.setup.playing(self.state, given), done)
            if state is self.state:
                raise illegal_moves()
            self.append(word, state, events)

    def _cut_impossible(self) -> None:
        """Cuts impossible moves off a main line that came from a damaged save."""
        history = self.history
        while history.last.appeared is None:
            at, state = self.states.before(history.position)
            try:
                for node in history.nodes(at + 1):
                    state = self._follow(node, state)
            except BadInput:
                history.cut(node.depth)

    def _follow(self, node: Node, state: Any) -> Any:
        """Returns the state at a node, given its parent's; BadInput if its word changes nothing."""
        word, after, events = self.setup.play(state, node.word)
        if after is state:
            raise illegal_moves()
        node.appeared = _appeared(word, events)
        self._count(node, events)
        return after

    def _count(self, node: Node, events: Iterable[Event]) -> None:
        """Counts the turns up to a node whose word had these events."""
        if node.word == RESTART:
            node.turns = 0
        elif node.parent:
            landed = sum(isinstance(event, Locked) for event in events)
            node.turns = node.parent.turns + (landed if Role.DROP in self.setup.rules.by_role else 1)

    # Along the main line.

    def go(self, position: int) -> bool:
        """Goes to a position of the main line; returns False if the line is not that long."""
        if not 0 <= position <= len(self.history.main_line):
            return False
        near, state = self.states.before(position)
        for passed, word in enumerate(self.history.main_line[near:position], near + 1):
            state = self.setup.after(state, word)
            self.states.keep_long_term(passed, state)
        self.history.position = position
        self._arrive(state)
        return True

    def advance(self) -> tuple[Event, ...]:
        """Goes one input forward along the main line and returns the events; none at its end."""
        history = self.history
        if history.node is history.last:
            return ()
        _word, state, events = self.setup.play(self.state, history.main_line[history.position])
        history.position += 1
        self._arrive(state)
        return events

    def gains(self) -> Iterator[int]:
        """Yields the points that each input of the main line scored, playing them again one at a time."""
        score_of = self.setup.rules.score
        _at, state = self.states.before(0)
        score = score_of(state)
        for word in tuple(self.history.main_line):
            state = self.setup.after(state, word)
            before, score = score, score_of(state)
            yield score - before

    @property
    def beginning(self) -> int:
        """The number of inputs up to where the game last began: a restart is a new beginning, unless the rules keep
        something across it.
        """
        if self.setup.rules.restart is not None:
            return 0
        played = self.history.main_line[: self.history.position]
        return max((at for at, word in enumerate(played, 1) if word == RESTART), default=0)

    def pieces(self, begin: int = 0) -> list[int]:
        """Returns the positions at which a new piece appeared, after position `begin` and up to here."""
        return [node.depth for node in self.history.nodes(begin + 1, self.history.position + 1) if node.appeared]

    def note_hint(self) -> None:
        """Notes that a hint was given here."""
        self._hinted.add(self.history.node)

    @property
    def hints(self) -> list[int]:
        """The positions of the main line at which hints were given since the session was created; not saved."""
        return sorted(node.depth for node in self._hinted if self.history.is_main(node))

    def _arrive(self, state: Any) -> None:
        """Sets the state at the history's position."""
        self.state = state
        self.states.move_to(self.history.position, state)

    # Variations.

    def variation_score(self, index: int) -> int:
        """Returns the score at the end of a variation, playing it once; BadInput if its save was damaged."""
        end = self.history.ends[index]
        if end not in self._scores:
            path = self.history.path(end)
            near, state = self.states.before(path[0].depth - 1)
            for node in [*self.history.nodes(near + 1, path[0].depth), *path]:
                state = self._follow(node, state)
            self._scores[end] = self.setup.rules.score(state)
        return self._scores[end]

    def promote(self, index: int) -> None:
        """Makes a variation the main line and goes to its end; the old main line becomes the last variation.

        BadInput, with no change, if there is no such variation or its save was damaged.
        """
        if not 0 <= index < len(self.history.ends):
            raise BadInput(N_("there is no such branch"))
        end = self.history.ends[index]
        path = self.history.path(end)
        at = path[0].depth - 1
        states = self.states.copy()
        states.cut(at)
        near, state = states.before(at)
        for node in [*self.history.nodes(near + 1, at + 1), *path]:
            state = self._follow(node, state)
            states.keep(node.depth, state)
        self.history.promote(end)
        self.history.position, self.states = end.depth, states
        self._arrive(state)

    def savepoint(self) -> Callable[[], None]:
        """Takes a cheap snapshot; returns a function that restores it."""
        history_back, state, states = self.history.savepoint(), self.state, self.states.copy()

        def back() -> None:
            history_back()
            self.state, self.states = state, states

        return back


def _appeared(word: str, events: Iterable[Event]) -> bool:
    """Returns whether a word brought a new piece into play."""
    return word == RESTART or any(isinstance(event, Appeared) for event in events)


def illegal_moves() -> BadInput:
    """Returns the error for a save whose moves cannot be played."""
    return BadInput(N_("the moves in this save do not fit the game"))
