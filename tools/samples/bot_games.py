"""Games and positions that bots have played, for measurements that need real ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game import files
from game.bots import advise
from game.contract import Rules
from game.session import Session

OPTIONS: Mapping[str, Mapping[str, object]] = {"biquadris": {"startlevel": 2}}


def bot_game(rules: Rules[Any], seed: int, strength: int) -> Iterator[Session]:
    """Plays a game with the bot; yields its session before each turn, and after the last."""
    session = Session(rules, OPTIONS.get(rules.name, {}), seed, files.read)
    while not session.over:
        yield session
        for word in advise(rules, session.state, strength, seed).words:
            session.play(word)
    yield session


def positions(rules: Rules[Any], count: int, every: int, longest: int) -> Iterator[Session]:
    """Yields positions from games of the weakest bot, each `every` turns apart and at most `longest` turns old.

    A session is played on after it was yielded, so read it at once.
    """
    found = 0
    for seed in range(count):
        for turn, session in enumerate(bot_game(rules, seed, 1)):
            if turn >= longest or session.over:
                break
            if turn % every == seed % every:
                yield session
                found += 1
                if found == count:
                    return
