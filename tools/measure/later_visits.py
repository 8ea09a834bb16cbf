"""What verifying hashes costs a later visit: of files served by the service worker, or of the snapshot.

`python -m tools.measure.later_visits [worker | snapshot] [--visits 60]` serves the built page twice: as it is, and with
a worker that serves its cache unverified, or a page that does not hash its snapshot. Each has its own browser, visited
in turn. It prints the time to the first responsive board, the processor time of the whole browser until then, and the
difference with its 95 % interval.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext, sync_playwright

from game.serving.server import Server
from tools.measure.startup import READY, SETTLED
from tools.setup.browser import launch_options, wait_for
from tools.setup.paths import DIST, GZIP

QUERY = "?game=push-clear&seed=7"
CHECKED, UNCHECKED = "const right = isRight(address);", "const right = Promise.resolve(true);"
NAMES = "hashed", "unhashed"
HASH = re.compile(r'snapshotHash"?: ?"([0-9a-f]{64})"')
UNHASHED = """const known = Uint8Array.from('{}'.match(/../g), (byte) => parseInt(byte, 16)).buffer;
SubtleCrypto.prototype.digest = () => Promise.resolve(known);"""
"""A page that accepts any snapshot hash; it hashes nothing else."""
TICK = 1000 / os.sysconf("SC_CLK_TCK")  # milliseconds


@contextmanager
def sites(what: str) -> Iterator[list[str]]:
    """Yields the addresses of both."""
    if what == "snapshot":
        with Server(DIST, gzip_folder=GZIP) as hashing, Server(DIST, gzip_folder=GZIP) as trusting:
            yield [hashing.url, trusting.url]
        return
    with tempfile.TemporaryDirectory() as folder, ExitStack() as after:
        other = Path(folder) / "dist"
        shutil.copytree(DIST, other)
        worker = (DIST / "sw.js").read_text(encoding="utf-8")
        assert worker.count(CHECKED) == 1, "sw.js no longer checks the way this measurement expects"
        (other / "sw.js").write_text(worker.replace(CHECKED, UNCHECKED), encoding="utf-8")
        yield [after.enter_context(Server(each, gzip_folder=GZIP)).url for each in (DIST, other)]


def processor_time(folder: str) -> float:
    """Milliseconds of processor time of all processes of the browser with this profile."""
    parents, used, ours = {}, {}, set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            stat = (place / "stat").read_text().rpartition(")")[2].split()
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue  # the process has ended
        number = int(place.name)
        parents[number], used[number] = int(stat[1]), int(stat[11]) + int(stat[12])
        if folder.encode() in command:
            ours.add(number)
    for number in parents:
        at, line = number, []
        while at in parents and at not in ours:
            line.append(at)
            at = parents[at]
        if at in ours:
            ours.update(line)
    return sum(used[number] for number in ours) * TICK


def visit(context: BrowserContext, address: str, folder: str) -> tuple[float, float]:
    """Visits the page → milliseconds until the first board, and of processor time until then."""
    page = context.new_page()
    page.add_init_script(READY)
    before = processor_time(folder)
    page.goto(address)
    taken = float(wait_for(page, "window.done", timeout=180_000))
    used = processor_time(folder) - before
    wait_for(page, f"({SETTLED})()", timeout=180_000)
    page.close()
    return taken, used


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Bounds of the median with at least 95 % confidence, for any distribution: binomial ranks."""
    ordered, count = sorted(values), len(values)
    chance, below = 0.5**count, 0.0
    for rank in range(count // 2):
        below += chance
        if below > 0.025:
            return ordered[max(rank - 1, 0)], ordered[count - max(rank, 1)]
        chance *= (count - rank) / (rank + 1)
    return ordered[0], ordered[-1]


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("worker", "snapshot"), default="worker")
    parser.add_argument("--visits", type=int, default=60, help="to each of both (%(default)s)")
    given = parser.parse_args()
    visits = given.visits
    taken: list[list[tuple[float, float]]] = [[], []]
    with sites(given.what) as addresses, sync_playwright() as playwright, ExitStack() as after:
        folders = [after.enter_context(tempfile.TemporaryDirectory(prefix="kesu-visits-")) for _name in NAMES]
        contexts = [playwright.chromium.launch_persistent_context(folder, **launch_options()) for folder in folders]
        if given.what == "snapshot":
            [known] = HASH.findall((DIST / "static" / "kesu.mjs").read_text(encoding="utf-8"))
            contexts[1].add_init_script(UNHASHED.format(known))
        for number in range(visits + 2):  # the first two fill the stores
            for which in (0, 1) if number % 2 else (1, 0):
                one = visit(contexts[which], addresses[which] + QUERY, folders[which])
                if number >= 2:
                    taken[which].append(one)
        for context in contexts:
            context.close()
    for at, what in enumerate(("milliseconds to the first board", "milliseconds of processor")):
        hashed, unhashed = ([one[at] for one in each] for each in taken)
        shares = [100 * (one / other - 1) for one, other in zip(hashed, unhashed, strict=True)]
        low, high = interval(shares)
        print(f"{what}, medians of {visits}: hashed {median(hashed):.0f}, unhashed {median(unhashed):.0f};", end=" ")
        print(f"hashing adds {median(shares):+.1f} % ({low:+.1f} to {high:+.1f})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
