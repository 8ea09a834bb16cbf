"""Gamepads in the browser: polled in the frame loop, only while one is connected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import navigator, window

from game.input.gamepad import Gamepad, Press
from game.web.platform.dom import listen
from game.web.platform.loop import Loop

PressHandler = Callable[[Press, str], None]
"""Takes what happened to a button, and the button's code."""


class Gamepads:
    """The first connected gamepad."""

    def __init__(self, loop: Loop, handle: PressHandler) -> None:
        self._loop, self._handle = loop, handle
        self.gamepad = Gamepad()
        listen(window, "gamepadconnected", lambda _event: self._begin())
        listen(window, "gamepaddisconnected", lambda _event: self._detect())
        self._detect()

    def _begin(self) -> None:
        self._loop.every_frame = self._frame
        self._loop.wake()

    def _detect(self) -> None:
        if self._first() is not None:
            self._begin()
        elif self._loop.every_frame is not None:
            self._loop.every_frame = None
            self._update((), (), 0.0)

    def _first(self) -> Any:
        if not hasattr(navigator, "getGamepads"):
            return None
        return next((pad for pad in navigator.getGamepads() if getattr(pad, "connected", False)), None)

    def _frame(self, now: float) -> None:
        pad = self._first()
        if pad is not None:
            pressed = [number for number, button in enumerate(pad.buttons) if button.pressed]
            self._update(pressed, [float(axis) for axis in pad.axes][:2], now)

    def _update(self, pressed: Any, axes: Any, now: float) -> None:
        for what, code in list(self.gamepad.changes(pressed, axes, now)):
            self._handle(what, code)
