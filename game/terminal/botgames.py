"""`-bot`: unattended games with a progress bar, then a table of results and a histogram."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from rich.bar import Bar
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from game.bots import EFFORT
from game.contract import BadInput
from game.session import Session
from game.terminal.command_line import BOT_OPTIONS, INTERRUPTED, STRENGTH_CHOICES, is_file, parsed, usual_limit
from game.terminal.parallel import results
from game.terminal.source_files import own_player
from game.tournament import BOT, OWN
from game.tournament.games import WON, Plan, Result, Stuck, as_line, figures_of, who
from game.tournament.sample import HistogramBin, histogram, sample
from game.words import N_, Translator
from game.workshop.limits import SourceError

UNLIMITED = 10_000
"""Columns of the output, so that rich breaks no line."""
WIDE = 40
"""Characters in the longest bar of a histogram."""
ENGLISH = Translator()
TURNS = N_("turns")


def plan_from(session: Session, choice: argparse.Namespace, _: Translator, source: str = "") -> tuple[Plan, int, int]:
    """Returns the tournament and the numbers of games and processes from the options; BadInput if one is invalid."""
    given: dict[str, Any] = {}
    file = choice.player if choice.player and is_file(choice.player) else ""
    for name, option in BOT_OPTIONS.items():
        text = None if file and name == "player" else getattr(choice, name)
        given[name] = option.default if text is None else parsed(name, option.parse, text)
    if choice.text:
        raise BadInput("-bot shows no board: leave out -text")
    if choice.seed is not None and session.seed is None:
        raise BadInput("-seed must be a number with -bot, not {text}", text=choice.seed)
    if choice.dask is not None and choice.jobs is not None:
        raise BadInput("use -jobs or -dask, not both")
    if choice.dask == "":
        raise BadInput(N_("{name} needs a value"), name="-dask")
    if session.opponent is not None:
        raise BadInput("-computer cannot be used with -bot: choose the opponent with -against")
    if choice.against is not None and session.rules.seats < 2:
        raise BadInput("-against: {game} is for one player", game=session.rules.name)
    if choice.turns is None:
        given["turns"] = usual_limit(session.rules)
    against, strong = given["against"], given["against"] in STRENGTH_CHOICES
    plan = Plan(
        session.rules.name,
        session.options,
        session.seed or 0,
        OWN if file else given["player"],
        given["effort"],
        BOT if strong else against,
        int(against) if strong else EFFORT,
        given["turns"],
        given["inputs"],
        source,
        own_player(file, session.rules, _) if file else "",
    )
    return plan, given["games"], given["jobs"]


def run(session: Session, choice: argparse.Namespace, _: Translator, source: str = "") -> int:
    """Plays, prints the results and returns the exit status; BadInput for invalid options, before any output."""
    plan, games, jobs = plan_from(session, choice, _, source)
    coming = results(plan, range(games), jobs, choice.dask or "")
    done: list[Result] = []
    lines = ResultLines(plan) if choice.json else None
    status = 0
    try:
        with closing(coming), progress(games) as advance:
            for result in coming:
                done.append(result)
                advance()
                if lines:
                    lines.take(result)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (Stuck, SourceError) as fault:
        print(f"kesu: {_(fault.message, **fault.values)}", file=sys.stderr)
        status = 1
    if lines:
        lines.print_rest()
    elif done:
        report(plan, done, _)
    if status == INTERRUPTED:
        message = _.plural(
            "stopped: {done} of {count} game was finished",
            "stopped: {done} of {count} games were finished",
            games,
            done=len(done),
        )
        print(message, file=sys.stderr)
    return status


@contextmanager
def progress(games: int) -> Iterator[Callable[[], object]]:
    """Shows a progress bar on standard error if that is a terminal. Yields a function that advances it by a game."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    columns = (MofNCompleteColumn(), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda: bar.advance(task)


class ResultLines:
    """Prints one JSON object per game, in the order of their numbers, each as soon as all earlier games are done."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.waiting: dict[int, Result] = {}
        self.next = 0

    def take(self, result: Result) -> None:
        self.waiting[result.number] = result
        while self.next in self.waiting:
            self._print(self.waiting.pop(self.next))
            self.next += 1

    def print_rest(self) -> None:
        """Prints the results that wait for games that will never finish."""
        for number in sorted(self.waiting):
            self._print(self.waiting.pop(number))

    def _print(self, result: Result) -> None:
        print(as_line(self.plan, result), flush=True)


def report(plan: Plan, done: Sequence[Result], _: Translator) -> None:
    """Prints the table, and a histogram of the most important figure."""
    done = sorted(done, key=lambda result: result.number)
    for line in headlines(plan, done, _):
        print(line)
    head = ["", _("mean"), _("95% confidence interval"), _("median"), _("lowest"), _("highest")]
    names = figures_of(plan.rules)
    rows = [[_(name), *row(values_of(done, name), name == WON, _)] for name in (*names, TURNS)]
    console = Console(file=sys.stdout, width=UNLIMITED, markup=False, highlight=False, emoji=False)
    console.print("", table("l" + 5 * "r", [head, *rows]), sep="\n")
    if names[0] != WON:
        console.print("", _(names[0]), draw_histogram(histogram(values_of(done, names[0])), _), sep="\n")


def table(sides: str, rows: Iterable[Sequence[Any]], gap: int = 2) -> Table:
    """Lays out rows in columns, two spaces apart. `sides` has a letter for each column: l for left, r for right."""
    grid = Table.grid(padding=(0, gap, 0, 0))
    for side in sides:
        if side == "r":
            grid.add_column(justify="right", no_wrap=True)
        else:
            grid.add_column(no_wrap=True)
    for cells in rows:
        grid.add_row(*cells)
    return grid


def headlines(plan: Plan, done: Sequence[Result], _: Translator) -> Iterator[str]:
    """Yields who played how many games, and how they ended."""
    players = who(plan.player, plan.effort)
    if plan.seats > 1:
        other = who(plan.against, plan.against_effort)
        players = _("{player} against {other}", player=players, other=other)
    games = _.plural("{count} game from seed {seed} on", "{count} games from seed {seed} on", len(done), seed=plan.seed)
    yield _.labelled(plan.game, _.clauses((players, games)))
    ended, turns = sum(result.over for result in done), sum(result.turns for result in done)
    ends = [_.plural("{count} finished", "{count} finished", ended)]
    if ended < len(done):
        ends.append(_("{count} stopped at the limit", count=len(done) - ended))
    thought = _.number(1000 * sum(result.seconds for result in done) / max(turns, 1), ".3g")
    work = _.plural(
        "{count} turn, {time} ms thinking time", "{count} turns, {time} ms thinking time each", turns, time=thought
    )
    yield _("{ends}; {work}", ends=_.clauses(ends), work=work)


def values_of(done: Sequence[Result], name: str) -> list[float]:
    """Returns the values of one figure in all games."""
    return [float(result.turns if name == TURNS else result.figures[name]) for result in done]


def row(values: Sequence[float], share: bool, _: Translator) -> list[str]:
    """Returns a sample's statistics, as cells of the table."""
    about = sample(values, share)
    interval = span(about.low, about.high, _) if about.games > 1 else "-"
    mean, median, least, most = (number(each, _) for each in (about.mean, about.median, about.least, about.most))
    return [mean, interval, median, least, most]


def number(value: float, _: Translator = ENGLISH) -> str:
    """Formats a figure with about four digits, without decimals if it is large."""
    return _.number(value, ",.0f" if abs(value) >= 1000 or value == int(value) else ".4g")


def span(low: float, high: float, _: Translator) -> str:
    return _("{low} to {high}", low=number(low, _), high=number(high, _))


def draw_histogram(bins: Sequence[HistogramBin], _: Translator) -> Table:
    """Draws a histogram: a bar for each bin, never empty unless the bin is."""
    single = all(each.high - each.low == 1 for each in bins)
    most = max(each.values for each in bins)
    rows = [
        (
            number(each.low, _) if single else span(each.low, each.high, _),
            Bar(8 * WIDE, 0, max(round(8 * WIDE * each.values / most), 1) if each.values else 0, width=WIDE),
            str(each.values),
        )
        for each in bins
    ]
    return table("rll", rows, gap=1)
