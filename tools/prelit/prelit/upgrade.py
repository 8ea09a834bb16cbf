"""Tries another version of Pyodide: carries the profile over, runs the examples, and says what changed.

Prints what must then be done by hand; if that is nothing, only the version number has to change.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

from prelit import building, examples, profiling, splitting, stamps, toolchain, visits, wheels
from prelit.archives import unzipped
from prelit.errors import PrelitError
from prelit.examples import Example
from prelit.node import NodeJs, found
from prelit.patches import PATCHES, applied
from prelit.process import run
from prelit.release import LIBRARY, RUNTIME, WASM, Release

START_SCRIPT = """
import { pathToFileURL } from "node:url";
const { loadPyodide } = await import(pathToFileURL(process.argv[1]));
const pyodide = await loadPyodide();
console.log(pyodide.runPython("import sys; sys.version"));
process.exit(0);
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit upgrade`."""
    add = parser.add_argument
    add("version", help="the version of Pyodide to try, as npm names it")
    add("--present", default=toolchain.PYODIDE, help="the version to compare with (%(default)s)")
    add("--examples", type=Path, default=examples.FOLDER, metavar="FOLDER", help="pages to try it with, and how")
    add("--wheels", type=Path, metavar="FOLDER", help="where the wheels of packages are")
    add("--mirror", default=os.environ.get("PRELIT_MIRROR", ""), help="a package on PyPI that contains the wheels")
    add("--browser", default=os.environ.get("PRELIT_CHROMIUM", ""), metavar="PATH",
        help="a Chromium; otherwise Playwright's own")  # fmt: skip


def main(choice: argparse.Namespace) -> int:
    """Prints what differs; 1 if a patch does not fit, nothing is known of the WebAssembly, or an example fails."""
    node, cache = found(), wheels.cache()
    folders = [toolchain.modules(node, cache, version, print, True) for version in (choice.present, choice.version)]
    old, new = (Release.at(folder / "pyodide") for folder in folders)
    done = run(
        [node.node, "--input-type=module", "-e", START_SCRIPT, new.folder / "pyodide.mjs"], "starting it in Node"
    )
    print(f"Pyodide {new.version} starts: Python {done.split()[0]}; {old.version} has {old.lock['info']['python']}")
    print("\n".join(differences(old, new)))
    misfits = misfitting(new)
    for name, why in misfits.items():
        print(f"patch {name}: does not fit and is left out: {why}")
    print("" if misfits else "all patches fit\n", end="")
    pages, mirror = examples.known(choice.examples), wheels.Mirror(choice.mirror) if choice.mirror else None
    packages = sorted({name for page in pages.values() for name in page.packages})
    before, sources = (
        wheels.WheelSources(own_cache(release, packages, cache), choice.wheels, mirror) for release in (old, new)
    )
    native = [native_modules(old, packages, before), native_modules(new, packages, sources)]
    profiled = carry_over(node, splitting.PROFILE, *native)
    wrong = [name for name, page in pages.items() if not tried(name, page, folders[1], sources, choice.browser)]
    print(f"to be looked at: {', '.join(wrong)}" if wrong else "nothing but the version number has to be changed")
    return 1 if misfits or not profiled or wrong else 0


def differences(old: Release, new: Release) -> Iterator[str]:
    """Yields lines about sizes and versions."""
    for name in (*RUNTIME, LIBRARY):
        yield f"{name}: {sent(old, name):,.0f} kB sent, now {sent(new, name):,.0f}"
    for label, one, other in (("platform", old.platform, new.platform), ("numpy", version(old), version(new))):
        yield f"{label}: {one}" + (f", now {other}" if one != other else ", as before")


def sent(release: Release, name: str) -> float:
    """Returns the size of a file as it is sent, in kB."""
    return len(gzip.compress((release.folder / name).read_bytes(), 6)) / 1000


def version(release: Release) -> str:
    """Returns the version of numpy that a release names."""
    try:
        return str(release.lock["packages"]["numpy"]["version"])
    except KeyError:
        raise PrelitError(
            f"Pyodide {release.version} names no numpy in its lock file: it is not a whole release"
        ) from None


def misfitting(release: Release) -> dict[str, str]:
    """Returns the patches of the standard library that a release has no place for, with the reason."""
    files = {f"library/{name}": data for name, data in unzipped(Path(release.folder / LIBRARY)).items()}
    found: dict[str, str] = {}
    for name, patch in PATCHES.items():
        try:
            applied(patch, files, release)
        except ValueError as error:
            found[name] = str(error)
    return found


# The profile.


def own_cache(release: Release, packages: list[str], cache: Path) -> Path:
    """Returns a folder for the wheels of one release, with the wheels of the usual folder that belong to it: another
    release may have another file of the same name.
    """
    folder = cache / f"wheels-{release.version}"
    folder.mkdir(parents=True, exist_ok=True)
    for package in wheels.with_dependencies(release, packages):
        wheel = wheels.listed(release, package)
        kept = cache / wheel.file
        if kept.is_file() and not (folder / wheel.file).exists() and stamps.sha256(kept.read_bytes()) == wheel.sha256:
            shutil.copyfile(kept, folder / wheel.file)
    return folder


def native_modules(release: Release, packages: list[str], sources: wheels.WheelSources) -> dict[str, bytes]:
    """Returns the WebAssembly of a release: Python's, and the extension modules of these packages, by name. A package
    whose wheel cannot be found is left out.
    """
    found = {WASM: (release.folder / WASM).read_bytes()}
    for package in packages:
        try:
            [wheel] = wheels.wheels(release, [package], sources).values()
        except PrelitError:
            continue
        files = unzipped(wheel)
        found |= {name.partition(".")[0]: data for name, data in files.items() if name.endswith(release.extension)}
    return found


def carry_over(node: NodeJs, profile: Path, old: Mapping[str, bytes], new: Mapping[str, bytes]) -> bool:
    """Adds to the profile the hot functions known from these modules' earlier builds; returns whether it has Python's
    now."""
    for name in sorted(new.keys() & old.keys()):
        for kind in ("", splitting.COMPILING):
            bits = splitting.functions(profile, stamps.sha256(old[name]) + kind)
            if not bits or splitting.functions(profile, stamps.sha256(new[name]) + kind):
                continue
            kept = splitting.carried(node, old[name], bits, new[name])
            splitting.add(profile, {stamps.sha256(new[name]) + kind: kept.hot})
            shares = f"{kept.same:,} of its {kept.all:,} functions are as they were; {len(kept.hot):,} are hot now"
            print(f"{name}{kind}: {shares}, {len(splitting.hot(bits)):,} were")
    known = splitting.functions(profile, stamps.sha256(new[WASM])) is not None
    print(
        f"the profile knows {WASM}" if known else f"no profile knows {WASM}, which is shipped whole: `prelit profile`"
    )
    return known


# The examples.


def tried(name: str, page: Example, modules: Path, sources: wheels.WheelSources, browser: str) -> bool:
    """Builds an example and visits it, next to bare Pyodide; prints the result. Returns whether it was right, or could
    not be tried because a package cannot be found."""
    release = Release.at(modules / "pyodide")
    with tempfile.TemporaryDirectory(prefix="prelit-") as folder:
        try:
            plain = examples.bare_site(page, release, sources, Path(folder) / "bare")
        except PrelitError as error:
            print(f"{name}: left out, {error}")
            return True
        site = Path(folder) / "site"
        try:
            build(page, modules, sources, site)
            same, late = compared(name, page, plain, site, browser)
            if late:
                print(f"{name}: {late} parts of WebAssembly came too late, so what runs in it is recorded")
                options = ["--modules", str(modules), "--wheels", str(sources.folder or sources.cache)]
                options += ["--packages", ",".join(page.packages), "--browser", browser, "--compiling"]
                command(profiling, str(site), *options)
                build(page, modules, sources, site)
                same, late = compared(name, page, plain, site, browser)
            return same and not late
        except PrelitError as error:
            print(f"{name}: {error}")
            return False


def command(module: ModuleType, *arguments: str) -> None:
    """Carries out another command."""
    parser = argparse.ArgumentParser()
    module.arguments(parser)
    module.main(parser.parse_args(arguments))


def build(page: Example, modules: Path, sources: wheels.WheelSources, to: Path) -> None:
    """Builds an example as its author would."""
    options = ["--packages", ",".join(page.packages), "--modules", str(modules), "--out", str(to)]
    options += ["--wheels", str(sources.folder or sources.cache)]
    options += ["--mirror", sources.mirror.requirement] if sources.mirror else []
    command(building, str(page.folder), *options)


def compared(name: str, page: Example, plain: Path, site: Path, browser: str) -> tuple[bool, int]:
    """Visits a site twice, and once the same page with bare Pyodide; prints and returns whether they show the same,
    and how many parts of WebAssembly the page had to wait for."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise PrelitError("is built; to see what it shows, `pip install prelit[bench]`") from None
    with sync_playwright() as playwright:
        chromium = visits.launcher(browser)(playwright)
        [expected] = examples.shown(chromium, plain, page)
        first, later = examples.shown(chromium, site, page, times=2)
        chromium.close()
    same = first.output == later.output == expected.output
    shows = "the same as" if same else "something else than"
    times = f"{first.seconds:.1f} s and then {later.seconds:.1f} instead of {expected.seconds:.1f}"
    print(f"{name}: shows {shows} bare Pyodide, ready after {times}")
    return same, first.late + later.late
