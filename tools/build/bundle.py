"""Bundles the page's scripts and styles by esbuild: modules joined, comments and blanks left out, names kept."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tools.setup.paths import MODULES, ROOT
from tools.setup.progress import run
from tools.setup.runtime import NodeJs

ENTRIES = {
    "static/boot.js": "static/boot/main.js",
    "static/workshop.js": "static/workshop-page/main.js",
    "static/net.js": "static/net.js",
    "static/style.css": "static/style/main.css",
    "static/workshop.css": "static/workshop.css",
}
"""What is built, and the file that imports all of it."""
OPTIONS = (
    "--bundle",
    "--format=esm",
    "--target=esnext",  # nothing is rewritten for older browsers
    "--charset=utf8",
    "--minify-whitespace",
    "--external:*.woff2",
    "--log-level=warning",
)


class Bundle(NamedTuple):
    """Bundled files."""

    files: Mapping[str, bytes] = {}
    """Their contents, by path."""
    sources: frozenset[str] = frozenset()
    """The paths of all files in them, which are not shipped themselves."""


def bundle(node: NodeJs, root: Path = ROOT, modules: Path = MODULES) -> Bundle:
    """Bundles the files of ENTRIES; Fault with esbuild's message if one of them is wrong."""
    with tempfile.TemporaryDirectory() as scratch:
        entries = [f"{PurePosixPath(name).with_suffix('')}={path}" for name, path in ENTRIES.items()]
        places = [f"--outdir={scratch}", f"--metafile={scratch}/meta.json"]
        command: list[str | Path] = [node.node, modules / "esbuild" / "bin" / "esbuild", *entries, *OPTIONS, *places]
        run(command, "bundling scripts and styles", cwd=root, env=node.env)
        sources = json.loads(Path(scratch, "meta.json").read_text(encoding="utf-8"))["inputs"]
        files = {path.relative_to(scratch).as_posix(): path.read_bytes() for path in Path(scratch, "static").iterdir()}
    return Bundle(files, frozenset(sources))
