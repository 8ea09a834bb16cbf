"""Our modules are bundled (tools/prelit/tests/test_bundle.py tests how)."""

from __future__ import annotations

import pytest

from tools.setup.paths import DIST

pytestmark = pytest.mark.native


@pytest.mark.built
def test_sources_of_bundles_are_not_shipped() -> None:
    assert not any((DIST / path).exists() for path in ("static/boot", "static/workshop-page"))
    assert b"\n//" not in (DIST / "static" / "boot.js").read_bytes()
