"""A source as a code for the fragment of an address, and back: base64url of a form, a checksum and a deflated text."""

from __future__ import annotations

from game.contract import BadInput
from game.session.replay import LONGEST, MOST_BYTES, TOO_LONG, pack, unpack
from game.words import N_
from game.workshop.sources import Source, read

CODE = "workshop="
"""What stands before a code in the fragment of an address."""
LONGEST_LINK = 8_000
"""Characters of an address that every messenger passes on; a longer source is better sent as a file."""


def encode(text: str) -> str:
    """A source → its code; BadInput if it is no text or too long."""
    body = read(text).text.encode()
    code = pack(body) if len(body) <= MOST_BYTES else ""
    if not code or len(code) > LONGEST:
        raise BadInput(N_("this source is too long for a link"))
    return code


def decode(code: str) -> Source:
    """A code, alone or at the end of an address → its source, not run; BadInput if it is damaged or too long."""
    try:
        return read(unpack(code.rpartition(CODE)[2].strip()).decode())
    except BadInput as error:
        if error.message == TOO_LONG:
            raise BadInput(N_("this source is too long")) from None
        raise
    except (ValueError, IndexError):
        raise BadInput(N_("this link is damaged")) from None
