"""The Share dialog: a picture of the boards, still or animated, and links to the game and to its replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from js import Blob
from pyodide.ffi import create_once_callable, to_js

from game.session import Session, address
from game.session.addresses import REPLAY_HASH, query
from game.session.replay_code import encode
from game.web.board.film import WIDTH as FILM_WIDTH
from game.web.board.film import Film
from game.web.board.poster import WIDTH, Caption, Poster, drawn
from game.web.dialogs.dialog import DismissibleDialog, LinkField
from game.web.platform import handover
from game.web.platform.dom import address_in, as_object, by_id, listen, make, put, row
from game.words import Translator

PNG, GIF = "image/png", "image/gif"


class Sharing(DismissibleDialog):
    """A native dialog: a picture with one button, the result of a day, and more ways to share, folded."""

    def __init__(self, translator: Translator, watch: Callable[[], None]) -> None:
        super().__init__("share")
        self._translator, self._watch = translator, watch
        self._result = ""
        self._picture: Any = None
        self._waiting: Callable[[], None] | None = None
        """What is called with the picture once it is drawn."""
        self._caption = Caption("", "", "")
        self._name = ""
        self._session: Any = None
        self._shapes = True
        self._film: Film | None = None
        self._film_row: Any = None
        self.more: Any = None
        """The element with the further ways to share."""
        self._film_data: Any = None
        self._film_length = 0
        self._can_share = handover.can_share_files(PNG, "kesu.png")
        listen(self._dialog, "close", lambda _event: self.stop())

    def open(self, session: Session, caption: Caption, result: str, *, shapes: bool, link: str = "") -> None:
        """Shows the game's picture and links, and the result of a daily game; of a problem, only the `link` to it."""
        translator = self._translator
        self._session, self._shapes = session, shapes
        page = address_in("x-default")
        self._result = result
        self._caption, self._name = caption, f"kesu-{session.rules.name}-{session.score}"
        self.say("")
        self._film_row = make("div", class_="share film")
        self._offer_film()
        own_result = [self._link("result", translator("Your result"), self._result, "text")] if result else []
        if link:
            picture, main, others = self._draw()
            to_problem = self._link("problem", translator("Link to this problem"), page + link)
            shown = make("div", picture, row(main, *others), class_="share")
            self._fill(translator("Share"), shown, *own_result, to_problem, self._message)
            self.show()
            return
        start = translator("Link to this game: everyone starts from the same position")
        replay = f"{page}{query({'game': session.rules.name})}{REPLAY_HASH}{encode(session)}"
        picture, main, others = self._draw()
        to_game = self._link("game", start, page + query(address(session)))
        to_replay = self._link("replay", translator("Link to this replay: all your moves so far"), replay)
        played = session.can_undo or session.can_redo
        self.more = make(
            "details",
            make("summary", translator("More")),
            row(*others),
            self._film_row,
            *([to_game, to_replay] if played else []),
            row(self.button(translator("Watch live"), "watch", self._watch_live)),
            class_="advanced",
        )
        self._fill(
            translator("Share"),
            make("div", picture, row(main), class_="share"),
            *own_result,
            *([] if played else [to_game]),
            self.more,
            self._message,
        )
        self.show()

    def make_film(self, inputs: Sequence[str]) -> None:
        """Makes the animated picture of these inputs, and shows its progress."""
        translator, bar = self._translator, make("progress", max="1", value="0")
        self.more.open = True
        self._film_length = len(inputs)
        bar.setAttribute("aria-label", translator("Making the animated picture"))
        put(self._film_row, bar, row(self.button(translator("Stop"), "film stop", self._stop_film)))
        self._film = Film(
            self._session,
            tuple(inputs),
            self._poster(FILM_WIDTH / WIDTH),
            self._caption,
            translator.number,
            lambda done: setattr(bar, "value", done),
            self._film_made,
            self._film_failed,
        )
        self._film_row.scrollIntoView(as_object({"block": "nearest"}))

    def stop(self) -> None:
        """Stops making the animated picture."""
        if self._film is not None:
            self._film.close()
            self._film = None

    def _offer_film(self) -> None:
        """Offers to make the animated picture if anything has been played."""
        if self._session.can_undo or self._session.can_redo:
            make_film = self.button(self._translator("Make an animated picture"), "film make", self._film_wanted)
            put(self._film_row, row(make_film))

    def _film_wanted(self) -> None:
        self.make_film(self._session.inputs)

    def _stop_film(self) -> None:
        self.stop()
        self._offer_film()

    def _film_made(self, data: Any, count: int) -> None:
        translator = self._translator
        self._film, self._film_data = None, Blob.new(to_js([data]), as_object({"type": GIF}))
        size = translator.number(self._film_data.size / 1000)
        text = translator("Animated picture, {size} kB.", size=size)
        if count < self._film_length:
            text = translator.joined((text, translator("It shows the last {count} moves.", count=count)))
        save = self.button(
            translator("Save animation"), "film save", lambda: handover.save(self._film_data, f"{self._name}.gif")
        )
        share = self.button(translator("Share animation"), "film share", self._share_film)
        buttons = [share, save] if handover.can_share_files(GIF, "kesu.gif") else [save]
        put(self._film_row, make("p", text, class_="film-message"), row(*buttons))
        for button in self._film_row.querySelectorAll("button:first-child"):
            button.focus()

    def _film_failed(self) -> None:
        self._film = None
        self._offer_film()
        self.say(self._translator("The animated picture couldn't be made. Please try again."))

    def _poster(self, scale: float = 1) -> Poster:
        return Poster(self._session.rules, self._session.view.boards, by_id("boards"), shapes=self._shapes, scale=scale)

    def _draw(self) -> tuple[Any, Any, list[Any]]:
        """Returns the picture, the button for what most people do with it, and the other buttons."""
        translator = self._translator
        canvas = drawn(self._poster(), self._caption, self._session.view.boards)
        canvas.setAttribute("role", "img")
        canvas.setAttribute("aria-label", self._caption.text)
        self._picture = self._waiting = None
        canvas.toBlob(create_once_callable(self._pictured))
        save = self.button(translator("Save picture"), "picture save", lambda: self._with_picture(self._save_picture))
        copy = self.button(translator("Copy picture"), "picture copy", lambda: self._with_picture(self._copy_picture))
        share = self.button(translator("Share"), "picture share", lambda: self._with_picture(self._share_picture))
        buttons = [share] if self._can_share else []
        buttons += [copy, save] if handover.can_copy_pictures() else [save]
        buttons[0].classList.add("main")
        return canvas, buttons[0], buttons[1:]

    def _pictured(self, blob: Any) -> None:
        self._picture = blob
        if self._waiting:
            self._waiting()

    def _link(self, name: str, title: str, text: str, kind: str = "url") -> Any:
        field = LinkField(self, self._translator, f"share-{name}", title, self.say, kind)
        field.fill(text)
        return field.element

    def _watch_live(self) -> None:
        self.close()
        self._watch()

    def _with_picture(self, act: Callable[[], None]) -> None:
        """Calls this once the picture is drawn."""
        if self._picture is None:
            self._waiting = act
        else:
            act()

    def _share_picture(self) -> None:
        text = self._result or self._caption.text
        handover.share_file(self._picture, PNG, f"{self._name}.png", text, self._say_shared)

    def _copy_picture(self) -> None:
        handover.copy_picture(self._picture, PNG, self._say_copied_picture)

    def _save_picture(self) -> None:
        handover.save(self._picture, f"{self._name}.png")

    def _share_film(self) -> None:
        handover.share_file(self._film_data, GIF, f"{self._name}.gif", self._caption.text, self._say_shared)

    def _say_copied_picture(self, *, done: bool) -> None:
        translator = self._translator
        self.say(translator("Copied.") if done else translator("Couldn't copy the picture. Save it instead."))

    def _say_shared(self, *, done: bool) -> None:
        self.say(self._translator("Couldn't share it from here. Save it instead."))
