"""What happens in an open game when keys, time, the partner and another page meet; and what the player reads then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game import files
from game.bots import Advice, Bot, advise
from game.contract import Completed, Event, Locked, Noted, Role, Scored, Vanished, cell_of
from game.play import changes
from game.play.actions import Action, ReplayAction
from game.play.activity import Activity
from game.play.clock import Clock
from game.play.context import Handling
from game.play.cursor import LET_GO, PICK
from game.play.last_move import LastMove
from game.play.lock_delay import FROM_LEVEL, MOST_MOVES
from game.play.mode import Introduction, Mode
from game.play.modes import GuestReplay, OwnGame, RaceGame
from game.rules import GAMES
from game.session import Session
from game.session.challenge import Challenge, ChallengeRound, Recorded, read, replaying
from game.session.records import preset_of
from game.slices import finished
from game.store import names, races
from game.store.store import Store
from game.text.names import word_name
from game.words import Translator
from tests.table import FRAME, Table, session_of

pytestmark = [
    pytest.mark.native,  # it cannot behave differently inside Pyodide
    pytest.mark.usefixtures("registered_toy"),
]

AT_ONCE = Introduction(at_once=True)
WORDS = ["left", "up", "right", "down", "left", "up", "right"]
MOVES = {"left": Role.LEFT, "up": Role.UP, "right": Role.RIGHT, "down": Role.DOWN}


def open_game(
    name: str, seed: int = 7, introduction: Introduction = AT_ONCE, motion: float = 0.0, **options: Any
) -> Table:
    return Table(session_of(name, seed, (), **options), introduction=introduction, motion=motion)


def pushed() -> Table:
    """Returns a game of Push and Clear with some moves."""
    return open_game("push-clear").press(*(MOVES[word] for word in WORDS))


def keys(table: Table) -> list[str]:
    """Returns the inputs without ticks."""
    return [word for word in table.session.inputs if word != "tick"]


# Keys and time.


def test_held_key_repeats_to_the_wall_and_is_let_go_on_pause() -> None:
    table = open_game("nineteen", 3)
    table.play.press(Role.LEFT, table.time)
    table.run(600)
    assert min(column for _row, column in table.view.boards[0].piece) == 0
    before = table.session.inputs.count("left")
    assert before >= 3
    table.play.pause()
    assert table.veil.text == "Paused" and table.veil.button == "Continue"
    table.play.go_on()
    table.run(300).press(Role.RIGHT).run(300)
    assert table.session.inputs.count("left") == before, "the key is released"


def test_handling_settings_change_the_key_repeat() -> None:
    moved = []
    for handling in (Handling(), Handling(delay=60.0, repeat=20.0)):
        table = open_game("duel")
        table.handling = handling
        table.play.apply_settings()
        table.hold(Role.RIGHT, 170)
        moved.append(len(table.session.inputs))
    assert moved[0] < moved[1]


def test_no_time_passes_until_the_player_starts_nor_while_paused() -> None:
    table = open_game("chain", 5, introduction=Introduction())
    assert table.veil == changes.Veil("Ready?", "Start")
    table.run(3000).press(Role.LEFT)
    assert table.session.inputs == (), "the key only starts the game"
    table.run(1200)
    inputs = table.session.inputs
    assert inputs and set(inputs) == {"tick"}
    table.act("pause").run(3000).press(Role.LEFT)
    assert keys(table) == [] and len(table.session.inputs) <= len(inputs) + 1


def test_undo_in_a_timed_game_goes_back_a_piece_and_pauses() -> None:
    table = open_game("nineteen", 3).press(Role.LEFT, Role.DROP)
    score = table.session.score
    table.act("undo")
    assert table.veil.text and table.view == session_of("nineteen", 3).view
    table.act("redo")
    assert table.figures()["Score"] == score > 0


def test_no_hurry_means_that_nothing_falls_but_keys_repeat() -> None:
    table = open_game("nineteen", 3, introduction=Introduction(), calm=True)
    assert not table.veil.text
    table.run(5000)
    assert table.session.inputs == ()
    table.hold(Role.LEFT, 500).run(3000)
    assert keys(table) == list(table.session.inputs) == ["left"] * 4


def test_landed_piece_can_move_for_a_while_at_high_speed() -> None:
    session = session_of("nineteen")
    while session.view.boards[0].level < FROM_LEVEL:
        for word in advise(session.rules, session.state, 1).words:
            session.play(word)
    table = Table(session, introduction=AT_ONCE)
    before = table.play.landings
    table.until(lambda: _rests(session))
    table.press(*[Role.LEFT, Role.RIGHT] * (MOST_MOVES // 2))
    assert table.play.landings == before, "it does not lock while it is moved"
    table.run(3000)
    assert table.play.landings > before, "the piece locks in the end"


def _rests(session: Session) -> bool:
    """Returns whether the next tick would lock the piece."""
    _state, events = session.rules.play(session.state, "tick")
    return any(isinstance(event, Locked) for event in events)


@pytest.mark.parametrize("held", ["down", "right"])
def test_held_key_does_not_move_the_next_piece_of_the_same_frame(held: str) -> None:
    """A page that has stalled has several repeats to do at once; here the first locks the piece."""
    table = open_game("duel", 7)
    session = table.session
    while not any(isinstance(event, Locked) for event in session.rules.play(session.state, "down")[1]):
        session.play("down")
    before = session.inputs
    table.play.moves.play(["down", *[held] * 4], due=True)
    table.run()
    assert session.inputs == (*before, "down") and table.view.turn == 1


def test_ticks_of_a_frame_go_on_after_a_piece_has_locked() -> None:
    table = open_game("nineteen", 7)
    while not _rests(table.session):
        table.session.play("tick")
    table.play.moves.play(["tick", "left", "tick"], due=True)
    assert table.session.inputs[-2:] == ("tick", "tick"), "time passes, but the held key was for the last piece"


def test_stall_of_the_clock_repeats_a_key_several_times() -> None:
    clock = Clock()
    clock.press(Role.SOFT_DROP, 0.0)
    clock.advance(0.0, 1e9)
    assert clock.advance(183.0, 1e9).count(Role.SOFT_DROP) == 5


def test_long_stall_counts_as_the_longest_frame() -> None:
    clock = Clock()
    clock.press(Role.SOFT_DROP, 0.0)
    clock.advance(0.0, 1e9)
    assert clock.advance(1500.0, 1e9).count(Role.SOFT_DROP) == 7  # of 250 ms, every 33 ms
    assert clock.advance(1532.0, 1e9).count(Role.SOFT_DROP) == 1, "and the key goes on as if nothing had been"


def test_held_key_is_let_go_when_the_turn_passes() -> None:
    table = open_game("duel", 7)
    table.play.press(Role.RIGHT, table.time)
    table.run(400).press(Role.DROP)
    inputs = table.session.inputs
    assert table.session.view.turn == 1
    table.run(1000)
    assert table.session.inputs == inputs, "the key was meant for the first player's piece"


# What can go wrong in a move.


def test_bad_word_in_a_batch_shows_and_keeps_what_was_played_before_it() -> None:
    table = open_game("push-clear")
    table.play.moves.play(["left", "jump", "up"])
    assert "jump" in table.message
    table.run()
    assert table.view == table.session.view == session_of("push-clear", 7, ["left"]).view
    assert table.kept().inputs == ("left",) and "jump" in table.message, "the error is what remains to be read"


def test_move_that_cannot_be_shown_is_taken_back() -> None:
    table = open_game("push-clear").press(Role.LEFT)
    tell, broken = table.play.game.tell, [True]

    def fail(change: changes.Change) -> None:
        if isinstance(change, changes.BoardsChanged) and change.events and broken:
            broken.clear()
            raise RuntimeError("broken on purpose")
        tell(change)

    table.play.game.tell = fail
    table.play.do(Role.UP)
    with pytest.raises(RuntimeError):
        table.run()
    assert table.session.inputs == ("left",) == table.kept().inputs
    table.press(Role.UP, Role.RIGHT)
    assert table.kept().inputs == ("left", "up", "right") and table.view == table.session.view


def test_a_key_takes_one_savepoint(monkeypatch: pytest.MonkeyPatch) -> None:
    table, savepoint, taken = open_game("push-clear"), Session.savepoint, list[int]()

    def counted(session: Session) -> Callable[[], None]:
        taken.append(len(session.inputs))
        return savepoint(session)

    monkeypatch.setattr(Session, "savepoint", counted)
    table.press(Role.LEFT)
    assert table.session.inputs == ("left",) and taken == [0]


def test_impossible_move_shows_a_message_and_changes_nothing() -> None:
    table = open_game("push-clear").press(Role.LEFT, Role.LEFT)
    assert table.message == "Can't move there." and table.session.inputs == ("left",)
    table.act("replay")
    assert table.message == "", "opening a replay clears the message"


def test_refused_rotation_is_shown_but_a_wall_is_not() -> None:
    table = open_game("nineteen", 3)
    table.hold(Role.LEFT, 800)
    assert not table.all(changes.Refused)
    table = Table(session_of("nineteen", 3))
    table.play.go_on()
    table.play.moves._refuse(["rotate"], was_over=False)
    assert table.all(changes.Refused)


def test_newer_page_keeps_the_game() -> None:
    older = open_game("push-clear").press(Role.LEFT)
    older.saves.claim("push-clear")
    newer = Table(older.kept(), store=older.store)
    newer.saves._page = "other"
    newer.saves.claim("push-clear")
    older.press(Role.UP)
    assert older.all(changes.TakenElsewhere) and newer.kept().inputs == ("left",)


@pytest.mark.parametrize("name", ["nineteen", "chain"])
def test_every_input_of_a_timed_game_is_saved(name: str) -> None:
    table = open_game(name).press(Role.LEFT, Role.LEFT, Role.ROTATE)
    assert [word for word in table.kept().inputs if word != "tick"] == keys(table)
    assert len(keys(table)) == 3


# Hints, demos, the computer.


class Ponder:
    """A bot that thinks until the test releases it."""

    def __init__(self, decided: bool = False) -> None:
        self.decided = decided

    def think(self, rules: Any, state: Any, effort: int = 5, seed: int = 0) -> Iterator[Advice]:
        while not self.decided:
            yield Advice(())
        yield Advice((rules.moves(state)[0],), "Why not?")


class Pondering(OwnGame):
    """A game with such a bot."""

    def __init__(self) -> None:
        super().__init__(Translator())
        self.ponder = Ponder()
        self.bot = Bot(self.ponder.think)


def test_long_thinking_is_announced_and_any_input_ends_it() -> None:
    mode = Pondering()
    table = Table(session_of("lines98", 3), mode, AT_ONCE)
    acts: list[Callable[[], object]] = [lambda: table.cursor.point(Role.LEFT), lambda: table.play.act(Action.UNDO)]
    for act in acts:
        table.act("hint").run(600)
        assert table.message == "Thinking…"
        act()
        assert table.message != "Thinking…"
    table.act("demo")
    assert "Demo running" in table.message
    table.cursor.point(Role.LEFT)
    assert not table.all(changes.DemoChanged)[-1].running
    mode.ponder.decided = True
    table.run(500)
    assert table.session.inputs == () and not table.said.offer
    table.act("hint").run(100)
    assert (table.message, table.said.offer) == ("Why not?", "Play this move"), "the demo has made the game assisted"


def test_what_happened_in_a_fast_demo_can_be_read() -> None:
    """It was once replaced after a tenth of a second by the news that a demo is running."""
    table = Table(session_of("nineteen", 3), Pondering(), AT_ONCE)
    table.act("demo")
    narrator = table.play.narrator
    narrator.demo("Line clear! Level 2.")
    shown = len(table.all(changes.Message))
    for _moment in range(8):
        table.run(100)
        narrator.demo()
        narrator.demo("Line clear!")
    assert table.message == "Line clear! Level 2." and len(table.all(changes.Message)) == shown
    table.run(300)
    narrator.demo()
    assert table.message.startswith("Demo running") and table.said.offer == "Stop"
    narrator.demo("Double!")
    table.act("demo")
    assert table.message == "Your turn.", "what the player does is answered right away"
    table.act("demo")
    assert table.message.startswith("Demo running")


def test_what_is_said_in_a_fast_demo_goes_with_the_words_on_the_board() -> None:
    """The line said "40 points." during a chain of two, for the first link's sentence was left for a second."""
    session = session_of("chain", 3)
    links: list[Event] = [Vanished((), 1), Scored(40, (9, 2)), Vanished((), 2), Scored(320, (9, 2))]
    table = Table(session, Pondering(), AT_ONCE)
    table.act("demo")
    game, narrator = table.play.game, table.play.narrator
    game.last_move = LastMove(session.view, session.view, links)
    narrator.narrate(links[:2], whole=False)
    assert table.message == "40 points."
    narrator.narrate(links, whole=True)
    assert table.message == "2-chain! 360 points."
    game.last_move = LastMove(session.view, session.view, links[:2])
    narrator.narrate(links[:2], whole=True)
    assert table.message == "2-chain! 360 points.", "the next move has no word on the board, and waits"
    game.last_move = LastMove(session.view, session.view, links)
    narrator.narrate([Completed((), 2), Scored(80, (9, 2))], whole=True)
    assert table.message == "Double! 80 points."


def test_what_a_computers_skipped_turn_did_is_still_said() -> None:
    """A key pressed during a computer's chain left "Your turn." in place of what it had done and sent."""
    table = Table(session_of("duel", 3, (), computer="2", seat=1), introduction=AT_ONCE, motion=400)
    events: list[Event] = [Locked((), 0), Vanished((), 3, 0), Scored(4850, (9, 2), "", 0)]
    table.until(lambda: not table.play.game.computers_turn)
    table.play.game.tell(changes.BoardsChanged(table.session.view, events, {}, (), glides=True))
    table.play.game.last_move = LastMove(table.session.view, table.session.view, events, said=False)
    table.press(Role.LEFT).run(500)
    assert table.message == "Loop: 3-chain! 4,850 points."
    table.run(1500).press(Role.RIGHT).run(1500)
    assert table.message.startswith("Your turn."), table.message


def test_a_move_that_takes_over_a_demo_removes_what_was_said_of_it() -> None:
    table = Table(session_of("nineteen", 3), Pondering(), AT_ONCE).act("demo").run(100)
    assert (table.message, table.said.offer) == ("Demo running. Make any move to take over.", "Stop")
    table.press(Role.LEFT).run(100)
    assert table.session.inputs == ("left",) and (table.message, table.said.offer) == ("", "")


def test_undo_stops_the_computers_thinking() -> None:
    mode = Pondering()
    table = Table(session_of("biquadris", 3, (), computer="2"), mode, AT_ONCE)
    table.press(Role.DROP).run(500)
    assert table.message == "Loop is playing…"
    table.press(Role.LEFT)
    assert table.message == "Loop is playing…" and table.session.inputs == ("drop",)
    table.act("undo")
    assert table.message == ""
    mode.ponder.decided = True
    table.run(500)
    assert table.kept().inputs == () and not table.play.game.computers_turn


def test_a_nudge_leaves_the_game_unassisted_and_the_move_says_so_before() -> None:
    table = open_game("push-clear", 3)
    table.act("hint").until(lambda: table.said.offer == "Show it")
    assert table.message.endswith("Seeing it counts as help.") and not table.said.more
    assert not table.session.assisted and not table.session.timeline.hints
    table.act("hint").run(100)
    assert table.said.offer == "Play this move" and table.play.display.hint.arrow
    assert table.session.assisted and table.session.timeline.hints == [0]
    table.press(MOVES[table.session.moves[0]]).run()
    table.act("hint").until(lambda: table.said.offer == "Show it")
    assert "assisted" not in table.message, "it is already"
    table.accept().run(100)
    assert table.said.offer == "Play this move" and len(table.session.timeline.hints) == 2


def test_a_hint_under_the_cover_goes_on_with_the_game() -> None:
    table = Table(session_of("chain", 3))
    assert table.veil.text == "Ready?"
    table.act("hint").until(lambda: table.said.offer == "Show it")
    assert not table.veil.text and not table.session.assisted


def test_a_nudge_is_for_its_position_only() -> None:
    table = open_game("push-clear", 3)
    table.act("hint").until(lambda: table.said.offer == "Show it")
    table.press(MOVES[table.session.moves[0]]).run()
    assert not table.said.offer
    table.act("hint").until(lambda: table.said.offer == "Show it")
    assert not table.session.assisted, "the second press was the first for this position"
    table.act("undo").run()
    assert not table.play.display.hint.shown and not table.said.offer


def test_advice_without_a_nudge_says_only_what_the_move_does() -> None:
    mode = Pondering()
    table = Table(session_of("lines98", 3), mode, AT_ONCE)
    mode.ponder.decided = mode.saved = True
    table.act("hint").run(100)
    assert (table.message, table.said.offer) == ("Seeing it counts as help.", "Show it")
    table.accept()
    assert (table.message, table.said.offer) == ("Why not?", "Play this move") and table.session.assisted


def test_the_price_of_a_hint_is_saved_when_its_move_is_shown() -> None:
    table = open_game("push-clear", 3).move_hinted()
    assert table.session.assisted and table.kept().assisted


@pytest.mark.parametrize("name", list(GAMES))
def test_any_move_removes_a_hint(name: str) -> None:
    table = open_game(name, 3)
    table.move_hinted()
    if table.session.rules.cursor:
        for cell in table.session.moves[0].split()[1:]:
            table.cursor.pick(cell_of(cell))
    else:
        table.play.play(table.session.moves[0])
    table.run()
    assert not table.said.offer and not table.play.display.hint.cells
    boards = table.all(changes.BoardsChanged)[-1]
    assert not boards.arrow and not any("hint" in marks for marks in boards.marks.values())


def test_players_move_stops_a_demo() -> None:
    table = open_game("push-clear", 3).act("demo")
    table.until(lambda: table.session.length > 1)
    table.press(*MOVES.values())
    inputs = table.session.inputs
    table.run(2000)
    assert table.session.inputs == inputs and not table.said.offer


def test_a_hint_waits_until_the_bots_have_loaded() -> None:
    table = open_game("push-clear")
    table.bots.here = False
    table.act("hint").run(600)
    assert table.message == "Loading…"
    table.bots.failed = True
    table.run(200)
    assert table.said.offer == "Try again" and not table.bots.failed
    table.bots.here = True
    table.accept().until(lambda: table.said.offer == "Show it")


def test_pulling_a_block_below_the_floor_says_how_to_drop_it() -> None:
    table = open_game("biquadris")
    table.press(*[Role.SOFT_DROP] * 20).run()
    assert table.message == "It can't go lower. Drop it to end your turn."
    table.press(Role.LEFT).run()
    assert table.message == "Can't move there."


@pytest.mark.parametrize("word", ["undo", "left"])
def test_a_hint_leaves_the_board_even_if_what_is_done_changes_nothing(word: str) -> None:
    table = Table(session_of("nineteen", words=["left"] * 9 if word == "left" else (), calm=True)).move_hinted()
    assert table.view != table.session.view, "where the piece would land"
    length = table.session.length
    table.play.execute(word)
    table.run()
    assert table.view == table.session.view and table.session.length == length
    assert not table.play.display.hint.shown


def test_hint_asked_for_after_the_end_does_not_make_the_game_assisted() -> None:
    table = open_game("push-clear")
    while not table.session.over:
        table.play.play(*advise(table.session.rules, table.session.state).words)
        table.run()
    table.act("hint").run(600)
    assert not (table.session.assisted or table.session.timeline.hints)


def test_computer_plays_as_the_bot_alone_and_undo_returns_to_the_persons_turn() -> None:
    expected = session_of("biquadris", 3, (), computer="4", startlevel=2)
    table = Table(session_of("biquadris", 3, (), computer="4", startlevel=2), introduction=AT_ONCE)
    table.handling = Handling(motion=0.0)
    positions = []
    for _turn in range(2):
        table.press(Role.DROP).until(lambda: not table.play.game.computers_turn)
        expected.play("drop")
        while expected.view.turn == 1:
            for word in advise(expected.rules, expected.state, 4, 3).words:
                expected.play(word)
        assert table.session.inputs == expected.inputs and table.message
        positions.append(len(expected.inputs))
    table.press(Role.RIGHT).act("undo")
    assert len(table.session.inputs) == positions[1], "the first undo takes back the person's latest move"
    table.act("undo")
    assert len(table.session.inputs) == positions[0], "the next undo takes back both players' turns"
    assert table.names == ["You", "Spike"]
    table.act("redo")
    assert len(table.session.inputs) == positions[1]


def test_computer_continues_after_a_reload() -> None:
    before = open_game("biquadris", 3, computer="3", startlevel=2).press(Role.RIGHT, Role.DROP)
    assert before.kept().inputs == ("right", "drop"), "the computer has not moved yet"
    after = Table(before.kept(), store=before.store)
    after.play.go_on()
    after.until(lambda: not after.play.game.computers_turn)
    expected = session_of("biquadris", 3, ["right", "drop"], computer="3", startlevel=2)
    for word in advise(expected.rules, expected.state, 3, 3).words:
        expected.play(word)
    assert after.kept().inputs == expected.inputs and after.message == "Your turn."


def test_computer_waits_while_paused_and_ignores_the_persons_keys() -> None:
    table = open_game("biquadris", 3, computer="2", seat=1)
    assert table.names == ["Loop", "You"]
    table.act("pause").run(3000)
    assert table.session.inputs == () and table.veil.text
    table.press(Role.RIGHT, Role.RIGHT, Role.DROP)
    table.until(lambda: not table.play.game.computers_turn)
    alone = session_of("biquadris", 3, (), computer="2", seat=1)
    for word in advise(alone.rules, alone.state, 2, 3).words:
        alone.play(word)
    assert table.session.inputs == alone.inputs and table.message == "Your turn."


def test_computer_never_moves_in_a_replay() -> None:
    table = open_game("biquadris", 3, computer="1").press(Role.DROP)
    table.until(lambda: not table.play.game.computers_turn)
    inputs = table.session.inputs
    table.act("replay")
    assert table.play.replay
    table.play.replay.step(1)
    table.run(2000)
    assert table.bar.place[0] == 1, "it is the computer's turn"
    table.play.replay.act(ReplayAction.CLOSE)
    assert table.session.inputs == inputs


def test_newcomer_is_asked_who_plays() -> None:
    table = open_game("biquadris", introduction=Introduction(asks_who_plays=True), computer="1")
    assert table.veil == changes.Veil("Who plays?", "Against the computer: Pip (Easy)", "Two players")
    table.run()
    assert not table.all(changes.PossibleActions)[-1].going, "no hint before that is answered"
    table.press(Role.DROP)
    assert table.session.inputs == () and not table.veil.text, "the key only starts the game"
    assert table.run().all(changes.PossibleActions)[-1].going


# Pointing.


def test_cursor_says_what_it_is_on_picks_and_deselects() -> None:
    table = open_game("lines98", 3)
    first, *targets = [cell_of(cell) for cell in table.session.moves[5].split()[1:]]
    for role in [Role.LEFT, *[Role.UP if first[0] < 4 else Role.DOWN] * abs(first[0] - 4)]:
        table.cursor.point(role)
    for _step in range(abs(first[1] - 4)):
        table.cursor.point(Role.LEFT if first[1] < 4 else Role.RIGHT)
    assert ": " in table.message
    table.cursor.point(PICK)
    marks = table.all(changes.BoardsChanged)[-1].marks
    reachable = {cell_of(word.split()[2]) for word in table.session.moves if cell_of(word.split()[1]) == first}
    assert {cell for cell, names in marks.items() if "target" in names} == reachable
    table.cursor.point(LET_GO)
    assert not any("target" in names for names in table.all(changes.BoardsChanged)[-1].marks.values())
    table.cursor.pick(first)
    table.cursor.pick(targets[0])
    assert table.run().session.length == 1


def test_drag_shows_its_way_and_changes_nothing_if_it_ends_nowhere() -> None:
    table = open_game("lines98", 1)
    cursor = table.cursor
    start, target = (cell_of(cell) for cell in ["f3", "a5"])
    assert table.cursor.grab(start) != "" and table.message == ""
    assert cursor.carry(target) and table.all(changes.ArrowShown)[-1].arrow[0] == start
    assert not cursor.carry(None) and table.all(changes.ArrowShown)[-1].arrow == ()
    cursor.drop(None)
    assert table.session.inputs == () and not table.all(changes.BoardsChanged)[-1].marks
    table.cursor.grab(start)
    cursor.tap(start)
    table.cursor.grab(start)
    cursor.tap(start)
    assert not table.all(changes.BoardsChanged)[-1].marks, "the second tap deselects"
    table.cursor.grab(start)
    cursor.drop(target)
    assert table.run().session.inputs == ("move f3 a5",)


# Commands, undo, restart.


def test_undo_redo_and_restart() -> None:
    table = pushed()
    views = [session_of("push-clear", 7, table.session.main_line[:length]).view for length in range(8)]
    length = table.session.length
    table.act("undo", "undo")
    assert table.view == views[length - 2] and table.session.assisted
    table.act("redo")
    assert table.view == views[length - 1]
    table.act("restart")
    assert table.view == views[0] and (table.message, table.said.offer) == ("Restarted.", "Undo")
    table.accept()
    assert table.view == views[length - 1]
    assert table.act("redo", "redo").message == "Nothing to redo."
    possible = table.all(changes.PossibleActions)[-1]
    assert possible.undo and not possible.redo and possible.replay


def test_description_names_boards_and_figures() -> None:
    table = open_game("toy", 1, width=3).act("describe")
    assert table.message.startswith("Stones.") and "Player 1" in table.said.more


# Replay.


def test_no_demo_begins_during_a_replay() -> None:
    table = pushed().act("replay").act("demo")
    assert table.play.replay and not table.play.assistant.demo_running
    table.play.replay.act(ReplayAction.CLOSE)
    length = table.session.length
    table.run()
    assert table.session.length == length and not table.session.assisted


def test_every_activity_begins_and_ends_in_play() -> None:
    game = pushed().play.game
    for activity in Activity:
        for following in (activity, activity, Activity.PLAY):
            game.change_to(following)
            assert game.activity is following
    game.change_to(Activity.REPLAY)
    with pytest.raises(ValueError, match="DEMO cannot begin during REPLAY"):
        game.change_to(Activity.DEMO)


def test_replay_steps_both_ways_and_goes_anywhere() -> None:
    table = pushed().act("replay")
    inputs, replay = table.session.main_line, table.play.replay
    assert replay
    on, back, end, start = ReplayAction.ON, ReplayAction.BACK, ReplayAction.END, ReplayAction.START
    for action, at in ((on, 1), (on, 2), (back, 1), (end, len(inputs)), (start, 0)):
        replay.act(action)
        assert table.view == session_of("push-clear", 7, inputs[:at]).view and table.bar.place[0] == at


def test_playing_on_from_a_replay_keeps_the_old_branch() -> None:
    table = pushed().act("replay")
    assert table.play.replay
    table.play.replay.go(2)
    table.play.replay.close(stay=True)
    assert len(table.kept().inputs) == 2 and table.kept().length == table.session.length
    table.press(Role.DOWN)
    assert len(table.kept().history.variations) == 1


def test_branch_can_be_returned_to() -> None:
    table = pushed()
    left = session_of("push-clear", 7, table.session.inputs)
    table.act("undo", "undo", "undo").press(Role.UP, Role.LEFT, Role.DOWN)
    here = table.view
    table.act("replay")
    (label,) = table.bar.branches
    assert label.startswith("Branch 2: from move ") and label.endswith(f"score {left.score}")
    assert table.play.replay
    table.play.replay.switch(0)
    assert table.view == left.view and table.bar.focused
    assert table.message == f"Switched to this branch. Score: {left.score}."
    table.play.replay.act(ReplayAction.CLOSE)
    assert table.kept().inputs == left.inputs
    table.act("replay")
    assert table.play.replay
    table.play.replay.switch(0)
    table.play.replay.act(ReplayAction.CLOSE)
    assert table.view == here


def test_replay_marks_branches_hints_and_best_moves() -> None:
    table = open_game("push-clear").press(*(MOVES[word] for word in WORDS * 6))
    table.act("undo", "undo")
    table.press(next(MOVES[word] for word in table.session.moves if table.session.main_line[-2] != word))
    table.move_hinted().act("replay").run(3000)
    kinds = [kind for kind, _place in table.bar.marks]
    assert (kinds.count("branch"), kinds.count("hint")) == (1, 1) and "gain" in kinds
    assert table.play.replay
    table.play.replay.act(ReplayAction.END)
    assert table.bar.place[2] == "Hint"


def test_replay_of_a_timed_game_uncovers_the_boards_and_returns_to_the_pause() -> None:
    table = open_game("nineteen", 3).press(Role.LEFT, Role.DROP, Role.RIGHT, Role.DROP)
    end = table.act("pause").view
    table.act("replay")
    assert not table.veil.text and table.view != end
    assert table.play.replay
    table.play.replay.close(stay=False)
    assert table.veil.text and table.view == end


def test_guests_replay_played_on_shows_the_best_score_at_once() -> None:
    theirs = session_of("push-clear", 7, WORDS)
    theirs.note(imported=True)
    theirs.go(0)
    table = Table(theirs, GuestReplay(Translator()))
    assert "Best" not in table.figures() and table.play.replay
    table.play.replay.close(stay=True)
    assert "Best" in table.figures()


# The end.


def ending(best: int = 1) -> tuple[Table, str]:
    """Returns a small game before its last move, with motion, and that move."""
    session = session_of("push-clear", 7, (), size=4)
    while not session.over:
        session.play(session.moves[session.length % len(session.moves)])
    *words, last = session.inputs
    before, store = session_of("push-clear", 7, words, size=4), Store(None)
    if best:
        store.put(names.best(preset_of(before)), str(best))
    return Table(before, introduction=AT_ONCE, motion=200.0, store=store), last


def test_keys_pressed_during_the_end_show_no_message() -> None:
    table, last = ending()
    table.play.play(last)
    for role in MOVES.values():
        table.run(FRAME)
        table.play.press(role, table.time)
    assert "Can't move there." not in [said.text for said in table.all(changes.Message)]
    table.run(3000)
    assert table.card.title == "No moves left." and table.card.spoken.endswith(table.said.text)


def test_first_game_is_no_new_best() -> None:
    table, last = ending(best=0)
    table.play.play(last)
    table.run(1000)
    assert table.card.score == str(table.session.score) != "0"
    assert table.card.comparison == "" and not table.card.celebrates


def test_end_card_offers_another_game_whatever_is_pressed() -> None:
    table, last = ending()
    table.play.play(last)
    table.run(300)
    assert table.card.comparison == "New best!" and table.card.celebrates and not table.play.end_seen
    table.run(700)
    assert table.play.end_seen, "a key counts now"
    cards = len(table.all(changes.GameOver))
    table.press(Role.LEFT)
    assert len(table.all(changes.GameOver)) == cards + 1 and not table.card.celebrates
    table.act("undo").run(1000)
    assert not table.view.over and not table.play.end_seen
    table.act("redo").run(1000)
    assert len(table.all(changes.GameOver)) == cards + 2 and table.finished.recent(table.session) == [
        table.session.score
    ]


def test_score_and_words_come_with_the_motion() -> None:
    session = session_of("push-clear", 7, (), size=4)
    while not session.score:
        session.play(session.moves[session.length % len(session.moves)])
    *words, last = session.inputs
    table = Table(session_of("push-clear", 7, words, size=4), introduction=AT_ONCE, motion=200.0)
    table.play.play(last)
    table.run(50)
    assert table.view == session.view and table.figures()["Score"] == 0, "the board moves, the points wait"
    table.run(300)
    assert table.figures()["Score"] == session.score and "point" in table.message


def test_new_level_shows_once_its_rows_are_gone() -> None:
    session = session_of("nineteen", 3)
    while True:
        *before, last = advise(session.rules, session.state, 1).words
        for word in before:
            session.play(word)
        if any(isinstance(event, Noted) for event in session.rules.play(session.state, last)[1]):
            break
        session.play(last)
    table = Table(session, introduction=AT_ONCE, motion=200.0)
    table.play.play(last)
    table.run(50)
    assert table.figures()["Level"] == 1 and not table.all(changes.LevelUp)
    table.run(300)
    assert table.figures()["Level"] == 2 and len(table.all(changes.LevelUp)) == 1 and "Level 2." in table.message


def test_chain_counts_with_the_links_that_are_seen() -> None:
    lesson = GAMES["chain"].lessons[-1]
    session = session_of("chain", lesson.seed, lesson.unseen, **lesson.options)
    *before, last = lesson.seen
    for word in before:
        session.play(word)
    events = session.rules.play(session.state, last)[1]
    links = [i for i, event in enumerate(events) if isinstance(event, Vanished)]
    assert len(links) > 1
    table = Table(session, introduction=AT_ONCE, motion=10_000.0)
    table.play.play(last)
    table.run(20)
    shown, at = [table.figures()["Chain"]], 0
    for upto in (*(link + 2 for link in links), len(events)):
        table.play.display.seen(0, events[at:upto])
        at = upto
        shown.append(table.figures()["Chain"])
    assert shown == [0, *range(1, len(links) + 1), len(links)], "not only at the end"


def test_garbage_counts_as_incoming_until_it_has_fallen() -> None:
    lesson = GAMES["duel"].lessons[-1]
    table = Table(session_of("duel", lesson.seed, lesson.unseen, **lesson.options), introduction=AT_ONCE, motion=200.0)
    (board,) = (number for number in range(2) if table.figures(number)["Incoming"])
    garbage = table.figures(board)["Incoming"]
    table.play.play("drop")
    table.run(50)
    assert table.figures(board)["Incoming"] == garbage and "Nothing vanished" not in table.message
    table.run(300)
    assert table.figures(board)["Incoming"] == 0 and "Nothing vanished" in table.message


@pytest.mark.parametrize("name", ["chain", "duel"])
def test_card_and_message_of_the_end_follow_the_last_motion(name: str) -> None:
    session = session_of(name, 3)
    while not session.over:
        session.play("drop")
    table = Table(session_of(name, 3, session.inputs[:-1]), introduction=AT_ONCE, motion=500.0)
    table.play.play("drop")
    table.run(400)
    assert table.view.over and not table.all(changes.GameOver) and "Game over" not in table.message
    table.run(300)
    assert len(table.all(changes.GameOver)) == 1 and "Game over" in table.message


def test_a_sprint_shows_its_time_instead_of_points() -> None:
    table = Table(session_of("nineteen", 5, rows=20), introduction=AT_ONCE)
    assert next(iter(table.figures())) == "Time" and "Score" not in table.figures()
    table.run(3500)
    assert table.figures()["Time"] in ("0:03", "0:04")
    table.play.pause()
    table.run(3000)
    assert table.figures()["Time"] in ("0:03", "0:04"), "a pause takes no time"
    assert "Time" not in Table(session_of("nineteen", 5), introduction=AT_ONCE).figures()


@pytest.mark.parametrize(
    ("name", "options", "teaches"),
    [
        ("nineteen", {}, True),
        ("push-clear", {"size": "4"}, False),  # some forty moves
        ("duel", {"computer": "1", "seat": 1}, False),  # won
        ("duel", {"computer": "1", "seat": 2}, True),
        ("duel", {}, False),  # somebody has won
    ],
    ids=str,
)
def test_a_lesson_is_offered_only_after_a_quick_loss(name: str, options: dict[str, Any], teaches: bool) -> None:
    session = session_of(name, 3, **options)
    while not session.over:
        session.play(session.moves[session.length % len(session.moves)] if name == "push-clear" else "drop")
    (end,) = Table(session).run(100).all(changes.GameOver)
    assert end.teaches == teaches, session.view.winner


# Races and modes.


def test_players_best_game_can_be_raced() -> None:
    store, best = Store(None), session_of("push-clear", 7, WORDS * 8)
    races.keep_best(store, best, {})
    score, code = races.best(store, best) or (0, "")
    played = finished(replaying(read(code, GAMES.__getitem__, files.read), files.read))
    table = Table(session_of("push-clear"), RaceGame(Translator(), played, best=True), AT_ONCE)
    (rival,) = table.all(changes.Rival)
    assert score == best.score and rival.name == "Your best game"
    word = best.inputs[0]
    table.press(MOVES[word])
    after = session_of("push-clear", 7, [word])
    assert table.all(changes.Rival)[-1].board.rows == after.view.boards[0].rows != rival.board.rows
    assert table.figures()["Lead"] == "0" and not table.play.mode.challenge, "nobody waits for an answer"


def test_rivals_ghost_follows_the_clock_in_a_timed_game() -> None:
    theirs = session_of("nineteen", 3, ["left", "drop", "right", "drop", "drop"])
    mine = Recorded("Ana", theirs.inputs, (8, 8, 8))
    challenge = Challenge(theirs.rules, theirs.options, (ChallengeRound(3, (mine,)),))
    played = finished(replaying(challenge, files.read))
    table = Table(session_of("nineteen", 3), RaceGame(Translator(), played))
    rivals = table.all(changes.Rival)
    table.run(1200)
    assert table.all(changes.Rival) == rivals, "no time passes until the player starts"
    table.play.go_on()
    table.run(3500)
    assert len(table.all(changes.Rival)) > len(rivals)
    assert int(str(table.figures()["Lead"]).replace("−", "-")) == table.session.score - theirs.score


def test_mode_that_allows_few_actions_ignores_the_others() -> None:
    class Quiet(Mode):
        actions = frozenset({Action.DESCRIBE})

    table = Table(session_of("push-clear", 7, WORDS), Quiet(Translator()), AT_ONCE)
    table.act("undo", "share", "demo")
    assert table.session.length == len(table.session.inputs) and not table.all(changes.ActionWanted)
    assert table.act("describe").message.startswith("Push and Clear")
    assert table.saves.current("push-clear") is None, "such a game is not kept"


def test_what_the_controller_does_not_know_is_wanted_from_outside() -> None:
    table = open_game("push-clear").act("share", "new")
    assert [wanted.action for wanted in table.all(changes.ActionWanted)] == ["share", "new"]


# Words.


def test_a_count_in_front_of_a_word_is_part_of_its_name_where_the_game_says_so() -> None:
    biquadris, nineteen = GAMES["biquadris"], GAMES["nineteen"]
    assert word_name(biquadris, "4right", Translator()) == "Right\xa0×4" and biquadris.role("4right") is Role.RIGHT
    assert biquadris.split("force T") == ("", "force", ["T"])
    assert nineteen.split("4right") == ("", "4right", []) and nineteen.role("4right") is None
