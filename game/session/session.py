"""A game being played: its options, its seed and the history of its inputs; it knows no game.

A save is that history, and loading plays it again, so whatever the rules allow can be saved, linked and replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from game.contract import Appeared, BadInput, Event, NeedsFile, Role, Rules, View, attach, shorten
from game.session import saves
from game.session.history import History, Node, Variation
from game.session.options import CALM, ReadFile, complete, no_files, options_of
from game.session.reader import check_rules
from game.session.seats import Opponent, is_computers, number_of, opponent
from game.session.states import States
from game.words import N_

RESTART = "restart"
"""An input that every game has: start again from the same seed. It can be undone."""

T = TypeVar("T")
Work = Generator[float, None, T]
"""A long task in small steps: it yields how much is done, 0 to 1, and returns its result."""


def finished(work: Work[T]) -> T:
    """Runs a task to its end → its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


class Provenance(NamedTuple):
    """What went into a game besides the player's own moves."""

    assisted: bool = False
    """Undo or a hint was used."""
    demonstrated: bool = False
    """A demo played some of it."""
    imported: bool = False
    """It was begun by somebody else: it came by a link."""


class Session:
    """One game from its start to where the player is, with everything that was undone or left for another move."""

    def __init__(
        self,
        rules: Rules[Any],
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        read_file: ReadFile = no_files,
    ) -> None:
        self.rules = rules
        self.options = complete(rules, options or {}, read_file)
        self.seed = seed
        self.history = History()
        self.provenance = Provenance()
        self._read_file = read_file
        self._state = rules.start(self.options, seed)
        self._states = States(self._state)
        self._scores: dict[Node, int] = {}
        self._hinted: set[Node] = set()
        self._writer: saves.Writer | None = None
        self._asked: Any = None
        self._answers: dict[str, Any] = {}
        """The rules' answers about the state `_asked`."""

    # Where we are.

    @property
    def state(self) -> Any:
        return self._state

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs from the start to here."""
        return tuple(self.history.main_line[: self.history.position])

    @property
    def over(self) -> bool:
        return self.view.over  # which is needed anyway

    @property
    def moves(self) -> tuple[str, ...]:
        """The words that can be played here."""
        return self._said("moves", self.rules.moves)

    @property
    def score(self) -> int:
        return self.rules.score(self._state)

    @property
    def view(self) -> View:
        return self._said("view", self.rules.view)

    @property
    def hurried(self) -> bool:
        """Whether time passes by itself: the game has a clock, and the player did not choose to have no hurry."""
        return self.rules.timed and not self.options[CALM]

    @property
    def opponent(self) -> Opponent | None:
        """The computer as opponent, if there is one."""
        return opponent(self.options)

    @property
    def result(self) -> int:
        """The result to record of a finished game: its score, or against the computer 1 for a win, else 0."""
        if self.opponent is None:
            return self.score
        return int(self.view.winner not in (0, number_of(self.opponent)))

    def _said(self, about: str, ask: Callable[[Any], T]) -> T:
        """The rules' answer about the current state; they are asked once for each question."""
        if self._asked is not self._state:
            self._asked, self._answers = self._state, {}
        if about not in self._answers:
            self._answers[about] = ask(self._state)
        answer: T = self._answers[about]
        return answer

    # Whose game it is.

    @property
    def assisted(self) -> bool:
        """Whether undo or a hint was used in this game; a restart does not forget it."""
        return self.provenance.assisted

    @property
    def own(self) -> bool:
        """Whether all of it is the player's own, so that the result counts as theirs."""
        return not (self.provenance.demonstrated or self.provenance.imported)

    def note(self, assisted: bool = False, demonstrated: bool = False, imported: bool = False) -> None:
        """Adds to the provenance; what is noted stays."""
        noted = (assisted, demonstrated, imported)
        self.provenance = Provenance(*(old or new for old, new in zip(self.provenance, noted, strict=True)))

    # Playing.

    def play(self, word: str, *, demo: bool = False) -> tuple[Event, ...]:
        """Plays a word, perhaps a demo's → what happened.

        BadInput leaves everything unchanged, and so does a move without effect.
        """
        word, state, events = self._next(self._state, word)
        if state is self._state:
            return events
        looked_back = self.can_redo
        if looked_back or demo:
            # What comes next was already seen, even if the player only looked.
            self.note(assisted=looked_back, demonstrated=demo)
        if looked_back:
            self._branch(word, events)
            self._arrive(state)
        else:
            self._append(word, state, events)
        return events

    def restart(self) -> None:
        """Starts again from the same seed; undo brings back what was played."""
        if self.can_undo:
            self.play(RESTART)

    def _append(self, word: str, state: Any, events: Iterable[Event]) -> None:
        """Adds a word that was played to the end of the main line, where we are."""
        self.history.play(word, _appeared(word, events))
        self._state = state
        self._states.keep(self.history.position, state)

    def _branch(self, word: str, events: Iterable[Event]) -> None:
        """Plays on from before the end of the main line: along it, or along a variation."""
        history = self.history
        main_line, at = history.main_line, history.position
        history.play(word, _appeared(word, events))
        if history.main_line is not main_line:
            self._states.cut(at)
            self._check()

    def _check(self) -> None:
        """Cuts impossible moves off a main line that was read from a damaged save."""
        history = self.history
        while history.last.appeared is None:
            at, state = self._states.before(history.position)
            try:
                for node in history.nodes(at + 1):
                    state = self._follow(node, state)
            except BadInput:
                history.cut(node.depth)

    def _follow(self, node: Node, state: Any) -> Any:
        """The state at a node, given its parent's; BadInput if its word changes nothing."""
        word, after, events = self._next(state, node.word)
        if after is state:
            raise _unfitting()
        node.appeared = _appeared(word, events)
        return after

    def _next(self, state: Any, word: str) -> tuple[str, Any, tuple[Event, ...]]:
        """The word with the files that it needed, the state after it, and what happened."""
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
                word = attach(word, need.name, self._read_file(need.name))

    def after(self, state: Any, word: str) -> Any:
        """The state that a word leads to from a state of this game, without playing it; BadInput as `play`."""
        return self._next(state, word)[1]

    # Where it began, and its pieces.

    @property
    def beginning(self) -> int:
        """The number of inputs up to where the game last began: a restart is the same start again.

        Where something outlives a restart, a restart begins nothing.
        """
        if self.rules.restart is not None:
            return 0
        return max((at for at, word in enumerate(self.inputs, 1) if word == RESTART), default=0)

    def pieces(self, begin: int = 0) -> list[int]:
        """The numbers of inputs after which a new piece was in play, from after the first `begin` up to here."""
        return [node.depth for node in self.history.nodes(begin + 1, self.history.position + 1) if node.appeared]

    # Going along the main line.

    @property
    def main_line(self) -> Sequence[str]:
        """The inputs of the main line, including undone ones.

        The list is replaced by a new one unless the same line only grows longer.
        """
        return self.history.main_line

    @property
    def length(self) -> int:
        """The number of inputs of the main line."""
        return len(self.history.main_line)

    @property
    def can_undo(self) -> bool:
        return self.history.position > 0

    @property
    def can_redo(self) -> bool:
        return self.history.position < self.length

    def undo(self) -> bool:
        """One input back; False at the start. The game is assisted from now on."""
        return self.step(-1)

    def redo(self) -> bool:
        """One input forward; False if nothing was undone."""
        return self.step(1)

    def step(self, way: int) -> bool:
        """One input back (-1) or forward (1), skipping the computer's, to the person's turn or to the end.

        False if there is none: before the person's first turn there is nothing to take back.
        """
        here = self.history.position
        while self.go(self.history.position + way) and self._is_computers:
            pass
        if way < 0 and self._is_computers:
            self.go(here)
        return self._took_back(way, self.history.position != here)

    def step_piece(self, way: int) -> bool:
        """Back or forward to where a piece had just appeared: what undo means in a game with a clock.

        Going back from a piece that has only been falling means the piece before it.
        """
        at = self.history.position
        if way > 0:
            ahead = (node.depth for node in self.history.nodes(at + 1) if node.appeared)
            return self.can_redo and self.go(next(ahead, self.length))
        only_fell = True
        node = self.history.node
        while node.parent and (only_fell or not node.appeared):
            only_fell = only_fell and self.rules.role(node.word) is Role.TICK
            node = node.parent
        return self._took_back(way, at > 0 and self.go(node.depth))

    def go(self, position: int) -> bool:
        """Goes to the state after that many inputs of the main line; False if it is not that long."""
        if not 0 <= position <= self.length:
            return False
        near, state = self._states.before(position)
        for passed, word in enumerate(self.main_line[near:position], near + 1):
            _word, state, _events = self._next(state, word)
            self._states.pass_by(passed, state)
        self.history.position = position
        self._arrive(state)
        return True

    def advance(self) -> tuple[Event, ...]:
        """One input forward along the main line → the events; none at its end."""
        if not self.can_redo:
            return ()
        _word, state, events = self._next(self._state, self.main_line[self.history.position])
        self.history.position += 1
        self._arrive(state)
        return events

    def gains(self) -> Iterator[int]:
        """The points that each input of the main line made, played again one at a time."""
        _at, state = self._states.before(0)
        score = self.rules.score(state)
        for word in tuple(self.main_line):
            _word, state, _events = self._next(state, word)
            before, score = score, self.rules.score(state)
            yield score - before

    def hinted(self) -> None:
        """A hint was given here; the game is assisted from now on."""
        self.note(assisted=True)
        self._hinted.add(self.history.node)

    @property
    def hints(self) -> list[int]:
        """After how many inputs of the main line a hint was given, since the session was made: saves do not say it."""
        return sorted(node.depth for node in self._hinted if self.history.is_main(node))

    def _arrive(self, state: Any) -> None:
        """Sets the state that belongs to the history's position."""
        self._state = state
        self._states.arrive(self.history.position, state)

    @property
    def _is_computers(self) -> bool:
        return self.opponent is not None and is_computers(self.options, self.view)

    def _took_back(self, way: int, moved: bool) -> bool:
        if way < 0 and moved:
            self.note(assisted=True)
        return moved

    # Variations.

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The lines left by playing on from an earlier point, oldest first; one can return to them."""
        return self.history.variations

    def variation_score(self, index: int) -> int:
        """The score at the end of a variation, which is played once for this; BadInput if its save was damaged."""
        end = self.history.ends[index]
        if end not in self._scores:
            path = self.history.path(end)
            near, state = self._states.before(path[0].depth - 1)
            for node in [*self.history.nodes(near + 1, path[0].depth), *path]:
                state = self._follow(node, state)
            self._scores[end] = self.rules.score(state)
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
        states = self._states.copy()
        states.cut(at)
        near, state = states.before(at)
        for node in [*self.history.nodes(near + 1, at + 1), *path]:
            state = self._follow(node, state)
            states.keep(node.depth, state)
        self.history.promote(end)
        self.history.position, self._states = end.depth, states
        self._arrive(state)

    # Saving.

    def save(self) -> str:
        """The whole session as one line of JSON, without anything that can be computed again."""
        if self._writer is None:
            self._writer = saves.Writer(self.rules.name, self.rules.version, self.options, self.seed)
        return self._writer.save(self.history, self.provenance._asdict())

    @classmethod
    def load(cls, text: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Session:
        """The session in a save, played again; BadInput if it is damaged.

        OtherVersion if another version of the program or of the game's rules saved it.
        """
        return finished(cls.loading(text, find, read_file))

    @classmethod
    def loading(cls, text: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Work[Session]:
        """As `load`, bit by bit."""
        save = saves.read(text)
        rules = find(save["game"])
        message = N_("this save was made with rules version {theirs}; the current version is {ours}")
        check_rules(rules, save["rules"], message)
        unknown = set(save["options"]) - set(options_of(rules))
        if unknown:
            raise BadInput(N_("unknown option: {name}"), name=shorten(min(unknown)))
        session = cls(rules, save["options"], save["seed"], read_file)
        inputs = save["inputs"]
        try:
            for done, given in enumerate(inputs):
                yield done / len(inputs)
                word, state, events = session._next(session._state, given)
                if state is session._state:
                    raise _unfitting()
                session._append(word, state, events)
        except BadInput as error:
            raise _unfitting() from error
        session.history.read(save["variations"])
        session.provenance = Provenance(*(save[name] for name in Provenance._fields))
        session.go(save["at"])
        return session

    # When a move fails.

    def savepoint(self) -> Callable[[], None]:
        """Remembers the session as it is, at little cost → a function that restores it."""
        history_back, rest = self.history.savepoint(), (self._state, self._states.copy(), self.provenance)

        def back() -> None:
            history_back()
            self._state, self._states, self.provenance = rest
            self._writer = None  # it may hold what was just removed

        return back

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Undoes a move that an unexpected error interrupts; BadInput is an expected one."""
        back = self.savepoint()
        try:
            yield
        except BadInput:
            raise
        except Exception:
            back()
            raise


def _appeared(word: str, events: Iterable[Event]) -> bool:
    """Whether a new piece is in play after a word."""
    return word == RESTART or any(isinstance(event, Appeared) for event in events)


def _unfitting() -> BadInput:
    return BadInput(N_("the moves in this save do not fit the game"))
