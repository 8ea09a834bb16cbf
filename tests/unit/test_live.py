"""Two sides of a live game: what they accept from each other, what they refuse, and that they never diverge."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from game import files
from game.contract import BadInput, Role
from game.rules import GAMES, biquadris, game
from game.session import Session
from game.session.live import link, messages, wishes
from game.session.live import match as matches
from game.session.live.hashing import state_hash
from game.session.live.inbox import Inbox
from game.session.live.match import Match, Status, can_be_played
from game.session.live.messages import AGAIN, Entries, Entry, Wish, hello_in
from game.session.reader import OtherVersion
from tests import live_games, toy
from tests.onlooker import Onlooker

FOR_TWO = [name for name, rules in GAMES.items() if rules.seats > 1]


def find(name: str) -> Any:
    return toy.GAME if name == "toy" else game(name)


class Side(Onlooker):
    """A player who does what the match asks, and records the requests."""

    def __init__(self) -> None:
        super().__init__()
        self.refusals: list[Wish] = []
        self.lapses = 0
        self.looks_back = False

    def play(self, word: str) -> None:
        if not self.looks_back:
            super().play(word)

    def go_back(self, position: int) -> None:
        if not self.looks_back:
            super().go_back(position)

    def begin(self, session: Session) -> None:
        assert session is self.match.session

    def lapsed(self) -> None:
        self.lapses += 1

    def refused(self, wish: Wish) -> None:
        self.refusals.append(wish)

    def word(self, word: str) -> None:
        """Plays a word of its own."""
        self.match.session.play(word)
        self.match.follow()


class Pair:
    """A host and a guest; messages wait until they are delivered."""

    def __init__(self, name: str = "duel", seat: int = 0, watched: bool = False) -> None:
        self.now = 0.0
        self.host, self.guest = Side(), Side()
        session = Session(find(name), {}, 7, files.read)
        self.host.match = Match(
            session, self.host, id="a1", seat=seat, hosting=True, watched=watched, read_file=files.read
        )
        self.meet()
        self.pass_on()

    def meet(self) -> None:
        """Connects the host with a new guest, who gets its greeting."""
        self.host.match.connect(self.host.said.append, 0.0)
        hello = hello_in(self.host.said.pop())
        assert hello
        self.guest.match = Match.joining(hello, self.guest, find, files.read)
        self.guest.match.connect(self.guest.said.append, 0.0)
        self.guest.match.greeted(hello, 0.0)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.host, self.guest

    def pass_on(self) -> None:
        """Delivers messages until none are left."""
        while any(side.said for side in self.sides):
            for side, other in (self.sides, self.sides[::-1]):
                said, side.said[:] = list(side.said), []
                for text in said:
                    other.match.receive(text, self.now)

    def beat(self) -> None:
        self.now += 5
        for side in self.sides:
            side.match.beat(self.now)
        self.pass_on()

    def reconnect(self, host: Side) -> None:
        self.now += 100
        for side in self.sides:
            side.said.clear()
            side.match.hosting = side is host
            side.match.disconnect()
            side.match.connect(side.said.append, self.now)
        self.pass_on()

    def agree(self) -> None:
        one, two = self.host.match, self.guest.match
        assert one.status is two.status is Status.OPEN
        assert (one.log.count, one.log.hash, one.session.inputs) == (two.log.count, two.log.hash, two.session.inputs)
        assert state_hash(one.session.state) == one.log.hash == state_hash(two.session.state)


def moved(session: Session, number: int) -> str:
    """Returns one of the possible moves: a drop now and then, otherwise one that no other move undoes."""
    drop = session.rules.by_role.get(Role.DROP)
    return drop if drop and number % 2 else session.moves[number % len(session.moves)]


def forged(match: Match, *words: str, hash: str = "") -> str:
    """Returns a message with these words as the next ones."""
    state, entries = match.session.state, []
    for word in words:
        with suppress(BadInput):
            state = match.session.setup.after(state, word)
        entries.append(Entry(word, hash or state_hash(state)))
    return messages.write(Entries(match.id, match.log.count, tuple(entries)))


@pytest.mark.parametrize("name", [*FOR_TWO, "toy"])
def test_words_reach_both_sides(name: str) -> None:
    pair = Pair(name)
    drop = next(word for word, control in find(name).controls.items() if control.role == "drop")
    for side in (*pair.sides, *pair.sides):
        if not pair.host.match.session.view.choices:
            assert side.match.can_play
            side.word(drop)
            pair.pass_on()
            pair.agree()
    assert pair.host.match.game.seat == 0
    assert pair.guest.match.game.seat == 1


def test_a_tick_comes_from_the_seat_to_move() -> None:
    pair = Pair("toy")
    pair.host.word("age")
    pair.pass_on()
    pair.agree()
    pair.host.match.receive(forged(pair.host.match, "age"), 1.0)
    assert pair.host.match.session.inputs == ("age",)


@pytest.mark.parametrize(
    "word", ["quit", "norandom a", "I", "restart", "6right", "drop drop", "", "force", "no", "drop "]
)
def test_typed_commands_are_not_accepted(word: str) -> None:
    pair = Pair("biquadris", seat=1)
    pair.host.match.receive(forged(pair.host.match, word), 1.0)
    assert pair.host.match.session.inputs == ()
    assert pair.host.match.status is Status.OPEN
    pair.host.match.receive(forged(pair.host.match, "drop"), 1.0)
    assert pair.host.match.session.inputs == ("drop",)


def test_one_side_cannot_play_for_the_other() -> None:
    pair = Pair()
    pair.host.match.receive(forged(pair.host.match, "drop"), 1.0)
    assert pair.host.match.session.inputs == ()
    pair.guest.match.receive(forged(pair.guest.match, "drop", "drop"), 1.0)
    assert pair.guest.match.session.inputs == ("drop",)
    assert not Pair().guest.match.can_play


def test_a_word_played_out_of_turn_is_not_sent() -> None:
    pair = Pair()
    pair.guest.word("drop")
    pair.beat()
    assert pair.host.match.log.count == pair.guest.match.log.count == 0
    pair.guest.match.session.go(0)
    pair.host.word("left")
    pair.pass_on()
    pair.agree()


def test_diverging_states_are_reported_at_once_and_both_keep_their_games() -> None:
    pair = Pair()
    pair.host.word("drop")
    pair.pass_on()
    pair.host.match.receive(forged(pair.host.match, "drop", hash="0" * 8), 1.0)
    assert pair.host.match.status is Status.DIFFERS
    pair.pass_on()
    assert pair.guest.match.status is Status.DIFFERS
    assert pair.host.match.session.inputs == pair.guest.match.session.inputs == ("drop",)
    pair.reconnect(pair.guest)
    pair.agree()


def test_the_place_of_the_other_side_is_compared_too() -> None:
    pair = Pair()
    pair.guest.match.receive(messages.write(messages.At("a1", 0, "0" * 8)), 1.0)
    assert pair.guest.match.status is Status.DIFFERS


def over(pair: Pair) -> Pair:
    """Plays a game to its end."""
    while not pair.host.match.session.over:
        next(side for side in pair.sides if side.match.can_play).word("drop")
        pair.pass_on()
    return pair


def wish(pair: Pair, what: int) -> str:
    """Returns a wish that the host's program would not make."""
    return messages.write(Wish("a1", pair.host.match.log.count, what))


@pytest.mark.parametrize("writer", ["host", "guest"])
@pytest.mark.parametrize("granted", [True, False])
def test_undo_needs_both_sides(writer: str, granted: bool) -> None:
    pair = Pair()
    for side in pair.sides:
        side.word("left")
        side.word("drop")
        pair.pass_on()
    if writer == "guest":
        pair.host.word("drop")
        pair.pass_on()
    before, back = pair.host.match.session.inputs, 0 if writer == "host" else 4
    assert pair.host.match.game.last_turn(0) == back and pair.host.match.game.last_turn(1) == 2
    assert pair.guest.match.game.undone(back) == ((2, 2) if writer == "host" else (0, 1))
    pair.host.match.ask(back)
    pair.pass_on()
    assert pair.guest.match.wishes.theirs == pair.guest.wishes[0] == Wish("a1", len(before), back)
    assert pair.host.match.session.inputs == before
    pair.guest.match.answer(granted)
    pair.pass_on()
    pair.agree()
    assert pair.host.match.session.inputs == (before[:back] if granted else before)
    assert len(pair.host.refusals) == (not granted)


@pytest.mark.parametrize("what", [-1, 0, 1, 2, 3, 5, 6, 7, 100])
def test_only_ones_own_last_turn_can_be_undone_and_another_game_only_follows_the_end(what: int) -> None:
    """The guest is not asked for anything else, whatever the host's program sends."""
    pair = Pair()
    for _turn in range(2):
        for side in pair.sides:
            side.word("left")
            side.word("drop")
            pair.pass_on()
    pair.host.match.ask(what)
    pair.pass_on()
    pair.guest.match.receive(wish(pair, what), 1.0)
    assert pair.host.match.wishes.own is None and pair.guest.wishes == []
    pair.host.match.ask(4)
    pair.pass_on()
    assert pair.guest.wishes == [Wish("a1", 8, 4)]


def test_an_unfinished_turn_is_ones_last() -> None:
    pair = Pair()
    pair.host.word("drop")
    pair.pass_on()
    assert pair.guest.match.game.last_turn(1) is None
    pair.guest.word("left")
    pair.pass_on()
    assert (pair.guest.match.game.last_turn(1), pair.host.match.game.undone(1)) == (1, (0, 1))
    again = Match.load(pair.guest.match.dump(), pair.guest, find, files.read)
    assert (again.game.last_turn(0), again.game.last_turn(1), again.game.undone(0)) == (0, 1, (1, 1))


def test_an_open_question_is_not_exchanged() -> None:
    pair = over(Pair())
    pair.host.match.ask(AGAIN)
    pair.pass_on()
    back = pair.host.match.game.last_turn(0)
    assert back is not None
    pair.guest.match.receive(wish(pair, back), 1.0)
    assert [asked.what for asked in pair.guest.wishes] == [AGAIN]
    pair.guest.match.answer(True)
    pair.pass_on()
    pair.agree()
    assert pair.guest.match.game.games == 1


def test_a_question_lapses_with_the_game_and_the_next_comes_after_a_pause() -> None:
    pair = Pair()
    pair.host.word("left")
    pair.host.match.ask(0)
    pair.pass_on()
    pair.host.word("left")
    pair.host.match.ask(0)
    pair.pass_on()
    assert (len(pair.guest.wishes), pair.guest.lapses) == (1, 1)
    pair.guest.match.answer(True)
    pair.pass_on()
    assert pair.host.match.session.inputs == ("left", "left"), "nobody has granted the second wish"
    for _beat in range(wishes.PAUSE + 1):
        pair.beat()
    assert len(pair.guest.wishes) == 2
    pair.guest.match.disconnect()
    assert pair.guest.lapses == 2


def test_a_refused_wish_is_not_asked_again() -> None:
    pair = Pair()
    for side in pair.sides:
        side.word("drop")
        pair.pass_on()
    for word in ("left", "right", "left"):
        pair.host.match.ask(2 if word == "right" else pair.host.match.game.last_turn(0) or 0)
        pair.pass_on()
        pair.guest.match.answer(False)
        pair.pass_on()
        pair.host.word(word)
        pair.pass_on()
    assert [asked.what for asked in pair.guest.wishes] == [0, 2]
    assert len(pair.host.refusals) == 3, "the other side hears each time that it was refused"
    for _turn in range(2):
        for side in pair.sides:
            side.word("drop")
            pair.pass_on()
    pair.host.match.ask(7)
    pair.pass_on()
    assert [asked.what for asked in pair.guest.wishes] == [0, 2, 7], "another turn is another question"


def test_a_refused_wish_can_be_asked_again_later() -> None:
    pair = over(Pair())
    back = pair.host.match.game.last_turn(0)
    assert back is not None
    for granted, what in ((False, AGAIN), (True, back)):
        pair.host.match.ask(what)
        pair.pass_on()
        pair.guest.match.answer(granted)
        pair.pass_on()
    over(pair).host.match.ask(AGAIN)
    pair.pass_on()
    assert [asked.what for asked in pair.guest.wishes] == [AGAIN, back, AGAIN]


def test_what_both_ask_for_needs_no_answer() -> None:
    pair = over(Pair())
    for side in pair.sides:
        side.match.ask(AGAIN)
    pair.pass_on()
    pair.agree()
    assert pair.host.match.game.games == pair.guest.match.game.games == 1
    assert pair.host.wishes == pair.guest.wishes == []


def test_one_side_cannot_undo_alone() -> None:
    pair = Pair()
    pair.host.word("drop")
    pair.pass_on()
    back = messages.write(Entries("a1", 1, (Entry(0, Pair().host.match.log.hash),)))
    pair.host.match.receive(back, 1.0)
    again = messages.write(Entries("a1", 1, (Entry(AGAIN, "0" * 8),)))
    pair.host.match.receive(again, 1.0)
    assert pair.host.match.session.inputs == ("drop",)
    pair.host.match.receive(messages.write(messages.Answer(Wish("a1", 1, 0), True)), 1.0)
    assert pair.host.match.session.inputs == ("drop",)


def test_a_wish_lapses_with_the_next_word() -> None:
    pair = Pair()
    pair.host.word("drop")
    pair.pass_on()
    pair.host.match.ask(0)
    pair.pass_on()
    pair.guest.word("drop")
    pair.guest.match.answer(True)
    pair.pass_on()
    pair.agree()
    assert pair.host.match.session.inputs == ("drop", "drop")
    assert pair.host.match.wishes.own is None


def test_the_next_game_has_the_next_seed_and_exchanged_seats() -> None:
    pair = over(Pair())
    count = pair.host.match.log.count
    pair.host.match.ask(AGAIN)
    pair.pass_on()
    pair.guest.match.answer(True)
    pair.pass_on()
    pair.agree()
    assert pair.host.match.session.seed == 8
    assert (pair.host.match.game.seat, pair.guest.match.game.seat) == (1, 0)
    pair.guest.word("drop")
    pair.pass_on()
    pair.agree()
    late = Match.load(pair.guest.match.dump(), pair.guest, find, files.read)
    assert (late.game.seat, late.log.count, late.log.hash) == (0, count + 2, pair.host.match.log.hash)


def test_a_late_message_of_the_previous_game_is_no_divergence() -> None:
    pair = Pair()
    late = messages.write(messages.At("a1", 0, pair.host.match.log.hash))
    over(pair).host.match.ask(AGAIN)
    pair.pass_on()
    pair.guest.match.answer(True)
    pair.pass_on()
    for side in pair.sides:
        side.match.receive(late, pair.now)
    pair.guest.word("drop")
    pair.pass_on()
    pair.agree()


@pytest.mark.parametrize("host", [0, 1])
def test_a_lost_connection_resumes_where_it_was(host: int) -> None:
    pair = Pair()
    pair.host.word("left")
    pair.host.said.clear()
    pair.host.match.disconnect()
    assert pair.host.match.status is Status.WAITING
    assert pair.host.match.can_play
    pair.host.word("drop")
    guest = pair.guest
    guest.match = Match.load(guest.match.dump(), guest, find, files.read)
    pair.reconnect(pair.sides[host])
    pair.agree()
    assert guest.match.session.inputs == ("left", "drop")


def test_a_closed_laptop_is_a_pause() -> None:
    """It sends and receives nothing for a day, over a link that does not break; then the game goes on."""
    pair = Pair()
    pair.host.word("drop")
    pair.pass_on()
    for _second in range(int(matches.QUIET) + 2):
        pair.now += 1
        pair.host.match.beat(pair.now)
        pair.host.said.clear()
    assert pair.host.match.is_away(pair.now) and not pair.host.match.can_play
    pair.now += 86_400
    assert pair.host.match.status is Status.OPEN
    pair.beat()
    assert not any(side.match.is_away(pair.now) for side in pair.sides)
    pair.guest.word("drop")
    pair.pass_on()
    pair.agree()
    assert pair.host.match.session.inputs == ("drop", "drop")


@pytest.mark.native
def test_a_guest_that_lost_the_game_gets_all_of_it() -> None:
    pair = Pair()
    for side in pair.sides * 40:
        side.word("left")
        side.word("drop")
        pair.pass_on()
        if side.match.session.over:
            break
    pair.meet()
    assert pair.guest.match.game.adopting and not pair.guest.match.can_play
    pair.pass_on()
    for _ in range(3):
        pair.beat()
    pair.agree()
    assert not pair.guest.match.game.adopting


def adopting(claimed: int) -> tuple[Match, Match]:
    """Returns a game of eight words, and a guest that has none of them; the host claims to have a given number."""
    pair = Pair()
    for side in pair.sides * 4:
        side.word("drop")
        pair.pass_on()
    hello = replace(pair.host.match._hello(), count=claimed)
    guest = Side()
    guest.match = Match.joining(hello, guest, find, files.read)
    guest.match.connect(guest.said.append, 0.0)
    guest.match.greeted(hello, 0.0)
    return pair.host.match, guest.match


def test_a_host_does_not_make_the_guests_moves_in_an_adopted_game() -> None:
    host, guest = adopting(8)
    first, entries = host.log.entries_from(0)
    guest.receive(messages.write(Entries("a1", first, entries)), 1.0)
    assert (guest.game.adopting, guest.log.count, guest.status) == (False, 8, Status.OPEN)
    guest.receive(forged(guest, "drop", "drop"), 1.0)
    assert guest.log.count == 9 and guest.can_play, "the second word is the guest's to play"


def test_an_adopted_game_is_the_one_that_was_announced() -> None:
    """Nothing of it is shown before it is whole, and the greeting says which game it must be."""
    host, guest = adopting(12)
    guest.receive(messages.write(Entries("a1", 0, host.log.entries_from(0)[1])), 1.0)
    assert guest.game.adopting and not guest.can_play and guest.log.count == 8
    for word in ("left", "drop", "left", "drop"):
        guest.receive(forged(guest, word), 1.0)
    assert guest.status is Status.DIFFERS


def test_a_player_who_looks_at_an_old_position_gets_the_words_later() -> None:
    pair = Pair()
    pair.guest.looks_back = True
    pair.host.word("drop")
    pair.pass_on()
    assert pair.guest.match.log.count == 0
    pair.guest.looks_back = False
    pair.beat()
    pair.agree()


def test_messages_beyond_the_limit_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair()
    read = []

    def counted(text: str) -> messages.LiveMessage:
        read.append(text)
        return messages.read(text)

    monkeypatch.setattr(matches, "read", counted)
    for _ in range(5 * int(link.BURST)):
        pair.host.match.receive("nonsense", 1.0)
    assert len(read) <= link.BURST + link.RATE
    pair.guest.match.receive(forged(pair.guest.match, "drop"), 1.0)
    for _ in range(40):
        pair.beat()
    assert pair.guest.match.session.inputs == ("drop",)


def nested(last: str) -> str:
    """Returns a word of 197 characters that runs 8,749 commands."""
    word = f"sequence a\na\t{'se b ' * 9}{last}"
    return word + "".join(f"\n{name}\t{text.strip()}" for name, text in
                          (("b", "se c " * 9), ("c", "se d " * 9), ("d", "cl co " * 6)))  # fmt: skip


def obeyed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Returns a list of all commands that Biquadris obeys from now on."""
    found: list[Any] = []
    obey = biquadris._obey

    def counted(state: Any, command: Any, run: Any) -> Any:
        found.append(command)
        return obey(state, command, run)

    monkeypatch.setattr(biquadris, "_obey", counted)
    return found


def test_a_watched_word_that_runs_thousands_of_commands_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = obeyed(monkeypatch)
    pair = Pair("biquadris", watched=True)
    guest = pair.guest.match
    assert len(nested("levelup")) <= messages.LONGEST_WORD
    entries = tuple(Entry(nested(last), "0" * 8) for last in ("levelup", "leveldown")) * 8
    guest.receive(messages.write(Entries(guest.id, 0, entries)), 1.0)
    guest.receive(messages.write(Entries(guest.id, 0, (Entry("sequence sequence1.txt", "0" * 8),))), 1.0)
    assert (guest.log.count, guest.status, played) == (0, Status.OPEN, [])


def test_a_host_does_not_send_such_a_word() -> None:
    pair = Pair("biquadris", watched=True)
    pair.host.word(nested("levelup"))
    pair.pass_on()
    assert pair.guest.match.status is Status.GONE and not pair.guest.match.log.count


def test_a_watched_sequence_is_computed_once_and_with_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair("biquadris", watched=True)
    guest = pair.guest.match
    word = "sequence a\na\t" + "I J " * 45 + "levelup"
    text = forged(guest, word)
    commands = obeyed(monkeypatch)
    assert sum(1 for _pause in guest.receiving(text, 1.0)) > 90
    assert guest.session.inputs == (word,) and len(commands) == 91


def test_a_message_is_taken_in_steps_and_what_was_played_before_a_pause_stays() -> None:
    pair = Pair()
    guest, saved = pair.guest.match, []
    text = forged(guest, "left", "right", "left", "right")
    pair.guest.changed = lambda: saved.append(guest.log.count)  # type: ignore[method-assign]
    work = guest.receiving(text, 1.0)
    next(work)
    next(work)
    assert (guest.log.count, saved) == (2, [])
    work.close()
    assert (guest.log.count, saved) == (2, [2])
    work = guest.receiving(text, 1.0)
    next(work)
    guest.disconnect()
    assert (list(work), guest.log.count, guest.status) == ([], 3, Status.WAITING)


class Costly:
    """A match to which each message is a number of entries that take 30 milliseconds each, by a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.worked = 0.0
        self.taken: list[str] = []
        self.inbox = Inbox(self.receiving, lambda: self.now)

    def receiving(self, text: str, now: float) -> Generator[None, None, None]:
        for _entry in range(int(text.split(maxsplit=1)[0])):
            self.now += 30
            self.worked += 30
            self.taken.append(text)
            yield


def test_costly_entries_leave_the_page_half_of_the_time() -> None:
    match = Costly()
    assert all(match.inbox.put(f"64 {number}") for number in range(4))
    slices, wait = 0, match.inbox.run()
    while wait is not None:
        assert match.inbox.due == (wait == 0)
        match.now += wait
        assert match.inbox.due
        before = len(match.taken)
        wait = match.inbox.run()
        assert len(match.taken) - before <= 1, "one costly entry in a slice"
        slices += 1
    assert len(match.taken) == 256 and slices >= 255
    assert match.worked <= match.now / 2 + 30
    assert match.taken == [f"64 {number}" for number in range(4) for _entry in range(64)]


def test_a_flood_of_entries_is_refused_but_repeated_texts_are_not() -> None:
    match, text = Costly(), "64 " + "x" * 1200
    assert all(match.inbox.put(text) for _ in range(1000)), "a friend whose messages are not answered repeats them"
    match.inbox.clear()
    sent = 0
    while match.inbox.put(f"{text} {sent}"):
        sent += 1
    assert 64 < sent < 100
    match.inbox.clear()
    assert match.inbox.put(text) and match.inbox.run() is not None
    match.inbox.clear()
    assert match.inbox.run() is None and len(match.taken) == 1


def test_only_messages_are_read() -> None:
    pair = Pair()
    for text in ("", "{}", "[" * 30_000, "9" * 30_000, '{"kesu":1}', forged(pair.host.match, "drop")[:-1]):
        pair.guest.match.receive(text, 1.0)
        with pytest.raises(BadInput):
            messages.read(text)
    many = Entries("a1", 0, (Entry("left", "0" * 8),) * (messages.MOST_ENTRIES + 1))
    with pytest.raises(BadInput):
        messages.read(messages.write(many))
    pair.agree()


def test_other_versions_are_reported() -> None:
    pair = Pair()
    hello = pair.host.match._hello()
    with pytest.raises(OtherVersion):
        Match.joining(replace(hello, rules=hello.rules + 1), Side(), find, files.read)
    with pytest.raises(OtherVersion):
        hello_in(json.dumps({"kesu": messages.VERSION + 1, "whatever": 1}))
    pair.guest.match.connect(pair.guest.said.append, 0.0)
    pair.guest.match.receive(messages.write(replace(hello, rules=hello.rules + 1)), 0.0)
    assert pair.guest.match.status is Status.OTHER_RULES
    pair.pass_on()
    assert pair.host.match.status is Status.OTHER_RULES


def test_only_games_for_two_people_are_played() -> None:
    hello = Pair().host.match._hello()
    for given in ({"game": "chain", "seed": "1"}, {"game": "duel", "computer": "2"}, {"seed": "1"}, {"game": "no"}):
        with pytest.raises(BadInput):
            Match.joining(replace(hello, address=given), Side(), find, files.read)
    with pytest.raises(BadInput):
        Match.joining(replace(hello, seat=2), Side(), find, files.read)
    assert not can_be_played(game("chain"), {})


@pytest.mark.native
@pytest.mark.parametrize("name", sorted(GAMES))
def test_any_game_can_be_watched_even_through_undo(name: str) -> None:
    pair = Pair(name, watched=True)
    host, session = pair.host, pair.host.match.session
    for number in range(8):
        host.word(moved(session, number))
        pair.pass_on()
        pair.agree()
    session.undo()
    session.undo()
    host.match.follow()
    pair.pass_on()
    pair.agree()
    host.word(moved(session, 1))
    session.play(moved(session, 2))
    session.play(moved(session, 3))
    session.undo()
    host.word(moved(session, 4))
    pair.pass_on()
    pair.agree()
    session.timeline.promote(0)
    session.undo()
    host.match.follow()
    pair.pass_on()
    pair.agree()
    session.restart()
    host.match.follow()
    pair.pass_on()
    pair.agree()
    before = pair.host.match.log.count
    pair.guest.word(moved(session, 0))
    pair.beat()
    assert pair.host.match.log.count == before
    pair.host.match.receive(forged(pair.host.match, moved(session, 0)), pair.now)
    assert pair.host.match.log.count == before


def test_a_spectator_sees_a_game_from_its_start() -> None:
    host, guest = Side(), Side()
    session = Session(game("chain"), {}, 7, files.read)
    for word in ("left", "drop", "drop", "cw", "drop"):
        session.play(word)
    session.undo()
    host.match = Match(session, host, id="a1", seat=0, hosting=True, watched=True)
    host.match.connect(host.said.append, 0.0)
    hello = hello_in(host.said.pop())
    assert hello and hello.count == 4
    guest.match = Match.joining(hello, guest, find, files.read)
    guest.match.connect(lambda text: host.match.receive(text, 0.0), 0.0)
    guest.match.greeted(hello, 0.0)
    guest.match.receive(host.said.pop(0), 0.0)
    assert guest.match.session.inputs == session.inputs == ("left", "drop", "drop", "cw")
    assert guest.match.log.hash == state_hash(session.state)


def test_a_damaged_match_is_not_resumed() -> None:
    pair = Pair()
    pair.host.word("drop")
    kept = pair.host.match.dump()
    assert Match.load(kept, pair.host, find, files.read).log.hash == pair.host.match.log.hash
    found = json.loads(kept)
    for name, value in (
        ("log", [["up", "0" * 8]]),
        ("log", [["drop", "0" * 8]]),
        ("log", [[5, "0" * 8]]),
        ("seat", 99),
    ):
        with pytest.raises(BadInput):
            Match.load(json.dumps(found | {name: value}), pair.host, find, files.read)
    with pytest.raises(OtherVersion):
        Match.load(json.dumps(found | {"rules": 999}), pair.host, find, files.read)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_hash_follows_the_state(name: str) -> None:
    session = Session(game(name), {}, 7, files.read)
    seen = {state_hash(session.state)}
    for number in range(8):
        session.play(moved(session, number))
        seen.add(state_hash(session.state))
    assert len(seen) == 9
    session.go(3)
    again = Session(game(name), {}, 7, files.read)
    for word in session.inputs:
        again.play(word)
    assert state_hash(session.state) == state_hash(again.state)


def test_the_hash_does_not_depend_on_the_machine() -> None:
    assert state_hash((np.array([1, 2], np.int8), 3)) == state_hash((np.array([1, 2], np.int64), np.int64(3)))
    assert state_hash({"a": 1, "b": 2}) == state_hash({"b": 2, "a": 1}) == "ddc8a2cb"
    assert state_hash(True) != state_hash(1)
    with pytest.raises(TypeError):
        state_hash(object())


@pytest.mark.native
@pytest.mark.parametrize("name", FOR_TWO)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_over_a_bad_link(name: str, seed: int) -> None:
    seen = live_games.play(game(name), seed)
    assert seen["entries compared"] > 10


@pytest.mark.all
@pytest.mark.native
def test_ten_thousand_games_over_a_bad_link() -> None:
    for seed in range(10_000):
        live_games.play(game(FOR_TWO[seed % len(FOR_TWO)]), seed)
