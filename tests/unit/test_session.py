"""The session: undo, redo, restart, saves and addresses, for every game alike."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files
from game.contract import BadInput
from game.rules import GAMES, game
from game.session import (
    OtherVersion,
    Provenance,
    Session,
    Variation,
    address,
    complete,
    from_address,
    parse_seed,
    replay_code,
    save_text,
)
from game.session.addresses import query
from game.session.history import MOST_VARIATIONS, Node
from game.session.save_text import saved_game
from game.session.states import SPACING
from game.words import Translator
from tests.examples import at_most

EVERY = pytest.mark.parametrize("name", list(GAMES))


def started(name: str, seed: int = 7, **options: Any) -> Session:
    return Session(game(name), options, seed, files.read)


def shown(session: Session) -> tuple[Any, ...]:
    view = session.view
    return tuple(board.rows for board in view.boards), dict(view.fields), view.boards


def tree(session: Session) -> Any:
    """Returns all nodes of a history, the main line first."""

    def branch(node: Node) -> Any:
        return node.word, node.appeared, [branch(each) for each in node.variations]

    history = session.history
    return branch(history.root), history.position, [end.depth for end in history.ends]


def wander(session: Session, choices: list[int]) -> list[Any]:
    """Plays moves chosen by number; returns what was shown before each one."""
    seen = []
    for choice in choices:
        moves = session.rules.moves(session.state)
        if not moves:
            break
        seen.append(shown(session))
        session.play(moves[choice % len(moves)])
    return seen


choices = st.lists(st.integers(0, 999), max_size=40)


@pytest.mark.native
@EVERY
def test_going_back_beyond_the_kept_states_plays_again(name: str) -> None:
    session = started(name)
    seen = wander(session, [i * 7 for i in range(3 * SPACING)])
    for at in range(len(seen) - 1, -1, -13):
        session.go(at)
        assert shown(session) == seen[at]


def test_going_far_keeps_few_states() -> None:
    session = started("nineteen")
    for _ in range(20):
        session.play("tick")
    for _ in range(10 * SPACING):
        session.play("left")
        session.play("right")
    assert len(session.timeline.states) < 3 * SPACING


@pytest.mark.native
def test_a_very_long_game_keeps_fewer_states_and_can_still_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.session.states.MOST_KEPT", SPACING + 4)
    session = started("nineteen")
    seen = []
    for number in range(20 * SPACING):
        seen.append(shown(session))
        assert session.play(("left", "rotate", "right", "rotate")[number % 4])
        assert len(session.timeline.states) <= SPACING + 4
    for at in (17 * SPACING + 3, 18 * SPACING, 5 * SPACING - 1, 4 * SPACING, 7, 19 * SPACING):
        session.go(at)
        assert session.inputs == tuple(session.main_line[:at]) and shown(session) == seen[at]
        assert len(session.timeline.states) <= SPACING + 4


@settings(max_examples=at_most(20))
@given(deeds=st.lists(st.sampled_from(["a", "b", "c", "undo", "save", "fail", "fail saved", "switch"]), max_size=30))
def test_saving_repeatedly_gives_the_same_save(deeds: list[str]) -> None:
    session, other = started("push-clear"), started("push-clear")
    for deed in deeds:
        for each in (session, other):
            back, moves = each.savepoint(), each.rules.moves(each.state)
            if deed.startswith("fail"):
                each.play(moves[-1])
            elif deed == "undo":
                each.undo()
            elif deed == "switch" and each.history.variations:
                each.timeline.promote(0)
            elif deed in "abc" and moves:
                each.play(moves["abc".index(deed) % len(moves)])
            if each is session and "save" in deed:
                each.save()
            if deed.startswith("fail"):
                back()
    assert session.save() == other.save() == Session.load(other.save(), game).save()


@EVERY
def test_restart_uses_the_same_seed_and_can_be_undone(name: str) -> None:
    session = started(name)
    start = shown(session)
    wander(session, [3, 1, 4, 1, 5, 9, 2, 6])
    played = shown(session)
    session.restart()
    assert shown(session)[0] == start[0]
    session.undo()
    assert shown(session) == played


def test_restart_at_the_start_does_nothing() -> None:
    session = started("push-clear")
    session.restart()
    assert not session.can_undo


def test_a_move_without_effect_is_not_an_input() -> None:
    session = started("push-clear")
    session.play("left")
    assert session.play("left") == ()
    assert session.inputs == ("left",)


def played(*words: str) -> Session:
    session = started("push-clear")
    for word in words:
        session.play(word)
    return session


def back_to(session: Session, position: int, *words: str) -> Session:
    session.go(position)
    for word in words:
        session.play(word)
    return session


def test_playing_on_after_undo_keeps_the_undone_moves_as_a_variation() -> None:
    session = played("left", "up", "right")
    session.undo()
    session.undo()
    session.play("down")
    assert session.inputs == ("left", "down")
    assert not session.redo()
    assert session.history.variations == (Variation(at=1, length=3),)


def test_promoting_returns_to_the_end_of_a_variation_and_loses_neither() -> None:
    session = back_to(played("left", "up", "right"), 1, "down")
    there = shown(session)
    session.timeline.promote(0)
    assert session.inputs == ("left", "up", "right")
    assert session.history.variations == (Variation(at=1, length=2),)
    session.timeline.promote(0)
    assert session.inputs == ("left", "down")
    assert shown(session) == there


def test_the_number_of_variations_is_limited_and_the_oldest_go() -> None:
    session = started("nineteen")
    for _ in range(MOST_VARIATIONS + 5):
        session.play("tick")
    for length in range(MOST_VARIATIONS + 5, 0, -1):
        session.go(length - 1)
        session.play("left")
    lengths = [branch.length for branch in session.history.variations]
    assert len(lengths) == MOST_VARIATIONS
    assert lengths == sorted(lengths, reverse=True)
    assert Session.load(session.save(), game).history.variations == session.history.variations


def forged(save: dict[str, Any], **changed: Any) -> str:
    """Returns a save with changed contents and a valid checksum."""
    content = {name: value for name, value in (save | changed).items() if name != "check"}
    return json.dumps(content | {"check": save_text.checksum(content)})


def test_long_variations_go_sooner_except_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.session.history.MOST_IN_VARIATIONS", 5)
    session = back_to(back_to(played("left", "up", "right"), 1, "down", "right"), 1, "right")
    assert [branch.length for branch in session.history.variations] == [3]
    assert Session.load(session.save(), game).history.variations == session.history.variations
    tail = [node.word for node in session.history.path(session.history.ends[0])]
    save = json.loads(session.save())
    save["variations"] += [{"of": 0, "at": 1, "inputs": ["up", *tail]}]
    with pytest.raises(BadInput, match="damaged"):
        Session.load(forged(save), game)


def test_a_variation_has_the_score_of_its_end() -> None:
    session = Session(GAMES["push-clear"], {}, 7)
    words = [word for _round in range(30) for word in ("left", "up", "right", "down")]
    for word in words:
        session.play(word)
    score, here = session.score, session.length
    session.go(here // 2)
    session.play(next(word for word in session.rules.moves(session.state) if word != session.main_line[here // 2]))
    before = shown(session), session.save()
    for each in (session, Session.load(session.save(), game)):
        assert score > 0 and [each.timeline.variation_score(0), each.timeline.variation_score(0)] == [score, score]
    assert (shown(session), session.save()) == before


def test_promoting_a_missing_variation_gets_a_message() -> None:
    session = played("left")
    for index in (-1, 0, 7):
        with pytest.raises(BadInput, match="no such branch"):
            session.timeline.promote(index)


deeds = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.integers(0, 999)),
        st.tuples(st.just("go"), st.integers(0, 999)),
        st.tuples(st.just("piece"), st.integers(0, 1)),
        st.tuples(st.just("switch"), st.integers(0, 999)),
        st.tuples(st.just("load"), st.just(0)),
    ),
    max_size=60,
)


@EVERY
@settings(max_examples=at_most(25))
@given(deeds=deeds, seed=st.integers(0, 999))
def test_no_variation_is_lost_or_listed_twice(name: str, deeds: list[tuple[str, int]], seed: int) -> None:
    session = started(name, seed)
    ends: dict[tuple[str, ...], Any] = {}
    for deed, number in deeds:
        if deed == "play":
            moves = session.rules.moves(session.state)
            if moves:
                session.play(moves[number % min(3, len(moves))])
                ends = {line: end for line, end in ends.items() if session.inputs[: len(line)] != line}
                if not session.can_redo:
                    ends[session.inputs] = shown(session)
        elif deed == "go":
            session.go(number % (session.length + 1))
        elif deed == "piece":
            session.step_piece(1 if number else -1)
        elif deed == "switch" and session.history.variations:
            index = number % len(session.history.variations)
            length = session.history.variations[index].length
            session.timeline.promote(index)
            assert len(session.inputs) == length
        elif deed == "load":
            before = session.save(), shown(session), session.history.variations
            session = Session.load(session.save(), game, files.read)
            assert (session.save(), shown(session), session.history.variations) == before
    history = session.history
    lines = [tuple(node.word for node in history.root_to(end)[1:]) for end in (history.last, *history.ends)]
    assert lines[0] == tuple(session.main_line)
    assert sorted(lines) == sorted(ends or {(): None})
    for _ in range(len(session.history.variations) + 1):
        session.go(session.length)
        assert shown(session) == ends.get(session.inputs, shown(session))
        while session.step_piece(-1):
            assert session.history.node.appeared or not session.can_undo
        if session.history.variations:
            session.timeline.promote(0)


def test_an_impossible_variation_gets_a_message_and_changes_nothing() -> None:
    session = back_to(played("left", "up", "right"), 1, "down")
    save = json.loads(session.save())
    save["variations"][0]["inputs"] = ["up", "up", "up"]
    loaded = Session.load(forged(save), game)
    before = loaded.save(), shown(loaded)
    with pytest.raises(BadInput, match="do not fit"):
        loaded.timeline.promote(0)
    assert (loaded.save(), shown(loaded)) == before
    loaded.undo()
    loaded.play("up")
    assert loaded.inputs == ("left", "up"), "playing on drops it"
    assert loaded.history.variations == (Variation(at=1, length=2),)


def test_a_save_in_the_older_format_is_read() -> None:
    session = back_to(played("left", "up", "right"), 1, "down")
    old = json.loads(session.save())
    del old["demonstrated"], old["imported"]
    old |= {"kesu": 3, "branches": old.pop("variations")}
    assert Session.load(forged(old), game).save() == session.save()


def test_a_save_of_another_version_is_not_called_damaged() -> None:
    save = json.loads(played("left", "up").save())
    for changed in ({"kesu": 5}, {"kesu": 10**3000}, {"kesu": 5, "more": 1}, {"rules": 9}):
        with pytest.raises(OtherVersion) as caught:
            Session.load(forged(save, **changed), game)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
    wrong: tuple[dict[str, object], ...] = ({"kesu": 2}, {"kesu": True}, {"kesu": "5"}, {"rules": -1})
    for damage in wrong:
        with pytest.raises(BadInput, match="damaged") as refused:
            Session.load(forged(save, **damage), game)
        assert not isinstance(refused.value, OtherVersion)


def test_a_save_too_long_to_be_read_again_omits_its_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    session = back_to(played("left", "up", "right"), 1, "down")
    longest = len(session.save()) - 1
    monkeypatch.setattr("game.session.save_text.LONGEST_SAVE", longest)
    assert Session.load(session.save(), game).inputs == session.inputs


def test_undo_and_hints_mark_a_game_as_assisted() -> None:
    session = played("left", "up")
    assert not session.assisted
    session.go(1)
    session.go(2)
    assert not session.assisted, "it was only viewed"
    session.undo()
    assert session.assisted
    session.redo()
    session.restart()
    assert session.assisted, "restarting does not hide it"
    assert Session.load(session.save(), game).assisted
    hinted = started("push-clear")
    hinted.note(assisted=True)
    assert hinted.assisted
    assert back_to(played("left", "up"), 1, "up").assisted, "the next pieces had been seen"
    assert not started("push-clear").undo() and not started("push-clear").assisted
    timed = started("nineteen")
    timed.play("left")
    timed.step_piece(1)
    assert not timed.assisted
    timed.step_piece(-1)
    assert timed.assisted


def test_the_game_of_a_save_is_known_without_playing_it() -> None:
    assert saved_game(started("chain").save()) == "chain"
    with pytest.raises(BadInput, match="damaged"):
        saved_game("{}")


def test_a_bad_word_changes_nothing() -> None:
    session = started("push-clear")
    before = session.save()
    with pytest.raises(BadInput, match="unknown command: jump"):
        session.play("jump")
    assert session.save() == before


def test_undo_by_pieces_goes_back_to_the_piece_before() -> None:
    session = started("nineteen")
    session.play("left")
    session.play("drop")
    after_first = session.inputs
    session.play("tick")
    assert session.step_piece(-1), "this piece only fell, so the previous one is meant"
    assert session.inputs == ()
    assert session.step_piece(1)
    assert session.inputs == after_first
    session.play("left")
    session.play("tick")
    assert session.step_piece(-1)
    assert session.inputs == after_first


GOOD = json.loads(played("left", "down").save())


def spoilt(**changed: Any) -> str:
    """Returns a save with a fault and a valid checksum."""
    return forged(GOOD, **changed)


@pytest.mark.parametrize(
    "save",
    [
        "",
        "{",
        "null",
        "[]",
        '{"kesu":4}',
        spoilt(inputs="left"),
        spoilt(inputs=[1]),
        spoilt(at=3),
        spoilt(seed=-1),
        spoilt(seed=True),
        spoilt(rules=9),
        spoilt(rules=10**4000),
        spoilt(options={"size": 99}),
        spoilt(options={"size": {}}),
        spoilt(options={"mode": "line"}),
        spoilt(inputs=["left", "left"]),
        spoilt(inputs=["jump", "left"]),
        spoilt(game="none"),
        spoilt(game="nineteen", options={"bag": []}),
        spoilt(game="nineteen", options={"bag": 999999999}),
        spoilt(kesu=2),
        spoilt(kesu=3),
        spoilt(kesu=True),
        spoilt(more=1),
        spoilt(assisted=1),
        spoilt(demonstrated=None),
        spoilt(imported="yes"),
        spoilt(variations=0),
        spoilt(variations=[1]),
        spoilt(variations=[{}]),
        spoilt(variations=[{"of": 0, "at": 0, "inputs": ["left"]}]),
        spoilt(variations=[{"of": 1, "at": 0, "inputs": ["up"]}]),
        spoilt(variations=[{"of": 0, "at": 3, "inputs": ["up"]}]),
        spoilt(variations=[{"of": 0, "at": 1, "inputs": [1]}]),
        spoilt(variations=[{"of": 0, "at": 1, "inputs": ["up"], "more": 1}]),
        spoilt(variations=[{"of": 0, "at": 1, "inputs": []}]),
        spoilt(variations=[{"of": 0, "at": 2, "inputs": ["up"]}]),
        spoilt(variations=[{"of": 0, "at": 0, "inputs": ["up"]}] * 2),
        spoilt(variations=[{"of": 0, "at": 0, "inputs": ["up"]}, {"of": 1, "at": 1, "inputs": ["left"]}]),
        spoilt(variations=[{"of": 0, "at": 0, "inputs": ["up", "left"]}, {"of": 1, "at": 1, "inputs": []}]),
        spoilt(inputs=[], at=0, variations=[{"of": 0, "at": 0, "inputs": ["up"]}]),
        spoilt(variations=[{"of": 0, "at": 0, "inputs": [str(number)]} for number in range(21)]),
        "[" * 100_000,
        '"' + "x" * 5_000_000 + '"',
    ],
)
def test_a_bad_save_gives_one_line(save: str) -> None:
    with pytest.raises(BadInput) as caught:
        Session.load(save, game, files.read)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@given(st.dictionaries(st.text(min_size=1), st.text(min_size=1)))
def test_an_address_carries_any_names_and_values(parameters: dict[str, str]) -> None:
    written = query(parameters)
    assert written.isascii() and not set(written) & set(" \"'<>#")
    assert dict(parse_qsl(written.removeprefix("?"))) == parameters


@EVERY
def test_the_address_leads_to_the_same_game(name: str) -> None:
    session = started(name, 123)
    rules, options, seed = from_address(address(session), game, files.read)
    assert (rules.name, options, seed) == (name, session.options, 123)


def test_the_address_omits_defaults() -> None:
    assert address(started("push-clear", 7)) == {"game": "push-clear", "seed": "7"}
    assert address(started("push-clear", 7, size=5)) == {"game": "push-clear", "size": "5", "seed": "7"}
    assert address(started("nineteen", 7, bag=True)) == {"game": "nineteen", "bag": "1", "seed": "7"}
    assert address(Session(game("push-clear")))["seed"] == "classic"


@pytest.mark.parametrize(
    "more", [{"size": "5" * 2_001}, {"s" * 201: "5"}, {f"size{number}": "5" for number in range(50)}]
)
def test_an_oversized_address_is_damaged(more: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="this link is damaged"):
        from_address({"game": "push-clear"} | more, game)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"game": "nineteen", "bag": "yes"}, "bag: must be 1 or 0, not yes."),
        ({"game": "push-clear", "size": "99"}, "size: must be a number from 4 to 10, not 99."),
        ({"game": "duel", "computer": "9"}, "computer: must be one of no, 1, 2, 3, 4, 5, not 9."),
    ],
)
def test_error_in_an_address_names_the_option(parameters: dict[str, str], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_address(parameters, game)
    assert Translator().error(caught.value) == message


@pytest.mark.parametrize("text", ["", "-1", "1.5", "abc", "١", "1" * 1001, " 1"])
def test_a_bad_seed_gets_a_message(text: str) -> None:
    with pytest.raises(BadInput):
        parse_seed(text)


def test_seeds_may_be_large() -> None:
    assert parse_seed("9" * 300) == int("9" * 300)


def test_options_are_completed_and_checked() -> None:
    assert complete(game("push-clear"), {}) == {"size": 6}
    assert complete(game("push-clear"), {"size": "8"}) == {"size": 8}
    with pytest.raises(BadInput, match="from 4 to 10"):
        complete(game("push-clear"), {"size": "11"})


def test_a_save_with_any_one_letter_changed_or_lost_is_refused() -> None:
    text = back_to(played("left", "up", "right"), 1, "down").save()
    for at, letter in enumerate(text):
        for other in ("", "0" if letter != "0" else "1", "\u00e9", letter + letter):
            changed = text[:at] + other + text[at + 1 :]
            with pytest.raises(BadInput):
                Session.load(changed, game)
    for end in range(len(text)):
        with pytest.raises(BadInput):
            Session.load(text[:end], game)


@settings(max_examples=at_most(50))
@given(deeds=deeds, broken=deeds)
def test_a_savepoint_always_restores_the_tree(deeds: list[tuple[str, int]], broken: list[tuple[str, int]]) -> None:
    session = started("push-clear")
    for each in (deeds, broken):
        before, back = (session.save(), shown(session), tree(session)), session.savepoint()
        for deed, number in each:
            moves = session.moves
            if deed == "play" and moves:
                session.play(moves[number % min(3, len(moves))])
            elif deed == "go":
                session.go(number % (session.length + 1))
            elif deed == "switch" and session.history.variations:
                session.timeline.promote(number % len(session.history.variations))
        if each is broken:
            back()
            assert (session.save(), shown(session), tree(session)) == before
            assert Session.load(session.save(), game).save() == before[0]


def test_a_transaction_is_rolled_back_by_any_error() -> None:
    session = played("left")
    before = session.save()
    with pytest.raises(RuntimeError), session.transaction():
        session.play("up", demo=True)
        raise RuntimeError
    assert session.save() == before and session.own
    with pytest.raises(BadInput), session.transaction():
        session.play("up")
        session.play("jump")
    assert session.save() == before


def test_demos_and_linked_games_are_not_the_players_own() -> None:
    session = played("left")
    assert session.own and session.provenance == Provenance(False, False, False)
    session.play("left", demo=True)
    assert session.own, "nothing changed"
    session.play("up", demo=True)
    session.undo()
    session.restart()
    assert not session.own and session.provenance == Provenance(assisted=True, demonstrated=True)
    assert Session.load(session.save(), game).provenance == session.provenance
    guest = replay_code.decode(replay_code.encode(played("left", "up")), game)
    assert not guest.own and not guest.assisted and Session.load(guest.save(), game).provenance.imported


def test_playing_into_a_variation_continues_as_it_was_last_played() -> None:
    session = back_to(played("left", "up", "right"), 1, "down", "right", "up")
    session.go(0)
    session.play("right")
    for each in (session, Session.load(session.save(), game)):
        each.undo()
        each.play("left")
        assert list(each.main_line) == ["left", "down", "right", "up"]


def test_loading_reports_its_progress() -> None:
    text = played("left", "up", "right", "down").save()
    work = Session.loading(text, game)
    assert [next(work) for _ in range(4)] == [0, 0.25, 0.5, 0.75]
    with pytest.raises(StopIteration) as end:
        next(work)
    assert end.value.value.save() == text


def test_gains_belong_to_inputs_and_hints_to_their_places() -> None:
    session = Session(game("nineteen"), {}, 7)
    totals = [session.score]
    for word in ("left", "drop") * 4:
        session.play(word)
        totals.append(session.score)
    gains = [after - before for before, after in pairwise(totals)]
    assert list(session.timeline.gains()) == gains and min(gains[1::2]) > 0
    session.go(3)
    session.hinted()
    session.go(session.length)
    session.hinted()
    assert session.timeline.hints == [3, 8] and session.assisted
    session.go(2)
    other = next(word for word in session.moves if word != session.main_line[2])
    session.play(other)
    assert session.timeline.hints == [], "they belong to the branch that was left"
