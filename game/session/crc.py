"""The CRC-32 of a text: the checksum of saves, links and hashes, and the version of a source."""

import zlib


def crc_of(text: str, before: int = 0) -> int:
    """Returns the CRC-32 of a text, lone surrogates included, that continues one with the CRC-32 `before`."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"), before)
