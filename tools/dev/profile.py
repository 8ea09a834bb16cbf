"""Records which functions of Pyodide's WebAssembly ordinary play runs, and writes them to prelit's profile.json.

    python -m tools.dev.profile [ja/ …]    (after `python3 build.py build`; KESU_CHROMIUM as for the tests)

The built page runs with an instrumented module: all games in the browser, from both kinds of start, in all languages,
with their dialogs, hints and demos; then everything that the build plays itself, errors included. Functions found in
earlier runs stay hot, because garbage collection meets different objects every time. So a missed function (the page's
`parts.calls` counts them) needs only a visit to the addresses where it ran, which can be given.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from game.rules import GAMES
from game.serving.server import Server
from game.words import LANGUAGES
from prelit import splitting, stamps
from prelit.archives import tarred, untarred
from prelit.node import SCRIPTS
from tools.setup import browser, runtime
from tools.setup.paths import DIST, MODULES
from tools.start import app, workload

MODULE = MODULES / "pyodide" / "pyodide.asm.wasm"
EXTENSION = "_multiarray_umath.cpython-314-wasm32-emscripten.so"
READY = "document.body.dataset.ready === '1'"
PHONE: dict[str, Any] = {"viewport": {"width": 412, "height": 823}, "has_touch": True, "is_mobile": True}
DEVICES = ({"viewport": {"width": 1280, "height": 800}}, {**PHONE, "device_scale_factor": 1.75})
"""A desktop, and a phone whose sizes are not whole numbers, because formatting those takes other code in Python."""
KEYS = (
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "KeyZ", "KeyX", "KeyW", "KeyA", "Space", "Backspace"),
    *("Enter", "KeyR", "KeyC", "Tab", "KeyP", "KeyP"),
)
CAPTURE = """{
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
        const made = await instantiate.apply(WebAssembly, given);
        const { exports } = made.instance ?? made;
        if (exports["!0"]) (window.kesuRan ??= []).push(exports);
        return made;
    };
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...given) {
        const made = new Instance(...given);
        if (made.exports["!0"]) (window.kesuRan ??= []).push(made.exports);
        return made;
    };
}"""
BEGUN = "later.FS=pyodide.FS;"
HECTIC = ' pyodide.runPython("import gc; gc.set_threshold(20, 2, 2)");'
"""Collects garbage constantly, so that it meets every kind of object: in play, the moment is random."""
THRIFTY = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })"
RAN = """kesuRan.map((exports) => Object.entries(exports)
    .filter(([name, ran]) => /^![0-9]+$/.test(name) && ran.value).map(([name]) => +name.slice(1)))"""
"""The functions of Python and of numpy that ran, in this order."""
WORK = """async (source) => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const pyodide = await loadPyodide();
    pyodide.FS.writeFile("/tmp/workload.py", source);
    return pyodide.runPython("import sys; sys.path.append('/tmp'); import workload; str(workload.later(seed=11))");
}"""


def main(addresses: list[str]) -> int:
    """Plays, and writes the functions that ran."""
    everything = untarred(app.PYTHON / "everything" / "rt" / "site.tar")
    [extension] = [name for name in everything if name.endswith(EXTENSION)]
    digests = [stamps.sha256(data) for data in (MODULE.read_bytes(), everything[extension])]
    ran = [splitting.hot(splitting.functions(splitting.PROFILE, digest) or b"") for digest in digests]
    with tempfile.TemporaryDirectory() as folder:
        site = instrumented_site(Path(folder) / "site", extension, everything[extension])
        with Server(site, base="/kesu/") as server, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(**browser.launch_options())
            for page in visits(chromium, server.url, addresses):
                for its, found in zip(ran, map(set, page.evaluate(RAN)), strict=True):
                    print(f"{page.url}: {len(found)} ran, {len(found - its)} of them new", flush=True)
                    its.update(found)
                known = {digest: splitting.packed(its) for digest, its in zip(digests, ran, strict=True)}
                splitting.PROFILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    print(f"{' and '.join(str(len(its)) for its in ran)} functions are hot")
    return 0


def instrumented_site(site: Path, extension: str, native: bytes) -> Path:
    """A copy of the built page with instrumented WebAssembly: Python's, and numpy's extension module."""
    shutil.copytree(DIST, site)
    interpreter = site / app.INTERPRETER
    text = interpreter.read_text(encoding="utf-8")
    interpreter.write_text(text.replace(BEGUN, BEGUN + HECTIC), encoding="utf-8")
    node = runtime.present_node()
    [archive] = (site / "rt").glob("packages-*.tar.gz")
    files = untarred(archive)
    (site / "plain").write_bytes(native)
    for module in (MODULE, site / "plain"):
        instrument: list[str | Path] = [node.node, SCRIPTS / "split.mjs", "instrument", module, site / "noting"]
        subprocess.run(instrument, check=True)
        if module == MODULE:
            for path in (site / "rt").glob("*.wasm"):
                shutil.copyfile(site / "noting", path)
        else:
            tar = tarred({**files, extension: (site / "noting").read_bytes()})
            archive.write_bytes(gzip.compress(tar, 1, mtime=0))
    return site


def visits(chromium: Browser, url: str, addresses: list[str]) -> Iterator[Page]:
    """Yields visited pages, one after another: the given addresses, by default everything that a player may see."""
    for address in addresses:
        yield from visited(chromium, url + address, CAPTURE + THRIFTY)
    if addresses:
        return
    for page in visited(chromium, f"{url}?game=chain&seed=3", CAPTURE + THRIFTY):
        page.evaluate(WORK, Path(workload.__file__).read_text(encoding="utf-8"))
        yield page
    yield from visited(chromium, f"{url}?game=chain", CAPTURE)  # from the snapshot, because the server is fast
    for name, rules in GAMES.items():
        for query in (f"?game={name}", f"?game={name}&computer=2")[: rules.seats]:
            yield from visited(chromium, url + query, CAPTURE + THRIFTY)
    for tag in LANGUAGES:
        yield from visited(chromium, f"{url}{tag.lower()}/", CAPTURE + THRIFTY)


def visited(chromium: Browser, url: str, start: str) -> Iterator[Page]:
    """Visits one address on each device, trying everything."""
    for device in DEVICES:
        yield from visited_on(device, chromium, url, start)


def visited_on(device: dict[str, Any], chromium: Browser, url: str, start: str) -> Iterator[Page]:
    """Visits one address."""
    context = chromium.new_context(**device)
    context.add_init_script(start)
    page = context.new_page()
    page.set_default_timeout(3_000)
    page.goto(url, timeout=60_000)
    browser.wait_for(page, READY, timeout=90_000)
    for _round in range(2):
        for key in KEYS:
            page.keyboard.press(key)
            page.wait_for_timeout(30)
        for button in page.locator("#actions button, .bar button, #home button").all():
            try:
                if button.is_visible() and button.is_enabled():
                    button.click()
                    page.wait_for_timeout(150)
                    page.keyboard.press("Escape")
            except Error:
                continue  # the element was removed by an earlier action
    yield page
    context.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
