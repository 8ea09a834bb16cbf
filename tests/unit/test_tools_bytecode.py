"""The Python that the page loads: exactly the imported modules, as bytecode of the shipped version."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from game.words import LANGUAGES
from prelit import splitting, stamps
from prelit.packing import late_group, matches
from tools.setup import runtime
from tools.setup.paths import DIST, MODULES, ROOT
from tools.start import app

pytestmark = pytest.mark.native

MAGIC = b"\x2b\x0e"  # of CPython 3.14
UNCHECKED = b"\x01\x00\x00\x00"


# The real build.


def shipped(role: str) -> bytes:
    [path] = DIST.glob(f"rt/{role}-*")
    return path.read_bytes()


def late_groups() -> list[str]:
    """Returns the groups of late modules that have a file: empty groups have none."""
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


@pytest.mark.built
def test_every_module_is_in_the_snapshot() -> None:
    facts = json.loads((app.PYTHON / "packed" / "facts.json").read_text(encoding="utf-8"))
    assert facts["counts"]["outside"] == 0, "later visits import what is left out, if they need it; the build says why"


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


def test_the_profile_matches_the_shipped_pyodide() -> None:
    """A new version of Pyodide is shipped whole until its profile is made: `prelit upgrade`, `prelit profile`."""
    digest = stamps.sha256((MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes())
    bits = splitting.functions(splitting.PROFILE, digest)
    assert bits and 1000 < sum(byte.bit_count() for byte in bits) < 6000
