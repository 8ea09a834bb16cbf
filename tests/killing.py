"""Kills a browser without warning, as a crash does, or a phone that needs its memory."""

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
"""Waits until the page's database has all earlier writes: a read comes after them."""


def kill(profile: Path) -> None:
    """Kills every process that was given this profile folder, whatever it is doing."""
    while found := [int(each.name) for each in Path("/proc").iterdir() if is_of(each, profile)]:
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.05)


def is_of(process: Path, profile: Path) -> bool:
    try:
        return process.name.isdigit() and str(profile).encode() in (process / "cmdline").read_bytes()
    except OSError:
        return False  # it is gone
