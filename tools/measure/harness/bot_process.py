"""A bot in a process of its own, which may be that of another revision: reads games from its input, answers with words.

Run as a script in the folder of a revision, whose rules and bots it imports; see strength.py. Each line of input is a
JSON object: with `game`, `options`, `seed`, `player`, `effort` and `player_seed` it begins a game, with `words` it
gives what has been played since. Each line of output is the list of words that the bot plays next.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from game import files
from game.bots import advise
from game.rules import game
from game.session import complete


def main() -> None:
    """Answers until the input ends."""
    rules: Any = None
    state: Any = None
    about: dict[str, Any] = {}
    for line in sys.stdin:
        given = json.loads(line)
        if "game" in given:
            about, rules = given, game(given["game"])
            state = rules.start(complete(rules, given["options"], files.read), given["seed"])
            continue
        for word in given["words"]:
            state, _events = rules.play(state, word)
        if about["player"] == "bot":
            advice = advise(rules, state, about["effort"] or None, about["player_seed"])
        else:
            *_before, advice = import_module(f"game.bots.search.{about['player']}").think(
                rules, state, 1, about["player_seed"]
            )
        print(json.dumps(advice.words), flush=True)


if __name__ == "__main__":
    main()
