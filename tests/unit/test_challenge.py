"""Challenges: codes round-trip, recorded games are verified by playing them, and bad codes get a one-line message."""

from __future__ import annotations

import random
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files
from game.__main__ import main
from game.contract import BadInput
from game.play.results import challenge_text
from game.rules import GAMES, game
from game.session import RESTART, Session, challenge, finished
from game.session.challenge import (
    LONGEST_PLAYER,
    MOST_ROUNDS,
    Challenge,
    ChallengeRound,
    Recorded,
    ReplayedChallenge,
    cleaned,
    code_in,
    encode,
    last_game_of,
    read,
    recorded,
    replaying,
)
from game.session.replay_code import pack, unpack
from game.session.timeline import MOST_TENTHS, USUAL_TENTHS
from game.words import Translator
from tests.examples import at_most
from tests.recorded import OPTIONS, played

pytestmark = pytest.mark.native  # the same in Pyodide

EVERY = pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].seats == 1])
FOR_TWO = [name for name in GAMES if GAMES[name].seats > 1]


def challenge_of(session: Session, name: str = "Ana", tenths: dict[int, int] | None = None) -> Challenge:
    game = recorded(session, name, tenths or {})
    return Challenge(session.rules, session.options, (ChallengeRound(session.seed, (game,)),))


def opened(code: str) -> ReplayedChallenge:
    return finished(replaying(read(code, game, files.read), files.read))


def refused(code: str) -> str:
    with pytest.raises(BadInput) as caught:
        opened(code)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
    return str(caught.value)


@EVERY
@pytest.mark.slow("three games with each choice of options")
def test_challenge_code_is_read_back_unchanged(name: str) -> None:
    for options in OPTIONS[name]:
        session, answer = played(name, options, 7), played(name, options, 7)
        tenths = {at: at % 90 for at in range(1, 300)}
        first = challenge_of(session, "Zoë 🙂", tenths)
        both = first.answered(recorded(answer, "", tenths))
        further = both.followed(8, recorded(played(name, options, 8), "Zoë 🙂", tenths))
        for each in (first, both, further):
            result = opened(encode(each))
            assert result.challenge == each
            assert encode(result.challenge) == encode(each)
        assert result.scores[0] == (session.score, answer.score)
        assert opened(encode(first)).tracks[0].session.view == session.view


@EVERY
@settings(max_examples=15)
@given(data=st.data(), seed=st.none() | st.integers(0, 10**15), choices=st.lists(st.integers(0, 999), max_size=60))
def test_random_games_survive_their_code(name: str, data: st.DataObject, seed: int | None, choices: list[int]) -> None:
    session = Session(game(name), data.draw(st.sampled_from(OPTIONS[name])), seed, files.read)
    for choice in choices:
        moves = session.rules.moves(session.state)
        if choice % 50 == 49:
            session.restart()
        elif moves:
            session.play(moves[choice % len(moves)])
    result = opened(encode(challenge_of(session)))
    assert result.scores == ((session.score,),)
    assert result.tracks[0].session.view.boards == session.view.boards


def test_recorded_game_starts_after_the_last_restart() -> None:
    session = Session(game("push-clear"), {}, 7)
    session.play("left")
    session.restart()
    session.play("up")
    assert challenge_of(session).rounds[0].games[0].inputs == ("up",)
    kept = Session(game("biquadris"), {}, 7, files.read)
    kept.play("drop")
    kept.restart()
    assert challenge_of(kept).rounds[0].games[0].inputs == ("drop", RESTART), "the highest score survives a restart"


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].timed])
def test_times_belong_to_new_pieces(name: str) -> None:
    session = Session(game(name), {}, 7)
    for word in ("left", "drop", "drop", "right", "drop", "left"):
        session.play(word)
    sent = challenge_of(session, tenths={2: 15, 3: 8})
    assert sent.rounds[0].games[0].tenths == (15, 8, USUAL_TENTHS), "the third was not measured"
    assert opened(encode(sent)).tracks[0].pieces == ((2, 15), (3, 23), (5, 23 + USUAL_TENTHS))
    few = Recorded("", session.inputs, (15, 9))
    assert opened(encode(changed(sent, few))).tracks[0].pieces == ((2, 15), (3, 24), (5, 36)), "the average time"
    none = Recorded("", session.inputs)
    assert opened(encode(changed(sent, none))).tracks[0].pieces[-1] == (5, 3 * USUAL_TENTHS)


def changed(sent: Challenge, game: Recorded) -> Challenge:
    return Challenge(sent.rules, sent.options, (ChallengeRound(sent.rounds[0].seed, (game,)),))


def test_untimed_game_has_no_times() -> None:
    session = played("lines98", {}, 7)
    sent = challenge_of(session, tenths=dict.fromkeys(range(300), 5))
    assert sent.rounds[0].games[0].tenths == ()
    assert opened(encode(sent)).tracks[0].pieces == ()


def test_names_are_one_short_line() -> None:
    assert cleaned("  Ana\n\t Lucía  ") == "Ana Lucía"
    assert cleaned("\u202eevil\u200b\x00") == "evil"
    assert cleaned("x" * 300) == "x" * LONGEST_PLAYER
    assert cleaned("<b>&amp;") == "<b>&amp;", "names are plain text without markup"


@given(st.text())
def test_cleaning_a_name_is_idempotent(name: str) -> None:
    assert cleaned(cleaned(name)) == cleaned(name)
    assert len(cleaned(name)) <= LONGEST_PLAYER


def test_series_drops_its_oldest_rounds() -> None:
    session = Session(game("push-clear"), {}, 7)
    mine = recorded(session, "A", {})
    series = challenge_of(session)
    for seed in range(MOST_ROUNDS + 3):
        assert series.waits
        series = series.answered(mine)
        assert not series.waits
        series = series.followed(seed, mine)
    assert len(series.rounds) == MOST_ROUNDS and series.rounds[-1].seed == MOST_ROUNDS + 2
    assert opened(encode(series)).challenge == series


SESSION = played("nineteen", {}, 5)
SENT = challenge_of(SESSION, tenths=dict.fromkeys(range(300), 12))
CODE = encode(SENT)


def test_a_code_is_found_in_an_address_and_in_a_file() -> None:
    assert code_in(f"https://example.org/?game=chain#challenge={CODE}\n") == CODE
    assert code_in(CODE) == CODE


def test_any_truncation_is_detected() -> None:
    for length in range(0, len(CODE), 3):
        refused(CODE[:length])
        refused(CODE[length + 1 :])
    refused(CODE + "A")


@settings(max_examples=at_most(200))
@given(at=st.integers(0, len(CODE) - 1), sign=st.sampled_from(string.ascii_letters + string.digits + "-_=+/%é\0"))
def test_any_changed_character_is_detected(at: int, sign: str) -> None:
    bad = CODE[:at] + sign + CODE[at + 1 :]
    try:
        assert opened(bad).challenge == SENT, "only unused padding bits may differ"
    except BadInput as error:
        assert "\n" not in str(error)


def forged(**parts: Any) -> str:
    """Returns a code with a valid checksum and other claims."""
    given: dict[str, Any] = {"name": "", "inputs": ("left",), "tenths": (), "assisted": False}
    return encode(changed(SENT, Recorded(**given | parts)))


def test_forged_game_is_verified_by_playing_it() -> None:
    assert opened(forged(inputs=("left", "drop"))).scores[0][0] > 0
    assert "do not fit" in refused(forged(inputs=("left",) * 100)), "a move that changes nothing"
    assert "do not fit" in refused(forged(inputs=("jump",)))
    assert "do not fit" in refused(forged(tenths=(5, 5))), "times for pieces that never appeared"
    assert "damaged" in refused(forged(name="a\nb"))
    assert "damaged" in refused(forged(name="x" * (LONGEST_PLAYER + 1)))
    assert "damaged" in refused(forged(inputs=("drop",), tenths=(MOST_TENTHS + 1,)))


@pytest.mark.parametrize("name", FOR_TWO)
@pytest.mark.parametrize("computer", ["no", "3"])
def test_a_game_for_two_is_no_challenge(name: str, computer: str) -> None:
    session = Session(game(name), {"computer": computer}, 7, files.read)
    session.play("drop")
    assert refused(encode(challenge_of(session))) == "this game is for two players, and challenges are for one"


def test_a_recorded_game_has_no_restart() -> None:
    """It begins at the last one."""
    assert "damaged" in refused(forged(inputs=("drop", RESTART, "drop")))


def test_wrong_numbers_of_rounds_or_games_are_rejected() -> None:
    one = SENT.rounds[0]
    for rounds in (
        (),
        (one, one),
        (ChallengeRound(7, ()),),
        (ChallengeRound(7, one.games * 3),),
        (one,) * (MOST_ROUNDS + 1),
    ):
        assert "damaged" in refused(encode(Challenge(SENT.rules, SENT.options, rounds)))


def test_body_with_trailing_bytes_is_rejected() -> None:
    assert "damaged" in refused(pack(unpack(CODE) + b"\0"))


def test_other_rules_and_too_long_games_are_rejected_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    body = unpack(CODE)
    name = b"\x08nineteen"
    assert body.startswith(name)
    assert "rules version 9" in refused(pack(name + b"\x09" + body[len(name) + 1 :]))
    assert "this challenge is too long" in refused("A" * 200_000)
    monkeypatch.setattr(challenge, "LONGEST", len(CODE) - 1)
    with pytest.raises(BadInput, match="too long for a challenge"):
        encode(SENT)


def test_game_of_many_repeats_is_rejected_before_playing_it() -> None:
    words = ("left", "right") * 60_000
    rounds = (ChallengeRound(7, (Recorded("", words), Recorded("", words))),)
    with pytest.raises(BadInput, match="too long"):
        encode(Challenge(SENT.rules, SENT.options, rounds))


def test_challenge_opens_in_slices() -> None:
    shares = list(replaying(SENT))
    assert len(shares) == len(SESSION.inputs) and shares == sorted(shares) and 0 <= shares[0] < shares[-1] < 1


def test_the_result_of_a_series_is_described() -> None:
    rules, translator = game("push-clear"), Translator()
    games = played("push-clear", {}, 7)
    few = Recorded("Ben", games.inputs[:1])
    first = Challenge(rules, games.options, (ChallengeRound(7, (Recorded("Ana", games.inputs),)),))
    high, low = (finished(replaying(first.answered(each))).scores[0][1] for each in (first.rounds[0].games[0], few))
    assert high > low
    assert challenge_text(finished(replaying(first)), translator) == f"Ana: {high}."
    both = first.answered(few)
    said = challenge_text(finished(replaying(both)), translator)
    assert said == f"Round 1. Ana: {high}; Ben: {low}. Ana wins by {high - low}."
    # Ben starts the second round, which ends in a draw.
    series = both.followed(7, few).answered(Recorded("Ana", few.inputs))
    assert challenge_text(finished(replaying(series)), translator) == (
        f"Round 1. Ben: {low}; Ana: {high}. Round 2. Ben: {low}; Ana: {low}. A draw. Rounds won. Ben: 0; Ana: 1."
    )
    unnamed = first.answered(Recorded("", few.inputs))
    text = challenge_text(finished(replaying(unnamed)), translator)
    assert text.startswith(f"Round 1. Ana: {high}; Player 2: {low}.")


def test_last_game_can_be_a_new_challenge() -> None:
    both = SENT.answered(Recorded("Ben", ("left", "drop")))
    result = last_game_of(finished(replaying(both)))
    assert result.challenge.waits and result.challenge.rounds[0].games[0].name == "Ben"
    assert opened(encode(result.challenge)).scores == result.scores


def test_terminal_prints_the_result_of_a_challenge(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "challenge.txt"
    file.write_text(f"https://example.org/?game=nineteen#challenge={CODE}\n", encoding="utf-8")
    for place in (str(file), f"#challenge={CODE}"):
        assert main(["nineteen", "-challenge", place]) == 0
        assert capsys.readouterr().out == f"Ana: {SESSION.score}.\n"
    for place in (f"#challenge={CODE[:-3]}", str(tmp_path / "none")):
        with pytest.raises(SystemExit, match="2"):
            main(["nineteen", "-challenge", place])
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_minutes_of_play_fit_in_a_link() -> None:
    chance, session = random.Random(1), Session(game("nineteen"), {}, 1)
    tenths = {}
    while len(session.inputs) < 800 and not session.over:
        plan = ["rotate"] * chance.randrange(4) + [chance.choice(["left", "right"])] * chance.randrange(5)
        for word in [*plan, *["tick"] * chance.randrange(5), "drop"]:
            session.play(word)
            tenths[len(session.inputs)] = chance.randrange(5, 40)
    assert len(encode(challenge_of(session, tenths=tenths))) < 1000
