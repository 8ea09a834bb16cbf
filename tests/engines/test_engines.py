"""The page starts and plays in Firefox and WebKit too, from its archives and from its snapshot."""

from __future__ import annotations

import pytest

from tests.engines.engines import Engine
from tests.engines.playing import play

pytestmark = pytest.mark.all


def test_starts_and_plays(engine: Engine, site: str) -> None:
    assert play(engine, site)[1]
    assert play(engine, site, kept=False)[1]
