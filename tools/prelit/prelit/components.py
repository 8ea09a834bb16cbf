"""Reads the name, version, licence and notices of a third-party component from its own package."""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.parser import Parser
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from prelit.errors import PrelitError

LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|notice)", re.IGNORECASE)
TEXTS = files("prelit") / "licences"
"""The texts of common licences, for packages that only name theirs."""


@dataclass(frozen=True)
class Component:
    """Something with a licence of its own in a site."""

    name: str
    version: str
    licence: str
    """An SPDX expression, or the licence's name where it has none."""
    source: str
    """Where its source code is."""
    texts: tuple[str, ...]
    """Its copyright notices and licences, to the letter."""
    purl: str = ""
    """Its package URL, such as "pkg:npm/qr@0.7.0"."""

    def __post_init__(self) -> None:
        if not any(text.strip() for text in self.texts):
            raise PrelitError(
                f"{self.name} {self.version} has no licence text: ship another version, or add its text to prelit's "
                f"licences/ and name it in licences/linked.toml"
            )


def pyodide(folder: Path) -> list[Component]:
    """Returns Pyodide from its npm package, and everything linked into it."""
    package = _package(folder)
    version, lock = package["version"], json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    own = Component(
        name="Pyodide",
        version=version,
        licence=package["license"],
        source=f"https://github.com/pyodide/pyodide/tree/{version}",
        texts=(_text("MPL-2.0"),),
        purl=f"pkg:npm/pyodide@{version}",
    )
    return [own, *_linked({"CPython": lock["info"]["python"]})]


def prelit(version: str) -> Component:
    """Returns this package, whose scripts are in every site."""
    return Component("prelit", version, "MIT", "", ("Copyright (c) 2026 the prelit contributors", _text("MIT")))


def npm(folder: Path) -> Component:
    """Returns an installed npm package with its licence files, or else with the licence that its package.json names."""
    package = _package(folder)
    licence = _licence_of(package)
    found = sorted(path for path in folder.iterdir() if path.is_file() and LICENCE_FILE.match(path.name))
    texts = tuple(path.read_text(encoding="utf-8") for path in found)
    if not texts and (TEXTS / f"{licence}.txt").is_file():
        texts = (f"Copyright (c) {_author(package)}\n\n{_text(licence)}",)
    name, version = package["name"], package["version"]
    purl = f"pkg:npm/{name.replace('@', '%40', 1)}@{version}"
    return Component(name, version, licence, _repository(package), texts, purl)


def npm_bundle(source_map: Path, modules: Path) -> list[Component]:
    """Returns the npm packages whose modules were joined into a script, by its source map; `modules` is node_modules.

    The versions are those installed here, which have the licences, and may differ from those in the script.
    """
    sources = json.loads(source_map.read_text(encoding="utf-8"))["sources"]
    names = {found[-1] for path in sources if (found := re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)/", path))}
    missing = [name for name in sorted(names) if not (modules / name / "package.json").is_file()]
    if missing:
        raise PrelitError(
            f"{source_map.name} has {missing[0]} in it, whose licence is needed: npm install {missing[0]}"
        )
    return [npm(modules / name) for name in sorted(names)]


def wheel(path: Path) -> Component:
    """Returns a Python package as a wheel: with every licence file in it, including the licences of code that it
    contains."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        [metadata] = [name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
        head = Parser().parsestr(archive.read(metadata).decode())
        info = PurePosixPath(metadata).parent.as_posix()
        found = [name for name in names if name.startswith(info) and LICENCE_FILE.match(PurePosixPath(name).name)]
        found = found or [name for name in names if LICENCE_FILE.match(PurePosixPath(name).name)]
        texts = dict.fromkeys(archive.read(name).decode(errors="replace") for name in sorted(found))
    name, version = str(head["Name"]), str(head["Version"])
    urls = dict(str(line).split(", ", 1) for line in head.get_all("Project-URL", []))
    source = next((urls[key] for key in urls if re.search("source|repository", key, re.IGNORECASE)), head["Home-page"])
    # A licence field may hold the whole text; its first line is then the name.
    licence = str(head["License-Expression"] or head["License"] or "").strip().partition("\n")[0]
    return Component(
        name=name,
        version=version,
        licence=licence or "see its text",
        source=str(source or ""),
        texts=tuple(texts),
        purl=f"pkg:pypi/{name.lower()}@{version}",
    )


def unique(components: Iterable[Component]) -> list[Component]:
    """Returns each component once, sorted by name."""
    return sorted(dict.fromkeys(components), key=lambda component: (component.name.lower(), component.version))


def _linked(versions: dict[str, str]) -> Iterator[Component]:
    for entry in tomllib.loads((TEXTS / "linked.toml").read_text(encoding="utf-8"))["component"]:
        notices = "\n".join(entry["copyright"])
        yield Component(
            name=entry["name"],
            version=versions.get(entry["name"], ""),
            licence=entry["licence"],
            source=entry["source"],
            texts=(notices, *map(_text, entry["texts"])),
        )


@cache
def _text(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def _package(folder: Path) -> dict[str, Any]:
    try:
        return dict(json.loads((folder / "package.json").read_text(encoding="utf-8")))
    except OSError:
        raise PrelitError(f"{folder} is not an npm package: run npm install first") from None


def _licence_of(package: dict[str, Any]) -> str:
    """Returns the licence as SPDX writes it; some packages use capitals only."""
    given = str(package.get("license", "")).strip("()")
    return {"APACHE-2.0": "Apache-2.0"}.get(given, given)


def _author(package: dict[str, Any]) -> str:
    author = package.get("author", "")
    return str(author.get("name", "")) if isinstance(author, dict) else str(author)


def _repository(package: dict[str, Any]) -> str:
    given = package.get("repository", "")
    address = str(given.get("url", "") if isinstance(given, dict) else given)
    address = address or f"https://www.npmjs.com/package/{package['name']}"
    return re.sub(r"^git\+|^git:|\.git$", lambda found: "https:" if found[0] == "git:" else "", address)
