# kesu-workshop 1 game
"""Sand: grains fall and slide down slopes; six or more of a colour that touch vanish."""

from dataclasses import dataclass, replace

import numpy as np

from game import rng
from game.contract import Control, Role, Rules, Scored, Symbol, Vanished, Walked
from game.kernel import fall, group_sizes, groups

ROWS, COLUMNS, MIDDLE, LETTERS = 10, 7, 3, ".bygr"
COLOURS = zip(LETTERS, ("empty", "blue", "yellow", "green", "red"), (0, 1, 4, 3, 6))


@dataclass(frozen=True, eq=False)
class State:
    pile: np.ndarray  # (ROWS, COLUMNS), the number of a symbol on each cell, without the grain in play
    random: rng.Random
    kind: int = 1
    column: int = MIDDLE
    score: int = 0

    @property
    def piece(self):
        return () if self.pile[0, MIDDLE] else ((0, self.column),)

    @property
    def cells(self):
        cells = self.pile.copy()
        cells[0, self.column] = self.kind if self.piece else cells[0, self.column]
        return cells


def start(options, seed):
    return next_grain(State(np.zeros((ROWS, COLUMNS), np.int8), rng.standard(seed or 0)))


def next_grain(state):
    kind, random = state.random.next(len(LETTERS) - 1)
    return replace(state, random=random, kind=1 + kind, column=MIDDLE)


def path_down(cells, column):  # straight down, else down a slope, left before right
    path, below = [], [column]
    while below:
        path.append((len(path), below[0]))
        near = [c for c in (below[0], below[0] - 1, below[0] + 1) if 0 <= c < COLUMNS and len(path) < ROWS]
        below = [column for column in near if cells[len(path), column] == 0]
    return path


def play(state, word):
    if word != "drop":
        column = state.column + (1 if word == "right" else -1)
        free = state.piece and 0 <= column < COLUMNS and not state.pile[0, column]
        return (replace(state, column=column) if free else state), ()
    if not state.piece:
        return state, ()
    path, cells, score = path_down(state.pile, state.column), state.pile.copy(), state.score
    cells[path[-1]] = state.kind
    events = [Walked(LETTERS[state.kind], tuple(path))]
    while (gone := group_sizes(groups(cells)) >= 6).any():
        score += 10 * int(gone.sum())
        events.append(Vanished(tuple((LETTERS[cells[r, c]], (r, c)) for r, c in np.argwhere(gone).tolist())))
        cells = fall(cells * ~gone)
    return next_grain(replace(state, pile=cells, score=score)), (*events, Scored(score - state.score))


GAME = Rules(
    name="sand",
    title="Sand",
    summary="Drop grains of sand; six of a colour that touch vanish.",
    how=("A grain falls, and slides down slopes. Six or more of a colour that touch vanish, and the rest falls.",),
    controls={"left": Control(Role.LEFT), "right": Control(Role.RIGHT), "drop": Control(Role.DROP)},
    symbols={a: Symbol(n, "ball" if t else "empty", t) for a, n, t in COLOURS},
    start=start,
    play=play,
    placement=lambda state: state.column,
)
