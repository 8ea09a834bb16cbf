"""Hashes that show whether something made earlier is still up to date."""

import hashlib
import json
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
    """Whether the folder carries this stamp: it was finished, from the same inputs, and its files are still whole."""
    try:
        found, *sizes = (folder / STAMP).read_text(encoding="utf-8").splitlines()
        known = json.loads(sizes[0]) if sizes else {}
        return found == wanted and all((folder / name).stat().st_size == size for name, size in known.items())
    except (OSError, ValueError):
        return False


def sign(folder: Path, made_from: str, files: Iterable[str] = ()) -> None:
    """Stamps a folder; the last thing done to it, so that an interrupted run is begun again.

    Of the files named, the sizes are noted: one that is cut or gone later makes the folder stale.
    """
    sizes = {name: (folder / name).stat().st_size for name in sorted(files)}
    text = f"{made_from}\n" + (f"{json.dumps(sizes)}\n" if sizes else "")
    (folder / STAMP).write_text(text, encoding="utf-8")
