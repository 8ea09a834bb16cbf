"""Links to be shared: to this game, and to this game as it was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import navigator

from game.session import Session, address
from game.session.replay import encode
from game.web.dialogs.dialog import Leavable
from game.web.dom import address_in, as_object, listen, make, put
from game.words import Translator

REPLAY = "#replay="


class Sharing(Leavable):
    """A native dialog with two links, each to be copied, or handed to the system's own sharing where there is one."""

    def __init__(self, translator: Translator) -> None:
        super().__init__("share")
        self._translator = translator
        self._told: Any = None
        self._links: dict[str, str] = {}
        listen(self._dialog, "click", self._clicked)

    def open(self, session: Session, result: str = "", query: str = "") -> None:
        """Shows the links of this game as it stands, and the result of a daily game with the address of that game."""
        translator = self._translator
        page = address_in("x-default")
        own = "&".join(f"{name}={value}" for name, value in address(session).items())
        self._links = {"result": f"{result}\n{page}{query}"} if result else {}
        self._links |= {
            "game": f"{page}?{own}",
            "replay": f"{page}?game={session.rules.name}{REPLAY}{encode(session)}",
        }
        titles = {"result": translator("Your result")} if result else {}
        titles |= {
            "game": translator("Link to this game: everyone starts from the same position"),
            "replay": translator("Link to this replay: all your moves so far"),
        }
        self._told = make("p", class_="told", role="status")
        rows = [self._row(kind, title) for kind, title in titles.items()]
        close = make("button", translator("Done"), type="button", data_do="close", class_="main")
        title = make("h2", translator("Share"), id="share-title")
        put(self._dialog, put(make("form", method="dialog"), title, *rows, self._told,
                              put(make("div", class_="row"), close)))  # fmt: skip
        self._dialog.showModal()

    def _row(self, kind: str, title: str) -> Any:
        translator = self._translator
        if kind == "result":
            field = make("textarea", readonly="", rows="3", id="share-result")
        else:
            field = make("input", type="text", readonly="", id=f"share-{kind}")
        field.value = self._links[kind]
        buttons = [make("button", translator("Copy"), type="button", data_copy=kind)]
        if hasattr(navigator, "share"):
            buttons.append(make("button", translator("Share"), type="button", data_share=kind))
        return put(make("div", class_="share"), put(make("label"), make("span", title), field),
                   put(make("div", class_="row"), *buttons))  # fmt: skip

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button:
            return
        copy, share = button.getAttribute("data-copy"), button.getAttribute("data-share")
        if isinstance(copy, str):
            copy_text(self._links[copy], self._say)
        elif isinstance(share, str):
            kind = "text" if share == "result" else "url"
            navigator.share(as_object({kind: self._links[share]})).catch(lambda *_refused: None)
        else:
            self._dialog.close()

    def _say(self, copied: bool) -> None:
        told = (
            self._translator("Copied.")
            if copied
            else self._translator("Couldn't copy. Select the link above and copy it yourself.")
        )
        self._told.textContent = told


def copy_text(text: str, then: Callable[[bool], None]) -> None:
    """Into the clipboard; then is told whether that was possible."""
    clipboard = getattr(navigator, "clipboard", None)
    if not clipboard:
        then(False)
        return
    clipboard.writeText(text).then(lambda *_done: then(True), lambda *_failed: then(False))
