"""Live games on the page: a match, the link that carries it, and the dialog that connects the two devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from game import files
from game.contract import BadInput, Rules
from game.play.controller import Controller
from game.play.modes import Introduction
from game.rules import game
from game.session import Session
from game.session.live.match import Match, MatchFront, Status, can_be_played
from game.session.live.messages import AGAIN, Hello, Wish, hello_in
from game.session.live.transport import Transport
from game.store import names
from game.store.store import Store
from game.web.dialogs.notice import Notice
from game.web.live import invitation
from game.web.live.connecting import Connecting
from game.web.live.invitation import Invitation
from game.web.live.links import new_id
from game.web.live.mode import GONE, REFUSED, LiveGame, turn_text
from game.web.platform.loop import Later, now
from game.web.stage import Stage
from game.words import Translator

BEAT = 1000.0
"""Milliseconds between heartbeats of a match."""


class LiveGames:
    """One live game at a time: with a friend, watched here, or watched from elsewhere. It is its `MatchFront`."""

    def __init__(self, translator: Translator, store: Store, stage: Stage, notice: Notice) -> None:
        self._translator, self._stage, self._notice = translator, stage, notice
        self._connecting = Connecting(translator, store, self)
        self._kept = KeptMatches(store, self)
        self._beat = Later(self._on_beat)
        self._match: Match | None = None
        self._link: Transport | None = None
        self._greeted = False
        """Whether the host has said over this link which game it is."""
        self._announced = Status.WAITING
        self._away = False
        self._opening = False

    # Actions of the player.

    def begin_with(self, rules: Rules[Any], options: Mapping[str, Any], seed: int) -> None:
        """Begins a game with a friend: the one that was kept, or a new one."""
        self._leave()
        kept = self._kept.load(rules, range(rules.seats))

        def begin() -> None:
            session = Session(rules, options, seed, files.read)
            self._invite(Match(session, self, id=new_id(), seat=0, hosting=True, read_file=files.read))

        if not can_be_played(rules, options):
            return
        if kept is None or kept.session.over:
            begin()
        else:
            old, translator = kept, self._translator
            self._connecting.dialog.ask(
                translator("Play with a friend"),
                translator("You have an unfinished game with a friend."),
                (translator("New game"), begin),
                (translator("Continue"), lambda: self._invite(old)),
            )

    def watch(self) -> None:
        """Invites a guest to watch the open game."""
        open_game = self._stage.game
        if self._link is not None and self._open_game:
            self._stage.say(self._translator(REFUSED))
        elif open_game is not None:
            self._leave()
            self._invite(Match(open_game.session, self, id=new_id(), seat=0, hosting=True, watched=True))

    def join(self, text: str) -> None:
        """Handles a link for a live game: an invitation, or the answer to one."""
        translator = self._translator
        try:
            got = invitation.read(text)
        except BadInput as error:
            self._stage.say(translator.error(error))
            self._connecting.explain(translator.error(error))
            return
        if got.answers:
            self._connecting.pass_on(got)
            return
        self._connecting.dialog.ask(
            translator("Live game"),
            translator("You are invited to a live game. Your device will connect directly to your friend's."),
            (translator("Cancel"), self._connecting.dialog.close),
            (translator("Join"), lambda: self._join(got)),
        )

    def moved(self) -> None:
        """Follows the open game, which may have moved."""
        match, open_game = self._match, self._stage.game
        if match is None or open_game is None or open_game.replay is not None:
            return
        if match.watched and match.hosting and open_game.session is not match.session:
            self._leave()  # the guest was not invited to watch another game
            return
        match.follow()

    # The link. These are called by `Connecting`.

    def linked(self, link: Transport, *, hosting: bool) -> None:
        if self._link is not None and self._link is not link:
            self._link.close()
        self._link, self._announced, self._away = link, Status.WAITING, False
        self._greeted = hosting
        self._beat.begin(BEAT)
        match = self._match
        if hosting and match is not None:
            match.hosting = True
            match.connect(link.send, seconds())
            if not match.watched:
                self._open(match)

    def received(self, text: str) -> None:
        if not self._greeted:
            self._meet(text)
        elif self._match is not None:
            self._match.receive(text, seconds())

    def lost(self) -> None:
        """Keeps the game open."""
        if self._link is None:
            self._connecting.failed()
            return
        self._close_link()
        if self._match is not None:
            self._match.disconnect()

    def gave_up(self) -> None:
        """Drops a match that was not connected, unless it is the open game."""
        match, open_game = self._match, self._stage.game
        if self._link is None and match and (match.watched or not open_game or open_game.session is not match.session):
            self._match = None

    # The match.

    def _invite(self, match: Match) -> None:
        """Invites somebody to a match."""
        self._match, match.hosting = match, True
        translator = self._translator
        self._connecting.invite(translator("Watch live") if match.watched else translator("Play with a friend"))

    def _join(self, got: Invitation) -> None:
        self._leave()
        self._greeted = False
        self._connecting.join(got)

    def _meet(self, text: str) -> None:
        """Reads the host's greeting, and opens the game it names, resuming from what the guest has of it."""
        link = self._link
        try:
            hello = hello_in(text)
            if hello is None or link is None:
                return
            match = self._known(hello) or Match.joining(hello, self, game, files.read)
        except BadInput as error:
            self._end(self._translator.error(error))
            return
        self._match, self._greeted, match.hosting = match, True, False
        match.connect(link.send, seconds())
        self._open(match)
        match.greeted(hello, seconds())

    def _known(self, hello: Hello) -> Match | None:
        """Returns the match that the host means, if this side has it."""
        here = self._match
        if here is not None and here.id == hello.id and here.game.first_seat != hello.seat:
            return here
        rules = game(hello.address.get("game", ""))
        kept = None if hello.watched else self._kept.load(rules, [(hello.seat + 1) % rules.seats])
        return kept if kept is not None and kept.id == hello.id else None

    def _close_link(self) -> None:
        link, self._link = self._link, None
        self._beat.cancel()
        if link is not None:
            link.close()

    def _leave(self) -> None:
        """Ends the live game on this side; its moves are kept."""
        match, self._match = self._match, None
        if match is not None and self._link is not None:
            match.leave()
        self._close_link()
        self._connecting.close_rendezvous()

    def _end(self, text: str) -> None:
        self._leave()
        self._stage.say(text)
        self._connecting.explain(text)

    def _on_beat(self) -> None:
        match = self._match
        if self._link is None:
            return
        self._beat.begin(BEAT)
        if match is None or not self._greeted:
            return
        match.beat(seconds())
        away = match.is_away(seconds())
        if away != self._away:
            self._away = away
            if away:
                self._say_gone(self._translator("Your friend is away. The game is waiting."))
            else:
                self._stage.say(turn_text(match, self._translator))

    # The match's `MatchFront`.

    def play(self, word: str) -> None:
        if self._open_game:
            self._open_game.play(word, mine=False)

    def go_back(self, position: int) -> None:
        if self._open_game:
            self._open_game.go(position)
            self._stage.say(self._translator("The last move was undone."))

    def begin(self, session: Session) -> None:
        if self._match is not None:
            self._open(self._match)

    def asked(self, wish: Wish) -> None:
        translator, match = self._translator, self._match
        if match is None:
            return

        def answer(*, granted: bool) -> None:
            self._notice.close()
            match.answer(granted)

        text = (
            translator("Your friend would like to play again.")
            if wish.what == AGAIN
            else translator("Your friend would like to undo a move.")
        )
        self._notice.open(
            translator("Live game"), text,
            (translator("Yes"), lambda: answer(granted=True)), (translator("No"), lambda: answer(granted=False)),
        )  # fmt: skip

    def refused(self, wish: Wish) -> None:
        self._stage.say(self._translator("Your friend declined."))

    def changed(self) -> None:
        match = self._match
        if match is None:
            return
        if not match.watched:
            self._kept.save(match)
        if match.status is self._announced:
            return
        self._announced = match.status
        if match.status is Status.OPEN:
            self._stage.say(self._connected_text(match))
            return
        self._close_link()
        self._say_gone(self._translator(GONE[match.status]))

    # The open game.

    @property
    def _open_game(self) -> Controller | None:
        """The match's game if it is on the screen, and not in replay."""
        game, match = self._stage.game, self._match
        return game if game and match and game.session is match.session and game.replay is None else None

    def _open(self, match: Match) -> None:
        """Puts the match on the screen, unless it is there already."""
        open_game = self._stage.game
        if open_game is not None and open_game.session is match.session:
            return
        mode = LiveGame(self._translator, match, self._stage.say, self._closed)
        self._opening = True
        self._stage.show(match.session, mode, Introduction(begun=True))
        self._opening = False

    def _closed(self) -> None:
        """Ends the live game when the match leaves the screen."""
        if not self._opening:
            self._leave()

    def _say_gone(self, text: str) -> None:
        """Says that the other side is gone, and offers to reconnect."""
        match = self._match
        if match is None or match.watched:
            self._stage.say(text)
        else:
            self._stage.say(text, self._translator("Reconnect"), lambda: self._invite(match))

    def _connected_text(self, match: Match) -> str:
        translator = self._translator
        if match.watched and not match.session.over:
            return translator("Someone is watching now.") if match.hosting else translator("You are watching live.")
        return translator.joined((translator("Connected."), turn_text(match, translator)))


class KeptMatches:
    """The matches in the store."""

    def __init__(self, store: Store, front: MatchFront) -> None:
        self._store, self._front = store, front

    def save(self, match: Match) -> None:
        """Stores a match."""
        self._store.put(names.live(match.session.rules.name, match.game.first_seat), match.dump())

    def load(self, rules: Rules[Any], seats: Iterable[int]) -> Match | None:
        """Returns the match of this game at the first of these seats that has one; ignores a damaged one."""
        for text in filter(None, (self._store.get(names.live(rules.name, seat)) for seat in seats)):
            with suppress(BadInput):
                return Match.load(text, self._front, game, files.read)
        return None


def seconds() -> float:
    """Returns the time in seconds."""
    return now() / 1000
