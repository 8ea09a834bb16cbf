"""Makes the parts of Python that an application's page loads, in three steps, each reusing unchanged results."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from prelit.app import Application, Parts, Tools
from prelit.compiling import compiled
from prelit.packing import packed
from prelit.tracing import traced

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def parts(app: Application, tools: Tools) -> Parts:
    """Makes all parts, or reuses them if their inputs are unchanged."""
    with exclusive(tools.work / "lock"):
        everything = compiled(app, tools)
        return packed(app, tools, everything, traced(app, tools, everything))


@contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """Waits for another build in this folder to end; does not wait on systems without file locks."""
    with ExitStack() as held:
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(lock.open("w"))
        except OSError as error:
            if error.errno not in {errno.EACCES, errno.EPERM, errno.EROFS}:
                raise
            file = None  # a read-only folder has no concurrent builds
        if fcntl is not None and file is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
