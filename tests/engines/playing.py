"""A visit to the page in any engine: open, wait for the board, press known keys, compare with the game played here."""

from __future__ import annotations

import time

from tests.e2e.conftest import KEPT, READY, expected, names
from tests.engines.engines import Engine, wait_for

GAME, SEED = "push-clear", 7
KEYS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp")
WORDS = ("left", "up", "right", "up")
ROWS = """[...(document.querySelector('#listing table')?.rows ?? [])].slice(1)
    .map(row => [...row.cells].slice(1).map(cell => cell.textContent))"""


def play(engine: Engine, url: str, kept: bool = True) -> tuple[float, bool]:
    """Visits and plays; returns the seconds until the board responds, by the page's clock, and whether it is right."""
    engine.goto(f"{url}?game={GAME}&seed={SEED}")
    wait_for(engine, READY)
    seconds = engine.evaluate("performance.getEntriesByName('kesu:ready')[0].startTime / 1000")
    engine.press("KeyR", *KEYS)
    right = became(engine, names(expected(GAME, SEED, list(WORDS))))
    if kept:
        engine.evaluate(f"({KEPT})().then(Boolean)")
    return float(seconds), right


def became(engine: Engine, wanted: list[list[str]], seconds: float = 10) -> bool:
    """Whether the board becomes this one in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if engine.evaluate(ROWS) == wanted:
            return True
        time.sleep(0.05)
    return False
