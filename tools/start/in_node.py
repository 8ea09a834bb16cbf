"""The page's Pyodide under Node: unit tests run in it, and so do benchmarks of the rules."""

import shutil
import sys
from pathlib import Path

from tools.setup import stamps
from tools.setup.environment import install
from tools.setup.paths import BUILD, ROOT, cache
from tools.setup.progress import step
from tools.setup.runtime import PYODIDE, NodeJs, named_wheel
from tools.start.bytecode import PYTHON, RUNTIME, TOOLS, begin

REQUIREMENTS = ROOT / "requirements-pyodide.txt"
PACKAGES = BUILD / "pyodide-packages"
BYTECODE = BUILD / "pyodide-bytecode"
FOLDER = BUILD / "pyodide"
"""The page's Pyodide with the whole standard library and numpy, because pytest needs more than the games."""

PLATFORM = (
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--python-version",
    "3.14",
    "--implementation",
    "cp",
    "--abi",
    "cp314",
    "--abi",
    "abi3",
    "--abi",
    "none",
)
"""Pyodide's own platform, for which pip chooses files instead of this machine's."""


def command(node: NodeJs, *arguments: str) -> list[str | Path]:
    """Returns the command that runs pytest with these arguments, or `-m MODULE ...`, in it."""
    return [node.node, TOOLS / "in_pyodide.mjs", ROOT, FOLDER, PACKAGES, BYTECODE, *arguments]


def packages() -> None:
    """Installs the test packages, built for Pyodide, into a folder that Pyodide mounts."""
    wanted = stamps.key([REQUIREMENTS, *PLATFORM])
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
            *PLATFORM,
        )
        stamps.sign(PACKAGES, wanted)
        now.outcome = f"test packages of {REQUIREMENTS.name} installed"


def runtime(folder: Path = FOLDER) -> None:
    """Assembles what Pyodide's own loader needs: the bytecode of everything, the whole wheel and lock file."""
    for place in (PACKAGES, BYTECODE):
        place.mkdir(parents=True, exist_ok=True)
    wheel = named_wheel(PYODIDE, "numpy")
    everything = PYTHON / "everything"
    wanted = stamps.key([everything / stamps.STAMP, wheel.sha256])
    if stamps.fresh(folder, wanted):
        return
    begin(folder)
    for name in RUNTIME:
        shutil.copyfile(everything / "rt" / name, folder / name)
    shutil.copyfile(everything / "rt" / "library.zip", folder / "python_stdlib.zip")
    shutil.copyfile(PYODIDE / "pyodide-lock.json", folder / "pyodide-lock.json")
    shutil.copyfile(cache() / wheel.file, folder / wheel.file)
    stamps.sign(folder, wanted)
