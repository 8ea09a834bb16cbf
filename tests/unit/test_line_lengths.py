"""Scripts keep to the line length of .editorconfig; nothing else checks theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 120
SCRIPTS = sorted(
    path
    for folder in (ROOT / "static", ROOT / "tools/prelit/prelit/runtime")
    for path in folder.rglob("*")
    if path.suffix in (".js", ".mjs")
)

pytestmark = pytest.mark.native  # reads the sources


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_line_of_a_script_is_too_long(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert not [f"{path}:{number}" for number, line in lines if len(line) > LONGEST]
