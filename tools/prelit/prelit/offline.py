"""The service worker of a site, which keeps all of one build, each file by its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from prelit import stamps
from prelit.errors import PrelitError
from prelit.facts import DIGITS

WORKER = Path(__file__).parent / "runtime" / "worker.js"
PLACE = "PRELIT_BUILD"


def worker(name: str, hashes: Mapping[str, str]) -> str:
    """Returns the worker's script for files at these addresses, with their SHA-256; `name` begins its caches' names."""
    script = WORKER.read_text(encoding="utf-8")
    if script.count(PLACE) != 1:
        raise PrelitError(f"{WORKER.name} has {script.count(PLACE)} places for its table of files, not one")
    build = stamps.sha256(json.dumps(hashes, sort_keys=True).encode())[:DIGITS]
    return script.replace(PLACE, json.dumps({"prefix": name, "name": build, "files": hashes}, indent=1))
