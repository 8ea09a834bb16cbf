"""Bundles the page's scripts and styles, and the interpreter module without its table of facts."""

from pathlib import Path

from prelit import bundle as prelit
from prelit.bundle import Bundle
from prelit.node import NodeJs
from tools.setup.paths import MODULES, ROOT
from tools.start.app import INTERPRETER

ENTRIES = {
    "static/boot.js": "static/boot/main.js",
    INTERPRETER: INTERPRETER,
    "static/workshop.js": "static/workshop-page/main.js",
    "static/lesson.js": "static/lesson.js",
    "static/net.js": "static/net.js",
    "static/style.css": "static/style/main.css",
    "static/workshop.css": "static/workshop.css",
}
"""What is built, and the file that imports all of it."""


def bundle(node: NodeJs, root: Path = ROOT, modules: Path = MODULES) -> Bundle:
    """Bundles the files of ENTRIES; PrelitError with esbuild's message if one of them is wrong."""
    return prelit.bundle(node, modules / "esbuild", ENTRIES, root)
