"""How the code is built: no class is so large that nobody can say what it is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tools.setup.paths import ROOT

pytestmark = pytest.mark.native  # reads the sources

MOST_METHODS = 30
"""Properties and private methods count."""


def classes() -> Iterator[tuple[str, int]]:
    """Yields the place and the number of methods of each class of the product and its tools."""
    for folder in ("game", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    name = f"{path.relative_to(ROOT).as_posix()} {node.name}"
                    yield name, sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)


def test_no_class_has_more_methods_than_a_reader_can_hold() -> None:
    large = {name: methods for name, methods in classes() if methods > MOST_METHODS}
    assert not large, f"split these classes (at most {MOST_METHODS} methods): {large}"
