"""Chain's bot: a beam search that builds the longest chain it can foresee, and fires it once it stops growing.

It places the known pairs and then later ones in several random futures. At each step it keeps the boards with the
longest waiting chain: one that two more blocks of one colour in some column would set off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.chain.boards import adjacent, placed, potential, run, shape, unique
from game.bots.search.beam import Beam, deals, joined
from game.contract import Rules
from game.kernel import Counts
from game.rules import chain
from game.rules.chain import START, Pair, State, play
from game.words import N_


class Reach(NamedTuple):
    """The size of a search."""

    depth: int
    """Pairs placed, including the known ones."""
    futures: int
    """How many futures of random pairs after the known ones."""
    width: int
    """Boards kept at each step in each future."""
    known: int
    """Boards kept at each step of the known pairs but the last."""


REACH = {
    1: Reach(1, 1, 1, 1),
    2: Reach(3, 1, 8, 8),
    3: Reach(5, 1, 12, 30),
    4: Reach(7, 2, 16, 60),
    EFFORT: Reach(8, 3, 24, 60),
}
"""By effort."""

SLICE, PLACED_ON = 160, 24
"""Between two pieces of advice: boards evaluated, and boards on which a pair is placed in every way."""
LINK = 10.0
"""Value of a link of a chain, relative to the shape of a board."""
WAITING = 0.97
"""Value of a waiting chain, as a share of one that has run."""

FIRED = 10.0
"""Extra value of a chain that has run: one that waits also has the better shape."""

TURN_LIMIT = 100
"""Pairs after which a game between bots is stopped, unless the command says otherwise."""

Words = tuple[str, ...]


@dataclass(frozen=True)
class Search(Beam):
    """The beam with this search's properties of each board (n,)."""

    fired: Counts
    """The longest chain that ran on the way there."""
    waiting: Counts
    """The longest chain that two more blocks would set off."""


def think(rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement of the pair in play that has led to the longest chains so far."""
    if chain.over(state):
        yield Advice(())
        return
    reach = REACH[max(1, min(effort, EFFORT))]
    found = places(state)
    start = first(state, tuple(found))
    words = tuple(found.values())
    beam = yield from evaluated(start, state.colours, Advice(words[0], N_("The pair fits here.")))
    advices = [_advice(state, beam, number, words[number]) for number in range(len(words))]
    ended = beam.boards[:, START[0], START[1]] != 0
    beam = beam.having(evaluation=np.where(ended, beam.evaluation - LOST, beam.evaluation))
    choice = int(beam.evaluation.argmax())
    yield advices[choice]
    beam = beam.only(np.flatnonzero(~ended))
    for depth, pairs in enumerate(deals(state, reach.depth, reach.futures, seed), 1):
        if not len(beam.boards):
            return
        if depth == chain.SHOWN + 1:
            beam = beam.in_each_future(reach.futures)
        beam = beam.best(reach.known if depth <= chain.SHOWN else reach.width)
        beam = yield from placed_on(beam, pairs, advices[choice])
        beam = yield from evaluated(beam, state.colours, advices[choice])
        if not len(beam.boards):
            return
        choice = beam.vote(len(words), LINK)
        yield advices[choice]


LOST = 1e6
"""Cost of the end of the game."""


def places(state: State) -> dict[Pair, Words]:
    """The places that the pair in play can reach at its height, one for each distinct result, and the words that lead
    there."""
    assert state.pair
    placements: dict[tuple[Pair, bool], Words] = {(state.pair, state.failed): ()}
    queue = deque([state])
    while queue:
        at = queue.popleft()
        assert at.pair
        for word in ("left", "right", "cw", "ccw"):
            after, _events = play(at, word)
            if after.pair and (here := (after.pair, after.failed)) not in placements:
                placements[here] = (*placements[at.pair, at.failed], word)
                queue.append(after)
    resting: dict[tuple[tuple[int, int], ...], Pair] = {}
    for pair, _failed in placements:
        # The colours added to each column, bottom first; equal ones are the same placement.
        blocks = sorted(zip(pair.cells, pair.colours, strict=True), key=lambda block: (block[0][1], -block[0][0]))
        resting.setdefault(tuple((cell[1], colour) for cell, colour in blocks), pair)
    shortest = {pair: words for (pair, _failed), words in reversed(placements.items())}
    return {pair: (*shortest[pair], "drop") for pair in resting.values()}


def first(state: State, pairs: tuple[Pair, ...]) -> Search:
    """The boards after the pair in play has been dropped from these places."""
    boards = np.asfortranarray(np.broadcast_to(state.cells, (len(pairs), *state.cells.shape)))
    for board, pair in zip(boards, pairs, strict=True):
        for colour, cell in zip(pair.colours, pair.cells, strict=True):
            board[cell] = colour
    settled, fired = run(boards)
    nothing = np.zeros(len(pairs), np.int64)
    return Search(settled, np.arange(len(pairs)), nothing, nothing.astype(np.float64), fired, nothing)


def placed_on(beam: Search, pairs: Counts, advice: Advice) -> Generator[Advice, None, Search]:
    """Places its future's pair on every board of the beam in every way, without ending the game, in slices that yield
    the current advice."""
    parts = []
    for start in range(0, len(beam.boards), PLACED_ON):
        some = beam.only(np.arange(start, min(start + PLACED_ON, len(beam.boards))))
        axis, satellite = pairs[some.future].T
        after = placed(some.boards, axis, satellite)
        settled, fired = run(after.boards)
        fired = np.maximum(some.fired[after.source], fired)
        going = np.flatnonzero(settled[:, START[0], START[1]] == 0)
        parts.append(some.only(after.source).having(boards=settled, fired=fired).only(going))
        yield advice
    together = joined(parts)
    return together.only(unique(together.boards, together.future * 64 + together.fired))


def evaluated(beam: Search, colours: int, advice: Advice) -> Generator[Advice, None, Search]:
    """Evaluates the boards of the beam, in slices that yield the current advice."""
    waiting = []
    for start in range(0, len(beam.boards), SLICE):
        if start:
            yield advice
        waiting.append(potential(beam.boards[start : start + SLICE], colours))
    longest = np.concatenate([np.zeros(0, np.int64), *waiting])
    form = shape(beam.boards)
    ran = np.where(beam.fired > 0, LINK * beam.fired + FIRED + form / 2, -np.inf)
    evaluation = np.maximum(LINK * WAITING * longest + form, ran)
    return beam.having(waiting=longest, evaluation=evaluation)


def _advice(state: State, beam: Search, number: int, words: Words) -> Advice:
    """The words for a placement of the pair, and the reason for it."""
    links, waiting = int(beam.fired[number]), int(beam.waiting[number])
    if links > 1:
        return Advice(words, N_("It sets off a chain of {links}."), {"links": links})
    if links:
        return Advice(words, N_("It makes a group vanish."))
    if waiting > 1:
        return Advice(words, N_("Two more blocks of one colour will then set off a {links}-chain."), {"links": waiting})
    assert state.pair
    before = int(adjacent(state.cells[None])[0]) + (state.pair.colours[0] == state.pair.colours[1])
    if int(adjacent(beam.boards[number : number + 1])[0]) > before:
        return Advice(words, N_("It brings blocks of one colour together."))
    return Advice(words, N_("No chain is ready yet; this sets the board up for one."))
