"""Fuzzes the page's own scripts in Node: `python -m tests.fuzz.readers [NUMBER [SEED]]`; see readers.mjs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from game.rules import GAMES
from game.workshop import sharing, sources
from tests.fuzz import stores
from tools.setup import runtime
from tools.setup.paths import DIST

SCRIPT = Path(__file__).with_name("readers.mjs")
QUIET = {**os.environ, "NODE_NO_WARNINGS": "1"}
"""Suppresses a warning: the page's scripts are modules, but no package.json says so."""
FRAME = (
    {"is": "beat"},
    {"is": "show", "task": 3, "changes": '[["MotionCut"]]'},
    {"is": "shown", "task": 3},
    {"is": "failed", "task": 3, "line": 12, "problem": "there is no x in it (KeyError)"},
    {"is": "started", "task": 4, "players": ["own", "greedy", "random", "bot"]},
    {"is": "games", "task": 4, "player": 1, "values": [1, 2.5, -3], "lines": ['{"game":1}', "b", "c"]},
    {"is": "done", "task": 4},
)


def examples() -> dict[str, list[str]]:
    """Returns valid texts by reader, and the part names of a kept picture, as the browser would have produced them."""
    page = (DIST / "en" / "index.html").read_text(encoding="utf-8")
    [openings] = re.findall(r'id="openings">(.*?)</script>', page)
    shown = [{**known["parts"], **known["starts"]["7"]} for known in json.loads(openings).values()]
    kept = {"form": 2, "build": "rt/game-0.tar.gz", "query": "?game=x", "save": "12 x", "count": "2", "lang": "en"}
    texts = [sources.template().text, "x = 1\n", *(sources.player_of(name).text for name in GAMES)]
    return {
        "parts": list(shown[0]),
        "kept picture": [json.dumps({**kept, "parts": parts}) for parts in shown],
        "kept card": [stores.EXAMPLES[name][f"card/{name}"] for name in GAMES],
        "kept sources": [json.dumps([{"name": f"mine {n}", "text": text} for n, text in enumerate(texts)])],
        "source file": texts,
        "source link": [sharing.encode(text) for text in texts],
        "source in a link": texts,
        "frame's message": [json.dumps(message) for message in FRAME],
    }


def main(arguments: list[str]) -> int:
    number, seed = (*arguments, *("100000", "1")[len(arguments) :])
    node = runtime.present_node()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "examples.json"
        path.write_text(json.dumps(examples()), encoding="utf-8")
        command = [str(node.node), str(SCRIPT), str(path), number, seed]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=QUIET, check=False)
    faults = done.returncode
    for line in done.stdout.splitlines():
        result = json.loads(line)
        faults += result["faults"]
        counts = f"{result['texts']} texts, {result['taken']} taken, {result['faults']} faults, {result['seconds']} s"
        print(f"{result['reader']:<16} {counts}", *result["first"], sep="\n  " if result["faults"] else "")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
