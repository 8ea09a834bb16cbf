"""A fixture for tests in other engines: a server of the built page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.terminal.server import Server
from tools.build.paths import DIST, GZIP


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """Serves the page under a sub-path; yields its address."""
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        yield server.url
