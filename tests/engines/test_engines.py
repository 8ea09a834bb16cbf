"""The page starts and plays in Firefox and WebKit too, from its archives and from its snapshot."""

from __future__ import annotations

import pytest

from tests.engines.engines import Engine
from tests.engines.playing import plays

pytestmark = pytest.mark.all


def test_first_and_later_visits_start_and_play(engine: Engine, site: str) -> None:
    assert plays(engine, site)
    assert plays(engine, site, kept=False)
