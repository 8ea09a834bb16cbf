"""Joins modules and styles by esbuild: comments and blanks left out, names kept."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from prelit.node import NodeJs
from prelit.process import run

RUNTIME = Path(__file__).parent / "runtime"
INTERPRETER = RUNTIME / "interpreter.mjs"
OPTIONS = (
    "--bundle",
    "--format=esm",
    "--target=esnext",  # nothing is rewritten for older browsers
    "--charset=utf8",
    "--minify-whitespace",
    "--external:../rt/*",
    "--external:node:*",
    "--external:*.woff2",
    f"--alias:prelit={INTERPRETER}",
    "--log-level=warning",
)


class Bundle(NamedTuple):
    """The files that many were joined into."""

    files: Mapping[str, bytes] = {}
    """Their contents, by path."""
    sources: frozenset[str] = frozenset()
    """The paths of all files in them, which are not shipped themselves."""


def bundle(node: NodeJs, esbuild: Path, entries: Mapping[str, str | Path], root: Path, *more: str) -> Bundle:
    """Joins the file of each entry, given by its path below `root`, with all that it imports, into the file named;
    PrelitError with esbuild's message if one of them is wrong. `esbuild` is the folder of the npm package."""
    with tempfile.TemporaryDirectory() as scratch:
        names = [f"{PurePosixPath(name).with_suffix('')}={path}" for name, path in entries.items()]
        places = [f"--outdir={scratch}", f"--metafile={scratch}/meta.json"]
        command: Sequence[str | Path] = [node.node, esbuild / "bin" / "esbuild", *names, *OPTIONS, *places, *more]
        run(command, "joining scripts and styles", cwd=root, env=node.env)
        sources = json.loads(Path(scratch, "meta.json").read_text(encoding="utf-8"))["inputs"]
        scripts = {PurePosixPath(name).with_suffix(".js").as_posix(): name for name in entries if name[-4:] != ".css"}
        files = {}
        for path in Path(scratch).rglob("*"):
            name = path.relative_to(scratch).as_posix()
            if path.is_file() and name != "meta.json":
                files[scripts.get(name, name)] = path.read_bytes()
    return Bundle(files, frozenset(sources))
