"""Makes the wheel for `pipx install`: the games, and the built page for `kesu serve`."""

import shutil
import sys
from pathlib import Path

from prelit.compiling import begin
from prelit.process import run
from tools.setup.paths import BUILD, DIST, ROOT
from tools.setup.progress import step

WHEEL = BUILD / "wheel"
SOURCES = ("game", "static", "LICENSE", "README.md", "pyproject.toml")


def ready(dist: Path = DIST, to: Path = WHEEL) -> Path:
    """Makes the wheel with the locked hatchling, offline, from a copy of the sources with dist/ as game/page."""
    with step("wheel") as now:
        begin(to)
        copy = to / "source"
        copy.mkdir()
        for name in SOURCES:
            path = ROOT / name
            if path.is_dir():
                shutil.copytree(path, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
            else:
                shutil.copyfile(path, copy / name)
        shutil.copytree(dist, copy / "game" / "page")
        options = ("--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps", "--no-index")
        run([sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", to, copy], "making the wheel")
        shutil.rmtree(copy)
        [wheel] = to.glob("*.whl")
        place = wheel.relative_to(ROOT) if wheel.is_relative_to(ROOT) else wheel
        now.outcome = f"{place}, {wheel.stat().st_size / 1e6:.1f} MB"
    return wheel
