"""Live games on the page: a match, the link that carries it, and the dialog that connects the two devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game import files
from game.contract import BadInput, Rules
from game.play.controller import Controller
from game.play.live import invitation
from game.play.live.invitation import Invitation
from game.play.live.mode import DISCONNECTED, FLOODED, REFUSED, LiveGame, connected_text, turn_text, wish_text
from game.play.modes import Introduction
from game.session import Session
from game.session.live.match import Match, Status, can_be_played
from game.session.live.messages import GONE, Bye, Hello, Wish, write
from game.session.live.rate import FLOOD_BURST, FLOOD_RATE, SIZE, TokenBucket
from game.session.live.transport import Transport
from game.store.matches import SavedMatches
from game.store.store import Store
from game.web.dialogs.notice import Notice
from game.web.live.connecting import FAILED, Connecting
from game.web.live.links import new_id
from game.web.live.meeting import Meeting
from game.web.platform.loop import DelayedCall, now
from game.web.stage.stage import Stage
from game.words import N_, Translator

BEAT = 1000.0
"""Milliseconds between heartbeats of a match."""


class LiveGames:
    """Runs one live game at a time, with a friend or watched, here or elsewhere. It is the match's `MatchFront`."""

    def __init__(self, translator: Translator, store: Store, stage: Stage, notice: Notice) -> None:
        self._translator, self._stage, self._notice = translator, stage, notice
        self._connecting = Connecting(translator, store, self)
        self._matches = SavedMatches(store, self, files.read)
        self._beat = DelayedCall(self._on_beat)
        self._match: Match | None = None
        self._link: Transport | None = None
        self._greeted = False
        """Whether the host has said over this link which game it is."""
        self._meeting = Meeting(translator, self._matches, self._connecting.dialog, self)
        self._tokens = TokenBucket(FLOOD_RATE, FLOOD_BURST, seconds())
        self._announced = Status.WAITING
        self._away = False
        self._opening = False

    # Actions of the player.

    def invite_to_play(self, rules: Rules[Any], options: Mapping[str, Any], seed: int) -> None:
        """Begins a game with a friend: the saved one, or a new one."""
        self._leave()
        saved = self._matches.load(rules, range(rules.seats))

        def begin() -> None:
            session = Session(rules, options, seed, files.read)
            self._invite(Match(session, self, id=new_id(), seat=0, hosting=True, read_file=files.read))

        if not can_be_played(rules, options):
            return
        if saved is None or saved.session.over:
            begin()
        else:
            old, translator = saved, self._translator
            self._connecting.dialog.ask(
                translator("Play with a friend"),
                translator("You have an unfinished game with a friend."),
                (translator("New game"), begin),
                (translator("Continue"), lambda: self._invite(old)),
            )

    def invite_to_watch(self) -> None:
        """Invites a guest to watch the open game."""
        open_game = self._stage.controller()
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
        match, open_game = self._match, self._stage.controller()
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
        self._meeting.end()
        self._tokens = TokenBucket(FLOOD_RATE, FLOOD_BURST, seconds())
        self._beat.begin(BEAT)
        match = self._match
        if hosting and match is not None:
            match.hosting = True
            match.connect(link.send, seconds())
            if not match.watched:
                self._open(match)

    def received(self, text: str | None) -> None:
        if text is None or not self._tokens.take(1 + len(text) // SIZE, seconds()):
            self._cut_off()
        elif not self._greeted:
            self._meet(text)
        elif self._match is not None:
            self._match.receive(text, seconds())

    def lost(self) -> None:
        """Keeps the game open."""
        if self._link is None:
            self._connecting.failed()
            return
        self._close_link()
        if self._meeting.end():
            self._match = None
            self._connecting.explain(self._translator(FAILED))
        elif self._match is not None:
            self._match.disconnect()

    def gave_up(self) -> None:
        """Declines the host's game, or drops a match that was not connected, unless it is the open game."""
        if self._meeting.match is not None:
            self._meeting.closed()
            return
        match, open_game = self._match, self._stage.controller()
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
        """Handles the host's greeting, which names a game."""
        try:
            self._meeting.hear(text, self._match)
        except BadInput as error:
            self._end(self._translator.error(error))

    def accept(self, match: Match, hello: Hello) -> None:
        """Plays or watches the host's game; one that has begun is fetched before it is shown."""
        link = self._link
        if link is None:
            return
        self._match, self._greeted, match.hosting = match, True, False
        match.connect(link.send, seconds())
        if not match.game.adopting:
            self._open(match)
        match.greeted(hello, seconds())

    def decline(self) -> None:
        """Leaves the host's game before having played it."""
        if self._link is not None:
            self._link.send(write(Bye(GONE)))
        self._match = None
        self._leave()

    def _cut_off(self) -> None:
        """Closes a link over which more arrives than a game can need; the game is kept."""
        match = self._match
        self._close_link()
        if self._meeting.end() or match is None:
            self._match = None
            self._connecting.explain(self._translator(FLOODED))
            return
        match.disconnect()
        self._say_gone(self._translator(FLOODED))

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
        self._meeting.end()

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

        self._notice.open(
            translator("Live game"),
            wish_text(match, wish, translator),
            (translator("Yes"), lambda: answer(granted=True)),
            (translator("No"), lambda: answer(granted=False)),
        )

    def lapsed(self) -> None:
        self._notice.close()

    def refused(self, wish: Wish) -> None:
        self._stage.say(self._translator("Your friend declined."))

    def changed(self) -> None:
        match = self._match
        if match is None:
            return
        if self._meeting.match is match:
            if match.game.adopting:
                if match.status not in (Status.WAITING, Status.OPEN):
                    self._match = None
                    self._end(self._translator.error(BadInput(N_("this game is damaged"))))
                return
            self._meeting.end()
            self._connecting.dialog.close()
            self._open(match)
        if not match.watched:
            self._matches.save(match)
        if match.status is self._announced:
            return
        self._announced = match.status
        if match.status is Status.OPEN:
            self._stage.say(connected_text(match, self._translator))
            return
        self._close_link()
        self._say_gone(self._translator(DISCONNECTED[match.status]))

    # The open game.

    @property
    def _open_game(self) -> Controller | None:
        """The match's game if it is on the screen, and not in replay."""
        game, match = self._stage.controller(), self._match
        return game if game and match and game.session is match.session and game.replay is None else None

    def _open(self, match: Match) -> None:
        """Puts the match on the screen, unless it is there already."""
        open_game = self._stage.controller()
        if open_game is not None and open_game.session is match.session:
            return
        mode = LiveGame(self._translator, match, self._stage.say, self._closed)
        self._opening = True
        self._stage.show(match.session, mode, Introduction(at_once=True))
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


def seconds() -> float:
    """Returns the time in seconds."""
    return now() / 1000
