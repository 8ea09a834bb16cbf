"""The examples in docstrings give the results shown there."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "game").glob("**/*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.native  # the sources are not in Pyodide's archives
@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried and not failed
