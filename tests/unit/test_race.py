"""Racing a recorded game: where its ghost stands, how long pieces took, and which games are kept to race."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots import advise
from game.play.rival_ghost import LEAST, RivalGhost
from game.play.stopwatch import MOST_PIECES, Stopwatch
from game.rules import game
from game.session import Session
from game.session.challenge import read
from game.session.records import identity, preset_of
from game.session.timeline import MOST_TENTHS
from game.store import names, races
from game.store.store import Store
from game.words import Translator

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide


def test_without_a_clock_the_ghost_is_at_the_same_move() -> None:
    ghost = RivalGhost(5)
    assert [ghost.at_move(moves) for moves in (0, 3, 5, 9)] == [0, 3, 5, 5]


def test_with_a_clock_it_is_where_it_was_at_that_second() -> None:
    ghost = RivalGhost(7, ((4, 20), (6, 30)))  # four inputs in two seconds, two in one, one more
    assert [ghost.at_time(time) for time in (0, 499, 500, 1999, 2000, 2499, 2500, 3000)] == [0, 0, 1, 3, 4, 4, 5, 6]
    assert [ghost.at_time(time) for time in (3199, 3200, 10**9)] == [6, 7, 7], "the last was not measured"
    assert ghost.until_next(0) == 500
    assert ghost.until_next(2450) == LEAST, "it is not checked more often"
    assert ghost.until_next(3200) is None


def test_several_pieces_at_one_moment_and_games_without_pieces() -> None:
    assert RivalGhost(0).at_time(5) == 0 and RivalGhost(0).until_next(5) is None
    ghost = RivalGhost(6, ((2, 10), (4, 10), (6, 10)))
    assert ghost.at_time(999) == 1 and ghost.at_time(1000) == 6


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 50)), max_size=20), st.integers(0, 5))
def test_the_ghost_never_goes_back_and_comes_to_its_end(parts: list[tuple[int, int]], rest: int) -> None:
    pieces, at, tenths = [], 0, 0
    for inputs, time in parts:
        at, tenths = at + inputs, tenths + time
        pieces.append((at, tenths))
    ghost, now, last = RivalGhost(at + rest, pieces), 0.0, 0
    for _step in range(10_000):
        position = ghost.at_time(now)
        assert last <= position <= ghost.length
        last = position
        wait = ghost.until_next(now)
        if wait is None:
            break
        assert wait >= LEAST
        now += wait
    assert last == ghost.length


class Passing:
    """The time passed in a game, as the page's timing reports it."""

    def __init__(self) -> None:
        self.time = 0.0

    def played(self, _now: float) -> float:
        return self.time


def watched(session: Session, store: Store) -> tuple[Stopwatch, Passing]:
    passing = Passing()
    return Stopwatch(session, passing.played, store, names.piece_times(session.rules.name, daily=False)), passing


def drop(session: Session, stopwatch: Stopwatch, passing: Passing, milliseconds: float) -> None:
    session.play("drop")
    passing.time += milliseconds
    stopwatch.new_piece(0.0)


def test_a_stopwatch_counts_from_piece_to_piece() -> None:
    session = Session(game("nineteen"), {}, 7)
    stopwatch, passing = watched(session, Store(None))
    for milliseconds in (1234, 50, 60, 777):
        drop(session, stopwatch, passing, milliseconds)
    assert stopwatch.tenths == {1: 12, 2: 0, 3: 1, 4: 8}, "what is left of one piece belongs to the next"
    passing.time += 500
    assert stopwatch.elapsed(0.0) == pytest.approx(2621)


def test_undo_takes_the_time_back() -> None:
    session = Session(game("nineteen"), {}, 7)
    stopwatch, passing = watched(session, Store(None))
    for _piece in range(3):
        drop(session, stopwatch, passing, 1000)
    session.go(1)
    stopwatch.after_jump(0.0)
    assert stopwatch.elapsed(0.0) == 1000
    drop(session, stopwatch, passing, 300)
    assert stopwatch.elapsed(0.0) == 1300 and stopwatch.tenths[2] == 3
    session.restart()
    stopwatch.after_jump(0.0)
    assert stopwatch.elapsed(0.0) == 0


def test_times_are_kept_with_their_game_alone() -> None:
    store, session = Store(None), Session(game("nineteen"), {}, 7)
    stopwatch, passing = watched(session, store)
    drop(session, stopwatch, passing, 1000)
    stopwatch.keep()
    again = watched(session, store)[0]
    assert again.tenths == {1: 10} and again.elapsed(0.0) == 1000
    assert watched(Session(game("nineteen"), {}, 8), store)[0].tenths == {}
    assert watched(Session(game("nineteen"), {"bag": True}, 7), store)[0].tenths == {}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"of":1,"at":[],"tenths":[]}', '{"of":"nineteen/1/ 7","at":[1],"tenths":[]}',
     '{"of":"nineteen/1/ 7","at":[1],"tenths":[36001]}', '{"of":"nineteen/1/ 7","at":[true],"tenths":[1]}'],
)  # fmt: skip
def test_damaged_times_are_ignored(text: str) -> None:
    store = Store(None)
    store.put("times/nineteen", text)
    assert watched(Session(game("nineteen"), {}, 7), store)[0].tenths == {}


def test_times_are_bounded() -> None:
    session = Session(game("nineteen"), {}, 7)
    stopwatch, passing = watched(session, Store(None))
    drop(session, stopwatch, passing, 10**9)
    assert stopwatch.tenths == {1: MOST_TENTHS}
    stopwatch.tenths = dict.fromkeys(range(1000, 1000 + MOST_PIECES), 1)
    drop(session, stopwatch, passing, 100)
    assert len(stopwatch.tenths) == MOST_PIECES


def finished_game(seed: int, drops: int = 99) -> Session:
    session = Session(game("nineteen"), {}, seed)
    for _piece in range(drops):
        session.play("drop")
    return session


def test_the_best_game_of_each_option_set_is_kept() -> None:
    store, low = Store(None), finished_game(7, 3)
    assert races.best(store, low) is None
    races.keep_best(store, low, {1: 5})
    high = finished_game(8)
    assert high.score > low.score
    races.keep_best(store, high, {})
    races.keep_best(store, low, {})
    score, code = races.best(store, low) or (0, "")
    assert score == high.score and read(code, game).rounds[0].seed == 8
    assert races.best(store, Session(game("nineteen"), {"bag": True}, 7)) is None


def test_the_best_sprint_is_the_fastest_one_whatever_its_points() -> None:
    store = Store(None)
    session = Session(game("nineteen"), {"rows": 20}, 5)
    while not session.over:
        for word in advise(session.rules, session.state, 1).words:
            session.play(word)
    assert session.view.reached and session.score > 0
    unfinished = Session(game("nineteen"), {"rows": 20}, 7)
    for _piece in range(99):
        unfinished.play("drop")
    races.keep_best(store, unfinished, {}, 10)
    assert races.best(store, session) is None, "its goal was not reached"
    for tenths in (800, 625, 700):
        races.keep_best(store, session, {}, tenths)
    score, _code = races.best(store, session) or (0, "")
    assert races.best_in_words(session, score, Translator()) == "1:02.5"
    assert races.best(store, Session(game("nineteen"), {}, 7)) is None


def test_a_game_without_points_cannot_be_raced() -> None:
    store, nothing = Store(None), Session(game("chain"), {}, 7)
    nothing.play("drop")
    assert nothing.score == 0
    races.keep_best(store, nothing, {})
    assert store.get(names.BESTS) is None and races.best(store, nothing) is None
    store.put(names.BESTS, json.dumps([[preset_of(nothing), 0, "code"]]))
    assert races.best(store, nothing) is None, "older versions kept it"


def test_best_games_are_bounded_and_damaged_ones_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(None)
    monkeypatch.setattr(races, "MOST_BESTS", 2)
    for colours in (3, 4, 5):
        session = Session(game("chain"), {"colours": colours}, 7)
        session.play("down")
        races.keep_best(store, session, {})
    assert len(json.loads(store.get(names.BESTS) or "")) == 2
    assert races.best(store, Session(game("chain"), {"colours": 3}, 7)) is None
    assert races.best(store, Session(game("chain"), {"colours": 5}, 7)) is not None
    monkeypatch.setattr(races, "LONGEST_BEST", 3)
    races.keep_best(store, finished_game(7), {})
    assert races.best(store, finished_game(7)) is None, "too long"
    store.put(names.BESTS, '[["nineteen/1/",1]]')
    assert races.best(store, finished_game(7)) is None


def test_a_backup_restores_the_games_to_race() -> None:
    here, there, session = Store(None), Store(None), finished_game(7, 4)
    races.keep_best(there, session, {})
    races.save_challenge(there, session, races.SavedChallenge("code", best=False))
    races.put_all(here, races.saved_races(there, ["nineteen", "chain"]))
    assert races.best(here, session) == races.best(there, session)
    assert races.best(here, session) is not None
    assert races.saved_challenge(here, session) == races.SavedChallenge("code", best=False)
    long = "a" * (races.LONGEST_BEST + 1)
    races.put_all(here, {"best/chain/1/": f"1 {long}"} | {f"best/x/{number}": "1 a" for number in range(30)})
    kept = [name for name in races.saved_races(here, []) if name.startswith("best/")]
    assert len(kept) == races.MOST_BESTS and "best/chain/1/" not in kept


def test_a_challenge_is_kept_with_its_game() -> None:
    store, session = Store(None), finished_game(7, 1)
    assert races.saved_challenge(store, session) is None
    races.save_challenge(store, session, races.SavedChallenge("code", best=False))
    assert races.saved_challenge(store, session) == races.SavedChallenge("code", best=False)
    assert races.saved_challenge(store, finished_game(8, 1)) is None
    races.save_challenge(store, session, races.SavedChallenge("code", best=True))
    assert races.saved_challenge(store, session) == races.SavedChallenge("code", best=True)
    for text in ("", "x", identity(session), identity(session) + "\nsent\n"):
        store.put("challenge/nineteen", text)
        assert races.saved_challenge(store, session) is None
    races.forget(store, session)
    assert store.get("challenge/nineteen") is None
