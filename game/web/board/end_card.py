"""The card at the end of a game: how it ended, the score, a sparkline of the last games, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from js import window

from game.web.platform.dom import by_id, show

WIDTH, HEIGHT, EDGE = 160, 40, 3
"""Size and margin of the sparkline, in units of its viewBox."""
COUNTING = 700.0
"""Milliseconds in which the score counts up."""


class EndCard:
    """One card, reused for every game."""

    def __init__(self) -> None:
        self._card, self._title = by_id("end-card"), by_id("end-title")
        self._score, self._best, self._line = by_id("end-score"), by_id("end-best"), by_id("end-line")
        self._answer = by_id("end-answer")
        self._is_open = False

    def open(self, title: str, spoken: str, score: str, best: str, scores: Sequence[int], counts: int | None) -> None:
        """Shows the card, `spoken` for screen readers; the score counts up to `counts`, if given."""
        counts = None if self._is_open else counts
        self._title.textContent, self._best.textContent = title, best
        self._score.firstElementChild.textContent = score
        self._card.setAttribute("aria-label", spoken)
        self._line.firstElementChild.setAttribute("d", sparkline(scores))
        show(self._card, True)
        self._is_open = True
        if counts:
            window.kesuCount(self._score, 0, counts, COUNTING)

    def offer_answer(self, offered: bool) -> None:
        """Shows or hides the offer to answer a challenge with this game."""
        show(self._answer, offered)

    def close(self) -> None:
        """Hides the card."""
        if self._is_open:
            show(self._card, False)
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
