"""Base classes of the page's native dialogs: whether they are open, and how they close."""

from __future__ import annotations

from typing import Any

from js import document

from game.web.platform.dom import by_id, listen


class Dialog:
    """A dialog of the page; subclasses fill it."""

    def __init__(self, name: str) -> None:
        self._dialog = by_id(name)

    @property
    def is_open(self) -> bool:
        return bool(self._dialog.open)


class DismissibleDialog(Dialog):
    """A dialog that a click outside closes, because nothing is lost by closing it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        listen(self._dialog, "click", self._leave)

    def _leave(self, event: Any) -> None:
        if event.target.isSameNode(self._dialog):
            self._dialog.close()


def any_dialog_open() -> bool:
    """Whether a dialog or the rules cover the page and take the keys."""
    return bool(document.querySelector("dialog[open], [popover]:popover-open"))


def close_all() -> None:
    """Closes every dialog and popover."""
    for dialog in document.querySelectorAll("dialog[open]"):
        dialog.close()
    for sheet in document.querySelectorAll("[popover]:popover-open"):
        sheet.hidePopover()
