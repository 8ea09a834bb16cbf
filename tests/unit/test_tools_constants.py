"""The page's scripts know Python's constants from one copy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from tools.build import constants
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native

SCRIPTS = sorted(path for ending in ("js", "mjs") for path in (ROOT / "static").rglob(f"*.{ending}"))
VALUES = constants.CONSTANTS.values()
NAMES = {value for value in VALUES if isinstance(value, str) and len(value) > 1 and value.endswith(("/", "="))}
NUMBERS = {str(int(value)) for value in VALUES if isinstance(value, int | float) and value >= 1000}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_script_repeats_a_constant(path: Path) -> None:
    """Short names and small numbers may mean something else, so they are not looked for."""
    text = path.read_text(encoding="utf-8")
    code = re.sub(r"(?<=\d)_(?=\d)", "", re.sub(r"//[^\n]*", "", text))
    repeated = {name for name in NAMES if name in code} | (NUMBERS & set(re.findall(r"\b\d+\b", code)))
    assert not repeated, f"{path} repeats {repeated}: import it from #constants"
    assert not re.search(r"// (as|the same) in game/", text), "import it from #constants"


def test_constants_to_look_for_are_found() -> None:
    assert {"kesu/", "save/", "#workshop="} <= NAMES and {"100000", "1000000"} <= NUMBERS
