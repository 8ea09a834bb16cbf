"""The second step: what an application imports and opens, observed by running its workload inside Pyodide."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prelit import stamps
from prelit.app import Application, Tools
from prelit.archives import tarred, zipped
from prelit.compiling import begin
from prelit.errors import PrelitError
from prelit.facts import with_facts
from prelit.node import SCRIPTS
from prelit.process import run, warn
from prelit.release import HOME, Release
from prelit.sources import foreign_modules, from_browser

WRITTEN = "dataclass_functions"
"""The module with the code that dataclasses would generate and compile while an application starts."""
MOST_OUTPUT = 10_000_000
"""Characters that a workload may print."""
INSIDE = Path(__file__).parent / "inside"


@dataclass(frozen=True)
class Trace:
    """The files that were used, by destination: "library/", "site/" and "app/"."""

    first: Sequence[str]
    """Modules at the start, in the order in which they were imported."""
    imported: Sequence[str]
    """All modules."""
    opened: Sequence[str]
    """Files that the start read."""
    missing: Sequence[str]
    """Modules that no finder found."""
    results: Mapping[str, Any]
    """The result of the workload, and its error."""

    @property
    def extensions(self) -> list[str]:
        """The extension modules, by name below site-packages."""
        return [name.removeprefix("site/") for name in self.imported if name.endswith(".so")]

    @property
    def extensions_by_folder(self) -> list[str]:
        """Their paths in the site folder."""
        return [f"site/{name}" for name in self.extensions]


def traced(app: Application, tools: Tools, everything: Path) -> Path:
    """Makes a folder with the application's bytecode (app.zip) and what its workload used (trace.json)."""
    folder = tools.work / "traced"
    scripts = [*(SCRIPTS / f"{name}.mjs" for name in ("trace", "bytecode", "stubs")), INSIDE / "trace.py"]
    task = {
        **task_of(app, tools.release),
        "sources": str(folder / "sources.zip"),
        "bytecode": str(folder / "app.zip"),
    }
    to_compile = {f"app/{name}": data for name, data in app.sources.items() if name not in app.plain}
    inputs = [
        json.dumps(task, sort_keys=True),
        tools.script,
        *stamps.names_and_hashes({**app.page_files, **app.sources}),
    ]
    wanted = stamps.key([everything / stamps.STAMP, *inputs, *scripts])
    if stamps.fresh(folder, wanted):
        return folder
    tools.say(
        "running the application to see what it imports" if app.workload else "importing what the application names"
    )
    begin(folder)
    (everything / "rt" / "app.tar").write_bytes(tarred({**app.page_files, **app.sources}))
    interpreter = everything / "static" / "trace.mjs"
    interpreter.parent.mkdir(exist_ok=True)
    names = {"library": "rt/library.zip", "packages": "rt/site.tar", "app": "rt/app.tar"}
    interpreter.write_text(with_facts(tools.script, {**names, **base_facts(app, tools.release)}), encoding="utf-8")
    (folder / "sources.zip").write_bytes(zipped(to_compile))
    seen = trace_or_imports(app, tools, interpreter, task, folder / "trace.json")
    check(app, tools.release, seen)
    (folder / "sources.zip").unlink()
    stamps.sign(folder, wanted, stamps.names_in(folder))
    return folder


def base_facts(app: Application, release: Release) -> dict[str, Any]:
    """Returns the facts that the interpreter module has in every build."""
    return {
        "name": app.name,
        "python": {"library": release.library, "site": release.site},
        "lock": release.lock["info"],
        **({"installed": {name: release.lock["packages"][name] for name in app.wheels}} if app.complete else {}),
        "complete": app.complete,
        "compiles": not all(map(app.uses, ("bytecode", "patches", "patch:dataclasses"))),
        "linked": [],
        "later": {},
    }


def task_of(app: Application, release: Release) -> dict[str, Any]:
    """Returns what trace.mjs needs to know about an application."""
    folder = f"/lib/python{release.python}/"
    return {
        "script": str(INSIDE / "trace.py"),
        "workload": app.workload,
        "name": "the workload",
        "given": dict(app.given),
        "first": list(app.first),
        "later": foreign_modules(app.sources) if not app.tolerant else [],
        "tolerant": app.tolerant,
        "page": from_browser({**app.page_files, **app.sources}),
        "elements": dict(app.elements),
        "embedded": dict(app.embedded),
        "places": [
            [f"{release.library}/", "library/"],
            [f"{release.site}/", "site/"],
            [folder, "library/"],
            [f"{HOME}/", "app/"],
        ],
        "most_output": MOST_OUTPUT,
        "sources": None,
        "bytecode": None,
        "written": f"app/{WRITTEN}.py",
        "undocumented": "app/" if app.undocumented else "?",
    }


def trace_or_imports(app: Application, tools: Tools, interpreter: Path, task: Mapping[str, Any], result: Path) -> Trace:
    """Runs the workload; if it is the application itself and does not end, imports only what it names."""
    try:
        return trace(tools, interpreter, task, result, app.patient)
    except PrelitError as error:
        if not app.tolerant or "timed out" not in str(error):
            raise
        warn(
            f"python    the application does not end by itself in {app.patient:g} s, so only its imports are looked at"
        )
        return trace(tools, interpreter, {**task, "workload": ""}, result, app.patient)


def trace(tools: Tools, interpreter: Path, task: Mapping[str, Any], result: Path, patient: float = 600) -> Trace:
    """Runs a workload with an interpreter module; returns what it used."""
    written = result.with_suffix(".task.json")
    written.write_text(json.dumps(task), encoding="utf-8")
    command = [tools.node.node, SCRIPTS / "trace.mjs", interpreter, written, result]
    run(command, "running the workload, which must end within --limit", timeout=patient)
    if not result.exists():
        raise PrelitError("the workload ended Python: leave out what exits")
    return read(result)


def read(result: Path) -> Trace:
    """Returns a trace from its file."""
    seen = json.loads(result.read_text(encoding="utf-8"))
    start, every = seen["start"], seen["all"]
    return Trace(start["modules"], every["modules"], start["files"], seen["missing"], seen["results"])


def check(app: Application, release: Release, seen: Trace) -> None:
    """Raises PrelitError if the workload failed or an application cannot be imported; warns of anything less."""
    if seen.results["error"] and not app.tolerant:
        raise PrelitError(f"the workload failed: {seen.results['error']}; it must run without a page, in Node")
    for name, wrong in seen.results["failed"].items():
        package = name.partition(".")[0]
        if package in release.lock["packages"] and package not in app.wheels:
            warn(f"python    the application may import {package}: if it does, add --packages {package}")
        else:
            warn(f"python    {name} cannot be imported: {wrong}")
