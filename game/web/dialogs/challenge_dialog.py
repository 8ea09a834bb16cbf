"""Challenges in dialogs: the part of the Share dialog that makes one, and the notice that an answer has arrived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.contract import BadInput
from game.play.controller import Controller
from game.play.results import challenge_text
from game.session.challenge import (
    CODE,
    LONGEST_LINK,
    LONGEST_PLAYER,
    Challenge,
    ChallengeRound,
    ReplayedChallenge,
    cleaned,
    code_in,
    encode,
    recorded,
)
from game.session.replay_code import LONGEST
from game.store import names
from game.store.store import Store
from game.web.dialogs.dialog import Dialog, LinkField
from game.web.dialogs.notice import Notice
from game.web.platform import handover
from game.web.platform.dom import address_in, by_id, labelled, listen, make, row, show
from game.words import N_, Translator

FILE, KIND = "kesu-challenge.txt", "text/plain"

Open = Callable[[str, Callable[[BadInput], None]], None]
"""Opens a challenge from its code; the second argument is called with the error if that fails."""


class ChallengeLink(LinkField):
    """A link that is shared as a file if it is long and files can be shared."""

    not_copied = N_("Couldn't copy.")

    def share(self) -> None:
        if len(self.text) > LONGEST_LINK and handover.can_share_files(KIND, FILE):
            handover.share_file(self.text, KIND, FILE, "", lambda *, done: None)
        else:
            super().share()


class ChallengeRow:
    """An element that is put into the Share dialog whenever that opens; its listeners are attached only once."""

    def __init__(self, dialog: Dialog, translator: Translator, store: Store, open_challenge: Open) -> None:
        self._translator, self._store, self._open = translator, store, open_challenge
        self._game: Controller | None = None
        say = translator
        self._title = make("h3", id="challenge-title")
        self._name = make(
            "input", type="text", id="challenge-name", maxlength=str(LONGEST_PLAYER), autocomplete="nickname"
        )
        self._note = make("p", class_="message", role="status")
        self._link = ChallengeLink(dialog, say, "share-challenge", say("Link to this challenge"), self._say)
        self._saving = dialog.button(say("Save as a file"), "save challenge", self._save)
        self._file = make("input", type="file", id="challenge-file", accept=".txt,text/plain")
        self._sent = self._link.element
        self._sent.prepend(labelled(say("Your name (optional)"), self._name))
        received = make("label", make("span", say("Open a challenge from a file")), self._file, class_="file-button")
        self._files = row(self._saving, received)
        self.element = make(
            "div",
            self._title,
            self._sent,
            self._note,
            class_="share challenge",
            role="group",
            aria_labelledby="challenge-title",
        )
        listen(self._name, "input", lambda _event: self._renamed())
        listen(self._file, "change", self._file_chosen)

    def open(self, game: Controller, more: Any) -> None:
        """Puts the row for this game in front of the element for `more`, and what concerns files into that."""
        self._game = game
        translator, challenge = self._translator, game.mode.challenge
        self._title.textContent = (
            translator("Challenge: others play the same game and race against yours")
            if challenge is None
            else translator("Reply: send your game back along with theirs")
            if challenge.waits
            else translator("Next round: can they beat this game?")
        )
        self._name.value = cleaned(self._store.get(names.PLAYER) or "")
        self._file.value = ""
        show(self.element, shown=bool(game.session.length))  # without a move there is nothing to beat
        show(self._saving, shown=bool(game.session.length))
        more.before(self.element)
        more.append(self._files)
        self._write()

    def _write(self) -> None:
        """Updates the link from the game and the name."""
        if self._game is None:
            return
        try:
            link = link_of(challenge_from(self._game, str(self._name.value)))
            long = self._translator("This link is long. Sending the file is safer.")
            self._say(long if len(link) > LONGEST_LINK else "")
        except BadInput as error:
            link = ""
            self._say(self._translator.error(error))
        self._link.fill(link)

    def _renamed(self) -> None:
        self._store.put(names.PLAYER, cleaned(str(self._name.value)))
        self._write()

    def _save(self) -> None:
        handover.save_text(self._link.text + "\n", KIND, FILE)

    def _file_chosen(self, event: Any) -> None:
        handover.read_chosen(
            event.target,
            2 * LONGEST,
            lambda _name, text: self._taken(text),
            lambda name: self._say(self._translator("The file {name} is too large.", name=name)),
        )

    def _taken(self, text: str) -> None:
        by_id("share").close()
        self._open(code_in(text), self._refused)

    def _refused(self, error: BadInput) -> None:
        """Reports a file that is not a challenge in the player's own game, which is still open."""
        if self._game is not None:
            self._game.say(self._translator.error(error))

    def _say(self, text: str) -> None:
        self._note.textContent = text


def challenge_from(game: Controller, name: str) -> Challenge:
    """Returns a challenge made from the player's game: the first of a series, an answer, or another round."""
    session, before = game.session, game.mode.challenge
    mine = recorded(session, name, game.tenths)
    if before is None:
        return Challenge(session.rules, session.options, (ChallengeRound(session.seed, (mine,)),))
    return before.answered(mine) if before.waits else before.followed(session.seed, mine)


def link_of(challenge: Challenge) -> str:
    """Returns the address that opens a challenge; BadInput if it is too long."""
    return f"{address_in('x-default')}?game={challenge.rules.name}#{CODE}{encode(challenge)}"


def show_answer(
    notice: Notice,
    translator: Translator,
    played: ReplayedChallenge,
    next_round: Callable[[], None],
    again: Callable[[], None],
) -> None:
    """Says that an answer has arrived, how the challenge stands, and what to do next; the answer can be watched."""

    def leave(then: Callable[[], None]) -> None:
        notice.close()
        then()

    name = played.tracks[-1].game.name
    notice.open(
        translator("Reply from {name}", name=name) if name else translator("The reply to your challenge"),
        challenge_text(played, translator),
        (translator("Race this game"), lambda: leave(again)),
        (translator("Next round"), lambda: leave(next_round)),
        (translator("Watch"), notice.close),
    )
