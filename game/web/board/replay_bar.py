"""The bar of a replay: a track, buttons, the speed, and the other branches. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from game.web.dom import Text, by_id, listen, make, put, show
from game.words import C_, Translator


class Player(Protocol):
    """What the bar controls."""

    def go(self, position: int) -> None:
        """To the state after that many inputs."""

    def step(self, way: int) -> None:
        """One input back (-1) or forward (1)."""

    def toggle(self) -> None:
        """Runs, or stops."""

    def switch(self, branch: int) -> None:
        """To another branch."""

    def close(self, stay: bool) -> None:
        """Back to the game; or the game stays at the point shown."""


class ReplayBar:
    """Its elements and their listeners, which serve one replay after another."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._bar, self._track = by_id("replay"), by_id("replay-track")
        self._where, self._speed = Text(by_id("replay-where")), by_id("replay-speed")
        self._branches = by_id("replay-lines")
        self._player: Player | None = None
        for name, act in {
            "start": lambda player: player.go(0),
            "back": lambda player: player.step(-1),
            "run": lambda player: player.toggle(),
            "on": lambda player: player.step(1),
            "end": lambda player: player.go(int(self._track.max)),
            "here": lambda player: player.close(stay=True),
            "close": lambda player: player.close(stay=False),
        }.items():
            listen(by_id(f"replay-{name}"), "click", self._acting(act))
        listen(self._track, "input", self._acting(lambda player: player.go(int(self._track.value))))
        listen(self._branches, "click", self._branch_chosen)

    @property
    def speed(self) -> float:
        """How many times faster than usual."""
        return float(self._speed.value)

    def open(self, player: Player) -> None:
        """Shows the bar for this replay."""
        self._player = player
        show(self._bar, True)

    def close(self) -> None:
        """Hides it."""
        self._player = None
        show(self._bar, False)

    def show_place(self, at: int, length: int) -> None:
        """How far the replay is."""
        self._track.max, self._track.value = str(length), str(at)
        self._where.set(self._translator("{at} of {length}", at=at, length=length))

    def show_running(self, running: bool) -> None:
        """What the button in the middle does."""
        by_id("replay-run").textContent = (
            self._translator("Pause") if running else self._translator(C_("playback", "Play"))
        )

    def show_branches(self, labels: Sequence[str]) -> None:
        """A button for each of the other branches."""
        put(self._branches, *(make("button", label, type="button", data_line=str(i)) for i, label in enumerate(labels)))
        show(self._branches, bool(labels))

    def focus_last_branch(self) -> None:
        """The keyboard goes to the branch that was left last."""
        self._branches.lastElementChild.focus()

    def _acting(self, act: Any) -> Any:
        return lambda _event: act(self._player) if self._player else None

    def _branch_chosen(self, event: Any) -> None:
        button = event.target.closest("button")
        if button and self._player:
            self._player.switch(int(button.dataset.line))
