"""A message that the player must answer before anything else: a dialog with a sentence and a few buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.web.dialogs.dialog import Dialog
from game.web.platform.dom import listen, make, put

Act = Callable[[], object]


class Notice(Dialog):
    """A native dialog, filled each time it opens. Escape acts like its last button."""

    def __init__(self) -> None:
        super().__init__("notice")
        self._acts: list[Act] = []
        listen(self._dialog, "click", self._clicked)
        listen(self._dialog, "cancel", self._escaped)

    def open(self, title: str, text: str, *buttons: tuple[str, Act]) -> None:
        """Shows a message; the last button is the default."""
        self._acts = [act for _label, act in buttons]
        row = [make("button", label, type="button", data_act=str(at)) for at, (label, _act) in enumerate(buttons)]
        row[-1].classList.add("main")
        head = make("h2", title, id="notice-title")
        self._message = make("p", text, class_="message", role="status")
        put(self._dialog, put(make("form", method="dialog"), head, self._message, put(make("div", class_="row"), *row)))
        if not self._dialog.open:
            self._dialog.showModal()
        row[-1].focus()

    def say(self, text: str) -> None:
        """Replaces the sentence."""
        self._message.textContent = text

    def close(self) -> None:
        if self._dialog.open:
            self._dialog.close()

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("[data-act]")
        if button:
            event.preventDefault()
            self._acts[int(button.getAttribute("data-act"))]()

    def _escaped(self, event: Any) -> None:
        event.preventDefault()
        self._acts[-1]()
