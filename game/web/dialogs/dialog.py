"""The page's native dialogs, as far as they are alike: whether they are open, and how they are left."""

from __future__ import annotations

from typing import Any

from js import document

from game.web.dom import by_id, listen


class Dialog:
    """One dialog of the page; what is in it is made by those who come from here."""

    def __init__(self, name: str) -> None:
        self._dialog = by_id(name)

    @property
    def is_open(self) -> bool:
        return bool(self._dialog.open)


class Leavable(Dialog):
    """One that a click beside it closes: nothing is lost by that."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        listen(self._dialog, "click", self._leave)

    def _leave(self, event: Any) -> None:
        if event.target.isSameNode(self._dialog):
            self._dialog.close()


def is_one_open() -> bool:
    """Whether a dialog, or the rules, lie over the page and take the keys."""
    return bool(document.querySelector("dialog[open], [popover]:popover-open"))


def close_all() -> None:
    """Takes away whatever lies over the page."""
    for dialog in document.querySelectorAll("dialog[open]"):
        dialog.close()
    for sheet in document.querySelectorAll("[popover]:popover-open"):
        sheet.hidePopover()
