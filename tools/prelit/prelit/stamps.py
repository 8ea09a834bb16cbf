"""Hashes that show whether an earlier result is still up to date."""

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

STAMP = "prelit.stamp"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def key(parts: Iterable[str | Path]) -> str:
    """Returns one hash over texts and file contents, including their lengths, so that parts cannot run together."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode()
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()


def fresh(folder: Path, wanted: str) -> bool:
    """Returns whether the folder has this stamp: it was finished, from the same inputs, and its files are intact."""
    try:
        found, *sizes = (folder / STAMP).read_text(encoding="utf-8").splitlines()
        known = json.loads(sizes[0]) if sizes else {}
        return found == wanted and all((folder / name).stat().st_size == size for name, size in known.items())
    except (OSError, ValueError):
        return False


def sign(folder: Path, sources: str, files: Iterable[str] = ()) -> None:
    """Stamps a folder, as the last step, so that an interrupted run starts over.

    It records the sizes of the named files: one that is later truncated or missing makes the folder stale.
    """
    sizes = {name: (folder / name).stat().st_size for name in sorted(files)}
    text = f"{sources}\n" + (f"{json.dumps(sizes)}\n" if sizes else "")
    (folder / STAMP).write_text(text, encoding="utf-8")


def kept(folder: Path, sources: Iterable[str | Path], make: Callable[[], Mapping[str, bytes]]) -> dict[str, bytes]:
    """Returns the files that `make` makes, kept in a folder until one of their sources changes."""
    wanted = key(sources)
    if not fresh(folder, wanted):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        files = make()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        sign(folder, wanted, files)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != STAMP}


def names_in(folder: Path) -> list[str]:
    """Returns every file below a folder."""
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]


def names_and_hashes(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yields names and hashes of files, for a key."""
    for name, data in sorted(files.items()):
        yield name
        yield sha256(data)
