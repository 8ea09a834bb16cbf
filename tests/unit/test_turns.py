"""All the turns of any game, and the one that scores most immediately."""

from __future__ import annotations

import pytest

from game.bots.search.turns import best_turns, turns
from game.rules import GAMES, game
from game.rules.nineteen import placements
from game.session import complete

OPTIONS = {"startlevel": 2, "scriptfile1": "I J L O S Z T", "scriptfile2": "J L J S O I T Z"}
"""Biquadris without sequence files."""


@pytest.mark.parametrize("name", list(GAMES))
def test_every_listed_turn_can_be_played_and_ends_the_turn(name: str) -> None:
    rules = game(name)
    options = OPTIONS if name == "biquadris" else complete(rules, {})
    state = rules.start(options, 3)
    found = turns(rules, state)
    assert len(set(found)) == len(found) > 1
    for words in found[:40]:
        after = state
        for word in words:
            before, (after, _events) = after, rules.play(after, word)
            assert after is not before
        assert name != "biquadris" or after.turn != state.turn


def test_every_placement_is_in_the_list() -> None:
    nineteen, chain = game("nineteen"), game("chain")
    for seed in range(4):
        state = nineteen.start({"bag": False}, seed)
        assert len(turns(nineteen, state)) == len(placements(state.piece.shape))
    assert len(turns(chain, chain.start({"colours": 4}, 0))) == 22


def test_greedy_takes_the_most_points_then_the_lowest_pile() -> None:
    rules = game("push-clear")
    state = rules.start({"size": 6}, None)
    best = best_turns(rules, state)
    gains = {words: rules.score(rules.play(state, words[0])[0]) for words in turns(rules, state)}
    assert {gains[words] for words in best} == {max(gains.values())}
    nineteen = game("nineteen")
    for words in best_turns(nineteen, nineteen.start({"bag": False}, 5)):
        after = nineteen.start({"bag": False}, 5)
        for word in words:
            after, _events = nineteen.play(after, word)
        assert after.score >= 2 * 11
