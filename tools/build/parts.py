"""The files of Python and PyScript: their names in the site, and what the interpreter module needs to know of them."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prelit import pyscript
from prelit.app import Parts
from prelit.facts import facts_of, hashed, places
from prelit.packing import APP, LIBRARY, PACKAGES
from prelit.release import RUNTIME
from prelit.toolchain import CORE
from tools.build.pages import LanguagePage

WHOLE = "rt/pyodide.asm.wasm"
"""Python's WebAssembly; if it is split, only a start that could not fetch the second part requests it."""

SOURCE_MAP = re.compile(rb"\s*//# sourceMappingURL=\S+\s*$")


def python_files(parts: Parts) -> dict[str, bytes]:
    """Returns the files of the parts, by path."""
    return {path: parts.files[name] for name, path in places(parts).items()}


def late_words(parts: Parts, pages: Mapping[str, LanguagePage]) -> dict[str, dict[str, tuple[str, bytes]]]:
    """Returns the texts of late modules, as path and JSON, by group and then by language."""
    found: dict[str, dict[str, tuple[str, bytes]]] = {
        group: {} for group in (*parts.facts["late"], *parts.facts["later"])
    }
    for group, files in found.items():
        for tag, page in pages.items():
            data = json.dumps(dict(page.late.get(group, {})), ensure_ascii=False).encode()
            files[tag] = hashed(f"words-{group}-{tag.lower()}.json", data), data
    return found


def interpreter_facts(parts: Parts, pages: Mapping[str, LanguagePage]) -> dict[str, Any]:
    """Returns the interpreter module's table: where everything is, and what a snapshot must have been made from."""
    words = late_words(parts, pages)
    return facts_of(parts) | {"words": {group: {tag: files[tag][0] for tag in files} for group, files in words.items()}}


def core_of(modules: Path) -> Path:
    return modules / CORE / "dist"


def pyscript_files(modules: Path, page: str, settings: Mapping[str, Any]) -> dict[str, bytes]:
    """Returns PyScript's scripts that every page with these settings loads, and its styles if the page links them."""
    every = pyscript.files(modules / CORE)
    names = {*pyscript.first(every, settings)} - {"core.js"}  # it only re-exports the core, and would cost a request
    names |= {"core.css"} if "pyscript/core.css" in page else set()
    return {name: without_map(name, data) for name, data in every.items() if name in names}


def without_map(name: str, data: bytes) -> bytes:
    """Returns scripts without the line that makes developer tools look for a source map, which we do not ship."""
    return SOURCE_MAP.sub(b"\n", data) if name.endswith((".js", ".mjs", ".css")) else data


def critical(files: Mapping[str, bytes], python: Parts, interpreter: str) -> list[str]:
    """Returns the files needed between opening the page and Python's first line."""
    where = places(python)
    wanted = [
        interpreter,
        *(where.get("hot.wasm", path) if path == WHOLE else path for path in (f"rt/{name}" for name in RUNTIME)),
        *(where[name] for name in (LIBRARY, PACKAGES, APP)),
        *sorted(path for path in files if path.startswith("pyscript/") and path.endswith(".js")),
    ]
    return [path for path in wanted if path in files]
