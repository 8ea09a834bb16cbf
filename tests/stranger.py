"""A game that takes every default of the contract and keeps to it in unusual ways; also a source for the workshop.

You walk over a row of coins. Empty cells are the last symbol, not number 0; an option adds a word, which the defaults
must learn of; one word takes an argument; and its error message has braces, as a player's own text may have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from game.contract import (
    BadInput,
    Changed,
    Control,
    Ended,
    Event,
    Flag,
    Moved,
    Played,
    Role,
    Rules,
    Scored,
    Symbol,
    Vanished,
)

YOU, COIN, EMPTY = range(3)
"""Numbers of symbols, in the order of `symbols`."""
STEPS = {"east": 1, "west": -1}


@dataclass(frozen=True, eq=False)
class State:
    """A row of cells (1, columns) int8."""

    cells: np.ndarray
    both: bool
    score: int = 0


def start(options: Any, seed: int | None) -> State:
    cells = np.full((1, 6), EMPTY, np.int8)
    cells[0, (0, 2, 3 + (seed or 0) % 3)] = YOU, COIN, COIN
    return State(cells, options["both"])


def play(state: State, word: str) -> Played[State]:
    name, *arguments = word.split(" ")
    if name == "paint" and len(arguments) == 1:
        if arguments[0] != "coin":
            raise BadInput("no colour {colour} in {{coin}}", colour=arguments[0])
        return _paint(state)
    if word not in STEPS or (word == "west" and not state.both):
        raise BadInput("unknown command: {word}", word=word)
    here = int(np.flatnonzero(state.cells[0] == YOU)[0])
    there = here + STEPS[word]
    if not (0 <= there < state.cells.shape[1] and (state.cells == COIN).any()):
        return state, ()
    cells, events = state.cells.copy(), list[Event]()
    events.append(Moved((("@", (0, here), (0, there)),)))
    if cells[0, there] == COIN:
        events += [Vanished((("$", (0, there)),)), Scored(1)]
    cells[0, here], cells[0, there] = EMPTY, YOU
    after = replace(state, cells=cells, score=state.score + (len(events) > 1))
    if (there == cells.shape[1] - 1 and not state.both) or not (cells == COIN).any():
        events.append(Ended(0))
    return after, tuple(events)


def _paint(state: State) -> Played[State]:
    """Puts a coin on the last cell."""
    if state.cells[0, -1] != EMPTY:
        return state, ()
    cells = state.cells.copy()
    cells[0, -1] = COIN
    return replace(state, cells=cells), (Changed((("$", (0, cells.shape[1] - 1)),)),)


GAME = Rules(
    name="stranger",
    title="Coins {and} more",
    summary="Take the coins.",
    how=("Walk.",),
    controls={"east": Control(Role.RIGHT), "paint": Control(Role.COMMAND, arguments=1)},
    added={"both": {"west": Control(Role.LEFT)}},
    options={"both": Flag("walk both ways")},
    symbols={"@": Symbol("you", "player"), "$": Symbol("coin", "dot", 4), ".": Symbol("nothing", "empty")},
    start=start,
    play=play,
)
