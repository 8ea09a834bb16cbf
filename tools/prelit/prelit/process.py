"""Runs other programs, and turns their failures into one line."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from prelit.errors import PrelitError


def run(
    command: Sequence[str | os.PathLike[str]],
    what: str,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> str:
    """Runs a child process silently and returns its standard output.

    PrelitError with its error line if it fails; OSError if the disk is full, which is no fault of the command."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=env,
            timeout=timeout,
            text=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError as missing:
        raise PrelitError(f"{what}: the program {missing.filename} was not found") from None
    except subprocess.TimeoutExpired:
        raise PrelitError(f"{what}: timed out after {timeout:.0f} s") from None
    if done.returncode and "ENOSPC" in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if done.returncode:
        raise PrelitError(f"{what}: {error_line(done.stderr or done.stdout)} (exit {done.returncode})")
    return done.stdout


def error_line(output: str) -> str:
    """Returns the most useful line of a failed program's output: the first with 'error' in it, or else the last."""
    lines = [text.strip() for text in output.splitlines() if text.strip()]
    traceback = any(text.startswith("Traceback ") for text in lines)  # its last line has the error
    errors = [] if traceback else [text for text in lines if "error" in text.lower()]
    return (errors or lines[-1:] or ["it said nothing"])[0][:300]


def warn(text: str) -> None:
    """Prints one line to standard error, after all earlier output; a failed write is not retried."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(text, file=sys.stderr, flush=True)
