"""Writes the examples of an entry point as a seed corpus for a fuzzer: `python -m tests.fuzz.seeds TARGET FOLDER`."""

import sys
from pathlib import Path

from tests.fuzz.targets import TARGETS

if __name__ == "__main__":
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(TARGETS[sys.argv[1]].examples):
        (folder / str(number)).write_text(text, encoding="utf-8")
