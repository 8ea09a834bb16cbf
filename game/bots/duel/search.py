"""Duel's bot: a beam search for the attack that buries the opponent, while garbage falls on its own board.

Like Chain's bot, it values chains that wait for two more blocks. Here they count by how much garbage gets through, how
much room the opponent has for it, and how the opponent can answer at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.chain.core import Planes, has_ended, heights, packed, placed, resolved, with_garbage
from game.bots.chain.evaluation import shape, waiting
from game.bots.chain.pairs import LOST, PairSearch, Reach, alive
from game.bots.search.beam import Beam
from game.bots.types import Values
from game.contract import Rules
from game.kernel import Counts
from game.rules.chain import COLUMNS, HIDDEN, ROWS, START
from game.rules.duel import MOST_GARBAGE, Player, State, rate
from game.words import N_, P_

REACH = {
    1: Reach(1, 1, 1, 1, 200),
    2: Reach(1, 1, 1, 1, 80),
    3: Reach(1, 1, 1, 1, 20),
    4: Reach(2, 1, 8, 8),
    EFFORT: Reach(5, 2, 16, 24),
}
"""By effort."""

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
SPREAD = np.array([3, 0, 5, 1, 4, 2])
"""The order in which columns get the garbage that does not fill a row: the real order is unknown, so any will do."""


@dataclass(frozen=True)
class DuelBeam(Beam):
    """The beam with this search's properties of each board (n,)."""

    links: Counts
    """Links of the chain that the last pair set off."""
    garbage: Counts
    """Garbage from this chain, sent or cancelled."""
    pending: Counts
    """Pending garbage."""
    sent: Values
    """Garbage sent to the opponent, discounted by the turn."""
    waiting: Counts
    """Garbage that two more blocks could send."""


class DuelSearch(PairSearch[DuelBeam]):
    """A search for the player to move. Both sides' prospects are in blocks of garbage."""

    missing = HARM

    def __init__(self, state: State) -> None:
        opponent = state.opponent
        self.player, self.field = state.mover, state.mover.field
        self.rate = rate(self.player.pair)
        """Points for a block of garbage."""
        free = ROWS - HIDDEN - int(np.count_nonzero(opponent.field.cells[:, START[1]]))
        self.room = max(COLUMNS * free - opponent.pending, COLUMNS)
        """How much garbage leaves the opponent no room."""
        self.answer = _answer(opponent)
        """How much the opponent can send with the pair in play."""

    def start(self, count: int) -> DuelBeam:
        boards = packed(self.field.cells[None]).repeat(count, axis=-1)
        none, zeros = np.zeros(count, np.int64), np.zeros(count)
        return DuelBeam(boards, np.arange(count), none, zeros, none, none, none + self.player.pending, zeros, none)

    def settled(self, beam: DuelBeam, boards: Planes, depth: int) -> DuelBeam:
        """Resolves the boards, sends garbage for the points, and lets pending garbage fall."""
        after, links, points = resolved(boards)
        garbage = (points + (0 if depth else self.player.remainder)) // self.rate
        cancelled = np.minimum(garbage, beam.pending)
        pending = beam.pending - cancelled
        falling = np.where(links == 0, np.minimum(pending, MOST_GARBAGE), 0)
        if falling.any():
            after = buried(after, falling)
        sent = beam.sent + (garbage - cancelled) * LATER**depth
        return beam.having(boards=after, links=links, garbage=garbage, pending=pending - falling, sent=sent)

    def key(self, beam: DuelBeam) -> Counts:
        return beam.future * 4096 + beam.sent.astype(np.int64)

    def evaluated(self, beam: DuelBeam) -> DuelBeam:
        _links, points = waiting(beam.boards, self.field.colours)
        ready = points // self.rate
        through = np.maximum(beam.sent - self.answer, 0)
        attack = through + READY * np.maximum(ready - beam.pending, 0)
        harm = HARM * np.sqrt(np.minimum(attack / self.room, 1)) + KILL * (through >= self.room)
        value = harm + shape(beam.boards) - BURDEN * np.maximum(beam.pending - ready, 0)
        return beam.having(waiting=ready, evaluation=value - LOST * has_ended(beam.boards))

    def continued(self, beam: DuelBeam) -> DuelBeam:
        """Keeps the boards that go on, and lets the opponent answer: if the answer is more garbage than was sent, the
        difference becomes pending for the player.
        """
        beam = alive(beam)
        if self.answer < FEAR:
            return beam
        return beam.having(pending=beam.pending + np.maximum(self.answer - beam.sent.astype(np.int64), 0))

    def why(self, beam: DuelBeam, number: int) -> tuple[str, Mapping[str, object], str]:
        links, garbage, waits = int(beam.links[number]), int(beam.garbage[number]), int(beam.waiting[number])
        pending = self.player.pending
        if garbage > pending:
            sent = P_(
                "It sends {count} garbage block to your opponent.", "It sends {count} garbage blocks to your opponent."
            )
            return sent, {"count": garbage - pending}, N_("You can send garbage this turn.")
        if garbage:
            cancelled = P_("It cancels {count} garbage block.", "It cancels {count} garbage blocks.")
            return cancelled, {"count": garbage}, N_("You can cancel garbage this turn.")
        if links and pending:
            reason = N_("It makes a group vanish, so no garbage falls this turn.")
            return reason, {}, N_("Make a group vanish, and no garbage falls this turn.")
        if links:
            return N_("It makes a group vanish."), {}, N_("You can make a group vanish.")
        if waits:
            ready = P_(
                "Two more blocks of one colour will then send {count} garbage block.",
                "Two more blocks of one colour will then send {count} garbage blocks.",
            )
            return ready, {"count": waits}, N_("You can get an attack ready.")
        reason = N_("No attack is ready yet; this sets the board up for one.")
        return reason, {}, N_("No attack is ready. Where will these colours help?")


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement of the pair in play that has led to the most promising positions so far."""
    if state.ended:
        return iter([Advice(())])
    reach = REACH[max(1, min(effort, EFFORT))]
    return DuelSearch(state).think(reach, seed, state.mover.field.cells, state.opponent.field.cells)


def _answer(player: Player) -> int:
    """Returns how much garbage a player can send with the pair in play, after cancelling the pending garbage."""
    assert player.field.pair
    axis, satellite = (np.array([colour]) for colour in player.field.pair.colours)
    points = resolved(placed(packed(player.field.cells[None]), axis, satellite).planes).points
    most = int(points.max(initial=0)) + player.remainder
    return max(most // rate(player.pair) - player.pending, 0)


def buried(planes: Planes, blocks: Counts) -> Planes:
    """Returns settled boards after this much garbage has fallen on each (n,)."""
    height = heights(planes).astype(np.int64)
    more = blocks // COLUMNS + (blocks % COLUMNS > SPREAD[:, None])
    top = np.minimum(height + more, ROWS)
    return with_garbage(planes, ((1 << top) - (1 << height)).astype(np.uint16))
