"""The Python that the page loads: exactly the imported modules, as bytecode of the shipped version."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from game.words import LANGUAGES
from tools.setup import runtime, stamps
from tools.setup.paths import DIST, MODULES, ROOT
from tools.setup.progress import Fault
from tools.start import bytecode, workload

pytestmark = pytest.mark.native

MAGIC = b"\x2b\x0e"  # of CPython 3.14
UNCHECKED = b"\x01\x00\x00\x00"


def test_imports_are_found_anywhere_in_a_module() -> None:
    source = b"import os.path\nfrom js import a, b as c\ndef f():\n    from json import dumps\nfrom . import x"
    assert dict(bytecode.imports(source)) == {"os.path": [], "js": ["a", "b"], "json": ["dumps"]}


def test_only_foreign_modules_are_named() -> None:
    code = b"import js, numpy.typing\nfrom game.b import c\nfrom re import sub"
    sources = {"game/a.py": code, "static/a.txt": b"import x"}
    assert bytecode.named(sources) == ["numpy.typing", "re"]


def test_the_games_sources_exclude_the_terminal(tmp_path: Path) -> None:
    for name in ("game/__main__.py", "game/a.py", "game/__pycache__/a.py", "static/s.txt", "static/s.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    assert list(bytecode.game_sources(tmp_path)) == ["game/a.py", "static/s.txt"]


def test_archives_depend_on_names_and_contents_only() -> None:
    files, turned = {"b": b"2", "a/c": b"1"}, {"a/c": b"1", "b": b"2"}
    assert bytecode.zipped(files) == bytecode.zipped(turned)
    assert bytecode.tarred(files) == bytecode.tarred(turned)


def test_an_interpreter_without_its_table_is_refused() -> None:
    with pytest.raises(Fault, match="no single place"):
        bytecode.with_files("export const files = {};", {})


def test_pyscripts_own_modules_are_found() -> None:
    modules = bytecode.pyscript_modules(MODULES)
    assert {"__init__.py", "context.py", "display.py", "web.py"} <= set(modules)
    for name, text in modules.items():
        compile(text, name, "exec")


# The real build.


def shipped(role: str) -> bytes:
    [path] = DIST.glob(f"rt/{role}-*")
    return path.read_bytes()


def late_groups() -> list[str]:
    """The groups of late modules that have a file: empty groups have none."""
    sources = bytecode.game_sources(ROOT)
    return [group for group, places in bytecode.LATE.items() if any(bytecode.matches(name, places) for name in sources)]


def files_in_tar(data: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as packed:
        return {entry.name: (packed.extractfile(entry) or io.BytesIO()).read() for entry in packed}


@pytest.mark.built
def test_everything_shipped_is_bytecode_that_is_never_checked() -> None:
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(shipped("library")))) as packed:
        modules = {name: packed.read(name) for name in packed.namelist()}
    for role in ("numpy", "game", *late_groups()):
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
    assert not {"asyncio/base_events.pyc", "socket.pyc", "pickle.pyc", "ctypes/__init__.pyc"} & shipped_modules, (
        "patched"
    )
    numpy = files_in_tar(shipped("numpy"))
    assert not [name for name in numpy if name.startswith(("numpy/random", "numpy/fft", "numpy/f2py", "numpy/testing"))]
    assert len([name for name in numpy if name.endswith(".so")]) == 1


@pytest.mark.built
def test_late_modules_are_not_loaded_at_the_start() -> None:
    game = files_in_tar(shipped("game"))
    assert not [name for name in game if bytecode.late_group(name)]
    assert "live" in late_groups()
    for group in late_groups():
        late = files_in_tar(shipped(group))
        assert late and {bytecode.late_group(name) for name in late} == {group}
        assert len(list(DIST.glob(f"rt/words-{group}-*.json"))) == len(LANGUAGES)


@pytest.mark.built
def test_modules_of_later_play_are_in_the_second_archive() -> None:
    """Decided by observed imports, not by a list: no module is in both; bots come after the first board."""
    with zipfile.ZipFile(io.BytesIO(shipped("later"))) as packed:
        later = set(packed.namelist())
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(shipped("library")))) as packed:
        first = {*packed.namelist(), *files_in_tar(shipped("game")), *files_in_tar(shipped("numpy"))}
    assert {"game/bots/lines98/search.pyc", "game/bots/push_clear/classic.bin", "game/session/challenge.pyc"} <= later
    assert {"game/web/app.pyc", "game/session/session.pyc", "game/rules/duel.pyc", "json/decoder.pyc"} <= first
    assert not first & later
    seen = json.loads((bytecode.PYTHON / "traced" / "trace.json").read_text(encoding="utf-8"))
    assert {name.partition("/")[2] for name in seen["first"]} <= first


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
    node = runtime.node_in_path() or runtime.node_in_venv()
    assert node is not None
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
    node = runtime.node_in_path() or runtime.node_in_venv()
    assert node is not None
    task = {
        "workload": str(ROOT / "tools" / "start" / "workload.py"),
        "page": bytecode.page_names(ROOT),
        "named": bytecode.named(bytecode.game_sources(ROOT)),
        "pyscript": bytecode.pyscript_modules(MODULES),
        "seed": 98,
        "sources": None,
    }
    result = bytecode.trace(node, DIST / "static" / "kesu.mjs", task, tmp_path / "trace.json")
    with_everything = json.loads((bytecode.PYTHON / "traced" / "trace.json").read_text(encoding="utf-8"))
    assert set(result["missing"]) <= set(with_everything["missing"])
    assert set(result["played"]) == {"push-clear", "chain", "nineteen", "lines98", "biquadris", "duel"}
    assert not [text for text in result["played"].values() if text.startswith(workload.WRONG)]


@pytest.mark.built
@pytest.mark.slow("takes a snapshot")
def test_a_snapshot_is_the_same_from_another_folder_for_another_user(tmp_path: Path) -> None:
    """All other shipped files depend only on names and contents; this one is Python's memory."""
    folder, scripts = tmp_path / "somewhere" / "else", tmp_path / "scripts"
    shutil.copytree(bytecode.PYTHON / "packed", folder)
    scripts.mkdir()
    for path in bytecode.TOOLS.glob("*.mjs"):
        shutil.copyfile(path, scripts / path.name)
    node = runtime.node_in_path() or runtime.node_in_venv()
    assert node is not None
    user = {"HOME": str(tmp_path), "USER": "somebody", "LANG": "ja_JP.UTF-8", "TZ": "Asia/Tokyo", "PWD": str(tmp_path)}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in user.items():
            patch.setenv(name, value)
        patch.chdir(tmp_path)
        bytecode.take_snapshot(node, folder, scripts)
    taken = (folder / "snapshot.bin").read_bytes()
    assert taken == gzip.decompress((folder / "snapshot.bin.gz").read_bytes())


@pytest.mark.built
def test_shipped_files_do_not_reveal_where_they_were_built() -> None:
    wanted = (str(ROOT).encode(), str(Path.home()).encode() + b"/.")
    for path in DIST.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
            assert not [text for text in wanted if text in data], path.relative_to(DIST)


def test_a_truncated_file_of_an_earlier_build_is_rebuilt(tmp_path: Path) -> None:
    for name, data in {"snapshot.bin.gz": b"x" * 100, "rt/library.zip": b"y" * 100}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    stamps.sign(tmp_path, "inputs", bytecode.names_in(tmp_path))
    assert stamps.fresh(tmp_path, "inputs") and not stamps.fresh(tmp_path, "other inputs")
    for name in ("snapshot.bin.gz", "rt/library.zip"):
        (tmp_path / name).write_bytes(b"x" * 99)
        assert not stamps.fresh(tmp_path, "inputs")
        (tmp_path / name).write_bytes(b"x" * 100)
        assert stamps.fresh(tmp_path, "inputs")
    (tmp_path / "rt" / "library.zip").unlink()
    assert not stamps.fresh(tmp_path, "inputs")


def test_a_read_only_folder_fails_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(code: int) -> None:
        def refuse(*_given: object, **_named: object) -> None:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(Path, "open", refuse)

    refused(errno.EROFS)
    with bytecode.alone(tmp_path / "lock"):
        pass
    refused(errno.ENOSPC)
    with pytest.raises(OSError, match="No space"), bytecode.alone(tmp_path / "lock"):
        pass
