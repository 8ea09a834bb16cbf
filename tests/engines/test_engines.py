"""The page starts and plays in Firefox and WebKit too, from its archives and from its snapshot."""

from __future__ import annotations

import pytest

from tests.engines.engines import ENGINES
from tests.engines.playing import play

pytestmark = pytest.mark.all


@pytest.mark.parametrize("name", list(ENGINES))
def test_starts_and_plays(name: str, site: str) -> None:
    engine = ENGINES[name]
    if engine is None:
        pytest.skip(f"{name} is not installed")
    with engine() as browser:
        assert play(browser, site)[1]
        assert play(browser, site, kept=False)[1]
