"""Fixtures for tests in other engines: a server of the built page, and each installed engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.serving.server import Server
from tests.engines.engines import ENGINES, Engine
from tools.setup.paths import DIST, GZIP


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """Serves the page under a sub-path; yields its address."""
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        yield server.url


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Starts an engine for the tests of a module; skips them if it is not installed."""
    begin = ENGINES[request.param]
    if begin is None:
        pytest.skip(f"{request.param} is not installed")
    with begin() as browser:
        yield browser
