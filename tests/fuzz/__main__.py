"""Fuzzes every entry point, or the named ones: `python -m tests.fuzz [NUMBER | FIRST-LAST [TARGET ...]]`."""

from __future__ import annotations

import sys
import time
import traceback

from tests.fuzz.changes import changed
from tests.fuzz.targets import TARGETS, tried


def main(arguments: list[str]) -> int:
    first, _dash, last = (arguments[0] if arguments else "100000").rpartition("-")
    numbers = range(int(first or 0), int(last))
    worst = 0
    for name in arguments[1:] or list(TARGETS):
        target = TARGETS[name]
        refused, faults, slowest, began = 0, 0, (0.0, 0), time.perf_counter()
        for at in numbers:
            text = changed(target.examples, at)
            start = time.process_time()
            try:
                refused += bool(tried(target, text))
            except Exception:
                faults += 1
                if faults <= 3:
                    print(f"{name} {at}: {text[:200]!r}\n{traceback.format_exc()}")
            slowest = max(slowest, (time.process_time() - start, at))
        seconds = time.perf_counter() - began
        counts = f"{len(numbers)} texts, {refused} refused, {faults} faults, {seconds:.0f} s"
        print(f"{name:<14} {counts}; the slowest, {slowest[1]}, took {1000 * slowest[0]:.0f} ms", flush=True)
        worst = max(worst, faults)
    return min(worst, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
