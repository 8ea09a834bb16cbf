"""The files of Python and PyScript: their names in the site, and what the interpreter module needs to know of them."""

import gzip
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.build.pages import DIGITS, LanguagePage
from tools.setup import stamps
from tools.start.bytecode import RUNTIME, Parts

# PyScript is split into chunks with a hash in the name. Of those that the core can import, the page loads these; the
# others belong to plugins that pyscript.toml disables, or to unused ways of loading.
PYSCRIPT_CHUNKS = ("error",)

WHOLE = "rt/pyodide.asm.wasm"
"""Python's WebAssembly; if it is split, only a start that could not fetch the second part requests it."""

SOURCE_MAP = re.compile(rb"\s*//# sourceMappingURL=\S+\s*$")


ROLES = {"library": "zip.gz", "numpy": "tar.gz", "game": "tar.gz", "later": "zip", "snapshot": "bin.gz"}
"""The parts of Python that every page may load, and their file suffixes."""
IN_TURN = ("numpy", "game")
"""Parts that Python does not need at once: static/kesu.mjs says when they are fetched."""


def hashed(name: str, ending: str, data: bytes) -> str:
    """The path of a part of Python, with the hash of its contents in its name."""
    return f"rt/{name}-{stamps.sha256(data)[:DIGITS]}.{ending}"


def role_name(parts: Parts, role: str) -> str:
    return hashed(role, ROLES[role], getattr(parts, role))


def wasm_names(parts: Parts) -> dict[str, str]:
    """The paths of the parts of split modules."""
    return {part: hashed(part, "wasm", data) for part, data in parts.wasm.items()}


def late_names(parts: Parts) -> dict[str, str]:
    """The paths of the archives of each late group."""
    return {group: hashed(group, "tar.gz", data) for group, data in parts.late.items()}


def python_files(parts: Parts) -> dict[str, bytes]:
    late = {path: parts.late[group] for group, path in late_names(parts).items()}
    wasm = {path: parts.wasm[part] for part, path in wasm_names(parts).items()}
    return {role_name(parts, role): getattr(parts, role) for role in ROLES} | wasm | late


def late_words(parts: Parts, pages: Mapping[str, LanguagePage]) -> dict[str, dict[str, tuple[str, bytes]]]:
    """The texts of late modules, as path and JSON, by group and then by language."""
    found: dict[str, dict[str, tuple[str, bytes]]] = {group: {} for group in parts.late}
    for group, its in found.items():
        for tag, page in pages.items():
            data = json.dumps(dict(page.late.get(group, {})), ensure_ascii=False).encode()
            its[tag] = hashed(f"words-{group}-{tag.lower()}", "json", data), data
    return found


def interpreter_files(parts: Parts, pages: Mapping[str, LanguagePage]) -> dict[str, Any]:
    """The interpreter module's table: where everything is, and what a snapshot must have been made from."""
    return {
        **{role: role_name(parts, role) for role in ROLES},
        **wasm_names(parts),
        "later": {"path": role_name(parts, "later"), "names": parts.names},
        "late": late_names(parts),
        "words": {
            group: {tag: path for tag, (path, _data) in its.items()} for group, its in late_words(parts, pages).items()
        },
        "lock": dict(parts.lock),
        "memory": dict(parts.memory),
        "fingerprint": parts.fingerprint,
        "snapshotHash": stamps.sha256(gzip.decompress(parts.snapshot)),
    }


def core_of(modules: Path) -> Path:
    return modules / "@pyscript" / "core" / "dist"


def pyscript_files(modules: Path, page: str) -> dict[str, bytes]:
    """PyScript's core and the chunks that our page imports; its style sheet only if the page links it."""
    folder = core_of(modules)
    names = ["core.js"]
    for name in names:  # grows during the loop until nothing new is imported
        text = (folder / name).read_text(encoding="utf-8")
        followed = re.findall(r'from"\./([\w.-]+\.js)"', text)
        followed += [
            chunk
            for chunk in re.findall(r'import\("\./([\w.-]+\.js)"\)', text)
            if chunk.rpartition("-")[0] in PYSCRIPT_CHUNKS
        ]
        names += sorted(set(followed) - set(names))
    names.remove("core.js")  # it only re-exports the core, and would cost a request
    if "pyscript/core.css" in page:
        names.append("core.css")
    return {name: without_map(name, (folder / name).read_bytes()) for name in names}


def without_map(name: str, data: bytes) -> bytes:
    """Scripts without the line that makes developer tools look for a source map, which we do not ship."""
    return SOURCE_MAP.sub(b"\n", data) if name.endswith((".js", ".mjs", ".css")) else data


def critical(files: Mapping[str, bytes], python: Parts, interpreter: str) -> list[str]:
    """The files needed between opening the page and Python's first line."""
    wanted = [
        interpreter,
        *(
            wasm_names(python).get("hot", path) if path == WHOLE else path
            for path in (f"rt/{name}" for name in RUNTIME)
        ),
        *(role_name(python, role) for role in ("library", "numpy", "game")),
        *sorted(path for path in files if path.startswith("pyscript/") and path.endswith(".js")),
    ]
    return [path for path in wanted if path in files]
