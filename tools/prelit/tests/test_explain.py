"""Tests of `prelit explain`: the files that are shipped, when they are loaded, and how each trick changes the bytes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from prelit.__main__ import main
from prelit.app import TRICKS

NAMES = {"rt/hot-1.wasm": "hot.wasm", "rt/cold-1.wasm": "cold.wasm", "rt/snapshot-1.bin.gz": "snapshot.bin.gz",
         "rt/_x-cold-1.wasm": "_x-cold.wasm", "rt/rest-numpy-1.zip": "rest-numpy.zip"}  # fmt: skip
REPORT = {"pyodide": "314.0.4", "packages": {"numpy": "numpy.whl"}, "without": ["early"],
          "first": ["rt/hot-1.wasm"], "stored": ["rt/hot-1.wasm", "rt/cold-1.wasm", "index.html"],
          "files": NAMES}  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A built site of random bytes, 1000 in each of Python's files."""
    (tmp_path / "rt").mkdir()
    for name in (*NAMES, "rt/pyodide.asm.wasm", "index.html", "plain-1/pyodide.asm.wasm"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(os.urandom(3000 if name.startswith("plain") else 1000))
    (tmp_path / "prelit.json").write_text(json.dumps(REPORT), encoding="utf-8")
    return tmp_path


def rows(text: str) -> dict[str, list[str]]:
    """Returns the cells of every line of a table, by the first."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_every_file_of_python_has_a_reason(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(site)]) == 0
    found = rows(capsys.readouterr().out)
    assert found["rt/hot-1.wasm"][1:] == ["at once", "1"]
    assert found["rt/_x-cold-1.wasm"][:2] == ["the other functions of an extension module", "after the start"]
    assert found["rt/pyodide.asm.wasm"][1] == "if asked for"  # the hot part takes its place
    assert found["everything else"][-1] == "1"


def test_every_trick_says_what_it_saves_or_costs(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", str(site)])
    found = rows(capsys.readouterr().out)
    assert set(TRICKS) < set(found)
    saved = {"split": "2", "trim": "1", "prune": "2", "snapshot": "+1 later", "offline": "+2 later", "early": "off"}
    assert {name: found[name][-1] for name in saved} == saved
    words = ("bytecode", "patches", "preload", "progress")
    assert all(found[name][-1].startswith(("time", "nothing")) for name in words), "or why it saves no bytes"


def test_a_folder_that_prelit_did_not_build_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(tmp_path)]) == 2
    assert "so prelit did not build it" in capsys.readouterr().err


def test_a_record_that_is_none_is_refused(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(site), "--bench", str(site / "index.html")]) == 2
    assert "is no record of a benchmark" in capsys.readouterr().err
