"""The Share dialog: a picture of the boards, still or animated, and links to the game and to its replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from js import Blob, navigator
from pyodide.ffi import create_once_callable, to_js

from game.session import Session, address
from game.session.replay import encode
from game.web.board.film import WIDTH as FILM_WIDTH
from game.web.board.film import Film
from game.web.board.poster import WIDTH, Caption, Poster, drawn
from game.web.dialogs import exports
from game.web.dialogs.dialog import DismissibleDialog
from game.web.platform.dom import address_in, as_object, by_id, listen, make, put
from game.words import Translator

REPLAY, CHALLENGE = "#replay=", "#challenge="
PNG, GIF = "image/png", "image/gif"


class Sharing(DismissibleDialog):
    """A native dialog: a picture, then links, each with buttons to copy it or open the system's share sheet."""

    def __init__(self, translator: Translator, watch: Callable[[], None]) -> None:
        super().__init__("share")
        self._translator, self._watch = translator, watch
        self._message: Any = None
        self._links: dict[str, str] = {}
        self._picture: Any = None
        self._wanted = ""
        """The button pressed while the picture was still being made."""
        self._caption = Caption("", "", "")
        self._name = ""
        self._session: Any = None
        self._shapes = True
        self._film: Film | None = None
        self._film_row: Any = None
        self._film_data: Any = None
        self._film_length = 0
        self._can_share = exports.can_share(PNG, "kesu.png")
        listen(self._dialog, "click", self._clicked)
        listen(self._dialog, "close", lambda _event: self.stop())

    def open(self, session: Session, caption: Caption, shapes: bool, result: str = "", query: str = "") -> None:
        """Shows the game's picture and links, and the result of a daily game with the address in `query`."""
        translator = self._translator
        self._session, self._shapes = session, shapes
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
        self._caption, self._name = caption, f"kesu-{session.rules.name}-{session.score}"
        self._message = make("p", class_="message", role="status")
        self._film_row = put(make("div", class_="share film"))
        self._offer_film()
        rows = [self._draw(), self._film_row, *(self._row(kind, title) for kind, title in titles.items())]
        live = make("button", translator("Watch live"), type="button", data_do="watch")
        close = make("button", translator("Done"), type="button", data_do="close", class_="main")
        title = make("h2", translator("Share"), id="share-title")
        put(self._dialog, put(make("form", method="dialog"), title, *rows, self._message,
                              put(make("div", class_="row"), live, close)))  # fmt: skip
        self._dialog.showModal()

    def make_film(self, inputs: Sequence[str]) -> None:
        """Makes the animated picture of these inputs, and shows its progress."""
        translator, bar = self._translator, make("progress", max="1", value="0")
        self._film_length = len(inputs)
        bar.setAttribute("aria-label", translator("Making the animated picture"))
        self._put_film(bar, {"stop": translator("Stop")})
        self._film = Film(
            self._session, tuple(inputs), self._poster(FILM_WIDTH / WIDTH), self._caption, translator.number,
            lambda done: setattr(bar, "value", done), self._film_made, self._film_failed,
        )  # fmt: skip
        self._film_row.scrollIntoView(as_object({"block": "nearest"}))

    def stop(self) -> None:
        """Stops making the animated picture."""
        if self._film is not None:
            self._film.close()
            self._film = None

    def _offer_film(self) -> None:
        """Offers to make the animated picture if anything has been played."""
        if self._session.can_undo or self._session.can_redo:
            self._put_film(None, {"make": self._translator("Make an animated picture")})

    def _put_film(self, first: Any, names: Mapping[str, str]) -> None:
        buttons = [make("button", name, type="button", data_film=action) for action, name in names.items()]
        put(self._film_row, *([first] if first else []), put(make("div", class_="row"), *buttons))

    def _film_made(self, data: Any, count: int) -> None:
        translator = self._translator
        self._film, self._film_data = None, Blob.new(to_js([data]), as_object({"type": GIF}))
        size = translator.number(self._film_data.size / 1000)
        text = translator("Animated picture, {size} kB.", size=size)
        if count < self._film_length:
            text = translator.joined((text, translator("It shows the last {count} moves.", count=count)))
        names = {"share": translator("Share animation")} if exports.can_share(GIF, "kesu.gif") else {}
        self._put_film(make("p", text, class_="film-message"), names | {"save": translator("Save animation")})
        for button in self._film_row.querySelectorAll("button:first-child"):
            button.focus()

    def _film_failed(self) -> None:
        self._film = None
        self._offer_film()
        self._say(self._translator("The animated picture couldn't be made. Please try again."))

    def _poster(self, scale: float = 1) -> Poster:
        return Poster(self._session.rules, self._session.view.boards, by_id("boards"), self._shapes, scale)

    def _draw(self) -> Any:
        """Returns the picture with its buttons."""
        translator = self._translator
        canvas = drawn(self._poster(), self._caption, self._session.view.boards)
        canvas.setAttribute("role", "img")
        canvas.setAttribute("aria-label", self._caption.text)
        self._picture, self._wanted = None, ""
        canvas.toBlob(create_once_callable(self._pictured))
        names = {"share": translator("Share picture")} if self._can_share else {}
        names |= {"copy": translator("Copy picture")} if exports.can_copy() else {}
        names |= {"save": translator("Save picture")}
        buttons = [make("button", name, type="button", data_picture=action) for action, name in names.items()]
        return put(make("div", class_="share"), canvas, put(make("div", class_="row"), *buttons))

    def _pictured(self, blob: Any) -> None:
        self._picture = blob
        if self._wanted:
            self._hand_over(self._wanted)

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
        handlers = {"copy": self._copy, "share": self._share, "picture": self._hand_over, "film": self._filmed}
        for name, act in handlers.items():
            value = button.getAttribute(f"data-{name}")
            if isinstance(value, str):
                act(value)
                return
        self._dialog.close()
        if button.getAttribute("data-do") == "watch":
            self._watch()

    def _copy(self, kind: str) -> None:
        copy_text(self._links[kind], self._say_copied)

    def _share(self, kind: str) -> None:
        text = "text" if kind == "result" else "url"
        navigator.share(as_object({text: self._links[kind]})).catch(lambda *_refused: None)

    def _hand_over(self, action: str) -> None:
        """Shares, copies or saves the picture."""
        name, blob = f"{self._name}.png", self._picture
        if blob is None:
            self._wanted = action
            return
        if action == "share":
            exports.share(blob, PNG, name, self._links.get("result", self._caption.text), self._say_shared)
        elif action == "copy":
            exports.copy(blob, PNG, self._say_copied_picture)
        else:
            exports.save(blob, name)

    def _filmed(self, action: str) -> None:
        """Handles a button of the animated picture."""
        name = f"{self._name}.gif"
        if action == "make":
            self.make_film(self._session.inputs)
        elif action == "stop":
            self.stop()
            self._offer_film()
        elif action == "share":
            exports.share(self._film_data, GIF, name, self._caption.text, self._say_shared)
        else:
            exports.save(self._film_data, name)

    def _say(self, text: str) -> None:
        self._message.textContent = text

    def _say_copied(self, copied: bool) -> None:
        translator = self._translator
        failed = translator("Couldn't copy. Select the link above and copy it yourself.")
        self._say(translator("Copied.") if copied else failed)

    def _say_copied_picture(self, copied: bool) -> None:
        translator = self._translator
        self._say(translator("Copied.") if copied else translator("Couldn't copy the picture. Save it instead."))

    def _say_shared(self, _shared: bool) -> None:
        self._say(self._translator("Couldn't share it from here. Save it instead."))


def copy_text(text: str, then: Callable[[bool], None]) -> None:
    """Copies a text to the clipboard; calls `then` with whether that worked."""
    clipboard = getattr(navigator, "clipboard", None)
    if not clipboard:
        then(False)
        return
    clipboard.writeText(text).then(lambda *_done: then(True), lambda *_failed: then(False))
