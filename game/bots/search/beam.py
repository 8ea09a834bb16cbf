"""A beam: the best boards at each step of a search, in several random futures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self, TypeVar

import numpy as np

from game.bots.types import Values
from game.kernel import Array, Counts

B = TypeVar("B", bound="Beam")


@dataclass(frozen=True)
class Beam:
    """Boards in the beam, and properties of each (n,). Searches add more properties."""

    boards: Array
    """In the form of the game's core, the batch axis last."""
    first: Counts
    """The placement of the pair in play that led to it."""
    future: Counts
    """The future that it belongs to."""
    evaluation: Values

    def __len__(self) -> int:
        return len(self.first)

    def having(self, **changed: Any) -> Self:
        """Returns a copy with other values."""
        return replace(self, **changed)

    def only(self, which: Counts) -> Self:
        """Returns these boards, in this order."""
        known = {name: getattr(self, name)[which] for name in _known(self)}
        return replace(self, boards=self.boards.take(which, axis=-1), **known)

    def in_each_future(self, futures: int) -> Self:
        """Returns the same boards in every future."""
        count = len(self)
        return self.only(np.tile(np.arange(count), futures)).having(future=np.repeat(np.arange(futures), count))

    def best(self, width: int) -> Self:
        """Returns the best boards of each future."""
        order = np.lexsort((-self.evaluation, self.future))
        future = self.future[order]
        rank = np.arange(len(order)) - np.searchsorted(future, future)
        return self.only(order[rank < width])

    def vote(self, choices: int, worse: float) -> int:
        """Returns the first placement whose best boards, summed over all futures, have the highest evaluation.

        In a future where a placement is missing, it counts as `worse` less than the worst board.
        """
        best = np.full((int(self.future.max()) + 1, choices), self.evaluation.min() - worse)
        np.maximum.at(best, (self.future, self.first), self.evaluation)
        return int(best.sum(axis=0).argmax())


def joined(parts: Sequence[B]) -> B:
    """Joins several beams."""
    known = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _known(parts[0])}
    return replace(parts[0], boards=np.concatenate([part.boards for part in parts], axis=-1), **known)


def _known(beam: Beam) -> list[str]:
    """Returns the names of all fields but the boards."""
    return [each.name for each in fields(beam) if each.name != "boards"]
