"""How strong the bots are: every goal with its figure, its 95 % interval and whether it is met.

python -m tools.measure.strength [--size quick|full] [--only NAME] [--jobs N] [--json] [--show]

Each finished game is saved in build/strength/, so an interrupted run resumes: the full size takes hours. Games played
by older code are played again. --show plays nothing and prints the saved results. Unfinished games of Lines count up to
where they stopped, or short games would be overrepresented: the mean is then a lower bound.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from game import files
from game.rules import game
from game.session import complete
from game.terminal.botgames import number, progress
from game.terminal.parallel import results
from game.tournament.games import WON, Plan, Result
from game.tournament.players import BOT
from game.tournament.sample import sample
from tools.measure import lines_games
from tools.measure.nineteen_games import games as side_by_side

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "build" / "strength"
QUICK, FULL = "quick", "full"
LEVELS = range(5)
"""A match of Biquadris is played at all levels, with equally many games at each."""
LONGEST = 50_000
"""Turns after which any game is stopped: its result so far is a lower bound."""
TOGETHER = "side by side"
RESAMPLED = 2000
SAVED = 60
"""Seconds between two saves of unfinished games of Lines."""


class Measure(NamedTuple):
    """Games of one kind, and how many of them each size plays."""

    name: str
    plan: Plan
    games: dict[str, int]
    figure: str
    cut: dict[str, int] | None = None
    """For games played side by side: rows of Nineteen, or turns of Lines, after which they are stopped."""


def measure(
    game_name: str, who: str, figure: str, quick: int, full: int, given: dict[str, Any] | None = None, **more: Any
) -> Measure:
    """Games of one player; `more` goes to the plan."""
    options = complete(game(game_name), given or {}, files.read)
    player, _blank, effort = who.partition(" ")
    plan = Plan(game_name, options, player=player, effort=int(effort or 5), **{"turns": LONGEST, **more})
    where = "".join(f" {value}" for value in (given or {}).values())
    return Measure(f"{game_name}{where} {who}", plan, {QUICK: quick, FULL: full}, figure)


def match(who: str, strength: int, against: str) -> list[Measure]:
    """A match of Biquadris at every level, 20 or 100 games in all."""
    other, _blank, effort = against.partition(" ")
    return [
        measure(
            "biquadris",
            f"{who} {strength}",
            WON,
            4,
            20,
            {"startlevel": level},
            against=other,
            against_effort=int(effort or 5),
            turns=1000,
        )._replace(name=f"biquadris level {level}: {who} {strength} against {against}")
        for level in LEVELS
    ]


def steps(name: str) -> list[Measure]:
    """Each strength of a game's bot against the one below it."""
    return [
        measure(name, f"bot {strength}", WON, 4, 40, against="bot", against_effort=strength - 1, turns=1000)._replace(
            name=f"{name}: bot {strength} against bot {strength - 1}"
        )
        for strength in range(2, 6)
    ]


def lines(mode: str, figure: str, quick: int, full: int) -> Measure:
    """Games of Lines; only the beginning of squares and blocks, because they hardly ever end."""
    plain = measure("lines98", "bot 5", figure, quick, full, given={"mode": mode})
    return plain._replace(cut={QUICK: 100, FULL: LONGEST if mode == "line" else 300})


def rows_of_nineteen() -> Measure:
    plain = measure("nineteen", "bot 5", "rows", 30, 30)
    return plain._replace(cut={QUICK: 2_000, FULL: 200_000})


LINES = {"line": "n(n-4)", "square": "score", "block": "score"}

MEASURES = [
    *(measure("push-clear", who, "score", *many) for who, many in {
        "bot 5": (20, 1000), "greedy": (200, 1000), "random": (200, 1000)
    }.items()),
    *(measure("chain", who, "longest chain", *many, turns=100) for who, many in {
        "bot 5": (6, 100), "greedy": (6, 100), "random": (20, 100)
    }.items()),
    rows_of_nineteen(),
    *(measure("nineteen", who, "rows", 20, 100) for who in ("greedy", "random")),
    *(lines(mode, figure, 8, 200) for mode, figure in LINES.items()),
    *(measure("lines98", who, figure, *many, given={"mode": mode})
      for mode, figure in LINES.items() for who, many in {"greedy": (10, 100), "random": (50, 200)}.items()),
    *match("bot", 1, "greedy"),
    *(each for strength in range(2, 6) for each in match("bot", strength, f"bot {strength - 1}")),
    *steps("duel"),
]  # fmt: skip


class Goal(NamedTuple):
    """A goal for the mean of some measures, or for its ratio to another's."""

    text: str
    of: tuple[str, ...]
    least: float
    than: str = ""
    """The measure to compare with."""
    most: float = inf
    seconds: bool = False
    """Whether it is about seconds per turn, so that `least` is an upper limit."""


def levels_of(pairing: str) -> tuple[str, ...]:
    return tuple(each.name for each in MEASURES if each.name.startswith("biquadris") and each.name.endswith(pairing))


GOALS = [
    Goal("Push and Clear: score, times greedy", ("push-clear bot 5",), 3, "push-clear greedy"),
    Goal("Push and Clear: score, times random", ("push-clear bot 5",), 10, "push-clear random"),
    Goal("Chain: longest chain in 100 pairs", ("chain bot 5",), 9),
    Goal("Chain: seconds a move", ("chain bot 5",), 0.5, seconds=True),
    Goal("Nineteen: rows a game", ("nineteen bot 5",), 100_000),
    Goal("Lines, line: sum of n(n-4)", ("lines98 line bot 5",), 1000),
    Goal("Lines, square: score, times greedy", ("lines98 square bot 5",), 10, "lines98 square greedy"),
    Goal("Lines, block: score, times greedy", ("lines98 block bot 5",), 10, "lines98 block greedy"),
    Goal("Biquadris: 1 beats greedy half the time", levels_of(": bot 1 against greedy"), 0.4, most=0.6),
    *(
        Goal(
            f"Biquadris: {strength} beats {strength - 1}",
            levels_of(f": bot {strength} against bot {strength - 1}"),
            0.65,
            most=0.85,
        )
        for strength in range(2, 6)
    ),
]


# Saved games: one line each.


@dataclass
class Kept:
    """The finished games of a measure in one file, and its unfinished games in another."""

    of: Measure
    size: str
    games: dict[int, dict[str, Any]] = field(default_factory=dict)
    going: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        cut = f" cut {self.of.cut[self.size]}" if self.of.cut else ""
        return KEPT / f"{self.of.name.replace(':', '')}{cut} {code_of(self.of.plan)}.jsonl"

    def read(self) -> Kept:
        for path, games in ((self.path, self.games), (self.path.with_suffix(".going"), self.going)):
            if path.is_file():
                for line in path.read_text(encoding="utf-8").splitlines():
                    kept = json.loads(line)
                    games[kept["number"]] = kept
        return self

    def save(self, going: Sequence[lines_games.Going]) -> None:
        """Saves unfinished games of Lines."""
        self.going = {one.number: {**one.saved, "value": one.figure(self.of.figure), "over": False} for one in going}
        KEPT.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(each) + "\n" for each in self.going.values())
        self.path.with_suffix(".going").write_text(text, encoding="utf-8")

    def add(self, result: Result) -> None:
        self.keep(result.number, result.figures[self.of.figure], result.turns, result.over, result.seconds)

    def keep(self, number: int, value: float, turns: int, over: bool, seconds: float) -> None:
        kept = {"number": number, "value": value, "turns": turns, "over": over, "seconds": round(seconds, 3)}
        self.games[number] = kept
        KEPT.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(kept) + "\n")

    @property
    def missing(self) -> list[int]:
        return [number for number in range(self.of.games[self.size]) if number not in self.games]

    @property
    def counted(self) -> list[dict[str, Any]]:
        """The first games, as many as this size has; unfinished ones as far as they got."""
        there = {**self.going, **self.games}
        return [there[number] for number in range(self.of.games[self.size]) if number in there]

    @property
    def values(self) -> list[float]:
        return [game["value"] for game in self.counted]


def code_of(plan: Plan) -> str:
    """A short hash of the code that plays a game: results of other code say nothing about it.

    The bot's code counts only if it plays, or if other players choose from its turns, as in a game for two.
    """
    folders = ("rules", "bots") if plan.player == BOT or plan.seats > 1 else ("rules",)
    return _code_of(ROOT / "game", plan.game.replace("-", "_"), folders)


SHARED = ("rng.py", "pieces.py", "bots/__init__.py", "tournament/players.py", "tournament/games.py")


@cache
def _code_of(root: Path, name: str, folders: Sequence[str]) -> str:
    paths = [root / path for path in SHARED]
    paths += sorted(path for folder in folders for path in (root / folder).glob(f"{name}*.py"))
    modules = [_program(path) for path in paths]
    kernel = {name: node for node in _program(root / "kernel.py").body for name in _defined(node)}
    wanted = {name for module in modules for name in _named(module)} & kernel.keys()
    while more := {name for one in wanted for name in _named(kernel[one])} & kernel.keys() - wanted:
        wanted |= more
    parts = [*modules, *(kernel[name] for name in sorted(wanted))]
    learned = [path.read_bytes() for folder in folders for path in sorted((root / folder).glob(f"{name}*.bin"))]
    return hashlib.sha256(b"\0".join([*(ast.dump(part).encode() for part in parts), *learned])).hexdigest()[:8]


@cache
def _program(path: Path) -> ast.Module:
    """A module without its docstrings."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(module):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            node.body = [
                one
                for one in node.body
                if not isinstance(getattr(one, "value", None), ast.Constant) or not isinstance(one, ast.Expr)
            ]
    return module


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _named(node: ast.AST) -> set[str]:
    """All names used in a piece of code."""
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.Attribute):
            names.add(part.attr)
        elif isinstance(part, ast.alias):
            names.add(part.name)
    return names


# Playing.


def go_on(kept: Kept, jobs: int) -> None:
    """Plays the missing games of a measure."""
    missing = kept.missing
    if not missing:
        return
    print(f"{kept.of.name}: {len(missing)} games", file=sys.stderr, flush=True)
    if kept.of.cut:
        together = _lines if kept.of.plan.game == "lines98" else _nineteen
        together(kept, kept.of.cut[kept.size])
        return
    with progress(len(missing)) as advance, closing(results(kept.of.plan, missing, jobs)) as coming:
        for result in coming:
            kept.add(result)
            advance()


def _nineteen(kept: Kept, cut: int) -> None:
    """Plays games of Nineteen, far quicker all at once; they are saved only when the last one ends."""
    missing = kept.missing
    for pieces, report in enumerate(side_by_side(missing, cut), 1):
        if pieces % 20_000 == 0:
            print(f"  {pieces} pieces, {int(report.going.sum())} games going on", file=sys.stderr, flush=True)
    for place, one in enumerate(missing):
        rows = int(report.lines[place])
        kept.keep(one, rows, 0, rows < cut, 0.0)


def _lines(kept: Kept, cut: int) -> None:
    """Plays games of Lines, quicker together: as many as pays off, one starting when another ends."""
    mode, waiting, going = kept.of.plan.options["mode"], kept.missing, list[lines_games.Going]()
    saved = monotonic()
    try:
        while going or waiting:
            while waiting and len(going) < lines_games.TOGETHER:
                one = waiting.pop(0)
                begun = lines_games.resumed(mode, kept.going[one]) if one in kept.going else None
                going.append(begun or lines_games.begun(mode, one, one))
            lines_games.turn(going, [each.number for each in going])
            for each in going:
                if each.over or each.turns >= cut:
                    kept.keep(each.number, each.figure(kept.of.figure), each.turns, each.over, each.seconds)
            going = [each for each in going if each.number not in kept.games]
            if monotonic() - saved > SAVED:
                kept.save(going)
                saved = monotonic()
                print(f"  {len(kept.games)} games finished", file=sys.stderr, flush=True)
    finally:
        kept.save(going)


# Reporting.


def summary(goal: Goal, kept: dict[str, Kept]) -> dict[str, Any]:
    """A goal's figure, its interval, and whether it is met, from the games played so far."""
    groups = [kept[name] for name in goal.of if kept[name].values]
    about: dict[str, Any] = {"goal": goal.text, "wanted": goal.least, "games": sum(len(g.values) for g in groups)}
    values = [value for group in groups for value in group.values]
    if goal.seconds:
        values = [game["seconds"] / game["turns"] for group in groups for game in group.counted]
    others = kept[goal.than].values if goal.than else []
    if len(values) < 2 or (goal.than and len(others) < 2):
        return {**about, "mean": None, "low": None, "high": None, "met": None, "cut": 0}
    mean, low, high = ratio(values, others) if goal.than else sample(values, groups[0].of.figure == WON)[1:4]
    met = mean <= goal.least if goal.seconds else goal.least <= mean <= goal.most
    cut = sum(not game["over"] for group in groups for game in group.counted) if "chain" not in goal.of[0] else 0
    return {**about, "mean": mean, "low": low, "high": high, "met": met, "cut": cut}


def ratio(above: Sequence[float], below: Sequence[float]) -> tuple[float, float, float]:
    """The ratio of two means, with its bootstrap interval."""
    random = np.random.default_rng(0)

    def means(values: Sequence[float]) -> Any:
        array = np.array(values)
        return array[random.integers(0, len(array), (RESAMPLED, len(array)))].mean(axis=1)

    low, high = np.percentile(means(above) / np.maximum(means(below), 1e-9), [2.5, 97.5])
    return float(np.mean(above) / max(float(np.mean(below)), 1e-9)), float(low), float(high)


def table(goals: Sequence[dict[str, Any]], kept: Sequence[Kept]) -> Iterator[str]:
    """Prints the goals, then the result of every measure."""
    yield f"{'goal':<40} {'wanted':>8} {'figure':>9}  {'95 % interval':<22} {'games':>5}"
    for goal in goals:
        head = f"{goal['goal']:<40} {number(goal['wanted']):>8}"
        if goal["mean"] is None:
            yield f"{head} {'-':>9}"
            continue
        interval = f"{number(goal['low'])} to {number(goal['high'])}"
        cut = f", {goal['cut']} cut" if goal["cut"] else ""
        met = "met" if goal["met"] else "missed"
        yield f"{head} {number(goal['mean']):>9}  {interval:<22} {goal['games']:>5}  {met}{cut}"
    yield ""
    yield f"{'played':<46} {'games':>5} {'mean':>9}  {'95 % interval':<22} {'median':>8} {'ms a turn':>9}"
    for each in kept:
        if not each.values:
            continue
        about = sample(each.values, each.of.figure == WON)
        turns, seconds = (sum(game[what] for game in each.counted) for what in ("turns", "seconds"))
        took = f"{1000 * seconds / turns:.3g}" if turns else TOGETHER
        interval = f"{number(about.low)} to {number(about.high)}"
        yield (
            f"{each.of.name:<46} {about.games:>5} {number(about.mean):>9}  {interval:<22}"
            f" {number(about.median):>8} {took:>9}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", choices=(QUICK, FULL), default=QUICK)
    parser.add_argument("--only", action="append", metavar="NAME", help="measures with this in their name")
    parser.add_argument("--jobs", type=int, default=1, help="processes to play in")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of the tables")
    parser.add_argument("--show", action="store_true", help="play nothing, tell what is there")
    given = parser.parse_args(arguments)
    kept = {each.name: Kept(each, given.size).read() for each in MEASURES}
    wanted: Callable[[str], bool] = lambda name: not given.only or any(part in name for part in given.only)  # noqa: E731
    status = 0
    try:
        for each in kept.values():
            if wanted(each.of.name) and not given.show:
                go_on(each, given.jobs)
    except KeyboardInterrupt:
        print("stopped; what was finished is kept", file=sys.stderr)
        status = 130
    goals = [summary(goal, kept) for goal in GOALS if any(map(wanted, goal.of))]
    shown = [each for each in kept.values() if wanted(each.of.name)]
    if given.json:
        measures = {each.of.name: each.counted for each in shown}
        print(json.dumps({"size": given.size, "goals": goals, "games": measures}))
    else:
        print("\n".join(table(goals, shown)))
    return status


if __name__ == "__main__":
    sys.exit(main())
