"""One release of Pyodide, as npm installs it: the only place that knows its version numbers and paths."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from prelit.errors import PrelitError

GLUE = "pyodide.asm.mjs"
WASM = "pyodide.asm.wasm"
RUNTIME = ("pyodide.mjs", GLUE, WASM)
"""The files of Pyodide itself that every page loads."""
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
HOME = "/home/pyodide"
"""Python's current folder, where an application's files are."""


@dataclass(frozen=True)
class Release:
    """A folder with Pyodide in it, such as node_modules/pyodide."""

    folder: Path

    @classmethod
    def at(cls, folder: Path) -> Release:
        """Returns the release in a folder; PrelitError if there is none."""
        for name in (*RUNTIME, LIBRARY, LOCK, "package.json"):
            if not (folder / name).is_file():
                raise PrelitError(
                    f"{folder} is not Pyodide as npm installs it, because {name} is missing: "
                    f"run `npm install pyodide` and name its folder, node_modules/pyodide, with --pyodide"
                )
        release = cls(folder)
        if not release.lock.get("info", {}).get("python"):
            raise PrelitError(f"{folder / LOCK} does not say which Python this is: prelit needs Pyodide 314 or newer")
        return release

    @cached_property
    def lock(self) -> dict[str, Any]:
        """Pyodide's lock file: general information, and its packages."""
        try:
            return dict(json.loads((self.folder / LOCK).read_text(encoding="utf-8")))
        except ValueError:
            raise PrelitError(f"{self.folder / LOCK} is damaged: install Pyodide again") from None

    @cached_property
    def version(self) -> str:
        """The version of Pyodide, such as "314.0.4"."""
        return str(json.loads((self.folder / "package.json").read_text(encoding="utf-8"))["version"])

    @property
    def python(self) -> str:
        """The version of Python, such as "3.14"."""
        return ".".join(str(self.lock["info"]["python"]).split(".")[:2])

    @property
    def tag(self) -> str:
        """The short form that file names use, such as "314"."""
        return self.python.replace(".", "")

    @property
    def site(self) -> str:
        """Where packages are at run time."""
        return f"/lib/python{self.python}/site-packages"

    @property
    def library(self) -> str:
        """Where the standard library is at run time, a zip."""
        return f"/lib/python{self.tag}.zip"

    @property
    def extension(self) -> str:
        """The end of an extension module's name."""
        return f".cpython-{self.tag}-wasm32-emscripten.so"

    @property
    def platform(self) -> str:
        """The platform in the names of wheels, such as "pyemscripten_2026_0_wasm32"."""
        return f"pyemscripten_{self.lock['info']['abi_version']}_wasm32"
