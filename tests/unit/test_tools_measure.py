"""The measurements: each explains its options, the shared statistics are right, and bots play the games they should."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rich", reason="Pyodide here has no rich")
pytest.importorskip("playwright", reason="nor Playwright")

from game import files
from game.bots.nineteen.evaluation import WEIGHTS
from game.rules import GAMES
from game.session import complete
from game.tournament.games import WON, Plan, play_game
from prelit.errors import PrelitError
from tools.measure import blunders, keys, nineteen_rows, strength
from tools.measure.__main__ import NAMES, main, purpose
from tools.measure.harness import browsing, results, statistics
from tools.samples.bot_games import positions
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native  # texts and files are the same in Pyodide


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results are kept in a folder of the test's own."""
    monkeypatch.setattr(results, "BUILD", tmp_path)
    monkeypatch.setattr(strength, "BUILD", tmp_path)
    return tmp_path


# The command.


@pytest.mark.parametrize("name", NAMES)
def test_each_measurement_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    shown = capsys.readouterr().out
    assert end.value.code == 0
    assert shown.startswith(f"usage: python -m tools.measure {name}")
    assert purpose(name).split(":")[0] in " ".join(shown.split())


def test_the_list_has_a_line_for_each_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"| {name} " in shown for name in NAMES) and len(NAMES) > 10
    assert main(["nothing"]) == 2


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["strength", "chess"])
    assert "no game is called chess: choose from push-clear" in capsys.readouterr().err


def test_measurements_cite_no_script_that_is_gone() -> None:
    text = (ROOT / "docs" / "measurements.md").read_text(encoding="utf-8")
    assert not re.findall(r"commit [0-9a-f]{7}", text), "give a command that measures it today, or leave it out"
    for path in re.findall(r"`(?:[\w.]+ )*((?:tools|tests|game)/[\w/]+\.py)", text):
        assert (ROOT / path).exists(), path


def test_links_and_days_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["links", "nineteen", "--games", "2", "--inputs", "20"]) == 0
    assert main(["days", "push-clear", "--strengths", "1", "--days", "1"]) == 0
    shown = capsys.readouterr().out
    assert "| nineteen |" in shown and "1 (goal)" in shown and "0 of 1" in shown


def test_each_command_in_the_documents_exists() -> None:
    for document in (
        *(ROOT / "docs").glob("*.md"),
        ROOT / "CONTRIBUTING.md",
        ROOT / "tests" / "mutation" / "README.md",
    ):
        names = set(re.findall(r"tools\.measure\s+(\w+)", document.read_text(encoding="utf-8")))
        assert names <= {*NAMES, "NAME"}, document.name


# Statistics, compared with printed tables and other definitions.


def test_intervals_have_their_known_values() -> None:
    assert statistics.mean([1, 2, 3, 4, 5]) == pytest.approx((3, 1.0368, 4.9632), abs=1e-3)
    assert statistics.share(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-3)
    assert statistics.difference([3, 5, 4], [1, 2, 3]) == pytest.approx((2, -0.4841, 4.4841), abs=1e-3)
    assert statistics.percentile(list(range(101))) == 95 and statistics.percentile([]) == 0


def test_resampling_agrees_with_students_interval_for_normal_values() -> None:
    values = np.random.default_rng(1).normal(100, 10, 400).tolist()
    assert statistics.resampled_mean(values) == pytest.approx(statistics.mean(values), abs=0.2)


def test_a_resampled_percentile_is_where_most_samples_have_theirs() -> None:
    chance = np.random.default_rng(2)
    found = [statistics.resampled_percentile(chance.uniform(0, 100, 300).tolist(), 80) for _sample in range(60)]
    assert sum(each.low <= 80 <= each.high for each in found) > 50
    double = statistics.ratio_of_percentiles([2.0, 4.0, 6.0], [1.0, 2.0, 3.0], 50)
    assert double.value == 2 and double.low < 2 < double.high


def test_a_keys_time_is_divided_without_counting_anything_twice() -> None:
    def event(name: str, begin: int, end: int, url: str = "") -> dict[str, Any]:
        data = {"args": {"data": {"url": url}}}
        return {"name": name, "ph": "X", "ts": begin, "dur": end - begin, "tdur": end - begin, **data}

    frame = [
        event("FireAnimationFrame", 2000, 8000),
        event("FunctionCall", 2500, 7500, ""),
        event("Layout", 3000, 4000),
    ]
    own = [event("FireAnimationFrame", 8000, 9000), event("FunctionCall", 8500, 9000, "https://a/static/boot.js")]
    found = keys.by_part([event("RunTask", 1000, 10_000), *frame, *own], 2)
    assert found == {"rest": 1.0, "frame": 2.75, "layout": 0.5, "frame, JavaScript": 0.25}
    assert sum(found.values()) == 9.0 / 2


def test_estimates_read_well() -> None:
    assert str(statistics.Estimate(12345.6, 0.12345, 3)) == "12,346 (0.1235 to 3)"


def test_tables_can_be_pasted_into_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    results.show(("game", "games", "mean"), [("chain", 3, "[1.5]"), ("duel", 100, 2)], "A title")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [
        "A title",
        "",
        "| game  | games |  mean |",
        "|-------|-------|-------|",
        "| chain |     3 | [1.5] |",
        "| duel  |   100 |     2 |",
    ]


def test_script_is_summed_from_frame_to_frame() -> None:
    def event(name: str, at: int, took: int) -> browsing.TraceEvent:
        return {"name": name, "ts": at, "dur": took, "tdur": took // 2, "ph": "X"}

    events = [
        event("BeginMainThreadFrame", 0, 0),
        event("FireAnimationFrame", 100, 4000),
        event("FunctionCall", 200, 1000),  # nested in it
        event("TimerFire", 6000, 2000),
        event("BeginMainThreadFrame", 16_000, 0),
        event("EventDispatch", 17_000, 500),
        event("Paint", 18_000, 9000),
    ]
    assert browsing.script_per_frame(events, "dur") == [6.0, 0.5]
    assert browsing.script_per_frame(events) == [3.0, 0.25]
    assert browsing.times_of(events, "TimerFire") == [1.0]


# Bots.


def given(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    strength.add_options(parser)
    return parser.parse_args(words)


@pytest.mark.slow("starts two processes for each game")
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_in_its_own_process_plays_the_games_of_the_terminal(name: str) -> None:
    setting = strength.SETTINGS[name]._replace(turns=3)
    players = [strength.MeasuredBot("", ROOT, 1) for _seat in range(GAMES[name].seats)]
    (found,) = strength.games_of(name, setting, players, given("--games", "1", "--seed", "0"))
    options = complete(GAMES[name], {"startlevel": "0"} if name == "biquadris" else {}, files.read)
    alone = play_game(Plan(name, options, effort=1, against_effort=1, turns=3), 0)
    assert (found["turns"], found["over"]) == (alone.turns, alone.over)
    if setting.figure != strength.WON:
        assert found["value"] == alone.figures[setting.figure]
    else:
        assert found["value"] in (0, 0.5, 1) and WON in alone.figures


def test_finished_games_are_kept_for_the_code_that_played_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting, player = strength.SETTINGS["push-clear"]._replace(turns=2), strength.MeasuredBot("", ROOT, 1)
    first = strength.games_of("push-clear", setting, [player], given("--games", "2"))
    monkeypatch.setattr(strength, "play_game", lambda *_: pytest.fail("played again"))
    assert strength.games_of("push-clear", setting, [player], given("--games", "2")) == first
    (file,) = (folder / "strength").glob("*.jsonl")
    assert [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] == first


def test_results_are_outdated_when_the_code_has_changed(tmp_path: Path) -> None:
    (tmp_path / "game" / "bots").mkdir(parents=True)
    for name in ("bots/one.py", "bots/table.bin", "web.py"):
        (tmp_path / "game" / name).write_text("before", encoding="utf-8")
    before = results.hash_of_code(tmp_path, "bots/")
    (tmp_path / "game" / "web.py").write_text("after", encoding="utf-8")
    assert results.hash_of_code(tmp_path, "bots/") == before
    (tmp_path / "game" / "bots" / "table.bin").write_text("after", encoding="utf-8")
    assert results.hash_of_code(tmp_path, "bots/") != before


@pytest.mark.slow("copies a revision and plays")
def test_a_bot_is_compared_with_another_revision(capsys: pytest.CaptureFixture[str]) -> None:
    if subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False).returncode:
        pytest.skip("this is not a git repository")
    assert (
        main(["strength", "push-clear", "--against", "HEAD", "--games", "2", "--turns", "4", "--strengths", "1"]) == 0
    )
    names = [line.split("|")[1].strip() for line in capsys.readouterr().out.splitlines() if "|" in line]
    assert names[2:] == ["strength 1", "strength 1 of HEAD", "difference"]
    with pytest.raises(PrelitError, match="git knows no revision nothing"):
        strength.copy_of_revision("nothing")


def test_nineteen_clears_more_rows_with_its_weights_than_with_others() -> None:
    rows = nineteen_rows.played(np.stack([WEIGHTS, -WEIGHTS]), height=10, games=3, seed=4)
    assert rows.shape == (2, 3) and rows[0].min() > 5 > rows[1].max()
    assert (nineteen_rows.played(WEIGHTS[None], 10, games=3, seed=4)[0] == rows[0]).all()
    assert nineteen_rows.played(WEIGHTS[None], 10, games=3, seed=4, longest=1).sum() == 0


def test_positions_are_taken_from_several_games() -> None:
    found = [(each.seed, each.length) for each in positions(GAMES["push-clear"], 5, every=4, longest=9)]
    assert found == [(0, 0), (0, 4), (0, 8), (1, 1), (1, 5)]


def test_blunders_are_counted_with_intervals() -> None:
    sure = blunders.Position(planted=True, cost=9, low=1e9, high=1e9, named=True, seconds=0.002)
    small = sure._replace(planted=False, low=-1, high=-1)
    assert blunders.row("chain", [sure, small._replace(named=False)])[:6] == (
        "chain", 2, 1, "100.0 % (20.7–100.0)", 1, "0.0 % (0.0–79.3)",
    )  # fmt: skip
