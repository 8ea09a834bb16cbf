"""The contents of a link for a live game: a device's addresses and key, in as few characters as possible.

A browser describes a connection in SDP, in some 700 bytes. Only what differs between descriptions is taken from them;
the rest is a template here. Nothing from a link gets into a description unchecked.
"""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass
from ipaddress import ip_address

from game.contract import BadInput
from game.session.addresses import LIVE_HASH
from game.session.reader import NEWER, OtherVersion
from game.words import N_

FORM = 1
LONGEST = 1_000
"""Characters of an invitation."""
MOST_PLACES = 12
ID = 6
"""Bytes of the id shared by an invitation and its answer."""
FINGERPRINT = 32
CHECK = 2
"""Bytes of the checksum, which detects a code that was cut off when copied."""
ANSWER, RELAYED = 1, 128
"""Flags: an answer; a place seen by a STUN server."""

MDNS, IPV4, IPV6 = 0, 1, 2
SIZES = {MDNS: 16, IPV4: 4, IPV6: 16}
KINDS = {4: IPV4, 6: IPV6}
"""By IP version."""

_CANDIDATE = re.compile(r"^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)\b", re.I | re.M)
_UUID = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local", re.I)
_ICE = re.compile(r"[A-Za-z0-9+/]+")
_LINK = re.compile(LIVE_HASH + r"([\w-]+)")

DESCRIPTION = """v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=ice-ufrag:{user}
a=ice-pwd:{password}
a=fingerprint:sha-256 {fingerprint}
a=setup:{setup}
a=mid:0
a=sctp-port:5000
a=max-message-size:65536
"""


@dataclass(frozen=True)
class Place:
    """An address and port (an ICE candidate); `seen` if a STUN server saw it from outside."""

    address: str
    """An IP address, or the browser's mDNS name for this device, `….local`."""
    port: int
    seen: bool = False


@dataclass(frozen=True)
class Invitation:
    """One side of a future connection."""

    id: str
    """Twelve hexadecimal digits, the same in an invitation and its answer."""
    answers: bool
    user: str
    password: str
    fingerprint: bytes
    places: tuple[Place, ...]

    @classmethod
    def from_sdp(cls, id: str, *, answers: bool, sdp: str) -> Invitation:
        """Extracts the variable parts of a browser's description; ValueError if one is missing."""
        fingerprint = bytes.fromhex(_value(sdp, "fingerprint:sha-256 ").replace(":", ""))
        found = [
            Place(address, int(port), kind.lower() == "srflx")
            for address, port, kind in _CANDIDATE.findall(sdp)
            if int(port) and _packed(address) is not None
        ]
        places = list(dict.fromkeys(found))[:MOST_PLACES]
        return cls(id, answers, _value(sdp, "ice-ufrag:"), _value(sdp, "ice-pwd:"), fingerprint, tuple(places))

    def to_sdp(self) -> str:
        """Returns a description that a browser accepts."""
        text = DESCRIPTION.format(
            user=self.user,
            password=self.password,
            fingerprint=self.fingerprint.hex(":").upper(),
            setup="active" if self.answers else "actpass",
        )
        for number, place in enumerate(self.places):
            kind = "srflx raddr 0.0.0.0 rport 0" if place.seen else "host"
            priority = (1_677_721_855 if place.seen else 2_122_260_223) - number * 256
            text += f"a=candidate:{number} 1 udp {priority} {place.address} {place.port} typ {kind}\n"
        return text.replace("\n", "\r\n")

    def code(self) -> str:
        """Encodes the invitation for a link."""
        body = bytearray([FORM, ANSWER if self.answers else 0])
        body += bytes.fromhex(self.id) + self.fingerprint
        for text in (self.user, self.password):
            body.append(len(text))
            body += text.encode("ascii")
        for place in self.places:
            kind, packed = _packed(place.address) or (MDNS, bytes(SIZES[MDNS]))
            body.append(kind | RELAYED * place.seen)
            body += packed + place.port.to_bytes(2, "big")
        body += _check(bytes(body))
        return base64.urlsafe_b64encode(bytes(body)).decode("ascii").rstrip("=")


def read(text: str) -> Invitation:
    """Parses a link, or the code in it, however it was pasted; BadInput for anything else."""
    if len(text) > 4 * LONGEST:
        raise _unreadable()
    found = _LINK.search(text)
    code = found[1] if found else "".join(text.split())
    if not code or len(code) > LONGEST:
        raise _unreadable()
    try:
        body = base64.b64decode(code.encode("ascii") + b"=" * (-len(code) % 4), altchars=b"-_", validate=True)
        if body[-CHECK:] == _check(body[:-CHECK]) and body[0] > FORM:
            raise OtherVersion(f"form {body[0]}", NEWER, theirs=body[0], ours=FORM)
        return _read(body)
    except BadInput:
        raise
    except (ValueError, IndexError):
        raise _unreadable() from None


def _read(body: bytes) -> Invitation:
    """Decodes an invitation; ValueError or IndexError for anything that is not exactly one."""
    body, check = body[:-CHECK], body[-CHECK:]
    if body[0] != FORM or body[1] not in (0, ANSWER) or check != _check(body):
        raise ValueError("not an invitation")
    at = 2 + ID + FINGERPRINT
    texts = []
    for shortest in (4, 22):
        end = at + 1 + body[at]
        text = body[at + 1 : end].decode("ascii")
        if len(text) < shortest or len(text) != body[at] or not _ICE.fullmatch(text):
            raise ValueError("not an invitation")
        texts.append(text)
        at = end
    places: list[Place] = []
    while at < len(body):
        kind, seen = body[at] & ~RELAYED, bool(body[at] & RELAYED)
        size = SIZES.get(kind)
        if size is None or at + 3 + size > len(body) or len(places) == MOST_PLACES:
            raise ValueError("not an invitation")
        port = int.from_bytes(body[at + 1 + size : at + 3 + size], "big")
        if not port:
            raise ValueError("no port")
        places.append(Place(_unpacked(kind, body[at + 1 : at + 1 + size]), port, seen))
        at += 3 + size
    user, password = texts
    return Invitation(
        body[2 : 2 + ID].hex(), body[1] == ANSWER, user, password, body[2 + ID : 2 + ID + FINGERPRINT], tuple(places)
    )


def _value(sdp: str, name: str) -> str:
    """Returns the value of an attribute of a description; ValueError if it is missing."""
    found = re.search(rf"^a={re.escape(name)}(\S+)", sdp, re.M | re.I)
    if not found:
        raise ValueError(f"no {name}")
    return found[1]


def _packed(address: str) -> tuple[int, bytes] | None:
    """Returns the kind and bytes of an address; None for a name that is not a browser's mDNS name."""
    if uuid := _UUID.fullmatch(address):
        return MDNS, bytes.fromhex("".join(uuid.groups()))
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return KINDS[found.version], found.packed


def _unpacked(kind: int, packed: bytes) -> str:
    if kind in KINDS.values():
        return str(ip_address(packed))
    text = packed.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}.local"


def _check(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "big")[:CHECK]


def _unreadable() -> BadInput:
    return BadInput(N_("this is not a link for a live game"))
