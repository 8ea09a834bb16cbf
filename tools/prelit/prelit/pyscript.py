"""Pages with PyScript: their configuration, and the same page with Python from elsewhere."""

from __future__ import annotations

import html
import json
import posixpath
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prelit.errors import PrelitError

INSIDE = r"""(?:[^>"']|"[^"]*"|'[^']*')*"""
"""The attributes of a tag."""
TAG = re.compile(
    rf"""<script(?=[^>]*\stype\s*=\s*["']?py["'\s>])(?P<attributes>{INSIDE})>(?P<code>.*?)</script>"""
    rf"""|<py-script(?P<own>{INSIDE})>(?P<text>.*?)</py-script>""",
    re.I | re.S,
)
"""Python in a page."""
CONFIG = re.compile(rf"<py-config(?P<attributes>{INSIDE})>(?P<text>.*?)</py-config>", re.I | re.S)
EDITOR = re.compile(r"""<script[^>]*\stype\s*=\s*["']?py-editor""", re.I)
CORE = re.compile(
    r"""(?P<before>\b(?:src|href)\s*=\s*["'])[^"']*pyscript[^"']*/(?P<name>core\.(?:js|css))(?=["'])""", re.I
)
"""Where a page takes PyScript from."""
SEALED = re.compile(r"""\s+(?:integrity|crossorigin)(?:\s*=\s*["'][^"']*["'])?""", re.I)
LOCAL = re.compile(r"^(?![a-z]+:|//|/)[^{}*]+$")
"""A path below the page's folder, without PyScript's patterns."""


@dataclass(frozen=True)
class PyScriptPage:
    """A page's configuration of Python."""

    html: str
    config: Mapping[str, Any]
    """As PyScript reads it, but with all paths relative to the page."""
    scripts: Mapping[str, bytes]
    """The Python that it runs, in this order, by a name for messages."""
    sources: tuple[str, ...]
    """The files among these scripts."""

    @property
    def packages(self) -> list[str]:
        """The packages that it names, without versions: only those of this Pyodide fit."""
        return [re.split(r"[\s\[<>=!~;]", name)[0] for name in self.config.get("packages", ())]

    def own_files(self, files: Mapping[str, bytes]) -> dict[str, str]:
        """Returns the files of the application's folder that PyScript would fetch: where Python finds each, by path."""
        found = {}
        for source, to in self.config.get("files", {}).items():
            place = posixpath.normpath(f"{to or './'}{posixpath.basename(source)}" if not to or to[-1] == "/" else to)
            if posixpath.normpath(source) in files and LOCAL.match(source) and LOCAL.match(place):
                found[source] = place
        return found

    def page(self, core: str, interpreter: str, packages: list[str], without: Mapping[str, str]) -> str:
        """Returns the page with PyScript from the folder `core`, Python from `interpreter` with these packages, and no
        need to fetch the files `without`.
        """
        config = {
            name: value for name, value in self.config.items() if name not in ("packages", "files", "interpreter")
        }
        config["interpreter"] = f"./{interpreter}"
        if files := {name: to for name, to in self.config.get("files", {}).items() if name not in without}:
            config["files"] = files
        if packages:
            config |= {"packages": packages, "packages_cache": "passthrough", "index_urls": []}
        attribute = f' config="{html.escape(json.dumps(config))}"'

        def configured(found: re.Match[str]) -> str:
            given = found["attributes"] if found["attributes"] is not None else found["own"]
            kept = re.sub(r"""\sconfig\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", "", given)
            return found[0].replace(given + ">", f"{kept}{attribute}>", 1)

        page = TAG.sub(configured, CONFIG.sub("", self.html))
        return re.sub(r"<(?:script|link)\b[^>]*>", lambda tag: _from(tag[0], core), page)


def _from(tag: str, core: str) -> str:
    """Returns a script or link, which takes PyScript from this folder."""
    own = CORE.sub(rf"\g<before>./{core}/\g<name>", tag)
    return SEALED.sub("", own) if own != tag else tag


def read(page: str, files: Mapping[str, bytes], name: str = "index.html") -> PyScriptPage | None:
    """Returns a page's configuration of Python, None without PyScript; PrelitError if something is missing."""
    if not TAG.search(page):
        return None
    if EDITOR.search(page):
        raise PrelitError(f"{name} uses PyScript's editor, which prelit cannot ship: leave out `py-editor`")
    if not CORE.search(page):
        raise PrelitError(f"{name} has Python for PyScript, but not PyScript: add the script core.js to it")
    scripts, sources, configs = dict[str, bytes](), list[str](), list[tuple[str, str]]()
    for number, found in enumerate(TAG.finditer(page), 1):
        attributes = _attributes(found["attributes"] or found["own"] or "")
        for unfit in ("worker", "terminal"):
            if unfit in attributes:
                raise PrelitError(f"{name} uses PyScript's {unfit}, which prelit cannot ship: leave out `{unfit}`")
        if source := posixpath.normpath(attributes["src"]) if "src" in attributes else "":
            if source not in files:
                raise PrelitError(f"{name} runs {source}, which is not in its folder: put it there")
            scripts[source] = files[source]
            sources.append(source)
        else:
            scripts[f"{name}#{number}.py"] = dedented(
                html.unescape(found["text"]) if found["text"] else found["code"] or ""
            )
        if "config" in attributes:
            configs.append((attributes["config"], ""))
    if tag := CONFIG.search(page):
        attributes = _attributes(tag["attributes"])
        configs.append((attributes.get("src") or tag["text"].strip(), attributes.get("type", "")))
    return PyScriptPage(page, _config(configs, files, name), scripts, tuple(sources))


def dedented(code: str) -> bytes:
    """Returns Python code without the indentation that it has in HTML, which is its first line's."""
    lines = code.split("\n")
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return "\n".join(line.removeprefix(indent) for line in lines).encode()


def _attributes(text: str) -> dict[str, str]:
    found = re.finditer(r"""([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""", text)
    return {each[1].lower(): html.unescape(each[2] or each[3] or each[4] or "") for each in found}


def _config(configs: list[tuple[str, str]], files: Mapping[str, bytes], name: str) -> dict[str, Any]:
    """Returns the one configuration of a page, given as JSON, as TOML, or as the path of a file."""
    if len(set(configs)) > 1:
        raise PrelitError(f"{name} configures PyScript in {len(set(configs))} ways: PyScript takes one")
    text, kind = configs[0] if configs else ("", "")
    place = ""
    if not text.startswith("{") and re.fullmatch(r"\S+\.(json|toml)(\?\S*)?", text):
        place = posixpath.normpath(text.partition("?")[0])
        if place not in files:
            raise PrelitError(f"{name} is configured by {text}, which is not in its folder: put it there")
        text = files[place].decode(errors="replace")
    try:
        is_json = place.endswith(".json") or kind == "json" or text.strip().startswith("{")
        found = json.loads(text) if is_json else tomllib.loads(text)
    except ValueError as error:
        raise PrelitError(f"{place or name} does not configure PyScript: {error}") from None
    folder = posixpath.dirname(place)
    for key in ("files", "js_modules"):
        if folder and key in found:
            found[key] = dict(_relative_to(folder, found[key]))
    return dict(found)


def _relative_to(folder: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yields entries whose paths are relative to a folder, made relative to the page."""
    for path, place in entries.items():
        yield f"{folder}/{path}" if LOCAL.match(path) and isinstance(place, str) else path, place


def embedded(core: Path) -> dict[str, str]:
    """Returns the Python modules that PyScript's core, an npm package, embeds and writes to files at every start."""
    found: dict[str, str] = {}
    for path in sorted((core / "dist").glob("core-*.js")):
        for name, text in re.findall(r'"([\w.]+\.py)":("(?:[^"\\]|\\.)*")', path.read_text(encoding="utf-8")):
            found[name] = json.loads(text.replace(r"<\\/", "<\\\\/"))
    return found


SHIPPED = ("core", "deprecations", "donkey", "error", "mpy", "py", "pyodide_graph", "toml", "zip")
"""The first words of the names of scripts that a page may load: all but the editor and the terminal."""
FIRST = ("core", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
"""The plugins that PyScript loads on every page, unless its configuration turns them off."""


def files(core: Path) -> dict[str, bytes]:
    """Returns PyScript's scripts and styles, by name."""
    found = [path for path in sorted((core / "dist").iterdir()) if path.suffix in (".js", ".css")]
    return {path.name: path.read_bytes() for path in found if re.split(r"[-.]", path.name)[0] in SHIPPED}


def first(names: Iterable[str], config: Mapping[str, Any]) -> list[str]:
    """Returns the scripts among these that a page with this configuration loads at once."""
    off = {name.removeprefix("!") for name in config.get("plugins", ())}
    wanted = tuple(begin for begin in FIRST if begin not in off)
    return [name for name in names if name.endswith(".js") and name.startswith(wanted)]
