"""The texts that can be translated, found in the code of the games and in the page; Babel extracts them."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, cast

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript, extract_python

from game.contract import Rules
from game.text.catalogue import forms
from game.words import C_, CONTEXT
from game.workshop.loading import load_in_steps
from tools.build import page_texts
from tools.setup.paths import ROOT

CALLS: Mapping[str, Any] = {
    **dict.fromkeys(("N_", "BadInput", "_", "translator", "_translator", "say")), "C_": ((1, "c"), 2),
    **dict.fromkeys(("plural", "P_"), (1, 2)),
}  # fmt: skip
"""The functions that take texts: `plural` and `P_` take two forms, `C_` a context first."""

SHELL = ("index.html", "workshop.html", "static/manifest.webmanifest")
"""Files translated by the build; everything else is translated when shown."""


STARTERS = "static/workshop/*.py"
"""Whole games to start from in the workshop. Their code has no marks for translation, only their players read them."""


def template(root: Path = ROOT) -> Catalog:
    """Returns every text, with the files that use it."""
    texts = Catalog()
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        for message in find_texts(path):
            context, text = separated(message) if isinstance(message, str) else (None, message)
            texts.add(text, locations=[(name, 0)], context=context)
    return texts


def sources(root: Path) -> list[Path]:
    """Returns the files that contain texts."""
    python = [*sorted((root / "game").rglob("*.py")), root / "tools" / "build" / "page_parts.py"]
    scripts = sorted(path for path in (root / "static").rglob("*") if path.suffix in (".js", ".mjs"))
    starters = sorted(root.glob(STARTERS))
    return [*python, *scripts, *starters, *(root / name for name in SHELL)]


def find_texts(path: Path) -> Iterator[str | tuple[str, str]]:
    """Yields the texts of a file: both forms of a plural; with a context, the result of `C_`."""
    if path.suffix == ".html":
        yield from page_texts.texts_in_page(path.read_text(encoding="utf-8"))
    elif path.suffix == ".webmanifest":
        yield from manifest_texts(json.loads(path.read_text(encoding="utf-8"))).values()
    elif path.match(STARTERS):
        yield from game_texts(load_in_steps(path.read_text(encoding="utf-8"))[0])
    else:
        with path.open("rb") as file:
            yield from called(file, python=path.suffix == ".py")


def game_texts(rules: Rules[Any]) -> Iterator[str]:
    """Yields the texts of a game that players read: its name, its rules, the contents of the board, its words and its
    options."""
    yield from (rules.title, rules.summary, *rules.how)
    yield from (symbol.name for symbol in rules.symbols.values() if not symbol.name.isdecimal())
    yield from filter(None, (control.label for control in rules.controls.values()))
    yield from (option.help for option in rules.options.values())


def separated(message: str) -> tuple[str | None, str]:
    """Splits a result of `C_` into context and text; any other text has no context."""
    context, _separator, text = message.rpartition(CONTEXT)
    return context or None, text


def manifest_texts(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Returns the texts of a manifest."""
    return {name: manifest[name] for name in ("name", "description")}


def called(file: IO[bytes], python: bool) -> Iterator[str | tuple[str, str]]:
    """Yields the texts passed to functions of CALLS in a source."""
    extract = extract_python if python else extract_javascript
    options = {"encoding": "utf-8"}
    for _line, function, texts, _comments in extract(file, CALLS, (), options):  # type: ignore[arg-type]
        given = forms(cast("str | tuple[str, ...]", texts))
        if function == "C_" and all(given):
            yield C_(*given)
        elif function != "C_" and given and given[0]:
            yield (given[0], given[1]) if function in ("plural", "P_") else given[0]
