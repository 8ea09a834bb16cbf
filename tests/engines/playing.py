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


def plays(engine: Engine, url: str, kept: bool = True) -> bool:
    """Visits and plays; whether the board is right. `kept` waits until the page has stored what a later visit needs."""
    engine.goto(f"{url}?game={GAME}&seed={SEED}")
    wait_for(engine, READY)
    engine.press("KeyR", *KEYS)
    right = became(engine, names(expected(GAME, SEED, list(WORDS))))
    if kept:
        engine.evaluate(f"({KEPT})().then(Boolean)")
    return right


def became(engine: Engine, wanted: list[list[str]], seconds: float = 10) -> bool:
    """Returns whether the board becomes this one in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if engine.evaluate(ROWS) == wanted:
            return True
        time.sleep(0.05)
    return False
