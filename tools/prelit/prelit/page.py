"""The HTML of a page: its preloads, and how it reaches Python."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

IMPORTED = re.compile(r"""(?P<before>\bfrom\s*|\bimport\s*\(?\s*)(?P<quote>["'])[^"']*\bpyodide\.mjs(?P=quote)""")
"""An import of Pyodide's module, in a page's own script."""
LOADED = re.compile(r"""<script[^>]*\ssrc=["'][^"']*\bpyodide(?:\.min)?\.js["'][^>]*>\s*</script>""")
"""Pyodide as a classic script, which defines `loadPyodide`."""
HEAD = re.compile(r"<head[^>]*>|<meta charset[^>]*>|<html[^>]*>|<!doctype[^>]*>", re.I)
PICTURE = re.compile("<!-- prelit: picture -->")

PLAIN = "plain.html"
"""The page to which a visitor is sent if a part does not come (plain.py)."""
RUNTIME = Path(__file__).with_name("runtime")
GUARD = f"<script>{(RUNTIME / 'guard.js').read_text(encoding='utf-8').partition(chr(10))[2].strip()}</script>"
"""Sends visitors to that page if a script does not arrive. The comment in the script's first line is left out."""
GENERATED = Path(__file__).with_name("page.html")
"""For an application without a page."""


@dataclass(frozen=True)
class Head:
    """The additions to a page's head."""

    script: str
    """The path of the interpreter module."""
    preloads: tuple[str, ...] = ()
    """The paths of the files that the start needs, in the order in which it needs them."""


def generated(title: str) -> str:
    """Returns a page for an application without one: it shows what the application prints."""
    return GENERATED.read_text(encoding="utf-8").replace("TITLE", html.escape(title))


def title_of(page: str) -> str:
    """Returns the title of a page."""
    found = re.search(r"<title>(.*?)</title>", page, re.I | re.S)
    return html.unescape(found[1].strip()) if found else "this page"


class Fields(HTMLParser):
    """Collects the values of form elements as a script would read them in a browser, by id."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str | bool]] = {}
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an element with an id; the value of a selection is its first or its selected option."""
        given = dict(attrs)
        if tag == "option" and self.open and ("value" not in self.found[self.open] or "selected" in given):
            self.found[self.open]["value"] = given.get("value") or ""
        elif name := given.get("id"):
            self.open = name if tag in ("select", "textarea") else ""
            self.found[name] = {key: value for key, value in given.items() if key != "class" and value is not None}
            if tag == "input":
                self.found[name] |= {"checked": "checked" in given, "value": given.get("value") or ""}

    def handle_data(self, data: str) -> None:
        """Takes the text of a textarea as its value."""
        if self.open and not self.found[self.open].get("value"):
            self.found[self.open]["value"] = data

    def handle_endtag(self, tag: str) -> None:
        """Ends a selection or a textarea."""
        if tag in ("select", "textarea"):
            self.open = ""


def elements(page: str) -> dict[str, dict[str, str | bool]]:
    """Returns the values that a script would read from the elements of an untouched page, by id."""
    fields = Fields()
    fields.feed(page)
    return fields.found


def starts_python(page: str) -> bool:
    """Returns whether a page loads Pyodide itself."""
    return bool(IMPORTED.search(page) or LOADED.search(page))


def prepared(page: str, head: Head, picture: str = "") -> str:
    """Returns a page that gets Python from the interpreter module."""
    page = PICTURE.sub(lambda _found: f"<div data-prelit-picture>{picture}</div>" if picture else "", page)
    lines = [GUARD, *map(preload, head.preloads), f'<script type="module" src="./{head.script}"></script>']
    return with_head(from_module(page, head.script), lines)


def from_module(page: str, path: str) -> str:
    """Returns a page that imports `loadPyodide` from this module."""
    address = f"./{path}"
    page = IMPORTED.sub(lambda found: f"{found['before']}{found['quote']}{address}{found['quote']}", page)
    classic = f'globalThis.loadPyodide = async (options) => (await import("{address}")).loadPyodide(options);'
    return LOADED.sub(f"<script>{classic}</script>", page)


def with_head(page: str, lines: Iterable[str]) -> str:
    """Returns a page with these lines at the beginning of its head."""
    best = max(HEAD.finditer(page), key=lambda place: place.end(), default=None)
    at = best.end() if best else 0
    return page[:at] + "".join(f"\n{line}" for line in lines) + page[at:]


def preload(path: str) -> str:
    """Returns a link that makes the browser fetch a file at once."""
    if path.partition("?")[0].endswith((".js", ".mjs")):
        return f'<link rel="modulepreload" href="./{path}">'
    return f'<link rel="preload" href="./{path}" as="fetch" crossorigin>'


def sizes(paths: Iterable[str], files: dict[str, bytes]) -> dict[str, int]:
    """Returns the bytes of these files, for the progress element."""
    return {path: len(files[path]) for path in paths}
