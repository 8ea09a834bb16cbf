"""Pictures that fly over the boards: what a chain sends to the other board, and what it strikes and cancels."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.contract import Cell, Marks
from game.web.board.panel import BoardPanel
from game.web.board.sprites import small_share
from game.web.platform.dom import as_object, by_id, make

FLIGHT, STRIKE, BURST, APART = 420.0, 300.0, 240.0, 60.0
"""Milliseconds of a flight to the other board, of a flight to what is cancelled, of its end, and between two starts."""
SPARK = 0.45
"""Size of what flies to cancel something, in cells."""


class Flights:
    """The pictures in flight, if any. Nothing is drawn or computed while there are none."""

    def __init__(self, landed: Callable[[], object]) -> None:
        """`landed` is called when all have landed."""
        self._landed = landed
        self._place = make("div", class_="flights", aria_hidden="true")
        by_id("stage").append(self._place)
        self._ends: float | None = None
        self._length = 0.0

    @property
    def moving(self) -> bool:
        """Whether something flies."""
        return bool(self._length)

    def cancel(self, panel: BoardPanel, symbol: str, start: Cell, lost: Marks, speed: float) -> None:
        """Lets sparks of a symbol fly from a cell of a board to what the chain cancels there, which then bursts."""
        x, y = self._at(panel, start)
        for number, (icon, cell) in enumerate(lost):
            wait, (left, top) = number * APART * speed, self._at(panel, cell)
            spark = {"transform": _moved(x, y, SPARK)}, {"transform": _moved(left, top, SPARK)}
            self._fly(panel, symbol, spark, STRIKE * speed, wait)
            share = small_share(panel.painter.form(icon))
            struck = wait + STRIKE * speed
            ends = struck + BURST * speed
            burst = (
                {"transform": _moved(left, top, share), "opacity": 1},
                {"transform": _moved(left, top, share), "opacity": 1, "offset": struck / ends},
                {"transform": _moved(left, top, 1.9 * share), "opacity": 0},
            )
            self._fly(panel, icon, burst, ends, 0)

    def send(self, panel: BoardPanel, start: Cell, other: BoardPanel, sent: Marks, speed: float) -> None:
        """Lets what is sent fly from a cell of a board to the place above the other board where it will wait."""
        x, y = self._at(panel, start)
        before = self._length
        for number, (icon, cell) in enumerate(sent):
            left, top = self._at(other, cell)
            share = small_share(panel.painter.form(icon))
            path = (
                {"transform": _moved(x, y, 0.4 * share), "easing": "ease-out"},
                {"transform": _moved((x + left) / 2, min(y, top), 1.3 * share), "easing": "ease-in"},
                {"transform": _moved(left, top, share)},
            )
            self._fly(panel, icon, path, FLIGHT * speed, before + number * APART * speed)

    def animate(self, now: float) -> float | None:
        """Returns the milliseconds until all have landed, or None if none flies any more."""
        if self._ends is None:
            self._ends = now + self._length
        if self._ends > now:
            return self._ends - now
        self.land()
        return None

    def land(self) -> None:
        """Ends all flights at once."""
        if self._length:
            self._length, self._ends = 0.0, None
            self._place.replaceChildren()
            self._landed()

    def _at(self, panel: BoardPanel, cell: Cell) -> tuple[float, float]:
        """Returns the middle of a cell of a board, from the corner of the stage (CSS pixels)."""
        (x, y), canvas = panel.painter.middle(cell), panel.canvas.getBoundingClientRect()
        stage = self._place.getBoundingClientRect()
        return canvas.left - stage.left + x, canvas.top - stage.top + y

    def _fly(
        self, panel: BoardPanel, symbol: str, path: tuple[Mapping[str, object], ...], length: float, wait: float
    ) -> None:
        picture, half = panel.painter.picture(symbol), panel.painter.cell / 2
        picture.style.width = picture.style.height = f"{2 * half}px"
        picture.style.left = picture.style.top = f"{-half}px"
        self._place.append(picture)
        timing = {"duration": length, "delay": wait, "fill": "both"}
        picture.animate(as_object(path), as_object(timing))
        self._length = max(self._length, wait + length)


def _moved(x: float, y: float, scale: float) -> str:
    return f"translate({x:.1f}px, {y:.1f}px) scale({scale:.2f})"
