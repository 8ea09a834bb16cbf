"""Fetches the runtime: Node for the build, the npm packages, and the packages for Pyodide."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from prelit import stamps, wheels
from prelit.errors import PrelitError
from prelit.node import OLDEST, NodeJs, in_packages, in_path, version_of
from prelit.process import run
from prelit.release import Release
from tools.setup import environment
from tools.setup.paths import MODULES, ROOT, VENV, cache
from tools.setup.progress import step

NODE_REQUIREMENTS = ROOT / "requirements-node.txt"
PYODIDE = MODULES / "pyodide"
PACKAGES = ("numpy",)
"""The packages of Pyodide that the games need."""
MIRROR = wheels.Mirror("open-webui==0.12.4")
"""A package on PyPI that contains Pyodide's files, including numpy's wheel. It is not trusted: its files are checked
against the hash in Pyodide's lock file, like every other copy."""


def node() -> NodeJs:
    """Returns Node.js from PATH if it is new enough and has npm, otherwise from PyPI into .venv."""
    with step("node") as now:
        if found := in_path():
            now.outcome = f"{version_of(found.node)} from {found.node}"
            return found
        wanted = stamps.key([NODE_REQUIREMENTS])
        home = VENV / "node"
        reused = stamps.fresh(home, wanted) and node_in_venv() is not None
        if not reused:
            now.doing(f"none in PATH from version {OLDEST} on; installing it into .venv from PyPI")
            environment.install(Path(sys.executable), NODE_REQUIREMENTS)
            home.mkdir(exist_ok=True)
            stamps.sign(home, wanted)
        if (found := node_in_venv()) is None:
            raise PrelitError(
                f"Node.js was installed into {VENV} but cannot be found there; "
                f"install Node.js {OLDEST} or newer yourself"
            )
        now.outcome = f"{'reused: ' if reused else ''}{version_of(found.node)} in .venv"
        return found


def node_in_venv() -> NodeJs | None:
    """Returns Node.js as PyPI's package puts it into .venv."""
    return in_packages([*VENV.glob("lib/python*/site-packages"), VENV / "Lib" / "site-packages"])


def present_node() -> NodeJs:
    """Returns Node.js, which an earlier step has found or installed."""
    found = in_path() or node_in_venv()
    assert found is not None, "run build.py first"
    return found


def packages(use: NodeJs, root: Path = ROOT) -> None:
    """Installs the npm packages of package-lock.json, whose integrity hashes npm verifies."""
    modules = root / MODULES.name
    wanted = stamps.key([root / "package.json", root / "package-lock.json"])
    with step("npm") as now:
        if stamps.fresh(modules, wanted):
            now.outcome = "reused: package-lock.json is unchanged"
            return
        environment.refuse_link(modules)
        now.doing("installing Pyodide and PyScript")
        install = [*use.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        run(install, "npm ci (is the network there?)", cwd=root, env=use.env)
        stamps.sign(modules, wanted)
        names = json.loads((root / "package.json").read_text(encoding="utf-8"))["dependencies"]
        now.outcome = "installed " + ", ".join(f"{name} {version}" for name, version in names.items())


def python_packages(pyodide: Path = PYODIDE) -> Mapping[str, Path]:
    """Returns the wheels of PACKAGES: from the user's cache, Pyodide's distribution, or a mirror."""
    with step("packages") as now:
        release = Release.at(pyodide)
        names = wheels.with_dependencies(release, PACKAGES)
        found = wheels.wheels(release, names, wheels.WheelSources(cache(), mirror=MIRROR), now.doing)
        now.outcome = f"{'fetched' if now.worked else 'reused'}: {', '.join(map(str, found.values()))}"
    return found
