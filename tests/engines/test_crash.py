"""Kills Firefox before it writes to disk; Chromium's test is in tests/e2e, WebKit stores nothing when automated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

from game.serving.server import Server
from tests.e2e.conftest import READY, expected, names
from tests.engines.engines import FIREFOX, FIREFOX_OPTIONS, Engine, Firefox, wait_for
from tests.engines.playing import GAME, KEYS, SEED, WORDS, became
from tests.killing import WRITTEN, in_proc, kill
from tools.setup.paths import DIST, GZIP

pytestmark = [pytest.mark.all, in_proc, pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed")]

SAVED = "localStorage.getItem('kesu/save/push-clear') ?? ''"


@contextmanager
def opened(profile: Path) -> Iterator[Engine]:
    with sync_playwright() as playwright:
        context = playwright.firefox.launch_persistent_context(profile, **FIREFOX_OPTIONS)
        yield Firefox(context.new_page())
        with suppress(Error):  # it may be dead
            context.close()


def test_a_crash_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        with opened(tmp_path) as engine:
            engine.goto(f"{server.url}?game={GAME}&seed={SEED}")
            wait_for(engine, READY)
            engine.press(*KEYS)
            session = expected(GAME, SEED, list(WORDS))
            wait_for(engine, f"({SAVED}).includes(JSON.stringify({list(session.inputs)}))")
            engine.evaluate(WRITTEN)
            kill(tmp_path)
        with opened(tmp_path) as engine:
            engine.goto(f"{server.url}?game={GAME}")
            wait_for(engine, READY)
            assert became(engine, names(session))
