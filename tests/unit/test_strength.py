"""The strength benchmark: a batch of games equals single games, and unfinished games count."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest

from game.rules import lines98
from game.tournament.games import Plan, play
from tools.measure import nineteen_alone, strength
from tools.measure.lines_games import Going, begun, played, resumed, turn

pytestmark = pytest.mark.native


@pytest.mark.parametrize("mode", sorted(lines98.SHAPES))
def test_a_batch_of_lines_games_equals_single_games(mode: str) -> None:
    *_before, games = played(mode, (7, 8), turns=4)
    for each in games:
        alone = play(Plan("lines98", {"mode": mode}, seed=7, turns=4), each.number)
        assert (each.turns, each.over) == (alone.turns, alone.over) == (4, False)
        assert {name: each.figure(name) for name in alone.figures} == alone.figures


def test_a_game_of_lines_resumes_where_it_was() -> None:
    game = begun("line", 4, 4)
    for _ in range(3):
        turn([game], [4])
    again = resumed("line", json.loads(json.dumps(game.saved)))
    assert again.saved == game.saved
    for each in (game, again):
        each.seconds = 0
        turn([each], [4])
    assert {**again.saved, "seconds": 0} == {**game.saved, "seconds": 0}
    assert game.turns == 4


def test_unfinished_games_count_up_to_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path)
    (measure,) = (each for each in strength.MEASURES if each.name == "lines98 line bot 5")
    kept = strength.Kept(measure, strength.QUICK)
    kept.keep(0, 50, 30, True, 1.5)
    short, long = (Going(number, begun("line", number, number).state) for number in (1, 2))
    long.tally.counts["n(n-4)"] = 95
    kept.save([short, long])
    again = strength.Kept(measure, strength.QUICK).read()
    assert again.values == [50, 0, 95]
    assert again.missing == list(range(1, 8))
    (about,) = (goal for goal in strength.GOALS if goal.of == ("lines98 line bot 5",))
    assert strength.summary(about, {again.of.name: again})["cut"] == 2


def copied(there: Path) -> Path:
    """A copy of the modules and learned tables, to be modified."""
    for path in (path for path in (strength.ROOT / "game").rglob("*") if path.suffix in (".py", ".bin")):
        copy = there / path.relative_to(strength.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return there / "game"


@pytest.mark.slow("plays games from copies of the sources")
@pytest.mark.parametrize(
    ("module", "before", "after", "old"),
    [
        ("bots/lines98.py", "AFTERWARDS = ", "AFTERWARDS = 1 + ", {"lines98 bot"}),
        ("bots/lines98.py", '"""Lines\' bot: it', '"""Lines\' bot: this', set()),
        ("kernel.py", "if np.array_equal(label, before):", "if np.all(label == before):", {"lines98", "chain"}),
        ("kernel.py", "# Boards.", "def nobody_calls_this() -> None: ...", set()),
    ],
)
def test_games_are_outdated_when_the_code_that_played_them_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, before: str, after: str, old: set[str]
) -> None:
    plans = [each.plan for each in strength.MEASURES]
    was = list(map(strength.code_of, plans))
    changed = copied(tmp_path) / module
    text = changed.read_text(encoding="utf-8")
    assert text.count(before) == 1
    changed.write_text(text.replace(before, after), encoding="utf-8")
    monkeypatch.setattr(strength, "ROOT", tmp_path)
    others = {(plan.game, plan.player) for plan, code in zip(plans, was, strict=True) if strength.code_of(plan) != code}
    assert others == {(plan.game, plan.player) for plan in plans if {plan.game, f"{plan.game} {plan.player}"} & old}


@pytest.mark.parametrize("name", nineteen_alone.PLAYERS)
def test_nineteen_games_without_the_next_piece_count_however_they_end(name: str) -> None:
    *_before, told = nineteen_alone.played(nineteen_alone.PLAYERS[name], games=3, seed=7, cut=4)
    assert told.going == told.over == 0 and (told.rows >= 4).all()
    *_before, told = nineteen_alone.played(lambda after: -after.landed, games=3, seed=7, cut=99)
    assert (told.going, told.over) == (0, 3) and (told.rows < 99).all()


def test_a_mean_of_games_that_were_cut_is_rows_for_each_end() -> None:
    mean, low, high = nineteen_alone.mean(1000, 10)
    assert mean == 100 and low == pytest.approx(1000 / 18.39, rel=0.01) and high == pytest.approx(1000 / 4.80, rel=0.01)
    assert nineteen_alone.mean(1000, 0)[0::2] == (inf, inf)
