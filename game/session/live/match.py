"""A match: one game that two sides keep in step, entry by entry. Each side checks every entry by its own rules.

Both sides keep the same log. At any moment exactly one of them may append to it: the player to move, or the host of a
watched game. So one log is always a prefix of the other, whatever the link loses, and missing entries are sent again.
This module knows no page, no clock and no link: texts and the time come in, and texts go out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from typing import Any, Protocol

from game.contract import BadInput, NeedsFile, Role, Rules
from game.session.links import address, from_address
from game.session.live.hashing import state_hash
from game.session.live.messages import (
    ADDRESS,
    AGAIN,
    DIFFERS,
    ENTRY,
    HASHED,
    ID,
    LEFT,
    LONGEST_WORD,
    MOST_ENTRIES,
    MOST_PLAYED,
    OTHER_RULES,
    Answer,
    At,
    Bye,
    Entries,
    Entry,
    Hello,
    Message,
    Wish,
    read,
    write,
)
from game.session.options import ReadFile, no_files
from game.session.reader import Format, OtherVersion, check_rules, constant, fields, many, whole
from game.session.seats import COMPUTER, PEOPLE
from game.session.session import Session
from game.words import N_

Find = Callable[[str], Rules[Any]]

RATE, BURST = 200.0, 2000.0
"""The rate and size of a token bucket: messages and entries per second, and at once. More are ignored, as if lost."""
ALIVE = 4.0
"""Seconds between a side's messages about its position."""
QUIET = 12.0
"""Seconds without a message after which the other side counts as away."""
MOST_WISHES = 100
"""Wishes by one side between two entries."""
LONGEST_PLAYED = 60
"""Characters of a word in a game between two players."""


class Status(StrEnum):
    """The status of a match."""

    WAITING = auto()
    """The other side has not answered yet, or the link was lost; the game is kept."""
    OPEN = auto()
    LEFT = auto()
    """The other side has left; a new link resumes the game."""
    DIFFERS = auto()
    """The two sides disagree about the state. Both keep their own."""
    OTHER_RULES = auto()
    """The other side has another version of the program or of the rules."""


ENDS = {LEFT: Status.LEFT, DIFFERS: Status.DIFFERS, OTHER_RULES: Status.OTHER_RULES}


class Player(Protocol):
    """The callbacks of a match into the program around it."""

    def play(self, word: str) -> None:
        """Plays a word of the other side on the session; if not possible now, it will be called again."""

    def go_back(self, position: int) -> None:
        """Takes the session back to this number of words; if not possible now, it will be called again."""

    def begin(self, session: Session) -> None:
        """Begins the next game of the match."""

    def asked(self, wish: Wish) -> None:
        """The other side has a wish, to be answered with `answer`."""

    def refused(self, wish: Wish) -> None:
        """The other side has refused a wish."""

    def changed(self) -> None:
        """The status or the log has changed."""


FORM = 1
"""The form of a saved match."""
_KEPT = Format(
    fields(
        kesu=constant(FORM),
        id=ID,
        rules=whole(0, 10**6),
        address=ADDRESS,
        seat=whole(0, 9),
        games=whole(0, MOST_PLAYED),
        base=whole(0, MOST_PLAYED),
        hash=HASHED,
        wanted=many(whole(AGAIN, MOST_PLAYED), most=MOST_WISHES),
        log=many(ENTRY, most=MOST_PLAYED),
    ),
    longest=8_000_000,
    damaged=N_("this game is damaged"),
    too_long=N_("this game is damaged"),
    form="kesu",
    newest=FORM,
)


def _damaged() -> BadInput:
    return BadInput(N_("this game is damaged"))


def _session_of(given: Mapping[str, str], version: int, watched: bool, find: Find, read_file: ReadFile) -> Session:
    """Creates a session of the game with this address; BadInput if it cannot be played or watched."""
    if "game" not in given:
        raise _damaged()
    rules, options, seed = from_address(given, find, read_file)
    check_rules(rules, version, N_("this game has rules version {theirs}; the current version is {ours}"))
    if not watched and not can_be_played(rules, options):
        raise BadInput(N_("this game is not for two people"))
    return Session(rules, options, seed, read_file)


def can_be_played(rules: Rules[Any], options: Mapping[str, Any]) -> bool:
    """Whether two people can play this on two devices."""
    return rules.seats > 1 and options.get(COMPUTER, PEOPLE) == PEOPLE


class Match:
    """One side of a match."""

    def __init__(
        self,
        session: Session,
        player: Player,
        *,
        id: str,
        seat: int,
        hosting: bool = False,
        watched: bool = False,
        read_file: ReadFile = no_files,
    ) -> None:
        self.session, self.id = session, id
        self.first_seat = seat
        """This side's seat in the first game, counted from 0."""
        self.hosting, self.watched = hosting, watched
        """Whether this side made the link, and so greets the other; and whether the guest only watches."""
        self.games = 0
        """Games played before this one; the seats are swapped after each."""
        self.status = Status.WAITING
        self.wish: Wish | None = None
        """The other side's wish, while it waits for an answer."""
        self._player, self._read_file = player, read_file
        self._send: Callable[[str], None] = lambda _text: None
        self._base = 0
        """The number of entries before those in `_log`: older games are dropped."""
        self._log: list[Entry] = []
        """The entries of this game, including the AGAIN that began it."""
        self._written: list[str] = []
        """The same, serialized: the match is saved after each entry."""
        self._path: list[str] = []
        """The words that lead to the current state of the match."""
        begun = bool(session.inputs)
        self._state = session.rules.start(session.options, session.seed) if begun else session.state
        """The current state of the match; a game that was begun before is followed from its start."""
        self._hashes = [state_hash(self._state)]
        """The hash of the start, and after each word of `_path`."""
        self._base_hash = self._hashes[0]
        """The hash of the state before `_log`."""
        self._theirs = 0
        """The number of entries that the other side has."""
        self._sent = 0
        self._adopted = 0
        """Up to this number, the other side may send even this side's entries: this side did not keep the game."""
        self._own_wish: Wish | None = None
        self._wanted: set[int] = set()
        """Everything that this side has asked for or granted since the last entry, which cannot be retracted."""
        self._granted: Wish | None = None
        self._refused: Wish | None = None
        self._tokens, self._refilled = BURST, 0.0
        self._last_received = self._announced = 0.0

    @classmethod
    def joining(cls, hello: Hello, player: Player, find: Find, read_file: ReadFile = no_files) -> Match:
        """Creates the guest's side of a match that it does not know yet; BadInput if it cannot be played."""
        session = _session_of(hello.address, hello.rules, hello.watched, find, read_file)
        seats = session.rules.seats
        if not hello.watched and hello.seat >= seats:
            raise BadInput(N_("this message is damaged"))
        seat = 0 if hello.watched else (hello.seat + 1) % seats
        match = cls(session, player, id=hello.id, seat=seat, watched=hello.watched, read_file=read_file)
        match.games, match._base, match._adopted = hello.games, hello.base, hello.count
        return match

    def dump(self) -> str:
        """Serializes this side of the match, to be resumed later."""
        head = json.dumps(
            {
                "kesu": FORM,
                "id": self.id,
                "rules": self.session.rules.version,
                "address": address(self.session),
                "seat": self.first_seat,
                "games": self.games,
                "base": self._base,
                "hash": self._base_hash,
                "wanted": sorted(self._wanted),
            },
            separators=(",", ":"),
        )
        return f'{head[:-1]},"log":[{",".join(self._written)}]}}'

    @classmethod
    def load(cls, text: str, player: Player, find: Find, read_file: ReadFile = no_files) -> Match:
        """Loads a saved match by replaying it; BadInput if it is damaged or of other rules."""
        kept = _KEPT.read(text)
        session = _session_of(kept["address"], kept["rules"], False, find, read_file)
        match = cls(session, player, id=kept["id"], seat=kept["seat"], read_file=read_file)
        match.games, match._base, match._base_hash = kept["games"], kept["base"], kept["hash"]
        for what, hash in kept["log"]:
            if isinstance(what, str):
                before = session.state
                if not match.allows(what) or (session.play(what), session.state is before)[1]:
                    raise _damaged()
            elif what != AGAIN and not session.go(what):
                raise _damaged()
            match._note(Entry(what, hash))
        match._state, match._wanted = session.state, set(kept["wanted"])
        if match.hash != state_hash(session.state):
            raise _damaged()
        return match

    # State for the caller.

    @property
    def count(self) -> int:
        """The number of entries."""
        return self._base + len(self._log)

    @property
    def hash(self) -> str:
        return self._hashes[-1]

    @property
    def seat(self) -> int:
        """This side's seat in this game, counted from 0."""
        return (self.first_seat + self.games) % self.session.rules.seats

    @property
    def is_mine(self) -> bool:
        """Whether this side may append to the log."""
        return self.hosting if self.watched else self.session.view.turn == self.seat

    @property
    def can_play(self) -> bool:
        """Whether a word may be played here now: it is this side's turn, and no entries are missing."""
        return self.is_mine and self.count >= max(self._theirs, self._adopted)

    @property
    def wishing(self) -> bool:
        """Whether this side waits for an answer to its own wish."""
        return self._own_wish is not None

    def is_away(self, now: float) -> bool:
        """Whether the other side has been silent for a while; `now` is in seconds."""
        return self.status is Status.OPEN and now - self._last_received > QUIET

    def allows(self, word: str) -> bool:
        """Whether a word may be played in this match at all: a game between two has no words that are only typed."""
        if self.watched:
            return True
        rules = self.session.rules
        name, *arguments = word.split(" ")
        control = rules.controls.get(name)
        known = control is not None and control.role is not Role.COMMAND and len(arguments) == control.arguments
        return known and len(word) <= LONGEST_PLAYED and word.isascii() and word.isprintable()

    # A link.

    def connect(self, send: Callable[[str], None], now: float) -> None:
        """Resumes the match over a new link."""
        self.follow()
        self._send, self.status = send, Status.WAITING
        self._theirs = self._sent = 0
        self._tokens, self._refilled = BURST, now
        self._last_received = self._announced = now
        self.beat(now)

    def greeted(self, hello: Hello, now: float) -> None:
        """Handles the host's greeting, which says how far the host is."""
        if hello.rules != self.session.rules.version:
            self._end(Status.OTHER_RULES, OTHER_RULES)
            return
        if self._compare(hello.count, hello.hash, now):
            self._send_position(now)
            self._send_missing()

    def disconnect(self) -> None:
        """Handles the loss of the link; the match is kept."""
        self._send = lambda _text: None
        if self.status is Status.OPEN:
            self.status = Status.WAITING
            self._player.changed()

    def leave(self) -> None:
        """Sends a Bye and detaches from the link."""
        self._send_message(Bye(LEFT))
        self._send = lambda _text: None
        self.status = Status.WAITING

    def beat(self, now: float) -> None:
        """Resends what may have been lost; to be called about once a second."""
        if self.status is Status.WAITING:
            if self.hosting:
                self._send_message(self._hello())
        elif self.status is Status.OPEN:
            if self._own_wish is not None:
                self._send_message(self._own_wish)
            if self._theirs < self.count:
                self._send_entries(self._theirs)
            elif now - self._announced >= ALIVE:
                self._send_position(now)

    def receive(self, text: str, now: float) -> None:
        """Handles a text that has arrived at `now` (seconds); ignores it if anything is wrong with it."""
        self.follow()
        if self.status not in (Status.WAITING, Status.OPEN):
            return
        if not self._take_tokens(1, now):
            return
        try:
            message = read(text)
        except OtherVersion:
            if self.status is Status.WAITING:
                self._end(Status.OTHER_RULES, OTHER_RULES)
            return
        except BadInput:
            return
        if isinstance(message, Entries) and not self._take_tokens(len(message.entries), now):
            return
        if isinstance(message, Bye):
            self._end(ENDS[message.why])
        elif isinstance(message, Answer):
            self._answered(message)
        elif message.id == self.id:
            self._last_received = now
            self._handle(message, now)

    # Playing.

    def follow(self) -> None:
        """Adds the words played on this side's session since the last call."""
        session = self.session
        if session.state is self._state:
            return
        inputs = session.inputs
        common = len(self._path)
        if list(inputs[:common]) != self._path:
            pairs = zip(inputs, self._path, strict=False)
            common = next((at for at, (ours, old) in enumerate(pairs) if ours != old), min(len(inputs), common))
        new = inputs[common:]
        if self.watched and self.hosting:
            if any(len(word) > LONGEST_WORD for word in new):
                self._end(Status.LEFT, LEFT)  # a word with a file in it must not be sent
                return
            if common < len(self._path):
                self._append(Entry(common, self._hashes[common]))
        elif common < len(self._path) or not all(map(self.allows, new)) or not self._are_own_turns(new):
            return  # the caller must prevent this; nothing is sent, and an undo repairs it
        for word, state in zip(new, self._states_after(common, new), strict=True):
            self._append(Entry(word, state_hash(state)))
        self._state = session.state
        self._player.changed()

    def own_turn(self) -> int | None:
        """Returns the position at which this side's last turn began; None before its first."""
        session, view = self.session, self.session.rules.view
        state, found, before = session.rules.start(session.options, session.seed), None, -1
        for position, word in enumerate(self._path):
            turn = view(state).turn
            if turn == self.seat != before:
                found = position
            before, state = turn, session.after(state, word)
        return found

    def ask(self, what: int) -> None:
        """Asks the other side to go back to a number of words, or for AGAIN, the next game."""
        self.follow()
        if self.watched or self.status is not Status.OPEN or len(self._wanted) >= MOST_WISHES:
            return
        if self._is_possible(what):
            self._own_wish = Wish(self.id, self.count, what)
            self._wanted.add(what)
            self._player.changed()
            self._send_message(self._own_wish)

    def answer(self, granted: bool) -> None:
        """Answers the other side's wish."""
        wish, self.wish = self.wish, None
        if wish is None or wish.count != self.count:
            return
        self._granted, self._refused = (wish, None) if granted else (None, wish)
        if granted:
            self._wanted.add(wish.what)
            self._player.changed()
        if granted and self.is_mine:
            self._fulfil(wish)
        else:
            self._send_message(Answer(wish, granted))

    # Messages.

    def _handle(self, message: Hello | At | Entries | Wish, now: float) -> None:
        if isinstance(message, Hello):
            if not self.hosting:
                self.greeted(message, now)
        elif isinstance(message, At):
            if self._compare(message.count, message.hash, now):
                self._send_missing()
        elif self.status is not Status.OPEN:
            return  # both sides must have sent their positions first
        elif isinstance(message, Entries):
            self._take_entries(message)
            if self.status is Status.OPEN:
                self._send_position(now)
        else:
            self._take_wish(message)

    def _compare(self, theirs: int, hash: str, now: float) -> bool:
        """Compares the other side's position with ours → whether the two agree."""
        if theirs < self._base and self.status is Status.OPEN:
            return True  # a late message from before this game, which both sides have begun
        if theirs <= self.count and hash != self.hash_at(theirs):
            self._end(Status.DIFFERS, DIFFERS)
            return False
        self._theirs = theirs
        if self.status is not Status.OPEN:
            self.status, self._last_received = Status.OPEN, now
            self._sent = min(theirs, self.count)
            self._player.changed()
        return True

    def _send_missing(self) -> None:
        """Sends the entries that the other side lacks, unless they are already on their way."""
        if self._sent <= self._theirs < self.count:
            self._send_entries(self._theirs)

    def hash_at(self, count: int) -> str | None:
        """Returns the hash of the state after that many entries; None if it is no longer known."""
        if count == self.count:
            return self.hash
        at = count - self._base - 1
        return self._log[at].hash if at >= 0 else self._base_hash if at == -1 else None

    def _take_entries(self, message: Entries) -> None:
        if message.first > self.count:
            return  # earlier entries were lost and will be sent again
        before = self.count
        for entry in message.entries[self.count - message.first :]:
            if self.count >= MOST_PLAYED or not self._take(entry):
                break
        if self.count != before:
            self._theirs, self._sent = max(self._theirs, self.count), max(self._sent, self.count)
            self._player.changed()

    def _take(self, entry: Entry) -> bool:
        """Plays an entry of the other side → whether it was accepted."""
        if self.session.state is not self._state:
            return False  # the player is looking at another position; the entry will be sent again
        if self.is_mine and self.count >= self._adopted and entry.what not in self._wanted:
            return False
        if isinstance(entry.what, str):
            return self._take_word(entry.what, entry)
        free = self.watched or self.count < self._adopted
        if not self._is_possible(entry.what) or not (free or entry.what in self._wanted):
            return False
        if entry.what == AGAIN:
            following = self._following()
            if not self._agrees(entry, state_hash(following.state)):
                return False
            self._begin(following)
            return True
        if not self._agrees(entry, self._hashes[entry.what]):
            return False
        self._player.go_back(entry.what)
        if len(self.session.inputs) != entry.what:
            return False
        self._state = self.session.state
        self._note(entry)
        return True

    def _take_word(self, word: str, entry: Entry) -> bool:
        if not self.allows(word):
            return False
        try:
            state = self.session.after(self._state, word)
        except (BadInput, NeedsFile):
            return False
        if state is self._state or not self._agrees(entry, state_hash(state)):
            return False
        self._player.play(word)
        if self.session.state is self._state:
            return False
        self._state = self.session.state
        self._note(entry)
        return True

    def _agrees(self, entry: Entry, hash: str) -> bool:
        """Whether the other side's state after an entry equals ours; if not, ends the match."""
        if entry.hash != hash:
            self._end(Status.DIFFERS, DIFFERS)
            return False
        return True

    def _take_wish(self, wish: Wish) -> None:
        if self.watched or wish.count != self.count or not self._is_possible(wish.what):
            return
        if wish == self._granted or wish == self._refused:
            self._send_message(Answer(wish, wish == self._granted))
        elif wish != self.wish:
            self.wish = wish
            self._player.asked(wish)

    def _answered(self, answer: Answer) -> None:
        wish = self._own_wish
        if wish is None or answer.wish != wish or self.status is not Status.OPEN:
            return
        if not answer.granted:
            self._own_wish = None
            self._player.refused(wish)
        elif self.is_mine and wish.count == self.count:
            self._fulfil(wish)

    def _is_possible(self, what: int) -> bool:
        return (what == AGAIN and not self.watched) or 0 <= what < len(self._path)

    def _fulfil(self, wish: Wish) -> None:
        """Carries out a wish that both sides want; this side writes the entry."""
        if wish.what == AGAIN:
            self._begin(self._following())
            self._send_entries(self.count - 1)
            return
        self._player.go_back(wish.what)
        if len(self.session.inputs) == wish.what:
            self._state = self.session.state
            self._append(Entry(wish.what, self._hashes[wish.what]))
        self._player.changed()

    def _following(self) -> Session:
        """Creates the next game, with the next seed."""
        old = self.session
        return Session(old.rules, old.options, (old.seed or 0) + 1, self._read_file)

    def _begin(self, session: Session) -> None:
        """Begins the next game with the seats swapped; drops older entries."""
        self._base, self._base_hash = self.count, self.hash
        self.session, self.games = session, self.games + 1
        self._log, self._written, self._path, self._state = [], [], [], session.state
        self._hashes = [state_hash(session.state)]
        self._note(Entry(AGAIN, self.hash))
        self._player.begin(session)
        self._player.changed()

    # The log.

    def _append(self, entry: Entry) -> None:
        """Adds an entry by this side, and sends it."""
        self._note(entry)
        if self.status is Status.OPEN and self._sent == self.count - 1 and self.count - self._theirs <= MOST_ENTRIES:
            self._send_entries(self.count - 1)

    def _note(self, entry: Entry) -> None:
        self._log.append(entry)
        self._written.append(json.dumps(entry, separators=(",", ":")))
        if isinstance(entry.what, str):
            self._path.append(entry.what)
            self._hashes.append(entry.hash)
        elif entry.what != AGAIN:
            del self._path[entry.what :]
            del self._hashes[entry.what + 1 :]
        self._own_wish = self._granted = self._refused = self.wish = None
        self._wanted.clear()

    def _are_own_turns(self, new: Sequence[str]) -> bool:
        """Whether it was this side's turn for each of these words."""
        view = self.session.rules.view
        before = [self._state, *self._states_after(len(self._path), new)]
        return all(view(state).turn == self.seat for state in before[: len(new)])

    def _states_after(self, position: int, new: Sequence[str]) -> Iterator[Any]:
        """Yields the states after these words, which were played on the session from a position to its end."""
        session = self.session
        if len(new) > 1:
            state = self._state if position == len(self._path) else self._state_at(position)
            for word in new[:-1]:
                state = session.after(state, word)
                yield state
        if new:
            yield session.state

    def _state_at(self, position: int) -> Any:
        """Returns the state after that many words of the session."""
        state = self.session.rules.start(self.session.options, self.session.seed)
        for word in self.session.inputs[:position]:
            state = self.session.after(state, word)
        return state

    # Sending.

    def _hello(self) -> Hello:
        return Hello(
            self.id,
            self.session.rules.version,
            address(self.session),
            self.first_seat,
            self.watched,
            self.games,
            self._base + (self.games > 0),
            self.count,
            self.hash,
        )

    def _send_position(self, now: float) -> None:
        self._announced = now
        self._send_message(At(self.id, self.count, self.hash))

    def _send_entries(self, first: int) -> None:
        """Sends entries from a number on, as many as fit into one message."""
        at = max(first - self._base, 0)
        entries = tuple(self._log[at : at + MOST_ENTRIES])
        if entries:
            self._sent = self._base + at + len(entries)
            self._send_message(Entries(self.id, self._base + at, entries))

    def _send_message(self, message: Message) -> None:
        self._send(write(message))

    def _end(self, status: Status, why: str = "") -> None:
        if why:
            self._send_message(Bye(why))
        self.status = status
        self._player.changed()

    def _take_tokens(self, cost: int, now: float) -> bool:
        """Takes tokens for a message of this cost, if there are enough → whether there were."""
        self._tokens = min(BURST, self._tokens + RATE * max(0.0, now - self._refilled))
        self._refilled = max(now, self._refilled)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True
