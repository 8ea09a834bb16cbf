"""Says what a built site ships and why, and how many bytes each trick saves or costs."""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from prelit.app import TRICKS
from prelit.bench import markdown
from prelit.errors import PrelitError
from prelit.release import GLUE, WASM
from prelit.site import REPORT

REASONS = (
    ("hot.wasm", "at once", "the functions of Python's WebAssembly that ordinary use runs"),
    ("pyodide.asm.wasm", "at once", "Python's WebAssembly"),
    ("pyodide.asm.mjs", "at once", "Pyodide's script"),
    ("pyodide.mjs", "at once", "Pyodide's script"),
    ("prelit.mjs", "at once", "the script that starts Python"),
    ("library.zip.gz", "at once", "what the workload imported of Python's library"),
    ("packages.tar.gz", "at once", "what the workload imported of the packages"),
    ("app.tar.gz", "at once", "the application"),
    ("snapshot.bin.gz", "later visits", "Python's memory with the packages imported"),
    ("-cold.wasm", "after the start", "the other functions of an extension module"),
    ("cold.wasm", "after the start", "the other functions of the WebAssembly"),
    ("-whole.wasm", "if asked for", "an extension module in one piece, should its cold part not arrive"),
    ("rest-", "if asked for", "modules that the workload did not import"),
    ("plain", "if a part does not come", "the page with Pyodide as it is"),
)
"""What a file is for and when a page loads it, by a part of its name; the first that matches counts."""
WITHOUT_BYTES = {
    "bytecode": "time, not bytes",
    "patches": "time, not bytes",
    "preload": "time, not bytes",
    "progress": "nothing: it is for the eye",
    "early": "nothing: it is for the hand",
}
"""The savings of tricks that do not change the bytes."""
WHOLE = ("if asked for", "Python's WebAssembly in one piece, should its cold part not arrive")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit explain`."""
    parser.add_argument("site", type=Path, help="the built site")
    parser.add_argument("--bench", type=Path, help="a record of `prelit bench`, for the times")


def main(choice: argparse.Namespace) -> int:
    """Prints the files of the site, how each trick changes their bytes, and measured times if there are any."""
    report = read(choice.site)
    files = dict(sizes(choice.site))
    print(f"{choice.site}: Pyodide {report['pyodide']} with {', '.join(report['packages']) or 'no packages'}\n")
    print("\n".join(markdown(("file", "why", "when", "kB"), list(shipped(report, files)))))
    print("\nCompressed kB that each trick keeps from a first visit, or adds to later ones\n")
    print("\n".join(markdown(("trick", "what it does", "kB"), list(tricks(report, files)))))
    if choice.bench:
        print(f"\n{measured(choice.bench)}")
    return 0


def read(site: Path) -> dict[str, Any]:
    """Returns the build's report; PrelitError if there is none."""
    try:
        return dict(json.loads((site / REPORT).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        raise PrelitError(f"{site} has no {REPORT}, so prelit did not build it: name a folder that it built") from None


def sizes(site: Path) -> Iterator[tuple[str, int]]:
    """Yields the path of every file and its bytes as a compressing server sends it."""
    for path in sorted(site.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            yield path.relative_to(site).as_posix(), min(len(data), len(gzip.compress(data, 6)))


def shipped(report: Mapping[str, Any], files: Mapping[str, int]) -> Iterator[tuple[str, str, str, str]]:
    """Yields file, why, when and kilobytes: first the files of a first visit; all files that are not Python's share a
    row."""
    names = {path: report["files"].get(path, path.rpartition("/")[2]) for path in files}
    others = 0
    rows = []
    for path, size in files.items():
        when, why = reason(names[path], path in report["first"])
        if why:
            rows.append((path not in report["first"], -size, (path, why, when, kilobytes(size))))
        else:
            others += size
    yield from (row for _later, _size, row in sorted(rows))
    yield (
        "everything else",
        "the application's own page and files, notices, single files of packages",
        "",
        kilobytes(others),
    )


def reason(name: str, first: bool) -> tuple[str, str]:
    """Returns when a file is loaded and why, by its name in the build; nothing for the application's own."""
    if name.startswith("prelit-") and name.endswith(".mjs"):
        name = "prelit.mjs"
    if name == "pyodide.asm.wasm" and not first:
        return WHOLE
    return next(((when, why) for part, when, why in REASONS if part in name), ("", ""))


def tricks(report: Mapping[str, Any], files: Mapping[str, int]) -> Iterator[tuple[str, str, str]]:
    """Yields each trick with its effect and the bytes it saves, as far as they are known from the build alone."""
    of = {name: files[path] for path, name in report["files"].items() if path in files}
    whole = {path.rpartition("/")[2]: size for path, size in files.items() if path.startswith("plain-")}
    rest = sum(size for name, size in of.items() if name.startswith("rest-"))
    lazy = sum(size for path, size in files.items() if path.startswith("rt/site-"))
    saved = {
        "trim": rest + lazy,
        "split": sum(size for name, size in of.items() if name.endswith("cold.wasm")),
        "prune": sum(whole.get(name, 0) - files.get(f"rt/{name}", 0) for name in (GLUE, WASM)),
        "snapshot": -of.get("snapshot.bin.gz", 0),
        "offline": -sum(files.get(path, 0) for path in report["stored"] if path not in report["first"]),
    }
    for name, what in TRICKS.items():
        size = saved.get(name, 0)
        known = kilobytes(size) if size >= 0 else f"+{kilobytes(-size)} later"
        yield name, what, "off" if name in report["without"] else WITHOUT_BYTES.get(name, known)


def kilobytes(size: float) -> str:
    """Formats bytes in thousands."""
    return f"{size / 1000:,.0f}"


def measured(path: Path) -> str:
    """Returns the times of a stored benchmark."""
    from prelit.bench import table

    try:
        return table(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError):
        raise PrelitError(f"{path} is no record of a benchmark: make one with `prelit bench`") from None
