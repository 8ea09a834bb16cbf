"""The start in Firefox and WebKit with a faulty file or interface: the page plays, or it says what happened.

Drivers cannot cause these faults in every engine, so a server does: it sends the fault instead of the file, or a script
ahead of the page's content security policy that removes the interface.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from game.serving.server import TYPES
from tests.e2e.conftest import READY, THRIFTY, expected, names
from tests.e2e.test_never_silent import FASTER, FILES, MESSAGE, QUERY, USUAL_INTERFACES, without
from tests.engines.engines import Engine
from tests.engines.playing import became
from tools.setup.paths import DIST

pytestmark = pytest.mark.all

FAULTS = ("404", "cut", "html")
PATIENCE = 60.0
OTHERS = [
    ("WebAssembly", "throws"), ("caches", "missing"), ("indexedDB", "missing"), ("localStorage", "throws"),
    ("Navigator.prototype.serviceWorker", "missing"), ("ResizeObserver", "missing"), ("fetch", "throws"),
    ("matchMedia", "missing"), ("trustedTypes", "missing"), ("DecompressionStream", "missing"),
]  # fmt: skip


class Faulty(BaseHTTPRequestHandler):
    """Serves the built page with a fault in some of its files, and a script before the others."""

    spoilt, fault, script = "", "", ""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].removeprefix("/") or "index.html"
        file = DIST / path / "index.html" if (DIST / path).is_dir() else DIST / path
        data, kind = file.read_bytes() if file.is_file() else b"", TYPES.get(file.suffix, "application/octet-stream")
        status = 200 if file.is_file() else 404
        if self.spoilt and Path(path).match(self.spoilt):
            if self.fault == "404":
                status, data = 404, b"Not found"
            elif self.fault == "cut":
                data = data[: len(data) // 2]
            else:
                data, kind = b"<!doctype html><p>Please sign in.</p>", "text/html"
        elif file.name == "index.html":
            data = data.replace(b"<head>", b"<head><script>" + self.script.encode() + b"</script>", 1)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing."""


@contextmanager
def served(spoilt: str = "", fault: str = "", script: str = "") -> Iterator[str]:
    """Serves a site with a fault; yields its address. Each site has its own origin, so they share no storage."""
    handler = type("Handler", (Faulty,), {"spoilt": spoilt, "fault": fault, "script": THRIFTY + FASTER + script})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def outcome(engine: Engine, address: str) -> str:
    """Opens a game; returns "plays", or the message on the page; AssertionError if the page stays silent."""
    engine.goto(address)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if engine.evaluate(f"Boolean({READY})"):
                engine.press("ArrowLeft")
                assert became(engine, names(expected("push-clear", 7, ["left"])))
                return "plays"
            if text := engine.evaluate(f"({MESSAGE})() || ''"):
                return str(text)
        except AssertionError:
            raise
        except Exception as error:  # the page reloads itself once
            assert "context" in str(error) or "navigat" in str(error).lower() or "null" in str(error), error
        time.sleep(0.2)
    raise AssertionError(f"nothing is said: {engine.evaluate('document.body.innerText')[:200]!r}")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", FILES)
def test_faulty_file_is_replaced_or_reported(engine: Engine, name: str, fault: str) -> None:
    with served(FILES[name], fault) as site:
        result = outcome(engine, site + QUERY)
        assert result == "plays" or result.startswith(("Kesu", "Loading"))


@pytest.mark.parametrize("name,fault", USUAL_INTERFACES + OTHERS)
def test_page_with_a_faulty_interface_plays_or_shows_a_message(engine: Engine, name: str, fault: str) -> None:
    with served(script=f"try {{ {without(name, fault)} }} catch {{ /* not here anyway */ }}") as site:
        result = outcome(engine, site + QUERY)
        assert result == "plays" or result.startswith(("Kesu", "Loading"))
