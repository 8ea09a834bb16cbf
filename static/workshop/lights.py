# kesu-workshop 1 game
"""Lights: each press turns a light and its neighbours on or off; put all of them out."""

from dataclasses import dataclass, replace

import numpy as np

from game import rng
from game.contract import Changed, Control, Moved, Number, Role, Rules, Scored, Symbol
from game.kernel import SIDES

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
SYMBOLS = {
    ".": Symbol("unlit", "empty"),
    "o": Symbol("lamp", "ball", 4),
    "@": Symbol("you, in the dark", "player", 1),
    "*": Symbol("you, on a lamp", "player", 4),
}
LETTERS = "".join(SYMBOLS)


@dataclass(frozen=True, eq=False)
class State:
    lit: np.ndarray  # (size, size), 1 where there is light
    at: tuple
    presses: int = 0

    @property
    def cells(self):
        cells = self.lit.copy()
        cells[self.at] += 2
        return cells

    @property
    def score(self):
        return 1000 - self.presses if not self.lit.any() else int((self.lit == 0).sum())


def start(options, seed):
    """Random presses on a dark board, so that it can be put out."""
    size, random = options["size"], rng.standard(seed or 0)
    lit = np.zeros((size, size), np.int8)
    while lit.sum() < size:
        place, random = random.next(size * size)
        lit = pressed(lit, divmod(place, size))
    return State(lit, (size // 2, size // 2))


def pressed(lit, at):
    after = np.pad(lit, 1)  # a border, for presses at the edge
    for down, right in (*SIDES, (0, 0)):
        after[at[0] + 1 + down, at[1] + 1 + right] ^= 1
    return after[1:-1, 1:-1]


def play(state, word):
    if not state.lit.any():
        return state, ()
    if word == "press":
        after = State(pressed(state.lit, state.at), state.at, state.presses + 1)
        marks = tuple((LETTERS[after.cells[at]], at) for at in map(tuple, np.argwhere(after.lit != state.lit).tolist()))
        return after, (Changed(marks), Scored(after.score - state.score))
    at = tuple(min(max(place + step, 0), len(state.lit) - 1) for place, step in zip(state.at, STEPS[word]))
    return (state, ()) if at == state.at else (replace(state, at=at), (Moved((("@", state.at, at),)),))


GAME = Rules(
    name="lights",
    title="Lights",
    summary="Put out all lights; each press also switches the lights next to it.",
    how=(
        "A press switches five lights: the one where you are and those at its sides.",
        "The fewer presses, the better.",
    ),
    controls={word: Control(Role[word.upper()]) for word in STEPS} | {"press": Control(Role.ROTATE, "Press")},
    symbols=SYMBOLS,
    options={"size": Number(5, 3, 8, "rows and columns")},
    start=start,
    play=play,
)
