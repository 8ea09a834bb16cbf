"""Writes the files of the site and their compressed copies, and deletes all others; unchanged files are left alone."""

import gzip
import json
import os
from collections.abc import Mapping
from pathlib import Path

from prelit import stamps

WORTHWHILE = 0.95  # a compressed copy is kept only if it is smaller than this share


def write(path: Path, data: bytes) -> bool:
    """Writes a file unless it already holds these bytes; returns whether it wrote."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)  # atomically: a server may be reading
    return True


def remove_links(folder: Path) -> None:
    """Deletes symbolic links: nothing must be written to their targets, nor published from there."""
    for place, folders, names in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *names)):
            if path.is_symlink():
                path.unlink()


def remove_others(folder: Path, wanted: set[str]) -> None:
    """Deletes files of earlier builds that are not in this one."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in wanted:
            path.unlink()


def compress(files: Mapping[str, bytes], folder: Path, record: Path) -> dict[str, int]:
    """Stores a compressed copy of every file that shrinks; returns the bytes that a compressing server sends for each.

    `record` holds the hash and size of compressed files, because compressing everything takes seconds.
    """
    try:
        known = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    sizes: dict[str, tuple[str, int]] = {}
    for path, data in files.items():
        copy, digest = folder / f"{path}.gz", stamps.sha256(data)
        kept, size = known.get(path, ("", 0))
        if kept != digest or size != (copy.stat().st_size if copy.exists() else len(data)):
            packed = gzip.compress(data, 9, mtime=0)
            size = len(packed) if len(packed) < WORTHWHILE * len(data) else len(data)
            if size < len(data):
                write(copy, packed)
                copy.touch()  # newer than its original, so the server knows that it is current
        sizes[path] = (digest, size)
    remove_others(folder, {f"{path}.gz" for path, data in files.items() if sizes[path][1] < len(data)})
    write(record, json.dumps(sizes).encode())
    return {path: size for path, (_digest, size) in sizes.items()}
