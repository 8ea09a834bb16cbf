"""Tournaments: the players, the results and their report, and that parallel runs give the same results."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from game.contract import BadInput
from game.rules import GAMES, game
from game.session import complete
from game.terminal import parallel
from game.terminal.botgames import draw_histogram, table
from game.tournament import PLAYERS
from game.tournament.games import Plan, Result, Stuck, figures_of, play_game
from game.tournament.players import player
from game.tournament.sample import HistogramBin, histogram, quantile, sample, wilson
from game.words import Translator
from tests.unit.conftest import Terminal

pytestmark = pytest.mark.native  # Pyodide has no terminal

EVERY = pytest.mark.parametrize("name", list(GAMES))
SCRIPTS = {"scriptfile1": "I J L O S Z T", "scriptfile2": "J L J S O I T Z"}


def plan(name: str, **more: Any) -> Plan:
    """Returns the plan of a short tournament, without files."""
    options = complete(game(name), {}, SCRIPTS.__getitem__) if name != "biquadris" else {"startlevel": 2, **SCRIPTS}
    return Plan(name, options, **{"player": "random", "against": "random", "turns": 4, **more})


@EVERY
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_game_is_reproducible_and_differs_from_the_next(name: str, kind: str) -> None:
    many = 1 if name == "lines98" else 3  # a greedy search of a thousand moves takes a while
    some = plan(name, player=kind, turns=many)
    first = play_game(some, 0)
    assert first == play_game(some, 0)
    assert first.turns == many or first.over
    assert set(first.figures) == set(figures_of(game(name)))
    assert play_game(some, 1).seed == first.seed + some.seats


def test_two_players_alternate_who_starts_and_one_wins() -> None:
    some = plan("biquadris", turns=0)
    results = [play_game(some, number) for number in range(4)]
    assert [result.seat for result in results] == [0, 1, 0, 1]
    assert [result.seed for result in results] == [0, 2, 4, 6]
    assert all(result.over and result.figures["won"] in (0, 1) for result in results)


def test_input_limit_ends_a_game_within_a_turn() -> None:
    result = play_game(plan("nineteen", turns=0, inputs=7), 0)
    assert (result.inputs, result.over) == (7, False)


def test_player_without_a_move_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.tournament.games.player", lambda *_: lambda _state: ())
    with pytest.raises(Stuck, match="game 2 of seed 2"):
        play_game(plan("push-clear"), 2)


def test_unknown_player_is_rejected() -> None:
    assert "bot" in PLAYERS
    with pytest.raises(BadInput):
        player(game("chain"), "nobody", 0)


def test_results_do_not_depend_on_the_order() -> None:
    some = plan("chain")
    together = list(parallel.results(some, range(4)))
    assert together == [play_game(some, number) for number in (3, 2, 1, 0)][::-1]


@pytest.mark.slow("starts processes that play whole games")
def test_results_are_the_same_in_two_processes() -> None:
    some = plan("chain")
    apart = sorted(parallel.results(some, range(5), jobs=2), key=lambda result: result.number)
    assert apart == list(parallel.results(some, range(5)))


@pytest.mark.parametrize("name", ["lines98", "push-clear"])
def test_the_archive_for_workers_has_the_tables_of_the_bots(name: str, tmp_path: Path) -> None:
    archive = parallel.pack_game(tmp_path)
    script = (
        "from game.bots import advise; from game.rules import game; from game.session import complete\n"
        f"rules = game({name!r}); print(advise(rules, rules.start(complete(rules, {{}}), 1), 1).words, advise.__code__)"
    )
    environment = {**os.environ, "PYTHONPATH": str(archive)}
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and archive.name in run.stdout, run.stderr


# Statistics of a sample.


def test_statistics_of_a_known_sample() -> None:
    about = sample([1, 2, 3, 4, 10])
    assert (about.mean, about.median, about.least, about.most) == (4, 3, 1, 10)
    # scipy.stats.t.interval(0.95, 4, 4, sem)
    assert about.low == pytest.approx(-0.3899, abs=0.002)
    assert about.high == pytest.approx(8.3899, abs=0.002)
    assert isnan(sample([7]).low)


def test_quantiles_of_students_t() -> None:
    known = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 9: 2.262, 29: 2.045, 99: 1.984, 999: 1.962}
    for freedom, value in known.items():
        assert quantile(freedom) == pytest.approx(value, abs=0.03)


def test_share_has_a_wilson_interval() -> None:
    assert wilson(0.95, 100) == pytest.approx((0.888, 0.978), abs=1e-3)
    assert wilson(1.0, 10) == pytest.approx((0.722, 1.0), abs=1e-3)
    assert sample([1] * 9 + [0], share=True).high < 1


@pytest.mark.parametrize("values", [[5], [0, 1, 2], [3, 3, 3], [0, 1000, 98765], [0.5, 0.25], [-3, 12], [10**9, 0]])
def test_a_histogram_holds_every_value_once(values: list[float]) -> None:
    bars = histogram(values)
    assert sum(bar.values for bar in bars) == len(values)
    assert bars[0].low <= min(values) and bars[-1].high >= max(values)
    assert len(bars) <= 13
    assert draw_histogram(bars, Translator()).row_count == len(bars)


def test_nonzero_value_always_has_a_visible_bar(capsys: pytest.CaptureFixture[str]) -> None:
    Console(width=80).print(
        draw_histogram([HistogramBin(0, 1, 0), HistogramBin(1, 2, 1), HistogramBin(2, 3, 10**6)], Translator())
    )
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        f"0 {'':40} 0",
        f"1 {'▏':40} 1",
        f"2 {'█' * 40} 1000000",
    ]


# The command.


@EVERY
def test_json_is_one_object_a_game(terminal: Terminal, name: str) -> None:
    arguments = [name, "-bot", "-player", "random", "-games", "3", "-seed", "11", "-turns", "3", "-json"]
    status, out, err = terminal("", *arguments, *(["-against", "random"] if name == "biquadris" else []))
    printed = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(printed)) == (0, "", 3)
    assert [game["number"] for game in printed] == [0, 1, 2]
    assert {"game", "seed", "player", "over", "turns", "inputs", *figures_of(game(name))} <= set(printed[0])
    assert printed[0]["seed"] == 11


def test_results_are_printed_as_a_table_and_a_histogram(terminal: Terminal) -> None:
    status, out, _err = terminal("", "push-clear", "-bot", "-player", "random", "-games", "5")
    assert status == 0
    assert "random, 5 games from seed 0 on" in out
    assert "95% confidence interval" in out and "█" in out


def test_columns_are_aligned_for_letters_of_any_width() -> None:
    console = Console(width=80, file=io.StringIO())
    with console.capture() as shown:
        console.print(table("lrr", [["", "mean", "最大"], ["スコア", "1", "22"], ["a", "333333", "4"]]))
    assert shown.get().splitlines() == ["          mean  最大", "スコア       1    22", "a       333333     4"]


def test_the_table_is_in_the_language_and_json_is_not(terminal: Terminal) -> None:
    pytest.importorskip("babel")
    arguments = ("push-clear", "-bot", "-player", "random", "-games", "2", "-turns", "4")
    shown = terminal("", *arguments, "-lang", "ja")[1]
    assert "スコア" in shown and "中央値" in shown and "2ゲームは上限で打ち切り" in shown and "score" not in shown
    assert terminal("", *arguments, "-json", "-lang", "ja") == terminal("", *arguments, "-json")


def test_bots_game_can_be_replayed_from_its_seed(terminal: Terminal) -> None:
    arguments = ("nineteen", "-bot", "-turns", "3", "-json")
    second = terminal("", *arguments, "-games", "2", "-seed", "4")[1].splitlines()[1]
    first = terminal("", *arguments, "-games", "1", "-seed", "5")[1].strip()
    assert {**json.loads(first), "number": 1} == json.loads(second)


@pytest.mark.parametrize(
    "arguments",
    [
        ["push-clear", "-games", "3"],
        ["push-clear", "-dask", "x"],
        ["push-clear", "-bot", "-dask", ""],
        ["push-clear", "-bot", "-games", "0"],
        ["push-clear", "-bot", "-games", "x"],
        ["push-clear", "-bot", "-effort", "6"],
        ["push-clear", "-bot", "-player", "me"],
        ["push-clear", "-bot", "-jobs", "0"],
        ["push-clear", "-bot", "-turns", "-1"],
        ["push-clear", "-bot", "-against", "3"],
        ["push-clear", "-bot", "-seed", "classic"],
        ["push-clear", "-bot", "-seed", "-1"],
        ["push-clear", "-bot", "-text"],
        ["push-clear", "-bot", "-jobs", "2", "-dask", "tcp://127.0.0.1:1"],
        ["biquadris", "-bot", "-against", "9"],
        ["biquadris", "-bot", "-startlevel", "9"],
    ],
)
def test_bad_options_are_one_line(terminal: Terminal, arguments: list[str]) -> None:
    status, out, err = terminal("", *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and len(err) < 200


def test_ctrl_c_prints_finished_games(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    some = {"score": 3.0}

    def interrupted(*_: Any) -> Any:
        yield Result(1, 1, 0, True, 9, 9, some, 0.1)
        raise KeyboardInterrupt

    monkeypatch.setattr("game.terminal.botgames.results", interrupted)
    status, out, err = terminal("", "push-clear", "-bot", "-json")
    assert status == 130
    assert json.loads(out)["number"] == 1
    assert err == "stopped: 1 of 10 games were finished\n"


def test_players_error_is_one_line(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.tournament.games.player", lambda *_: lambda _state: ())
    status, out, err = terminal("", "push-clear", "-bot", "-json")
    assert (status, out) == (1, "")
    assert err.startswith("kesu: game 0") and err.count("\n") == 1
