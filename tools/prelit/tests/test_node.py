"""Node.js and other programs: which are used, and how their failures are reported."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from prelit import node
from prelit.errors import PrelitError
from prelit.process import run


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
@pytest.mark.parametrize(
    ("version", "found"), [("v18.19.0", False), ("v20.0.0", True), ("v104.1.0", True), ("", False)]
)
def test_an_outdated_node_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, found: bool
) -> None:
    for program in ("node", "npm"):
        (tmp_path / program).write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
        (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (node.in_path() is not None) is found
    (tmp_path / "npm").unlink()
    assert node.in_path() is None


def test_failing_program_is_reported_by_its_error_line() -> None:
    script = "import sys; sys.stderr.write('looking\\nERROR: no such package\\nbye\\n'); sys.exit(3)"
    with pytest.raises(PrelitError, match=r"^pip: ERROR: no such package \(exit 3\)$"):
        run([sys.executable, "-c", script], "pip")
    with pytest.raises(PrelitError, match=r"^it: ValueError: no error here"):
        run([sys.executable, "-c", "def error(): raise ValueError('no error here')\nerror()"], "it")
    with pytest.raises(PrelitError, match="was not found"):
        run(["no-such-program-at-all"], "it")
