"""Opens the built page in Firefox and WebKit, plays, and prints the times: `python -m tests.engines [ENGINE ...]`."""

from __future__ import annotations

import sys

from game.serving.server import Server
from tests.engines.engines import ENGINES
from tests.engines.playing import WORDS, play
from tools.setup.paths import DIST, GZIP


def main(names: list[str]) -> int:
    """Prints a line for each engine and visit; returns the number of visits with a wrong result."""
    failed = 0
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        for name in names or list(ENGINES):
            engine = ENGINES[name]
            if engine is None:
                print(f"{name:<8} is not installed")
                continue
            with engine() as browser:
                for visit in ("first", "second", "later"):
                    seconds, right = play(browser, server.url)
                    result = f"{' '.join(WORDS)}: {'as it should be' if right else 'WRONG'}"
                    print(f"{name:<8} {visit:<6} visit {seconds:6.2f} s   {result}", flush=True)
                    failed += not right
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
