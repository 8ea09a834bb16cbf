"""Builds dist/ a second time, in another folder and as another user, and compares the two byte for byte.

`.venv/bin/python -m tools.dev.reproducibility`, after `build.py build`; CI and `build.py test --all` run it too.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from prelit.errors import PrelitError
from prelit.process import warn
from tools.build import site
from tools.setup import runtime
from tools.setup.paths import BUILD, DIST, MODULES, ROOT, cache
from tools.setup.progress import line

BUILT = (".venv", ".git", ".mypy_cache", ".ruff_cache", ".pytest_cache", MODULES.name, DIST.name, BUILD.name)
"""Folders that are left out of the copy."""
HERE = "here"
ANOTHER = {"USER": "another", "LOGNAME": "another", "TZ": "Pacific/Apia", "LANG": "C", "PYTHONHASHSEED": "7"}
"""Another user's environment variables."""


def main(arguments: list[str]) -> int:
    """Builds and compares; 1 if the two differ. In the copy: builds only."""
    try:
        node = runtime.node()
        runtime.packages(node)
        site.ready(runtime.python_packages(), node)
    except PrelitError as fault:
        warn(str(fault))
        return 1
    if HERE in arguments:
        return 0
    with tempfile.TemporaryDirectory(prefix="kesu, built by another ") as place:
        copy = Path(place) / "in a folder deeper"
        copy_sources(copy)
        environment = {**os.environ, **ANOTHER, "HOME": place, "KESU_CACHE": str(cache())}
        command = [sys.executable, "-m", "tools.dev.reproducibility", HERE]
        if subprocess.run(command, cwd=copy, env=environment, umask=0o077, check=False).returncode:
            return 1
        ours, theirs = contents_of(DIST), contents_of(copy / DIST.name)
    different = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    for name in different:
        line(f"differs: {name}")
    line(f"{len(ours)} files, {len(different)} of them not the same in both folders")
    return 1 if different else 0


def copy_sources(folder: Path) -> None:
    """Copies the sources, and links the packages, which are only read."""

    def left_out(where: str, names: list[str]) -> set[str]:
        return {name for name in names if name == "__pycache__" or (Path(where) == ROOT and name in BUILT)}

    shutil.copytree(ROOT, folder, ignore=left_out, symlinks=True)
    shutil.copytree(MODULES, folder / MODULES.name, copy_function=link_file, symlinks=True)


def link_file(source: str, target: str) -> None:
    """Makes a hard link to a file, or a copy if the file system has none."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def contents_of(folder: Path) -> Mapping[str, bytes]:
    """Returns all files of a folder by path."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
