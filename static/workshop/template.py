# kesu-workshop 1 game
"""Berries: walk over the field and eat every berry in as few steps as you can."""

from dataclasses import dataclass

import numpy as np

from game import rng
from game.contract import Control, Moved, Role, Rules, Scored, Symbol

SIZE, BERRIES = 6, 8
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


@dataclass(frozen=True, eq=False)
class State:
    cells: np.ndarray  # (SIZE, SIZE), on each cell the number of a symbol: 0 grass, 1 you, 2 a berry
    score: int = 100


def start(options, seed):
    cells, random = np.zeros((SIZE, SIZE), np.int8), rng.standard(seed or 0)
    cells[0, 0] = 1
    while (cells == 2).sum() < BERRIES:
        place, random = random.next(SIZE * SIZE - 1)
        cells.flat[1 + place] = 2
    return State(cells)


def play(state, word):
    row, column = (int(place[0]) for place in np.nonzero(state.cells == 1))
    down, right = STEPS[word]
    there = row + down, column + right
    if 2 not in state.cells or not (0 <= there[0] < SIZE and 0 <= there[1] < SIZE):
        return state, ()
    points = 9 if state.cells[there] == 2 else -1
    cells = state.cells.copy()
    cells[row, column], cells[there] = 0, 1
    return State(cells, state.score + points), (Moved((("@", (row, column), there),)), Scored(points, there))


GAME = Rules(
    name="berries",
    title="Berries",
    summary="Eat every berry in as few steps as you can.",
    how=("Each step costs a point, each berry gives ten.",),
    controls={
        "left": Control(Role.LEFT),
        "right": Control(Role.RIGHT),
        "up": Control(Role.UP),
        "down": Control(Role.DOWN),
    },
    symbols={".": Symbol("grass", "empty"), "@": Symbol("you", "player", 1), "*": Symbol("berry", "dot", 6)},
    start=start,
    play=play,
)
