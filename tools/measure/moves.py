"""Moves per second in live play: one game, one move after another. Prints one JSON line per game.

Run by `python3 build.py bench`, in this Python and inside Pyodide; or alone: `python -m tools.measure.moves`.
"""

from __future__ import annotations

import json
import random
import sys
import time

from game import files
from game.contract import Role
from game.rules import GAMES
from game.session import Session

MOVES = 400
ROUNDS = 5
LEVELS = (Role.LEVEL_UP, Role.LEVEL_DOWN)


def script(name: str) -> list[str]:
    """Random moves that change something, the same every time."""
    chance = random.Random(name)
    session = Session(GAMES[name], {}, 1, files.read)
    role, drop = session.rules.role, session.rules.by_role.get(Role.DROP)
    words: list[str] = []
    while len(words) < MOVES:
        moves = [word for word in session.rules.moves(session.state) if role(word) not in LEVELS]
        if not moves:
            session = Session(GAMES[name], {}, len(words), files.read)
            words.append("")  # the start of another game
            continue
        word = drop if drop in moves and chance.random() < 0.15 else chance.choice(moves)
        session.play(word)
        words.append(word)
    return words


def seconds(name: str, words: list[str], with_view: bool) -> float:
    """Seconds to play the whole script through the session, like the page, with a view after each move."""
    session = Session(GAMES[name], {}, 1, files.read)
    began = time.perf_counter()
    for number, word in enumerate(words):
        if word:
            session.play(word)
        else:
            session = Session(GAMES[name], {}, number, files.read)
        if with_view:
            _view = session.view
    return time.perf_counter() - began


def main() -> int:
    """Prints game and moves per second, of the rules alone and with the view; best of several rounds."""
    for name in GAMES:
        words = script(name)
        alone, shown = (min(seconds(name, words, view) for _ in range(ROUNDS)) for view in (False, True))
        print(json.dumps({"game": name, "moves": round(MOVES / alone), "with_view": round(MOVES / shown)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
