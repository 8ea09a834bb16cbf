"""Builds a site whose Python starts fast, from an application in one file or a folder."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from prelit import bundle, patches, pyscript, stamps, toolchain, wheels
from prelit.app import COMPILED, TRICKS, Tools
from prelit.engine import parts
from prelit.errors import PrelitError
from prelit.node import NodeJs, found
from prelit.project import application, check_imports, project_of, text_of
from prelit.release import Release
from prelit.site import REPORT, files_of, first_of

PATIENCE = 120
SCRIPT = bundle.RUNTIME / "page.mjs"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit build`."""
    add = parser.add_argument
    add("app", type=Path, help="a Python file, or a folder with index.html, main.py or app.py in it")
    add("--out", type=Path, default=Path("dist"), help="the folder to build into (%(default)s)")
    add("--packages", default="", metavar="NAMES", help="Pyodide's packages that it uses, such as numpy,pandas")
    add("--page", type=Path, help="the HTML page, if it is not index.html next to the application")
    add(
        "--workload",
        type=Path,
        help="Python that does what the application does, without a page; it shows what is needed",
    )
    add("--limit", type=float, default=PATIENCE, metavar="SECONDS", help="for the workload (%(default)s)")
    add("--without", default="", metavar="TRICKS", help=f"switches off any of: {', '.join(TRICKS)}, patch:NAME")
    add("--pyodide", default=toolchain.PYODIDE, metavar="VERSION", help="the version to ship (%(default)s)")
    add("--modules", type=Path, help="a node_modules folder with pyodide and esbuild, instead of npm's")
    add("--wheels", type=Path, help="a folder with the packages' wheels")
    add("--mirror", default=os.environ.get("PRELIT_MIRROR", ""), help="a package on PyPI that contains the wheels")


def main(choice: argparse.Namespace) -> int:
    """Builds a site, and prints what a visitor loads."""
    project = project_of(choice.app, choice.page, choice.out)
    without = frozenset(re.findall(r"[^\s,]+", choice.without))
    if unknown := without - TRICKS.keys() - {f"patch:{name}" for name in patches.PATCHES}:
        raise PrelitError(f"there is no trick {min(unknown)}: --without takes {', '.join(TRICKS)}, patch:NAME")
    check_out(choice.out, choice.app)
    workload = text_of(choice.workload) if choice.workload else ""
    node, cache = found(), checked(wheels.cache())
    modules = (
        toolchain.present(choice.modules, bool(project.script))
        if choice.modules
        else toolchain.modules(node, cache, choice.pyodide, say, bool(project.script))
    )
    release = Release.at(modules / "pyodide")
    configured = project.script.packages if project.script else []
    names = wheels.with_dependencies(release, [*re.findall(r"[^\s,]+", choice.packages), *configured])
    check_imports(project, release, names)
    mirror = wheels.Mirror(choice.mirror) if choice.mirror else None
    files = wheels.wheels(release, names, wheels.WheelSources(cache, choice.wheels, mirror), say)
    embedded = pyscript.embedded(modules / toolchain.CORE) if project.script else {}
    app = replace(
        application(project, workload), wheels=files, embedded=embedded, without=without, patient=choice.limit
    )
    with tempfile.TemporaryDirectory(prefix="prelit-") as scratch:
        compiled = [release.version, *files, *app.switched_off(COMPILED), *embedded]
        work = cache / "work" / stamps.key(compiled)[:16]
        tools = Tools(node, release, work, script(node, modules), say)
        site = files_of(project, app, tools, parts(app, tools), modules)
        write(site, Path(scratch), choice.out)
    first = first_of(site)
    say(f"{choice.out}: {len(site)} files; a first visit loads {sum(len(site[path]) for path in first) / 1e6:.1f} MB")
    return 0


def say(text: str) -> None:
    """Announces something that takes a while."""
    print(f"prelit: {text}", flush=True)


def script(node: NodeJs, modules: Path) -> str:
    """Returns the page's script, joined, without its table of facts."""
    return bundle.bundle(node, modules / "esbuild", {"page.mjs": SCRIPT.name}, SCRIPT.parent).files["page.mjs"].decode()


def check_out(out: Path, app: Path) -> None:
    """Raises PrelitError if the site cannot be written where it is wanted, before anything is built."""
    if out.resolve() in (app.resolve(), *app.resolve().parents):
        raise PrelitError(f"{out} contains the application, which would be replaced: name another folder with --out")
    if out.exists() and not out.is_dir():
        raise PrelitError(f"{out} is a file: name a folder with --out")
    if out.is_dir() and any(out.iterdir()) and not (out / REPORT).exists():
        raise PrelitError(f"{out} holds files that prelit did not build: empty it, or name another folder with --out")
    existing = next(folder for folder in (out.resolve(), *out.resolve().parents) if folder.exists())
    for folder in {existing, out.resolve().parent} if out.exists() else {existing}:
        try:
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            reason = f"{folder} cannot be written to ({error.strerror})"
            raise PrelitError(f"{reason}: name another folder with --out") from None


def checked(cache: Path) -> Path:
    """Returns the cache folder, which is made if it does not exist; PrelitError if it cannot be used."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=cache).close()
    except OSError as error:
        reason = f"{cache} cannot be written to ({error.strerror})"
        raise PrelitError(f"{reason}: name a folder for what is kept between builds in PRELIT_CACHE") from None
    return cache


def write(files: Mapping[str, bytes], scratch: Path, out: Path) -> None:
    """Writes a whole site next to its place, and then exchanges it with the old one."""
    out = out.resolve()
    new = out.with_name(f".{out.name}.new")
    old = Path(scratch) / "old"
    shutil.rmtree(new, ignore_errors=True)
    try:
        for name, data in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if out.exists():
            shutil.move(out, old)
        new.rename(out)
    except OSError as error:
        shutil.rmtree(new, ignore_errors=True)
        if old.exists() and not out.exists():
            shutil.move(old, out)
        raise PrelitError(f"{out} cannot be written ({error.strerror}): name another folder with --out") from None
