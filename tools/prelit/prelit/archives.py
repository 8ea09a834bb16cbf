"""Archives that depend only on the names and contents of their files: sorted, with a fixed time and mode."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can store


def zipped(files: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Returns a zip of these files, by name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how, compresslevel=9) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = how
            entry.create_system = 3  # Unix, on whatever system this runs
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data)
    return buffer.getvalue()


def unzipped(source: Path | bytes) -> dict[str, bytes]:
    """Returns the files of a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as packed:
        return {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}


def tarred(files: Mapping[str, bytes]) -> bytes:
    """Returns a tar of these files, simple enough for a few lines of JavaScript to read."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as packed:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def untarred(path: Path) -> dict[str, bytes]:
    """Returns the files of a tar, compressed or not, by name."""
    with tarfile.open(path) as packed:
        return {entry.name: (packed.extractfile(entry) or io.BytesIO()).read() for entry in packed}


def compressed(data: bytes, level: int = 12) -> bytes:
    """Returns data as gzip; the highest level is slow, and 3 to 5 % smaller than zlib's."""
    import deflate  # only here: modules that import this one may run inside Pyodide, which lacks it

    return bytes(deflate.gzip_compress(data, level))


def below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the files whose names begin with a folder, without it."""
    return {name.removeprefix(folder): data for name, data in files.items() if name.startswith(folder)}
