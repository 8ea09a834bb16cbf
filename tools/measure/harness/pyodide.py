"""Measuring inside Pyodide, under Node, as the page ships it, and in other processes that print lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.setup.paths import ROOT

HERE = sys.platform == "emscripten"
"""Whether this is Pyodide."""

Line = dict[str, Any]


def clock() -> float:
    """Returns processor seconds of this process; inside Pyodide, Python's own clock for that is the wall clock."""
    if HERE:
        from js import process

        return float(process.cpuUsage().user / 1e6)
    return time.process_time()


def inside_pyodide(name: str, only: Sequence[str]) -> list[Line]:
    """Runs `python -m tools.measure NAME ONLY…` there; returns the lines of JSON that it prints."""
    from tools.setup import runtime
    from tools.start import in_node

    node = runtime.node_in_path() or runtime.node_in_venv()
    if node is None or not in_node.FOLDER.is_dir():
        sys.exit("run `python3 build.py test tests/unit -k kernel` once: it puts Pyodide together")
    return json_lines(in_node.command(node, "-m", "tools.measure", name, *only))


def json_lines(command: Sequence[str | Path]) -> list[Line]:
    """Runs a command; returns the JSON lines that it prints, and reports its errors."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not found:
        sys.exit(f"{command[0]}: {(done.stderr or done.stdout).strip()[-400:]}")
    return found
