"""Serves dist/ on this machine for a person, and opens the browser on it."""

import errno
import os
import sys
import threading
import webbrowser
from pathlib import Path

from tools.build.paths import DIST, GZIP
from tools.build.progress import Fault, line
from tools.build.server import Server

TRIES = 50
TAKEN = {errno.EADDRINUSE, errno.EACCES}  # Windows answers the second for a port that another program holds


def serve(port: int, page: str, show: bool) -> None:
    """Serves until interrupted; `page` is a query to add to the address."""
    with free_server(DIST, GZIP, port) as server:
        if server.port != port:
            line(f"serve     port {port} is taken; using {server.port}")
        address = server.url + page
        line(f"serve     {address}   (stop with Ctrl+C)")
        if show:
            open_page(address)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            line("\nserve     stopped")


def free_server(folder: Path, zipped: Path, port: int) -> Server:
    """A server on this port or, if it is taken, on the next free one."""
    for candidate in range(port, port + TRIES):
        try:
            return Server(folder, base="/", port=candidate, gzip_folder=zipped)
        except OverflowError:
            raise Fault(f"{candidate} is no port: they go from 1 to 65535") from None
        except OSError as error:
            if error.errno not in TAKEN:
                raise
    raise Fault(f"no free port from {port} to {port + TRIES - 1}")


def open_page(address: str) -> None:
    """Opens the browser; says so if there is none to open."""
    # Without a display Python would start a text browser in this very terminal.
    no_display = sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if no_display or not webbrowser.open(address):
        line("serve     no browser to open here: open the address yourself")
