"""Time from navigation to the first board that answers a key, beside bare Pyodide with numpy, in one interleaved run.

Run as `python -m tests.bench.boot [ROUNDS]` after a build. Absolute times swing with the machine: read the ratios.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from tools import browser, runtime
from tools.places import DIST, GZIP, MODULES, venv_python
from tools.server import Server

BARE = """<!doctype html><meta charset="utf-8"><title>bare</title><link rel="icon" href="data:,"><script type="module">
import { loadPyodide } from "./rt/pyodide.mjs";
const pyodide = await loadPyodide({ packages: ["numpy"] });
pyodide.runPython("import numpy; numpy.arange(3).sum()");
document.body.dataset.ready = "1";
</script><body></body>"""

READY = "document.body && document.body.dataset.ready === '1'"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def bare_site(folder: Path) -> None:
    """Pyodide as its package ships it, the numpy wheel as it is distributed, and a page that loads both."""
    wheel = runtime.numpy_wheel(venv_python())
    (folder / "rt").mkdir()
    for name in PYODIDE:
        shutil.copy(MODULES / "pyodide" / name, folder / "rt" / name)
    lock = json.loads((MODULES / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {"numpy": lock["packages"]["numpy"]}
    (folder / "rt" / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    shutil.copy(wheel, folder / "rt" / wheel.name)
    (folder / "index.html").write_text(BARE, encoding="utf-8")


def boot(context: BrowserContext, url: str) -> float:
    """Seconds from navigation to readiness, as the page's own clock has them."""
    page = context.new_page()
    page.goto(url)
    browser.wait_for(page, READY, timeout=120_000)
    seconds = page.evaluate("performance.now() / 1000")
    page.close()
    return float(seconds)


def main() -> int:
    """Prints medians in seconds and their ratios, cold (a new profile) and warm (its second visit)."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        bare_site(folder)
        chromium = playwright.chromium.launch(**browser.launch_options())
        with Server(folder) as bare, Server(DIST, gzip_folder=GZIP) as ours:
            sites = {"bare": bare.url, "kesu": ours.url + "?game=push-clear&seed=7"}
            for _round in range(rounds):
                for name, url in sites.items():
                    context = chromium.new_context()
                    found.setdefault(f"{name} cold", []).append(boot(context, url))
                    found.setdefault(f"{name} warm", []).append(boot(context, url))
                    context.close()
        chromium.close()
    medians = {name: round(statistics.median(times), 2) for name, times in found.items()}
    ratios = {visit: round(medians[f"kesu {visit}"] / medians[f"bare {visit}"], 2) for visit in ("cold", "warm")}
    print(json.dumps({"rounds": rounds, "seconds": medians, "kesu to bare": ratios}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
