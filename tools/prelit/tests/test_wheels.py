"""Wheels: where they come from, and that nothing is used whose hash is not the lock file's."""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from prelit import wheels
from prelit.errors import PrelitError
from prelit.release import Release
from prelit.wheels import cache

WHEEL = b"the wheel that the lock file names"
NAME = "numpy-2-wasm32.whl"


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Pyodide package whose lock file names WHEEL, and an empty cache."""
    monkeypatch.setenv("PRELIT_CACHE", str(tmp_path / "cache"))
    package = tmp_path / "pyodide"
    package.mkdir()
    entry = {"file_name": NAME, "sha256": hashlib.sha256(WHEEL).hexdigest()}
    (package / "pyodide-lock.json").write_text(json.dumps({"packages": {"numpy": entry}}), encoding="utf-8")
    (package / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    return package


def official(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: bytes | None) -> None:
    """Fakes Pyodide's distribution, which holds these bytes or nothing."""
    folder = tmp_path / "distribution"
    folder.mkdir()
    if data is not None:
        (folder / NAME).write_bytes(data)
    monkeypatch.setattr(wheels, "OFFICIAL", folder.as_uri() + "/{file}")


MIRROR = wheels.Mirror("mirror==1")


def numpy(pyodide: Path, mirror: wheels.Mirror | None = MIRROR) -> Path:
    """Returns the wheel that this Pyodide names."""
    said: list[str] = []
    return wheels.wheels(Release(pyodide), ["numpy"], wheels.WheelSources(cache(), mirror=mirror), said.append)["numpy"]


def test_wheel_is_kept_and_reused(pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    official(monkeypatch, tmp_path, WHEEL)
    kept = numpy(pyodide)
    assert (kept, kept.read_bytes()) == (cache() / NAME, WHEEL)
    (tmp_path / "distribution" / NAME).unlink()
    assert numpy(pyodide) == kept
    assert os.listdir(cache()) == [NAME]


def test_wrong_hash_in_the_cache_stops_and_names_the_file(pyodide: Path) -> None:
    cache().mkdir()
    broken = cache() / NAME
    broken.write_bytes(WHEEL + b"!")
    with pytest.raises(PrelitError, match=f"{re.escape(str(broken))} has the wrong SHA-256"):
        numpy(pyodide)
    assert not broken.exists()


def test_wrong_hash_from_the_network_is_not_kept(
    pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    official(monkeypatch, tmp_path, b"something else")
    with pytest.raises(PrelitError, match=f"{NAME} .*wrong SHA-256"):
        numpy(pyodide)
    assert os.listdir(cache()) == []


def mirror(monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes]) -> None:
    """Fakes a pip that downloads a package with these files."""

    def pretend(command: list[Any], what: str) -> str:
        folder = Path(command[command.index("--dest") + 1])
        with zipfile.ZipFile(folder / "mirror-1-py3-none-any.whl", "w") as package:
            for name, data in files.items():
                package.writestr(name, data)
        return ""

    monkeypatch.setattr(wheels, "run", pretend)


def test_the_mirror_is_used_when_the_distribution_fails(
    pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    official(monkeypatch, tmp_path, None)
    mirror(monkeypatch, {"much/else.js": b"", f"static/pyodide/{NAME}": WHEEL})
    assert numpy(pyodide).read_bytes() == WHEEL
    assert os.listdir(cache()) == [NAME]


def test_a_file_from_the_mirror_is_verified(pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    official(monkeypatch, tmp_path, None)
    mirror(monkeypatch, {f"static/pyodide/{NAME}": b"tampered with"})
    with pytest.raises(PrelitError, match="wrong SHA-256"):
        numpy(pyodide)
    assert os.listdir(cache()) == []


def test_no_source_reachable_gives_one_clear_line(
    pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    official(monkeypatch, tmp_path, None)
    with pytest.raises(PrelitError, match=f"{NAME} cannot be fetched .* --wheels or a package with --mirror") as raised:
        numpy(pyodide, mirror=None)
    assert "\n" not in str(raised.value)


def test_a_download_that_is_cut_short_counts_as_unreachable(tmp_path: Path) -> None:
    class Hasty(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(b"half")

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hasty) as running:
        Thread(target=running.handle_request, daemon=True).start()
        address = f"http://127.0.0.1:{running.server_port}/wheel"
        assert not wheels.fetched(address, tmp_path / "wheel", lambda _line: None)


def test_a_folder_comes_first_and_is_verified(pyodide: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wheels"
    folder.mkdir()
    (folder / NAME).write_bytes(WHEEL)
    sources = wheels.WheelSources(cache(), folder)
    assert wheels.wheels(Release(pyodide), ["numpy"], sources) == {"numpy": folder / NAME}
    (folder / NAME).write_bytes(b"other")
    with pytest.raises(PrelitError, match="take another copy"):
        wheels.wheels(Release(pyodide), ["numpy"], sources)
    assert (folder / NAME).exists(), "a file of the user's is not deleted"


def test_dependencies_come_first(tmp_path: Path) -> None:
    depends = {"a": ["B_1.x", "c"], "b-1-x": ["c"], "c": [], "d": []}
    lock = {"packages": {name: {"depends": found} for name, found in depends.items()}}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    assert wheels.with_dependencies(Release(tmp_path), ["A", "d"]) == ["c", "b-1-x", "a", "d"]
    with pytest.raises(PrelitError, match=r"Pyodide 1.2.3 has no package e: copy a pure Python package"):
        wheels.with_dependencies(Release(tmp_path), ["e"])
