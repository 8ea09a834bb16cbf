"""Records which functions of Pyodide's WebAssembly a built site runs, and adds them to prelit's profile.

The site runs with instrumented modules: its start page and the addresses that this links to, on a desktop and a
phone, from archives and from a snapshot, with keys pressed and buttons clicked. Functions found earlier stay hot,
because garbage collection meets other objects every time; so a missed one needs only a visit to the page where it ran
(--address).
"""

from __future__ import annotations

import argparse
import base64
import gzip
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prelit import bench, splitting, stamps, toolchain, visits, wheels
from prelit.archives import tarred, untarred, unzipped
from prelit.errors import PrelitError
from prelit.node import SCRIPTS, NodeJs, found
from prelit.process import run
from prelit.release import LIBRARY, WASM, Release

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGE = 500_000
"""Bytes of an extension module from which on splitting it pays off."""
PHONE: dict[str, Any] = {"viewport": {"width": 412, "height": 823}, "has_touch": True, "is_mobile": True}
DEVICES = ({"viewport": {"width": 1280, "height": 800}}, {**PHONE, "device_scale_factor": 1.75})
"""A desktop, and a phone whose sizes are not whole numbers, because formatting those takes other code in Python."""
KEYS = (
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "KeyZ", "KeyX", "KeyW", "KeyA", "Space", "Backspace"),
    *("Enter", "KeyR", "KeyC", "Tab", "KeyP", "KeyP"),
)
CAPTURE = """{
    globalThis.prelitRan = [];
    const noted = (exports) => { if (exports["!0"]) prelitRan.push(exports); };
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...given) => {
        const made = await instantiate.apply(WebAssembly, given);
        noted((made.instance ?? made).exports);
        return made;
    };
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...given) {
        const made = new Instance(...given);
        noted(made.exports);
        return made;
    };
}"""
BEGUN = "later.FS=pyodide.FS;"
NOTED = """ globalThis.prelitPython = pyodide;
    if (globalThis.prelitHectic) pyodide.runPython("import gc; gc.set_threshold(20, 2, 2)");"""
HECTIC = "globalThis.prelitHectic = true;"
"""Collects garbage constantly, so that it meets every kind of object: otherwise the moment is random."""
THRIFTY = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });"
"""Starts Python from archives, however near the server is."""
RAN = """() => prelitRan.map((exports) => {
    const own = Object.entries(exports).filter(([name]) => /^![0-9]+$/.test(name));
    return [own.length, own.filter(([, ran]) => ran.value).map(([name]) => +name.slice(1))];
})"""
"""The number of each module's functions, and which of them ran."""
LINKS = """() => [...new Set([...document.links].map(({ href }) => href.split("#")[0]))]
    .filter((href) => href.startsWith(new URL(".", location).href) && !/[.][^/]*$/.test(new URL(href).pathname))"""
"""Further addresses of the same page, not files next to it, such as the page with licences."""
WORK = """(source) => {
    prelitPython.globals.set("prelit_source", source);
    prelitPython.runPython(`
import sys, types
sys.modules["workload"] = workload = types.ModuleType("workload")
exec(prelit_source, workload.__dict__)
if hasattr(workload, "later"): workload.later()
`);
}"""

COMPILE = """(library) => {
    prelitPython.FS.writeFile("/tmp/library.zip", Uint8Array.from(atob(library), (letter) => letter.charCodeAt(0)));
    prelitPython.runPython(`
import gc, zipfile
gc.disable()
library = zipfile.ZipFile("/tmp/library.zip")
for name in library.namelist():
    if name.endswith(".py"):
        compile(library.read(name), name, "exec", dont_inherit=True)
gc.enable()
`);
}"""
"""Compiles Python's library."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit profile`."""
    add = parser.add_argument
    add("site", type=Path, help="the built site")
    add("--packages", default="", metavar="NAMES", help="the packages that it was built with")
    add("--address", nargs="*", default=[], metavar="PATH", help="only these pages of it, such as ?item=3")
    add("--compiling", action="store_true", help="record it only for pages that run sources")
    add("--workload", type=Path, help="Python to run in its first page")
    add("--ready", default="#status[hidden]", metavar="SELECTOR", help="what matches once it is ready (%(default)s)")
    add("--buttons", default="button", metavar="SELECTOR", help="what is clicked (%(default)s)")
    add("--pyodide", default=toolchain.PYODIDE, metavar="VERSION", help="the version that it ships (%(default)s)")
    add("--modules", type=Path, help="a node_modules folder with pyodide and esbuild, instead of npm's")
    add("--wheels", type=Path, help="a folder with the packages' wheels")
    add("--mirror", default=os.environ.get("PRELIT_MIRROR", ""), help="a package on PyPI that contains the wheels")
    add("--browser", default=os.environ.get("PRELIT_CHROMIUM", ""), metavar="PATH",
        help="a Chromium; otherwise Playwright's own")  # fmt: skip


def main(choice: argparse.Namespace) -> int:
    """Visits the site, and writes the functions that ran."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise PrelitError("this needs a browser: `pip install prelit[bench]`") from None
    node, cache = found(), wheels.cache()
    modules = choice.modules or toolchain.modules(node, cache, choice.pyodide, print)
    release = Release.at(modules / "pyodide")
    mirror = wheels.Mirror(choice.mirror) if choice.mirror else None
    names = wheels.with_dependencies(release, re.findall(r"[^\s,]+", choice.packages))
    files = wheels.wheels(release, names, wheels.WheelSources(cache, choice.wheels, mirror))
    known: dict[int, tuple[str, str, set[int], set[int]]] = {}
    with tempfile.TemporaryDirectory(prefix="prelit-") as folder:
        site = Path(shutil.copytree(choice.site, Path(folder) / "site"))
        for name, (digest, count) in instrument(node, site, release, files).items():
            always = recorded(digest) if choice.compiling else set()
            key = digest + splitting.COMPILING * choice.compiling
            if always or not choice.compiling:  # otherwise it is shipped whole
                known[count] = name, key, recorded(key), always
        with bench.served(site) as address, sync_playwright() as playwright:
            browser = visits.launcher(choice.browser)(playwright)
            library = (release.folder / LIBRARY).read_bytes() if choice.compiling else b""
            for page in visited(browser, address, choice, library):
                for count, ran in page.evaluate(RAN):
                    if count not in known:
                        continue
                    name, _its, hot, always = known[count]
                    new = set(ran) - hot - always
                    print(f"{page.url.removeprefix(address) or '/'}: {len(ran)} functions of {name} ran, "
                          f"{len(new)} of them new", flush=True)  # fmt: skip
                    hot.update(new)
                splitting.add(splitting.PROFILE, {key: hot for _name, key, hot, _always in known.values() if hot})
            browser.close()
    return 0


def recorded(key: str) -> set[int]:
    """Returns the functions that the profile has under a key."""
    return splitting.hot(splitting.functions(splitting.PROFILE, key) or b"")


def instrument(node: NodeJs, site: Path, release: Release, files: Mapping[str, Path]) -> dict[str, tuple[str, int]]:
    """Replaces the WebAssembly of a site by instrumented modules; returns the SHA-256 of the original ones, and how
    many functions each has, by name. Without its unused exports, Python's has a table of the length that the snapshot
    was taken with; its functions have the same numbers."""
    scripts = [path for path in site.rglob("*.mjs") if BEGUN in path.read_text(encoding="utf-8")]
    archives = list(site.glob("rt/packages-*.tar.gz"))
    if not scripts or len(archives) != 1:
        raise PrelitError(f"{site.name} was not built by this version of prelit")
    for script in scripts:
        script.write_text(script.read_text(encoding="utf-8").replace(BEGUN, BEGUN + NOTED), encoding="utf-8")
    noting, found = site.parent / "noting.wasm", dict[str, tuple[str, int]]()

    def noted(name: str, data: bytes, original: bytes) -> bytes:
        (site.parent / "plain.wasm").write_bytes(data)
        count = run([node.node, SCRIPTS / "split.mjs", "instrument", site.parent / "plain.wasm", noting], name)
        found[name] = stamps.sha256(original), int(count)
        return noting.read_bytes()

    python = noted(WASM, (site / "rt" / WASM).read_bytes(), (release.folder / WASM).read_bytes())
    for path in (site / "rt").glob("*.wasm"):
        path.write_bytes(python)
    packages = untarred(archives[0])
    for wheel in files.values():
        for name, data in unzipped(wheel).items():
            if name in packages and name.endswith(release.extension) and len(data) > LARGE:
                packages[name] = noted(name, data, data)
    archives[0].write_bytes(gzip.compress(tarred(packages), 1, mtime=0))
    return found


def visited(browser: Browser, address: str, choice: argparse.Namespace, library: bytes) -> Iterator[Page]:
    """Yields pages that were used, before they are closed; the first one compiles the library's sources, if given.

    It also collects garbage as ever: what Python does between two usual collections is not done in hectic ones."""
    workload = choice.workload.read_text(encoding="utf-8") if choice.workload else ""
    addresses = [address + path for path in choice.address] or [address]
    for number, one in enumerate(addresses):
        for start in (HECTIC + THRIFTY, THRIFTY, HECTIC) if one == addresses[0] else (HECTIC + THRIFTY,):
            for device in DEVICES:
                context = browser.new_context(**device)
                context.add_init_script(CAPTURE + start)
                page = context.new_page()
                page.goto(one)
                script = f"document.querySelector({choice.ready!r}) !== null"
                visits.wait(page, lambda page=page, script=script: page.evaluate(script), f"{one} was not ready")  # type: ignore[misc]
                if not number and not choice.address:
                    addresses += [other for other in page.evaluate(LINKS) if other not in addresses]
                if workload:
                    page.evaluate(WORK, workload)
                    workload = ""
                if library:
                    page.evaluate(COMPILE, base64.b64encode(library).decode())
                    library = b""
                use(page, choice.buttons)
                yield page
                context.close()


def use(page: Page, buttons: str) -> None:
    """Presses keys and clicks buttons."""
    from playwright.sync_api import Error

    page.set_default_timeout(3000)
    for _round in range(2):
        for key in KEYS:
            page.keyboard.press(key)
            page.wait_for_timeout(30)
        for button in page.locator(buttons).all():
            try:
                if button.is_visible() and button.is_enabled():
                    button.click()
                    page.wait_for_timeout(150)
                    page.keyboard.press("Escape")
            except Error:
                continue  # the element was removed by an earlier action
