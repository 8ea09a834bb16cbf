"""The replay bar: a track, buttons, the speed, and the other branches. It knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from js import document

from game.play.actions import ReplayAction
from game.web.board.icons import PAUSE, RUN, icon
from game.web.platform.dom import Text, by_id, listen, make, put, show
from game.words import C_, Translator

if TYPE_CHECKING:
    from game.play.open_game import ReplayControls


class ReplayBar:
    """The bar's elements and their listeners, reused for every replay (game.play.replay.Bar)."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._bar, self._track = by_id("replay"), by_id("replay-track")
        self._where, self._note = Text(by_id("replay-where")), Text(by_id("replay-note"))
        self._marks, self._speed = by_id("replay-marks"), by_id("replay-speed")
        self._branches = by_id("replay-lines")
        self._player: ReplayControls | None = None
        for action in ReplayAction:
            listen(by_id(f"replay-{action}"), "click", self._acting(lambda player, chosen=action: player.act(chosen)))
        listen(self._track, "input", self._acting(lambda player: player.go(int(self._track.value))))
        listen(self._branches, "click", self._branch_chosen)

    @property
    def speed(self) -> float:
        return float(self._speed.value)

    def open(self, player: ReplayControls) -> None:
        self._player = player
        show(self._bar, shown=True)

    def close(self) -> None:
        self._player = None
        if self._bar.contains(document.activeElement):
            document.activeElement.blur()  # a hidden element keeps the focus, and its keys, until the next frame
        show(self._bar, shown=False)

    def show_place(self, at: int, length: int, note: str) -> None:
        """Shows the position of the replay, with a note."""
        self._track.max, self._track.value = str(length), str(at)
        self._note.set(note)
        self._where.set(self._translator("{at} of {length}", at=at, length=length))

    def show_running(self, *, running: bool) -> None:
        """Shows on the middle button whether it runs or pauses."""
        button = by_id("replay-run")
        button.setAttribute(
            "aria-label", self._translator("Pause") if running else self._translator(C_("playback", "Play"))
        )
        put(button, icon(PAUSE if running else RUN))

    def show_marks(self, marks: Iterable[tuple[str, float]]) -> None:
        places = []
        for kind, share in marks:
            place = make("i", class_=kind)
            place.style.left = f"{100 * share:.2f}%"
            places.append(place)
        put(self._marks, *places)

    def show_branches(self, labels: Sequence[str]) -> None:
        """Shows a button for each of the other branches."""
        put(self._branches, *(make("button", label, type="button", data_line=str(i)) for i, label in enumerate(labels)))
        show(self._branches, shown=bool(labels))

    def focus_last_branch(self) -> None:
        self._branches.lastElementChild.focus()

    def _acting(self, act: Any) -> Any:
        return lambda _event: act(self._player) if self._player else None

    def _branch_chosen(self, event: Any) -> None:
        button = event.target.closest("button")
        if button and self._player:
            self._player.switch(int(button.dataset.line))
