"""The game of a match: the session, the log of what both sides have agreed on, and how one follows the other."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from itertools import accumulate
from typing import Any, Protocol

from game.contract import BadInput, NeedsFile, Role, Rules, View
from game.session.live.hashing import state_hash
from game.session.live.log import Log
from game.session.live.messages import AGAIN, LONGEST_WORD, Entry
from game.session.options import ReadFile
from game.session.session import Session

LONGEST_PLAYED = 60
"""Characters of a word in a game between two players."""
MOST_COMMANDS = 100
"""The commands that one word may run in a game that is watched: no more than its characters could spell if no file
names another.
"""


class GameFront(Protocol):
    """What a shared game asks of the program around it."""

    def play(self, word: str) -> None:
        """Plays a word of the other side on the session; if not possible now, it will be called again."""

    def go_back(self, position: int) -> None:
        """Takes the session back to this number of words; if not possible now, it will be called again."""

    def begin(self, session: Session) -> None:
        """Begins the next game of the match."""


class OffScreen:
    """Plays a game that nobody sees yet."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def play(self, word: str) -> None:
        self._session.play(word)

    def go_back(self, position: int) -> None:
        self._session.go(position)

    def begin(self, session: Session) -> None:
        self._session = session


class Differs(Exception):
    """The two sides disagree about the state after an entry."""


class SharedGame:
    """One side's copy of the game, and the state that the log leads to. The player may look at another state."""

    def __init__(self, session: Session, front: GameFront, seat: int, watched: bool, read_file: ReadFile) -> None:
        self.session, self.watched = session, watched
        """The game, and whether the guest only watches it."""
        self.first_seat = seat
        """This side's seat in the first game."""
        self.games = 0
        """Games played before this one; the seats are swapped after each."""
        self.front, self._read_file = front, read_file
        self._state = self._start() if session.can_undo else session.state
        """A game that was begun before is followed from its start."""
        self.log = Log(state_hash(self._state))
        self._turns: list[int | None] = []
        """The seat that was to move before each word of the log, as far as it is known after the log was restored."""
        self._adopted: tuple[int, str, GameFront] | None = None
        """While a game that this side did not keep is fetched: its entries, its hash, and who will show it."""

    @property
    def seat(self) -> int:
        """This side's seat in this game."""
        return (self.first_seat + self.games) % self.session.rules.seats

    @property
    def adopting(self) -> bool:
        """Whether a game that this side did not keep is still being fetched, so that even its own moves are taken."""
        return self._adopted is not None

    def adopt(self, count: int, hash: str) -> None:
        """Fetches a game of this many entries with this hash, off screen."""
        self._adopted, self.front = (count, hash, self.front), OffScreen(self.session)

    @property
    def in_step(self) -> bool:
        """Whether the session is where the log is: the player looks at the current position and has not moved."""
        return self.session.state is self._state

    def allows(self, word: str) -> bool:
        """Returns whether a word may be played in this match at all: a game between two has no words that are only
        typed, and a watched one none that run too many commands.
        """
        rules: Rules[Any] = self.session.rules
        if self.watched:
            try:
                return len(word) <= LONGEST_WORD and (rules.size is None or rules.size(word) <= MOST_COMMANDS)
            except (BadInput, NeedsFile):
                return False
        name, *arguments = word.split(" ")
        control = rules.controls.get(name)
        known = control is not None and control.role is not Role.COMMAND and len(arguments) == control.arguments
        return known and len(word) <= LONGEST_PLAYED and word.isascii() and word.isprintable()

    @property
    def over(self) -> bool:
        """Whether the game is over, whatever the player looks at."""
        return bool(self._view(self._state).over)

    def may_ask(self, what: int, seat: int) -> bool:
        """Returns whether the player of a seat may ask for this: to undo their own last turn, or AGAIN at the end."""
        return not self.watched and (self.over if what == AGAIN else what == self.last_turn(seat))

    def undone(self, position: int) -> tuple[int, int]:
        """Returns how many words going back would undo: of this side, and of the other."""
        turns = self._all_turns()[position:]
        mine = turns.count(self.seat)
        return mine, len(turns) - mine

    def restore(self, entries: Sequence[tuple[str | int, str]]) -> bool:
        """Plays a saved log; returns False if it does not fit the game."""
        for what, hash in entries:
            if not (self._restore_word(what) if isinstance(what, str) else what == AGAIN or self.session.go(what)):
                return False
            self.log.append(Entry(what, hash))
        self._state = self.session.state
        return self.log.hash == state_hash(self._state)

    def _restore_word(self, word: str) -> bool:
        before = self.session.state
        if not self.allows(word):
            return False
        self.session.play(word)
        return self.session.state is not before

    # This side's own moves.

    def new_words(self) -> tuple[int, Sequence[str]]:
        """Returns how many words of the log the session still begins with, and its own words after them."""
        inputs, words = self.session.inputs, self.log.words
        common = len(words)
        if list(inputs[:common]) != words:
            pairs = zip(inputs, words, strict=False)
            common = next((at for at, (ours, old) in enumerate(pairs) if ours != old), min(len(inputs), common))
        return common, inputs[common:]

    def add_new(self, common: int, new: Sequence[str]) -> Iterator[Entry]:
        """Adds and yields the entries that lead there: first a step back, unless `common` is all of the log."""
        after, state = self.session.setup.after, self._state
        if common < len(self.log.words):
            state = reduce(after, self.log.words[:common], self._start())
            yield self._add(Entry(common, self.log.hashes[common]), state)
        for word in new[:-1]:
            before, state = state, after(state, word)
            yield self._add(Entry(word, state_hash(state)), before)
        self._state = self.session.state
        if new:
            yield self._add(Entry(new[-1], state_hash(self._state)), state)

    def are_own_turns(self, new: Sequence[str]) -> bool:
        """Returns whether it was this side's turn for each of these words after the log."""
        before = accumulate(new[:-1], self.session.setup.after, initial=self._state) if new else ()
        return all(self._view(state).turn == self.seat for state in before)

    def last_turn(self, seat: int) -> int | None:
        """Returns the position at which the last turn of a seat began; None before its first."""
        turns = self._all_turns()
        position = len(turns)
        while position and turns[position - 1] != seat:
            position -= 1
        while position and turns[position - 1] == seat:
            position -= 1
        return position if position < len(turns) and turns[position] == seat else None

    def _all_turns(self) -> list[int | None]:
        """Returns the seat that was to move before each word, found by replaying the restored words."""
        words, turns, after = self.log.words, self._turns, self.session.setup.after
        if len(turns) < len(words):
            states = accumulate(words, after, initial=self._start())
            turns[:] = [self._view(state).turn for state, _word in zip(states, words, strict=False)]
        return turns

    def _view(self, state: Any) -> View:
        rules: Rules[Any] = self.session.rules
        return rules.view(state)

    def _start(self) -> Any:
        return self.session.setup.start()

    # The other side's moves, and what both wish.

    def taking(self, entry: Entry) -> Generator[None, None, bool]:
        """Plays an entry of the other side, with pauses; returns False if it cannot be played now. Differs if its hash
        differs.
        """
        if isinstance(entry.what, str):
            taken = yield from self._taking_word(entry.what, entry)
        else:
            taken = self._take_step(entry.what, entry)
        adopted = self._adopted
        if taken and adopted is not None and adopted[0] == self.log.count:
            _compare(entry, adopted[1])
            self._adopted, self.front = None, adopted[2]
        return taken

    def _take_step(self, what: int, entry: Entry) -> bool:
        """Goes back, or begins the next game."""
        if what == AGAIN:
            if self.watched or not self.over:
                return False
            session = self._next_session()
            _compare(entry, state_hash(session.state))
            self._begin(session)
            return True
        if what >= len(self.log.words):
            return False
        _compare(entry, self.log.hashes[what])
        return self.go_back(what) is not None

    def go_back(self, position: int) -> Entry | None:
        """Goes back to a number of words; returns the entry, now in the log, or None if that is not possible now."""
        self.front.go_back(position)
        if self.session.history.position != position:
            return None
        before, self._state = self._state, self.session.state
        return self._add(Entry(position, self.log.hashes[position]), before)

    def again(self) -> None:
        """Begins the next game."""
        self._begin(self._next_session())

    def _taking_word(self, word: str, entry: Entry) -> Generator[None, None, bool]:
        before, session = self._state, self.session
        if session.state is not before or not self.allows(word):
            return False
        try:  # the session keeps the result, so that the front does not compute it again
            state = (yield from session.answers.foreseeing(session.setup, word)).state
        except (BadInput, NeedsFile):
            return False
        if state is before or self._state is not before or session.state is not before:
            return False  # it changes nothing, or something was played in a pause
        _compare(entry, state_hash(state))
        self.front.play(word)
        if self.in_step:
            return False
        self._state = self.session.state
        self._add(entry, before)
        return True

    def _add(self, entry: Entry, before: Any) -> Entry:
        """Adds an entry to the log, after the state in which it was played."""
        if isinstance(entry.what, int):
            del self._turns[entry.what :]
        elif len(self._turns) == len(self.log.words):
            self._turns.append(self._view(before).turn)
        self.log.append(entry)
        return entry

    def _next_session(self) -> Session:
        """Creates the next game, with the next seed."""
        old = self.session
        return Session(old.rules, old.options, (old.seed or 0) + 1, self._read_file)

    def _begin(self, session: Session) -> None:
        self.session, self.games, self._state = session, self.games + 1, session.state
        self.log.begin(state_hash(session.state))
        self._turns.clear()
        self.front.begin(session)


def _compare(entry: Entry, hash: str) -> None:
    if entry.hash != hash:
        raise Differs
