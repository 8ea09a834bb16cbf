"""Plays a tournament in a worker of the frame, where there is no page, only messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from game import files
from game.contract import BadInput
from game.play.workshop.wire import LONGEST_PROBLEM
from game.rules import GAMES
from game.session import complete
from game.tournament import OWN
from game.tournament.games import Plan, Result, as_line, plans_against, turn_by_turn
from game.words import Translator
from game.workshop.limits import SourceError, report_lines
from game.workshop.players import load_player

SLICE = 0.1
"""Seconds of a tournament between two messages."""
MOST_RESULTS = 40
"""The most results in one message, which keeps it within the length that the page around accepts."""
PARTNER = 1
"""The strength of the partner, low so that games are short."""

Tell = Callable[[object], object]
"""Sends a message as text, or the number of a source's line."""


def run_tournament(text: str, tell: Tell, translator: Translator) -> None:
    """Plays what a message asks for; `tell` gets each answer as text, and the number of each source line reached."""
    message = json.loads(text)

    def send(kind: str, **content: object) -> None:
        tell(json.dumps({"is": kind, "task": message["task"], **content}))

    report_lines(tell)
    try:
        _play(message, send, tell)
        send("done")
    except SourceError as error:
        send("failed", line=error.line, problem=error.phrase(translator)[:LONGEST_PROBLEM])
    except BadInput as error:
        send("failed", line=0, problem=translator.error(error)[:LONGEST_PROBLEM])
    finally:
        report_lines(None)


def _play(message: dict[str, Any], send: Callable[..., None], tell: Tell) -> None:
    rules = GAMES[message["game"]]
    load_player(message["text"], rules)
    options = complete(rules, {}, files.read)
    choice, turns = message["text"], message["turns"]
    plan = Plan(rules.name, options, player=OWN, effort=PARTNER, against_effort=PARTNER, turns=turns, choice=choice)
    plans = plans_against(plan)
    send("started", players=[each.against if rules.seats > 1 else each.player for each in plans])
    found, last_sent = list[tuple[int, Result]](), perf_counter()
    for result in turn_by_turn(plans, message["games"]):
        if result:
            found.append(result)
        if perf_counter() < last_sent + SLICE and len(found) < MOST_RESULTS:
            continue
        tell(0)  # a heartbeat: line 0
        _send_results(plans, found, send)
        found, last_sent = [], perf_counter()
    _send_results(plans, found, send)


def _send_results(plans: tuple[Plan, ...], found: list[tuple[int, Result]], send: Callable[..., None]) -> None:
    for place, plan in enumerate(plans):
        results = [result for at, result in found if at == place]
        if results:
            values = [next(iter(result.figures.values())) for result in results]
            send("games", player=place, values=values, lines=[as_line(plan, result) for result in results])
