"""Records whole games as this version plays them, for later versions to replay: `python -m tests.recorded`.

A recording is never overwritten: a game that plays differently has changed rules, and so needs a new version.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from game import files
from game.rules import GAMES, game
from game.session import Session
from game.session.replay_code import encode
from game.text import fields

FOLDER = Path(__file__).parent / "unit" / "data" / "replays"
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "push-clear": [{}, {"size": 4}, {"size": 10}],
    "chain": [{}, {"colours": 3}, {"colours": 5}],
    "nineteen": [{}, {"bag": True}],
    "lines98": [{}, {"mode": "square"}, {"mode": "block"}],
    "biquadris": [{"startlevel": level} for level in range(5)],
    "duel": [{}, {"colours": 3}, {"colours": 5}],
}
INPUTS = 250
RARE = {"restart", "quit", "undo"}


def played(name: str, options: dict[str, Any], seed: int | None) -> Session:
    """Plays a game of random moves, except those that end or restart it."""
    rules = game(name)
    session = Session(rules, options, seed, files.read)
    chance = random.Random(f"{name} {options} {seed}")
    while len(session.inputs) < INPUTS and not session.over:
        moves = [word for word in rules.moves(session.state) if word not in RARE]
        drops = [word for word in moves if word == "drop"]
        session.play(chance.choice(drops if drops and chance.random() < 0.25 else moves))
    return session


def record(session: Session) -> dict[str, Any]:
    """Returns the recording of a game: its replay code, its save, and the state to which they must lead."""
    return {
        "game": session.rules.name,
        "rules": session.rules.version,
        "options": session.options,
        "seed": session.seed,
        "code": encode(session),
        "save": session.save(),
        "inputs": len(session.inputs),
        "score": session.score,
        "end": fields(session.rules, session.view),
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        for number, options in enumerate(OPTIONS[name]):
            for seed in (7, None if name == "push-clear" and not options else 2**40 + number):
                path = FOLDER / f"{name}-{game(name).version}-{number}-{'classic' if seed is None else seed}.json"
                if not path.exists():
                    recorded = record(played(name, options, seed))
                    path.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
                    print(path.name)


if __name__ == "__main__":
    main()
