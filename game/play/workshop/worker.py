"""Starts what runs in the worker of foreign code: games on the bench, or one tournament."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter

from game.play.workshop.bench import Bench, warm_up
from game.play.workshop.tournament_worker import Tell, run_tournament
from game.words import Translator
from game.workshop.limits import report_lines


def main(tell: Tell, language: str, words: str) -> Callable[[str], float]:
    """Returns what takes a message, or "" when a frame is due, and returns the milliseconds until the next, or -1."""
    translator = Translator(language, json.loads(words))
    bench = Bench(translator, tell, lambda: 1000 * perf_counter())
    report_lines(tell)
    warm_up()

    def take(text: str) -> float:
        if text and json.loads(text)["do"] == "tournament":
            run_tournament(text, tell, translator)
            return -1.0
        wait = bench.take(text) if text else bench.run_frame()
        return -1.0 if wait is None else wait

    return take
