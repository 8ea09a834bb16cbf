"""Figures that compare games besides the score, counted from the events on a player's own board."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.contract import Event, Figure
from game.session.seats import opponent
from game.session.session import Session, Work
from game.session.timeline import RESTART


class FigureTally:
    """Computes a game's figures from the events on one player's board and those on no board."""

    def __init__(self, figures: Sequence[Figure], board: int) -> None:
        self._figures, self._board = figures, board
        self.counts = {figure.name: 0 for figure in figures if figure.count}

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.board != self._board:
                continue
            for figure in self._figures:
                if figure.count:
                    before, count = self.counts[figure.name], figure.count(event)
                    self.counts[figure.name] = max(before, count) if figure.largest else before + count

    def figures(self, score: int) -> dict[str, float]:
        """Returns the figures so far, given the score."""
        return {figure.name: self.counts[figure.name] if figure.count else score for figure in self._figures}


def feats(session: Session) -> Work[dict[str, int]]:
    """Replays the game up to here and returns the people's feats in it, by figure name."""
    computer = opponent(session.options)
    seats = [seat for seat in range(session.rules.seats) if computer is None or seat != computer.seat]
    return _feats(session, session.inputs, seats)


def _feats(session: Session, inputs: Sequence[str], seats: Collection[int]) -> Work[dict[str, int]]:
    figures = [figure for figure in session.rules.figures if figure.largest]
    tallies = [FigureTally(figures, seat) for seat in seats]
    for done, step in enumerate(session.setup.walk(inputs if figures else ())):
        yield done / len(inputs)
        if step.word == RESTART:
            tallies = [FigureTally(figures, seat) for seat in seats]
        for tally in tallies:
            tally.add(step.events)
    found = {figure.name: max(tally.counts[figure.name] for tally in tallies) for figure in figures}
    return {name: count for name, count in found.items() if count}
