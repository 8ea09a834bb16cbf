"""Hashes that show whether something made earlier is still up to date."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

STAMP = "kesu.stamp"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def key(parts: Iterable[str | Path]) -> str:
    """One hash over texts and contents of files; over lengths too, so that parts cannot run together."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()


def fresh(folder: Path, wanted: str) -> bool:
    """Whether the folder carries this stamp: it was finished, and from the same inputs."""
    try:
        return (folder / STAMP).read_text(encoding="ascii").strip() == wanted
    except (OSError, UnicodeDecodeError):
        return False


def sign(folder: Path, made_from: str) -> None:
    """Stamps a folder; the last thing done to it, so that an interrupted run is begun again."""
    (folder / STAMP).write_text(made_from + "\n", encoding="ascii")
