"""The card at the end of a game: how it ended, the score, a sparkline of the last games, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from js import window

from game.play.changes import GameOver
from game.web.board.day_end import DayPart
from game.web.platform.dom import by_id, put, show
from game.words import Translator

WIDTH, HEIGHT, EDGE = 160, 40, 3
"""Size and margin of the sparkline, in units of its viewBox."""
LONG_SCORE = 8
"""Characters of a score beyond which it is written smaller, so that it stays on one line."""
COUNTING = 700.0
"""Milliseconds in which the score counts up."""


class EndCard:
    """One card, reused for every game."""

    def __init__(self, translator: Translator) -> None:
        self._card, self._title = by_id("end-card"), by_id("end-title")
        self._score, self._best, self._line = by_id("end-score"), by_id("end-best"), by_id("end-line")
        self._answer, self._learn, self._undo = by_id("end-answer"), by_id("end-learn"), by_id("end-undo")
        self._day = DayPart(self._card, translator)
        self._is_open = False

    def open(self, end: GameOver, *, counts: bool) -> None:
        """Shows the card; the score counts up if it may, and if the card was not open before."""
        self._score.classList.toggle("long", len(end.score) > LONG_SCORE)
        self._title.textContent, self._best.textContent = end.title, end.comparison
        self._score.firstElementChild.textContent = end.score
        self._card.setAttribute("aria-label", end.spoken)
        self._line.firstElementChild.setAttribute("d", sparkline(end.recent))
        show(self._answer, shown=end.is_answer)
        show(self._learn, shown=end.teaches)
        show(self._undo, shown=end.day is None)
        self._day.show(end.day)
        show(self._card, shown=True)
        if counts and end.counts and not self._is_open:
            window.kesuCount(self._score, 0, end.counts, COUNTING)
        self._is_open = True

    def close(self) -> None:
        """Hides the card."""
        if self._is_open:
            show(self._card, shown=False)
            show(self._undo, shown=False)
            put(by_id("confetti"))
            self._is_open = False


def sparkline(scores: Sequence[int]) -> str:
    """Returns an SVG path through these scores, the highest at the top."""
    if len(scores) < 2:
        return ""
    most = max(scores) or 1
    step = (WIDTH - 2 * EDGE) / (len(scores) - 1)
    points = (
        f"{EDGE + i * step:.1f} {HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * score / most:.1f}"
        for i, score in enumerate(scores)
    )
    return "M" + "L".join(points)
