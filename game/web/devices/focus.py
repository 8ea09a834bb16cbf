"""A gamepad on home and in dialogs: it moves the focus, presses the focused element and closes the dialog."""

from __future__ import annotations

from typing import Any

from js import document

from game.input.gamepad import DOWN, LEFT, RIGHT, UP
from game.web.platform.dom import by_id

PRESS, CLOSE = ("Pad0", "Pad9"), "Pad1"
STEPS = {LEFT: -1, UP: -1, RIGHT: 1, DOWN: 1}
FOCUSABLE = "a.card, a.ring, button:not(:disabled), select, input, summary"


class FocusMover:
    """Moves the browser's own focus, which looks and sounds the same as with the Tab key."""

    def button(self, code: str) -> None:
        """Handles a button that went down or repeats."""
        dialog = document.querySelector("dialog[open]")
        root = dialog or by_id("home")
        at = document.activeElement
        if code in STEPS:
            self._move(root, at, STEPS[code])
        elif code in PRESS and root.contains(at):
            at.click()
        elif code == CLOSE and dialog:
            dialog.close()

    def _move(self, root: Any, at: Any, step: int) -> None:
        elements = [element for element in root.querySelectorAll(FOCUSABLE) if element.offsetParent]
        here = next((i for i, element in enumerate(elements) if element.isSameNode(at)), None)
        first = next((i for i, element in enumerate(elements) if element.matches("a.card")), 0)
        if elements:
            elements[first if here is None else (here + step) % len(elements)].focus()
