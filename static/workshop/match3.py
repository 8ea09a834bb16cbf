# kesu-workshop 1 game
"""Match three: swap two neighbours so that three of a kind stand in a line."""

from dataclasses import dataclass, replace

import numpy as np

from game import rng
from game.contract import Control, Fell, Moved, Role, Rules, Symbol, Vanished, cell_name, cell_of
from game.kernel import drops, fall, runs

SIZE, LETTERS = 7, ".rgbyp"
NAMES, TONES = ("empty", "red", "green", "blue", "yellow", "purple"), (0, 6, 3, 1, 4, 5)
CELLS = [divmod(number, SIZE) for number in range(SIZE * SIZE)]
PAIRS = [(a, b) for a in CELLS for b in CELLS if b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))]


@dataclass(frozen=True, eq=False)
class State:
    cells: np.ndarray  # (SIZE, SIZE), the number of a symbol on each cell
    random: rng.Random
    turns: int = 30  # left
    score: int = 0


def start(options, seed):
    return replace(settled(State(np.zeros((SIZE, SIZE), np.int8), rng.standard(seed or 0)))[0], score=0)


def settled(state):
    """New stones come, lines vanish and the rest falls, until no line is left; returns the state and its events."""
    cells, random, score, events = state.cells.copy(), state.random, state.score, []
    for link in range(1, 1000):
        for row, column in np.argwhere(cells == 0).tolist():
            cells[row, column], random = random.next(5)
            cells[row, column] += 1
        if not (gone := runs(cells, 3)[:2].any(axis=0)).any():
            return State(cells, random, state.turns, score), tuple(events)
        left = tuple((LETTERS[cells[r, c]], (r, c)) for r, c in np.argwhere(gone).tolist())
        deep, cells = drops(cells * ~gone), fall(cells * ~gone)
        down = [((r, c), (r + int(deep[r, c]), c)) for r, c in np.argwhere(deep).tolist()]
        events += [Vanished(left, link), Fell(tuple((LETTERS[cells[there]], here, there) for here, there in down))]
        score += 10 * link * len(left)


def swapped(cells, one, other):
    cells = cells.copy()
    cells[one], cells[other] = cells[other], cells[one]
    return cells


def moves(state):
    boards = np.stack([swapped(state.cells, *pair) for pair in PAIRS])  # all swaps are tried at once
    good = runs(boards, 3)[:2].any(axis=(0, 2, 3)) & (state.turns > 0)  # rows and columns, no diagonals
    pairs = [swap for pair, fits in zip(PAIRS, good) if fits for swap in (pair, pair[::-1])]
    return tuple(f"move {cell_name(one)} {cell_name(other)}" for one, other in pairs)


def play(state, word):
    if word not in moves(state):
        return state, ()
    one, other = map(cell_of, word.split()[1:])
    steps = (LETTERS[state.cells[one]], one, other), (LETTERS[state.cells[other]], other, one)
    after, events = settled(replace(state, cells=swapped(state.cells, one, other), turns=state.turns - 1))
    return after, (Moved(steps), *events)


GAME = Rules(
    name="match3",
    title="Match three",
    summary="Swap two neighbours so that three of a kind stand in a line.",
    how=("Choose a stone, then its neighbour. You have thirty swaps; what falls into a line counts more and more.",),
    controls={"move": Control(Role.MOVE, arguments=2)},
    symbols={a: Symbol(n, "ball" if t else "empty", t) for a, n, t in zip(LETTERS, NAMES, TONES)},
    start=start,
    play=play,
    moves=moves,
)
