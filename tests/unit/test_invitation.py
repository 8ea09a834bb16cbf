"""The links of a live game: short and exact, and nothing in them reaches a browser's description unchecked."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.contract import BadInput
from game.play.live.invitation import MOST_PLACES, Invitation, Place, read
from game.session.reader import OtherVersion

SDP = """v=0\r
o=- 5131 2 IN IP4 127.0.0.1\r
s=-\r
m=application 54321 UDP/DTLS/SCTP webrtc-datachannel\r
a=ice-ufrag:aB3/\r
a=ice-pwd:abcdefghijklmnop+rstuvwx\r
a=fingerprint:sha-256 {fingerprint}\r
a=setup:actpass\r
a=candidate:1 1 udp 2113937151 0a1b2c3d-0000-4000-8000-123456789abc.local 54321 typ host generation 0\r
a=candidate:2 1 UDP 2113937150 192.168.1.2 5000 typ host generation 0\r
a=candidate:3 1 udp 1677729535 2001:db8::7 5001 typ srflx raddr 0.0.0.0 rport 0\r
a=candidate:4 1 tcp 1518280447 192.168.1.2 9 typ host tcptype active\r
a=candidate:5 1 udp 2113937151 somewhere.example 5000 typ host\r
""".format(fingerprint=":".join(f"{byte:02X}" for byte in range(32)))

PLACES = (
    Place("0a1b2c3d-0000-4000-8000-123456789abc.local", 54321),
    Place("192.168.1.2", 5000),
    Place("2001:db8::7", 5001, seen=True),
)


def invitation(answers: bool = False) -> Invitation:
    return Invitation.from_sdp("0123456789ab", answers=answers, sdp=SDP)


@pytest.mark.parametrize("answers", [False, True])
def test_link_keeps_the_essentials_of_a_description(answers: bool) -> None:
    sent = invitation(answers)
    assert sent.places == PLACES
    got = read(sent.code())
    assert got == sent
    assert Invitation.from_sdp(got.id, answers=answers, sdp=got.to_sdp()) == sent
    assert ("a=setup:active\r\n" in got.to_sdp()) == answers
    assert len(sent.code()) < 180


def test_pasted_link_is_read_in_any_form() -> None:
    code = invitation().code()
    for text in (
        code,
        f" {code[:40]}\n{code[40:]} ",
        f"https://kesu.example/ja/#live={code}",
        f"Play! ./#live={code} bye",
    ):
        assert read(text) == invitation()


def test_anything_but_an_invitation_is_rejected() -> None:
    code = invitation().code()
    cut, changed = code[:-4], ("B" if code[20] == "A" else "A").join((code[:20], code[21:]))
    for text in (
        "",
        "hello",
        "#live=",
        cut,
        changed,
        code + "AAAA",
        "A" * 5000,
        "é" * 40,
        "#replay=" + code,
    ):
        with pytest.raises(BadInput):
            read(text)
    with pytest.raises(OtherVersion):
        body = b"\2" + bytes(50)
        read(base64.urlsafe_b64encode(body + zlib.crc32(body).to_bytes(4, "big")[:2]).decode().rstrip("="))


def test_incomplete_description_is_rejected() -> None:
    for name in ("ice-ufrag", "ice-pwd", "fingerprint"):
        with pytest.raises(ValueError, match="no "):
            Invitation.from_sdp("0123456789ab", answers=False, sdp=SDP.replace(f"a={name}", "a=other"))


def test_link_includes_only_some_of_many_addresses() -> None:
    more = "".join(f"a=candidate:1 1 udp 1 10.0.0.{n} 5000 typ host\r\n" for n in range(40))
    sent = Invitation.from_sdp("0123456789ab", answers=False, sdp=SDP + more)
    assert len(sent.places) == MOST_PLACES
    assert read(sent.code()) == sent


@given(st.data())
def test_no_valid_looking_link_can_inject_a_line_into_a_description(data: st.DataObject) -> None:
    """A forger may write any password; anything that is not a valid one is rejected."""
    password = data.draw(st.text(st.characters(max_codepoint=127), min_size=22, max_size=40))
    forged = Invitation("0123456789ab", False, "abcd", password, bytes(32), PLACES)
    try:
        text = read(forged.code()).to_sdp()
    except BadInput:
        return
    assert text.count("\r\n") == 14 + len(PLACES)
