"""Output for people: plain progress lines with seconds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class ProgressLine:
    """One line of progress: the step, and its result at the end."""

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
