"""Output for people: plain progress lines with seconds, and one-line faults."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


class Fault(Exception):
    """An external problem; the message is one line that says what to do."""


class ProgressLine:
    """One line of progress: what is being done, and its result at the end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.outcome = "done"
        self.worked = False
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def doing(self, text: str) -> None:
        """Announces something that will take a while."""
        self.worked = True
        line(f"{self.name:<9} {text} ...")


def line(text: str) -> None:
    """Prints and flushes, because a child process may write to the same terminal next."""
    print(text, flush=True)


@contextmanager
def step(name: str) -> Iterator[ProgressLine]:
    """Runs a step and prints its line with the seconds it took; after a Fault, build.py prints that instead."""
    running = ProgressLine(name)
    yield running
    line(f"{name:<9} {running.outcome} ({running.seconds:.1f} s)")


def run(
    command: Sequence[str | os.PathLike[str]],
    what: str,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> str:
    """Runs a child process silently and returns its standard output; Fault with its error line if it fails."""
    try:
        done = subprocess.run(
            command, cwd=cwd, env=env, timeout=timeout, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
    except FileNotFoundError as missing:
        raise Fault(f"{what}: the program {missing.filename} was not found") from None
    except subprocess.TimeoutExpired:
        raise Fault(f"{what}: timed out after {timeout:.0f} s") from None
    if done.returncode:
        raise Fault(f"{what}: {error_line(done.stderr or done.stdout)} (exit {done.returncode})")
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
