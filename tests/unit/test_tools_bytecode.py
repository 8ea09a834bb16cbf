"""The Python that the page loads: exactly the imported modules, as bytecode of the shipped version."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from game.words import LANGUAGES
from prelit import pyscript, splitting, stamps
from prelit.node import SCRIPTS
from prelit.packing import late_group, matches, take_snapshot
from prelit.release import Release
from prelit.toolchain import CORE
from prelit.tracing import task_of, trace
from tools.setup import runtime
from tools.setup.paths import DIST, MODULES, ROOT
from tools.setup.progress import ProgressLine
from tools.start import app, workload

pytestmark = pytest.mark.native

MAGIC = b"\x2b\x0e"  # of CPython 3.14
UNCHECKED = b"\x01\x00\x00\x00"


def test_the_games_sources_exclude_the_terminal(tmp_path: Path) -> None:
    for name in ("game/__main__.py", "game/a.py", "game/__pycache__/a.py", "static/s.txt", "static/s.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    assert list(app.game_sources(tmp_path)) == ["game/a.py", "static/s.txt"]


def test_pyscripts_own_modules_are_found() -> None:
    modules = pyscript.embedded(MODULES / CORE)
    assert {"__init__.py", "context.py", "display.py", "web.py"} <= set(modules)
    for name, text in modules.items():
        compile(text, name, "exec")


# The real build.


def shipped(role: str) -> bytes:
    [path] = DIST.glob(f"rt/{role}-*")
    return path.read_bytes()


def late_groups() -> list[str]:
    """The groups of late modules that have a file: empty groups have none."""
    sources = app.game_sources(ROOT)
    return [group for group, places in app.LATE.items() if any(matches(name, places) for name in sources)]


def files_in_tar(data: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as packed:
        return {entry.name: (packed.extractfile(entry) or io.BytesIO()).read() for entry in packed}


@pytest.mark.built
def test_everything_shipped_is_bytecode_that_is_never_checked() -> None:
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(shipped("library")))) as packed:
        modules = {name: packed.read(name) for name in packed.namelist()}
    for role in ("packages", "app", *late_groups()):
        modules |= files_in_tar(shipped(role))
    for name, data in modules.items():
        assert name.endswith((".pyc", ".so", ".txt")), name
        if name.endswith(".pyc"):
            assert (data[:2], data[4:8]) == (MAGIC, UNCHECKED), name


@pytest.mark.built
def test_unimported_modules_are_not_shipped() -> None:
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(shipped("library")))) as packed:
        shipped_modules = set(packed.namelist())
    assert not {"turtle.pyc", "unittest/case.pyc", "sqlite3/__init__.pyc"} & shipped_modules
    assert not {"asyncio/base_events.pyc", "socket.pyc"} & shipped_modules, "patched"
    numpy = files_in_tar(shipped("packages"))
    assert not [name for name in numpy if name.startswith(("numpy/random", "numpy/fft", "numpy/f2py", "numpy/testing"))]
    assert len([name for name in numpy if name.endswith(".so")]) == 1


@pytest.mark.built
def test_late_modules_are_not_loaded_at_the_start() -> None:
    game = files_in_tar(shipped("app"))
    assert not [name for name in game if late_group(app.app({}), name)]
    assert "live" in late_groups()
    for group in late_groups():
        late = files_in_tar(shipped(group))
        assert late and {late_group(app.app({}), name) for name in late} == {group}
        assert len(list(DIST.glob(f"rt/words-{group}-*.json"))) == len(LANGUAGES)


@pytest.mark.built
def test_modules_of_later_play_are_in_the_second_archive() -> None:
    """Decided by observed imports, not by a list: no module is in both; bots come after the first board."""
    with zipfile.ZipFile(io.BytesIO(shipped("later"))) as packed:
        later = set(packed.namelist())
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(shipped("library")))) as packed:
        first = {*packed.namelist(), *files_in_tar(shipped("app")), *files_in_tar(shipped("packages"))}
    assert {"game/bots/lines98/search.pyc", "game/bots/push_clear/classic.bin", "game/session/challenge.pyc"} <= later
    assert {"game/web/app.pyc", "game/session/session.pyc", "game/rules/duel.pyc", "json/decoder.pyc"} <= first
    assert not first & later
    seen = json.loads((app.PYTHON / "traced" / "trace.json").read_text(encoding="utf-8"))
    imported = {name.partition("/")[2] for name in seen["start"]["modules"]}
    assert {name for name in imported if not name.startswith("pyscript/")} <= first


COMPILED_IN_THE_PAGE = """
const { ordinary } = await import(process.argv[1]);
const pyodide = await ordinary();
console.log(pyodide.runPython(`
import dataclasses, json

class Watched(dict):
    missed = []
    def get(self, text, other=None):
        if text not in self:
            self.missed.append(text)
        return super().get(text, other)

dataclasses.known = Watched(dataclasses.known)
import game.rules, game.session, game.text.sentences
assert len(dataclasses.known) > 40
json.dumps(Watched.missed)
`));
process.exit(0);
"""


@pytest.mark.built
@pytest.mark.slow("starts Python in Node")
def test_dataclasses_of_a_first_game_are_not_compiled_in_the_page() -> None:
    """The code that dataclasses generates is shipped as bytecode: compiling it took most of the import time."""
    node = runtime.present_node()
    command: list[str | Path] = [
        node.node,
        "--input-type=module",
        "-e",
        COMPILED_IN_THE_PAGE,
        str(DIST / "static" / "kesu.mjs"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout.splitlines()[-1]) == []


@pytest.mark.built
@pytest.mark.all  # the browser plays all games on what is shipped in each run: tests/e2e/test_start.py
def test_no_imported_module_is_missing(tmp_path: Path) -> None:
    """Plays all games on exactly the shipped files, from a seed that the build did not use."""
    node = runtime.present_node()
    games = app.app({})
    task = {**task_of(games, Release.at(MODULES / "pyodide")), "given": {"seed": 98}}
    tools = app.tools(node, ProgressLine("test"))
    result = trace(tools, DIST / "static" / "kesu.mjs", task, tmp_path / "trace.json")
    with_everything = json.loads((app.PYTHON / "traced" / "trace.json").read_text(encoding="utf-8"))
    assert set(result.missing) <= set(with_everything["missing"])
    assert set(result.results["later"]) == {"push-clear", "chain", "nineteen", "lines98", "biquadris", "duel"}
    assert not [text for text in result.results["later"].values() if text.startswith(workload.WRONG)]


@pytest.mark.built
@pytest.mark.slow("takes a snapshot")
def test_a_snapshot_is_the_same_from_another_folder_for_another_user(tmp_path: Path) -> None:
    """All other shipped files depend only on names and contents; this one is Python's memory."""
    folder, scripts = tmp_path / "somewhere" / "else", tmp_path / "scripts"
    shutil.copytree(app.PYTHON / "packed", folder)
    scripts.mkdir()
    for path in SCRIPTS.glob("*.mjs"):
        shutil.copyfile(path, scripts / path.name)
    node = runtime.present_node()
    user = {"HOME": str(tmp_path), "USER": "somebody", "LANG": "ja_JP.UTF-8", "TZ": "Asia/Tokyo", "PWD": str(tmp_path)}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in user.items():
            patch.setenv(name, value)
        patch.chdir(tmp_path)
        take_snapshot(app.tools(node, ProgressLine("test")), folder, scripts)
    taken = (folder / "snapshot.bin").read_bytes()
    assert taken == gzip.decompress((folder / "rt" / "snapshot.bin.gz").read_bytes())


@pytest.mark.built
def test_shipped_files_do_not_reveal_where_they_were_built() -> None:
    wanted = (str(ROOT).encode(), str(Path.home()).encode() + b"/.")
    for path in DIST.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
            assert not [text for text in wanted if text in data], path.relative_to(DIST)


def test_the_profile_matches_the_shipped_pyodide() -> None:
    """A new version of Pyodide is shipped whole until its profile is made: `prelit upgrade`, `prelit profile`."""
    digest = stamps.sha256((MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes())
    bits = splitting.functions(splitting.PROFILE, digest)
    assert bits and 1000 < sum(byte.bit_count() for byte in bits) < 6000
