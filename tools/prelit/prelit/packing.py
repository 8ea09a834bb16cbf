"""The third step: small archives of the imported modules, WebAssembly in parts, and a snapshot of Python with both."""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from prelit import splitting, stamps
from prelit.app import PACKED, Application, Parts, Tools
from prelit.archives import below, compressed, tarred, untarred, unzipped, zipped
from prelit.compiling import begin
from prelit.errors import PrelitError
from prelit.facts import resolved, with_facts
from prelit.node import SCRIPTS
from prelit.process import run, warn
from prelit.release import GLUE, RUNTIME, WASM
from prelit.sources import from_browser
from prelit.tracing import WRITTEN, Trace, base_facts, read

HERE = Path(__file__).parent
REMEMBER = HERE / "inside" / "remember.py"
SNAPSHOT = "snapshot.bin.gz"
LIBRARY, PACKAGES, APP = "library.zip.gz", "packages.tar.gz", "app.tar.gz"
"""What every start loads."""
IN_TURN = (PACKAGES, APP)
"""The files that a first visit on a slow line requests once the WebAssembly has arrived (runtime/start.mjs), and so not
by preloads."""


def packed(app: Application, tools: Tools, everything: Path, needed: Path) -> Parts:
    """Makes the archives that the page loads, and the snapshot of them."""
    folder = tools.work / "packed"
    names = ("snapshot", "stubs", "split", "wasm")
    scripts: list[Path] = [*(SCRIPTS / f"{name}.mjs" for name in names), REMEMBER, splitting.PROFILE]
    stages = [HERE / f"{name}.py" for name in ("packing", "splitting")]
    choice = json.dumps(
        [
            *(dict(app.late), app.with_later, app.own_in_snapshot),
            *(app.switched_off(PACKED), app.complete, sorted(app.plain)),
        ]
    )
    inputs: list[str | Path] = [
        everything / stamps.STAMP,
        needed / stamps.STAMP,
        tools.script,
        choice,
        *stamps.names_and_hashes(app.sources),
    ]
    wanted = stamps.key([*inputs, *scripts, *stages])
    if not stamps.fresh(folder, wanted):
        begin(folder)
        (folder / "rt").mkdir()
        tools.say("packing what was imported")
        pack(app, tools, everything, needed, folder)
        stamps.sign(folder, wanted, stamps.names_in(folder))
    files = {path.name: path.read_bytes() for path in sorted((folder / "rt").iterdir()) if path.is_file()}
    runtime = {name: files.pop(name) for name in RUNTIME}
    facts = json.loads((folder / "facts.json").read_text(encoding="utf-8"))
    lazy = untarred(folder / "lazy.tar") if (folder / "lazy.tar").exists() else {}
    return Parts(files, runtime, facts, lazy)


def pack(app: Application, tools: Tools, everything: Path, needed: Path, folder: Path) -> None:
    """Fills a folder with the parts, and writes their facts."""
    rt, seen = folder / "rt", read(needed / "trace.json")
    for name in RUNTIME:
        shutil.copyfile(everything / "rt" / name, rt / name)
    library, site = unzipped(everything / "rt" / "library.zip"), untarred(everything / "rt" / "site.tar")
    linked = [name for name in seen.extensions if name in site]
    digest = stamps.sha256((rt / WASM).read_bytes())
    halves = in_halves(app, tools, rt, site, linked)
    archives, later, lazy = sorted_out(app, seen, {"library": library, "site": site, "app": app_files(app, needed)})
    home = untarred(everything / "rt" / "embedded.tar")
    archives["app"] |= {bytecode_path(name, tools.release.tag): data for name, data in home.items()}
    for name, data in {
        LIBRARY: compressed(zipped(archives["library"], zipfile.ZIP_STORED)),
        PACKAGES: compressed(tarred(archives["site"])),
        APP: compressed(tarred(archives["app"])),
        **{f"{group}.tar.gz": compressed(tarred(files)) for group, files in late_files(app, needed).items()},
        **{f"{group}.zip": zipped(files) for group, (_root, files) in later.items()},
    }.items():
        (rt / name).write_bytes(data)
    if lazy:
        (folder / "lazy.tar").write_bytes(tarred(lazy))
    facts: dict[str, Any] = {
        **base_facts(app, tools.release),
        **{"library": LIBRARY, "packages": PACKAGES, "app": APP, "linked": linked, "halves": halves},
        **({"hot": "hot.wasm", "cold": "cold.wasm"} if (rt / "hot.wasm").exists() else {}),
        "compiler": app.complete and splitting.functions(splitting.PROFILE, digest + splitting.COMPILING) is not None,
        "late": {group: f"{group}.tar.gz" for group in late_files(app, needed)},
        "later": {
            group: {"path": f"{group}.zip", "modules": dict.fromkeys(module_names(files), root)}
            for group, (root, files) in later.items()
        },
        "fingerprint": fingerprint(rt),
        "counts": {
            "first": len(seen.first),
            "later": sum(len(files) for _root, files in later.values()),
            "lazy": len(lazy),
        },
        "picture": seen.results.get("picture") or "",
    }
    if app.uses("snapshot"):
        facts |= snapshot(app, tools, folder, facts, remembered(app, seen, needed))
    (folder / "facts.json").write_text(json.dumps(facts), encoding="utf-8")


def in_halves(
    app: Application, tools: Tools, rt: Path, site: dict[str, bytes], linked: Iterable[str]
) -> dict[str, dict[str, str]]:
    """Strips Python's WebAssembly of unused exports, and splits it and the extension modules that a profile knows.

    Writes the parts into `rt` and the hot ones into `site`; returns the files of those modules, by name."""
    whole = rt / WASM
    digest = stamps.sha256(whole.read_bytes())
    scratch = rt.parent / "sides"
    scratch.mkdir()
    if app.uses("prune"):
        for number, name in enumerate(
            name for name in site if name.endswith(".so") and (app.complete or name in linked)
        ):
            (scratch / str(number)).write_bytes(site[name])
        splitting.prune(tools.node, whole, rt / GLUE, *sorted(scratch.iterdir()))
    found, stems = dict[str, dict[str, str]](), set[str]()
    if app.uses("split") and (python := splitting.halves(tools, whole, digest, app.complete)):
        (rt / "hot.wasm").write_bytes(python.hot)
        (rt / "cold.wasm").write_bytes(python.cold)
        for name in linked:
            stem = name.rpartition("/")[2].partition(".")[0]
            if stem in stems:  # two packages have a module of this name
                stem = name.partition(".")[0].replace("/", "-")
            stems.add(stem)
            side = scratch / stem
            side.write_bytes(site[name])
            if halves := splitting.halves(tools, side, stamps.sha256(site[name]), app.complete):
                found[name] = {"cold": f"{stem}-cold.wasm", "whole": f"{stem}-whole.wasm"}
                (rt / found[name]["cold"]).write_bytes(halves.cold)
                (rt / found[name]["whole"]).write_bytes(site[name])
                site[name] = halves.hot
    shutil.rmtree(scratch)
    return found


def app_files(app: Application, needed: Path) -> dict[str, bytes]:
    """Returns the application's bytecode and data, without the groups that the page asks for by name."""
    files = {name: data for name, data in app.sources.items() if not name.endswith(".py") or name in app.plain}
    files |= below("app/", unzipped(needed / "app.zip")) if app.uses("bytecode") else dict(app.sources)
    return {name: data for name, data in files.items() if not late_group(app, name)}


Later = dict[str, tuple[str, dict[str, bytes]]]
"""Zips by name: where their modules would have been installed, if that matters to them, and the files."""


def sorted_out(
    app: Application, seen: Trace, files: Mapping[str, dict[str, bytes]]
) -> tuple[dict[str, dict[str, bytes]], Later, dict[str, bytes]]:
    """Divides files, by folder, into files of the start, files in further archives, and files fetched when opened."""
    if not app.uses("trim"):
        return dict(files), {}, {}
    # Python looks for a late module where its package comes from, and late modules are written next to the first ones.
    packages = {f"app/{name.rpartition('/')[0]}/__init__.pyc" for name in app.sources if late_group(app, name)}
    first = {*seen.first, *seen.opened, *seen.extensions_by_folder, f"app/{WRITTEN}.pyc", *packages}
    imported = first.union(seen.imported)
    start: dict[str, dict[str, bytes]] = {folder: {} for folder in files}
    later: Later = {}
    lazy: dict[str, bytes] = {}
    for folder, contents in files.items():
        for name, data in contents.items():
            module = name.endswith((".py", ".pyc"))
            known = f"{folder}/{re.sub(r'[.]py$', '.pyc', name)}"
            if known in first or (
                folder == "app" and (app.complete or not module) and not matches(name, app.with_later)
            ):
                start[folder][name] = data
            elif app.complete:
                if module:
                    later.setdefault(group_of(folder, name), (folder, {}))[1][name] = data
                elif folder == "site":
                    lazy[name] = data
            elif known in imported or folder == "app":
                later.setdefault("later", ("", {}))[1][name] = data
    return start, later, lazy


def group_of(folder: str, name: str) -> str:
    """Returns the archive of a module that was not imported: one for the library, and one for each package."""
    package = name.partition("/")[0] if folder == "site" and "/" in name else folder
    return f"rest-{package}"


def late_files(app: Application, needed: Path) -> dict[str, dict[str, bytes]]:
    """Returns the modules of each group that the page asks for by name."""
    groups: dict[str, dict[str, bytes]] = {}
    if app.late:
        for name, data in below("app/", unzipped(needed / "app.zip")).items():
            if group := late_group(app, name):
                groups.setdefault(group, {})[name] = data
    return {group: groups[group] for group in app.late if group in groups}


def late_group(app: Application, name: str) -> str:
    """Returns the group that a module belongs to; none if a start may import it."""
    return next((group for group, patterns in app.late.items() if matches(name, patterns)), "")


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Returns whether a file name matches one of these patterns."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def bytecode_path(name: str, tag: str) -> str:
    """Returns where Python looks for the bytecode of a source: PyScript writes sources at every start."""
    return re.sub(r"/(\w+)\.pyc$", rf"/__pycache__/\1.cpython-{tag}.pyc", name)


def module_name(name: str) -> str:
    """Returns the name of the module in a file."""
    return re.sub(r"(/__init__)?\.pyc?$", "", name).replace("/", ".")


def module_names(names: Iterable[str]) -> list[str]:
    """Returns the names of the modules among these files."""
    return sorted(module_name(name) for name in names if name.endswith((".py", ".pyc")))


def remembered(app: Application, seen: Trace, needed: Path) -> dict[str, list[str]]:
    """Returns the modules for a snapshot: the imported ones, and the application's own that do not load late."""
    names = [name.partition("/")[2] for name in seen.imported if name.endswith(".pyc") and not name.startswith("app/")]
    found = map(module_name, names)
    modules = [name for name in found if not name.startswith(("encodings", "pyodide", "_pyodide"))]
    own = below("app/", unzipped(needed / "app.zip")) if app.own_in_snapshot else {}
    ours = [module_name(name) for name in own if not late_group(app, name) and name != f"{WRITTEN}.pyc"]
    return {"modules": modules, "own": ours}


def fingerprint(rt: Path) -> str:
    """Returns a hash of everything that a snapshot is made from."""
    names = [*RUNTIME, LIBRARY, PACKAGES, APP, *sorted(path.name for path in rt.glob("*.zip"))]
    return stamps.key([rt / name for name in names])[:32]


def snapshot(
    app: Application, tools: Tools, folder: Path, facts: Mapping[str, Any], modules: Mapping[str, list[str]]
) -> dict[str, Any]:
    """Takes a snapshot; returns the facts about it, none if Python cannot be put into one."""
    tools.say("taking a snapshot of Python with everything imported")
    interpreter = folder / "static" / "snapshot.mjs"
    interpreter.parent.mkdir()
    places = {path.name: f"rt/{path.name}" for path in (folder / "rt").iterdir()}
    known = resolved(facts, places)
    interpreter.write_text(with_facts(tools.script, known), encoding="utf-8")
    task = json.dumps({"script": str(REMEMBER), "page": from_browser(app.sources), **modules})
    (folder / "task.json").write_text(task, encoding="utf-8")
    unfit: list[str] = []
    try:
        try:
            wrong = take_snapshot(tools, folder, SCRIPTS)
        except PrelitError:
            if not (unfit := unfitting(tools, folder, known)):
                raise
            interpreter.write_text(with_facts(tools.script, {**known, "unfit": unfit}), encoding="utf-8")
            wrong = take_snapshot(tools, folder, SCRIPTS)
    except PrelitError as error:
        warn(f"python    there is no snapshot, so later visits start like the first: {error}")
        return {}
    if wrong:
        warn(f"python    {len(wrong)} modules are not in the snapshot: a visit imports those it needs; {wrong[0]}")
    plain = (folder / "snapshot.bin").read_bytes()
    (folder / "snapshot.bin").unlink()
    (folder / "rt" / SNAPSHOT).write_bytes(compressed(plain, 9))
    about = {"snapshot": SNAPSHOT, "snapshotHash": stamps.sha256(plain), "memory": memory_of(plain)}
    counts = {**facts["counts"], "outside": len(wrong)}
    return {**about, "counts": counts, **({"unfit": unfit} if unfit else {})}


def unfitting(tools: Tools, folder: Path, facts: Mapping[str, Any]) -> list[str]:
    """Returns the extension modules that cannot be linked before Python starts.

    Found by bisection: the shortest prefix with which Python fails to start ends in such a module.
    """
    tools.say("looking for extension modules that do not fit into a snapshot")
    linked, unfit = list(facts["linked"]), list[str]()

    def starts(count: int) -> bool:
        left_out = unfit + linked[count:]
        text = with_facts(tools.script, {**facts, "unfit": left_out})
        (folder / "static" / "trial.mjs").write_text(text, encoding="utf-8")
        trial = [tools.node.node, SCRIPTS / "snapshot.mjs", folder / "static" / "trial.mjs", folder / "trial.json"]
        try:
            run([*trial, folder / "trial.bin"], "a trial", timeout=60)
        except PrelitError:
            return False
        return True

    nothing = json.dumps({"script": str(REMEMBER), "page": [], "modules": [], "own": []})
    (folder / "trial.json").write_text(nothing, encoding="utf-8")
    if not starts(0):
        return []
    while not starts(len(linked)):
        fewest = bisect_left(range(1, len(linked) + 1), True, key=lambda count: not starts(count))
        unfit.append(linked.pop(fewest))
    for path in (folder / "trial.json", folder / "trial.bin", folder / "static" / "trial.mjs"):
        path.unlink(missing_ok=True)
    return unfit


def take_snapshot(tools: Tools, folder: Path, scripts: Path) -> list[str]:
    """Writes snapshot.bin from a folder of packed parts; no byte of it depends on where they or the scripts are.

    Returns the errors of modules that could not be imported.
    """
    task, to = folder / "task.json", folder / "snapshot.bin"
    command = [tools.node.node, scripts / "snapshot.mjs", folder / "static" / "snapshot.mjs", task, to]
    neutral = {**os.environ, "TZ": "UTC", "LANG": "C", "LC_ALL": "C"}  # Python stores the time zone
    return run(command, "taking the snapshot", env=neutral, timeout=600).split("\n")[:-1]


def memory_of(snapshot: bytes) -> dict[str, int]:
    """Returns the size of a snapshot in memory, from its header (runtime/snapshot.mjs writes it)."""
    length = int.from_bytes(snapshot[:4], "little")
    head = json.loads(snapshot[4 : 4 + length])
    return {name: head[name] for name in ("own", "heap")}
