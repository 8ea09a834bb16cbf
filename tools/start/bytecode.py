"""Makes the Python that the page loads: bytecode of all imported modules, and a snapshot of Python with them imported.

Pyodide ships sources, which every browser compiles at every start. Here the same Python compiles them once, in Node.
Only those parts of the standard library and of numpy are shipped that are imported while playing all games
(tools/start/workload.py), never a list kept by hand. docs/start.md explains why.
"""

from __future__ import annotations

import ast
import errno
import gzip
import io
import json
import os
import re
import shutil
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from tools.setup import stamps
from tools.setup.paths import BUILD, MODULES, ROOT
from tools.setup.progress import Fault, ProgressLine, run, warn
from tools.setup.runtime import NodeJs
from tools.start import splitting
from tools.start.patches import patched
from tools.start.slim import slim
from tools.start.workload import WRONG

TOOLS = ROOT / "tools" / "start"
PYTHON = BUILD / "python"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
GLUE = "pyodide.asm.mjs"
WASM = ("hot", "cold", "numpyCold", "numpyWhole")
INTERPRETER = "static/kesu.mjs"
FILES = re.compile(r"/\* files \*/ \{\}")
WRITTEN = "dataclass_functions"
"""The module with the code that dataclasses would generate and compile while importing the first game."""
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can store

LEVELS = {"library/": 2, "site/": 2, "home/": 2}
"""Third-party modules lose docstrings and assertions. The games' docstrings are removed by bytecode.mjs."""

DATA = ".bin"
"""Suffixes of the bots' data files, which are shipped with the bots."""
TERMINAL = ("game/__main__.py", "game/catalogue.py", "game/serving/", "game/terminal/")
LATE: Mapping[str, tuple[str, ...]] = {
    "live": ("game/session/live/*", "game/web/live/*"),
    "review": ("game/bots/*/judge.py*", "game/bots/judging/*", "game/review/*", "game/web/review/*"),
    "workshop": ("game/workshop/*", "game/tournament/*", "game/web/workshop/*"),
}
"""Groups of modules that the page fetches when first needed (game/web/platform/late.py), by name, as patterns; no
start imports them. A group without modules has no archive."""
FOREIGN = ("js", "pyodide", "pyodide_js", "pyscript", "game")


@dataclass(frozen=True)
class Parts:
    """The parts of Python that the page loads: archives by role, facts about them, and the snapshot."""

    library: bytes
    numpy: bytes
    game: bytes
    runtime: Mapping[str, bytes]
    """Pyodide itself."""
    wasm: Mapping[str, bytes]
    """The parts of split WebAssembly: "hot" and "cold" of Python, "numpyCold" of numpy's extension module, and
    "numpyWhole", for a page that could not fetch a cold part. Empty for a Pyodide build without a profile."""
    later: bytes
    """All modules imported only after the first board."""
    names: tuple[str, ...]
    """The modules in it."""
    late: Mapping[str, bytes]
    """The modules of each group of LATE."""
    snapshot: bytes
    memory: Mapping[str, int]
    """Bytes of the snapshot in memory: Pyodide's own data, and the heap."""
    lock: Mapping[str, str]
    fingerprint: str


def ready(node: NodeJs, wheel: Path, now: ProgressLine, root: Path = ROOT, modules: Path = MODULES) -> Parts:
    """Makes all parts, or reuses them if their inputs are unchanged."""
    pyscript = pyscript_modules(modules)
    with alone(PYTHON / "lock"):
        full = everything(node, modules / "pyodide", wheel, pyscript, now)
        needed = traced(node, full, root, pyscript, now)
        return packed(node, full, needed, root, now)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Waits for another build in this folder to end; does not wait on systems without file locks."""
    with ExitStack() as held:
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(lock.open("w"))
        except OSError as error:
            if error.errno not in {errno.EACCES, errno.EPERM, errno.EROFS}:
                raise
            file = None  # a read-only folder has no concurrent builds
        if fcntl is not None and file is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


# First: everything, compiled. It changes only with the versions of Pyodide, numpy and PyScript.


def everything(node: NodeJs, pyodide: Path, wheel: Path, pyscript: Mapping[str, str], now: ProgressLine) -> Path:
    """Makes a folder with the runtime and all bytecode: library.zip, and site.tar with site-packages."""
    folder = PYTHON / "everything"
    scripts = [TOOLS / name for name in ("bytecode.mjs", "compile.mjs", "bytecode.py", "patches.py", "slim.py")]
    glue = stamps.sha256(runtime(pyodide)[GLUE])
    wanted = stamps.key([pyodide / "package.json", wheel.name, json.dumps(pyscript), glue, *scripts])
    if stamps.fresh(folder, wanted):
        return folder
    now.doing("compiling the standard library and numpy to bytecode, once")
    begin(folder)
    sources, native = foreign_sources(pyodide, wheel, pyscript)
    (folder / "sources.zip").write_bytes(zipped(sources))
    script, bytes_to = TOOLS / "compile.mjs", folder / "bytecode.zip"
    run([node.node, script, pyodide, folder / "sources.zip", bytes_to, json.dumps(LEVELS)], "compiling", timeout=600)
    with zipfile.ZipFile(bytes_to) as packed:
        bytecode = {name: packed.read(name) for name in packed.namelist()}
    (folder / "rt").mkdir()
    for name, data in runtime(pyodide).items():
        (folder / "rt" / name).write_bytes(data)
    (folder / "rt" / "library.zip").write_bytes(zipped(below("library/", bytecode)))
    (folder / "rt" / "site.tar").write_bytes(tarred({**below("site/", bytecode), **native}))
    (folder / "rt" / "home.tar").write_bytes(tarred(below("home/", bytecode)))
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (folder / "lock.json").write_text(json.dumps(lock), encoding="utf-8")
    for name in ("sources.zip", "bytecode.zip"):
        (folder / name).unlink()
    stamps.sign(folder, wanted, names_in(folder))
    return folder


def runtime(pyodide: Path) -> dict[str, bytes]:
    """Copies Pyodide itself, as shipped."""
    files = {name: (pyodide / name).read_bytes() for name in RUNTIME}
    texts = [(path.read_text(encoding="utf-8")) for path in (pyodide / "pyodide.mjs", ROOT / INTERPRETER)]
    return files | {GLUE: slim(files[GLUE].decode(), *texts).encode()}


def foreign_sources(
    pyodide: Path, wheel: Path, pyscript: Mapping[str, str]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Third-party sources by destination, and numpy's extension modules."""
    sources: dict[str, bytes] = {}
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        for name in library.namelist():
            if name.endswith(".py"):
                sources[f"library/{name}"] = library.read(name)
    native = {}
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if name.endswith(".py") and "/tests/" not in name:
                sources[f"site/{name}"] = packed.read(name)
            elif name.endswith(".so"):
                native[f"site/{name}"] = packed.read(name)
    sources |= {f"home/pyscript/{name}": text.encode() for name, text in pyscript.items()}
    sources = patched({**sources, **native})
    native = {name: data for name, data in sources.items() if name.endswith(".so")}
    return {name: data for name, data in sources.items() if name not in native}, below("site/", native)


def pyscript_modules(modules: Path) -> dict[str, str]:
    """The Python modules that PyScript embeds in its core and writes to files at every start."""
    found: dict[str, str] = {}
    for path in sorted((modules / "@pyscript" / "core" / "dist").glob("core-*.js")):
        for name, text in re.findall(r'"([\w.]+\.py)":("(?:[^"\\]|\\.)*")', path.read_text(encoding="utf-8")):
            found[name] = json.loads(text.replace(r"<\\/", "<\\\\/"))
    return found


# Second: what the games import, observed by playing them. It changes with the games.


def traced(node: NodeJs, full: Path, root: Path, pyscript: Mapping[str, str], now: ProgressLine) -> Path:
    """Makes a folder with the games' bytecode (game.zip) and the modules imported while playing (trace.json)."""
    folder = PYTHON / "traced"
    sources = game_sources(root)
    scripts = [TOOLS / name for name in ("trace.mjs", "bytecode.mjs", "stubs.mjs", "workload.py")]
    wanted = stamps.key([(full / stamps.STAMP), root / INTERPRETER, *scripts, *flat(sources)])
    if stamps.fresh(folder, wanted):
        return folder
    now.doing("playing the games to see what they import")
    begin(folder)
    (full / "rt" / "game.tar").write_bytes(tarred(sources))
    interpreter = full / "static" / "trace.mjs"
    names = {"library": "rt/library.zip", "numpy": "rt/site.tar", "game": "rt/game.tar"}
    interpreter_for(root, interpreter, {**names, "lock": lock_of(full)})
    (folder / "sources.zip").write_bytes(zipped({f"game/{name}": data for name, data in sources.items()}))
    task = {
        "workload": str(TOOLS / "workload.py"),
        "page": page_names(root),
        "named": named(sources),
        "pyscript": pyscript,
        "seed": 7,
        "sources": str(folder / "sources.zip"),
        "bytecode": str(folder / "game.zip"),
        "written": f"game/{WRITTEN}.py",
    }
    seen = trace(node, interpreter, task, folder / "trace.json")
    for name, text in seen["played"].items():
        if text.startswith(WRONG):
            warn(f"python    {name} {text}")
    (folder / "sources.zip").unlink()
    stamps.sign(folder, wanted, names_in(folder))
    return folder


def trace(node: NodeJs, interpreter: Path, task: Mapping[str, Any], result: Path) -> dict[str, Any]:
    """Plays the games with an interpreter module; returns the modules imported, those missing, and the results."""
    written = result.with_suffix(".task.json")
    written.write_text(json.dumps(task), encoding="utf-8")
    run([node.node, TOOLS / "trace.mjs", interpreter, written, result], "playing the games in Pyodide", timeout=600)
    return dict(json.loads(result.read_text(encoding="utf-8")))


def game_sources(root: Path) -> dict[str, bytes]:
    """The Python that runs in the page, by import name, and the files that games and bots read."""
    wanted = [
        *sorted((root / "game").rglob("*.py")),
        *sorted((root / "game").rglob(f"*{DATA}")),
        *sorted((root / "static").glob("*.txt")),
    ]
    found = {path.relative_to(root).as_posix(): path for path in wanted}
    return {
        name: path.read_bytes() for name, path in found.items() if not name.startswith(TERMINAL) and not hidden(name)
    }


def workshop_texts(root: Path) -> dict[str, bytes]:
    """The workshop's starting points, as text: templates, examples, and the games' own rules."""
    texts = {path.relative_to(root).as_posix(): path for path in sorted((root / "static" / "workshop").rglob("*.py"))}
    rules = {f"static/workshop/rules/{path.name}": path for path in sorted((root / "game" / "rules").glob("*.py"))}
    return {name: path.read_bytes() for name, path in {**texts, **rules}.items()}


def hidden(name: str) -> bool:
    return any(part.startswith(".") or part in {"__pycache__", "tests"} for part in name.split("/"))


def imports(source: bytes) -> Iterator[tuple[str, list[str]]]:
    """Yields the imports in a source, at any level: module, imported names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, [alias.name for alias in node.names]


def named(sources: Mapping[str, bytes]) -> list[str]:
    """Every third-party module that the games import, even in rarely called functions."""
    found = {module for name, data in sources.items() if name.endswith(".py") for module, _names in imports(data)}
    return sorted(module for module in found if module.partition(".")[0] not in FOREIGN)


def page_names(root: Path) -> list[str]:
    """The names that the games import from the browser."""
    sources = game_sources(root)
    python = (data for name, data in sources.items() if name.endswith(".py"))
    return sorted({name for data in python for module, names in imports(data) if module == "js" for name in names})


# Third: those modules, packed, and a snapshot of Python with them imported.


def packed(node: NodeJs, full: Path, needed: Path, root: Path, now: ProgressLine) -> Parts:
    """Makes the archives that the page loads, and the snapshot of them."""
    folder = PYTHON / "packed"
    used = ("snapshot.mjs", "stubs.mjs", "bytecode.py", "split.mjs", "wasm.mjs", splitting.PROFILE.name)
    scripts = [TOOLS / name for name in used]
    wanted = stamps.key([(needed / stamps.STAMP), root / INTERPRETER, *scripts, *flat(workshop_texts(root))])
    if not stamps.fresh(folder, wanted):
        begin(folder)
        (folder / "rt").mkdir()
        for name in RUNTIME:
            shutil.copyfile(full / "rt" / name, folder / "rt" / name)
        site = in_parts(node, full, folder / "rt", needed)
        for name, data in archives(full, needed, root, site).items():
            (folder / "rt" / name).write_bytes(data)
        now.doing("taking a snapshot of Python with the games imported")
        interpreter = folder / "static" / "snapshot.mjs"
        names = {"library": "rt/library.zip.gz", "numpy": "rt/numpy.tar.gz", "game": "rt/game.tar.gz"}
        later = {"path": "rt/later.zip", "names": modules_in(folder / "rt" / "later.zip")}
        cold = {"numpyCold": "rt/numpyCold.wasm"}
        facts = {**cold, "later": later, "lock": lock_of(full), "fingerprint": fingerprint(folder)}
        interpreter_for(root, interpreter, {**names, **facts})
        imported = json.loads((needed / "trace.json").read_text(encoding="utf-8"))["imported"]
        task = json.dumps({"page": page_names(root), "modules": remembered(imported, needed)})
        (folder / "task.json").write_text(task, encoding="utf-8")
        take_snapshot(node, folder, TOOLS)
        plain = (folder / "snapshot.bin").read_bytes()
        (folder / "snapshot.bin.gz").write_bytes(gzip.compress(plain, 9, mtime=0))
        (folder / "snapshot.bin").unlink()
        stamps.sign(folder, wanted, names_in(folder))
    rt = folder / "rt"
    snapshot = (folder / "snapshot.bin.gz").read_bytes()
    return Parts(
        library=(rt / "library.zip.gz").read_bytes(),
        numpy=(rt / "numpy.tar.gz").read_bytes(),
        game=(rt / "game.tar.gz").read_bytes(),
        runtime={name: (rt / name).read_bytes() for name in RUNTIME},
        wasm={name: path.read_bytes() for name in WASM if (path := rt / f"{name}.wasm").exists()},
        later=(rt / "later.zip").read_bytes(),
        names=tuple(modules_in(rt / "later.zip")),
        late={name: path.read_bytes() for name in LATE if (path := rt / f"{name}.tar.gz").exists()},
        snapshot=snapshot,
        memory=memory_of(snapshot),
        lock=lock_of(full),
        fingerprint=fingerprint(folder),
    )


def take_snapshot(node: NodeJs, folder: Path, scripts: Path) -> None:
    """Writes snapshot.bin from a folder of packed parts; no byte of it depends on where they or the scripts are."""
    task, to = folder / "task.json", folder / "snapshot.bin"
    interpreter = folder / "static" / "snapshot.mjs"
    command = [node.node, scripts / "snapshot.mjs", interpreter, task, to]
    neutral = {**os.environ, "TZ": "UTC", "LANG": "C", "LC_ALL": "C"}  # Python stores the time zone
    run(command, "taking the snapshot", env=neutral, timeout=600)


def memory_of(snapshot: bytes) -> dict[str, int]:
    """The size of a snapshot in memory, from its header (static/kesu.mjs writes it)."""
    with gzip.open(io.BytesIO(snapshot)) as file:
        length = int.from_bytes(file.read(4), "little")
        head = json.loads(file.read(length))
    return {name: head[name] for name in ("own", "heap")}


def in_parts(node: NodeJs, full: Path, rt: Path, needed: Path) -> dict[str, bytes]:
    """Strips Python's WebAssembly of unused exports, and splits it and numpy's extension module; writes the parts into
    `rt` and returns the contents of site-packages."""
    imported = json.loads((needed / "trace.json").read_text(encoding="utf-8"))["imported"]
    found = untarred(full / "rt" / "site.tar")
    site = {name: data for name, data in found.items() if f"site/{name}" in imported}
    [extension] = [name for name in site if name.endswith(".so")]
    whole, side = rt / "pyodide.asm.wasm", rt / "numpyWhole.wasm"
    side.write_bytes(site[extension])
    digests = [stamps.sha256(path.read_bytes()) for path in (whole, side)]
    splitting.prune(node, whole, rt / GLUE, side)
    halves = [splitting.halves(node, path, digest) for path, digest in zip((whole, side), digests, strict=True)]
    python, numpy = halves
    if not python or not numpy:
        side.unlink()
        return site
    for name, data in {"hot": python.hot, "cold": python.cold, "numpyCold": numpy.cold}.items():
        (rt / f"{name}.wasm").write_bytes(data)
    return {**site, extension: numpy.hot}


def archives(full: Path, needed: Path, root: Path, site: dict[str, bytes]) -> dict[str, bytes]:
    """Packs everything imported into archives: what the first board needs, by role, and all the rest."""
    seen = json.loads((needed / "trace.json").read_text(encoding="utf-8"))
    imported, first = set(seen["imported"]), {*seen["first"], f"game/{WRITTEN}.pyc"}
    with zipfile.ZipFile(full / "rt" / "library.zip") as packed:
        library = {name: packed.read(name) for name in packed.namelist() if f"library/{name}" in imported}
    with zipfile.ZipFile(needed / "game.zip") as packed:
        modules = below("game/", {name: packed.read(name) for name in packed.namelist()})
    game = {name: data for name, data in modules.items() if not late_group(name)}
    # Python looks for a late module where its package comes from, and late modules are written next to the first ones.
    first |= {f"game/{name.rpartition('/')[0]}/__init__.pyc" for name in modules if late_group(name)}
    later: dict[str, bytes] = {}
    for role, files in {"library": library, "site": site, "game": game}.items():
        for name in [name for name in files if name.endswith(".pyc") and f"{role}/{name}" not in first]:
            later[name] = files.pop(name)
    late = {group: {name: data for name, data in modules.items() if late_group(name) == group} for group in LATE}
    texts = {name: data for name, data in game_sources(root).items() if not name.endswith(".py")}
    later |= {name: texts.pop(name) for name in list(texts) if name.endswith(DATA)}
    # PyScript writes the sources at every start; with bytecode next to them Python does not compile them.
    cached = {
        re.sub(r"/(\w+)\.pyc$", r"/__pycache__/\1.cpython-314.pyc", name): data
        for name, data in untarred(full / "rt" / "home.tar").items()
    }
    return {
        "library.zip.gz": gzip.compress(zipped(library, zipfile.ZIP_STORED), 9, mtime=0),
        "numpy.tar.gz": gzip.compress(tarred(site), 9, mtime=0),
        "game.tar.gz": gzip.compress(tarred({**game, **texts, **cached}), 9, mtime=0),
        "later.zip": zipped(later),
        **{f"{group}.tar.gz": gzip.compress(tarred(files), 9, mtime=0) for group, files in late.items() if files},
    }


def modules_in(archive: Path) -> list[str]:
    """The names of the modules in a zip of bytecode."""
    with zipfile.ZipFile(archive) as packed:
        names = [name for name in packed.namelist() if name.endswith(".pyc")]
        return sorted(re.sub(r"(/__init__)?\.pyc$", "", name).replace("/", ".") for name in names)


def late_group(name: str) -> str:
    """The group of LATE that a module belongs to; none if a start may import it."""
    return next((group for group, places in LATE.items() if matches(name, places)), "")


def matches(name: str, places: Iterable[str]) -> bool:
    """Whether a file name matches one of these patterns."""
    return any(fnmatchcase(name, place) for place in places)


def remembered(imported: Iterable[str], needed: Path) -> list[str]:
    """The modules in a snapshot: all imported ones except those that need the page or load late."""
    foreign = [name.partition("/")[2] for name in imported if name.endswith(".pyc") and not name.startswith("game/")]
    with zipfile.ZipFile(needed / "game.zip") as packed:
        modules = below("game/", dict.fromkeys(packed.namelist(), b""))
        own = [name for name in modules if not late_group(name) and name != f"{WRITTEN}.pyc"]
    names = [re.sub(r"(/__init__)?\.pyc$", "", name).replace("/", ".") for name in [*foreign, *own]]
    return [name for name in names if not name.startswith(("encodings", "pyodide", "_pyodide"))]


def fingerprint(folder: Path) -> str:
    """A hash of everything that a snapshot was made from."""
    names = (*RUNTIME, "library.zip.gz", "numpy.tar.gz", "game.tar.gz", "later.zip")
    return stamps.key([folder / "rt" / name for name in names])[:32]


def interpreter_for(root: Path, to: Path, files: Mapping[str, Any]) -> None:
    """The page's interpreter module, with its table of files."""
    to.parent.mkdir(exist_ok=True)
    to.write_text(with_files((root / INTERPRETER).read_text(encoding="utf-8"), files), encoding="utf-8")


def with_files(text: str, files: Mapping[str, Any]) -> str:
    """An interpreter module with its table of files filled in; Fault if there is no place for it."""
    filled, count = FILES.subn(lambda _found: json.dumps(files, sort_keys=True), text)
    if count != 1:
        raise Fault(f"{INTERPRETER} has no single place for its table of files: {FILES.pattern}")
    return filled


# Helpers.


def begin(folder: Path) -> None:
    """Empties a folder; its stamp is written last, so that an interrupted run starts over."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def names_in(folder: Path) -> list[str]:
    """Every file below a folder."""
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]


def lock_of(folder: Path) -> dict[str, str]:
    """The info section of Pyodide's lock file."""
    return dict(json.loads((folder / "lock.json").read_text(encoding="utf-8")))


def below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name.removeprefix(folder): data for name, data in files.items() if name.startswith(folder)}


def flat(files: Mapping[str, bytes]) -> Iterator[str]:
    for name, data in sorted(files.items()):
        yield name
        yield stamps.sha256(data)


def zipped(files: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip that depends only on names and contents: sorted, with a fixed time and mode."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how, compresslevel=9) as packed:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = how
            entry.create_system = 3  # Unix, on whatever system this runs
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data)
    return buffer.getvalue()


def tarred(files: Mapping[str, bytes]) -> bytes:
    """A tar with the same property, simple enough for a few lines of JavaScript to read."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as packed:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def untarred(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as packed:
        return {entry.name: (packed.extractfile(entry) or io.BytesIO()).read() for entry in packed}
