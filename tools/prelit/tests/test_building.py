"""Bad input to `prelit build`: one line with the remedy, exit status 2, and nothing half written."""

from __future__ import annotations

import errno
import gzip
import os
import sys
import tempfile
from pathlib import Path

import pytest

from prelit import building, page, process, toolchain
from prelit.__main__ import main
from prelit.errors import PrelitError
from prelit.node import NodeJs


def refused(capsys: pytest.CaptureFixture[str], app: Path, *more: str) -> str:
    """Returns the command's message about an application that it refuses."""
    out = app.parent / "dist"
    given = [] if "--out" in more else ["--out", str(out)]
    assert main(["build", str(app), *given, *more]) == 2
    assert not out.exists() or not any(out.iterdir()), "nothing is half written"
    [line] = capsys.readouterr().err.splitlines()
    return line


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """An application in one file."""
    path = tmp_path / "app" / "app.py"
    path.parent.mkdir()
    path.write_text("print(1)\n", encoding="utf-8")
    return path


def test_an_application_that_does_not_compile(app: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app.write_text("x = 1\nif x:\nprint(2)\n", encoding="utf-8")
    assert refused(capsys, app).startswith("prelit: app.py does not compile: expected an indented block")


@pytest.mark.parametrize(
    ("source", "remedy"),
    [
        ("import numpy", "app.py imports numpy, which no package here has: add --packages numpy"),
        ("import PIL.Image", "app.py imports PIL, which no package here has: add --packages pillow"),
        ("from torch import nn", "app.py imports torch, which neither Pyodide 314.0.4 nor the application has"),
    ],
)
def test_a_missing_import_is_reported(
    app: Path, modules: Path, capsys: pytest.CaptureFixture[str], source: str, remedy: str
) -> None:
    app.write_text(source, encoding="utf-8")
    assert remedy in refused(capsys, app, "--modules", str(modules))


def test_missing_packages_tricks_and_folders_are_refused(
    app: Path, modules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    has = ("--modules", str(modules))
    assert "has no package nothing: copy" in refused(capsys, app, *has, "--packages", "nothing")
    assert "there is no trick magic" in refused(capsys, app, *has, "--without", "magic")
    assert "does not exist" in refused(capsys, tmp_path / "none.py", *has)
    assert "has no pyodide: run `npm install pyodide`" in refused(capsys, app, "--modules", str(tmp_path))
    assert "contains the application" in refused(capsys, app, *has, "--out", str(app.parent))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    assert "files that prelit did not build" in refused(capsys, app, *has, "--out", str(tmp_path / "mine"))
    assert (tmp_path / "mine" / "letter.txt").exists()


def test_folders_that_cannot_be_written_to(
    app: Path, modules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    has = ("--modules", str(modules))
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PRELIT_CACHE", str(tmp_path / "file" / "cache"))
    assert "cannot be written to (Not a directory): name a folder for what is kept" in refused(capsys, app, *has)

    def refuse(**_named: object) -> None:  # root may write almost anywhere
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert f"{tmp_path} cannot be written to (Permission denied): name another folder" in refused(
        capsys, app, *has, "--out", str(tmp_path / "dist" / "site")
    )


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_a_pyodide_that_does_not_exist(tmp_path: Path) -> None:
    npm = ("/bin/sh", "-c", "echo npm error code ETARGET >&2; exit 1")
    with pytest.raises(PrelitError, match=r"installing Pyodide 399 by npm \(does this version exist") as raised:
        toolchain.modules(NodeJs(Path("/bin/true"), npm), tmp_path, "399", print)
    assert "ETARGET" in str(raised.value) and "\n" not in str(raised.value)


def test_the_npm_folder_may_be_a_relative_path(modules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(modules.parent)
    assert toolchain.present(Path(modules.name)) == modules.resolve()


ALL = pytest.mark.all
FAILED = "the workload failed: "


@pytest.mark.parametrize(
    ("source", "limit", "says"),
    [
        ("while True: pass", 3, "must end within --limit: timed out after 3 s"),
        ("while True: print('x' * 10000)", 60, f"{FAILED}SystemExit: it prints without end"),
        pytest.param("import sys\nwhile True: print('x' * 10000, file=sys.stderr)", 60, "without end", marks=ALL),
        ("open('no such file')", 60, f"{FAILED}FileNotFoundError"),
        pytest.param("open('/etc/passwd', 'w'); open('/no/where', 'w')", 60, f"{FAILED}FileNotFoundError", marks=ALL),
        pytest.param("input()", 60, f"{FAILED}EOFError", marks=ALL),
        pytest.param("x = 1\nif x:\nprint(2)", 60, f"{FAILED}IndentationError", marks=ALL),
        pytest.param("def f(): f()\nf()", 60, f"{FAILED}RecursionError", marks=ALL),
        pytest.param("from os import _exit; _exit(0)", 60, "the workload ended Python", marks=ALL),
        pytest.param("from js import process; process.exit(0)", 60, "the workload ended Python", marks=ALL),
    ],
)
@pytest.mark.built
def test_a_workload_that_goes_wrong(
    app: Path, modules: Path, capsys: pytest.CaptureFixture[str], source: str, limit: int, says: str
) -> None:
    workload = app.with_name("work.py")
    workload.write_text(source, encoding="utf-8")
    app.write_text("import json", encoding="utf-8")
    more = ("--modules", str(modules), "--workload", str(workload), "--limit", str(limit))
    assert says in refused(capsys, app, *more)


@pytest.mark.built
@pytest.mark.all
@pytest.mark.parametrize(
    "source", ["while True: pass", "while True: print('x' * 10000)", "open('no such file')", "open('new', 'w').close()"]
)
def test_an_application_that_goes_wrong_is_built_by_what_it_imports(
    app: Path, modules: Path, tmp_path: Path, source: str
) -> None:
    app.write_text(f"import colorsys\n{source}\n", encoding="utf-8")
    more = ("--modules", str(modules), "--limit", "20", "--out", str(tmp_path / "dist"))
    assert main(["build", str(app), *more]) == 0
    library = next((tmp_path / "dist" / "rt").glob("library-*"))
    assert b"colorsys.pyc" in gzip.decompress(library.read_bytes())


@pytest.mark.parametrize("place", ["cache", "out"])
def test_a_full_disk(
    app: Path,
    modules: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    place: str,
) -> None:
    monkeypatch.setenv("PRELIT_CACHE", str(tmp_path / "cache"))
    full = tmp_path / {"cache": "cache", "out": ".dist.new"}[place]
    write = Path.write_bytes

    def refuse(path: Path, data: bytes) -> int:
        if path.is_relative_to(full):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    if place == "out":
        monkeypatch.setattr(building, "parts", lambda *_given: None)
        monkeypatch.setattr(building, "files_of", lambda *_given: {"index.html": b"page", "rt/a.wasm": b"python"})
    assert "No space left on device" in (said := refused(capsys, app.parent, "--modules", str(modules)))
    assert "free some space" in said or "name another folder with --out" in said
    assert not (app.parent.parent / ".dist.new").exists()


def test_a_full_disk_is_known_from_what_a_program_says() -> None:
    script = "import sys; sys.exit('Error: ENOSPC: no space left on device, write')"
    with pytest.raises(OSError, match="No space left"):
        process.run([sys.executable, "-c", script], "taking the snapshot")


def test_a_file_that_may_not_be_read(
    app: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)  # root may read anything
    assert f"prelit: {app}: Permission denied: see whether you may use this file" in refused(capsys, app)


def test_pages_that_load_pyodide_get_it_from_prelit() -> None:
    head = page.Head("rt/prelit-1.mjs", ("rt/hot.wasm",))
    module = '<head></head><script type="module">import { loadPyodide } from "./pyodide/pyodide.mjs";</script>'
    assert 'import { loadPyodide } from "./rt/prelit-1.mjs"' in page.prepared(module, head)
    classic = '<head></head><script src="https://cdn/pyodide/v314/full/pyodide.js"></script>'
    assert "globalThis.loadPyodide = async" in page.prepared(classic, head) and "cdn" not in page.prepared(
        classic, head
    )
    assert page.starts_python(module) and page.starts_python(classic) and not page.starts_python(page.generated("x"))
    prepared = page.prepared(module, head)
    assert prepared.index("<script>") < prepared.index('rel="preload"') < prepared.index('<script type="module"')
