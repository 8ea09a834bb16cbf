"""Every game is played to its end through the controller, without a page: by keys, pointing, bots, and two devices."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from game import files
from game.__main__ import main
from game.bots import advise
from game.contract import Role, cell_of
from game.play import changes
from game.play.actions import ReplayAction
from game.play.changes import GameOver
from game.play.context import Handling
from game.play.daily_game import DailyGame
from game.play.lesson_game import LessonGame
from game.play.live.live_mode import LiveGame
from game.play.mode import Introduction
from game.play.modes import GuestReplay, OwnGame, RaceGame
from game.play.race import QUIET
from game.rules import GAMES
from game.session import Session
from game.session.challenge import Challenge, ChallengeRound, recorded, replaying
from game.session.daily import day_result_name
from game.session.live.match import Match, Status
from game.session.live.messages import hello_in
from game.session.seats import PERSONS
from game.slices import finished
from game.store.dailies import Dailies
from game.words import Translator
from game.workshop import sources
from game.workshop.loading import load
from tests.onlooker import Onlooker
from tests.table import Table, rules_of, session_of

pytestmark = [
    pytest.mark.native,  # it cannot behave differently inside Pyodide
    pytest.mark.usefixtures("registered_toy"),
]

EVERY = [*GAMES, "toy"]
SMALL: dict[str, dict[str, Any]] = {"push-clear": {"size": 4}, "lines98": {}, "toy": {"width": 3}}
"""Options with which a game ends soon."""
AT_ONCE = Introduction(at_once=True)
DAY = date(2026, 11, 23)
ROLES = (Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN, Role.ROTATE, Role.ROTATE_BACK, Role.SOFT_DROP)


def small(name: str, seed: int = 7, **more: Any) -> Session:
    return session_of(name, seed, (), **SMALL.get(name, {}), **more)


def play_on(table: Table, chance: random.Random) -> None:
    """Does something that a player might do now: keys are held for a moment, cells pointed at."""
    session, view = table.session, table.session.view
    if view.choices:
        table.play.play(view.choices[chance.randrange(len(view.choices))])
    elif session.rules.cursor:
        for cell in chance.choice(session.moves).split()[1:]:
            table.cursor.pick(cell_of(cell))
    else:
        here = [role for role in ROLES if role in session.rules.by_role]
        table.hold(chance.choice(here), chance.choice((20.0, 250.0)))
        if not session.over and Role.DROP in session.rules.by_role:
            table.press(Role.DROP)
    table.run()


def play_to_the_end(table: Table, seed: int = 1, most: int = 3000) -> Table:
    chance = random.Random(seed)
    for _turn in range(most):
        if table.session.over:
            break
        play_on(table, chance)
    assert table.session.over
    return table.run(2000)


@pytest.mark.parametrize("motion", [0.0, 120.0])
@pytest.mark.parametrize("name", EVERY)
def test_whole_game_by_keys_and_cells(name: str, motion: float) -> None:
    table = play_to_the_end(Table(small(name), introduction=AT_ONCE, motion=motion))
    session = table.session
    assert "Game over" in table.said.text or "Game over" in table.card.spoken
    assert table.view == session.view and table.play.game.last_move.all_seen
    assert table.kept().inputs == session.inputs
    again = session_of(name, 7, session.inputs, **SMALL.get(name, {}))
    assert again.state == session.state or again.save() == session.save(), "the page adds nothing to the rules"
    records = table.finished.all().games(next(iter(table.finished.all().presets)))
    assert len(records) == 1, "it is counted once"
    assert len({card.title for card in table.all(GameOver)}) == 1


def test_minutes_of_play_come_out_the_same_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(session_of("nineteen", 8), introduction=AT_ONCE)
    table.handling, session = Handling(motion=0.0), table.session
    while table.time < 180_000 and not session.over:
        advice = advise(session.rules, session.state, 1)
        for word in advice.words[:-1]:
            table.play.play(word)
        table.run(6000).press(Role.DROP)
    assert session.inputs.count("tick") > 60
    monkeypatch.setattr("sys.stdin", io.StringIO(" ".join(session.inputs)))
    assert main(["nineteen", "-seed", "8", "-json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["score"], last["rows"]) == (session.score, list(session.view.boards[0].rows))


@pytest.mark.parametrize("name", EVERY)
def test_undo_and_redo_over_a_whole_game(name: str) -> None:
    table = play_to_the_end(Table(small(name), introduction=AT_ONCE))
    session, inputs, end = table.session, table.session.inputs, table.session.view
    while session.can_undo:
        assert not table.act("undo").view.over
    assert session.view == small(name).view and table.act("undo").message == "Nothing to undo."
    while session.can_redo:
        table.act("redo")
    assert session.inputs == inputs and table.view == end and session.assisted


@pytest.mark.parametrize("name", EVERY)
def test_demo_can_be_watched_and_taken_over(name: str) -> None:
    table = Table(small(name), introduction=AT_ONCE)
    table.play.assistant.set_speed(32.0)
    table.act("demo")
    assert table.all(changes.DemoChanged)[-1] == changes.DemoChanged(True, 32.0)
    assert table.message == "Demo running. Make any move to take over." or table.session.length
    table.until(lambda: table.session.length > 5)
    assert table.said.offer == "Stop"
    table.accept()
    assert table.message == "Your turn." and not table.all(changes.DemoChanged)[-1].running
    played = [word for word in table.session.inputs if rules_of(name).role(word) is not Role.TICK]
    table.run(200)
    now = [word for word in table.session.inputs if rules_of(name).role(word) is not Role.TICK]
    assert now == played and not table.session.own, "a demo does not count"


LOST_WITH = {"chain": 4, "toy": 2}
"""Seeds of random play from whose last moment a demo soon loses too; 1 for the other games."""


@pytest.mark.parametrize("name", EVERY)
def test_demo_plays_a_game_to_its_end(name: str) -> None:
    """It takes over a player's lost game just before the end: from the start, a bot plays on for hours."""
    more = {"colours": 5} if name == "chain" else {}
    lost = play_to_the_end(Table(small(name, **more), introduction=AT_ONCE), seed=LOST_WITH.get(name, 1)).session
    session = session_of(name, 7, lost.inputs[:-1], **SMALL.get(name, {}), **more)
    table = Table(session, introduction=AT_ONCE)
    table.handling = Handling(motion=0.0)
    table.play.assistant.set_speed(1000.0)
    table.act("demo")
    table.until(lambda: table.session.over).run(1000)
    assert not table.all(changes.DemoChanged)[-1].running
    assert not table.finished.all().presets, "a demo does not count"
    assert "A demo played part of it, so it is not counted." in table.card.comparison
    assert not table.card.celebrates


@pytest.mark.parametrize("name", EVERY)
def test_hint_is_shown_and_can_be_followed(name: str) -> None:
    table = Table(small(name), introduction=AT_ONCE)
    table.act("hint").until(lambda: table.said.offer == "Show it")
    inputs, nudge = table.session.inputs, table.message
    assert not table.said.more and not table.play.display.hint.arrow and not table.session.assisted
    table.run(3000)
    assert table.session.inputs == inputs, "no time passes while a nudge is read"
    table.accept()
    assert table.said.offer == "Play this move" and table.message not in nudge
    hint, inputs = table.play.display.hint, table.session.inputs
    assert hint.cells and table.message.endswith(".") and table.said.more.endswith(".")
    boards = table.all(changes.BoardsChanged)[-1]
    assert all("hint" in boards.marks[cell] for cell in hint.cells)
    table.run(3000)
    assert table.session.inputs == inputs, "no time passes while a hint is shown"
    table.accept()
    assert table.session.length > len(inputs) and not table.play.display.hint.cells
    assert table.session.assisted and not table.all(changes.BoardsChanged)[-1].arrow


@pytest.mark.parametrize("strength", ["1", "5"])
@pytest.mark.parametrize("name", ["duel", "biquadris", "toy"])
def test_game_against_the_computer(name: str, strength: str) -> None:
    table = Table(small(name, computer=strength))
    table.handling = Handling(motion=0.0)
    chance, most = random.Random(3), 6 if strength == "5" else 300
    for _turn in range(most):
        table.until(lambda: table.session.over or not table.play.game.computers_turn)
        if table.session.over:
            break
        before = table.session.inputs
        play_on(table, chance)
        assert table.session.inputs[: len(before)] == before
    if strength == "1":
        assert table.session.over and ("Pip wins" in table.card.spoken or "you win" in table.card.spoken)
        records = table.finished.all()
        (record,) = records.games(records.presets[0])
        assert record.score == ("you win" in table.card.spoken), "one game is recorded, as won or lost"
    assert table.names[1] == Translator()(PERSONS[strength])


@pytest.mark.parametrize("name", EVERY)
def test_race_against_a_recorded_game(name: str) -> None:
    rival = play_to_the_end(Table(small(name), introduction=AT_ONCE), seed=2)
    mine = recorded(rival.session, "Ana", rival.play.tenths)
    challenge = Challenge(rival.session.rules, rival.session.options, (ChallengeRound(7, (mine,)),))
    played = finished(replaying(challenge, files.read))
    mode = RaceGame(Translator(), played)
    table = Table(small(name), mode, AT_ONCE)
    assert table.all(changes.Rival)[0].name == "Ana"
    assert table.figures()["Lead"] == "0"
    play_to_the_end(table, seed=2 if name == "push-clear" else 5)
    ana, race = rival.session.score, table.play.game.race
    assert race and race.final == ana and race.lead == table.session.score - ana
    assert f"Ana: {ana:,}." in table.message and table.all(changes.GameOver)[-1].is_answer
    assert table.card.is_answer and table.card.comparison.endswith(table.message[table.message.index("Ana") :])
    assert table.all(changes.Rival)[-1].board.rows == rival.session.view.boards[0].rows


@pytest.mark.parametrize(
    ("name", "best", "said"),
    [
        ("Ana", False, "You have passed Ana!"),
        ("", False, "You have passed the challenger!"),
        ("Ana", True, "You have passed your best game!"),
    ],
)
def test_passing_the_rival_is_announced_to_everyone(name: str, best: bool, said: str) -> None:
    words = ("left", "up", "right", "down", "left", "up", "right", "down")
    rival = session_of("push-clear", 7, words[:2])
    challenge = Challenge(rival.rules, rival.options, (ChallengeRound(7, (recorded(rival, name, {}),)),))
    played = finished(replaying(challenge, files.read))
    table = Table(session_of("push-clear", 7), RaceGame(Translator(), played, best=best), AT_ONCE)
    race = table.play.game.race
    assert race
    for lead in (-3, 4, -2):
        race.lead, table.time = lead, table.time + 20_000
        race._say_turned()
        texts = [change.text for change in table.all(changes.Message)]
        assert (texts[-1] == said) is (lead == 4)
        table.play.narrator.tell("")
    assert table.all(changes.SpokenOnly), "falling behind is said to screen readers only"


@pytest.mark.parametrize("name", EVERY)
def test_no_frame_copies_the_whole_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for a race or a replay either: a game may have a hundred thousand inputs."""
    session = small(name)
    for _word in range(4):
        session.play(session.moves[0])
    challenge = Challenge(session.rules, session.options, (ChallengeRound(7, (recorded(session, "Ana", {}),)),))
    mode = RaceGame(Translator(), finished(replaying(challenge, files.read)))
    table = Table(small(name), mode, AT_ONCE)

    def copied(_session: Session) -> tuple[str, ...]:
        raise AssertionError("inputs are copied")

    monkeypatch.setattr(Session, "inputs", property(copied))
    for _word in range(4):
        table.play.play(table.session.moves[0])
        table.play.run_frame(table.time, lambda _now: None)
        assert table.play.game.race
        table.play.game.race._catch_up()
    table.act("replay")
    assert table.play.replay
    for action in (ReplayAction.ON, ReplayAction.ON, ReplayAction.BACK, ReplayAction.RUN):
        table.play.replay.act(action)
        table.play.run_frame(table.time, lambda _now: None)


def test_the_first_leader_is_announced_although_the_page_has_just_loaded() -> None:
    rival = session_of("push-clear", 7, ["left"])
    challenge = Challenge(rival.rules, rival.options, (ChallengeRound(7, (recorded(rival, "Ana", {}),)),))
    mode = RaceGame(Translator(), finished(replaying(challenge, files.read)))
    table = Table(session_of("push-clear", 7), mode, AT_ONCE)
    race = table.play.game.race
    assert race and table.time < QUIET
    race.lead = -3
    race._say_turned()
    assert table.all(changes.SpokenOnly)


@pytest.mark.parametrize("name", EVERY)
def test_only_the_first_try_of_a_day_counts(name: str) -> None:
    first = Table(small(name), introduction=AT_ONCE)
    tries = Dailies(first.store, lambda: 1_795_478_400.0)
    tries.begin(name, DAY)
    first.open(small(name), DailyGame(Translator(), tries, DAY), AT_ONCE)
    assert "first try" in first.all(changes.CaptionChanged)[-1].text
    play_to_the_end(first)
    tried, score = tries.tried(name, DAY), first.session.score
    assert tried and (tried.score, tried.assisted) == (score, False)
    assert first.card.day and first.card.day.result == day_result_name(first.session.rules, DAY, score, Translator())
    assert "your score" in first.all(changes.CaptionChanged)[-1].text
    first.open(small(name), DailyGame(Translator(), tries, DAY), AT_ONCE)
    play_to_the_end(first, seed=8)
    assert tries.tried(name, DAY) == tried, "the rest is practice"


def test_restart_of_a_daily_try_is_warned_of_and_ends_it() -> None:
    table = Table(small("push-clear"))
    tries = Dailies(table.store, lambda: 1_795_478_400.0)
    tries.begin("push-clear", DAY)
    table.open(small("push-clear"), DailyGame(Translator(), tries, DAY))
    table.press(Role.LEFT, Role.UP).act("restart")
    assert "Restarting ends" in table.message and tries.counts("push-clear", DAY)
    table.act("undo")
    assert "assisted" in table.all(changes.CaptionChanged)[-1].text
    score = table.session.score
    table.act("restart").accept()
    tried = tries.tried("push-clear", DAY)
    assert tried and (tried.score, tried.assisted) == (score, True)
    assert table.session.view == small("push-clear").view


class Teacher:
    """Counts the lessons that are done or missed."""

    def __init__(self) -> None:
        self.done = self.unsuccessful = self.restarted = 0

    def reached(self) -> None:
        self.done += 1

    def missed(self) -> None:
        self.unsuccessful += 1

    def again(self) -> None:
        self.restarted += 1

    def left(self) -> None:
        pass


@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_done_by_demonstrating_or_playing_them(name: str) -> None:
    rules = rules_of(name)
    for lesson in rules.lessons:
        for shown in (True, False):
            options = {**lesson.options, **({"calm": True} if rules.timed else {})}
            teacher = Teacher()
            session = session_of(name, lesson.seed, lesson.unseen, **options)
            table = Table(session, LessonGame(Translator(), lesson, teacher), AT_ONCE)
            if shown:
                table.play.assistant.demonstrate(lesson.seen)
                table.run(600 + 500 * (len(lesson.seen) + 1))
            else:
                for word in lesson.seen:
                    table.play.play(word)
                    table.run()
            assert teacher.done == 1, lesson.caption
            assert not table.finished.all().presets and table.saves.current(name) is None
            table.act("restart")
            assert teacher.restarted == 1
            assert "Best" not in table.figures(), "a lesson shows no best score"


@pytest.mark.parametrize("name", [name for name in GAMES if rules_of(name).seats > 1])
def test_a_lesson_for_two_names_the_players_as_a_game_against_the_computer(name: str) -> None:
    own = []
    for number in range(len(rules_of(name).lessons)):
        play = lesson_table(name, number, Teacher()).play
        assert sorted(play.players) == ["Pip", "You"] and play.narrator.own_seat == play.session.view.turn
        own.append(play.narrator.own_seat)
        for word in rules_of(name).lessons[number].seen:
            play.play(word)
        assert play.narrator.own_seat == own[-1], "the other board does not become theirs as turns change"
    assert set(own) == ({0, 1} if name == "duel" else {0}), "one lesson is played at the other board"


def lesson_table(name: str, number: int, teacher: Teacher) -> Table:
    lesson = rules_of(name).lessons[number]
    session = session_of(name, lesson.seed, lesson.unseen, **lesson.options)
    return Table(session, LessonGame(Translator(), lesson, teacher), AT_ONCE)


@pytest.mark.parametrize(
    ("name", "number", "wrong"),
    [
        ("push-clear", 1, ["up"]),
        ("push-clear", 2, ["up"]),
        ("chain", 1, ["right", "right", "drop"]),
        ("lines98", 1, ["move i9 i8"]),
    ],
)
def test_wrong_step_is_missed_once_and_waits_to_be_started_again(name: str, number: int, wrong: list[str]) -> None:
    teacher = Teacher()
    table = lesson_table(name, number, teacher)
    for word in wrong:
        assert teacher.unsuccessful == 0
        table.play.play(word)
        table.run()
    table.until(lambda: teacher.unsuccessful > 0, 5_000)
    assert (teacher.done, teacher.unsuccessful) == (0, 1)
    before = table.session.state
    table.play.play(rules_of(name).lessons[number].seen[0])
    table.run()
    assert table.session.state is before, "nothing is played until the lesson starts again"
    assert (teacher.done, teacher.unsuccessful) == (0, 1)


def test_two_wrong_steps_in_quick_succession_are_missed_too() -> None:
    teacher = Teacher()
    table = lesson_table("push-clear", 2, teacher)
    table.play.play("up")
    table.play.play("down")
    table.run(3_000)
    assert (teacher.done, teacher.unsuccessful) == (0, 1)


def test_the_offer_of_lessons_ends_with_a_piece() -> None:
    """In a game whose pieces fall, nothing else would be said until a row is full."""
    table = Table(session_of("nineteen", 7, calm=True), introduction=AT_ONCE)
    table.play.say("New to this game?", "Learn it", lambda: None, 3)
    table.press(Role.LEFT, Role.LEFT, Role.DROP).run(2_000)
    assert table.message == "New to this game?", "a few keys may have been an accident"
    table.press(Role.RIGHT, Role.DROP).run(2_000)
    assert (table.message, table.said.offer) == ("", "")


def test_lessons_stay_on_offer_after_an_accidental_move() -> None:
    """The offer returns whenever there is nothing else to say, until a few moves have been made."""
    table = Table(session_of("push-clear", 7), introduction=AT_ONCE)
    taught: list[int] = []
    table.play.say("New to this game?", "Learn it", lambda: taught.append(1), 3)
    for role in (Role.LEFT, Role.DOWN, Role.UP):
        table.press(role).run(2_000)
        assert (table.message, table.said.offer) == ("New to this game?", "Learn it")
    table.press(Role.RIGHT).run(2_000)
    assert table.message != "New to this game?"
    table.act("undo").run(2_000)
    table.accept()
    assert taught == [1]


@pytest.mark.parametrize("name", EVERY)
def test_replay_of_a_whole_game(name: str) -> None:
    table = play_to_the_end(Table(small(name), introduction=AT_ONCE))
    inputs, end, saved = table.session.inputs, table.session.view, table.kept().inputs
    table.act("replay")
    replay, bar = table.play.replay, table.bar
    assert replay and bar.player is replay and table.view == small(name).view
    bar.speed = 64.0
    replay.toggle()
    table.until(lambda: not bar.running)
    assert bar.place[:2] == (len(inputs), len(inputs)) and table.view == end
    replay.step(-1)
    assert table.view == session_of(name, 7, inputs[:-1], **SMALL.get(name, {})).view
    replay.act(ReplayAction.CLOSE)
    table.run()
    assert table.play.replay is None and table.session.inputs == inputs and table.kept().inputs == saved
    assert not table.session.assisted, "looking back does not count as assisted"


@pytest.mark.parametrize("name", EVERY)
def test_guests_replay_can_be_played_on_as_ones_own_game(name: str) -> None:
    theirs = play_to_the_end(Table(small(name), introduction=AT_ONCE), seed=4).session
    theirs.note(imported=True)
    mine = small(name, seed=9)
    table = Table(mine, OwnGame(Translator()), AT_ONCE)
    table.open(theirs, GuestReplay(Translator()))
    assert table.play.replay is not None and table.kept().seed == 9
    table.play.replay.go(2)
    table.play.replay.close(stay=True)
    table.run()
    assert table.play.replay is None and table.play.mode.saved
    assert table.kept().seed == 7 and len(table.kept().inputs) == 2
    assert table.saves.has_before(name, None), "one's own game is the previous one"
    if theirs.rules.seats == 1:
        assert "Best" in table.figures(), "a game of one's own shows the best score"


class Device(Onlooker):
    """One side of a live game: a table, and what it sends to the other side."""

    table: Table

    def sit_down(self) -> None:
        mode = LiveGame(Translator(), self.match, lambda _text: None, lambda: None)
        self.table = Table(self.match.session, mode, AT_ONCE)

    def run(self) -> None:
        """Lets a frame pass and follows it."""
        self.table.run()
        self.match.follow()

    def play(self, word: str) -> None:
        self.table.play.play(word, mine=False)

    def go_back(self, position: int) -> None:
        self.table.play.go(position)

    def begin(self, session: Session) -> None:
        self.sit_down()


def connect(name: str) -> tuple[Device, Device]:
    """Returns two devices that play a game with each other."""
    host, guest = Device(), Device()
    host.match = Match(small(name), host, id="a1", seat=0, hosting=True, read_file=files.read)
    host.match.connect(host.said.append, 0.0)
    hello = hello_in(host.said.pop())
    assert hello
    guest.match = Match.joining(hello, guest, rules_of, files.read)
    guest.match.connect(guest.said.append, 0.0)
    host.sit_down()
    guest.sit_down()
    guest.match.greeted(hello, 0.0)
    deliver(host, guest)
    return host, guest


def deliver(host: Device, guest: Device) -> None:
    while host.said or guest.said:
        for side, other in ((host, guest), (guest, host)):
            sent, side.said[:] = list(side.said), []
            for text in sent:
                other.match.receive(text, 0.0)
    for side in (host, guest):
        side.run()


@pytest.mark.parametrize("name", ["duel", "biquadris", "toy"])
def test_live_game_on_two_devices(name: str) -> None:
    host, guest = connect(name)
    chance = random.Random(5)
    for _turn in range(600):
        if host.match.session.over:
            break
        here, there = (host, guest) if host.match.can_play else (guest, host)
        assert here.match.can_play and not there.match.can_play
        there.table.press(Role.LEFT)
        assert there.table.message == "It is your friend's turn."
        play_on(here.table, chance)
        here.match.follow()
        deliver(host, guest)
        assert host.match.session.inputs == guest.match.session.inputs
    assert host.match.session.over and host.match.status is guest.match.status is Status.OPEN
    cards = {host.table.card.title, guest.table.card.title}
    assert cards == {"You win!", "Your friend wins!"} or cards == {"Game over"}
    assert host.table.names == ["You", "Your friend"]


CAUSES = {
    "push-clear": "No moves left.",
    "chain": "The stack reached the top.",
    "nineteen": "The stack reached the top.",
    "lines98": "The board is full.",
}


@pytest.mark.parametrize("name", CAUSES)
def test_card_says_what_ended_the_game(name: str) -> None:
    """It once said only that the game was over."""
    session = session_of(name, 3)
    while not session.over:
        session.play("drop" if "drop" in session.moves else session.moves[0])
    table = Table(session, introduction=AT_ONCE)
    table.play.ending.say()
    assert table.card.title == CAUSES[name] and table.card.spoken.startswith(f"{CAUSES[name]} Game over.")


@pytest.mark.parametrize("name", ["duel", "biquadris"])
@pytest.mark.parametrize(("options", "names"), [({}, ("Player 1", "Player 2")), ({"computer": "1"}, ("You", "Pip"))])
def test_card_of_two_says_on_whose_board_it_ended(name: str, options: dict[str, str], names: Sequence[str]) -> None:
    """It once named only the winner."""
    session = session_of(name, 3, **options)
    while not session.over:
        session.play("drop")
    table = Table(session, introduction=AT_ONCE)
    table.play.ending.say()
    loser = names[2 - session.view.winner]
    assert table.card.comparison.startswith(f"{loser}: The stack reached the top.")
    assert table.card.spoken.startswith(f"{loser}: The stack reached the top. Game over")
    winner = names[session.view.winner - 1]
    assert table.card.title == ("You win!" if winner == "You" else f"{winner} wins!")


def test_card_says_no_more_than_a_game_of_the_workshop_declares() -> None:
    """Thirty turns on a full board once ended with "The board is full."."""
    session = Session(load(sources.example("match3").text), {}, 1, files.read)
    while not session.over:
        session.play(session.moves[0])
    table = Table(session, introduction=AT_ONCE)
    table.play.ending.say()
    assert table.card.title == "Game over"


def test_a_demo_for_two_soon_fills_a_row() -> None:
    """It once took half a minute; now the pauses are no longer than for one player's turns."""
    table = Table(session_of("biquadris", 7), introduction=AT_ONCE, motion=250.0).act("demo")
    table.until(lambda: any(table.session.view.scores), longest=14_000.0)
