"""A game being played: its options, its seed and the history of its inputs; it knows no game.

A save is that history, and loading replays it, so whatever the rules allow can be saved, linked and replayed.
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
"""An input of every game: starts again from the same seed. It can be undone."""

T = TypeVar("T")
Work = Generator[float, None, T]
"""A long task in small steps: yields the progress, 0 to 1, and returns the result."""


def finished(work: Work[T]) -> T:
    """Runs a task to its end and returns its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


class Provenance(NamedTuple):
    """How a game came about, besides the player's own moves."""

    assisted: bool = False
    """Undo or a hint was used."""
    demonstrated: bool = False
    """A demo played some of it."""
    imported: bool = False
    """Somebody else began it: it came by a link."""


class Session:
    """One game from its start to where the player is, including undone moves and variations."""

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
        self._cached_state: Any = None
        self._cache: dict[str, Any] = {}
        """A cache of the rules' answers about the state `_cached_state`."""

    # The current state.

    @property
    def state(self) -> Any:
        return self._state

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs from the start to here."""
        return tuple(self.history.main_line[: self.history.position])

    @property
    def over(self) -> bool:
        return self.view.over  # the view is needed anyway

    @property
    def moves(self) -> tuple[str, ...]:
        """The words that can be played here."""
        return self._cached("moves", self.rules.moves)

    @property
    def score(self) -> int:
        return self.rules.score(self._state)

    @property
    def view(self) -> View:
        return self._cached("view", self.rules.view)

    @property
    def clock_runs(self) -> bool:
        """Whether time passes by itself: the game has a clock, and the option CALM is off."""
        return self.rules.timed and not self.options[CALM]

    @property
    def opponent(self) -> Opponent | None:
        """The computer as opponent, if there is one."""
        return opponent(self.options)

    @property
    def result(self) -> int:
        """The result of a finished game, for the records: the score; against the computer, 1 for a win, else 0."""
        if self.opponent is None:
            return self.score
        return int(self.view.winner not in (0, number_of(self.opponent)))

    def _cached(self, about: str, ask: Callable[[Any], T]) -> T:
        """Returns the rules' answer about the current state, cached per state and question."""
        if self._cached_state is not self._state:
            self._cached_state, self._cache = self._state, {}
        if about not in self._cache:
            self._cache[about] = ask(self._state)
        answer: T = self._cache[about]
        return answer

    # Provenance.

    @property
    def assisted(self) -> bool:
        """Whether undo or a hint was used in this game; a restart does not reset it."""
        return self.provenance.assisted

    @property
    def own(self) -> bool:
        """Whether the player made every move, so that the result counts as theirs."""
        return not (self.provenance.demonstrated or self.provenance.imported)

    def note(self, assisted: bool = False, demonstrated: bool = False, imported: bool = False) -> None:
        """Sets flags of the provenance, which are never cleared."""
        noted = (assisted, demonstrated, imported)
        self.provenance = Provenance(*(old or new for old, new in zip(self.provenance, noted, strict=True)))

    # Playing.

    def play(self, word: str, *, demo: bool = False) -> tuple[Event, ...]:
        """Plays a word, of the player's or a demo's, and returns the events.

        BadInput leaves everything unchanged, and so does a move without effect.
        """
        word, state, events = self._next(self._state, word)
        if state is self._state:
            return events
        looked_back = self.can_redo
        if looked_back or demo:
            # The player has already seen what comes next, even by only looking.
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
        """Appends a word that was played at the end of the main line."""
        self.history.play(word, _appeared(word, events))
        self._state = state
        self._states.keep(self.history.position, state)

    def _branch(self, word: str, events: Iterable[Event]) -> None:
        """Continues from before the end of the main line: along it, or along a variation."""
        history = self.history
        main_line, at = history.main_line, history.position
        history.play(word, _appeared(word, events))
        if history.main_line is not main_line:
            self._states.cut(at)
            self._check()

    def _check(self) -> None:
        """Cuts impossible moves off a main line that came from a damaged save."""
        history = self.history
        while history.last.appeared is None:
            at, state = self._states.before(history.position)
            try:
                for node in history.nodes(at + 1):
                    state = self._follow(node, state)
            except BadInput:
                history.cut(node.depth)

    def _follow(self, node: Node, state: Any) -> Any:
        """Returns the state at a node, given its parent's; BadInput if its word changes nothing."""
        word, after, events = self._next(state, node.word)
        if after is state:
            raise _illegal_moves()
        node.appeared = _appeared(word, events)
        return after

    def _next(self, state: Any, word: str) -> tuple[str, Any, tuple[Event, ...]]:
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
                word = attach(word, need.name, self._read_file(need.name))

    def after(self, state: Any, word: str) -> Any:
        """Returns the state that a word leads to from a state of this game, without playing it; BadInput as `play`."""
        return self._next(state, word)[1]

    # The beginning and the pieces.

    @property
    def beginning(self) -> int:
        """The number of inputs up to where the game last began: a restart is a new beginning, unless the rules keep
        something across it.
        """
        if self.rules.restart is not None:
            return 0
        return max((at for at, word in enumerate(self.inputs, 1) if word == RESTART), default=0)

    def pieces(self, begin: int = 0) -> list[int]:
        """Returns the positions at which a new piece appeared, after position `begin` and up to here."""
        return [node.depth for node in self.history.nodes(begin + 1, self.history.position + 1) if node.appeared]

    # Navigation along the main line.

    @property
    def main_line(self) -> Sequence[str]:
        """The inputs of the main line, including undone ones.

        Appending keeps the list object; any other change replaces it.
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
        """Goes one input back; returns False at the start. The game is assisted from then on."""
        return self.step(-1)

    def redo(self) -> bool:
        """Goes one input forward; returns False if nothing was undone."""
        return self.step(1)

    def step(self, direction: int) -> bool:
        """Goes one input back (-1) or forward (1), and on past the computer's, to the person's turn or the end.

        Returns False if it cannot move: before the person's first turn there is nothing to take back.
        """
        here = self.history.position
        while self.go(self.history.position + direction) and self._is_computers:
            pass
        if direction < 0 and self._is_computers:
            self.go(here)
        return self._took_back(direction, self.history.position != here)

    def step_piece(self, direction: int) -> bool:
        """Goes back or forward to where a piece had just appeared: undo and redo in a game with a clock.

        Going back from a piece that has only been falling leads to the piece before it.
        """
        at = self.history.position
        if direction > 0:
            ahead = (node.depth for node in self.history.nodes(at + 1) if node.appeared)
            return self.can_redo and self.go(next(ahead, self.length))
        only_fell = True
        node = self.history.node
        while node.parent and (only_fell or not node.appeared):
            only_fell = only_fell and self.rules.role(node.word) is Role.TICK
            node = node.parent
        return self._took_back(direction, at > 0 and self.go(node.depth))

    def go(self, position: int) -> bool:
        """Goes to a position of the main line; returns False if the line is not that long."""
        if not 0 <= position <= self.length:
            return False
        near, state = self._states.before(position)
        for passed, word in enumerate(self.main_line[near:position], near + 1):
            _word, state, _events = self._next(state, word)
            self._states.keep_long_term(passed, state)
        self.history.position = position
        self._arrive(state)
        return True

    def advance(self) -> tuple[Event, ...]:
        """Goes one input forward along the main line and returns the events; none at its end."""
        if not self.can_redo:
            return ()
        _word, state, events = self._next(self._state, self.main_line[self.history.position])
        self.history.position += 1
        self._arrive(state)
        return events

    def gains(self) -> Iterator[int]:
        """Yields the points that each input of the main line scored, replaying them one at a time."""
        _at, state = self._states.before(0)
        score = self.rules.score(state)
        for word in tuple(self.main_line):
            _word, state, _events = self._next(state, word)
            before, score = score, self.rules.score(state)
            yield score - before

    def hinted(self) -> None:
        """Notes that a hint was given here; the game is assisted from then on."""
        self.note(assisted=True)
        self._hinted.add(self.history.node)

    @property
    def hints(self) -> list[int]:
        """The positions of the main line at which hints were given since the session was created; not saved."""
        return sorted(node.depth for node in self._hinted if self.history.is_main(node))

    def _arrive(self, state: Any) -> None:
        """Sets the state at the history's position."""
        self._state = state
        self._states.arrive(self.history.position, state)

    @property
    def _is_computers(self) -> bool:
        return self.opponent is not None and is_computers(self.options, self.view)

    def _took_back(self, direction: int, moved: bool) -> bool:
        if direction < 0 and moved:
            self.note(assisted=True)
        return moved

    # Variations.

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The lines left by playing on from an earlier point, oldest first; `promote` returns to one."""
        return self.history.variations

    def variation_score(self, index: int) -> int:
        """Returns the score at the end of a variation, playing it once; BadInput if its save was damaged."""
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
        """Serializes the session to one line of JSON, without anything that can be recomputed."""
        if self._writer is None:
            self._writer = saves.Writer(self.rules.name, self.rules.version, self.options, self.seed)
        return self._writer.save(self.history, self.provenance._asdict())

    @classmethod
    def load(cls, text: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Session:
        """Loads a save by replaying it; BadInput if it is damaged.

        OtherVersion if another version of the program or of the game's rules saved it.
        """
        return finished(cls.loading(text, find, read_file))

    @classmethod
    def loading(cls, text: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Work[Session]:
        """Like `load`, step by step."""
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
                    raise _illegal_moves()
                session._append(word, state, events)
        except BadInput as error:
            raise _illegal_moves() from error
        session.history.read(save["variations"])
        session.provenance = Provenance(*(save[name] for name in Provenance._fields))
        session.go(save["at"])
        return session

    # Rollback.

    def savepoint(self) -> Callable[[], None]:
        """Takes a cheap snapshot of the session; returns a function that restores it."""
        history_back, rest = self.history.savepoint(), (self._state, self._states.copy(), self.provenance)

        def back() -> None:
            history_back()
            self._state, self._states, self.provenance = rest
            self._writer = None  # its text may include what was just removed

        return back

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Rolls back a move that fails with an unexpected error, which BadInput is not."""
        back = self.savepoint()
        try:
            yield
        except BadInput:
            raise
        except Exception:
            back()
            raise


def _appeared(word: str, events: Iterable[Event]) -> bool:
    """Whether a word brought a new piece into play."""
    return word == RESTART or any(isinstance(event, Appeared) for event in events)


def _illegal_moves() -> BadInput:
    return BadInput(N_("the moves in this save do not fit the game"))
