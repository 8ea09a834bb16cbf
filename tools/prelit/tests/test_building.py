"""Bad input to `prelit build`: one line with the remedy, exit status 2, and nothing half written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from prelit import page, toolchain
from prelit.__main__ import main
from prelit.errors import PrelitError
from prelit.node import NodeJs


def refused(capsys: pytest.CaptureFixture[str], app: Path, *more: str) -> str:
    """What the command says about an application that it refuses."""
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
def test_an_import_that_is_not_there(
    app: Path, modules: Path, capsys: pytest.CaptureFixture[str], source: str, remedy: str
) -> None:
    app.write_text(source, encoding="utf-8")
    assert remedy in refused(capsys, app, "--modules", str(modules))


def test_packages_tricks_and_folders_that_are_not_there(
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
    monkeypatch.setattr(os, "access", lambda *_given: False)  # root may write anywhere
    assert f"{tmp_path} cannot be written to: name another folder" in refused(
        capsys, app, *has, "--out", str(tmp_path / "dist" / "site")
    )


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_a_pyodide_that_does_not_exist(tmp_path: Path) -> None:
    npm = ("/bin/sh", "-c", "echo npm error code ETARGET >&2; exit 1")
    with pytest.raises(PrelitError, match=r"installing Pyodide 399 by npm \(does this version exist") as raised:
        toolchain.modules(NodeJs(Path("/bin/true"), npm), tmp_path, "399", print)
    assert "ETARGET" in str(raised.value) and "\n" not in str(raised.value)


def test_packages_of_npm_may_be_named_from_here(modules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(modules.parent)
    assert toolchain.present(Path(modules.name)) == modules.resolve()


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("while True: pass", "must end within --limit: timed out after 8 s"),
        ("while True: print('x' * 10000)", "the workload failed: SystemExit: it prints without end"),
        ("open('no such file')", "the workload failed: FileNotFoundError"),
    ],
)
@pytest.mark.built
def test_a_workload_that_goes_wrong(
    app: Path, modules: Path, capsys: pytest.CaptureFixture[str], source: str, says: str
) -> None:
    workload = app.with_name("work.py")
    workload.write_text(source, encoding="utf-8")
    app.write_text("import json", encoding="utf-8")
    more = ("--modules", str(modules), "--workload", str(workload), "--limit", "8")
    assert says in refused(capsys, app, *more)


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
