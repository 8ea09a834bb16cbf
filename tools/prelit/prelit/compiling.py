"""The first step: the standard library, the packages and PyScript's modules as bytecode.

Pyodide ships sources, which every browser compiles at every start. Here the same Python compiles them once, in Node.
The result changes only with the versions of Pyodide and of the packages.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from prelit import stamps
from prelit.app import COMPILED, Application, Tools
from prelit.archives import below, tarred, unzipped, zipped
from prelit.errors import PrelitError
from prelit.node import SCRIPTS
from prelit.patches import patched
from prelit.process import run
from prelit.release import GLUE, LIBRARY, RUNTIME
from prelit.slim import slim

LEVELS = {"library/": 2, "site/": 2, "home/": 2}
"""Third-party modules lose docstrings and assertions."""
HERE = Path(__file__).parent


def compiled(app: Application, tools: Tools) -> Path:
    """Makes a folder with the runtime and all bytecode: rt/library.zip, rt/site.tar with what is in site-packages, and
    rt/embedded.tar."""
    folder = tools.work / "everything"
    runtime = {name: (tools.release.folder / name).read_bytes() for name in RUNTIME}
    if app.uses("prune"):
        texts = [runtime["pyodide.mjs"].decode(), tools.script]
        runtime[GLUE] = slim(runtime[GLUE].decode(), *texts).encode()
    scripts = [
        SCRIPTS / "bytecode.mjs",
        SCRIPTS / "compile.mjs",
        *(HERE / f"{name}.py" for name in ("compiling", "patches")),
    ]
    glue = stamps.sha256(runtime[GLUE])
    inputs: list[str | Path] = [tools.release.version, json.dumps(dict(app.embedded)), *app.wheels.values()]
    wanted = stamps.key([*inputs, glue, *app.switched_off(COMPILED), *scripts])
    if stamps.fresh(folder, wanted):
        return folder
    tools.say("compiling the standard library and the packages to bytecode, once")
    begin(folder)
    files = patched(dict(foreign_files(app, tools)), tools.release, app.without)
    sources = {name: data for name, data in files.items() if name.endswith(".py")}
    bytecode = compile_all(sources, folder, tools) if app.uses("bytecode") else sources
    for name in sorted(sources.keys() - {name.removesuffix("c") for name in bytecode}):
        bytecode[name] = sources[name]  # written for another Python: it fails when it is imported, as it does anywhere
    native = {name: data for name, data in files.items() if name not in sources}
    (folder / "rt").mkdir()
    for name, data in runtime.items():
        (folder / "rt" / name).write_bytes(data)
    (folder / "rt" / "library.zip").write_bytes(zipped(below("library/", {**native, **bytecode})))
    (folder / "rt" / "site.tar").write_bytes(tarred(below("site/", {**native, **bytecode})))
    (folder / "rt" / "embedded.tar").write_bytes(tarred(below("home/", bytecode)))
    stamps.sign(folder, wanted, stamps.names_in(folder))
    return folder


def compile_all(sources: Mapping[str, bytes], folder: Path, tools: Tools) -> dict[str, bytes]:
    """Returns the bytecode of these sources, by name."""
    given, packed = folder / "sources.zip", folder / "bytecode.zip"
    given.write_bytes(zipped(sources, zipfile.ZIP_STORED))
    command: list[str | Path] = [
        tools.node.node,
        SCRIPTS / "compile.mjs",
        tools.release.folder,
        given,
        packed,
        json.dumps(LEVELS),
    ]
    run(command, "compiling", timeout=600)
    bytecode = unzipped(packed)
    given.unlink()
    packed.unlink()
    return bytecode


def foreign_files(app: Application, tools: Tools) -> Iterator[tuple[str, bytes]]:
    """Yields what Pyodide, the packages and PyScript bring, by destination."""
    for name, data in unzipped(tools.release.folder / LIBRARY).items():
        if name.endswith(".py"):
            yield f"library/{name}", data
    for wheel in app.wheels.values():
        try:
            files = unzipped(wheel)
        except zipfile.BadZipFile:
            raise PrelitError(f"{wheel} is no wheel: delete it and run this again") from None
        for name, data in files.items():
            if app.complete or (name.endswith((".py", ".so")) and "/tests/" not in name):
                yield f"site/{name}", data
    for name, text in app.embedded.items():
        yield f"home/pyscript/{name}", text.encode()


def begin(folder: Path) -> None:
    """Empties a folder; its stamp is written last, so that an interrupted run starts over."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
