"""`-bot`: unattended games with a progress bar, then a table of results and a histogram."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from game.bots import EFFORT, bot_for
from game.contract import BadInput, Choice, Number, Rules
from game.session import Session
from game.terminal.parallel import results
from game.terminal.source_files import is_file, own_player
from game.terminal.table import table
from game.tournament.games import WON, Plan, Result, Stuck, as_line, figures_of, who
from game.tournament.players import BOT, GREEDY, OWN, PLAYERS, RANDOM
from game.tournament.sample import Bar, histogram, sample
from game.words import N_, Translator
from game.workshop.limits import SourceError

USUAL_LIMIT = 1000
"""The default limit of turns per player; a bot's module or the command can set another."""
STRENGTHS = tuple(str(effort) for effort in range(1, EFFORT + 1))
USUAL_OPPONENT = "3"
MANY = 10**9
WIDE = 40
"""Characters in the longest bar of a histogram."""
ENGLISH = Translator()
EIGHTHS = " ▏▎▍▌▋▊▉█"
TURNS = N_("turns")
INTERRUPTED = 130
"""The exit status after Ctrl-C."""

OPTIONS: Mapping[str, Number | Choice] = {
    "games": Number(10, 1, 10**6, N_("how many games")),
    "player": Choice(BOT, PLAYERS, N_("the kind of player, or a Python file with your own")),
    "effort": Number(EFFORT, 1, EFFORT, N_("the bot's strength")),
    "against": Choice(
        USUAL_OPPONENT, (*STRENGTHS, GREEDY, RANDOM), N_("the other player: a bot's strength, or a name")
    ),
    "turns": Number(USUAL_LIMIT, 0, MANY, N_("end a game after this many turns per player (pieces, moves); 0 = never")),
    "inputs": Number(0, 0, MANY, N_("end a game after this many input words; 0 = never")),
    "jobs": Number(1, 1, 1024, N_("number of parallel processes")),
}


def add_options(parser: argparse.ArgumentParser, rules: Rules[Any], _: Translator) -> None:
    """Adds the options of -bot to those of a game."""
    group = parser.add_argument_group(_("unattended games"))
    group.add_argument("-bot", "--bot", action="store_true", help=_("play whole games and report the results"))
    for name, option in OPTIONS.items():
        group.add_argument(
            f"-{name}", f"--{name}", metavar="X", help=f"{_(option.help)} ({_bounds(name, option, rules, _)})"
        )
    group.add_argument("-dask", "--dask", metavar="ADDRESS", help=_("play on the Dask cluster at that address"))


def usual_limit(rules: Rules[Any]) -> int:
    """The limit of turns per player unless the command says otherwise."""
    return int(getattr(bot_for(rules), "TURN_LIMIT", USUAL_LIMIT))


def _bounds(name: str, option: Number | Choice, rules: Rules[Any], _: Translator) -> str:
    """The valid values of an option, and its default."""
    if name == "turns":
        return _("default: {usual}", usual=usual_limit(rules))
    if isinstance(option, Choice):
        return _("{choices}; default: {usual}", choices=", ".join(option.choices), usual=option.default)
    if option.high == MANY:
        return _("{low} to {high}", low=option.low, high=option.high)
    return _("{low} to {high}, default: {usual}", low=option.low, high=option.high, usual=option.default)


def refuse_options(choice: argparse.Namespace) -> None:
    """Raises BadInput for an option that needs -bot."""
    for name in (*OPTIONS, "dask"):
        if getattr(choice, name) is not None:
            raise BadInput("-{name} works only with -bot", name=name)


def planned(session: Session, choice: argparse.Namespace, source: str = "") -> tuple[Plan, int, int]:
    """The options → the tournament, the number of games and of processes; BadInput if one is invalid."""
    given: dict[str, Any] = {}
    file = choice.player if choice.player and is_file(choice.player) else ""
    if file:
        choice.player = None
    for name, option in OPTIONS.items():
        text = getattr(choice, name)
        try:
            given[name] = option.default if text is None else option.parse(text)
        except BadInput as error:
            raise BadInput("-{name}: {problem}", name=name, problem=error) from None
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
    against, strong = given["against"], given["against"] in STRENGTHS
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
        own_player(file, session.rules) if file else "",
    )
    return plan, given["games"], given["jobs"]


def run(session: Session, choice: argparse.Namespace, _: Translator, source: str = "") -> int:
    """Plays, prints the results and returns the exit status; BadInput for invalid options, before any output."""
    plan, games, jobs = planned(session, choice, source)
    coming = results(plan, range(games), jobs, choice.dask or "")
    done: list[Result] = []
    lines = JsonLines(plan) if choice.json else None
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
        print(f"kesu: {fault}", file=sys.stderr)
        status = 1
    if lines:
        lines.finish()
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
    """A progress bar on standard error, if that is a terminal with Rich → a function that advances it by a game."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
    except ModuleNotFoundError:
        watched = False
    else:
        watched = sys.stderr is not None and sys.stderr.isatty()
    if not watched:
        yield lambda: None
        return
    columns = (MofNCompleteColumn(), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda: bar.advance(task)


class JsonLines:
    """Prints one JSON object per game, in the order of their numbers, each as soon as those before it are done."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.waiting: dict[int, Result] = {}
        self.next = 0

    def take(self, result: Result) -> None:
        self.waiting[result.number] = result
        while self.next in self.waiting:
            self._print(self.waiting.pop(self.next))
            self.next += 1

    def finish(self) -> None:
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
    print()
    head = ["", _("mean"), _("95% confidence interval"), _("median"), _("least"), _("most")]
    names = figures_of(plan.rules)
    for line in table([head, *([_(name), *row(values_of(done, name), name == WON, _)] for name in (*names, TURNS))]):
        print(line)
    values = values_of(done, names[0])
    if names[0] != WON:
        print(f"\n{_(names[0])}")
        for line in drawn(histogram(values), _):
            print(line)


def headlines(plan: Plan, done: Sequence[Result], _: Translator) -> Iterator[str]:
    """Who played how many games, and how they ended."""
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
    """The values of one figure in all games."""
    return [float(result.turns if name == TURNS else result.figures[name]) for result in done]


def row(values: Sequence[float], share: bool, _: Translator) -> list[str]:
    """A sample's statistics, as cells of the table."""
    about = sample(values, share)
    interval = span(about.low, about.high, _) if about.games > 1 else "-"
    mean, median, least, most = (number(each, _) for each in (about.mean, about.median, about.least, about.most))
    return [mean, interval, median, least, most]


def number(value: float, _: Translator = ENGLISH) -> str:
    """Formats a figure with about four digits, without decimals if it is large."""
    return _.number(value, ",.0f" if abs(value) >= 1000 or value == int(value) else ".4g")


def span(low: float, high: float, _: Translator) -> str:
    return _("{low} to {high}", low=number(low, _), high=number(high, _))


def drawn(bars: Sequence[Bar], _: Translator) -> list[str]:
    """A histogram as lines of text."""
    single = all(bar.high - bar.low == 1 for bar in bars)
    labels = [number(bar.low, _) if single else span(bar.low, bar.high, _) for bar in bars]
    wide, most = max(map(len, labels)), max(bar.values for bar in bars)
    return [
        f"{label:>{wide}} {stroke(bar.values / most):<{WIDE}} {bar.values}"
        for label, bar in zip(labels, bars, strict=True)
    ]


def stroke(share: float) -> str:
    """A bar that fills a share of WIDE, to an eighth of a character; empty only if the share is 0."""
    eighths = round(share * WIDE * 8)
    eighths = max(eighths, 1) if share else 0
    return EIGHTHS[8] * (eighths // 8) + EIGHTHS[eighths % 8].strip()
