"""The plots of the statistics, drawn with uPlot, which is fetched when first needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from js import document, getComputedStyle
from js import window as page

from game.session.records import Bin
from game.web.board.sprites import colours
from game.web.platform.dom import as_object, make, put
from game.web.platform.handover import OnDone

INK, LINE, ACCENT, PAPER = "--soft", "--line", "--accent", "--raised"
WIDEST, SHAPE = 560, 0.68
"""A plot's greatest width in pixels, and its height as a share of its width."""
WHOLE = [step * 10**power for power in range(13) for step in (1, 2, 5)]
"""Possible distances between the ticks of an axis: games and scores are whole numbers."""
DOTS = 60
"""With more games than this, the history is a line without dots."""
SMALL = 12
"""Font size of the axes in pixels."""
ROOM = 0.12
"""Free space above the data, and below a line, as a share of its range; bars start at zero."""
AIR = 0.04
"""Free space at both ends as a share of the games, so that no dot is cut off."""


class Plots:
    """Draws into elements of the page; a new plot replaces the old one in the same element."""

    def __init__(self, style: str) -> None:
        self._style = style
        self._library: Any = None
        self._asked = False
        self._drawn: list[Any] = []

    @property
    def ready(self) -> bool:
        """Whether the library has loaded."""
        return self._library is not None

    def fetch(self, then: OnDone) -> None:
        """Fetches the library once; calls `then` with whether it has loaded."""
        if self._asked:
            return
        self._asked = True

        def loaded(module: Any) -> None:
            self._library = module.default
            then(done=True)

        def failed(*_why: Any) -> None:
            self._asked = False  # the network may be back when the statistics are next opened
            then(done=False)

        document.head.append(make("link", rel="stylesheet", href=self._style))
        page.kesuCharts().then(loaded, failed)

    def clear(self) -> None:
        """Removes all plots."""
        for plot in self._drawn:
            plot.destroy()
        self._drawn.clear()

    def history(self, place: Any, first: int, scores: Sequence[int], labels: tuple[str, str]) -> None:
        """Draws the score of each game, numbered from `first`; the best is ringed."""
        last = first + len(scores) - 1
        best = scores.index(max(scores))
        look = colours(place, (INK, LINE, ACCENT, PAPER))
        air = max(0.5, AIR * (last - first))
        series: list[dict[str, Any]] = [
            {"stroke": look[ACCENT], "width": 2, "points": dots(look, 6, shown=len(scores) <= DOTS)},
            {"stroke": look[ACCENT], "points": dots(look, 13, shown=True) | {"width": 3, "fill": look[PAPER]}},
        ]
        ringed = [score if number == best else None for number, score in enumerate(scores)]
        data: list[list[Any]] = [list(range(first, last + 1)), list(scores), ringed]
        upward = {"min": {"pad": ROOM, "mode": 1}, "max": {"pad": ROOM, "mode": 1}}
        self._draw(place, look, labels, [first - air, last + air], upward, series, data)

    def distribution(self, place: Any, bins: Sequence[Bin], labels: tuple[str, str]) -> None:
        """Draws a histogram of the scores."""
        look = colours(place, (INK, LINE, ACCENT, PAPER))
        width = bins[0].high - bins[0].low + 1
        bars = self._library.paths.bars(as_object({"size": [0.86, 96]}))
        series = [{"stroke": look[ACCENT], "fill": look[ACCENT], "width": 0, "paths": bars, "points": {"show": False}}]
        data: list[list[Any]] = [[part.low + (width - 1) / 2 for part in bins], [part.games for part in bins]]
        upward = [0, (1 + ROOM) * max(part.games for part in bins)]
        self._draw(place, look, labels, [bins[0].low - 0.5, bins[-1].high + 0.5], upward, series, data)

    def _draw(
        self,
        place: Any,
        look: dict[str, str],
        labels: tuple[str, str],
        across: list[float],
        upward: list[float] | dict[str, Any],
        series: list[dict[str, Any]],
        data: list[list[Any]],
    ) -> None:
        put(place)
        width = min(WIDEST, int(place.clientWidth))
        options = {
            "width": width,
            "height": int(width * SHAPE),
            "legend": {"show": False},
            "cursor": {"show": False},
            "padding": [12, 8, 0, 0],
            "scales": {"x": {"time": False, "range": across}, "y": {"range": upward}},
            "axes": [axis(labels[0], look, upward=False), axis(labels[1], look, upward=True)],
            "series": [{}, *series],
        }
        self._drawn.append(self._library.new(as_object(options), as_object({"data": data}).data, place))


def dots(look: dict[str, str], size: int, *, shown: bool) -> dict[str, Any]:
    """Returns uPlot's options for the dots that mark single games."""
    return {"show": shown, "size": size, "fill": look[ACCENT], "stroke": look[ACCENT]}


def axis(label: str, look: dict[str, str], *, upward: bool) -> dict[str, Any]:
    """Returns uPlot's options for a labelled axis; only the upward one has grid lines."""
    font = f"{SMALL}px {getComputedStyle(document.body).fontFamily}"
    return {
        "label": label, "stroke": look[INK], "font": font, "labelFont": font, "labelSize": 20, "labelGap": 2,
        "size": 44 if upward else 28, "gap": 4, "incrs": WHOLE, "space": 36 if upward else 56,
        "grid": {"show": upward, "stroke": look[LINE], "width": 1},
        "ticks": {"show": not upward, "stroke": look[LINE], "width": 1, "size": 4},
    }  # fmt: skip
