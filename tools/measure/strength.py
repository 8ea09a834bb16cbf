"""How strong the bots are: by strength, or against another revision of this repository on the same seeds.

    python -m tools.measure strength                             every strength of every game
    python -m tools.measure strength chain --games 100           with more games, for a narrower interval
    python -m tools.measure strength chain --against HEAD        how my changes affect the highest strength

A game for one is played by each bot alone, a game for two by one against the other, taking turns going first: without
--against, each strength against the one below it, and the lowest against the greedy bot. Strength 0 is the full search
of a hint. Bots of another revision run from a copy of it in build/strength. Finished games are kept there too, under a
hash of the code that played them, so an interrupted run resumes. Means have 95 % intervals by Student's t, or by
resampling for Lines, whose games differ by a factor of fifty; shares of games won have Wilson's.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Any, NamedTuple

from game import files
from game.bots import EFFORT
from game.rules import GAMES
from game.session import complete
from game.session.tally import FigureTally
from prelit.errors import PrelitError
from prelit.process import warn
from tools.measure.harness import statistics
from tools.measure.harness.results import SavedResults, add_games, hash_of_code, show
from tools.setup.paths import BUILD, ROOT
from tools.setup.progress import line

BOT, GREEDY, WON = "bot", "greedy", "games won"
SCRIPT = Path(__file__).parent / "harness" / "bot_process.py"
CODE = ("bots/", "rules/", "contract/", "kernel.py", "pieces.py", "rng.py")
"""The parts of `game/` that decide how a bot plays."""
PROGRESS = 30.0
"""Seconds between two reports."""


class GameSetting(NamedTuple):
    """The figure counted in a game, the number of a player's turns after which it is stopped, and its options."""

    figure: str
    turns: int
    options: Mapping[str, object] = {}


SETTINGS = {
    "push-clear": GameSetting("score", 1000),
    "chain": GameSetting("longest chain", 100),
    "nineteen": GameSetting("rows", 1000),
    "lines98": GameSetting("n(n-4)", 1000),
    "biquadris": GameSetting(WON, 1000),
    "duel": GameSetting(WON, 1000),
}
START_LEVELS = 5
"""Games of Biquadris begin at these levels in turn."""


class MeasuredBot(NamedTuple):
    """A bot of the code in a folder."""

    name: str
    tree: Path
    strength: int = EFFORT
    kind: str = BOT


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--against", metavar="REV", help="a revision that git knows, such as HEAD or main")
    parser.add_argument("--games", type=int, default=20, help="for each line of the table (%(default)s)")
    parser.add_argument("--strengths", type=int, nargs="+", choices=range(EFFORT + 1), help="only these")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (%(default)s)")
    parser.add_argument("--turns", type=int, help="after which a game is stopped and counts as it stands")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="such as mode=square")
    parser.add_argument("--jobs", type=int, default=1, help="games played at the same time (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Plays the missing games, and prints a table for each kind."""
    try:
        old = copy_of_revision(given.against) if given.against else None
    except PrelitError as fault:
        warn(str(fault))
        return 1
    for name in given.names or list(SETTINGS):
        setting = setting_from(SETTINGS[name], given)
        strengths = given.strengths or ([EFFORT] if old else list(range(1, EFFORT + 1)))
        rows: list[tuple[str, ...]] = []
        for strength in strengths:
            ours = MeasuredBot(name_of_strength(strength), ROOT, strength)
            if old:
                rows += compared(
                    name, setting, ours, MeasuredBot(f"{ours.name} of {given.against}", old, strength), given
                )
            elif GAMES[name].seats == 1:
                rows.append(row(ours.name, setting, games_of(name, setting, [ours], given)))
            else:
                other = weaker(strength)
                games = games_of(name, setting, [ours, other], given)
                rows.append(row(f"{ours.name} against {other.name}", setting, games))
        columns = ("bot", "games", setting.figure, "median", "stopped at the limit", "ms a turn")
        show(columns, rows, f"{name}, from seed {given.seed} on")
    return 0


def name_of_strength(strength: int) -> str:
    return f"strength {strength}" if strength else "full search"


def weaker(strength: int) -> MeasuredBot:
    """Returns the opponent that shows a strength best: the one below it."""
    below = (strength or EFFORT + 1) - 1
    return (
        MeasuredBot(name_of_strength(below), ROOT, below) if below else MeasuredBot("the greedy bot", ROOT, 1, GREEDY)
    )


def setting_from(setting: GameSetting, given: argparse.Namespace) -> GameSetting:
    """Returns the setting with the options of the command line."""
    options = dict(each.split("=", 1) for each in given.set)
    if options.get("mode") in ("square", "block"):  # whose score counts
        setting = setting._replace(figure="score")
    return setting._replace(turns=given.turns or setting.turns, options=options)


# Tables.


def row(name: str, setting: GameSetting, games: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Returns one bot's line of the table."""
    values = [float(game["value"]) for game in games]
    estimate: object = "-"
    if setting.figure == WON:
        estimate = statistics.share(sum(values), len(values))
    elif len(values) > 1:
        estimate = (statistics.resampled_mean if setting.figure == "n(n-4)" else statistics.mean)(values)
    stopped = sum(not game["over"] for game in games)
    took = 1000 * sum(game["seconds"] for game in games) / max(1, sum(game["turns"] for game in games))
    return (name, str(len(values)), str(estimate), statistics.figure(statistics.percentile(values, 50)), str(stopped),
            f"{took:.3g}")  # fmt: skip


def compared(
    name: str, setting: GameSetting, ours: MeasuredBot, theirs: MeasuredBot, given: argparse.Namespace
) -> Iterator[tuple[str, ...]]:
    """Yields the lines of two bots and, in a game for one, of their difference in games with the same seeds."""
    if GAMES[name].seats > 1:
        games = games_of(name, setting, [ours, theirs], given)
        yield row(ours.name, setting, games)
        others = [{**game, "value": 1 - game["value"], "seconds": 0} for game in games]
        yield (*row(theirs.name, setting, others)[:-1], "")
        return
    games, others = (games_of(name, setting, [player], given) for player in (ours, theirs))
    yield row(ours.name, setting, games)
    yield row(theirs.name, setting, others)
    values, old = ([game["value"] for game in each] for each in (games, others))
    if len(values) > 1:
        yield "difference", str(len(values)), str(statistics.difference(values, old)), "", "", ""


# Playing.


def games_of(
    name: str, setting: GameSetting, players: Sequence[MeasuredBot], given: argparse.Namespace
) -> list[dict[str, Any]]:
    """Returns the games of these seeds, in order, after playing the ones that are not stored yet."""
    hashes = "-".join(hash_of_code(each.tree, *CODE) for each in players)
    options = "".join(f" {key} {value}" for key, value in setting.options.items())
    who = " against ".join(f"{each.kind} {each.strength}" for each in players)
    names = " against ".join(each.name for each in players)
    kept = SavedResults("strength", f"{name}{options} {who} up to {setting.turns} {hashes}")
    found = {game["seed"]: game for game in kept}
    wanted = range(given.seed, given.seed + given.games)
    missing = [seed for seed in wanted if seed not in found]
    reported = perf_counter()
    with ExitStack() as stack, ThreadPoolExecutor(given.jobs) as threads:
        idle: SimpleQueue[list[BotProcess]] = SimpleQueue()
        for _job in range(min(given.jobs, len(missing))):
            idle.put([stack.enter_context(BotProcess(player)) for player in players])

        def play(seed: int) -> dict[str, Any]:
            bots = idle.get()
            result = play_game(name, setting, seed, bots)
            idle.put(bots)
            return result

        for game in threads.map(play, missing):
            kept.add(game)
            found[game["seed"]] = game
            if perf_counter() - reported > PROGRESS:
                reported = perf_counter()
                line(f"  {name}, {names}: {sum(seed in found for seed in wanted)} of {given.games} games")
    return [found[seed] for seed in wanted]


def play_game(name: str, setting: GameSetting, seed: int, bots: Sequence[BotProcess]) -> dict[str, Any]:
    """Plays a game; the first bot's seat changes with the seed."""
    rules = GAMES[name]
    options = dict(setting.options)
    if name == "biquadris":
        options.setdefault("startlevel", str(seed // 2 % START_LEVELS))
    state = rules.start(complete(rules, options, files.read), seed)
    seat = seed % rules.seats
    seated = [bots[0], *bots[1:]] if seat == 0 else [*bots[1:], bots[0]]
    for number, bot in enumerate(seated):
        bot.begin(game=name, options=options, seed=seed, player_seed=seed * rules.seats + number)
    tally, turns, seconds = FigureTally(rules.figures, seat), [0] * rules.seats, 0.0
    while not rules.over(state) and min(turns) < setting.turns:
        mover = rules.view(state).turn if rules.seats > 1 else 0
        began, before = perf_counter(), state
        words = seated[mover].turn()
        seconds += (perf_counter() - began) * (mover == seat)
        turns[mover] += 1
        for word in words:
            if rules.over(state):
                break
            state, events = rules.play(state, word)
            tally.add(events)
            for bot in seated:
                bot.unheard.append(word)
        if state is before:
            bot_name = seated[mover].player.name
            raise RuntimeError(f"{name}, seed {seed}: {bot_name} played {words}, which changed nothing")
    view = rules.view(state)
    value = tally.figures(view.scores[seat]).get(setting.figure, 0.0)
    if rules.seats > 1:
        winner = view.winning_seat if rules.over(state) else _leader(view.scores)
        value = 0.5 if winner is None else float(winner == seat)
    return {"seed": seed, "value": value, "turns": turns[seat], "over": rules.over(state), "seconds": round(seconds, 3)}


def _leader(scores: Sequence[int]) -> int | None:
    """Returns the seat of the player ahead in a game that was stopped, None if there is none."""
    return None if len(set(scores)) == 1 else scores.index(max(scores))


class BotProcess:
    """A bot of some revision, thinking in its own process."""

    def __init__(self, player: MeasuredBot) -> None:
        self.player = player
        self.unheard: list[str] = []
        """Words played since the bot was last asked."""
        environment = {**os.environ, "PYTHONPATH": str(player.tree), "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT)], cwd=player.tree, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._process.kill()
        self._process.communicate()

    def begin(self, **about: object) -> None:
        """Begins a game."""
        self.unheard = []
        self._say({**about, "player": self.player.kind, "effort": self.player.strength})

    def turn(self) -> list[str]:
        """Asks for the words of the next turn."""
        self._say({"words": self.unheard})
        self.unheard = []
        assert self._process.stdout
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.player.name} has ended; its error is above")
        words: list[str] = json.loads(answer)
        return words

    def _say(self, message: dict[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


def copy_of_revision(revision: str) -> Path:
    """Returns a folder with the game's code at a revision of this repository; PrelitError if git does not know it."""
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if found.returncode:
        raise PrelitError(f"git knows no revision {revision}")
    commit = found.stdout.strip()
    folder = BUILD / "strength" / commit[:12]
    if not folder.is_dir():
        packed = subprocess.run(["git", "archive", commit, "game", "static"], cwd=ROOT, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
    return folder
