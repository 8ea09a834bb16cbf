"""Serves a folder as a static web host would: content types, compressed copies, 304s, under any base path."""

import email.utils
import os
import socket
import socketserver
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote, unquote, urlsplit

# Listed because the system's own table differs from machine to machine, and browsers refuse modules
# and streaming WebAssembly of the wrong type.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".po": "text/plain; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".whl": "application/zip",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}

HOSTS = ("127.0.0.1", "localhost")
"""The host names that a request may use; any other was made to point here by somebody else's page."""


class Server:
    """A web server in its own thread, as a context manager; `url` is the base address, with its trailing slash.

    `port=0` takes any free port; a port in use raises OSError. Compressed copies are in `gzip_folder` under
    the same paths with `.gz` appended, and are sent only if they are no older than the original.
    """

    def __init__(self, folder: Path, base: str = "/kesu/", port: int = 0, gzip_folder: Path | None = None) -> None:
        self.folder = folder.resolve()
        self.base = base
        self.gzip_folder = gzip_folder
        self._listener = _Listener(("127.0.0.1", port), _handler(self))
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.05,), daemon=True)

    @property
    def port(self) -> int:
        return int(self._listener.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown()
        self._thread.join()
        self._listener.server_close()

    def find(self, path: str) -> Path | None:
        """Returns the file for an address's path; None if it is outside the base or the folder, hidden, or missing."""
        path = unquote(path)
        if not path.startswith(self.base):
            return None
        path += "index.html" if path.endswith("/") else ""
        parts = path.removeprefix(self.base).split("/")
        if any(not part or part.startswith(".") or "\\" in part or ":" in part or "\0" in part for part in parts):
            return None
        file = self.folder.joinpath(*parts)
        try:
            # Resolved, because a symbolic link inside the folder could point outside it.
            return file if file.is_file() and file.resolve().is_relative_to(self.folder) else None
        except (OSError, ValueError):  # a name that is too long or not valid text
            return None

    def compressed(self, file: Path) -> Path | None:
        if self.gzip_folder is None:
            return None
        copy = self.gzip_folder / (file.relative_to(self.folder).as_posix() + ".gz")
        return copy if copy.is_file() and copy.stat().st_mtime_ns >= file.stat().st_mtime_ns else None


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    # On Windows this would let two servers share a port; elsewhere it only avoids a wait after a restart.
    allow_reuse_address = os.name != "nt"

    def server_bind(self) -> None:
        """Binds as in the standard library, but without looking up this machine's name on the network."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", int(self.server_address[1])

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Ignores browsers that close a connection early."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "Kesu"
        sys_version = ""
        timeout = 60
        # Head and body are two writes: without this, the second waits until the first is acknowledged.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self.answer(body=True)

        def do_HEAD(self) -> None:
            self.answer(body=False)

        def answer(self, body: bool) -> None:
            if self.headers.get("Host", "").partition(":")[0] not in HOSTS:
                self.plain(HTTPStatus.MISDIRECTED_REQUEST, body)
                return
            try:
                path = urlsplit(self.path).path
            except ValueError:  # an address such as "http://[/"
                self.plain(HTTPStatus.BAD_REQUEST, body)
                return
            try:
                self.look_up(path, body)
            except (FileNotFoundError, PermissionError):  # a build is running; nothing has been sent yet
                self.plain(HTTPStatus.NOT_FOUND, body)

        def look_up(self, path: str, body: bool) -> None:
            if path + "/" == server.base:
                self.plain(HTTPStatus.MOVED_PERMANENTLY, body, {"Location": quote(server.base)})
                return
            file = server.find(path)
            if file is None:
                self.plain(HTTPStatus.NOT_FOUND, body)
                return
            copy = server.compressed(file)
            zipped = copy is not None and accepts_gzip(self.headers.get("Accept-Encoding", ""))
            sent = copy if copy is not None and zipped else file
            about = sent.stat()
            tag = f'"{about.st_mtime_ns:x}-{about.st_size:x}{"-gzip" if zipped else ""}"'
            headers = {
                "Cache-Control": "no-cache",  # cache, but revalidate each time: cheap, and never stale after a build
                "ETag": tag,
                "Last-Modified": email.utils.formatdate(about.st_mtime, usegmt=True),
                "X-Content-Type-Options": "nosniff",
                **({"Vary": "Accept-Encoding"} if copy else {}),
            }
            if same(self.headers.get("If-None-Match", ""), tag):
                self.head(HTTPStatus.NOT_MODIFIED, headers)
                return
            data = sent.read_bytes()
            headers["Content-Type"] = TYPES.get(file.suffix.lower(), "application/octet-stream")
            headers["Content-Length"] = str(len(data))
            if zipped:
                headers["Content-Encoding"] = "gzip"
            self.head(HTTPStatus.OK, headers)
            if body:
                self.wfile.write(data)

        def plain(self, status: HTTPStatus, body: bool, headers: dict[str, str] | None = None) -> None:
            data = f"{status.value} {status.phrase}\n".encode()
            self.head(
                status,
                {
                    "Content-Type": "text/plain; charset=utf-8",
                    "Content-Length": str(len(data)),
                    **(headers or {}),
                },
            )
            if body:
                self.wfile.write(data)

        def head(self, status: HTTPStatus, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Logs nothing: the terminal is for the output of build.py."""

    return Handler


def accepts_gzip(header: str) -> bool:
    """Returns whether an Accept-Encoding header allows gzip: by its name or `*`, and not with a quality of zero."""
    qualities = {}
    for choice in header.lower().split(","):
        name, _, rest = choice.partition(";")
        try:
            qualities[name.strip()] = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            qualities[name.strip()] = 0.0
    return next((qualities[name] for name in ("gzip", "x-gzip", "*") if name in qualities), 0.0) > 0


def same(header: str, tag: str) -> bool:
    """Returns whether an If-None-Match header lists this tag."""
    return any(given.strip().removeprefix("W/") in {tag, "*"} for given in header.split(","))
