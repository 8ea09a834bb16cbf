"""The wheel: it has the games, their texts and the page, nothing else, and works by itself."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tools.setup import wheel
from tools.setup.paths import ROOT, venv_python

pytestmark = [pytest.mark.native, pytest.mark.slow("makes a wheel and an environment for it")]

PAGE = b"<!doctype html><title>Kesu</title>"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that carries a page."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "dist" / "ja").mkdir(parents=True)
    for place in ("", "ja"):
        (folder / "dist" / place / "index.html").write_bytes(PAGE)
    return wheel.ready(folder / "dist", folder / "made")


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a new environment with the wheel installed."""
    venv = tmp_path_factory.mktemp("clean") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = venv_python(venv)
    subprocess.run([*PIP, "--python", python, "install", "-q", "--no-index", "--no-deps", built], check=True)
    return python.parent


def environment() -> dict[str, str]:
    """Returns an environment in which only the dependencies come from here, as locked."""
    import numpy

    return {**os.environ, "PYTHONPATH": str(Path(numpy.__file__).parent.parent), "LANG": "C.UTF-8"}


def kesu(installed: Path, folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [installed / "kesu", *arguments],
        cwd=folder, env=environment(), input=typed, text=True, encoding="utf-8", capture_output=True, check=False,
    )  # fmt: skip


def test_the_wheel_has_the_games_texts_and_page_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(built) as packed:
        names = packed.namelist()
    assert {name.split("/")[0] for name in names} == {"game", f"{built.name.split('-py3')[0]}.dist-info"}
    wanted = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("game/**/*.py")}
    wanted |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("game/bots/**/*.bin")}
    wanted |= {f"game/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("static/words/*.po")}
    wanted |= {f"game/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("static/*.txt")}
    wanted |= {f"game/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("static/workshop/**/*.py")}
    assert wanted | {"game/page/index.html", "game/page/ja/index.html"} == {
        name for name in names if name.startswith("game/")
    }


def test_the_source_archive_has_what_the_wheel_needs_and_nothing_else(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path], cwd=ROOT, check=True)
    [archive] = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
    assert {name.split("/")[0] for name in names} <= {*wheel.SOURCES, "PKG-INFO", ".gitignore"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".so", ".wasm"))]


def test_the_package_depends_on_what_the_terminal_imports() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    imported = set()
    for path in ROOT.glob("game/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    of_the_page, extra = {"js", "pyodide", "pyscript"}, {"distributed"}
    assert imported - set(sys.stdlib_module_names) - {"game"} - of_the_page - extra == set(declared)


def test_the_wheel_plays_in_the_terminal(installed: Path, tmp_path: Path) -> None:
    done = kesu(installed, tmp_path, "push-clear", "-seed", "7", "-json", typed="left up right\n")
    assert (done.returncode, done.stderr) == (0, "")
    here = subprocess.run(
        [sys.executable, "-m", "game", "push-clear", "-seed", "7", "-json"],
        cwd=ROOT, input="left up right\n", text=True, capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout == here.stdout and len(list(map(json.loads, done.stdout.splitlines()))) == 4


def test_the_wheel_has_its_texts_and_sequence_files(installed: Path, tmp_path: Path) -> None:
    assert re.search("[\u3040-\u30ff]", kesu(installed, tmp_path, "-lang", "ja").stdout)
    files = ("-scriptfile1", "sequence1.txt", "-scriptfile2", "sequence2.txt")
    assert kesu(installed, tmp_path, "biquadris", *files, "-text", typed="drop\n").returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process there")
def test_the_wheel_serves_its_page(installed: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [installed / "kesu", "serve", "-no-open", "-port", "8765", "-page", "ja/"]
    heeded = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a shell's background ignores it, and so its heirs
    try:
        running = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, heeded)
    with running:
        try:
            assert running.stdout
            address = next(found for line in running.stdout if (found := re.search(r"(http://\S+)   \(stop", line)))[1]
            with urlopen(address) as answer:
                assert address.endswith("/ja/") and answer.read() == PAGE
            running.send_signal(signal.SIGINT)
            assert running.wait(30) == 0
        finally:
            running.kill()  # nothing else stops it if the test fails


def test_a_wrong_serve_option_gives_one_line(installed: Path, tmp_path: Path) -> None:
    done = kesu(installed, tmp_path, "serve", "-port", "eighty")
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("kesu") and done.stderr.count("\n") == 1
