"""Chain's bot: a beam search that builds the longest chain it can foresee, and fires it once it stops growing.

It places the known pairs and then later ones in several random futures. At each step it keeps the boards with the
longest waiting chain: one that two more blocks of one colour in some column would set off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.chain.core import Planes, adjacent, has_ended, packed, resolved
from game.bots.chain.evaluation import shape, waiting
from game.bots.chain.pairs import LOST, PairSearch, Reach
from game.bots.search.beam import Beam
from game.contract import Rules
from game.kernel import Counts
from game.rules import chain
from game.rules.chain import State
from game.words import N_

REACH = {
    1: Reach(1, 1, 1, 1),
    2: Reach(3, 1, 8, 8),
    3: Reach(5, 1, 12, 30),
    4: Reach(7, 2, 16, 60),
    EFFORT: Reach(8, 3, 24, 60),
}
"""By effort."""

LINK_BONUS = 10.0
"""Value of a link of a chain, relative to the shape of a board."""
WAITING = 0.97
"""Value of a waiting chain, as a share of one that has run."""
FIRED = 10.0
"""Extra value of a chain that has run: one that waits also has the better shape."""

TURN_LIMIT = 100
"""Pairs after which a game between bots is stopped, unless the command says otherwise."""


@dataclass(frozen=True)
class ChainBeam(Beam):
    """The beam with this search's properties of each board (n,)."""

    fired: Counts
    """The longest chain that ran on the way there."""
    waiting: Counts
    """The longest chain that two more blocks would set off."""


class ChainSearch(PairSearch[ChainBeam]):
    """A search for the longest chain."""

    missing = LINK_BONUS

    def __init__(self, field: State) -> None:
        self.field = field

    def start(self, count: int) -> ChainBeam:
        boards = packed(self.field.cells[None]).repeat(count, axis=-1)
        none = np.zeros(count, np.int64)
        return ChainBeam(boards, np.arange(count), none, np.zeros(count), none, none)

    def settled(self, beam: ChainBeam, boards: Planes, depth: int) -> ChainBeam:
        after = resolved(boards)
        return beam.having(boards=after.planes, fired=np.maximum(beam.fired, after.links))

    def key(self, beam: ChainBeam) -> Counts:
        return beam.future * 64 + beam.fired

    def evaluated(self, beam: ChainBeam) -> ChainBeam:
        longest, _points = waiting(beam.boards, self.field.colours)
        form = shape(beam.boards)
        ran = np.where(beam.fired > 0, LINK_BONUS * beam.fired + FIRED + form / 2, -np.inf)
        value = np.maximum(LINK_BONUS * WAITING * longest + form, ran)
        return beam.having(waiting=longest, evaluation=value - LOST * has_ended(beam.boards))

    def why(self, beam: ChainBeam, number: int) -> tuple[str, Mapping[str, object], str]:
        links, waits = int(beam.fired[number]), int(beam.waiting[number])
        if links > 1:
            return N_("It sets off a chain of {links}."), {"links": links}, N_("You can set off a chain of {links}.")
        if links:
            return N_("It makes a group vanish."), {}, N_("You can make a group vanish.")
        if waits > 1:
            reason = N_("Two more blocks of one colour will then set off a {links}-chain.")
            return reason, {"links": waits}, N_("You can get a chain of {links} ready.")
        assert self.field.pair
        axis, satellite = self.field.pair.colours
        before = int(adjacent(packed(self.field.cells[None]))[0]) + (axis == satellite)
        if int(adjacent(beam.boards)[number]) > before:
            reason = N_("It brings blocks of one colour together: four make a group.")
            return reason, {}, N_("Bring blocks of one colour together.")
        reason = N_("Looking ahead, this leads to the longest chain.")
        return reason, {}, N_("No chain is ready. Where will these colours help?")


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement of the pair in play that has led to the longest chains so far."""
    if chain.over(state):
        return iter([Advice(())])
    return ChainSearch(state).think(REACH[max(1, min(effort, EFFORT))], seed)
