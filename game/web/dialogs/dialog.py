"""Base classes of the page's native dialogs: their contents, what their buttons do, and how they close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.web.platform import handover
from game.web.platform.dom import by_id, labelled, listen, make, put, row
from game.web.platform.loop import now
from game.words import N_, Translator

Act = Callable[[], object]
SECOND_TAP = 500.0
"""Milliseconds after opening in which a tap outside a dialog may still be meant for the button that opened it."""


class Dialog:
    """A dialog of the page; subclasses fill it. Its buttons call the functions that they were created with."""

    def __init__(self, name: str) -> None:
        self._dialog = by_id(name)
        self._message = make("p", class_="message", role="status")
        self._acts: dict[str, Act] = {}
        self._opened = 0.0
        """When it was opened last."""
        listen(self._dialog, "click", self._clicked)

    @property
    def is_open(self) -> bool:
        return bool(self._dialog.open)

    def show(self) -> None:
        """Opens the dialog unless it is open."""
        if not self.is_open:
            self._opened = now()
            self._dialog.showModal()

    def close(self) -> None:
        """Closes the dialog if it is open."""
        if self.is_open:
            self._dialog.close()

    def say(self, text: str) -> None:
        """Shows a sentence in the dialog, which screen readers announce."""
        self._message.textContent = text

    def button(self, label: str, name: str, act: Act, **attributes: str) -> Any:
        """Returns a button that calls `act`; within the dialog, a later one of the same name replaces it."""
        self._acts[name] = act
        return make("button", label, type="button", data_act=name, **attributes)

    def _close_button(self, label: str) -> Any:
        """Returns the main button, which closes the dialog."""
        return self.button(label, "close", self.close, class_="main")

    def _title(self, text: str) -> Any:
        """Returns the title; it names the dialog."""
        return make("h2", text, id=f"{self._dialog.id}-title")

    def _fill(self, title: str, *parts: Any) -> None:
        """Fills the dialog with a form of these parts."""
        put(self._dialog, make("form", self._title(title), *parts, method="dialog", novalidate=""))

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("[data-act]")
        act = self._acts.get(str(button.getAttribute("data-act"))) if button else None
        if act is not None:
            event.preventDefault()
            act()


class DismissibleDialog(Dialog):
    """A dialog that a click outside and a button at its top close, because nothing is lost by closing it."""

    def _title(self, text: str) -> Any:
        self._acts["close"] = self.close
        cross = by_id("close").content.cloneNode(1)  # with what is in it
        return make("div", super()._title(text), cross, class_="sheet-head")

    def _clicked(self, event: Any) -> None:
        if event.target.isSameNode(self._dialog):
            if now() - self._opened > SECOND_TAP:
                self.close()
        else:
            super()._clicked(event)


class LinkField:
    """A link or a text in a dialog, with buttons to copy it and to share it."""

    not_copied = N_("Couldn't copy. Select the link above and copy it yourself.")

    def __init__(
        self,
        dialog: Dialog,
        translator: Translator,
        name: str,
        title: str,
        say: Callable[[str], None],
        kind: str = "url",
    ) -> None:
        """`say` shows how copying went; `kind` is `url` or `text`."""
        self._translator, self._say, self._kind = translator, say, kind
        self.text = ""
        if kind == "text":
            self.field = make("textarea", readonly="", rows="3", id=name)
        else:
            self.field = make("input", type="text", readonly="", id=name)
        self.buttons = [dialog.button(translator("Copy"), f"copy {name}", self._copy)]
        if handover.can_share():
            self.buttons.append(dialog.button(translator("Share"), f"share {name}", self.share))
        self.label = labelled(title, self.field)

    @property
    def element(self) -> Any:
        return make("div", self.label, row(*self.buttons), class_="share")

    def fill(self, text: str) -> None:
        """Shows a text, which may be empty until there is one."""
        self.text = self.field.value = text
        if self._kind == "text":
            self.field.rows = text.count("\n") + 1
        for button in self.buttons:
            button.disabled = not text

    def share(self) -> None:
        """Opens the system's share sheet."""
        handover.share(**{self._kind: self.text})

    def _copy(self) -> None:
        handover.copy_text(self.text, self._copied)

    def _copied(self, *, done: bool) -> None:
        self._say(self._translator("Copied.") if done else self._translator(self.not_copied))
