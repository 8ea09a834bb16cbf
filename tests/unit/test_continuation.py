"""The continuation after a turn: the game is played on turn by turn, and the reviewed game itself is left alone."""

from __future__ import annotations

import pytest

from game import files
from game.bots import advise
from game.bots.judging import Cost, judge_for
from game.review.analysis import Mistake, PlayedTurn
from game.review.continuation import FUTURES, continuation, paired_continuations, played, typical, with_luck
from game.rules import GAMES
from game.session import Session

AHEAD = 6


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_followed_by_turns_of_the_same_player(name: str) -> None:
    rules = GAMES[name]
    session = Session(rules, {}, 5, files.read)
    before, words = session.state, advise(rules, session.state).words
    turns = [turn for turn in continuation(rules, before, words, AHEAD) if turn is not None]
    states = [turn.state for turn in turns]
    assert len(states) == AHEAD + 1 and all(turn.events for turn in turns)
    assert rules.view(states[0]) == rules.view(played(rules, before, words).state)
    boards = [rules.view(state).boards[0].rows for state in states]
    assert len(set(boards)) == AHEAD + 1, "each turn changes the player's board"
    assert session.state is before


@pytest.mark.parametrize("name", GAMES)
def test_another_future_is_another_and_leaves_what_is_seen(name: str) -> None:
    rules = GAMES[name]
    options = {"startlevel": 2} if name == "biquadris" else {}  # below, its pieces are known
    before = Session(rules, options, 5, files.read).state
    words = advise(rules, before).words
    futures = []
    for luck in range(FUTURES):
        other = with_luck(before, luck)
        assert rules.view(other) == rules.view(before)
        last = [turn.state for turn in continuation(rules, other, words, AHEAD) if turn is not None][-1]
        futures.append(str(rules.view(last)))
    assert with_luck(before, 0) is before and len(set(futures)) > 1


def test_what_is_shown_fits_what_is_said() -> None:
    """In the game as it really went on, the played move once ended ahead by 2, though it was to cost 30."""
    rules = GAMES["push-clear"]
    judge = judge_for(rules)
    differs = 0
    for seed in range(4):
        session = Session(rules, {}, seed, files.read)
        for _turn in range(20):
            session.play(advise(rules, session.state).words[0])
        before = session.state
        better, (poor,) = advise(rules, before).words, session.moves[-1:]
        if (poor,) == better:
            continue
        turn = PlayedTurn(20, (poor,), 0, before, played(rules, before, [poor]).state)
        mistake = Mistake(turn, (poor,), better, Cost(0, 6.0, 4.0, 8.0, 16, 12, 4), None)
        shown = [each for each in typical(rules, judge, mistake) if each]
        assert shown[-1].gain > 0
        assert shown[0].better.state != shown[0].played.state
        *_others, real = filter(None, paired_continuations(rules, before, better, (poor,), judge.AHEAD))
        differs += judge.standing(real[0].state, 0) <= judge.standing(real[1].state, 0)
    assert differs, "what really came would not have fitted"


def test_a_continuation_ends_with_the_game() -> None:
    rules = GAMES["chain"]
    session = Session(rules, {}, 5, files.read)
    while len([word for word in session.inputs if word == "drop"]) < 5:
        session.play("drop")
    states = [turn.state for turn in continuation(rules, session.state, ["drop"], AHEAD) if turn is not None]
    assert 1 <= len(states) <= AHEAD + 1
    over = [rules.over(state) for state in states]
    assert not any(over[:-1])
