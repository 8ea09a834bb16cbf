"""Live games on the page: a match, the link that carries it, and the dialog that connects the two devices."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from game import files
from game.contract import BadInput, Rules
from game.play.live import invitation
from game.play.live.invitation import Invitation
from game.play.live.live_mode import FLOODED, REFUSED, turn_text
from game.session import Session
from game.session.live.inbox import Inbox
from game.session.live.match import Match, Status, can_be_played
from game.session.live.messages import GONE, Bye, Hello, write
from game.session.live.rate import FLOOD_BURST, FLOOD_RATE, SIZE, TokenBucket
from game.session.live.transport import Transport
from game.store.store import Store
from game.web.dialogs.notice import Notice
from game.web.live.connecting import FAILED, Connecting
from game.web.live.links import new_id
from game.web.live.live_front import LiveFront
from game.web.live.meeting import Meeting
from game.web.platform.loop import DelayedCall, now
from game.web.stage.stage import Stage
from game.words import N_, Translator

BEAT = 1000.0
"""Milliseconds between heartbeats of a match."""


class LiveGames:
    """Runs one live game at a time, with a friend or watched, here or elsewhere."""

    def __init__(self, translator: Translator, store: Store, stage: Stage, notice: Notice) -> None:
        self._translator, self._stage = translator, stage
        self._connecting = Connecting(translator, store, self)
        self._front = LiveFront(translator, store, stage, notice, self)
        self._beat = DelayedCall(self._on_beat)
        self.match: Match | None = None
        self._link: Transport | None = None
        self._greeted = False
        """Whether the host has said over this link which game it is."""
        self._meeting = Meeting(translator, self._front, self._connecting.dialog, self)
        self._tokens = TokenBucket(FLOOD_RATE, FLOOD_BURST, seconds())
        self._inbox = Inbox(self._receiving, now)
        self._later = DelayedCall(self._handle)
        self._away = False

    # Actions of the player.

    def invite_to_play(self, rules: Rules[Any], options: Mapping[str, Any], seed: int) -> None:
        """Begins a game with a friend: the saved one, or a new one."""
        if not can_be_played(rules, options):
            return

        def begin() -> None:
            self.leave()
            session = Session(rules, options, seed, files.read)
            self.invite(Match(session, self._front, id=new_id(), seat=0, hosting=True, read_file=files.read))

        def go_on() -> None:
            self.leave()
            saved = load()  # again, because it may have gone on while this was asked
            if saved is not None:
                self.invite(saved)

        def load() -> Match | None:
            return self._front.matches.load(rules, range(rules.seats))

        saved = load()
        if saved is None or saved.session.over:
            begin()
        else:
            translator = self._translator
            self._connecting.dialog.ask(
                translator("Play with a friend"),
                translator("You have an unfinished game with a friend."),
                (translator("New game"), begin),
                (translator("Continue"), go_on),
            )

    def invite_to_watch(self) -> None:
        """Invites a guest to watch the open game."""
        open_game = self._stage.controller()
        if self._link is not None and self._front.open_game:
            self._stage.say(self._translator(REFUSED))
        elif open_game is not None:
            self.leave()
            self.invite(Match(open_game.session, self._front, id=new_id(), seat=0, hosting=True, watched=True))

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
        match, open_game = self.match, self._stage.controller()
        if match is None or open_game is None or open_game.replay is not None:
            return
        if match.watched and match.hosting and open_game.session is not match.session:
            self.leave()  # the guest was not invited to watch another game
            return
        match.follow()

    # The link. These are called by `Connecting`.

    def linked(self, link: Transport, *, hosting: bool) -> None:
        if self._link is not None and self._link is not link:
            self._link.close()
        self._link, self._front.announced, self._away = link, Status.WAITING, False
        self._greeted = hosting
        self._meeting.cancel()
        self._tokens = TokenBucket(FLOOD_RATE, FLOOD_BURST, seconds())
        self._inbox.clear()
        self._beat.begin(BEAT)
        match = self.match
        if hosting and match is not None:
            match.hosting = True
            match.connect(link.send, seconds())
            if not match.watched:
                self._front.show(match)

    def received(self, text: str | None) -> None:
        if text is None or not self._tokens.take(1 + len(text) // SIZE, seconds()):
            self._cut_off()
        elif not self._greeted:
            self._meet(text)
        elif self.match is not None:
            if not self._inbox.put(text):
                self._cut_off()
            elif self._inbox.due:
                self._handle()

    def _handle(self) -> None:
        """Handles what has arrived, for one slice."""
        match = self.match
        wait = self._inbox.run(pauses=match is None or not match.game.adopting)
        if wait is not None:
            self._later.begin(wait)

    def _receiving(self, text: str, now: float) -> Generator[None, None, None]:
        if self.match is not None:
            yield from self.match.receiving(text, now)

    def lost(self) -> None:
        """Keeps the game open."""
        if self._link is None:
            self._connecting.failed()
            return
        self.close_link()
        if self._meeting.cancel():
            self.match = None
            self._connecting.explain(self._translator(FAILED))
        elif self.match is not None:
            self.match.disconnect()

    def gave_up(self) -> None:
        """Declines the host's game, or drops a match that was not connected, unless it is the open game."""
        if self._meeting.match is not None:
            self._meeting.closed()
            return
        match, open_game = self.match, self._stage.controller()
        if self._link is None and match and (match.watched or not open_game or open_game.session is not match.session):
            self.match = None

    # The match.

    def invite(self, match: Match) -> None:
        """Invites somebody to a match."""
        self.match, match.hosting = match, True
        translator = self._translator
        self._connecting.invite(translator("Watch live") if match.watched else translator("Play with a friend"))

    def _join(self, got: Invitation) -> None:
        self.leave()
        self._greeted = False
        self._connecting.join(got)

    def _meet(self, text: str) -> None:
        """Handles the host's greeting, which names a game."""
        try:
            self._meeting.hear(text, self.match)
        except BadInput as error:
            self._end(self._translator.error(error))

    def accept(self, match: Match, hello: Hello) -> None:
        """Plays or watches the host's game; one that has begun is fetched before it is shown."""
        link = self._link
        if link is None:
            return
        self.match, self._greeted, match.hosting = match, True, False
        match.connect(link.send, seconds())
        if not match.game.adopting:
            self._front.show(match)
        match.greeted(hello, seconds())

    def has_arrived(self, match: Match) -> bool:
        """Returns whether a match is whole; the host's game, once fetched, is shown, and dropped if it is damaged."""
        if self._meeting.match is not match:
            return True
        if not match.game.adopting:
            self._meeting.cancel()
            self._connecting.dialog.close()
            self._front.show(match)
            return True
        if match.status not in (Status.WAITING, Status.OPEN):
            self.match = None
            self._end(self._translator.error(BadInput(N_("this game is damaged"))))
        return False

    def decline(self) -> None:
        """Leaves the host's game before having played it."""
        if self._link is not None:
            self._link.send(write(Bye(GONE)))
        self.match = None
        self.leave()

    def _cut_off(self) -> None:
        """Closes a link over which more arrives than a game can need; the game is kept."""
        match = self.match
        self.close_link()
        if self._meeting.cancel() or match is None:
            self.match = None
            self._connecting.explain(self._translator(FLOODED))
            return
        match.disconnect()
        self._front.say_gone(self._translator(FLOODED))

    def close_link(self) -> None:
        """Closes the link; the match goes on over another."""
        self._inbox.clear()
        link, self._link = self._link, None
        self._beat.cancel()
        if link is not None:
            link.close()

    def leave(self) -> None:
        """Ends the live game on this side; its moves are kept."""
        self._inbox.clear()
        match, self.match = self.match, None
        if match is not None and self._link is not None:
            match.leave()
        self.close_link()
        self._connecting.close_rendezvous()
        self._meeting.cancel()

    def _end(self, text: str) -> None:
        self.leave()
        self._stage.say(text)
        self._connecting.explain(text)

    def _on_beat(self) -> None:
        match = self.match
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
                self._front.say_gone(self._translator("Your friend is away. The game is waiting."))
            else:
                self._stage.say(turn_text(match, self._translator))


def seconds() -> float:
    """Returns the time in seconds."""
    return now() / 1000
