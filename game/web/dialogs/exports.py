"""Ways to hand a file to the player: the system's share sheet, the clipboard, or a download."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import URL, File, Object, navigator, setTimeout, window
from pyodide.ffi import create_once_callable, to_js

from game.web.platform.dom import as_object, make

Then = Callable[[bool], None]
"""Called with whether it succeeded; not called if the player cancels."""

REVOKE_AFTER = 60_000
"""Milliseconds before a download's object URL is revoked: some browsers read it only after asking where to save."""


def can_share(kind: str, name: str) -> bool:
    """Whether the system's share sheet takes files of this MIME type."""
    if not hasattr(navigator, "canShare"):
        return False
    return bool(navigator.canShare(as_object({"files": [_file(to_js([]), kind, name)]})))


def can_copy() -> bool:
    """Whether pictures can be copied to the clipboard."""
    return hasattr(window, "ClipboardItem") and hasattr(navigator, "clipboard")


def share(blob: Any, kind: str, name: str, text: str, then: Then) -> None:
    """Opens the system's share sheet; closing it is not an error."""
    shared = navigator.share(as_object({"files": [_file(to_js([blob]), kind, name)], "text": text}))
    shared.then(lambda *_done: None, lambda why: None if why.name == "AbortError" else then(False))


def copy(blob: Any, kind: str, then: Then) -> None:
    """Copies a file to the clipboard."""
    item = window.ClipboardItem.new(Object.fromEntries(to_js([[kind, blob]])))
    navigator.clipboard.write(to_js([item])).then(lambda *_done: then(True), lambda *_failed: then(False))


def save(blob: Any, name: str) -> None:
    """Downloads a file."""
    address = str(URL.createObjectURL(blob))
    make("a", href=address, download=name).click()
    setTimeout(create_once_callable(lambda: URL.revokeObjectURL(address)), REVOKE_AFTER)


def _file(parts: Any, kind: str, name: str) -> Any:
    return File.new(parts, name, as_object({"type": kind}))
