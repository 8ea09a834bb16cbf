"""Compares every game with its oracle, written from docs/rules.md without seeing the game's code."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

from game import files
from game.contract import BadInput
from game.rules import GAMES
from game.session import Session
from game.session.commands import commands
from game.text import fields

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "push-clear": [{}, {"size": 4}, {"size": 5}, {"size": 10}],
    "chain": [{}, {"colours": 3}, {"colours": 5}],
    "nineteen": [{}, {"bag": True}],
    "lines98": [{}, {"mode": "square"}, {"mode": "block"}],
    "biquadris": [{"startlevel": level} for level in range(5)],
    "duel": [{}, {"colours": 3}, {"colours": 5}],
}
SEEDS = range(4)
COMMANDS = 250
FILES = {"blocks.txt": "I I J Z", "run.txt": "left 2right drop", "bad.txt": "left jump"}
SPICE = {
    "biquadris": ["2drop", "3ri", "counterc", "levelup", "leveldown", "norandom blocks.txt", "random", "T", "restart",
                  "sequence run.txt", "sequence bad.txt", "blind", "force Z", "l", "10down", "0drop", "norandom n.txt"],
    "lines98": ["move a1 a1", "move a1 i9", "move z1 a1"],
}  # fmt: skip


def reader(name: str) -> str:
    return FILES[name] if name in FILES else files.read(name)


def oracle(name: str) -> Any:
    return importlib.import_module("tests.oracles." + name.replace("-", "_"))


def script(session: Session, chance: random.Random, count: int) -> list[str]:
    """Returns commands, each played as it is chosen: mostly moves that change something, some impossible or bad."""
    words = []
    rules = session.rules
    for _ in range(count):
        moves = rules.moves(session.state)
        if chance.random() < 0.85 and moves:
            weighted = [move for move in moves if move.split()[0] not in ("restart", "quit")] or list(moves)
            typed = "drop" if "drop" in moves and chance.random() < 0.25 else chance.choice(weighted)
        else:
            pool = [word for word in rules.words if not rules.arguments(word) and word not in ("restart", "quit")]
            typed = chance.choice([*pool, "jump", *SPICE.get(rules.name, [])])
        (command,) = commands(iter(typed.split()), rules)
        words.append(command)
        try:
            session.play(command)
        except BadInput:
            continue
    return words


def ours(name: str, options: dict[str, Any], seed: int | None, words: list[str]) -> list[dict[str, Any]]:
    session = Session(GAMES[name], options, seed, reader)
    found = [fields(session.rules, session.view)]
    for word in words:
        try:
            if word == "restart":
                session.restart()
            else:
                session.play(word)
            found.append(fields(session.rules, session.view))
        except BadInput:
            found.append({"error": True})
    return found


@pytest.mark.parametrize("name,options", [(name, options) for name, each in OPTIONS.items() for options in each])
def test_game_and_oracle_agree_on_every_command(
    name: str, options: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    scripts = {"scriptfile1": reader("sequence1.txt"), "scriptfile2": reader("sequence2.txt")}
    for seed in SEEDS[:1] if request.config.getoption("--quick") else SEEDS:
        chance = random.Random(f"{name} {options} {seed}")
        words = script(Session(GAMES[name], options, seed, reader), chance, COMMANDS)
        known = {**FILES, **{f"sequence{n}.txt": reader(f"sequence{n}.txt") for n in (1, 2, 3)}}
        given = {**options, **(scripts if name == "biquadris" else {})}
        theirs = oracle(name).run(given, seed, words, known)
        for number, (mine, other) in enumerate(zip(ours(name, options, seed, words), theirs, strict=True)):
            assert mine == other, (seed, number, words[:number])


def test_game_and_oracle_agree_on_the_classic_seed() -> None:
    words = script(Session(GAMES["push-clear"], {}, None), random.Random(1), COMMANDS)
    assert ours("push-clear", {}, None, words) == oracle("push-clear").run({}, None, words, {})
