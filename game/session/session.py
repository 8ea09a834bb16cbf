"""A game being played: its options, its seed and the list of inputs; it knows no game.

A save is that list and loading plays it again, so whatever the rules allow can be saved, linked and replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from game.contract import Appeared, BadInput, Event, NeedsFile, Role, Rules, View, attach, shorten
from game.session.options import Reader, complete, no_files
from game.session.saves import (
    FORMAT,
    LONGEST_SAVE,
    MOST_BRANCHED,
    MOST_BRANCHES,
    Written,
    as_told,
    lines_of,
    read_save,
    shared,
)
from game.session.seats import Opponent, is_computers, number_of, opponent, options_of
from game.words import N_

RESTART = "restart"
"""An input that every game has: begin again from the same seed. It can be undone."""

SPACING = 64
"""How many inputs lie between the states that are kept for going back; more in a long game."""
MOST_KEPT = 2000
"""How many such states are kept before every other one goes."""

T = TypeVar("T")
Work = Generator[float, None, T]
"""Something long, done bit by bit: it tells how much of it is done, 0 to 1, and what came of it at its end."""


def finished(work: Work[T]) -> T:
    """Does all of it → what came of it."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


@dataclass(frozen=True)
class Branch:
    """A line that was left by playing on from an earlier point, as a player needs to know it."""

    at: int
    """After how many inputs it parts from the line being played."""
    length: int
    """How many inputs it has from the start of the game to its end."""


@dataclass(eq=False)
class _Line:
    """A line that was left; of no two lines, the one being played among them, is one the beginning of the other."""

    inputs: list[str]
    pieces: list[int] | None
    """None for a line from a save, which was not played yet."""
    score: int | None = None
    """At its end; None as long as nobody asked."""


class Session:
    """One game from its start to where the player is, what was undone beyond, and the lines left for another."""

    def __init__(
        self,
        rules: Rules[Any],
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        reader: Reader = no_files,
    ) -> None:
        self.rules = rules
        self.options = complete(rules, options or {}, reader)
        self.seed = seed
        self._reader = reader
        self._inputs: list[str] = []
        self._position = 0
        self._state = rules.start(self.options, seed)
        self._kept: dict[int, Any] = {0: self._state}
        self._spacing = SPACING
        self._written: Written | None = None
        self._pieces: list[int] = [0]
        self._left: list[_Line] = []
        self._told: list[dict[str, Any]] | None = None
        self._assisted = False
        self._asked: Any = None
        self._answers: dict[str, Any] = {}
        """What the rules said of the state `_asked`."""

    @property
    def state(self) -> Any:
        return self._state

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that lead from the start to here."""
        return tuple(self._inputs[: self._position])

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
    def opponent(self) -> Opponent | None:
        """The computer that plays along, if one does."""
        return opponent(self.options)

    @property
    def result(self) -> int:
        """What is recorded of a finished game: its score, or against the computer 1 if the person won, else 0."""
        if self.opponent is None:
            return self.score
        return int(self.view.winner not in (0, number_of(self.opponent)))

    def play(self, word: str) -> tuple[Event, ...]:
        """Plays a word → what happened; BadInput leaves everything as it was, and so does a move without effect."""
        word, state, events = self._next(self._state, word)
        if state is self._state:
            return events
        if self.can_redo:
            # What comes was seen, even where nothing was undone but only looked at.
            self._assisted = True
            if word != self._inputs[self._position]:
                self._part(word)
        if self.can_redo:  # a known line is followed, and what lies beyond on it is not forgotten
            self._arrive(self._position + 1, state)
        else:
            self._append(word, state, events)
        return events

    @property
    def assisted(self) -> bool:
        """Whether undo or a hint was used in this game; that is not forgotten by beginning again."""
        return self._assisted

    def note_hint(self) -> None:
        """Somebody told the player what to do."""
        self._assisted = True

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The lines that were left by playing on from an earlier point and can be returned to, the first left first."""
        return tuple(Branch(shared(line.inputs, self._inputs), len(line.inputs)) for line in self._left)

    def branch_score(self, index: int) -> int:
        """The score at the end of a branch, which is played for it once; BadInput if it comes from a damaged save."""
        line = self._left[index]
        if line.score is None:
            at = shared(line.inputs, self._inputs)
            near = max(kept for kept in self._kept if kept <= at)
            state = self._kept[near]
            for word in line.inputs[near:]:
                state = self._next(state, word)[1]
            line.score = self.rules.score(state)
        return line.score

    def switch(self, index: int) -> None:
        """Returns to the end of a branch; the line being played becomes the last of the branches.

        BadInput, and nothing is changed, if there is no such branch or it comes from a damaged save.
        """
        if not 0 <= index < len(self._left):
            raise BadInput(N_("there is no such branch"))
        line = self._left[index]
        before = self._inputs, self._pieces, self._position, self._state, dict(self._kept)
        at = shared(line.inputs, self._inputs)
        self._inputs, self._pieces = self._inputs[:at], [piece for piece in self._pieces if piece <= at]
        self.go(at)
        try:
            self._walk(line.inputs[at:])
        except BadInput:
            self._inputs, self._pieces, self._position, self._state, self._kept = before
            raise
        del self._left[index]
        self._leave(_Line(before[0], before[1]))

    def restart(self) -> None:
        """Begins again from the same seed; what was played can be brought back by undo."""
        if self._position:
            self.play(RESTART)

    @property
    def can_undo(self) -> bool:
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        return self._position < len(self._inputs)

    def undo(self) -> bool:
        """One input back; False at the start. The game is an assisted one from now on."""
        return self.step(-1)

    def redo(self) -> bool:
        """One input forward again; False where nothing was undone."""
        return self.step(1)

    def step(self, way: int) -> bool:
        """One input back (-1) or forward (1), and past the computer's to where the person is to move, or to the end.

        False where there is none: before the person's first turn there is nothing to take back.
        """
        here = self._position
        while self.go(self._position + way) and self._is_computers:
            pass
        if way < 0 and self._is_computers:
            self.go(here)
        return self._took_back(way, self._position != here)

    def step_piece(self, way: int) -> bool:
        """Back or forward to where a piece had just appeared: what undo means where time itself is an input.

        Going back from a piece that was only let fall means the piece before it.
        """
        at = self._position
        if way > 0:
            ahead = [piece for piece in self._pieces if piece > at]
            return self.go(min(ahead, default=len(self._inputs))) if self.can_redo else False
        behind = [piece for piece in self._pieces if piece <= at]
        while len(behind) > 1 and all(self.rules.role(word) is Role.TICK for word in self._inputs[behind[-1] : at]):
            behind.pop()
        return self._took_back(way, at > 0 and self.go(behind[-1]))

    def go(self, position: int) -> bool:
        """To the state after that many inputs of the line being played."""
        if not 0 <= position <= len(self._inputs):
            return False
        near = max(at for at in self._kept if at <= position)
        state = self._kept[near]
        for passed, word in enumerate(self._inputs[near:position], near + 1):
            _word, state, _events = self._next(state, word)
            if passed % self._spacing == 0:
                self._kept[passed] = state
        self._arrive(position, state)
        return True

    @property
    def line(self) -> Sequence[str]:
        """The inputs of the whole line, those undone included."""
        return self._inputs

    @property
    def length(self) -> int:
        """How many inputs the whole line has."""
        return len(self._inputs)

    def follow(self) -> tuple[Event, ...]:
        """One input forward along the line → what happened; nothing at its end."""
        if not self.can_redo:
            return ()
        _word, state, events = self._next(self._state, self._inputs[self._position])
        self._arrive(self._position + 1, state)
        return events

    def save(self) -> str:
        """The whole session as one line of JSON, without anything that can be worked out again."""
        if self._told is None:
            self._told = as_told(self._inputs, [line.inputs for line in self._left])
        if self._written is None or self._written.inputs is not self._inputs:
            head = {
                "kesu": FORMAT,
                "game": self.rules.name,
                "rules": self.rules.version,
                "options": self.options,
                "seed": self.seed,
            }
            self._written = Written(head, self._inputs)
        tail = {"at": self._position, "assisted": self._assisted, "branches": self._told}
        text = self._written.save(tail)
        if len(text) > LONGEST_SAVE and self._told:
            # A save that is too long would not be read again: the game itself matters more than its branches.
            text = self._written.save(tail | {"branches": []})
        return text

    def mark(self) -> Callable[[], None]:
        """Remembers how the session stands → what brings it back to that, for a move that comes to grief.

        It is cheap and holds until the next input has been played, undone or begun; no longer.
        """
        inputs, length, pieces, many = self._inputs, len(self._inputs), self._pieces, len(self._pieces)
        rest = self._position, self._state, dict(self._kept), list(self._left), self._told, self._assisted

        def back() -> None:
            self._inputs, self._pieces = inputs, pieces
            del inputs[length:], pieces[many:]
            self._written = None  # it may hold what was just taken away
            self._position, self._state, self._kept, self._left, self._told, self._assisted = rest

        return back

    @classmethod
    def load(cls, text: str, find: Callable[[str], Rules[Any]], reader: Reader = no_files) -> Session:
        """The session that was saved as this text, played again; BadInput if it is damaged or of other rules."""
        return finished(cls.loading(text, find, reader))

    @classmethod
    def loading(cls, text: str, find: Callable[[str], Rules[Any]], reader: Reader = no_files) -> Work[Session]:
        """As `load`, bit by bit."""
        save = read_save(text)
        rules = find(save["game"])
        if save["rules"] != rules.version:
            raise BadInput(
                N_("this save is of other rules than these ({theirs}, not {ours})"),
                theirs=shorten(str(save["rules"])),
                ours=rules.version,
            )
        unknown = set(save["options"]) - set(options_of(rules))
        if unknown:
            raise BadInput(N_("unknown option: {name}"), name=shorten(min(unknown)))
        session = cls(rules, save["options"], save["seed"], reader)
        try:
            yield from session._walking(save["inputs"])
        except BadInput as error:
            raise BadInput(N_("the moves in this save do not fit the game")) from error
        session._left = [_Line(line, None) for line in lines_of(save["inputs"], save["branches"])]
        session._assisted = save["assisted"]
        session.go(save["at"])
        return session

    def _walk(self, words: Sequence[str]) -> None:
        """Plays words at the end of the line; BadInput for one that changes nothing."""
        finished(self._walking(words))

    def _walking(self, words: Sequence[str]) -> Work[None]:
        for done, given in enumerate(words):
            yield done / len(words)
            word, state, events = self._next(self._state, given)
            if state is self._state:
                raise BadInput(N_("the moves in this save do not fit the game"))
            self._append(word, state, events)

    def _append(self, word: str, state: Any, events: tuple[Event, ...]) -> None:
        """Lengthens the line, at whose end we are, by a word that was played."""
        self._inputs.append(word)
        self._position, self._state = self._position + 1, state
        self._keep()
        if word == RESTART or any(isinstance(event, Appeared) for event in events):
            self._pieces.append(self._position)

    def _part(self, word: str) -> None:
        """The line is left here for another that goes on with this word: a branch that does so, or else a new one."""
        at = self._position
        left = _Line(self._inputs, self._pieces)
        self._inputs, self._pieces = self._inputs[:at], [piece for piece in self._pieces if piece <= at]
        self._arrive(at, self._state)
        for line in list(self._left):
            if line.inputs[at : at + 1] == [word] and line.inputs[:at] == self._inputs:
                self._left.remove(line)
                if self._take_up(line):
                    break
        self._leave(left)

    def _take_up(self, line: _Line) -> bool:
        """Makes a branch the line being played, without moving on it; False if it comes from a damaged save."""
        here, state, inputs = self._position, self._state, self._inputs
        if line.pieces is not None:
            self._inputs, self._pieces = line.inputs, line.pieces
            return True
        pieces = list(self._pieces)
        try:
            self._walk(line.inputs[here:])
        except BadInput:
            self._inputs, self._pieces = inputs[:here], pieces
            self._arrive(here, state)
            return False
        self._arrive(here, state)
        return True

    def _leave(self, line: _Line) -> None:
        """One branch more; the oldest ones go when they are too many or too long."""
        self._left.append(line)
        while len(self._left) > MOST_BRANCHES or (
            len(self._left) > 1 and sum(len(each.inputs) for each in self._left) > MOST_BRANCHED
        ):
            self._left.pop(0)
        self._told = None

    def _said(self, about: str, ask: Callable[[Any], T]) -> T:
        """What the rules say of the state here: they are asked once for each, however often it is looked at."""
        if self._asked is not self._state:
            self._asked, self._answers = self._state, {}
        if about not in self._answers:
            self._answers[about] = ask(self._state)
        answer: T = self._answers[about]
        return answer

    @property
    def _is_computers(self) -> bool:
        return self.opponent is not None and is_computers(self.options, self.view)

    def _took_back(self, way: int, moved: bool) -> bool:
        if way < 0 and moved:
            self._assisted = True
        return moved

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
                word = attach(word, need.name, self._reader(need.name))

    def _arrive(self, position: int, state: Any) -> None:
        """Is at that position of the line; the states of another line, and those near where it was, go."""
        self._position, self._state = position, state
        last, spacing = len(self._inputs), self._spacing
        self._kept = {
            at: kept for at, kept in self._kept.items() if at <= position or (at <= last and at % spacing == 0)
        }
        self._keep()

    def _keep(self) -> None:
        """Of the states passed, keeps the latest ones and one in so many before."""
        kept, position = self._kept, self._position
        kept[position] = self._state
        old = position - SPACING
        if old > 0 and old % self._spacing:
            kept.pop(old, None)
        if len(kept) > MOST_KEPT:
            self._spacing *= 2
            spacing = self._spacing
            self._kept = {at: state for at, state in kept.items() if at % spacing == 0 or old < at <= position}
