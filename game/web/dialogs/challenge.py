"""Challenges in dialogs: the part of the Share dialog that makes one, and the notice that an answer has arrived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import Blob, File, navigator
from pyodide.ffi import to_js

from game.contract import BadInput
from game.session.challenge import (
    CODE,
    LONGEST_LINK,
    LONGEST_NAME,
    Challenge,
    Played,
    Round,
    cleaned,
    code_in,
    encode,
    recorded,
    result_text,
)
from game.session.replay import LONGEST
from game.web.dialogs import exports
from game.web.dialogs.notice import Notice
from game.web.dialogs.sharing import copy_text
from game.web.game.game import Game
from game.web.platform.dom import address_in, as_object, by_id, listen, make, put, show
from game.web.storage import names
from game.web.storage.store import Store
from game.words import Translator

FILE = "kesu-challenge.txt"

Open = Callable[[str, Callable[[BadInput], None]], None]
"""Opens a challenge from its code; the second argument is called with the error if that fails."""


class ChallengeRow:
    """An element that is put into the Share dialog whenever that opens; its listeners are attached only once."""

    def __init__(self, translator: Translator, store: Store, open_challenge: Open) -> None:
        self._translator, self._store, self._open = translator, store, open_challenge
        self._game: Game | None = None
        self._link = ""
        say = translator
        self._title = make("h3", id="challenge-title")
        self._name = make(
            "input", type="text", id="challenge-name", maxlength=str(LONGEST_NAME), autocomplete="nickname"
        )
        self._field = make("input", type="text", readonly="", id="share-challenge")
        self._note = make("p", class_="message", role="status")
        self._buttons = [make("button", say("Copy"), type="button", data_challenge="copy")]
        if hasattr(navigator, "share"):
            self._buttons.append(make("button", say("Share"), type="button", data_challenge="share"))
        self._buttons.append(make("button", say("Save as a file"), type="button", data_challenge="file"))
        self._file = make("input", type="file", id="challenge-file", accept=".txt,text/plain")
        self._sent = put(
            make("div", class_="share"),
            put(make("label"), make("span", say("Your name (optional)")), self._name),
            put(make("label"), make("span", say("Link to this challenge")), self._field),
            put(make("div", class_="row"), *self._buttons),
        )
        received = put(make("label"), make("span", say("Open a challenge from a file")), self._file)
        self.element = put(
            make("div", class_="share challenge", role="group", aria_labelledby="challenge-title"),
            self._title, self._sent, received, self._note,
        )  # fmt: skip
        listen(self.element, "click", self._clicked)
        listen(self._name, "input", lambda _event: self._write())
        listen(self._name, "change", lambda _event: self._store.put(names.PLAYER, cleaned(str(self._name.value))))
        listen(self._file, "change", self._file_chosen)

    def open(self, game: Game, before: Any) -> None:
        """Puts the row into the dialog, in front of the given element, for this game."""
        self._game = game
        translator, challenge = self._translator, game.occasion.challenge
        self._title.textContent = (
            translator("Challenge: others play the same game and race against yours")
            if challenge is None
            else translator("Answer: your game goes back with theirs")
            if challenge.waits
            else translator("Next round: others race against this game")
        )
        self._name.value = cleaned(self._store.get(names.PLAYER) or "")
        self._file.value = ""
        show(self._sent, bool(game.session.length))
        before.before(self.element)
        self._write()

    def _write(self) -> None:
        """Updates the link from the game and the name."""
        if self._game is None:
            return
        try:
            self._link = link_of(made(self._game, str(self._name.value)))
            self._say(
                "" if len(self._link) <= LONGEST_LINK else self._translator("This link is long: a file is safer.")
            )
        except BadInput as error:
            self._link = ""
            self._say(self._translator.error(error))
        self._field.value = self._link
        for button in self._buttons:
            button.disabled = not self._link

    def _clicked(self, event: Any) -> None:
        event.stopPropagation()  # the Share dialog closes on a click on any button it does not know
        button = event.target.closest("[data-challenge]")
        if not button:
            return
        self._store.put(names.PLAYER, cleaned(str(self._name.value)))
        what = str(button.getAttribute("data-challenge"))
        if what == "copy":
            copy_text(self._link, self._copied)
        elif what == "share":
            share(self._link)
        else:
            save_as_file(self._link)

    def _copied(self, done: bool) -> None:
        translator = self._translator
        self._say(translator("Copied.") if done else translator("Couldn't copy."))

    def _file_chosen(self, event: Any) -> None:
        for file in event.target.files:
            if int(file.size) > 2 * LONGEST:
                self._say(self._translator("The file {name} is too large.", name=str(file.name)))
            else:
                file.text().then(lambda text: self._taken(str(text)))

    def _taken(self, text: str) -> None:
        by_id("share").close()
        self._open(code_in(text), self._refused)

    def _refused(self, error: BadInput) -> None:
        """Reports a file that is not a challenge in the player's own game, which is still open."""
        if self._game is not None:
            self._game.presenter.say(self._translator.error(error))

    def _say(self, text: str) -> None:
        self._note.textContent = text


def made(game: Game, name: str) -> Challenge:
    """Returns a challenge made from the player's game: the first of a series, an answer, or another round."""
    session, before = game.session, game.occasion.challenge
    mine = recorded(session, name, game.tenths)
    if before is None:
        return Challenge(session.rules, session.options, (Round(session.seed, (mine,)),))
    return before.answered(mine) if before.waits else before.followed(session.seed, mine)


def link_of(challenge: Challenge) -> str:
    """Returns the address that opens a challenge; BadInput if it is too long."""
    return f"{address_in('x-default')}?game={challenge.rules.name}#{CODE}{encode(challenge)}"


def share(link: str) -> None:
    """Opens the system's share sheet with the link, or with a file if the link is long and files can be shared."""
    data = as_object({"url": link})
    if len(link) > LONGEST_LINK and hasattr(navigator, "canShare"):
        file = File.new(to_js([link]), FILE, as_object({"type": "text/plain"}))
        files = as_object({"files": [file]})
        data = files if navigator.canShare(files) else data
    navigator.share(data).catch(lambda *_refused: None)


def save_as_file(link: str) -> None:
    """Downloads the link as a file."""
    exports.save(Blob.new(to_js([link + "\n"]), as_object({"type": "text/plain"})), FILE)


def show_answer(
    notice: Notice, translator: Translator, played: Played, next_round: Callable[[], None], again: Callable[[], None]
) -> None:
    """Says that an answer has arrived, how the challenge stands, and what to do next; the answer can be watched."""

    def leave(then: Callable[[], None]) -> None:
        notice.close()
        then()

    name = played.tracks[-1].game.name
    notice.open(
        translator("Answer from {name}", name=name) if name else translator("The answer to your challenge"),
        result_text(played, translator),
        (translator("Race this game"), lambda: leave(again)),
        (translator("Next round"), lambda: leave(next_round)),
        (translator("Watch"), notice.close),
    )
