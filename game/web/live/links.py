"""Links to the other side: a WebRTC data channel between two devices, and a channel between two tabs of one browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import BroadcastChannel, crypto, window
from pyodide.ffi import create_proxy

from game.contract import BadInput
from game.play.live.invitation import ID, Invitation
from game.session.live.messages import LONGEST
from game.session.live.transport import Transport
from game.web.platform.dom import as_object, guarded
from game.web.platform.loop import DelayedCall
from game.words import N_

GATHERING = 4000.0
"""Milliseconds before an invitation is made from the addresses found so far."""
KNOCKING = 400.0
"""Milliseconds to wait for another tab of this browser."""
ROOM = "kesu-live"
NO_WEBRTC = N_("this browser cannot connect to other devices")

Take = Callable[[str | None], None]
"""What takes each text that arrives; None for anything else than a text of a sensible length."""
WhenOpened = Callable[[Transport], None]


def new_id() -> str:
    """Returns an unguessable id for an invitation."""
    numbers = crypto.getRandomValues(window.Uint8Array.new(ID))
    return bytes(numbers.to_py()).hex()


class Listeners:
    """Event listeners that can be removed again."""

    def __init__(self) -> None:
        self._attached: list[tuple[Any, str, Any]] = []

    def on(self, target: Any, kind: str, act: Callable[[Any], None]) -> None:
        """Listens to a target until `stop`."""
        proxy = create_proxy(guarded(act))
        target.addEventListener(kind, proxy)
        self._attached.append((target, kind, proxy))

    def on_text(self, target: Any, take: Take) -> None:
        """Passes on the messages of a channel; one that is too long is not even copied."""

        def received(event: Any) -> None:
            length = window.kesuLength(event)
            data = event.data if isinstance(length, int) and length <= LONGEST else None
            take(data if isinstance(data, str) else None)

        self.on(target, "message", received)

    def stop(self) -> None:
        """Removes all listeners."""
        for target, kind, proxy in self._attached:
            target.removeEventListener(kind, proxy)
            proxy.destroy()
        self._attached.clear()


def connection(stun: str) -> Any:
    """Opens a connection; BadInput if the browser has no WebRTC or rejects the STUN server's address."""
    if not hasattr(window, "RTCPeerConnection"):
        raise BadInput(NO_WEBRTC)
    servers = [{"urls": f"stun:{stun}"}] if stun else []
    try:
        return window.RTCPeerConnection.new(as_object({"iceServers": servers}))
    except Exception as error:  # browsers throw different errors here, all for this reason
        raise BadInput(N_("this is not the address of a STUN server")) from error


class Peer:
    """A data channel to another device; people carry the two descriptions over by hand."""

    def __init__(
        self, stun: str, opened: WhenOpened, take: Take, closed: Callable[[], None], failed: Callable[[], None]
    ) -> None:
        """BadInput if the browser has no WebRTC; a STUN address that it rejects is ignored."""
        try:
            self._connection = connection(stun)
        except BadInput:
            self._connection = connection("")
        self.id, self.answers = "", False
        """The invitation's id, and whether this is the guest's side, which answers it."""
        self._closed, self._failed = closed, lambda *_why: failed()
        self._listeners, self._later = Listeners(), DelayedCall(self._gathered)
        self._then: Callable[[Invitation], None] | None = None
        self._channel = self._connection.createDataChannel("kesu", as_object({"negotiated": True, "id": 0}))
        self._listeners.on(self._channel, "open", lambda _event: opened(self))
        self._listeners.on_text(self._channel, take)
        self._listeners.on(self._channel, "close", lambda _event: self._gone())
        self._listeners.on(self._connection, "connectionstatechange", lambda _event: self._changed())
        self._listeners.on(self._connection, "icegatheringstatechange", lambda _event: self._gathering())

    def invite(self, then: Callable[[Invitation], None]) -> None:
        """Makes the host's invitation."""
        self.id, self._then, self.answers = new_id(), then, False
        self._connection.createOffer().then(guarded(self._describe), self._failed)

    def answer(self, invitation: Invitation, then: Callable[[Invitation], None]) -> None:
        """Accepts the host's invitation, and makes the answer."""
        self.id, self._then, self.answers = invitation.id, then, True
        self._take_description(
            "offer",
            invitation,
            lambda _nothing: self._connection.createAnswer().then(guarded(self._describe), self._failed),
        )

    def accept(self, answer: Invitation) -> None:
        """Accepts the guest's answer."""
        self._take_description("answer", answer, lambda _nothing: None)

    @property
    def is_reached(self) -> bool:
        """Whether the other device can be reached while its page waits for an answer."""
        return str(self._connection.iceConnectionState) in ("connected", "completed")

    def send(self, text: str) -> None:
        if self._channel.readyState == "open":
            self._channel.send(text)

    def close(self) -> None:
        self._then = None
        self._later.free()
        self._listeners.stop()
        self._connection.close()

    def _take_description(self, kind: str, invitation: Invitation, then: Callable[[Any], object]) -> None:
        description = as_object({"type": kind, "sdp": invitation.to_sdp()})
        self._connection.setRemoteDescription(description).then(guarded(then), self._failed)

    def _describe(self, description: Any) -> None:
        self._later.begin(GATHERING)
        self._connection.setLocalDescription(description).then(lambda _nothing: None, self._failed)

    def _gathering(self) -> None:
        if self._connection.iceGatheringState == "complete":
            self._gathered()

    def _gathered(self) -> None:
        """Makes the invitation, once all addresses have been found or the search has timed out."""
        then, self._then = self._then, None
        self._later.cancel()
        if then is not None:
            then(Invitation.from_sdp(self.id, answers=self.answers, sdp=str(self._connection.localDescription.sdp)))

    def _changed(self) -> None:
        """Closes a connection that has failed, unless the host may still accept this answer and connect."""
        if self._connection.connectionState == "failed" and not (
            self.answers and self._channel.readyState == "connecting"
        ):
            self._gone()

    def _gone(self) -> None:
        self.close()
        self._closed()


class Tab:
    """A channel to another tab or window of this browser."""

    def __init__(self, name: str, take: Take) -> None:
        self._channel, self._listeners = BroadcastChannel.new(f"{ROOM} {name}"), Listeners()
        self._listeners.on_text(self._channel, take)

    def send(self, text: str) -> None:
        self._channel.postMessage(text)

    def close(self) -> None:
        self._listeners.stop()
        self._channel.close()


class Rendezvous:
    """A channel where the tabs of one browser find each other: a guest knocks with an invitation, and its host opens.

    It also carries an answer that was opened as a link in another tab to the tab that waits for it.
    """

    def __init__(self) -> None:
        self._channel, self._listeners, self._later = (
            BroadcastChannel.new(ROOM),
            Listeners(),
            DelayedCall(self._silence),
        )
        self._waiting = ""
        self._opened: Callable[[str], None] = lambda _name: None
        self._answered: Callable[[str], object] = lambda _code: None
        self._closed: Callable[[], None] | None = None
        self._here = ""
        self._listeners.on_text(self._channel, self._received)

    def await_guest(self, id: str, opened: Callable[[str], None], answered: Callable[[str], object]) -> None:
        """Waits for a guest with this invitation; `opened` gets the name of the channel, `answered` an answer."""
        self._waiting, self._opened, self._answered = id, opened, answered

    def knock(self, id: str, opened: Callable[[str], None], closed: Callable[[], None]) -> None:
        """Looks for the host of an invitation in this browser."""
        self._here, self._opened, self._closed = new_id(), opened, closed
        self._say("knock", id, self._here)
        self._later.begin(KNOCKING)

    def pass_on(self, answer: Invitation, taken: Callable[[], None], closed: Callable[[], None]) -> None:
        """Hands an answer to the tab that waits for it."""
        self._here, self._opened, self._closed = answer.id, lambda _name: taken(), closed
        self._say("answer", answer.id, answer.code())
        self._later.begin(KNOCKING)

    def close(self) -> None:
        self._later.free()
        self._listeners.stop()
        self._channel.close()

    def _say(self, *parts: str) -> None:
        self._channel.postMessage(" ".join(parts))

    def _received(self, text: str | None) -> None:
        parts = (text or "").split(" ")
        if len(parts) != 3:
            return
        what, id, rest = parts
        if what == "open" and self._here and rest == self._here:
            self._later.cancel()
            self._here = ""
            self._opened(rest)
        elif id == self._waiting and id and what in ("knock", "answer"):
            self._say("open", id, rest if what == "knock" else id)
            if what == "answer":
                self._answered(rest)
            else:
                self._waiting = ""
                self._opened(rest)

    def _silence(self) -> None:
        closed, self._closed, self._here = self._closed, None, ""
        if closed:
            closed()
