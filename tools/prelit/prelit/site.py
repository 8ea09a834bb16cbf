"""Makes the files of a site: the page, its parts of Python, and what surrounds them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prelit import components, notices, page, plain, pyscript, stamps
from prelit.app import Application, Parts, Tools
from prelit.facts import DIGITS, facts_of, lazy_places, places, with_facts
from prelit.notices import Origins
from prelit.offline import worker
from prelit.packing import APP, IN_TURN, LIBRARY, PACKAGES, SNAPSHOT
from prelit.project import Project
from prelit.release import HOME, RUNTIME, WASM
from prelit.toolchain import CORE

REPORT = "prelit.json"
"""What was built and why, for `prelit explain`; it is in the site, but no page loads it."""


def files_of(project: Project, app: Application, tools: Tools, parts: Parts, modules: Path) -> dict[str, bytes]:
    """Returns every file of the site, by path; `modules` is the folder of npm's packages."""
    where = places(parts)
    files = {f"rt/{name}": data for name, data in parts.runtime.items()}
    files |= {where[name]: data for name, data in parts.files.items()}
    files |= {place: parts.lazy[name] for name, place in lazy_places(parts).items()}
    if not project.main:
        files |= project.files
    scripts = pyscript.files(modules / CORE) if project.script else {}
    core = f"pyscript-{stamps.key(stamps.names_and_hashes(scripts))[:DIGITS]}"
    files |= {f"{core}/{name}": data for name, data in scripts.items()}
    late = {name: data for name, data in parts.files.items() if name.startswith("rest-")}
    spare = plain.site(project, tools.release, app.wheels, scripts, late)
    runtime = [where["hot.wasm"] if name == WASM and "hot.wasm" in where else f"rt/{name}" for name in RUNTIME]
    first = [*runtime, *(where[name] for name in (LIBRARY, PACKAGES, APP))]
    if project.script:
        loaded = pyscript.first(scripts, project.script.config)
        first += [*(f"{core}/{name}" for name in loaded), *dict.fromkeys(project.script.sources)]
    about = {
        "main": f"{HOME}/{project.main}" if project.main else "",
        "pyscript": bool(project.script),
        "early": app.uses("early"),
        "progress": app.uses("progress"),
        "worker": "sw.js" if app.uses("offline") else "",
        "sizes": page.sizes(first, files),
        "plain": {where[name]: f"{spare.folder}/late/{name}" for name in late},
    }
    text = with_facts(tools.script, {**facts_of(parts), "page": about}).encode()
    interpreter = f"rt/prelit-{stamps.sha256(text)[:DIGITS]}.mjs"
    files[interpreter] = text
    at_once = [path for path in first if path not in {where[name] for name in IN_TURN}]
    head = page.Head(interpreter, tuple(at_once) if app.uses("preload") else ())
    html = project.page
    if project.script:
        html = project.script.page(core, interpreter, [], project.script.own_files(project.files))
    files["index.html"] = page.prepared(html, head, str(parts.facts.get("picture", ""))).encode()
    stored = (
        []
        if not app.uses("offline")
        else [path for path in files if path not in {where.get(SNAPSHOT), f"rt/{WASM}" if "hot.wasm" in where else ""}]
    )
    files |= spare.files
    files[REPORT] = json.dumps(report(app, tools, parts, [interpreter, *first], stored), indent=1).encode()
    title = page.title_of(project.page)
    origins = origins_of(project, app, tools, modules, title)
    files[notices.PAGE] = notices.page_for(files, origins, title)
    if app.uses("offline"):
        kept = {path: stamps.sha256(files[path]) for path in sorted([*stored, notices.PAGE])}
        addresses = {("./" if path == "index.html" else path): kept[path] for path in kept}
        files["sw.js"] = worker(app.name, addresses).encode()
    files[notices.BILL] = notices.bill_for(files, origins, title)
    return files


def origins_of(project: Project, app: Application, tools: Tools, modules: Path, title: str) -> Origins:
    """Returns the components in the files of the site."""
    found = notices.origins_of(project.files, tools.release.folder, app.wheels.values(), title)
    if not project.script:
        return found
    core = components.npm(modules / CORE)
    dist = modules / CORE / "dist"
    maps = {name: dist / f"{name}.map" for name in pyscript.files(modules / CORE)}
    own = {
        f"*pyscript*/{name}": [core, *(components.npm_bundle(path, modules) if path.exists() else ())]
        for name, path in maps.items()
    }
    return {**own, **found, "rt/app-*": [*found["rt/app-*"], core], "rt/snapshot-*": [*found["rt/snapshot-*"], core]}


def report(app: Application, tools: Tools, parts: Parts, first: list[str], stored: list[str]) -> dict[str, Any]:
    """Returns what was built and why."""
    return {
        "pyodide": tools.release.version,
        "packages": {name: path.name for name, path in app.wheels.items()},
        "without": sorted(app.without),
        "first": first,
        "stored": stored,
        "files": {place: name for name, place in places(parts).items()},
        "modules": parts.facts["counts"],
    }


def first_of(site: Mapping[str, bytes]) -> list[str]:
    """Returns the files that a first visit loads."""
    return [path for path in json.loads(site[REPORT])["first"] if path in site]
