"""Live games on the page: a match, the link that carries it, and the dialog that connects the two devices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game import files
from game.contract import BadInput, Rules
from game.rules import game
from game.session import Session
from game.session.live.match import Match, Status, can_be_played
from game.session.live.messages import AGAIN, Hello, Wish, hello_in
from game.session.live.transport import Transport
from game.web.dialogs.notice import Notice
from game.web.game.game import Game
from game.web.game.occasion import Entrance
from game.web.live import invitation
from game.web.live.dialog import LiveDialog
from game.web.live.invitation import Invitation
from game.web.live.links import Door, Peer, Tab, connection, new_id
from game.web.live.occasion import Live
from game.web.platform.dom import address_in
from game.web.platform.loop import Later, now
from game.web.stage import Stage
from game.web.storage.store import Store
from game.words import N_, Translator

BEAT = 1000.0
"""Milliseconds between heartbeats of a match."""
HASH = "#live="
STUN = "live-stun"
"""Key of the STUN server's address in the store, unset until the player gives one."""
GONE = {
    Status.LEFT: N_("Your friend has left. The game is kept."),
    Status.DIFFERS: N_("The two games differ. Both are kept."),
    Status.OTHER_RULES: N_("Your friend has another version of Kesu. Reload the page on both devices."),
    Status.WAITING: N_("The connection is lost. The game is kept."),
}


class LiveGames:
    """One live game at a time: with a friend, watched here, or watched from elsewhere. It is the match's `Player`."""

    def __init__(self, translator: Translator, store: Store, stage: Stage, notice: Notice) -> None:
        self._translator, self._store, self._stage, self._notice = translator, store, stage, notice
        self._dialog = LiveDialog(translator, self._stop_waiting)
        self._beat = Later(self._on_beat)
        self._match: Match | None = None
        self._link: Transport | None = None
        self._peer: Peer | None = None
        self._door: Door | None = None
        self._greeted = False
        """Whether the host has said over this link which game it is."""
        self._announced = Status.WAITING
        self._away = False
        self._opening = False

    # Actions of the player.

    def begin_with(self, rules: Rules[Any], options: Mapping[str, Any], seed: int) -> None:
        """Begins a game with a friend: the one that was kept, or a new one."""
        self._leave()
        kept = self._kept(rules, range(rules.seats))

        def begin() -> None:
            session = Session(rules, options, seed, files.read)
            self._invite(Match(session, self, id=new_id(), seat=0, hosting=True, read_file=files.read))

        if not can_be_played(rules, options):
            return
        if kept is None or kept.session.over:
            begin()
        else:
            old, translator = kept, self._translator
            self._dialog.ask(
                translator("Play with a friend"),
                translator("You have an unfinished game with a friend."),
                (translator("New game"), begin),
                (translator("Continue"), lambda: self._invite(old)),
            )

    def watch(self) -> None:
        """Invites a guest to watch the open game."""
        open_game = self._stage.game
        if self._link is not None and self._is_open:
            self._refuse()
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
            self._explain(translator.error(error))
            return
        if got.answers:
            self._pass_on(got)
            return
        self._dialog.ask(
            translator("Live game"),
            translator("You are invited to a live game. Your device will connect directly to your friend's."),
            (translator("Cancel"), self._dialog.close),
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

    # Connecting the two sides.

    def _invite(self, match: Match) -> None:
        """Opens the host's step of the dialog."""
        self._match, match.hosting = match, True
        title = self._translator("Watch live") if match.watched else self._translator("Play with a friend")
        self._dialog.invite(title, self._store.get(STUN) or "", self._set_stun, self._take_answer)
        self._make_invitation()

    def _make_invitation(self) -> None:
        """Makes a link for the guest to open on another device, or in another tab of this browser."""
        self._close_door()
        peer, door = self._new_peer(), Door()
        self._peer, self._door = peer, door
        if peer is None:
            return

        def made(ours: Invitation) -> None:
            door.wait(ours.id, lambda name: self._linked(Tab(name, self._take), True), self._take_answer)
            self._dialog.show_link(link_of(ours))

        peer.invite(made, self._failed)

    def _take_answer(self, text: str) -> bool:
        """Accepts the guest's answer, scanned or pasted; returns whether it was one."""
        translator = self._translator
        try:
            got = invitation.read(text)
        except BadInput as error:
            self._dialog.say(translator.error(error))
            return False
        if self._peer is None or not got.answers or got.id != self._peer.id:
            self._dialog.say(translator("That is not the answer to this link."))
            return False
        self._dialog.say(translator("Connecting…"))
        self._peer.accept(got, self._failed)
        return True

    def _join(self, got: Invitation) -> None:
        """Joins a host: in the same browser at once, otherwise by an answer."""
        self._leave()
        self._greeted = False
        self._dialog.answer(self._translator("Live game"))
        door = self._door = Door()
        door.knock(got.id, lambda name: self._linked(Tab(name, self._take), False), lambda: self._answer(got))

    def _answer(self, got: Invitation) -> None:
        self._close_door()
        peer = self._peer = self._new_peer(hosting=False)
        if peer is not None:
            peer.answer(got, lambda ours: self._dialog.show_link(link_of(ours)), self._failed)

    def _pass_on(self, got: Invitation) -> None:
        """Passes an answer, opened as a link in this tab, to the tab that waits for it."""
        translator, door = self._translator, Door()

        def close(text: str) -> None:
            door.close()
            self._explain(text)

        taken = translator("The game begins in the window with the invitation. You can close this one.")
        nobody = translator("The invitation is no longer open. Please send a new one.")
        door.pass_on(got, lambda: close(taken), lambda: close(nobody))

    def _new_peer(self, hosting: bool = True) -> Peer | None:
        try:
            return Peer(
                self._store.get(STUN) or "",
                lambda link: self._linked(link, hosting),
                self._take,
                self._lost,
            )
        except BadInput as error:
            self._dialog.say(self._translator.error(error))
            return None

    def _set_stun(self, address: str) -> None:
        """Saves the address and makes a new link; says so if the browser rejects the address."""
        try:
            connection(address).close()
        except BadInput as error:
            self._dialog.say(self._translator.error(error))
            return
        if address:
            self._store.put(STUN, address)
        else:
            self._store.remove(STUN)
        if self._peer is not None:
            self._peer.close()
        self._make_invitation()

    def _failed(self) -> None:
        self._dialog.say(self._translator("Couldn't connect. Please start again with a new link."))

    def _stop_waiting(self) -> None:
        """Stops waiting when the dialog closes; drops a match that was not connected, unless it is the open game."""
        match, open_game = self._match, self._stage.game
        if self._peer is not None and self._peer is not self._link:
            self._peer.close()
            self._peer = None
        self._close_door()
        if self._link is None and match and (match.watched or not open_game or open_game.session is not match.session):
            self._match = None

    def _close_door(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            door.close()

    # The link.

    def _linked(self, link: Transport, hosting: bool) -> None:
        """Takes over a new connection between the two sides."""
        for other in (self._peer, self._link):
            if other is not None and other is not link:
                other.close()
        self._peer = None
        self._close_door()
        self._link, self._announced, self._away = link, Status.WAITING, False
        self._greeted = hosting
        self._dialog.close()
        self._beat.begin(BEAT)
        match = self._match
        if hosting and match is not None:
            match.hosting = True
            match.connect(link.send, seconds())
            if not match.watched:
                self._open(match)

    def _take(self, text: str) -> None:
        """Handles a text from the other side."""
        if not self._greeted:
            self._meet(text)
        elif self._match is not None:
            self._match.receive(text, seconds())

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
        kept = None if hello.watched else self._kept(rules, [(hello.seat + 1) % rules.seats])
        return kept if kept is not None and kept.id == hello.id else None

    def _lost(self) -> None:
        """Handles a lost connection; the game stays open."""
        if self._link is None:
            self._failed()
            return
        self._close_link()
        if self._match is not None:
            self._match.disconnect()

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
        self._close_door()

    def _end(self, text: str) -> None:
        self._leave()
        self._stage.say(text)
        self._explain(text)

    def _explain(self, text: str) -> None:
        self._dialog.ask(self._translator("Live game"), text, (self._translator("Close"), self._dialog.close))

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
                self._stage.say(self._turn_text())

    # The match's `Player`.

    def play(self, word: str) -> None:
        if self._is_open:
            self._game.take(word)

    def go_back(self, position: int) -> None:
        if self._is_open:
            self._game.go(position)
            self._stage.say(self._translator("The last move was taken back."))

    def begin(self, session: Session) -> None:
        if self._match is not None:
            self._open(self._match)

    def asked(self, wish: Wish) -> None:
        translator, match = self._translator, self._match
        if match is None:
            return

        def answer(granted: bool) -> None:
            self._notice.close()
            match.answer(granted)

        text = (
            translator("Your friend would like to play again.")
            if wish.what == AGAIN
            else translator("Your friend would like to take back a move.")
        )
        self._notice.open(
            translator("Live game"), text,
            (translator("Allow"), lambda: answer(True)), (translator("Refuse"), lambda: answer(False)),
        )  # fmt: skip

    def refused(self, wish: Wish) -> None:
        self._stage.say(self._translator("Your friend declined."))

    def changed(self) -> None:
        match = self._match
        if match is None:
            return
        if not match.watched:
            self._store.put(_name(match.session.rules, match.game.first_seat), match.dump())
        if match.status is self._announced:
            return
        self._announced = match.status
        if match.status is Status.OPEN:
            self._stage.say(self._turn_text(connected=True))
            return
        self._close_link()
        self._say_gone(self._translator(GONE[match.status]))

    # The open game.

    @property
    def _game(self) -> Game:
        open_game = self._stage.game
        assert open_game is not None
        return open_game

    @property
    def _is_open(self) -> bool:
        """Whether the match is on the screen, and not in replay."""
        open_game, match = self._stage.game, self._match
        return bool(open_game and match and open_game.session is match.session and open_game.replay is None)

    def _open(self, match: Match) -> None:
        """Puts the match on the screen, unless it is there already."""
        open_game = self._stage.game
        if open_game is not None and open_game.session is match.session:
            return
        acts: dict[str, Callable[[], object]] = {"undo": self._ask_undo, "again": self._ask_again}
        for action in ("redo", "restart", "hint", "demo"):
            acts[action] = self._refuse
        if match.watched:
            acts = dict.fromkeys(acts, self._refuse)
        occasion = Live(self._translator, match, acts, self._closed)
        self._opening = True
        self._stage.show(match.session, occasion, Entrance(begun=True))
        self._opening = False
        if match.watched:
            self._game.timing.timed = False  # the host's clock runs the game

    def _closed(self) -> None:
        """Ends the live game when the match leaves the screen."""
        if not self._opening:
            self._leave()

    def _ask_undo(self) -> None:
        match = self._match
        back = match.game.own_turn() if match else None
        if match is None or match.status is not Status.OPEN:
            self._stage.say(self._translator(GONE[Status.WAITING]))
        elif back is None:
            self._stage.say(self._translator("Nothing to undo."))
        else:
            match.ask(back)
            self._stage.say(self._translator("Asking your friend to take back your move…"))

    def _ask_again(self) -> None:
        match = self._match
        if match is not None and match.status is Status.OPEN and match.session.over:
            match.ask(AGAIN)
            self._stage.say(self._translator("Asking your friend to play again…"))
        else:
            self._refuse()

    def _refuse(self) -> None:
        self._stage.say(self._translator("This cannot be done in a live game."))

    def _turn_text(self, connected: bool = False) -> str:
        match, translator = self._match, self._translator
        if match is None or match.session.over:
            return translator("Connected.") if connected else ""
        if match.watched:
            said = translator("Someone is watching now.") if match.hosting else translator("You are watching live.")
            return said if connected else ""
        turn = translator("Your turn.") if match.is_mine else translator("Your friend's turn.")
        return translator.joined((translator("Connected."), turn)) if connected else turn

    def _say_gone(self, text: str) -> None:
        """Says that the other side is gone, and offers to reconnect."""
        match = self._match
        if match is None or match.watched:
            self._stage.say(text)
        else:
            self._stage.say(text, self._translator("Reconnect"), lambda: self._invite(match))

    def _kept(self, rules: Rules[Any], seats: Any) -> Match | None:
        """Returns a saved match of this game at one of these seats; ignores a damaged one."""
        for seat in seats:
            text = self._store.get(_name(rules, seat))
            if text:
                try:
                    return Match.load(text, self, game, files.read)
                except BadInput:
                    continue
        return None


def _name(rules: Rules[Any], seat: int) -> str:
    """Returns the store key of a match, with the seat because two tabs of one browser may hold both sides."""
    return f"live/{rules.name}/{seat}"


def link_of(ours: Invitation) -> str:
    """Returns the link that carries an invitation or an answer."""
    return f"{address_in('x-default')}{HASH}{ours.code()}"


def seconds() -> float:
    return now() / 1000
