"""Serves a folder on this machine as a static web host would, compressed.

A service worker and `fetch` need http, so a page cannot be opened from the file system.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from email.message import Message
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from prelit import stamps
from prelit.errors import PrelitError

COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".toml", ".txt", ".wasm", ".zip", ".tar", ".whl", ".py"}
HOSTS = {"127.0.0.1", "localhost"}
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".toml": "application/toml"}
"""Stated here because the system's own table differs from machine to machine."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit serve`."""
    parser.add_argument("folder", type=Path, help="the built site")
    parser.add_argument(
        "--port", type=int, default=8000, help="the port to listen on (%(default)s); 0 for any free one"
    )


def main(choice: argparse.Namespace) -> int:
    """Serves until interrupted."""
    with server(choice.folder, choice.port) as running:
        print(f"serving {choice.folder} at http://127.0.0.1:{running.server_port}/ (end with Ctrl+C)", flush=True)
        running.serve_forever()
    return 0


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Returns a server of this folder on this machine only, not yet running; PrelitError if it cannot start."""
    if not folder.is_dir():
        raise PrelitError(f"{folder} is not a folder: build a site into it first")
    try:
        return SiteServer(("127.0.0.1", port), partial(SiteHandler, directory=str(folder)))
    except OSError as error:
        raise PrelitError(f"port {port} cannot be used ({error.strerror}): choose another with --port") from None


class SiteServer(ThreadingHTTPServer):
    """A server that ignores dropped connections: browsers drop them all the time."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints the error of a request, unless the browser has gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers requests from one folder, with compressed copies for browsers that accept them."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012 - as in the base class
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answers a request for a file, compressed where that helps."""
        if self.ours() and not self.sent_compressed(body=True):
            super().do_GET()

    def do_HEAD(self) -> None:
        """Answers with the headers of a file."""
        if self.ours() and not self.sent_compressed(body=False):
            super().do_HEAD()

    def ours(self) -> bool:
        """Returns whether the request is for this machine: another site's name could be made to lead here."""
        here = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        if here not in HOSTS:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        return here in HOSTS

    def sent_compressed(self, body: bool) -> bool:
        """Sends a compressed copy, unless the file has none, or the browser wants none."""
        path, folder = Path(self.translate_path(self.path)), self.path.partition("?")[0].endswith("/")
        if folder and path.is_dir():
            path /= "index.html"
        elif folder:
            return False  # not found; and the base class leads a folder without a slash to the one with it
        if path.suffix not in COMPRESSED or not path.is_file() or not accepts_gzip(self.headers):
            return False
        data = compressed(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        if body:
            self.wfile.write(data)
        return True

    def log_message(self, format: str, *args: object) -> None:
        """Keeps the terminal quiet."""


def accepts_gzip(headers: Message) -> bool:
    """Returns whether the browser takes gzip: `gzip;q=0` says that it does not."""
    for choice in headers.get("Accept-Encoding", "").split(","):
        name, _semicolon, weight = choice.replace(" ", "").partition(";")
        if name.lower() == "gzip":
            return not re.fullmatch(r"q=0(\.0*)?", weight)
    return False


@cache
def compressed(path: Path, _changed: int) -> bytes:
    """Returns the file as it travels; `_changed` makes a changed file another entry of the cache. Copies of one file,
    of which sites have many, are compressed once.
    """
    data = path.read_bytes()
    key = stamps.sha256(data)
    if key not in COPIES:
        COPIES[key] = gzip.compress(data, 9, mtime=0)
    return COPIES[key]


COPIES: dict[str, bytes] = {}
"""Compressed files, by the SHA-256 of the uncompressed ones."""
