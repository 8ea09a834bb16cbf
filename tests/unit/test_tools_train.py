"""Training: its learners find known results, and each bot's training plays by the rules and improves its weights."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from game.bots.lines98.evaluation import Evaluation, trained_evaluation, weights_of
from game.bots.nineteen.evaluation import FEATURES
from game.bots.push_clear.evaluation import between_knots
from game.kernel import Array
from game.rules import GAMES
from tools.train import learning, lines98, push_clear
from tools.train.__main__ import main, training_of

pytestmark = pytest.mark.native


# The command.


def test_the_list_says_what_each_game_learns(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert all(re.search(rf"^  {name} +\w", shown, re.MULTILINE) for name in GAMES)


def test_a_game_without_learned_weights_says_so_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert [name for name in GAMES if training_of(name) is None] == ["chain", "biquadris", "duel"]
    assert main(["chain", "--quick"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line == "chain learns nothing: its weights are set by hand in game/bots/chain; change and measure them"


# Learners.


def test_least_squares_finds_the_values_of_a_known_chain() -> None:
    """The first state gains 1 and leads to the second, which gains 3 and leads back to the first or to the end."""
    squares = learning.LeastSquares(2, discount=0.5, ridge=1e-6)
    one, two, end = np.eye(2)[0], np.eye(2)[1], np.zeros(2)
    squares.observe(np.array([one, two, two]), np.array([two, one, end]), np.array([1, 3, 3]))
    # v1 = 1 + v2 / 2 and v2 = 3 + v1 / 4
    assert squares.weights() == pytest.approx([20 / 7, 26 / 7], abs=1e-3)


def test_what_is_forgotten_counts_less() -> None:
    squares = learning.LeastSquares(1, discount=0, ridge=0)
    squares.observe(np.ones((1, 1)), np.zeros((1, 1)), np.array([0]))
    squares.forget(0.5)
    squares.observe(np.ones((1, 1)), np.zeros((1, 1)), np.array([3]))
    assert squares.weights() == pytest.approx([2])


def test_cross_entropy_finds_a_maximum() -> None:
    def fitness(players: Array, _generation: int) -> Array:
        return -((players - np.array([3.0, -1.0])) ** 2).sum(axis=1)

    *_before, found = islice(learning.cross_entropy(fitness, np.zeros(2), np.ones(2), seed=1), 60)
    assert found == pytest.approx([3, -1], abs=0.1)


# Writing.


def test_numbers_are_replaced_in_a_source(tmp_path: Path) -> None:
    path = tmp_path / "evaluation.py"
    path.write_text('W = {\n    "holes": -112,\n    "wells": -98,\n}\n', encoding="utf-8")
    learning.rewrite(path, {r'"holes": -?\d+': '"holes": 7'})
    assert path.read_text(encoding="utf-8") == 'W = {\n    "holes": 7,\n    "wells": -98,\n}\n'
    with pytest.raises(AssertionError, match="0 places"):
        learning.rewrite(path, {"depth": ""})


def test_the_places_that_training_rewrites_exist() -> None:
    source = (learning.BOTS / "nineteen" / "evaluation.py").read_text(encoding="utf-8")
    assert all(len(re.findall(rf'"{name}": -?\d+', source)) == 1 for name in FEATURES)


# Games.


def test_push_and_clear_learns_from_its_own_games() -> None:
    for form in push_clear.TABLES:
        table, random = np.zeros((len(form.knots), form.size)), np.random.default_rng(2)
        assert form.there().shape == table.shape
        unlearned, *_between, learned = (push_clear.play(form, table, 24, rate, random) for rate in (0, 0.5, 0.5))
        assert unlearned < learned and np.isfinite(table).all()


def test_corrections_are_means_over_positions() -> None:
    weights = np.zeros(4)
    push_clear.correct(weights, np.array([[0, 0, 1], [2, 3, 3]]), np.array([1.0, 3.0, 5.0]), 1.0, rate=1.0)
    assert weights == pytest.approx([1, 2.5, 0.5, 2])
    assert push_clear.last_of_each(np.array([1, 0, 1, 0]), np.array([1, 3, 0, 2])).tolist() == [3, 2]
    assert between_knots(0, (0, 30, 60)) == (0, 0)


@pytest.mark.parametrize("mode", ["line", "square", "block"])
def test_games_of_lines_are_played_by_the_rules(mode: str) -> None:
    games = lines98.Games(mode, 3, np.random.default_rng(5))
    before = (games.cells != 0).sum(axis=(1, 2))
    for _turn in range(4):
        coming = (games.coming[..., 1] > 0).sum(axis=1)
        gain, _over = games.play_turn(trained_evaluation(mode), 0.0)
        now = (games.cells != 0).sum(axis=(1, 2))
        # Coming balls appear unless the move itself makes some vanish.
        missing = before - gain + coming - now
        assert ((missing == 0) | (missing == coming)).all()
        before = now


def test_lines_learns_weights_with_which_games_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    start = lines98.first_guess("square")
    weights = lines98.policy_iteration("square", start, rounds=2, turns=12, seed=1)
    assert weights.shape == (weights_of("square"),) and np.isfinite(weights).all() and weights.any()
    assert "square: round 2" in capsys.readouterr().out


def test_the_groups_of_weights_for_lines_are_complete() -> None:
    weights = np.arange(1.0, 1 + weights_of("line"))
    groups = lines98.groups_of_line(weights)
    assert groups.sum(axis=0).tolist() == weights.tolist() and (groups != 0).sum(axis=0).tolist() == [1] * len(weights)
    board = np.zeros((1, 9, 9), np.int8)
    twice = Evaluation("line", 2 * np.ones(len(groups)) @ groups)(board)
    assert twice == pytest.approx(2 * Evaluation("line", weights)(board), rel=1e-5)
