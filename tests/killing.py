"""Kills a browser without warning, as a crash would, or a phone that is short of memory."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

in_proc = pytest.mark.skipif(sys.platform != "linux", reason="finds the browser's processes in /proc")

WRITTEN = """kesuStorage.store('readonly').then((store) => new Promise((done) => {
    store.count().onsuccess = () => done(true);
}))"""
"""Waits until the page's database has all earlier writes: a read transaction comes after them."""


def kill(profile: Path) -> None:
    """Kills every process with this profile folder on its command line, until none is left."""
    while found := [int(each.name) for each in Path("/proc").iterdir() if is_of(each, profile)]:
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.05)


def is_of(process: Path, profile: Path) -> bool:
    try:
        return process.name.isdigit() and str(profile).encode() in (process / "cmdline").read_bytes()
    except OSError:
        return False  # the process has ended
