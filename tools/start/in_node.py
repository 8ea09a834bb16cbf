"""The page's Pyodide under Node: unit tests run in it, and so do benchmarks of the rules."""

import shutil
import sys
from pathlib import Path

from prelit import stamps
from prelit.compiling import begin
from prelit.node import NodeJs
from prelit.release import LIBRARY, LOCK, RUNTIME, Release
from prelit.wheels import listed
from tools.setup.environment import install
from tools.setup.paths import BUILD, ROOT, cache
from tools.setup.progress import step
from tools.setup.runtime import PACKAGES as NEEDED
from tools.setup.runtime import PYODIDE
from tools.start.app import PYTHON

REQUIREMENTS = ROOT / "requirements-pyodide.txt"
PACKAGES = BUILD / "pyodide-packages"
BYTECODE = BUILD / "pyodide-bytecode"
FOLDER = BUILD / "pyodide"
"""The page's Pyodide with the whole standard library and numpy, because pytest needs more than the games."""


def platform(release: Release) -> list[str]:
    """Returns the options with which pip chooses files for Pyodide instead of for this machine."""
    abis = [option for abi in (f"cp{release.tag}", "abi3", "none") for option in ("--abi", abi)]
    return ["--platform", release.platform, "--python-version", release.python, "--implementation", "cp", *abis]


def command(node: NodeJs, *arguments: str) -> list[str | Path]:
    """Returns the command that runs pytest with these arguments, or `-m MODULE ...`, in it."""
    return [node.node, Path(__file__).with_name("in_pyodide.mjs"), ROOT, FOLDER, PACKAGES, BYTECODE, *arguments]


def packages() -> None:
    """Installs the test packages, built for Pyodide, into a folder that Pyodide mounts."""
    options = platform(Release.at(PYODIDE))
    wanted = stamps.key([REQUIREMENTS, *options])
    with step("pyodide") as now:
        runtime()
        if stamps.fresh(PACKAGES, wanted):
            now.outcome = f"reused: test packages, {REQUIREMENTS.name} is unchanged"
            return
        now.doing("installing the test packages for Pyodide")
        install(
            Path(sys.executable),
            REQUIREMENTS,
            "--upgrade",
            "--target",
            str(PACKAGES),
            *options,
        )
        stamps.sign(PACKAGES, wanted)
        now.outcome = f"test packages of {REQUIREMENTS.name} installed"


def runtime(folder: Path = FOLDER) -> None:
    """Assembles what Pyodide's own loader needs: the bytecode of everything, the whole wheel and lock file."""
    for place in (PACKAGES, BYTECODE):
        place.mkdir(parents=True, exist_ok=True)
    found = [listed(Release.at(PYODIDE), name) for name in NEEDED]
    everything = PYTHON / "everything"
    wanted = stamps.key([everything / stamps.STAMP, *(wheel.sha256 for wheel in found)])
    if stamps.fresh(folder, wanted):
        return
    begin(folder)
    for name in RUNTIME:
        shutil.copyfile(everything / "rt" / name, folder / name)
    shutil.copyfile(everything / "rt" / "library.zip", folder / LIBRARY)
    shutil.copyfile(PYODIDE / LOCK, folder / LOCK)
    for wheel in found:
        shutil.copyfile(cache() / wheel.file, folder / wheel.file)
    stamps.sign(folder, wanted)
