"""Bundles the page's scripts and styles, and the interpreter module without its table of facts."""

from pathlib import Path

from prelit import bundle as prelit
from prelit.bundle import Bundle
from prelit.node import NodeJs
from tools.build import constants
from tools.setup.paths import MODULES, ROOT
from tools.start.app import INTERPRETER

SCRIPTS = {
    "static/boot.js": "static/boot/main.js",
    "static/workshop.js": "static/workshop-page/main.js",
    "static/lesson.js": "static/lesson.js",
    "static/net.js": "static/net.js",
}
"""The bundles, each with the file that imports everything in it."""
OTHERS = {
    INTERPRETER: INTERPRETER,
    "static/style.css": "static/style/main.css",
    "static/workshop.css": "static/workshop.css",
}
"""More bundles, in which esbuild leaves the syntax as it is."""


def bundle(node: NodeJs, root: Path = ROOT, modules: Path = MODULES) -> Bundle:
    """Bundles all these files; PrelitError with esbuild's message if one of them is wrong."""
    constants.ready()
    scripts = prelit.bundle(node, modules / "esbuild", SCRIPTS, root, "--minify-syntax")
    others = prelit.bundle(node, modules / "esbuild", OTHERS, root)
    return Bundle({**scripts.files, **others.files}, scripts.sources | others.sources)
