"""Duel's bot: a beam search for the attack that buries the opponent, while garbage falls on its own board.

Like Chain's bot, it values chains that wait for two more blocks. Here they count by how much garbage gets through, how
much room the opponent has for it, and how the opponent can answer at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from game import rng
from game.bots import EFFORT, Advice
from game.bots.chain.boards import heights, placed, run_for_points, shape, triggers, unique
from game.bots.chain.search import Words, places
from game.bots.search.beam import Beam, Values, deals, joined
from game.contract import Marks, Rules
from game.kernel import Cells, Counts
from game.rules import chain
from game.rules.chain import COLUMNS, GARBAGE, HIDDEN, ROWS, SHOWN, START
from game.rules.duel import MOST_GARBAGE, Player, State, rate
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
    noise: int
    """The largest error in an evaluation."""


REACH = {
    1: Reach(1, 1, 1, 1, 200),
    2: Reach(1, 1, 1, 1, 80),
    3: Reach(1, 1, 1, 1, 20),
    4: Reach(2, 1, 8, 8, 0),
    EFFORT: Reach(5, 2, 16, 24, 0),
}
"""By effort."""

SLICE, PLACED_ON = 160, 24
"""Between two pieces of advice: boards evaluated, and boards on which a pair is placed in every way."""
HARM = 60.0
"""Value of an attack that leaves the opponent no room, relative to the shape of a board."""
KILL = 40.0
"""Extra value once such an attack has been sent."""
LATER = 0.95
"""The factor for garbage sent one turn later."""
READY = 0.9
"""The factor for garbage that a waiting chain could send."""
BURDEN = 1.0
"""Cost of each pending block that no waiting chain could cancel."""
FEAR = 12
"""The opponent is expected to attack with this many blocks or more."""
LOST = 1e6
"""Cost of the end of the game."""
SPREAD = np.array([3, 0, 5, 1, 4, 2])
"""The order in which columns get the garbage that does not fill a row: the real order is unknown, so any will do."""


@dataclass(frozen=True)
class Search(Beam):
    """The beam with this search's properties of each board (n,)."""

    links: Counts
    """Links of the chain that the last pair set off."""
    pending: Counts
    """Pending garbage."""
    sent: Values
    """Garbage sent to the opponent, discounted by the turn."""
    waiting: Counts
    """Garbage that two more blocks could send."""


class Duelist(NamedTuple):
    """Both sides' prospects, in blocks of garbage except for the rate."""

    rate: int
    room: int
    """How much garbage leaves the opponent no room."""
    answer: int
    """How much the opponent can send with the pair in play."""
    colours: int

    def value(self, boards: Cells, sent: Values, waiting: Counts, pending: Counts) -> Values:
        """Evaluations of positions (n,)."""
        through = np.maximum(sent - self.answer, 0)
        attack = through + READY * np.maximum(waiting - pending, 0)
        harm = HARM * np.sqrt(np.minimum(attack / self.room, 1)) + KILL * (through >= self.room)
        return harm + shape(boards) - BURDEN * np.maximum(pending - waiting, 0)


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement of the pair in play that has led to the most promising positions so far."""
    if state.ended:
        yield Advice(())
        return
    player, reach = state.mover, REACH[max(1, min(effort, EFFORT))]
    found = places(player.field)
    words = tuple(found.values())
    duelist = duelist_of(state)
    advice = Advice(words[0], N_("The pair fits here."))
    yield advice
    beam, made = first(player, duelist, [pair.marks for pair in found])
    beam = yield from evaluated(beam, duelist, advice)
    beam = beam.having(evaluation=beam.evaluation + _noise(state, len(words), reach.noise, seed))
    advices = [_advice(state, beam, number, words[number], int(made[number])) for number in range(len(words))]
    choice = int(beam.evaluation.argmax())
    yield advices[choice]
    beam = threatened(beam.only(np.flatnonzero(beam.evaluation > -LOST / 2)), duelist)
    for depth, pairs in enumerate(deals(player.field, reach.depth, reach.futures, seed), 1):
        if not len(beam.boards):
            return
        if depth == SHOWN + 1:
            beam = beam.in_each_future(reach.futures)
        beam = beam.best(reach.known if depth <= SHOWN else reach.width)
        beam = yield from after_pair(beam, pairs, depth, duelist, advices[choice])
        beam = yield from evaluated(beam, duelist, advices[choice])
        if not len(beam.boards):
            return
        choice = beam.vote(len(words), HARM)
        yield advices[choice]


def duelist_of(state: State) -> Duelist:
    opponent = state.opponent
    free = ROWS - HIDDEN - int(np.count_nonzero(opponent.field.cells[:, START[1]]))
    points = rate(state.mover.pair)
    room = max(COLUMNS * free - opponent.pending, COLUMNS)
    return Duelist(points, room, _answer(opponent), opponent.field.colours)


def _answer(player: Player) -> int:
    """How much garbage a player can send with the pair in play, beyond cancelling the player's own pending garbage."""
    assert player.field.pair
    axis, satellite = (np.array([colour]) for colour in player.field.pair.colours)
    _boards, _links, points = run_for_points(placed(player.field.cells[None], axis, satellite).boards)
    most = int(points.max(initial=0)) + player.remainder
    return max(most // rate(player.pair) - player.pending, 0)


def first(player: Player, duelist: Duelist, dropped: list[Marks]) -> tuple[Search, Counts]:
    """The results of dropping the pair in play from these places, and the garbage that each makes."""
    boards = np.asfortranarray(np.broadcast_to(player.field.cells, (len(dropped), ROWS, COLUMNS)))
    for board, marks in zip(boards, dropped, strict=True):
        for letter, cell in marks:
            board[cell] = chain.LETTERS.index(letter)
    nothing, zeros = np.zeros(len(dropped), np.int64), np.zeros(len(dropped))
    pending = nothing + player.pending
    before = Search(boards, np.arange(len(dropped)), nothing, zeros, nothing, pending, zeros, nothing)
    return _played(before, boards, 0, duelist, player.remainder)


def _played(beam: Search, boards: Cells, depth: int, duelist: Duelist, remainder: int = 0) -> tuple[Search, Counts]:
    """Settles the beam's boards after a pair was placed on each, sends garbage and lets pending garbage fall
    → the beam, and the garbage that each chain made."""
    settled, links, points = run_for_points(boards)
    made = (points + remainder) // duelist.rate
    cancelled = np.minimum(made, beam.pending)
    pending = beam.pending - cancelled
    falling = np.where(links == 0, np.minimum(pending, MOST_GARBAGE), 0)
    if falling.any():
        settled = buried(settled, falling)
    sent = beam.sent + (made - cancelled) * LATER**depth
    return beam.having(boards=settled, links=links, pending=pending - falling, sent=sent), made


def buried(boards: Cells, blocks: Counts) -> Cells:
    """Settled boards (n, rows, columns) and the amount of garbage that falls on each (n,) → the boards after it."""
    height = heights(boards)
    more = blocks[:, None] // COLUMNS + (blocks[:, None] % COLUMNS > SPREAD)
    level = np.arange(ROWS - 1, -1, -1)[:, None]
    falls = (level >= height[:, None]) & (level < (height + more)[:, None])
    return np.asfortranarray(np.where(falls, np.int8(GARBAGE), boards))


def threatened(beam: Search, duelist: Duelist) -> Search:
    """The beam after the opponent's answer, less the garbage sent; all of it becomes pending for the player."""
    if duelist.answer < FEAR:
        return beam
    coming = np.maximum(duelist.answer - beam.sent.astype(np.int64), 0)
    return beam.having(pending=beam.pending + coming)


def after_pair(
    beam: Search, pairs: Counts, depth: int, duelist: Duelist, advice: Advice
) -> Generator[Advice, None, Search]:
    """Places its future's pair on every board of the beam in every way, without ending the game, in slices that yield
    the current advice."""
    parts = []
    for start in range(0, len(beam.boards), PLACED_ON):
        some = beam.only(np.arange(start, min(start + PLACED_ON, len(beam.boards))))
        axis, satellite = pairs[some.future].T
        after = placed(some.boards, axis, satellite)
        played, _made = _played(some.only(after.source), after.boards, depth, duelist)
        parts.append(played.only(np.flatnonzero(played.boards[:, START[0], START[1]] == 0)))
        yield advice
    together = joined(parts)
    return together.only(unique(together.boards, together.future * 4096 + together.sent.astype(np.int64)))


def evaluated(beam: Search, duelist: Duelist, advice: Advice) -> Generator[Advice, None, Search]:
    """Evaluates the positions of the beam, in slices that yield the current advice."""
    waiting: list[Counts] = [np.zeros(0, np.int64)]
    for start in range(0, len(beam.boards), SLICE):
        if start:
            yield advice
        waiting.append(potential(beam.boards[start : start + SLICE], duelist.colours) // duelist.rate)
    together = np.concatenate(waiting)
    value = duelist.value(beam.boards, beam.sent, together, beam.pending)
    ended = beam.boards[:, START[0], START[1]] != 0
    return beam.having(waiting=together, evaluation=np.where(ended, value - LOST, value))


def potential(boards: Cells, colours: int) -> Counts:
    """Settled boards (n, rows, columns) → the points of the best chain that two more blocks of one colour can make
    (n,)."""
    best = np.zeros(len(boards), np.int64)
    after, source, _column = triggers(boards, colours)
    np.maximum.at(best, source, run_for_points(after)[2])
    return best


def _noise(state: State, count: int, most: int, seed: int) -> Values:
    """The error added to each choice; equal arguments give equal errors."""
    noise = np.zeros(count)
    if most:
        random = rng.standard(seed + crc32(state.mover.field.cells.tobytes() + state.opponent.field.cells.tobytes()))
        for number in range(count):
            noise[number], random = random.next(most)
    return noise


def _advice(state: State, beam: Search, number: int, words: Words, made: int) -> Advice:
    """The words for a placement of the pair, and the reason for it."""
    links, waiting, pending = int(beam.links[number]), int(beam.waiting[number]), state.mover.pending
    if made > pending:
        return Advice(words, N_("It sends garbage to your opponent: {count}."), {"count": made - pending})
    if made:
        return Advice(words, N_("It cancels garbage: {count}."), {"count": made})
    if links and pending:
        return Advice(words, N_("It makes a group vanish, so no garbage falls this turn."))
    if links:
        return Advice(words, N_("It makes a group vanish."))
    if waiting:
        return Advice(words, N_("Two more blocks of one colour will then send garbage: {count}."), {"count": waiting})
    return Advice(words, N_("No attack is ready yet; this sets the board up for one."))
