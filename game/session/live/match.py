"""A match: one game that two sides keep in step, entry by entry. Each side checks every entry by its own rules.

Both sides keep the same log. At any moment exactly one of them may append to it: the player to move, or the host of a
watched game. So one log is always a prefix of the other, whatever the link loses, and missing entries are sent again.
This module knows no page, no clock and no link: texts and the time come in, and texts go out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from enum import StrEnum, auto
from typing import Any, Protocol

from game.contract import BadInput, Rules
from game.session.addresses import address, from_address
from game.session.live.link import LinkEnd
from game.session.live.messages import (
    ADDRESS,
    AGAIN,
    DIFFERS,
    ENTRY,
    GONE,
    HASHED,
    ID,
    MOST_PLAYED,
    OTHER_RULES,
    Answer,
    At,
    Bye,
    Entries,
    Entry,
    Hello,
    Wish,
    read,
)
from game.session.live.shared_game import Differs, GameFront, SharedGame
from game.session.live.wishes import Asking, Wishes
from game.session.options import ReadFile, no_files
from game.session.reader import Format, OtherVersion, check_rules, compact, constant, fields, many, whole
from game.session.seats import COMPUTER, PEOPLE
from game.session.session import Session
from game.slices import finished
from game.words import N_

Find = Callable[[str], Rules[Any]]

ALIVE = 4.0
"""Seconds between a side's messages about its position."""
QUIET = 12.0
"""Seconds without a message after which the other side counts as away."""
MOST_WANTED = 100
"""Wishes in a saved match."""


class Status(StrEnum):
    """The status of a match."""

    WAITING = auto()
    """The other side has not answered yet, or the link was lost; the game is kept."""
    OPEN = auto()
    GONE = auto()
    """The other side has left; a new link resumes the game."""
    DIFFERS = auto()
    """The two sides disagree about the state. Both keep their own."""
    OTHER_RULES = auto()
    """The other side has another version of the program or of the rules."""


ENDS = {GONE: Status.GONE, DIFFERS: Status.DIFFERS, OTHER_RULES: Status.OTHER_RULES}


class MatchFront(GameFront, Asking, Protocol):
    """What a match asks of the program around it, besides playing the other side's moves."""

    def refused(self, wish: Wish) -> None:
        """Handles a wish that the other side has refused."""

    def changed(self) -> None:
        """Handles a change of the status or the log."""


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
        wanted=many(whole(AGAIN, MOST_PLAYED), most=MOST_WANTED),
        log=many(ENTRY, most=MOST_PLAYED),
    ),
    longest=8_000_000,
    damaged=N_("this game is damaged"),
    too_long=N_("this game is too long to be kept"),
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
    """Returns whether two people can play this on two devices."""
    return rules.seats > 1 and options.get(COMPUTER, PEOPLE) == PEOPLE


class Match:
    """One side of a match."""

    def __init__(
        self,
        session: Session,
        front: MatchFront,
        *,
        id: str,
        seat: int,
        hosting: bool = False,
        watched: bool = False,
        read_file: ReadFile = no_files,
    ) -> None:
        self.id = id
        self.hosting = hosting
        """Whether this side made the link, and so greets the other."""
        self.game = SharedGame(session, front, seat, watched, read_file)
        self.log = self.game.log
        self.wishes = Wishes(front)
        self.status = Status.WAITING
        self._front = front
        self._link = LinkEnd(id)

    @classmethod
    def joining(cls, hello: Hello, front: MatchFront, find: Find, read_file: ReadFile = no_files) -> Match:
        """Creates the guest's side of a match that it does not know yet; BadInput if it cannot be played."""
        session = _session_of(hello.address, hello.rules, hello.watched, find, read_file)
        seats = session.rules.seats
        if not hello.watched and hello.seat >= seats:
            raise BadInput(N_("this message is damaged"))
        seat = 0 if hello.watched else (hello.seat + 1) % seats
        match = cls(session, front, id=hello.id, seat=seat, watched=hello.watched, read_file=read_file)
        match.game.games, match.log.base = hello.games, hello.base
        if hello.count > hello.base:
            match.game.adopt(hello.count, hello.hash)
        return match

    def dump(self) -> str:
        """Serializes this side of the match, to be resumed later; BadInput if it could not be read again."""
        head = {
            "kesu": FORM,
            "id": self.id,
            "rules": self.session.rules.version,
            "address": address(self.session),
            "seat": self.game.first_seat,
            "games": self.game.games,
            "base": self.log.base,
            "hash": self.log.base_hash,
            "wanted": sorted(self.wishes.wanted),
        }
        text = f'{compact(head)[:-1]},"log":{self.log.text()}}}'
        if self.log.count > MOST_PLAYED or len(text) > _KEPT.longest or not _KEPT.shape([head | {"log": []}]):
            raise BadInput(_KEPT.too_long)
        return text

    @classmethod
    def load(cls, text: str, front: MatchFront, find: Find, read_file: ReadFile = no_files) -> Match:
        """Loads a saved match by replaying it; BadInput if it is damaged or of other rules."""
        kept = _KEPT.read(text)
        session = _session_of(kept["address"], kept["rules"], False, find, read_file)
        match = cls(session, front, id=kept["id"], seat=kept["seat"], read_file=read_file)
        match.game.games, match.log.base, match.log.base_hash = kept["games"], kept["base"], kept["hash"]
        match.wishes.wanted.update(kept["wanted"])
        if not match.game.restore(kept["log"]):
            raise _damaged()
        return match

    # State for the caller.

    @property
    def session(self) -> Session:
        """The game as this side's player sees it."""
        return self.game.session

    @property
    def watched(self) -> bool:
        """Whether the guest only watches."""
        return self.game.watched

    @property
    def is_mine(self) -> bool:
        """Whether this side may append to the log."""
        return self.hosting if self.watched else self.session.view.turn == self.game.seat

    @property
    def can_play(self) -> bool:
        """Whether a word may be played here now: it is this side's turn, and no entries are missing."""
        return self.is_mine and not self.game.adopting and self.log.count >= self._link.theirs

    def is_away(self, now: float) -> bool:
        """Returns whether the other side has been silent for a while; `now` is in seconds."""
        return self.status is Status.OPEN and now - self._link.last_received > QUIET

    # A link.

    def connect(self, send: Callable[[str], None], now: float) -> None:
        """Resumes the match over a new link."""
        self.follow()
        self.wishes.lapse()
        self._link = LinkEnd(self.id, send, now)
        self.status = Status.WAITING
        self.beat(now)

    def greeted(self, hello: Hello, now: float) -> None:
        """Handles the host's greeting, which names the host's position."""
        if hello.rules != self.session.rules.version:
            self._end(Status.OTHER_RULES, OTHER_RULES)
        elif self._compare(hello.count, hello.hash, now):
            self._link.announce(self.log, now)
            self._link.send_missing(self.log)

    def disconnect(self) -> None:
        """Handles the loss of the link; the match is kept."""
        self.wishes.lapse()
        self._link.close()
        if self.status is Status.OPEN:
            self.status = Status.WAITING
            self._front.changed()

    def leave(self) -> None:
        """Sends a Bye and detaches from the link."""
        self._link.send(Bye(GONE))
        self._link.close()
        self.status = Status.WAITING

    def beat(self, now: float) -> None:
        """Resends what may have been lost; to be called about once a second."""
        self.wishes.beat()
        if self.status is Status.WAITING:
            if self.hosting:
                self._link.send(self._hello())
        elif self.status is Status.OPEN:
            if self.wishes.own is not None:
                self._link.send(self.wishes.own)
            if self._link.theirs < self.log.count:
                self._link.send_entries(self.log, self._link.theirs)
            elif now - self._link.announced >= ALIVE:
                self._link.announce(self.log, now)

    def receive(self, text: str, now: float) -> None:
        """Handles a text that has arrived at `now` (seconds); ignores it if anything is wrong with it."""
        finished(self.receiving(text, now))

    def receiving(self, text: str, now: float) -> Generator[None, None, None]:
        """Does what `receive` does, with a pause after each entry and inside long words; no other text may be handled
        meanwhile. What was played before a pause stays played if it is closed there.
        """
        self.follow()
        if self.status not in (Status.WAITING, Status.OPEN) or not self._link.tokens.take(1, now):
            return
        try:
            message = read(text)
        except OtherVersion:
            if self.status is Status.WAITING:
                self._end(Status.OTHER_RULES, OTHER_RULES)
            return
        except BadInput:
            return
        if isinstance(message, Entries) and not self._link.tokens.take(len(message.entries), now):
            return
        if isinstance(message, Bye):
            self._end(ENDS[message.why])
        elif isinstance(message, Answer):
            self._answered(message)
        elif message.id == self.id:
            self._link.last_received = now
            yield from self._handling(message, now)

    # Playing.

    def follow(self) -> None:
        """Adds the words played on this side's session since the last call."""
        game = self.game
        if game.in_step:
            return
        common, new = game.new_words()
        if self.watched and self.hosting:
            if not all(map(game.allows, new)):
                self._end(Status.GONE, GONE)  # a word with a long file in it, or that runs too much, must not be sent
                return
        elif common < len(self.log.words) or not all(map(game.allows, new)) or not game.are_own_turns(new):
            return  # the caller must prevent this; nothing is sent, and an undo repairs it
        for entry in game.add_new(common, new):
            self._written(entry)
        self._front.changed()

    def ask(self, what: int) -> None:
        """Asks the other side to undo this side's last turn, which began at this word, or for AGAIN, the next game."""
        self.follow()
        if self.status is not Status.OPEN or not self.game.may_ask(what, self.game.seat):
            return
        wish = Wish(self.id, self.log.count, what)
        self.wishes.ask(wish)
        self._front.changed()
        self._link.send(wish)

    def answer(self, granted: bool) -> None:
        """Answers the other side's wish."""
        wish = self.wishes.answer(granted)
        if wish is None:
            return
        if granted:
            self._front.changed()
        self._reply(wish, granted)

    # Messages.

    def _handling(self, message: Hello | At | Entries | Wish, now: float) -> Generator[None, None, None]:
        if isinstance(message, Hello):
            if not self.hosting:
                self.greeted(message, now)
        elif isinstance(message, At):
            if self._compare(message.count, message.hash, now):
                self._link.send_missing(self.log)
        elif self.status is not Status.OPEN:
            return  # both sides must have sent their positions first
        elif isinstance(message, Entries):
            link = self._link
            yield from self._taking_entries(message)
            if self.status is Status.OPEN and self._link is link:
                self._link.announce(self.log, now)
        else:
            self._take_wish(message)

    def _compare(self, theirs: int, hash: str, now: float) -> bool:
        """Compares the other side's position with ours; returns whether the two agree."""
        if theirs < self.log.base and self.status is Status.OPEN:
            return True  # a late message from before this game, which both sides have begun
        if theirs <= self.log.count and hash != self.log.hash_at(theirs):
            self._end(Status.DIFFERS, DIFFERS)
            return False
        self._link.theirs = theirs
        if self.status is not Status.OPEN:
            self.status, self._link.last_received = Status.OPEN, now
            self._link.sent = min(theirs, self.log.count)
            self._front.changed()
        return True

    def _taking_entries(self, message: Entries) -> Generator[None, None, None]:
        first, link = self.log.count, self._link
        if message.first > first:
            return  # earlier entries were lost and will be sent again
        taken = first
        try:
            for entry in message.entries[first - message.first :]:
                if taken >= MOST_PLAYED or not (yield from self._taking(entry)):
                    break
                taken += 1
                link.arrived(taken)
                yield
                # In a pause the link may have been lost, or this side may have played.
                if self.status is not Status.OPEN or self._link is not link or self.log.count != taken:
                    break
        except Differs:
            self._end(Status.DIFFERS, DIFFERS)
        finally:
            if taken != first:
                self._front.changed()

    def _taking(self, entry: Entry) -> Generator[None, None, bool]:
        """Plays an entry of the other side; returns whether it was accepted."""
        if not self.game.in_step:
            return False  # the player is looking at another position; the entry will be sent again
        wanted = entry.what in self.wishes.wanted
        if self.is_mine and not self.game.adopting and not wanted:
            return False
        if not isinstance(entry.what, str) and not (self.watched or self.game.adopting or wanted):
            return False
        if not (yield from self.game.taking(entry)):
            return False
        self.wishes.clear(entry.what)
        return True

    def _take_wish(self, wish: Wish) -> None:
        seats = self.session.rules.seats
        if wish.count != self.log.count or not self.game.may_ask(wish.what, (self.game.seat + 1) % seats):
            return
        decided = self.wishes.decided(wish.what)
        if decided is not None:
            self._reply(wish, decided)
        else:
            self.wishes.take(wish)

    def _reply(self, wish: Wish, granted: bool) -> None:
        """Says whether a wish is granted, or carries it out."""
        if granted and self.is_mine:
            self._fulfil(wish)
        else:
            self._link.send(Answer(wish, granted))

    def _answered(self, answer: Answer) -> None:
        wish = self.wishes.own
        if wish is None or answer.wish != wish or self.status is not Status.OPEN:
            return
        if not answer.granted:
            self.wishes.own = None
            self._front.refused(wish)
        elif self.is_mine and wish.count == self.log.count:
            self._fulfil(wish)

    def _fulfil(self, wish: Wish) -> None:
        """Carries out a wish that both sides want; this side writes the entry."""
        if wish.what == AGAIN:
            self.game.again()
            self.wishes.clear(wish.what)
            self._front.changed()
            self._link.send_entries(self.log, self.log.count - 1)
            return
        entry = self.game.go_back(wish.what)
        if entry:
            self._written(entry)
        self._front.changed()

    def _written(self, entry: Entry) -> None:
        """Sends the entry that this side has just appended."""
        self.wishes.clear(entry.what)
        if self.status is Status.OPEN:
            self._link.send_new(self.log)

    def _hello(self) -> Hello:
        game, log = self.game, self.log
        parameters = address(self.session)
        base = log.base + (game.games > 0)
        version = self.session.rules.version
        return Hello(self.id, version, parameters, game.first_seat, self.watched, game.games, base, log.count, log.hash)

    def _end(self, status: Status, why: str = "") -> None:
        if why:
            self._link.send(Bye(why))
        self.wishes.lapse()
        self.status = status
        self._front.changed()
