"""The whole browser is killed at any moment, as phones do: at most the last input is lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from tests.e2e.conftest import DESK, Player, expected, launch_options, names
from tests.killing import WRITTEN, in_proc, kill

pytestmark = in_proc

KEYS = {"left": "ArrowLeft", "up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown"}
ON_ITS_WAY = 0.5
"""Seconds that a busy machine may take to deliver a key to the page and its effect to the disk."""
INPUTS = """name => {
    const kept = (kind) => localStorage.getItem(`kesu/${kind}/${name}`);
    const since = kept('since') ? JSON.parse(kept('since').slice(8)).inputs : [];
    return [...JSON.parse(kept('save')).inputs, ...since];
}"""


@contextmanager
def opened(browser: Browser, profile: Path, site: str) -> Iterator[Player]:
    """Opens a page of a browser with that profile folder."""
    context = browser.browser_type.launch_persistent_context(profile, **launch_options(), **DESK)
    try:
        yield Player(context.pages[0], site)
    finally:
        with suppress(Error):  # it may be dead
            context.close()


def test_browser_crash_loses_at_most_one_input(one_browser: Browser, site: str, tmp_path: Path) -> None:
    """Chromium writes localStorage every five seconds; all of this happens before the first write."""
    with opened(one_browser, tmp_path, site) as player:
        player.load("?game=push-clear&seed=7").press(*KEYS.values())
        player.settle().page.evaluate(WRITTEN)
        player.press("ArrowLeft")
        kill(tmp_path)
    words = [*KEYS, "left"]
    with opened(one_browser, tmp_path, site) as player:
        player.load("?game=push-clear")
        inputs = player.saved("push-clear")["inputs"]
        assert inputs in (words, words[:-1])
        player.expect_rows(names(expected("push-clear", 7, inputs)))


def test_browser_crash_in_a_timed_game_loses_nothing_saved(one_browser: Browser, site: str, tmp_path: Path) -> None:
    """Inputs since the last full save are restored too, and so is the save of another game."""
    with opened(one_browser, tmp_path, site) as player:
        player.load("?game=push-clear&seed=7").press("ArrowLeft")
        player.go_on("?game=nineteen&seed=7").press("Enter", "ArrowLeft", "ArrowLeft", "ArrowUp")
        inputs: Any = player.settle().page.evaluate(INPUTS, "nineteen")
        assert [word for word in inputs if word != "tick"] == ["left", "left", "rotate"]
        player.page.evaluate(WRITTEN)
        kill(tmp_path)
    with opened(one_browser, tmp_path, site) as player:
        player.load("?game=nineteen")
        assert player.saved("nineteen")["inputs"][: len(inputs)] == inputs
        assert json.loads(player.page.evaluate("localStorage.getItem('kesu/save/push-clear')"))["inputs"] == ["left"]


@pytest.mark.all
def test_browser_crash_at_any_moment_loses_only_the_last_input(one_browser: Browser, site: str, tmp_path: Path) -> None:
    """Forty crashes at random moments; the last keys may not have arrived yet."""
    random, lost = Random(1), []
    for seed in range(40):
        pressed = []
        with opened(one_browser, tmp_path, site) as player:
            player.load(f"?game=push-clear&seed={seed}").settle()
            for _press in range(random.randrange(1, 12)):
                word = random.choice(list(KEYS))
                player.press(KEYS[word])
                pressed.append((word, time.monotonic()))
                player.page.wait_for_timeout(random.choice([0, 50, 100, 200, 500]))
            killed = time.monotonic()
            kill(tmp_path)
        wanted = inputs(seed, [word for word, _when in pressed])
        surely = inputs(seed, [word for word, when in pressed if killed - when > ON_ITS_WAY])
        with opened(one_browser, tmp_path, site) as player:
            kept = player.load("?game=push-clear").saved("push-clear")
        assert kept["seed"] == seed
        assert kept["inputs"] == wanted[: max(len(kept["inputs"]), len(surely))], f"game {seed}, {pressed}"
        lost.append(len(wanted) - len(kept["inputs"]))
    print("inputs lost:", lost)


def inputs(seed: int, words: list[str]) -> list[str]:
    return list(expected("push-clear", seed, words).inputs)
