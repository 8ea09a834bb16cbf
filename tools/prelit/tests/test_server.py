"""Tests of `prelit serve`."""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread

import pytest

from prelit.server import SiteServer, server


def test_a_browser_that_hangs_up_is_not_worth_a_traceback(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "large.bin").write_bytes(os.urandom(8_000_000))
    with server(tmp_path) as running:
        running.daemon_threads, running.block_on_close = False, True  # so that closing waits for the request
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        with socket.create_connection(("127.0.0.1", running.server_port)) as browser:
            browser.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
            browser.recv(1000)
            browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        running.shutdown()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", "localhost:8000", 200),
        ("/sub/", "127.0.0.1", 200),
        ("/sub", "localhost", 301),
        ("/index.html", "localhost", 200),
        ("/index.html/", "localhost", 404),
        ("/none.html", "localhost", 404),
        ("/", "elsewhere.example", 421),
        ("//[/", "localhost", 404),
    ],
)
def test_compressed_and_plain_answers_agree(
    tmp_path: Path, method: str, accepted: str, path: str, host: str, status: int
) -> None:
    for folder in (tmp_path, tmp_path / "sub"):
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text("<!doctype html>" + "<p>long" * 100)
    with answered(tmp_path, method, path, {"Host": host, "Accept-Encoding": accepted}) as answer:
        assert answer.status == status
        if status == 200:
            data = answer.read()
            assert answer.headers["Content-Encoding"] == ("gzip" if accepted == "gzip" else None)
            assert bool(data) == (method == "GET")
        if status == 301:
            assert answer.headers["Location"].endswith("/sub/")


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip;q=0", None), ("gzip; q=0.0, br", None), ("br, gzip;q=0.5", "gzip"), ("GZIP", "gzip"), ("xgzip", None)],
)
def test_a_browser_may_refuse_gzip(tmp_path: Path, accepted: str, encoding: str | None) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    with answered(tmp_path, "GET", "/", {"Host": "localhost", "Accept-Encoding": accepted}) as answer:
        assert answer.headers["Content-Encoding"] == encoding


@contextmanager
def answered(folder: Path, method: str, path: str, headers: dict[str, str]) -> Iterator[HTTPResponse]:
    """Yields the answer of a server of this folder."""
    with server(folder) as running:
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        connection = HTTPConnection("127.0.0.1", running.server_port)
        connection.request(method, path, headers=headers)
        yield connection.getresponse()
        connection.close()
        running.shutdown()


def test_any_other_error_is_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with SiteServer(("127.0.0.1", 0), lambda *_given: 1 / 0) as running:  # type: ignore[arg-type]
        running.block_on_close = True
        running.daemon_threads = False
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        with socket.create_connection(("127.0.0.1", running.server_port)) as browser:
            browser.recv(10)
        running.shutdown()
    assert "ZeroDivisionError" in capfd.readouterr().err
