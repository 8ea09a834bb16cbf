"""Problems in the terminal: plays one, prints new ones, and completes one from a file with all that is proven."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from game import files
from game.contract import BadInput, Number, Rules
from game.problems import complete, ids, makers
from game.problems.games import PROBLEM_GAMES
from game.problems.hints import Hints
from game.problems.play import rules_of
from game.session import Session, all_options, parse_seed
from game.terminal.command_line import parsed
from game.terminal.playing import JsonLines, TextScreen, run_commands
from game.words import N_, Translator

COUNT = Number(0, 1, 10_000, "")
GRADE = Number(0, 1, 5, "")
ASKED = ("problem", "problems", "solve")
OTHERS = ("daily", "bot", "challenge", "review", "player")
"""Options that ask for something else."""
TOGETHER = N_("-{name} cannot be used together with -{other}")


class ProblemScreen(TextScreen):
    """Shows the board as text, and below it what is asked for or how the problem ended."""

    def said(self, session: Session) -> str:
        notice = session.view.notice
        return self._translator(notice.message, **notice.values) if notice else ""


def run(rules: Rules[Any], choice: argparse.Namespace, _: Translator) -> int:
    """Carries out -problem, -problems or -solve; returns the exit status. BadInput if the options do not fit."""
    asked = next((name for name in ASKED if getattr(choice, name) is not None), "")
    if not asked:
        raise BadInput("-{name} works only with -{other}", name="grade", other="problems")
    if rules.name not in PROBLEM_GAMES:
        raise BadInput("-{name} does not work with rules from a file", name=asked)
    _refuse(rules, choice, asked)
    if asked == "problem":
        return _play(choice, rules, _)
    if asked == "solve":
        return _print(_solved(choice.solve, rules.name, _))
    count, seed = parsed("problems", COUNT.parse, choice.problems), parse_seed(choice.seed or "0")
    grade = None if choice.grade is None else parsed("grade", GRADE.parse, choice.grade)
    return _print(_made(makers.problems(rules.name, count, seed or 0, grade), _))


def _refuse(rules: Rules[Any], choice: argparse.Namespace, asked: str) -> None:
    """Raises BadInput if there are options that do not go together with the one asked for."""
    fitting = {"problems": ("seed", "grade")}.get(asked, ())
    for name in (*ASKED, *OTHERS, *all_options(rules), *rules.reports, "seed", "grade"):
        if name != asked and name not in fitting and getattr(choice, name) not in (None, False):
            raise BadInput(TOGETHER, name=name, other=asked)


def _play(choice: argparse.Namespace, rules: Rules[Any], _: Translator) -> int:
    """Plays the problem with the id that the options give."""
    problem = ids.read_of(choice.problem, rules.name)
    played = rules_of(problem, choice.problem)
    out = JsonLines() if choice.json else ProblemScreen(translator=_)
    return run_commands(Session(played), sys.stdin, out, _, Hints(problem))


def _made(found: Iterator[dict[str, Any]], _: Translator) -> Iterator[dict[str, Any]]:
    """Yields new problems and, if no more are found, a line that says so."""
    try:
        yield from found
    except BadInput as error:
        yield {"error": _(error.message, **error.values)}


def _solved(file: str, name: str, _: Translator) -> Iterator[dict[str, Any]]:
    """Completes the problem in a file, or one on each of its lines; BadInput if there is no such file."""
    try:
        text = files.read(file)
    except BadInput as error:
        if not Path(file).exists():
            raise
        yield {"error": _(error.message, **error.values)}
        return
    lines = [line for line in text.splitlines() if line.strip()]
    whole = len(lines) < 2 or not all(line.startswith("{") and line.endswith("}") for line in map(str.strip, lines))
    for each in [text] if whole else lines:
        try:
            yield complete.solved(each, name)
        except BadInput as error:
            yield {"error": _(error.message, **error.values)}


def _print(objects: Iterable[dict[str, Any]]) -> int:
    """Prints one object a line, each as soon as it is known."""
    for each in objects:
        print(json.dumps(each, ensure_ascii=False), flush=True)
    return 0
