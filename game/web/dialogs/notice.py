"""A message that the player must answer before anything else: a dialog with a sentence and a few buttons."""

from __future__ import annotations

from typing import Any

from game.web.dialogs.dialog import Act, Dialog
from game.web.platform.dom import listen, row


class Notice(Dialog):
    """A native dialog, filled each time it opens. Escape acts like its last button."""

    def __init__(self) -> None:
        super().__init__("notice")
        self._last: Act = self.close
        listen(self._dialog, "cancel", self._escaped)

    def open(self, title: str, text: str, *buttons: tuple[str, Act]) -> None:
        """Shows a message; the last button is the default."""
        controls = [self.button(label, str(number), act) for number, (label, act) in enumerate(buttons)]
        self._last = buttons[-1][1]
        controls[-1].classList.add("main")
        self.say(text)
        self._fill(title, self._message, row(*controls))
        self.show()
        controls[-1].focus()

    def _escaped(self, event: Any) -> None:
        event.preventDefault()
        self._last()
