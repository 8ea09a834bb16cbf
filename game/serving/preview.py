"""Serves a built page on this machine and opens it in the browser."""

from __future__ import annotations

import errno
import os
import sys
import threading
import webbrowser
from pathlib import Path

from game.serving.server import Server

PORT = 8000
TRIES = 50
TAKEN = {errno.EADDRINUSE, errno.EACCES}  # Windows reports the second for a port in use
CARRIED = Path(__file__).resolve().parent.parent / "page"
"""The built page in an installed package; missing in a checkout."""


def serve(folder: Path, zipped: Path | None, port: int = PORT, page: str = "", show: bool = True) -> None:
    """Serves a folder, with compressed copies from another, until interrupted; OSError if no port is free."""
    with free_server(folder, zipped, port) as server:
        if port and server.port != port:
            line(f"port {port} is taken; using {server.port}")
        address = server.url + page
        line(f"{address}   (stop with Ctrl+C)")
        if show:
            open_page(address)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            line("stopped")


def line(text: str) -> None:
    """Prints a line without buffering."""
    print(f"serve     {text}", flush=True)


def free_server(folder: Path, zipped: Path | None, port: int) -> Server:
    """Returns a server on this port or, if it is taken, on the next free one."""
    for candidate in range(port, port + TRIES):
        try:
            return Server(folder, base="/", port=candidate, gzip_folder=zipped)
        except OverflowError:
            raise OSError(f"{candidate} is not a port: they go from 1 to 65535") from None
        except OSError as error:
            if error.errno not in TAKEN:
                raise
    raise OSError(f"no free port from {port} to {port + TRIES - 1}")


def open_page(address: str) -> None:
    """Opens the page in a browser, or says that there is none."""
    # Without a display Python would start a text browser in this very terminal.
    no_display = sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if no_display or not webbrowser.open(address):
        line("no browser to open here: open the address yourself")
