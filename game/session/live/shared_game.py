"""The game of a match: the session, the log of what both sides have agreed on, and how one follows the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate
from typing import Any, Protocol

from game.contract import BadInput, NeedsFile, Role, Rules
from game.session.live.hashing import state_hash
from game.session.live.log import Log
from game.session.live.messages import AGAIN, Entry
from game.session.options import ReadFile
from game.session.session import Session

LONGEST_PLAYED = 60
"""Characters of a word in a game between two players."""


class GameFront(Protocol):
    """What a shared game asks of the program around it."""

    def play(self, word: str) -> None:
        """Plays a word of the other side on the session; if not possible now, it will be called again."""

    def go_back(self, position: int) -> None:
        """Takes the session back to this number of words; if not possible now, it will be called again."""

    def begin(self, session: Session) -> None:
        """Begins the next game of the match."""


class Differs(Exception):
    """The two sides disagree about the state after an entry."""


class SharedGame:
    """One side's copy of the game, and the state that the log leads to. The player may look at another state."""

    def __init__(self, session: Session, front: GameFront, seat: int, watched: bool, read_file: ReadFile) -> None:
        self.session, self.watched = session, watched
        """The game, and whether the guest only watches it."""
        self.first_seat = seat
        """This side's seat in the first game, counted from 0."""
        self.games = 0
        """Games played before this one; the seats are swapped after each."""
        self._front, self._read_file = front, read_file
        self._state = self._start() if session.inputs else session.state
        """A game that was begun before is followed from its start."""
        self.log = Log(state_hash(self._state))

    @property
    def seat(self) -> int:
        """This side's seat in this game, counted from 0."""
        return (self.first_seat + self.games) % self.session.rules.seats

    @property
    def in_step(self) -> bool:
        """Whether the session is where the log is: the player looks at the current position and has not moved."""
        return self.session.state is self._state

    def allows(self, word: str) -> bool:
        """Whether a word may be played in this match at all: a game between two has no words that are only typed."""
        if self.watched:
            return True
        rules: Rules[Any] = self.session.rules
        name, *arguments = word.split(" ")
        control = rules.controls.get(name)
        known = control is not None and control.role is not Role.COMMAND and len(arguments) == control.arguments
        return known and len(word) <= LONGEST_PLAYED and word.isascii() and word.isprintable()

    def can_fulfil(self, what: int) -> bool:
        """Whether a wish can be fulfilled: to go back to an earlier word, or AGAIN."""
        return (what == AGAIN and not self.watched) or 0 <= what < len(self.log.words)

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
        """Returns how many words of the log the session still begins with, and its words after those."""
        inputs, words = self.session.inputs, self.log.words
        common = len(words)
        if list(inputs[:common]) != words:
            pairs = zip(inputs, words, strict=False)
            common = next((at for at, (ours, old) in enumerate(pairs) if ours != old), min(len(inputs), common))
        return common, inputs[common:]

    def new_entries(self, common: int, new: Sequence[str]) -> Iterator[Entry]:
        """Yields the entries that lead there: a step back if `common` is not all of the log, then the new words.

        The caller appends each to the log.
        """
        after, state = self.session.setup.after, self._state
        if common < len(self.log.words):
            state = reduce(after, self.log.words[:common], self._start())
            yield Entry(common, self.log.hashes[common])
        for word in new[:-1]:
            state = after(state, word)
            yield Entry(word, state_hash(state))
        self._state = self.session.state
        if new:
            yield Entry(new[-1], state_hash(self._state))

    def are_own_turns(self, new: Sequence[str]) -> bool:
        """Whether it was this side's turn for each of these words after the log."""
        before = accumulate(new[:-1], self.session.setup.after, initial=self._state) if new else ()
        return all(self.session.rules.view(state).turn == self.seat for state in before)

    def own_turn(self) -> int | None:
        """Returns the position at which this side's last turn began; None before its first."""
        session, view = self.session, self.session.rules.view
        state, found, before = self._start(), None, -1
        for position, word in enumerate(self.log.words):
            turn = view(state).turn
            if turn == self.seat != before:
                found = position
            before, state = turn, session.setup.after(state, word)
        return found

    def _start(self) -> Any:
        return self.session.setup.start()

    # The other side's moves, and what both wish.

    def take(self, entry: Entry) -> bool:
        """Plays an entry of the other side; returns False if it cannot be played now. Differs if its hash differs."""
        if isinstance(entry.what, str):
            return self._take_word(entry.what, entry)
        if not self.can_fulfil(entry.what):
            return False
        if entry.what == AGAIN:
            session = self._next_session()
            _compare(entry, state_hash(session.state))
            self._begin(session)
            return True
        _compare(entry, self.log.hashes[entry.what])
        return self.go_back(entry.what) is not None

    def go_back(self, position: int) -> Entry | None:
        """Goes back to a number of words; returns the entry, now in the log, or None if that is not possible now."""
        self._front.go_back(position)
        if len(self.session.inputs) != position:
            return None
        return self._append(Entry(position, self.log.hashes[position]))

    def again(self) -> None:
        """Begins the next game."""
        self._begin(self._next_session())

    def _take_word(self, word: str, entry: Entry) -> bool:
        if not self.allows(word):
            return False
        try:
            state = self.session.setup.after(self._state, word)
        except (BadInput, NeedsFile):
            return False
        if state is self._state:
            return False
        _compare(entry, state_hash(state))
        self._front.play(word)
        if self.in_step:
            return False
        self._append(entry)
        return True

    def _append(self, entry: Entry) -> Entry:
        self._state = self.session.state
        self.log.append(entry)
        return entry

    def _next_session(self) -> Session:
        """Creates the next game, with the next seed."""
        old = self.session
        return Session(old.rules, old.options, (old.seed or 0) + 1, self._read_file)

    def _begin(self, session: Session) -> None:
        self.session, self.games, self._state = session, self.games + 1, session.state
        self.log.begin(state_hash(session.state))
        self._front.begin(session)


def _compare(entry: Entry, hash: str) -> None:
    if entry.hash != hash:
        raise Differs
