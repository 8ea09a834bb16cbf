"""`-review`: shows where a game was lost as text: a curve and the costliest moves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from game import files
from game.contract import BadInput, Rules, player_number
from game.review import analysis
from game.review.analysis import NO_MISTAKE, NO_MOVES, Analysis, CurvePoint, Mistake
from game.rules import game
from game.session import Session
from game.session.addresses import REPLAY_HASH
from game.session.commands import QUIT, commands, execute, play_quit, words_of
from game.session.replay_code import decode
from game.session.save_text import LONGEST_SAVE
from game.text import text
from game.words import BRACKETS, N_, Translator

CODE = REPLAY_HASH.removeprefix("#")
WIDEST = 60
LEVELS = "▁▂▃▄▅▆▇█"
SURE = N_("Compared in {futures} ways the game could have continued; probably {low} to {high}.")


def lines(given: str, rules: Rules[Any], begin: Callable[[], Session], _: Translator) -> list[str]:
    """Analyses a game from a link, a file, or - for standard input; BadInput if it has no game of these rules."""
    session = session_in(given, rules, begin)
    found = Analysis(session)
    found.finish()
    return list(report(found, session, _))


def session_in(given: str, rules: Rules[Any], begin: Callable[[], Session]) -> Session:
    """Returns the game from a replay link, a save or typed words, at its end."""
    if given == "-" and sys.stdin is None:
        raise BadInput(N_("standard input is closed"))
    if given == "-":
        source = sys.stdin.read(LONGEST_SAVE + 1)
        if len(source) > LONGEST_SAVE:
            raise BadInput(files.TOO_LARGE, name=given)
    else:
        source = given if CODE in given else files.read(given, LONGEST_SAVE)
    source = source.strip()
    if source.startswith("{"):
        session = Session.load(source, game, files.read_regular)
        session.go(session.length)
    elif CODE in source:
        session = decode(source.rpartition(CODE)[2].strip(), game, files.read_regular)
    else:
        session = begin()
        for command in commands(words_of([source]), rules):
            if command == QUIT:
                play_quit(session)
                break
            if session.length >= analysis.MOST_INPUTS:
                raise analysis.too_long()
            execute(session, command)
    if session.rules.name != rules.name:
        raise BadInput(N_("this is a game of {theirs}, not of {ours}"), theirs=session.rules.name, ours=rules.name)
    if not session.inputs:
        raise BadInput(NO_MOVES)
    return session


def report(found: Analysis, session: Session, _: Translator) -> Iterator[str]:
    """Yields the finished analysis, line by line."""
    for seat in range(session.rules.seats):
        points = [point for point in found.curve if point.seat == seat]
        if points:
            label = _(found.judge.CURVE)
            if session.rules.seats > 1:
                label = _(BRACKETS, text=label, more=_("Player {player}", player=player_number(seat)))
            yield _.labelled(label, _range(points, found.judge.FORM, _))
            yield curve([point.value for point in points])
    if not found.mistakes:
        yield _(NO_MISTAKE)
    for mistake in found.mistakes:
        yield ""
        yield from _mistake(mistake, found, session, _)


def _range(points: Sequence[CurvePoint], form: str, _: Translator) -> str:
    values = [point.value for point in points]
    first, last, low, high = (_.number(each, form) for each in (values[0], values[-1], min(values), max(values)))
    return _(
        "{first} at first, {last} at last; lowest {low}, highest {high}", first=first, last=last, low=low, high=high
    )


def _mistake(mistake: Mistake, found: Analysis, session: Session, _: Translator) -> Iterator[str]:
    judge, cost, turn = found.judge, mistake.cost, mistake.turn
    number, turns = (found.numbers[at, turn.seat] for at in (turn.at, found.curve[-1].at))
    yield _("Move {number} of {turns}", number=number, turns=turns)
    yield text(session.rules.view(turn.before), _)
    yield _.labelled(_("Played"), " ".join(mistake.played))
    yield _.labelled(_("Better"), " ".join(mistake.better))
    low, high = (_.number(max(each, 0), judge.FINE) for each in (cost.low, cost.high))
    price = judge.price(cost)
    yield _.joined([
        _(price.message, **price.values),
        _(SURE, futures=cost.futures, low=low, high=high),
    ])  # fmt: skip
    if mistake.why:
        yield _(mistake.why.message, **mistake.why.values)


def curve(values: Sequence[float]) -> str:
    """Returns a line of bars of eight heights for values in order, from lowest to highest; many values are averaged."""
    many = min(len(values), WIDEST)
    parts = [values[i * len(values) // many : (i + 1) * len(values) // many] for i in range(many)]
    means = [sum(part) / len(part) for part in parts]
    low, high = min(means), max(means)
    step = (high - low) / len(LEVELS) or 1.0
    return "".join(LEVELS[min(int((mean - low) / step), len(LEVELS) - 1)] for mean in means)
