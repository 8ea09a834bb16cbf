"""The page's scripts know Python's constants from one copy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from tools.build import constants
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native

SCRIPTS = sorted({*(ROOT / "static").rglob("*.js"), *(ROOT / "static").rglob("*.mjs")} - {constants.PLACE})
VALUES = constants.CONSTANTS.values()
NAMES = {value for value in VALUES if isinstance(value, str) and len(value) > 1 and value.endswith(("/", "="))}
NUMBERS = {str(int(value)) for value in VALUES if isinstance(value, int | float) and value >= 1000}


def test_the_copy_is_up_to_date() -> None:
    assert constants.PLACE.read_text(encoding="utf-8") == constants.module(), "run python -m tools.build.constants"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_script_repeats_a_constant(path: Path) -> None:
    """Short names and small numbers may mean something else, so they are not looked for."""
    text = path.read_text(encoding="utf-8")
    code = re.sub(r"(?<=\d)_(?=\d)", "", re.sub(r"//[^\n]*", "", text))
    repeated = {name for name in NAMES if name in code} | (NUMBERS & set(re.findall(r"\b\d+\b", code)))
    assert not repeated, f"{path} repeats {repeated}: import it from constants.js"
    assert not re.search(r"// (as|the same) in game/", text), "import it from constants.js"


def test_there_is_something_to_look_for() -> None:
    assert {"kesu/", "save/", "#workshop="} <= NAMES and {"100000", "1000000"} <= NUMBERS
