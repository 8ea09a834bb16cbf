"""Measures Look back in Firefox and WebKit, by the page's clock: `python -m tests.engines.look_back [GAME …]`.

The games are those of `python -m tools.measure look_back`, which measures it in Chromium.
"""

from __future__ import annotations

import json
import sys
import time

from game.rules import GAMES
from game.serving.server import Server
from tests.engines.engines import ENGINES, wait_for
from tools.measure.harness.browsing import OPEN_SAVE, OPENED, READY, REST
from tools.measure.look_back import LOOK, MOVES, played
from tools.setup.paths import DIST, GZIP

REPLAY = "[...document.querySelectorAll('button')].find((each) => each.textContent === 'Replay').click()"


def main(names: list[str]) -> int:
    """Prints a row for each game and engine."""
    games = {name: played(GAMES[name], MOVES) for name in names or list(GAMES)}
    print("| game | moves | engine | seconds |\n| --- | --- | --- | --- |")
    with Server(DIST, "/kesu/", gzip_folder=GZIP) as server:
        for kind in filter(None, ENGINES.values()):
            with kind() as engine:
                engine.goto(server.url + "en/")
                wait_for(engine, READY)
                for name, (session, many) in games.items():
                    engine.evaluate(f"({OPEN_SAVE})({json.dumps([name, session.save()])})")
                    wait_for(engine, OPENED)
                    time.sleep(REST / 1000)
                    engine.evaluate(REPLAY)
                    time.sleep(REST / 1000)
                    took = float(engine.evaluate(f"({LOOK})()")) / 1000
                    print(f"| {name} | {many} | {engine.name} | {took:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
