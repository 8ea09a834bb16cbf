"""Live games over a bad link, in memory, which delays, loses and repeats messages, breaks, and has an intruder.

`python -m tests.live_games [MATCHES [SEED]]` plays many and prints what was played and which faults occurred. A match
fails if the sides ever disagree, lose a word, or raise anything. If a side reports a disagreement, a message of the
intruder must have caused it: one with a hash that neither side sent.
"""

from __future__ import annotations

import heapq
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game import files
from game.contract import Role, Rules
from game.rules import GAMES, game
from game.session import Session, complete
from game.session.live.hashing import state_hash
from game.session.live.match import Match, Status
from game.session.live.messages import AGAIN, Wish, hello_in

BEAT = 1.0
"""Seconds between two heartbeats of a match."""
THOUGHT = 0.3
"""The longest thought before a word, in seconds."""
ENDED = (Status.GONE, Status.DIFFERS, Status.OTHER_RULES)
MOST_WORDS = 400
"""Words after which a player only drops."""
LONGEST = 40_000.0
"""Seconds of simulated time after which a game counts as stuck."""


@dataclass(frozen=True)
class Faults:
    """The quality of a link: shares of messages, and seconds."""

    lost: float = 0.0
    doubled: float = 0.0
    delay: float = 0.01
    """The longest delay; each message has its own, so they overtake one another."""
    cut: float = 0.0
    """The share of messages at which the connection breaks, and everything in transit is lost."""
    hostile: float = 0.0
    """The share of messages that an intruder answers with forged ones."""


GOOD = Faults()
BAD = Faults(lost=0.1, doubled=0.1, delay=1.5, cut=0.005, hostile=0.05)


class Loop:
    """An in-memory link with two ends, a simulated clock, and faults."""

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self.now = 0.0
        self.faults, self.chance = faults, chance
        self.seen: Counter[str] = Counter()
        self.takers: list[Callable[[str, bool], None]] = []
        self.broken = False
        self.deceived = False
        """Whether an intruder has ended the match on one side since the link was made."""
        self.intruders = False
        """Whether intruders are active yet."""
        self._coming: list[tuple[float, int, int, str, bool]] = []
        self._number = 0

    def send(self, to: int, text: str) -> None:
        """Sends a message to an end."""
        faults, chance, seen = self.faults, self.chance, self.seen
        if self.broken:
            return
        seen["texts"] += 1
        if chance.random() < faults.cut:
            seen["cuts"] += 1
            self.cut()
            return
        if chance.random() < faults.lost:
            seen["lost"] += 1
        else:
            self._put(to, text)
        if chance.random() < faults.doubled:
            seen["doubled"] += 1
            self._put(to, text)
        if self.intruders and chance.random() < faults.hostile:
            for forged in hostile(text, chance):
                seen["hostile"] += 1
                self._put(to, forged, forged != text)

    def cut(self) -> None:
        """Breaks the connection; everything in transit is lost."""
        self.broken = True
        self._coming.clear()

    def deliver(self, until: float) -> None:
        """Advances the clock and delivers what arrives."""
        while self._coming and self._coming[0][0] <= until:
            self.now, _number, to, text, forged = heapq.heappop(self._coming)
            self.takers[to](text, forged)
        self.now = max(self.now, until)

    def _put(self, to: int, text: str, forged: bool = False) -> None:
        self._number += 1
        due = self.now + self.chance.random() * self.faults.delay
        heapq.heappush(self._coming, (due, self._number, to, text, forged))


def hostile(text: str, chance: random.Random) -> list[str]:
    """Returns an intruder's version of a message: changed, truncated, nonsense, or many of them.

    It does not forge valid wishes or answers: only the other player could, and may.
    """
    kind = chance.randrange(6)
    if kind == 0 and "wish" not in text and "answer" not in text:
        letters = list(text)
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chr(chance.randint(32, 126))
        return ["".join(letters)]
    if kind == 1:
        return [text[: chance.randrange(len(text))]]
    if kind == 2:
        return [text.replace('"id":"', '"id":"f')]
    if kind == 3:
        return ["".join(chr(chance.randint(0, 0xFFFF)) for _ in range(chance.randint(0, 60)))]
    if kind == 4:
        return ["[" * chance.randint(1, 30_000)]
    return [text] * chance.randint(2, 40)


@dataclass
class Side:
    """One player: a session, a match, and random moves."""

    number: int
    chance: random.Random
    loop: Loop
    match: Match | None = None
    wishes: list[Wish] = field(default_factory=list)
    words: int = 0

    @property
    def other(self) -> int:
        return 1 - self.number

    def say(self, text: str) -> None:
        self.loop.send(self.other, text)

    def take(self, text: str, forged: bool = False) -> None:
        """Receives a message; the first greeting creates the match."""
        if self.match is not None:
            before = self.match.status
            self.match.receive(text, self.loop.now)
            if self.match.status is not before and self.match.status in ENDED:
                self.loop.deceived |= forged
                assert self.loop.deceived, f"the sides disagree: {text}"
            return
        hello = hello_in(text)
        if hello is not None:
            self.match = Match.joining(hello, self, game, files.read)
            self.match.connect(self.say, self.loop.now)
            self.match.greeted(hello, self.loop.now)

    # Callbacks of the match.

    def play(self, word: str) -> None:
        assert self.match
        self.match.session.play(word)

    def go_back(self, position: int) -> None:
        assert self.match
        self.match.session.go(position)

    def begin(self, session: Session) -> None:
        self.words = 0

    def asked(self, wish: Wish) -> None:
        self.wishes.append(wish)

    def lapsed(self) -> None:
        self.wishes.clear()

    def refused(self, wish: Wish) -> None:
        self.loop.seen["refused"] += 1

    def changed(self) -> None:
        pass

    # Actions.

    def move(self) -> None:
        """Answers a wish, makes one, or plays a word if it is its turn."""
        match, chance = self.match, self.chance
        if match is None:
            return
        if self.wishes:
            self.wishes.clear()
            self.loop.seen["answered"] += match.wishes.theirs is not None
            match.answer(chance.random() < 0.6)
            return
        back = match.game.last_turn(match.game.seat) if chance.random() < 0.01 else None
        if match.status is Status.OPEN and back is not None:
            match.ask(back)
            self.loop.seen["wishes"] += 1
            return
        if match.can_play and not match.session.over:
            word = chosen(match.session, chance, self.words > MOST_WORDS)
            match.session.play(word)
            self.words += 1
            match.follow()


def chosen(session: Session, chance: random.Random, hurry: bool) -> str:
    """Returns a plausible word; often a drop, so that games end."""
    drop = session.rules.by_role.get(Role.DROP)
    if drop is not None and not session.view.choices and (hurry or chance.random() < 0.2):
        return drop
    role = session.rules.role
    return chance.choice([word for word in session.moves if role(word) is not Role.COMMAND])


class Game:
    """Two sides, one link, a whole game and perhaps another one."""

    def __init__(self, rules: Rules[Any], seed: int, faults: Faults) -> None:
        chance = self.chance = random.Random(seed)
        self.loop = Loop(faults, chance)
        self.sides = [Side(number, chance, self.loop) for number in (0, 1)]
        self.loop.takers = [side.take for side in self.sides]
        session = Session(rules, complete(rules, {}, files.read), seed, files.read)
        host = self.sides[0]
        host.match = Match(session, host, id=f"{seed:x}", seat=chance.randrange(2), hosting=True, read_file=files.read)
        host.match.connect(host.say, 0.0)
        self._next_beat = BEAT
        self._agreed = self._same = 0
        self.again = chance.random() < 0.3

    def run(self) -> Counter[str]:
        """Plays to the end; returns counts of what happened. AssertionError if the sides ever disagree."""
        while not self._is_done():
            assert self.loop.now < LONGEST, "the game is stuck"
            self._step()
            self._check()
        one, two = (side.match for side in self.sides)
        assert one and two
        self.loop.intruders = False
        again = Match.load(one.dump(), self.sides[0], game, files.read)
        assert again.log.hash == one.log.hash == two.log.hash
        assert one.dump().partition('"log"')[2] == two.dump().partition('"log"')[2]
        assert state_hash(one.session.state) == state_hash(two.session.state)
        return self.loop.seen

    def _step(self) -> None:
        loop = self.loop
        loop.deliver(loop.now + self.chance.random() * THOUGHT)
        matches = [side.match for side in self.sides]
        loop.intruders = loop.intruders or all(match and match.status is Status.OPEN for match in matches)
        if any(match and match.status in ENDED for match in matches):
            loop.seen["ended by an intruder, and taken up again"] += 1
            loop.cut()
        if loop.broken:
            self._reconnect()
        if loop.now >= self._next_beat:
            self._next_beat = loop.now + BEAT
            for match in matches:
                if match:
                    match.beat(loop.now)
        for side in self.chance.sample(self.sides, 2):
            side.move()

    def _reconnect(self) -> None:
        """Connects again, from either side; one of them may have been closed and reopened."""
        loop, chance = self.loop, self.chance
        for side in self.sides:
            if side.match:
                side.match.disconnect()
                side.wishes.clear()
                if chance.random() < 0.5:
                    loop.seen["reloads"] += 1
                    side.match = Match.load(side.match.dump(), side, game, files.read)
        loop.deliver(loop.now + chance.random() * 60)
        loop.broken = loop.intruders = loop.deceived = False
        host = chance.choice([side for side in self.sides if side.match])
        for side in self.sides:
            if side.match:
                side.match.hosting = side is host
                side.match.connect(side.say, loop.now)

    def _check(self) -> None:
        """Checks that one log is a prefix of the other, and that logs of equal length have equal states."""
        one, two = (side.match for side in self.sides)
        if one is None or two is None:
            return
        common = min(one.log.count, two.log.count)
        if common > self._agreed:
            self.loop.seen["entries compared"] += common - self._agreed
            self._agreed = common
            assert one.log.hash_at(common) == two.log.hash_at(common)
        if one.log.count == two.log.count != self._same:
            self._same = one.log.count
            assert one.log.hash == two.log.hash == state_hash(one.session.state) == state_hash(two.session.state)
            assert one.session.inputs == two.session.inputs
            assert one.game.seat != two.game.seat

    def _is_done(self) -> bool:
        one, two = (side.match for side in self.sides)
        if one is None or two is None or one.log.count != two.log.count or not (one.session.over and two.session.over):
            return False
        if self.again and not one.game.games:
            if one.status is Status.OPEN and one.wishes.own is None:
                one.ask(AGAIN)
            return False
        self.loop.seen["words"] += sum(side.words for side in self.sides)
        return True


def play(rules: Rules[Any], seed: int, faults: Faults = BAD) -> Counter[str]:
    """Plays a whole match from a seed; returns counts of what happened. AssertionError if anything goes wrong."""
    return Game(rules, seed, faults).run()


def main(matches: int = 10_000, first: int = 1) -> None:
    """Plays many matches and prints the totals."""
    names = [name for name, rules in GAMES.items() if rules.seats > 1]
    total, began = Counter[str](), time.monotonic()
    for number in range(matches):
        name = names[number % len(names)]
        print(f"\r{name}, seed {first + number}", end="", flush=True)
        total += play(game(name), first + number)
    print(f"\r{matches} matches in {time.monotonic() - began:.0f} s")
    for what, count in total.items():
        print(f"  {what}: {count:,}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
