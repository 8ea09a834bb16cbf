# kesu-workshop 1 game
"""Tiny 2048: push all tiles one way; two equal ones become one of the next kind."""

from dataclasses import dataclass

import numpy as np

from game import rng
from game.contract import Appeared, Changed, Control, Moved, Role, Rules, Scored, Symbol
from game.kernel import facing

SIZE = 4
DIRECTIONS = ("left", "up", "right", "down")  # in the order of the kernel's directions
LETTERS, FORMS = ".123456789abc", ("block", "ball")


@dataclass(frozen=True, eq=False)
class State:
    cells: np.ndarray  # (SIZE, SIZE), on each cell 0 or the power of two
    score: int
    random: rng.Random


def start(options, seed):
    state = State(np.zeros((SIZE, SIZE), np.int8), 0, rng.standard(seed or 0))
    return new_tile(new_tile(state)[0])[0]


def new_tile(state):
    """A 2, or one time in ten a 4, on a random empty cell."""
    empty = np.argwhere(state.cells == 0).tolist()
    place, random = state.random.next(len(empty))
    ten, random = random.next(10)
    cell, cells = tuple(empty[place]), state.cells.copy()
    cells[cell] = 2 if ten == 0 else 1
    return State(cells, state.score, random), Appeared(((LETTERS[cells[cell]], cell),))


def pushed(line):
    """Pushes a line to its front: the line after it, where each tile goes, and the places of merged ones."""
    after, goals, merged = [], [], []
    for power in line:
        if power and after and after[-1] == power and len(after) - 1 not in merged:
            after[-1] += 1
            merged.append(len(after) - 1)
        elif power:
            after.append(power)
        goals.append(len(after) - 1)
    return after + [0] * (len(line) - len(after)), goals, merged


def play(state, word):
    direction = DIRECTIONS.index(word)
    cells = state.cells.copy()
    lines, numbers = facing(cells, direction), facing(np.arange(SIZE * SIZE).reshape(SIZE, SIZE), direction)
    steps, changed, points = [], [], 0
    for line, number in zip(lines, numbers.tolist()):
        before = line.tolist()
        line[:], goals, merged = pushed(before)
        here = [divmod(each, SIZE) for each in number]
        steps += [(LETTERS[p], here[i], here[g]) for i, (p, g) in enumerate(zip(before, goals)) if p and i != g]
        changed += [(LETTERS[line[place]], here[place]) for place in merged]
        points += sum(2 ** int(line[place]) for place in merged)
    if not steps:
        return state, ()
    after, tile = new_tile(State(cells, state.score + points, state.random))
    return after, (Moved(tuple(steps)), Changed(tuple(changed)), Scored(points), tile)


GAME = Rules(
    name="tiny2048",
    title="Tiny 2048",
    summary="Push all tiles one way; two equal ones become one.",
    how=("All tiles slide as far as they can. Two of a kind that meet become one of the next kind.",),
    controls=dict(zip(DIRECTIONS, map(Control, (Role.LEFT, Role.UP, Role.RIGHT, Role.DOWN)))),
    symbols={".": Symbol("empty", "empty")}
    | {LETTERS[p]: Symbol(str(2**p), FORMS[(p - 1) // 7], 1 + (p - 1) % 7) for p in range(1, len(LETTERS))},
    start=start,
    play=play,
)
