"""Makes .venv with the pinned, hashed requirements, and says when it can be reused."""

import importlib.util
import os
import platform
import sys
from pathlib import Path

from prelit import stamps
from prelit.errors import PrelitError
from prelit.process import run
from tools.setup.paths import BUILD, ROOT, VENV, venv_python
from tools.setup.progress import step

BYTECODE = BUILD / "bytecode-cache"
REQUIREMENTS = ROOT / "requirements.txt"


def keep_bytecode(folder: Path = BYTECODE) -> None:
    """Makes every Python started from now on cache its bytecode, whatever the system's settings.

    Some systems forbid that to keep folders clean; then dozens of processes would compile numpy and pytest again.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder))


def ready(venv: Path = VENV, requirements: Path = REQUIREMENTS) -> Path:
    """Returns the environment's Python, making the environment if its stamp does not match."""
    # The stamp includes the path, because a copied or moved environment still points to its old place.
    wanted = stamps.key([requirements, sys.version, platform.machine(), str(venv)])
    python = venv_python(venv)
    if Path(sys.prefix) == venv:
        if stamps.fresh(venv, wanted):
            return python
        raise PrelitError(f"this Python is in {venv}, which is out of date and cannot replace itself: use the system's")
    with step(".venv") as now:
        if stamps.fresh(venv, wanted) and python.exists():
            now.outcome = f"reused: {requirements.name} and Python {platform.python_version()} are unchanged"
            return python
        refuse_link(venv)
        now.doing(f"making it with Python {platform.python_version()} and what {requirements.name} lists")
        for module in ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                raise PrelitError(
                    f"this Python has no module '{module}': on Debian and Ubuntu, "
                    f"'apt-get install python3-venv'; elsewhere, a Python from python.org"
                )
        run([sys.executable, "-m", "venv", "--clear", venv], f"making {venv.name}")
        install(python, requirements)
        stamps.sign(venv, wanted)
        now.outcome = f"made with {pinned(requirements)} packages"
    return python


def refuse_link(folder: Path) -> None:
    """Raises PrelitError for a symbolic link: recreating the folder would empty the folder that the link points at."""
    if folder.is_symlink():
        raise PrelitError(f"{folder} is a link to {folder.readlink()}, which would be emptied: remove the link first")


def install(python: Path, requirements: Path, *options: str) -> None:
    """Installs exactly the files whose hashes are listed; never runs a package's own set-up code."""
    what = f"installing {requirements.name} by pip (is the network there?)"
    later = "--no-compile"  # on import instead: only a tenth of it is imported
    pip(python, what, "install", "--require-hashes", "--requirement", requirements, later, *options)


def pip(python: Path, what: str, command: str, *options: str | Path) -> None:
    """Runs pip, which takes only wheels and asks nothing; PrelitError, saying what for, if it fails."""
    always = ("--quiet", "--disable-pip-version-check", "--no-input", "--only-binary=:all:")
    run([python, "-m", "pip", command, *always, *options], what)


def pinned(requirements: Path) -> int:
    return sum("==" in text for text in requirements.read_text(encoding="utf-8").splitlines())
