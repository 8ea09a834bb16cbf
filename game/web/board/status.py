"""The status line: one message, a button with an action, and more text for screen readers."""

from __future__ import annotations

from collections.abc import Callable

from game.web.platform.dom import Text, by_id, listen, show

LONG, LONG_WITH_BUTTON = 64, 32
"""The number of letters that fit into two lines on a phone, alone and next to a button. A Han character counts as two.
"""
HAN = "\u2e80"
"""The first double-width character."""


class StatusLine:
    """The line under the boards, which screen readers read out."""

    def __init__(self) -> None:
        self._text, self._more, self._offer = (Text(by_id(name)) for name in ("status-text", "status-more", "offer"))
        self._offered: Callable[[], object] | None = None
        self._has_button = False
        """Whether there is a button next to the message."""
        listen(self._offer.element, "click", lambda _event: self._accept())

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None, more: str = "") -> None:
        """Shows a message, a button with its label and callback, and more text for screen readers."""
        self._offered = then
        if self._text.set(text) or self._has_button != bool(offer):
            self._has_button = bool(offer)
            letters = len(text) + sum(letter >= HAN for letter in text)
            self._text.element.classList.toggle("long", letters > (LONG_WITH_BUTTON if offer else LONG))
        self._more.set(more)
        if self._offer.set(offer):
            show(self._offer.element, shown=bool(offer))

    def whisper(self, more: str) -> None:
        """Adds text for screen readers only, after the message shown."""
        self._more.set(more)

    def _accept(self) -> None:
        then, self._offered = self._offered, None
        if then is not None:
            then()
