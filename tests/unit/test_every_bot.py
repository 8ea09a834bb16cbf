"""What every bot promises: playable turns, the same ones again for equal seeds, based on what a player can see; none
after the end."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files, rng
from game.bots import Advice, advise, bot_for
from game.contract import Rules
from game.rules import GAMES
from game.session import Session
from game.words import Translator
from tests.advised import played
from tests.examples import at_most

EVERY = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
OPTIONS: dict[str, dict[str, Any]] = {
    "push-clear": {"size": 5},
    "nineteen": {"bag": False},
    "biquadris": {"startlevel": 2},
}


def after(rules: Rules[Any], seed: int, moves: int) -> Any:
    """Returns the state after random moves."""
    session, chance = Session(rules, OPTIONS.get(rules.name, {}), seed, files.read), Random(seed)
    for _move in range(moves):
        if session.over:
            break
        session.play(chance.choice(session.moves))
    return session.state


@EVERY
@settings(max_examples=at_most(8), derandomize=True, deadline=None)
@given(seed=st.integers(0, 1000), moves=st.integers(0, 60), effort=st.integers(1, 3))
def test_advice_is_a_playable_turn_with_a_reason_and_the_same_again(
    rules: Rules[Any], seed: int, moves: int, effort: int
) -> None:
    state = after(rules, seed, moves)
    advices = list(bot_for(rules).think(rules, state, effort, 7))
    assert advices == list(bot_for(rules).think(rules, state, effort, 7))
    assert bool(advices[-1].words) != rules.over(state)
    for advice in advices:
        if advice.words:
            played(rules, state, advice)
            assert Translator()(advice.reason, **advice.values).endswith(".")
        else:
            assert advice == Advice(())


@EVERY
def test_no_advice_after_the_end(rules: Rules[Any]) -> None:
    state = after(rules, 1, 5000)
    assert rules.over(state) and advise(rules, state) == Advice(())


@EVERY
@pytest.mark.parametrize("effort", [1, 3])
def test_a_bot_does_not_see_what_is_still_to_be_drawn(rules: Rules[Any], effort: int) -> None:
    state = after(rules, 3, 2)
    other = with_other_random(state)
    assert repr(other) != repr(state) and advise(rules, state, effort) == advise(rules, other, effort)


def with_other_random(value: Any) -> Any:
    """Returns a state whose games draw other numbers from now on."""
    if isinstance(value, rng.Random):
        return rng.standard(99)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(with_other_random, value))
    if is_dataclass(value) and not isinstance(value, type):
        changed = {each.name: with_other_random(getattr(value, each.name)) for each in fields(value) if each.init}
        return replace(value, **changed)
    return value
