"""Encodes a source for the fragment of an address: base64url of a form number, a checksum and the deflated text."""

from __future__ import annotations

from game.contract import BadInput
from game.session.replay_code import LONGEST, MOST_BYTES, TOO_LONG, pack, unpack
from game.words import N_
from game.workshop.sources import Source, read

CODE = "workshop="
"""The prefix of a code in the fragment of an address."""


def encode(text: str) -> str:
    """Encodes a source; BadInput if it is not valid text or too long."""
    body = read(text).text.encode()
    code = pack(body) if len(body) <= MOST_BYTES else ""
    if not code or len(code) > LONGEST:
        raise BadInput(N_("this code is too long for a link"))
    return code


def decode(code: str) -> Source:
    """Decodes a code, bare or at the end of an address, without running it; BadInput if it is damaged or too long."""
    try:
        return read(unpack(code.rpartition(CODE)[2].strip()).decode())
    except BadInput as error:
        if error.message == TOO_LONG:
            raise BadInput(N_("this code is too long")) from None
        raise
    except (ValueError, IndexError):
        raise BadInput(N_("this link is damaged")) from None
