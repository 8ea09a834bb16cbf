"""Hands texts and files over to the player (clipboard, share sheet, download), and reads the files they choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from js import URL, Blob, File, Object, navigator, setTimeout, window
from pyodide.ffi import create_once_callable, to_js

from game.web.platform.dom import as_object, guarded, make


class OnDone(Protocol):
    """Called with whether it succeeded; not called if the player cancels."""

    def __call__(self, *, done: bool) -> object: ...


REVOKE_AFTER = 60_000
"""Milliseconds before a download's object URL is revoked: some browsers read it only after asking where to save."""


def copy_text(text: str, on_done: OnDone) -> None:
    """Copies a text to the clipboard."""
    clipboard = getattr(navigator, "clipboard", None)
    if not clipboard:
        on_done(done=False)
        return
    clipboard.writeText(text).then(lambda *_done: on_done(done=True), lambda *_failed: on_done(done=False))


def can_copy_pictures() -> bool:
    """Returns whether pictures can be copied to the clipboard."""
    return hasattr(window, "ClipboardItem") and hasattr(navigator, "clipboard")


def copy_picture(blob: Any, kind: str, on_done: OnDone) -> None:
    """Copies a picture of this MIME type to the clipboard."""
    item = window.ClipboardItem.new(Object.fromEntries(to_js([[kind, blob]])))
    navigator.clipboard.write(to_js([item])).then(
        lambda *_done: on_done(done=True), lambda *_failed: on_done(done=False)
    )


def can_share() -> bool:
    """Returns whether there is a share sheet."""
    return hasattr(navigator, "share")


def share(**what: str) -> None:
    """Opens the share sheet with a `text` or a `url`."""
    navigator.share(as_object(what)).catch(lambda *_refused: None)


def can_share_files(kind: str, name: str) -> bool:
    """Returns whether the share sheet takes files of this MIME type."""
    if not hasattr(navigator, "canShare"):
        return False
    return bool(navigator.canShare(as_object({"files": [_file([], kind, name)]})))


def share_file(content: Any, kind: str, name: str, text: str, on_done: OnDone) -> None:
    """Opens the share sheet with a file and a text; closing it is not an error."""
    shared = navigator.share(as_object({"files": [_file([content], kind, name)]} | ({"text": text} if text else {})))
    shared.then(lambda *_done: None, lambda why: None if why.name == "AbortError" else on_done(done=False))


def save(blob: Any, name: str) -> None:
    """Downloads a file."""
    address = str(URL.createObjectURL(blob))
    make("a", href=address, download=name).click()
    setTimeout(create_once_callable(lambda: URL.revokeObjectURL(address)), REVOKE_AFTER)


def save_text(text: str, kind: str, name: str) -> None:
    """Downloads a text as a file of this MIME type."""
    save(Blob.new(to_js([text]), as_object({"type": kind})), name)


def read_chosen(field: Any, largest: int, read: Callable[[str, str], object], refuse: Callable[[str], object]) -> None:
    """Calls `read` with the name and text of each file chosen in a field, or `refuse` with the name of a larger one."""
    for file in field.files:
        name = str(file.name)
        if int(file.size) > largest:
            refuse(name)
        else:
            file.text().then(guarded(lambda text, name=name: read(name, str(text))))


def _file(parts: list[Any], kind: str, name: str) -> Any:
    return File.new(to_js(parts), name, as_object({"type": kind}))
