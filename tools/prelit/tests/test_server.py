"""Tests of `prelit serve`."""

from __future__ import annotations

import os
import socket
import struct
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
            browser.sendall(b"GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n")
            browser.recv(1000)
            browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        running.shutdown()
    assert capfd.readouterr().err == ""


def test_any_other_error_is_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with SiteServer(("127.0.0.1", 0), lambda *_given: 1 / 0) as running:  # type: ignore[arg-type]
        running.block_on_close = True
        running.daemon_threads = False
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        with socket.create_connection(("127.0.0.1", running.server_port)) as browser:
            browser.recv(10)
        running.shutdown()
    assert "ZeroDivisionError" in capfd.readouterr().err
