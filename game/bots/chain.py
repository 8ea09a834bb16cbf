"""Chain's player: a beam search that builds the longest chain it can see coming, and fires it when it grows no more.

It lays the pairs that are known and then pairs that might come, a few times over, and keeps at each step the boards on
which the longest chain waits: the one that two more blocks of one colour in some column would set off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from game import rng
from game.bots import EFFORT, Advice
from game.bots.chain_boards import joined, laid, potential, run, shape, taken, unique
from game.contract import Rules
from game.kernel import Cells, Counts
from game.rules import chain
from game.rules.chain import START, Pair, State, play
from game.words import N_


class Reach(NamedTuple):
    """How far a search goes."""

    depth: int
    """Pairs laid, those known included."""
    futures: int
    """How often the pairs after the known ones are dealt."""
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

SLICE, LAID = 160, 24
"""Boards judged between two pieces of advice, and boards that a pair is laid on in every way."""
LINK = 10.0
"""What a link of a chain is worth beside the shape of a board."""
WAITING = 0.97
"""What a chain that still waits is worth beside one that has run."""

FIRED = 10.0
"""What having run is worth besides: a chain that waits has a shapely board to show as well."""

TURN_LIMIT = 100
"""Pairs after which a game that nobody watches is stopped unless the command says otherwise."""

Words = tuple[str, ...]


class Line(NamedTuple):
    """Boards in the beam and what is known of each (n,)."""

    boards: Cells
    first: Counts
    """Which way of laying the pair in play led there."""
    future: Counts
    """Which deal of the pairs to come it belongs to."""
    fired: Counts
    """The longest chain that ran on the way."""
    waiting: Counts
    """The longest chain that two more blocks would set off."""
    worth: NDArray[Any]

    def only(self, which: Counts) -> Line:
        return Line(taken(self.boards, which), *(each[which] for each in self[1:]))


def think(rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """The way to lay the pair in play that led to the longest chains so far."""
    if chain.over(state):
        yield Advice(())
        return
    reach = REACH[max(1, min(effort, EFFORT))]
    ways = _ways(state)
    start = _first(state, tuple(ways))
    words = tuple(ways.values())
    line = yield from _judged(start, state.colours, Advice(words[0], N_("The pair fits here.")))
    advices = [_advice(state, line, number, words[number]) for number in range(len(words))]
    ended = line.boards[:, START[0], START[1]] != 0
    line = line._replace(worth=np.where(ended, line.worth - LOST, line.worth))
    choice = int(line.worth.argmax())
    yield advices[choice]
    line = line.only(np.flatnonzero(~ended))
    for depth, pairs in enumerate(_deals(state, reach, seed), 1):
        if not len(line.boards):
            return
        if depth == chain.SHOWN + 1:
            line = _parted(line, reach.futures)
        line = _best(line, reach.known if depth <= chain.SHOWN else reach.width)
        line = yield from _laid(line, pairs, advices[choice])
        line = yield from _judged(line, state.colours, advices[choice])
        if not len(line.boards):
            return
        choice = _vote(line, len(words))
        yield advices[choice]


LOST = 1e6
"""What it costs that the game ends."""


def _ways(state: State) -> dict[Pair, Words]:
    """Where the pair in play can be brought on its height, one for each way that it may lie, and the words for it."""
    assert state.pair
    ways: dict[tuple[Pair, bool], Words] = {(state.pair, state.failed): ()}
    queue = deque([state])
    while queue:
        at = queue.popleft()
        assert at.pair
        for word in ("left", "right", "cw", "ccw"):
            after, _events = play(at, word)
            if after.pair and (here := (after.pair, after.failed)) not in ways:
                ways[here] = (*ways[at.pair, at.failed], word)
                queue.append(after)
    lying: dict[tuple[tuple[int, int], ...], Pair] = {}
    for pair, _failed in ways:
        # What lies in each column, from below: two ways to lie are the same if that is.
        blocks = sorted(zip(pair.cells, pair.colours, strict=True), key=lambda block: (block[0][1], -block[0][0]))
        lying.setdefault(tuple((cell[1], colour) for cell, colour in blocks), pair)
    shortest = {pair: words for (pair, _failed), words in reversed(ways.items())}
    return {pair: (*shortest[pair], "drop") for pair in lying.values()}


def _first(state: State, pairs: tuple[Pair, ...]) -> Line:
    """The boards after the pair in play has been dropped from these places."""
    boards = np.asfortranarray(np.broadcast_to(state.cells, (len(pairs), *state.cells.shape)))
    for board, pair in zip(boards, pairs, strict=True):
        for colour, cell in zip(pair.colours, pair.cells, strict=True):
            board[cell] = colour
    settled, fired = run(boards)
    nothing = np.zeros(len(pairs), np.int64)
    return Line(settled, np.arange(len(pairs)), nothing, fired, nothing, nothing.astype(np.float64))


def _deals(state: State, reach: Reach, seed: int) -> Iterator[Counts]:
    """The pairs laid after the one in play: (futures, 2) each, the same in all futures as long as they are known."""
    # Dealt by a generator of its own: what really comes is not looked at.
    random = rng.standard(seed + crc32(state.cells.tobytes()))
    for depth in range(reach.depth - 1):
        pairs = []
        for _ in range(reach.futures):
            colours = []
            for _ in range(2):
                colour, random = random.next(state.colours)
                colours.append(1 + colour)
            pairs.append(state.next[depth] if depth < len(state.next) else tuple(colours))
        yield np.array(pairs)


def _laid(line: Line, pairs: Counts, advice: Advice) -> Generator[Advice, None, Line]:
    """Every board of the beam with its future's pair laid in every way, those on which the game ends left out.

    Worked out in slices that give the advice there is.
    """
    parts = []
    for start in range(0, len(line.boards), LAID):
        some = line.only(np.arange(start, min(start + LAID, len(line.boards))))
        axis, satellite = pairs[some.future].T
        after = laid(some.boards, axis, satellite)
        settled, fired = run(after.boards)
        fired = np.maximum(some.fired[after.source], fired)
        going = np.flatnonzero(settled[:, START[0], START[1]] == 0)
        parts.append(some.only(after.source)._replace(boards=settled, fired=fired).only(going))
        yield advice
    boards, *known = zip(*parts, strict=True)
    together = Line(np.concatenate([part.T for part in boards], axis=-1).T, *map(np.concatenate, known))
    return together.only(unique(together.boards, together.future * 64 + together.fired))


def _judged(line: Line, colours: int, advice: Advice) -> Generator[Advice, None, Line]:
    """The beam with what its boards are worth, worked out in slices that give the advice there is."""
    waiting = []
    for start in range(0, len(line.boards), SLICE):
        if start:
            yield advice
        waiting.append(potential(line.boards[start : start + SLICE], colours))
    longest = np.concatenate([np.zeros(0, np.int64), *waiting])
    form = shape(line.boards)
    ran = np.where(line.fired > 0, LINK * line.fired + FIRED + form / 2, -np.inf)
    worth = np.maximum(LINK * WAITING * longest + form, ran)
    return line._replace(waiting=longest, worth=worth)


def _parted(line: Line, futures: int) -> Line:
    """The same boards in each of the futures."""
    count = len(line.boards)
    return line.only(np.tile(np.arange(count), futures))._replace(future=np.repeat(np.arange(futures), count))


def _best(line: Line, width: int) -> Line:
    """The best boards of each future."""
    order = np.lexsort((-line.worth, line.future))
    future = line.future[order]
    rank = np.arange(len(order)) - np.searchsorted(future, future)
    return line.only(order[rank < width])


def _vote(line: Line, choices: int) -> int:
    """The way to lay the pair in play whose best boards are worth most in all futures together."""
    futures = int(line.future.max()) + 1
    best = np.full((futures, choices), line.worth.min() - LINK)
    np.maximum.at(best, (line.future, line.first), line.worth)
    return int(best.sum(axis=0).argmax())


def _advice(state: State, line: Line, number: int, words: Words) -> Advice:
    """The words for one way to lay the pair, and what is to be said for it."""
    links, waiting = int(line.fired[number]), int(line.waiting[number])
    if links > 1:
        return Advice(words, N_("It sets off a chain of {links}."), {"links": links})
    if links:
        return Advice(words, N_("It makes a group vanish."))
    if waiting > 1:
        return Advice(words, N_("Two more blocks of one colour will then set off a {links}-chain."), {"links": waiting})
    assert state.pair
    before = int(joined(state.cells[None])[0]) + (state.pair.colours[0] == state.pair.colours[1])
    if int(joined(line.boards[number : number + 1])[0]) > before:
        return Advice(words, N_("It brings blocks of one colour together."))
    return Advice(words, N_("No chain is ready yet; this sets the board up for one."))
