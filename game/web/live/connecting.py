"""Connects the two sides of a live game: an invitation on one device, an answer on the other, and the link between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.contract import BadInput
from game.play.live import invitation
from game.play.live.invitation import Invitation
from game.session.addresses import LIVE_HASH
from game.session.live.transport import Transport
from game.store import names
from game.store.store import Store
from game.web.live.links import Peer, Rendezvous, Tab, connection
from game.web.live.live_dialog import LiveDialog
from game.web.platform.dom import address_in
from game.web.platform.loop import DelayedCall
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.web.live.live_games import LiveGames

FAILED = N_("Couldn't connect. Please start again with a new link.")
SILENT = N_("Your friend's device is silent. If this invitation is old, ask for a new one.")
UNANSWERED = N_(
    "Your friend hasn't received this reply yet. If somebody else has used this invitation, ask for a new one."
)
ANSWERING = 12_000.0
"""Milliseconds until the dialog says that the other device does not answer; a later answer is still accepted."""


class Connecting:
    """The steps that lead to a link, shown in a dialog."""

    def __init__(self, translator: Translator, store: Store, live: LiveGames) -> None:
        self._translator, self._store, self._live = translator, store, live
        self.dialog = LiveDialog(translator, self._gave_up)
        self._peer: Peer | None = None
        self._rendezvous: Rendezvous | None = None
        self._silence = DelayedCall(self._is_silent)

    # The host.

    def invite(self, title: str) -> None:
        """Opens the host's step of the dialog."""
        self.dialog.invite(title, self._store.get(names.STUN) or "", self._set_stun, self._take_answer)
        self._make_invitation()

    def _make_invitation(self) -> None:
        """Makes a link for the guest to open on another device, or in another tab of this browser."""
        self._silence.cancel()
        self.close_rendezvous()
        peer, rendezvous = self._new_peer(hosting=True), Rendezvous()
        self._rendezvous = rendezvous
        if peer is None:
            return

        def ready(ours: Invitation) -> None:
            rendezvous.await_guest(ours.id, lambda name: self._open_tab(name, hosting=True), self._take_answer)
            self.dialog.show_link(_link_with(ours))

        peer.invite(ready)

    def _take_answer(self, text: str) -> bool:
        """Accepts the guest's answer, scanned or pasted; returns whether it was one."""
        translator = self._translator
        try:
            got = invitation.read(text)
        except BadInput as error:
            self.dialog.say(translator.error(error))
            return False
        if self._peer is None or not got.answers or got.id != self._peer.id:
            self.dialog.say(translator("That is not the reply to this link."))
            return False
        self.dialog.say(translator("Connecting…"))
        self._peer.accept(got)
        self._silence.begin(ANSWERING)
        return True

    def _set_stun(self, address: str) -> None:
        """Saves the address and makes a new link; says so if the browser rejects the address."""
        try:
            connection(address).close()
        except BadInput as error:
            self.dialog.say(self._translator.error(error))
            return
        if address:
            self._store.put(names.STUN, address)
        else:
            self._store.remove(names.STUN)
        if self._peer is not None:
            self._peer.close()
        self._make_invitation()

    # The guest.

    def join(self, got: Invitation) -> None:
        """Joins a host: in the same browser at once, otherwise by an answer."""
        self.dialog.answer(self._translator("Live game"))
        rendezvous = self._rendezvous = Rendezvous()
        rendezvous.knock(got.id, lambda name: self._open_tab(name, hosting=False), lambda: self._answer(got))

    def _answer(self, got: Invitation) -> None:
        self.close_rendezvous()
        peer = self._new_peer(hosting=False)
        if peer is not None:
            peer.answer(got, lambda ours: self.dialog.show_link(_link_with(ours)))
            self._silence.begin(ANSWERING)

    def pass_on(self, got: Invitation) -> None:
        """Passes an answer, opened as a link in this tab, to the tab that waits for it."""
        translator, rendezvous = self._translator, Rendezvous()

        def close(text: str) -> None:
            rendezvous.close()
            self.explain(text)

        taken = translator("The game begins in the window with the invitation. You can close this one.")
        closed = translator("This invitation has expired. Please send a new one.")
        rendezvous.pass_on(got, lambda: close(taken), lambda: close(closed))

    # Both.

    def explain(self, text: str) -> None:
        """Shows a sentence in the dialog."""
        self.dialog.ask(self._translator("Live game"), text, (self._translator("Close"), self.dialog.close))

    def failed(self) -> None:
        """Says that the connection failed."""
        self.dialog.say(self._translator(FAILED))

    def _is_silent(self) -> None:
        """Says that the other device is silent."""
        peer = self._peer
        if peer is None:
            return
        if not peer.answers:
            self.failed()
        else:  # whether it waits for this answer or has taken another one, nobody can tell from here
            self.dialog.say(self._translator(UNANSWERED if peer.is_reached else SILENT))

    def _new_peer(self, *, hosting: bool) -> Peer | None:
        live = self._live
        try:
            self._peer = Peer(
                self._store.get(names.STUN) or "",
                lambda link: self._linked(link, hosting=hosting),
                live.received,
                live.lost,
                self.failed,
            )
        except BadInput as error:
            self._peer = None
            self.dialog.say(self._translator.error(error))
        return self._peer

    def _open_tab(self, name: str, *, hosting: bool) -> None:
        self._linked(Tab(name, self._live.received), hosting=hosting)

    def _linked(self, link: Transport, *, hosting: bool) -> None:
        peer, self._peer = self._peer, None
        self._silence.cancel()
        if peer is not None and peer is not link:
            peer.close()
        self.close_rendezvous()
        self.dialog.close()
        self._live.linked(link, hosting=hosting)

    def _gave_up(self) -> None:
        self._silence.cancel()
        if self._peer is not None:
            self._peer.close()
            self._peer = None
        self.close_rendezvous()
        self._live.gave_up()

    def close_rendezvous(self) -> None:
        """Stops waiting for another tab."""
        rendezvous, self._rendezvous = self._rendezvous, None
        if rendezvous is not None:
            rendezvous.close()


def _link_with(ours: Invitation) -> str:
    """Returns the link that carries an invitation or an answer."""
    return f"{address_in('x-default')}{LIVE_HASH}{ours.code()}"
