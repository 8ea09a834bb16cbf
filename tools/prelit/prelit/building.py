"""Builds a site whose Python starts fast, from an application in one file or a folder."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from prelit import bundle, notices, page, patches, stamps, toolchain, wheels
from prelit.app import TRICKS, Application, Parts, Tools
from prelit.engine import parts
from prelit.errors import PrelitError
from prelit.facts import DIGITS, facts_of, lazy_places, places, with_facts
from prelit.node import NodeJs, found
from prelit.offline import worker
from prelit.packing import APP, LIBRARY, PACKAGES, SNAPSHOT
from prelit.release import HOME, RUNTIME, WASM, Release
from prelit.sources import BROWSER, foreign_modules, own_modules, parsed

MAIN = ("main.py", "app.py", "__main__.py")
"""The file of a folder that is run, if the page does not say."""
LEFT_OUT = ("node_modules", "__pycache__", "pyodide")
PATIENCE = 120
REPORT = "prelit.json"
"""What was built and why, for `prelit explain`; it is in the site, but no page loads it."""
SCRIPT = bundle.RUNTIME / "page.mjs"


@dataclass(frozen=True)
class Project:
    """An application as its author wrote it."""

    files: Mapping[str, bytes]
    """Everything in its folder, by path."""
    page: str
    """The HTML of index.html, or one that was generated."""
    main: str = ""
    """The file that is run; none if the page runs Python itself."""

    @property
    def python(self) -> dict[str, bytes]:
        """Its Python."""
        return {name: data for name, data in self.files.items() if name.endswith(".py")}


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
    node, cache = found(), wheels.cache()
    modules = (
        toolchain.present(choice.modules) if choice.modules else toolchain.modules(node, cache, choice.pyodide, say)
    )
    release = Release.at(modules / "pyodide")
    names = wheels.with_dependencies(release, re.findall(r"[^\s,]+", choice.packages))
    check_imports(project, release, names)
    mirror = wheels.Mirror(choice.mirror) if choice.mirror else None
    files = wheels.wheels(release, names, wheels.WheelSources(cache, choice.wheels, mirror), say)
    app = replace(application(project, workload), wheels=files, without=without, patient=choice.limit)
    with tempfile.TemporaryDirectory(prefix="prelit-") as scratch:
        work = cache / "work" / stamps.key([release.version, *files, *sorted(without)])[:16]
        tools = Tools(node, release, work, script(node, modules), say)
        site = files_of(project, app, tools, parts(app, tools))
        write(site, Path(scratch), choice.out)
    first = first_of(site)
    say(f"{choice.out}: {len(site)} files; a first visit loads {sum(len(site[path]) for path in first) / 1e6:.1f} MB")
    return 0


def say(text: str) -> None:
    """Announces something that takes a while."""
    print(f"prelit: {text}", flush=True)


# What is built.


def project_of(app: Path, own_page: Path | None, out: Path) -> Project:
    """Reads an application; PrelitError if it is none."""
    if not app.exists():
        raise PrelitError(f"{app} does not exist: name a Python file or a folder")
    root = app if app.is_dir() else app.parent
    files = dict(files_in(app, out)) if app.is_dir() else {app.name: app.read_bytes()}
    python = [name for name in files if name.endswith(".py")]
    if not python:
        raise PrelitError(f"{app} holds no Python: name a file that ends in .py, or a folder with one in it")
    for name in python:
        parsed(name, files[name])
    html = own_page or (root / "index.html" if app.is_dir() and (root / "index.html").exists() else None)
    text = text_of(html) if html else page.generated(app.stem)
    if page.starts_python(text):
        return Project(files, text)
    mains = [app.name] if not app.is_dir() else [name for name in MAIN if name in files] or python[:1]
    if app.is_dir() and len(python) > 1 and mains[0] not in MAIN:
        raise PrelitError(f"{app} does not say which file is run: name it {MAIN[0]}")
    return Project(files, text, mains[0])


def files_in(folder: Path, out: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the files of a folder, by path, but not hidden ones or what is built from them."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in LEFT_OUT for part in parts)
        if path.is_file() and not hidden and not path.resolve().is_relative_to(out.resolve()):
            yield "/".join(parts), path.read_bytes()


def text_of(path: Path) -> str:
    """The text of a file; PrelitError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PrelitError(f"{path} cannot be read ({error}): name a text file in UTF-8") from None


def application(project: Project, workload: str) -> Application:
    """What the engine prepares. A page that runs Python itself brings its own files."""
    own = {} if not project.main else dict(project.files)
    task = workload or project.files.get(project.main or next(iter(project.python)), b"").decode()
    return Application(
        {name: data for name, data in own.items() if name != "index.html"},
        plain=frozenset({project.main}),
        workload=task,
        first=tuple(foreign_modules(project.python)),
        tolerant=not workload,
        page_files={} if own else project.files,
    )


def check_imports(project: Project, release: Release, names: Iterable[str]) -> None:
    """PrelitError if the application cannot run without a package that was not named."""
    known = {
        module.partition(".")[0]: name for name, its in release.lock["packages"].items() for module in its["imports"]
    }
    named, own = set(names), own_modules(project.python)
    for name, data in project.python.items():
        for module in certain_imports(parsed(name, data)):
            top = module.partition(".")[0]
            if top in own or top in sys.stdlib_module_names or top in BROWSER or known.get(top) in named:
                continue
            if top in known:
                raise PrelitError(f"{name} imports {top}, which no package here has: add --packages {known[top]}")
            raise PrelitError(
                f"{name} imports {top}, which neither Pyodide {release.version} nor the application has: "
                f"copy it into the application's folder if it is pure Python"
            )


def certain_imports(tree: ast.Module) -> Iterator[str]:
    """Yields the modules that a source imports whenever it is run."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def script(node: NodeJs, modules: Path) -> str:
    """The page's script, joined, without its table of facts."""
    return bundle.bundle(node, modules / "esbuild", {"page.mjs": SCRIPT.name}, SCRIPT.parent).files["page.mjs"].decode()


# The site.


def files_of(project: Project, app: Application, tools: Tools, its: Parts) -> dict[str, bytes]:
    """Every file of the site, by path."""
    where = places(its)
    files = {f"rt/{name}": data for name, data in its.runtime.items()}
    files |= {where[name]: data for name, data in its.files.items()}
    files |= {place: its.lazy[name] for name, place in lazy_places(its).items()}
    if not project.main:
        files |= project.files
    runtime = [where["hot.wasm"] if name == WASM and "hot.wasm" in where else f"rt/{name}" for name in RUNTIME]
    first = [*runtime, *(where[name] for name in (LIBRARY, PACKAGES, APP))]
    about = {
        "main": f"{HOME}/{project.main}" if project.main else "",
        "early": app.uses("early"),
        "progress": app.uses("progress"),
        "worker": "sw.js" if app.uses("offline") else "",
        "sizes": page.sizes(first, files),
    }
    text = with_facts(tools.script, {**facts_of(its), "page": about}).encode()
    script = f"rt/prelit-{stamps.sha256(text)[:DIGITS]}.mjs"
    files[script] = text
    head = page.Head(script, tuple(first) if app.uses("preload") else ())
    files["index.html"] = page.prepared(project.page, head, str(its.facts.get("picture", ""))).encode()
    files[REPORT] = json.dumps(report(app, tools, its, [script, *first]), indent=1).encode()
    title = page.title_of(project.page)
    origins = notices.origins_of(project.files, tools.release.folder, app.wheels.values(), title)
    files[notices.PAGE] = notices.page_for(files, origins, title)
    if app.uses("offline"):
        unused = {where.get(SNAPSHOT), *([f"rt/{WASM}"] if "hot.wasm" in where else []), REPORT}
        kept = {path: stamps.sha256(data) for path, data in files.items() if path not in unused}
        files["sw.js"] = worker(
            app.name, {("./" if path == "index.html" else path): kept[path] for path in kept}
        ).encode()
    files[notices.BILL] = notices.bill_for(files, origins, title)
    return files


def report(app: Application, tools: Tools, its: Parts, first: list[str]) -> dict[str, Any]:
    """What was built and why."""
    return {
        "pyodide": tools.release.version,
        "packages": {name: path.name for name, path in app.wheels.items()},
        "without": sorted(app.without),
        "first": first,
        "files": {place: name for name, place in places(its).items()},
        "modules": its.facts["counts"],
    }


def first_of(site: Mapping[str, bytes]) -> list[str]:
    """The files that a first visit loads."""
    return [path for path in json.loads(site[REPORT])["first"] if path in site]


def check_out(out: Path, app: Path) -> None:
    """PrelitError if the site cannot be written where it is wanted, before anything is built."""
    if out.resolve() in (app.resolve(), *app.resolve().parents):
        raise PrelitError(f"{out} contains the application, which would be replaced: name another folder with --out")
    if out.exists() and not out.is_dir():
        raise PrelitError(f"{out} is a file: name a folder with --out")
    if out.is_dir() and any(out.iterdir()) and not (out / REPORT).exists():
        raise PrelitError(f"{out} holds files that prelit did not build: empty it, or name another folder with --out")
    existing = next(folder for folder in (out.resolve(), *out.resolve().parents) if folder.exists())
    if not os.access(existing, os.W_OK | os.X_OK) or (out.exists() and not os.access(out.resolve().parent, os.W_OK)):
        raise PrelitError(f"{existing} cannot be written to: name another folder with --out")


def write(files: Mapping[str, bytes], scratch: Path, out: Path) -> None:
    """Writes a whole site next to its place, and then exchanges it with what is there."""
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
