"""Memory and storage do not grow in a long game: an hour and 100,000 moves of each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from game.rules import GAMES
from game.serving.server import Server
from tools.measure.harness import browsing
from tools.measure.soak import FLAGS, MINUTES, MOVES, soak
from tools.setup.paths import DIST, GZIP

pytestmark = pytest.mark.all


@pytest.fixture
def chromium() -> Iterator[Browser]:
    with browsing.chromium(*FLAGS) as found:
        yield found


@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_grows_in_hours_of_play(name: str, chromium: Browser) -> None:
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        assert soak(chromium, server.url, [name], MOVES, 60 * MINUTES)["exceeded"] == []
