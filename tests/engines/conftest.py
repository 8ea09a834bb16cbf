"""Fixtures for tests in other engines: the built page on one server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.terminal.server import Server
from tools.build.paths import DIST, GZIP


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The address of the page, under a sub-path."""
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        yield server.url
