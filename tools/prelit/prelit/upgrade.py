"""Tries another version of Pyodide: says what differs from the present one, and builds an application with it."""

from __future__ import annotations

import argparse
import gzip
from pathlib import Path

from prelit import splitting, stamps, toolchain, wheels
from prelit.archives import unzipped
from prelit.errors import PrelitError
from prelit.node import found
from prelit.patches import PATCHES, applied
from prelit.process import run
from prelit.release import LIBRARY, RUNTIME, WASM, Release

STARTS = """
import { pathToFileURL } from "node:url";
const { loadPyodide } = await import(pathToFileURL(process.argv[1]));
const pyodide = await loadPyodide();
console.log(pyodide.runPython("import sys; sys.version"));
process.exit(0);
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit upgrade`."""
    parser.add_argument("version", help="the version of Pyodide to try, as npm names it")
    parser.add_argument("--present", default=toolchain.PYODIDE, help="the version to compare with (%(default)s)")


def main(choice: argparse.Namespace) -> int:
    """Prints what differs; 1 if a patch or the profile does not fit."""
    node = found()
    releases = [
        Release.at(toolchain.modules(node, wheels.cache(), version, print) / "pyodide")
        for version in (choice.present, choice.version)
    ]
    old, new = releases
    done = run([node.node, "--input-type=module", "-e", STARTS, new.folder / "pyodide.mjs"], "starting it in Node")
    print(f"Pyodide {new.version} starts: Python {done.split()[0]}; {old.version} has {old.lock['info']['python']}")
    for name in (*RUNTIME, LIBRARY):
        print(f"{name}: {sent(old, name):,.0f} kB sent, now {sent(new, name):,.0f}")
    for label, one, other in (("platform", old.platform, new.platform), ("numpy", version(old), version(new))):
        print(f"{label}: {one}" + (f", now {other}" if one != other else ", as before"))
    misfits = misfitting(new)
    print(
        "\n".join(f"patch {name}: does not fit and is left out: {why}" for name, why in misfits.items())
        or "all patches fit"
    )
    profiled = splitting.functions(splitting.PROFILE, stamps.sha256((new.folder / WASM).read_bytes()))
    print(
        "the profile knows its WebAssembly" if profiled else "no profile knows its WebAssembly, which is shipped whole"
    )
    return 1 if misfits or not profiled else 0


def sent(release: Release, name: str) -> float:
    """The size of a file as it is sent, in kB."""
    return len(gzip.compress((release.folder / name).read_bytes(), 6)) / 1000


def version(release: Release) -> str:
    """The version of numpy that a release names."""
    try:
        return str(release.lock["packages"]["numpy"]["version"])
    except KeyError:
        raise PrelitError(
            f"Pyodide {release.version} names no numpy in its lock file: it is not a whole release"
        ) from None


def misfitting(release: Release) -> dict[str, str]:
    """The patches of the standard library that a release has no place for, with the reason."""
    files = {f"library/{name}": data for name, data in unzipped(Path(release.folder / LIBRARY)).items()}
    found: dict[str, str] = {}
    for name, patch in PATCHES.items():
        try:
            applied(patch, files, release)
        except ValueError as error:
            found[name] = str(error)
    return found
