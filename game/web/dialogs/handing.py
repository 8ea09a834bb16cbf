"""Files handed over to the player: to the system's own sharing, to the clipboard, or saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import URL, File, Object, navigator, setTimeout, window
from pyodide.ffi import create_once_callable, to_js

from game.web.dom import as_object, make

Then = Callable[[bool], None]
"""Takes whether it was possible; it is not called when the player thought better of it."""

LASTS = 60_000
"""Milliseconds after which a saved file's address is given back: some browsers read it only when asked where to."""


def can_share(kind: str, name: str) -> bool:
    """Whether the system's own sharing takes files of this kind, "image/png"."""
    if not hasattr(navigator, "canShare"):
        return False
    return bool(navigator.canShare(as_object({"files": [_file(to_js([]), kind, name)]})))


def can_copy() -> bool:
    """Whether pictures can be put into the clipboard."""
    return hasattr(window, "ClipboardItem") and hasattr(navigator, "clipboard")


def share(blob: Any, kind: str, name: str, text: str, then: Then) -> None:
    """Opens the system's own sharing; a sheet that is closed again is no error."""
    asked = navigator.share(as_object({"files": [_file(to_js([blob]), kind, name)], "text": text}))
    asked.then(lambda *_done: None, lambda why: None if why.name == "AbortError" else then(False))


def copy(blob: Any, kind: str, then: Then) -> None:
    """Into the clipboard."""
    item = window.ClipboardItem.new(Object.fromEntries(to_js([[kind, blob]])))
    navigator.clipboard.write(to_js([item])).then(lambda *_done: then(True), lambda *_failed: then(False))


def save(blob: Any, name: str) -> None:
    """As a download."""
    address = str(URL.createObjectURL(blob))
    make("a", href=address, download=name).click()
    setTimeout(create_once_callable(lambda: URL.revokeObjectURL(address)), LASTS)


def _file(parts: Any, kind: str, name: str) -> Any:
    return File.new(parts, name, as_object({"type": kind}))
