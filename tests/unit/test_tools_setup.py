"""Setup: what is verified before use, what is reused, and how faults are reported."""

import errno
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("fontTools", reason="Pyodide here has no fontTools")

import build
from prelit import stamps, toolchain
from prelit.errors import PrelitError
from prelit.node import NodeJs
from prelit.process import run
from tools.dev import checks, commands
from tools.setup import browser, environment, runtime
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native
pytest_plugins = ["pytester"]


def test_child_processes_keep_bytecode_whatever_the_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX")
    (tmp_path / "imported.py").write_text("", encoding="utf-8")
    environment.keep_bytecode(tmp_path / "kept")
    run([sys.executable, "-c", "import imported"], "importing", cwd=tmp_path)
    assert [path.suffix for path in (tmp_path / "kept").rglob("imported.*")] == [".pyc"]
    assert not (tmp_path / "__pycache__").exists()


def test_build_py_reports_faults_without_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise PrelitError("no network")

    monkeypatch.setattr(environment, "ready", fail)
    assert build.main(["build"]) == 1
    assert capsys.readouterr().err == "build.py: no network\n"


@pytest.mark.parametrize(
    ("arguments", "builds"),
    [
        (["tests/unit", "-k", "undo"], False),
        (["tests/unit/test_session.py::test_gains", "-q"], False),
        (["-k", "undo"], True),
        (["tests/unit", "tests/e2e"], True),
        (["tests/unit/test_tools_site.py"], True),
        (["tools/prelit/tests"], True),
    ],
    ids=str,
)
def test_unit_tests_alone_need_neither_a_build_nor_a_browser(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], builds: bool
) -> None:
    built: list[str] = []
    commands_run: list[checks.Check] = []

    def run_check(check: checks.Check) -> checks.CheckResult:
        commands_run.append(check)
        return checks.CheckResult(check.name, 0, 0.0)

    def find_browser() -> str:
        built.append("a browser")
        return ""

    monkeypatch.setattr(commands, "build", lambda: built.append("dist/"))
    monkeypatch.setattr(browser, "ready", find_browser)
    monkeypatch.setattr(runtime, "node", lambda: None)
    monkeypatch.setattr(runtime, "packages", lambda _node: None)
    monkeypatch.setattr(checks, "run", run_check)
    for name in (browser.VARIABLE, "PRELIT_CHROMIUM", "PRELIT_CACHE"):
        monkeypatch.setenv(name, "")
    assert commands.test(arguments, long=False, quick=False)
    assert built == ["dist/", "a browser"] * builds
    [check] = commands_run
    assert ("--unbuilt" in check.command) is not builds


@pytest.mark.parametrize(("free", "places"), [(10**12, 0), (0, 3)])
def test_a_full_disk_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], free: int, places: int, tmp_path: Path
) -> None:
    def fail() -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(environment, "ready", fail)
    monkeypatch.setenv("KESU_CACHE", str(tmp_path / "no" / "such"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(10**12, 10**12 - free, free))
    assert build.main(["build"]) == 1
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith("build.py: [Errno 28] No space left on device")
    assert sum(str(place) in said for place in (ROOT, tmp_path / "no" / "such", tempfile.gettempdir())) >= places
    assert ("free some space for" in said) == bool(places)


class Usage(NamedTuple):
    """What the system says of a disk."""

    total: int
    used: int
    free: int


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("to", "problem"), [("> /dev/full", "No space left on device"), (">&-", "a fault"), ("| true", "Broken pipe")]
)
def test_unwritable_output_gives_one_line(to: str, problem: str, tmp_path: Path) -> None:
    """As when output goes to a full disk, a closed file, or a program that has ended."""
    work = (
        "import sys, time; import build; from tools.dev import commands; from tools.setup.progress import line\n"
        "from prelit.errors import PrelitError\n"
        "def work():\n time.sleep(0.3)\n line('a')\n raise PrelitError('a fault')\n"
        "commands.build = work; sys.exit(build.main(['build']))"
    )
    script = f'"$1" -c "$2" 2> "$3" {to}; echo "${{PIPESTATUS[0]}}"'
    command = ["bash", "-c", script, "bash", sys.executable, work, str(tmp_path / "errors")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    [said] = (tmp_path / "errors").read_text(encoding="utf-8").splitlines()
    assert done.stdout == "1\n" and problem in said


def test_python_without_ensurepip_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    with pytest.raises(PrelitError, match="apt-get install python3-venv"):
        environment.ready(tmp_path / "venv")
    assert not (tmp_path / "venv").exists()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_linked_folder_is_never_emptied(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "precious").write_text("of another checkout", encoding="utf-8")
    for name in (".venv", "node_modules"):
        (tmp_path / name).symlink_to(shared)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(PrelitError, match=r"\.venv is a link to .*: remove the link first"):
        environment.ready(tmp_path / ".venv")
    with pytest.raises(PrelitError, match=r"node_modules is a link to .*: remove the link first"):
        runtime.packages(NodeJs(Path("no such node"), ("no such npm",)), tmp_path)
    assert [path.name for path in shared.iterdir()] == ["precious"]


def test_unfinished_environment_is_not_reused(tmp_path: Path) -> None:
    assert not stamps.fresh(tmp_path, "key")
    stamps.sign(tmp_path, "key")
    assert stamps.fresh(tmp_path, "key")
    assert not stamps.fresh(tmp_path, "another")


def test_stamp_changes_with_contents(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("numpy==1", encoding="utf-8")
    before = stamps.key([file, "3.11"])
    assert stamps.key([file, "3.1", "1"]) != before == stamps.key([file, "3.11"])
    file.write_text("numpy==2", encoding="utf-8")
    assert stamps.key([file, "3.11"]) != before


def test_requirements_are_pinned_hashed_and_name_no_index() -> None:
    for path in sorted(ROOT.glob("requirements*.txt")):
        text = path.read_text(encoding="utf-8")
        pins = re.findall(r"^([a-z0-9_.-]+)==", text, re.MULTILINE | re.IGNORECASE)
        assert pins, path.name
        # Each pin is followed by its hashes.
        assert len(re.findall(r"==[^\n]*\\\n +--hash=sha256:[0-9a-f]{64}", text)) == len(pins), path.name
        assert not re.search(r"--(extra-)?index-url|--find-links|file:|https?:", text), path.name


def test_pyodide_and_the_terminal_have_the_same_numpy() -> None:
    entry = json.loads((runtime.PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]["numpy"]
    assert f"numpy=={entry['version']} " in environment.REQUIREMENTS.read_text(encoding="utf-8")


def test_npm_lock_has_hashes_and_no_addresses() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert packages["node_modules/pyodide"]["version"] == asked["dependencies"]["pyodide"] == toolchain.PYODIDE
    assert all(about["integrity"].startswith("sha512-") for name, about in packages.items() if name)
    for about in packages.values():
        about.pop("funding", None)  # a donation link: nothing is fetched from it
    assert "resolved" not in json.dumps(packages) and "://" not in json.dumps(packages)


def check(name: str, code: str) -> checks.Check:
    return checks.Check(name, [sys.executable, "-c", code])


def test_a_failing_check_does_not_hide_the_others(capfd: pytest.CaptureFixture[str]) -> None:
    codes = {"first": "print('says one')", "second": "raise SystemExit(5)", "third": "print('says three')"}
    chosen = [check(name, code) for name, code in codes.items()]
    with checks.pool() as pool:
        running = checks.begin(pool, chosen[:2])
        running += checks.begin(pool, chosen[2:])
    results = [result.result() for result in running]
    assert checks.report(results) is False
    assert [(result.name, result.status) for result in results] == [("first", 0), ("second", 5), ("third", 0)]
    out = capfd.readouterr().out
    assert "says one" in out and "says three" in out
    assert out.rstrip().endswith("failed: second")
    assert checks.report(results[:1]) is True


def test_every_check_runs_once_during_the_build_or_after_it() -> None:
    node = NodeJs(Path("node"), ())
    names = [check.name for check in (*checks.source_checks(), *checks.build_checks(node), *checks.page_checks(False))]
    quick = [check.name for check in checks.quick_checks()]
    assert sorted(names) == sorted([*quick, "unit tests inside Pyodide", "browser tests"])


def test_a_browser_that_does_not_start_is_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setattr(browser, "MEMORY", tmp_path / "browser.json")
    monkeypatch.setattr(browser, "candidates", lambda now: iter([("/a", "broken"), ("/b", "working")]))
    monkeypatch.setattr(browser, "working_version", lambda path: "156.0" if path == "/b" else None)
    assert browser.ready() == "/b"
    assert json.loads(browser.MEMORY.read_text(encoding="utf-8"))["name"] == "working, version 156.0"
    monkeypatch.setattr(browser, "candidates", lambda now: iter([]))
    with pytest.raises(PrelitError, match="no browser for the tests"):  # /b is remembered but no longer there
        browser.ready()


def tracked() -> list[Path]:
    """Returns the tracked files of the repository, and untracked ones that are not ignored."""
    if not shutil.which("git"):
        pytest.skip("needs git")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a git repository")
    return [ROOT / name for name in filter(None, listed.stdout.split("\0")) if (ROOT / name).is_file()]


def test_no_registry_host_is_named_in_the_repository() -> None:
    hosts = re.compile(rb"registry\.npmjs|pypi\.org|pythonhosted|deb\.debian|/opt/(?:pypi|wheels)")
    for path in tracked():
        if path != Path(__file__):
            assert not hosts.search(path.read_bytes()), path


def test_no_merge_conflict_markers_are_left() -> None:
    for path in tracked():
        assert not re.search(rb"^(?:<{7}|>{7}) ", path.read_bytes(), re.M), path


def test_the_quick_run_has_every_unit_test_once_and_no_browser_tests() -> None:
    chosen = checks.quick_checks()
    named = [str(part) for check in chosen for part in check.command if str(part).startswith("tests/")]
    assert sorted(named) == sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/unit/test_*.py"))
    parts = [f"unit tests, part {part}" for part in range(1, checks.PARTS + 1)]
    assert [check.name for check in chosen] == [
        "ruff",
        "format",
        "mypy",
        "lint of scripts",
        "types of scripts",
        *parts,
        "unit tests of the tools",
        "prelit's tests",
    ]


@pytest.mark.slow("starts pytest again")
def test_quick_skips_slow_tests_and_tests_of_the_build(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers =\n    slow(reason): x\n    built: x\n    all: x\n")
    pytester.makepyfile(
        """
        import pytest
        from hypothesis import settings
        def test_plain(): assert settings.default.max_examples == 10
        @pytest.mark.slow("whole games")
        def test_slow(): assert False
        @pytest.mark.built
        def test_built(): assert False
        """
    )
    pytester.runpytest_subprocess("--quick").assert_outcomes(passed=1, deselected=2)
