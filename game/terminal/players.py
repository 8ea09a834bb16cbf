"""Who can play a game without a screen: its own bot, and two to compare it with, a greedy one and one that goes by lot.

All three choose whole turns, up to where a piece lies. The bot thinks about them in its own module; the other two look
at a list of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

import numpy as np

from game import rng
from game.bots import EFFORT, advise
from game.bots.biquadris_ways import ways
from game.contract import BadInput, Rules
from game.kernel import Cells
from game.rules import biquadris, chain, nineteen

Words = tuple[str, ...]
Player = Callable[[Any], Words]
"""A state → the words of its player's next turn, none where nothing can be done."""

BOT, GREEDY, RANDOM = "bot", "greedy", "random"
PLAYERS = (BOT, GREEDY, RANDOM)


def player(rules: Rules, kind: str, seed: int, effort: int = EFFORT) -> Player:
    """One of PLAYERS for a game; it has a generator of its own, so a seed means the same game again."""
    if kind == BOT:
        return lambda state: advise(rules, state, effort, seed).words
    choose = Lot(crc32(f"{kind} {seed}".encode())).one_of
    if kind == RANDOM:
        return lambda state: choose(turns(rules, state)) or ()
    if kind == GREEDY:
        return lambda state: choose(foremost(rules, state)) or ()
    raise BadInput("one of {choices} is needed, not {text}", choices=", ".join(PLAYERS), text=kind)


class Lot:
    """Draws by lot, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = rng.standard(seed)

    def one_of(self, choices: list[Words]) -> Words | None:
        """One of them, each equally likely; None of none."""
        if not choices:
            return None
        number, self._random = self._random.next(len(choices))
        return choices[number]


def foremost(rules: Rules, state: Any) -> list[Words]:
    """The turns that score most at once; among equals those after which the pile is lowest, where there is one."""
    best: list[Words] = []
    most: tuple[int, int] | None = None
    mover = rules.view(state).turn
    for words in turns(rules, state):
        after = state
        for word in words:
            after, _events = rules.play(after, word)
        worth = (score(rules, after, mover), room_above(rules, after, mover))
        if most is None or worth > most:
            best, most = [], worth
        if worth == most:
            best.append(words)
    return best


def score(rules: Rules, state: Any, seat: int) -> int:
    """The points of one player; of the only one, where there is one."""
    return int(state.players[seat].score) if rules.name == biquadris.name else rules.score(state)


def room_above(rules: Rules, state: Any, seat: int) -> int:
    """How many rows are empty above everything on a player's board; 0 in a game without a pile."""
    if rules.name not in PILES:
        return 0
    cells = PILES[rules.name](state, seat)
    filled = np.flatnonzero(cells.any(axis=1))
    return int(filled[0]) if len(filled) else len(cells)


PILES: dict[str, Callable[[Any, int], Cells]] = {
    chain.name: lambda state, _seat: state.cells,
    nineteen.name: lambda state, _seat: state.cells,
    biquadris.name: lambda state, seat: state.players[seat].cells,
}
"""The locked cells of the games whose pieces pile up."""


def turns(rules: Rules, state: Any) -> list[Words]:
    """All turns that there are; in a game without falling pieces, every move."""
    if rules.name in STEERED and not rules.over(state):
        return list(_brought(rules, state, *STEERED[rules.name]))
    if rules.name == biquadris.name and not state.ended and not state.choose:
        return [way.words for way in ways(state.mover)]
    return [(word,) for word in rules.moves(state)]


STEERED: dict[str, tuple[Words, Callable[[Any], object]]] = {
    chain.name: (("left", "right", "cw", "ccw"), lambda state: (state.pair, state.failed)),
    nineteen.name: (("left", "right", "rotate"), lambda state: state.piece),
}
"""The words that steer a piece, and what tells where it is."""


def _brought(rules: Rules, state: Any, steering: Words, place: Callable[[Any], object]) -> Iterator[Words]:
    """Everywhere that a piece can be brought before it is dropped, by the fewest words."""
    seen = {place(state)}
    queue: deque[tuple[Any, Words]] = deque([(state, ())])
    while queue:
        at, words = queue.popleft()
        yield (*words, "drop")
        for word in steering:
            there, _events = rules.play(at, word)
            if place(there) not in seen:
                seen.add(place(there))
                queue.append((there, (*words, word)))
