"""Replay codes: games round-trip, and anything else gets a one-line message."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files
from game.contract import BadInput, attach
from game.rules import GAMES, game
from game.session import Session, replay_code
from game.session.replay_code import LONGEST, MOST_BYTES, MOST_INPUTS, ByteWriter, decode, encode, pack, read
from tests.examples import at_most

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide

EVERY = pytest.mark.parametrize("name", list(GAMES))

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "push-clear": [{}, {"size": 4}],
    "chain": [{}, {"colours": 3}],
    "nineteen": [{}, {"bag": True}],
    "lines98": [{}, {"mode": "block"}],
    "biquadris": [{}, {"startlevel": 3, "scriptfile1": "T T Z\n"}],
    "duel": [{}, {"colours": 5}],
}


def wandered(name: str, options: dict[str, Any], seed: int | None, choices: list[int]) -> Session:
    session = Session(game(name), options, seed, files.read)
    for choice in choices:
        moves = session.rules.moves(session.state)
        if choice % 50 == 49:
            session.restart()
        elif choice % 50 == 48:
            session.undo()
        elif moves:
            session.play(moves[choice % len(moves)])
    return session


def same(one: Session, other: Session) -> bool:
    return (
        (one.rules, one.options, one.seed, one.inputs, one.score, one.assisted, one.view.boards)
        == (other.rules, other.options, other.seed, other.inputs, other.score, other.assisted, other.view.boards)
    )  # fmt: skip


def nested(ends: int, last: str) -> str:
    """Returns a word of Biquadris of three nested files, which runs about 300 commands for each in the last file."""
    inner = {"a": f"{'se b ' * 6}{last}", "b": "se c " * 6, "c": "se d " * 8, "d": "cl co " * (ends // 2)}
    word = "sequence a"
    for name, text in inner.items():
        word = attach(word, name, text.strip())
    return word


def test_a_long_word_is_opened_with_pauses_inside_it() -> None:
    session = Session(game("biquadris"), {}, 7, files.read)
    session.play(nested(2, "levelup"))
    code = encode(session)
    assert len(list(replay_code.replaying(read(code, game, files.read), files.read))) > 500
    assert len(list(Session.loading(session.save(), game, files.read))) > 500
    assert decode(code, game, files.read).inputs == session.inputs


def test_a_replay_that_runs_too_many_commands_is_refused_before_it_is_played() -> None:
    session = Session(game("biquadris"), {}, 7, files.read)
    body = ByteWriter()
    body.text("biquadris")
    for number in (session.rules.version, 0, 0):
        body.number(number)
    body.text("7")
    replay_code.write_options(body, session.rules, session.options)
    words = (nested(20, "levelup"), nested(20, "leveldown"))
    replay_code.write_inputs(body, session.rules, words * (MOST_INPUTS // session.rules.commands(words[0])))
    with pytest.raises(BadInput, match="this replay is too long"):
        read(pack(bytes(body.bytes)), game, files.read)


@EVERY
@settings(max_examples=at_most(20))
@given(
    data=st.data(),
    seed=st.none() | st.integers(0, 10**15) | st.just(10**999),
    choices=st.lists(st.integers(0, 999), max_size=60),
)
def test_a_code_leads_to_the_same_game(name: str, data: st.DataObject, seed: int | None, choices: list[int]) -> None:
    session = wandered(name, data.draw(st.sampled_from(OPTIONS[name])), seed, choices)
    code = encode(session)
    assert set(code) <= set(string.ascii_letters + string.digits + "-_")
    assert same(decode(code, game, files.read), session)
    assert encode(decode(code, game, files.read)) == code


def test_inputs_with_counts_files_and_unicode_are_read_back() -> None:
    session = Session(game("biquadris"), {}, 7, files.read)
    words = ["2left", "3right", "2left", "drop", attach("sequence zażółć.txt", "zażółć.txt", "left  2right drop"), "T"]
    words += [attach("norandom \udcff b", "\udcff b", "I I J"), "levelup", "levelup", "2left", "restart", "force Z"]
    for word in words:
        try:
            session.play(word)
        except BadInput:
            assert word == "force Z"
    assert {word.split()[0] for word in session.inputs} >= {"2left", "3right", "sequence", "norandom", "restart"}
    assert same(decode(encode(session), game), session)


def five_minutes(name: str, turn: str, seed: int) -> Session:
    """Yields about 800 inputs as a person gives them: runs of rotations and steps, ticks, drops."""
    dealer = random.Random(seed)
    session = Session(game(name), {}, seed)
    while len(session.inputs) < 800:
        plan = [turn] * dealer.randrange(4) + [dealer.choice(["left", "right"])] * dealer.randrange(5)
        plan += ["tick"] * dealer.randrange(5) + ["down"] * dealer.choice([0, 0, 5])
        if dealer.random() < 0.5:
            dealer.shuffle(plan)
        for word in [*plan, "drop" if dealer.random() < 0.8 else "tick"]:
            session.play(word)
        if session.over:
            session.restart()
    return session


@pytest.mark.parametrize("name,turn", [("nineteen", "rotate"), ("chain", "cw")])
def test_five_minutes_of_play_fit_into_an_address(name: str, turn: str) -> None:
    assert len(encode(five_minutes(name, turn, 1))) < 600


def test_idle_time_costs_almost_nothing() -> None:
    session = Session(game("nineteen"), {}, 3)
    session.play("left")
    session.play("right")
    few = len(encode(session))
    for _ in range(100):
        session.play("tick")
    assert len(encode(session)) < few + 12


SESSION = wandered("lines98", {}, 5, list(range(40)))
CODE = encode(SESSION)


def refused(code: str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        decode(code, game, files.read)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    return caught.value


@settings(max_examples=at_most(300))
@given(at=st.integers(0, len(CODE) - 1), sign=st.sampled_from(string.ascii_letters + string.digits + "-_=+/%é\0"))
def test_any_changed_character_is_noticed(at: int, sign: str) -> None:
    changed = CODE[:at] + sign + CODE[at + 1 :]
    if changed != CODE:
        refused(changed)


def test_any_truncation_is_noticed() -> None:
    for length in range(len(CODE)):
        refused(CODE[:length])
        refused(CODE[length + 1 :])
    refused(CODE + "A")
    refused(CODE + CODE)


def test_whitespace_and_line_breaks_are_ignored() -> None:
    assert same(decode(f" {CODE[:30]}\r\n {CODE[30:]}\n", game, files.read), SESSION)


def written(
    name: str = "push-clear", version: int = 1, score: int = 0, seed: str = "7", options: tuple[str, ...] = (),
    inputs: Callable[[ByteWriter], object] = lambda body: None,
) -> str:  # fmt: skip
    body = ByteWriter()
    body.text(name)
    body.number(version)
    body.number(0)
    body.number(score)
    body.text(seed)
    body.number(len(options) // 2)
    for text in options:
        body.text(text)
    inputs(body)
    return pack(bytes(body.bytes))


def repeated(word: int, times: int) -> Callable[[ByteWriter], None]:
    def inputs(body: ByteWriter) -> None:
        for number in (word, replay_code.REPEATED, times):
            body.number(number)

    return inputs


def spelled_often(body: ByteWriter) -> None:
    """Reads a word with a long argument, repeated many times by reference."""
    move = replay_code.FIRST
    for number in (move, replay_code.SPELLED):
        body.number(number)
    body.text("x" * 100_000)
    for _ in range(100_000):
        for number in (replay_code.FIRST + 1, replay_code.FIRST + 1, move):
            body.number(number)


def test_each_fault_has_its_own_message() -> None:
    assert decode(written(), game).rules.name == "push-clear"
    faults = {
        "damaged": CODE[:-5],
        "too long": "A" * (LONGEST + 1),
        "this version reads format": "Ag" + CODE[2:],
        "rules version 9": written(version=9),
        "no such game": written("go"),
        "unknown option: colour": written(options=("colour", "3")),
        "from 4 to 10": written(options=("size", "99")),
        "a seed is": written(seed="-1"),
        "do not fit": written(inputs=repeated(replay_code.FIRST, 1)),
        "claims 3 points but comes to 0": written(score=6),
    }
    for sentence, code in faults.items():
        assert sentence in str(refused(code))


@pytest.mark.parametrize(
    "code",
    [
        written(inputs=repeated(replay_code.FIRST, MOST_INPUTS)),
        written(inputs=repeated(replay_code.FIRST, 2**60)),
        written("lines98", inputs=spelled_often),
        pack(bytes(MOST_BYTES + 1)),
        pack(bytes(50 * MOST_BYTES)),
        " " * (3 * LONGEST),
    ],
    ids=["inputs", "repeats", "letters", "body", "bomb", "blanks"],
)
def test_a_code_that_would_grow_too_large_is_refused_first(code: str) -> None:
    assert "too long" in str(refused(code))


def test_a_game_too_long_for_a_code_gets_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_code, "LONGEST", len(CODE) - 1)
    with pytest.raises(BadInput, match="too long for a link"):
        encode(SESSION)


def test_reading_a_code_does_not_play_it() -> None:
    found = read(written(score=6, inputs=repeated(replay_code.FIRST, 2)), game)
    assert (found.inputs, found.score, found.seed) == (("left",) * 3, 3, 7)
