"""Whether anything grows while the partner plays each game in the page for hours, as fast as possible.

Every game is played until both --moves and --minutes are reached; printed is what grew and which frames were long. It
writes build/soak.json, and exits with 1 if a bound is exceeded. The page draws every move and saves every game; only
the partner thinks little and never pauses.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
import time
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from game.rules import GAMES
from tools.measure.harness.browsing import chromium, opened, served
from tools.measure.harness.results import add_games, show
from tools.setup.paths import BUILD
from tools.setup.progress import line

MOVES, MINUTES = 100_000, 60.0
"""Moves per game: inputs of its session."""
WARM_UP = 0.1
"""Share of the moves played before the first count, to fill caches."""
LARGEST_WARM_UP = 3000
ROUNDS, SHORTEST_ROUND = 10, 1000
"""Maximum rounds per game: each begins with another game opened by its address."""

BOUNDS = {
    "Python objects": 3000,
    "Python heap kB": 16_000,
    "proxies": 4,
    "JS heap kB": 1500,
    "nodes": 300,
    "listeners": 4,
    "IndexedDB kB": 2000,
}
"""Allowed growth from the warm-up to the end of a run, on the home screen after both garbage collections.

Python's heap never shrinks; it may grow by a long game with all its states and the bot's. A browser's database keeps
old data until it compacts itself.
"""
SAVE, MOVE = 20, 0.02
"""kB that a saved game may take in the store, and kB per move, because it is a list of moves."""
OTHER = 300
"""kB that everything else may take in the store: the number of records is limited."""
FRAME = 100.0
"""Allowed processor time of a frame in milliseconds."""
SAVES = ("save/", "before/", "since/", "daily/")

FLAGS = ["--disable-frame-rate-limit", "--disable-gpu-vsync", "--enable-precise-memory-info"]
"""The browser's flags: they remove the limit of the frame rate, and make it report the size of heaps exactly."""

PYODIDE = "import(document.querySelector('link[href*=\"kesu.mjs\"]').href).then(({ loadPyodide }) => loadPyodide())"

# Runs in the page: finds the open game, speeds up the partner, counts inputs.
COUNT = """
import gc, json
from game.web.app import App
from game.play import controller
from game.play.moves import Moves

gc.unfreeze()  # what was there at the start is hidden otherwise
app = next(each for each in gc.get_objects() if isinstance(each, App))
gc.freeze()
counted, before, counts = {"moves": 0, "games": 0, "longest": 0}, [0, 0], Moves.show_played

def played(moves):
    session = moves._game.session
    if before[0] != id(session) or session.length < before[1]:
        before[:] = id(session), 0
        counted["games"] += 1
    counted["moves"] += session.length - before[1]
    counted["longest"] = max(counted["longest"], session.length)
    before[1] = session.length
    counts(moves)

def status():
    game = app.stage.game
    demo, begun = bool(game and game.assistant.demo_running), bool(game and game.session.length)
    return json.dumps({**counted, "demo": demo, "begun": begun})

class Fast(controller.Assistant):
    def __init__(self, *parts):
        super().__init__(*parts)
        self._speed = 1000.0

Moves.show_played = played
controller.Assistant = Fast
status
"""
START = f"""code => {PYODIDE}.then((pyodide) => {{
    pyodide._module.enable_pyproxy_allocation_tracing();
    window.soakStatus = pyodide.runPython(code);
}})"""

# Lets the partner play until this many more moves are made and this many seconds have passed.
PLAY = """async ([game, moves, seconds]) => {
    const status = () => JSON.parse(window.soakStatus());
    const click = (what) => document.querySelector(what).click();
    const first = status(), began = performance.now();
    const slow = { longest: 0, long: [] };
    let now = first, going = true, last = performance.now();
    const observer = new PerformanceObserver((list) => {
        for (const { startTime, duration, scripts } of list.getEntries()) {
            if (duration < 100) continue;
            const by = scripts.map((one) => [one.invoker, Math.round(one.duration)]);
            slow.long.push({ at: performance.timeOrigin + startTime, duration, by, moves: now.moves - first.moves });
        }
    });
    observer.observe({ type: 'long-animation-frame' });
    const frame = () => {
        const time = performance.now();
        slow.longest = Math.max(slow.longest, time - last);
        last = time;
        if (going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    history.pushState(null, '', `?game=${game}&seed=${first.games + 1}`);
    dispatchEvent(new PopStateEvent('popstate'));
    const rest = () => new Promise((then) => setTimeout(then, 50));
    for (;;) {
        await rest();
        now = status();
        if (now.moves - first.moves >= moves && performance.now() - began >= 1000 * seconds) break;
        if (now.demo || !document.querySelector('#loading.done')) continue;
        if (now.begun) {
            click('#game [data-action="new"]');
            await rest();
            click('#new-game [type="submit"]');
            await rest();
        }
        click('[data-action="demo"]');
    }
    going = false;
    await new Promise((then) => setTimeout(then, 100));
    observer.disconnect();
    const stored = Object.entries(localStorage).map(([name, text]) => [name, name.length + text.length]);
    return {
        ...slow, stored, moves: now.moves - first.moves, games: now.games - first.games, longestGame: now.longest,
        seconds: (performance.now() - began) / 1000,
    };
}"""
HOME = "history.pushState(null, '', './'), dispatchEvent(new PopStateEvent('popstate')), localStorage.length"

COUNTED = f"""async () => {{
    const pyodide = await {PYODIDE};
    const objects = pyodide.runPython('import gc; gc.collect(); len(gc.get_objects())');
    const {{ usageDetails = {{}} }} = await navigator.storage.estimate();
    return {{
        'Python objects': objects,
        'Python heap kB': pyodide._module.HEAP8.length / 1e3,
        'proxies': pyodide._module.pyproxy_alloc_map.size,
        'IndexedDB kB': (usageDetails.indexedDB ?? 0) / 1e3,
    }};
}}"""
COLD = """() => import(document.querySelector('link[href*="kesu.mjs"]').href).then(({ parts }) => parts.calls)"""
"""The number of cold functions called before their part of the WebAssembly had loaded."""
NO_PICTURES = "for (const picture of document.querySelectorAll('#home svg')) picture.replaceChildren()"
"""Home's cards show saved games, and a fuller board has more nodes: up to a thousand, with the copies of <use>."""
STORED = "Object.entries(localStorage).map(([name, text]) => [name, name.length + text.length])"

ResourceCounts = dict[str, float]


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--moves", type=int, default=MOVES, help="of each game (%(default)s)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="at least, for each game (%(default)s)")
    parser.add_argument("--at-most", type=float, default=inf, metavar="MINUTES", help="for each game, whatever is left")


def main(given: argparse.Namespace) -> int:
    """Plays as the options say; 1 if a bound is exceeded."""
    found = []
    with served() as site:
        for name in given.names or GAMES:
            with chromium(*FLAGS) as browser:
                limits = 60 * given.minutes, 60 * given.at_most
                found.append(soak(browser, site, [name], given.moves, *limits, progress=True))
            (BUILD / "soak.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 1 if any(result["exceeded"] for result in found) else 0


def soak(
    browser: Browser,
    site: str,
    games: Sequence[str],
    moves: int = 10_000,
    seconds: float = 0.0,
    longest: float = inf,
    progress: bool = False,
) -> dict[str, Any]:
    """Plays this many moves of these games in total, for this long but never longer than `longest` (seconds).

    Returns the counts, which it also prints, with what exceeded its bounds in words.
    """
    page = opened(browser, site + "en/", size={"width": 800, "height": 600})
    page.set_default_timeout(0)
    errors: list[str] = []  # WebAssembly traps included
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.wait_for_timeout(2000)  # the snapshot for the next visit is being stored
    cold: int = page.evaluate(COLD)
    page.evaluate(START, COUNT)
    cdp = page.context.new_cdp_session(page)
    processor = ProcessorLog(renderer(browser))
    share = moves // len(games)
    warm, round_ = min(int(WARM_UP * share), LARGEST_WARM_UP), max(share // ROUNDS, min(share, SHORTEST_ROUND))
    for name in games:
        page.evaluate(PLAY, [name, warm, 0])
    first = count_resources(page, cdp)
    rounds = []
    with processor:
        for name in games:
            played, spent = 0, 0.0
            while (played < share or spent < seconds / len(games)) and spent < longest / len(games):
                rounds.append(page.evaluate(PLAY, [name, round_, 0]))
                played, spent = played + rounds[-1]["moves"], spent + rounds[-1]["seconds"]
                if progress:
                    line(f"{name}: {played:,} moves in {spent / 60:.1f} minutes")
    last = count_resources(page, cdp)
    page.close()
    return summary(games, first, last, rounds, processor, cold, errors)


def count_resources(page: Page, cdp: CDPSession) -> ResourceCounts:
    """Counts resources on the home screen, after both garbage collections."""
    page.evaluate(HOME)
    page.wait_for_timeout(500)
    page.evaluate(NO_PICTURES)
    found: ResourceCounts = page.evaluate(COUNTED)
    cdp.send("HeapProfiler.collectGarbage")
    dom = cdp.send("Memory.getDOMCounters")
    found["nodes"], found["listeners"] = dom["nodes"], dom["jsEventListeners"]
    found["JS heap kB"] = cdp.send("Runtime.getHeapUsage")["usedSize"] / 1e3
    stored = dict(page.evaluate(STORED))
    found["stored kB"] = sum(stored.values()) / 1e3
    return found


def summary(
    games: Sequence[str],
    first: ResourceCounts,
    last: ResourceCounts,
    rounds: list[dict[str, Any]],
    processor: ProcessorLog,
    cold: int,
    errors: Sequence[str],
) -> dict[str, Any]:
    """Prints all counts next to their bounds, and returns them with what exceeded its bound in words."""
    long = [
        frame | {"processor": processor.used(frame["at"], frame["duration"])} for r in rounds for frame in r["long"]
    ]
    moves, longest_game = sum(each["moves"] for each in rounds), max(each["longestGame"] for each in rounds)
    saves, other = stored_sizes(rounds)
    rows = [(what, before, last[what], before + BOUNDS.get(what, inf)) for what, before in first.items()]
    rows += [
        ("largest save kB", 0, saves, SAVE + MOVE * longest_game),
        ("all else stored kB", 0, other, OTHER * len(games)),
        (f"frames over {FRAME:.0f} ms of processor", 0, sum((each["processor"] or 0) > FRAME for each in long), 0),
        ("cold functions called too early", 0, cold, 0),
        ("errors", 0, len(errors), 0),
    ]
    exceeded = [
        f"{what}: {before:,.0f} before, {now:,.0f} now, {most:,.0f} allowed"
        for what, before, now, most in rows
        if now > most
    ]
    show(
        ("what", "before", "after", "at most"),
        [(what, *(f"{number:,.0f}" for number in numbers)) for what, *numbers in rows],
        f"{' '.join(games)}: {moves:,} moves in {sum(each['seconds'] for each in rounds) / 60:.1f} minutes, "
        f"{sum(each['games'] for each in rounds):,} games, the longest of {longest_game:,} moves; "
        f"longest frame {max(each['longest'] for each in rounds):.0f} ms",
    )
    for frame in sorted(long, key=lambda frame: -frame["duration"])[:12]:
        scripts = ", ".join(f"{invoker} {took} ms" for invoker, took in frame["by"]) or "no script"
        used = "?" if frame["processor"] is None else f"{frame['processor']:.0f}"
        line(f"    {frame['duration']:.0f} ms, {used} of the processor, after {frame['moves']:,} moves: {scripts}")
    for each in (*exceeded, *errors):
        line(f"    EXCEEDED: {each}")
    return {"games": list(games), "moves": moves, "counts": rows, "long frames": long, "errors": list(errors),
            "exceeded": exceeded}  # fmt: skip


def stored_sizes(rounds: list[dict[str, Any]]) -> tuple[float, float]:
    """Returns kB of the largest saved game and of everything else, at the end of any round."""
    games, other = [0.0], [0.0]
    for each in rounds:
        kept = {name.removeprefix("kesu/"): size / 1e3 for name, size in each["stored"]}
        games += [size for name, size in kept.items() if name.startswith(SAVES)]
        other.append(sum(size for name, size in kept.items() if not name.startswith(SAVES)))
    return max(games), max(other)


def renderer(browser: Browser) -> int | None:
    """Returns the page's process, if the browser reveals it."""
    processes: Any = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return max((each["id"] for each in processes if each["type"] == "renderer"), default=None)


class ProcessorLog:
    """Tracks the processor time of the page's process: on a busy machine, frames are long because they wait."""

    PAUSE = 0.02

    def __init__(self, process: int | None) -> None:
        self._file = Path(f"/proc/{process}/stat")
        self._seen: list[tuple[float, float]] = []
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> ProcessorLog:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(self.PAUSE):
            try:
                user, system = self._file.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
                used = (int(user) + int(system)) * 1000 / os.sysconf("SC_CLK_TCK")
            except (OSError, ValueError):
                return
            self._seen.append((1000 * time.time(), used))

    def used(self, began: float, took: float) -> float | None:
        """Returns the milliseconds of processor time within this span, rounded up to the clock's next tick."""
        before = [used for at, used in self._seen if at <= began][-1:]
        after = [used for at, used in self._seen if at >= began + took][:1]
        return min(after[0] - before[0], took) if before and after else None
