"""The examples, and the output that they show in a browser: tests compare it, and so does a try of a new Pyodide."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from prelit import bare, bench, visits, wheels
from prelit.release import Release

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

FOLDER = Path(__file__).parents[1] / "examples"
"""They are in the repository and in the source distribution, not in the wheel."""
READY = "document.querySelector('#status[hidden]')"
LATE = """performance.getEntriesByType("resource")
    .filter(({ name, initiatorType }) => name.includes("cold-") && initiatorType === "xmlhttprequest").length"""


class Example(NamedTuple):
    """A page that knows nothing of prelit."""

    folder: Path
    packages: tuple[str, ...]
    output: str
    """An expression in JavaScript whose value is compared once the page is ready."""


class Shown(NamedTuple):
    """What one visit showed."""

    output: str
    seconds: float
    late: int
    """How many parts of WebAssembly the page had to wait for."""


def known(folder: Path = FOLDER) -> dict[str, Example]:
    """Returns the examples of a folder by name, as its examples.toml lists them."""
    if not (folder / "examples.toml").is_file():
        return {}
    listed = tomllib.loads((folder / "examples.toml").read_text(encoding="utf-8"))
    return {
        name: Example(folder / name, tuple(about.get("packages", "").replace(",", " ").split()), about["output"])
        for name, about in listed.items()
    }


def bare_site(example: Example, release: Release, sources: wheels.WheelSources, to: Path) -> Path:
    """Assembles an example with bare Pyodide; PrelitError if a package has no wheel."""
    files = wheels.wheels(release, wheels.with_dependencies(release, example.packages), sources)
    return bare.assemble(example.folder, release.folder, files, to)


def shown(
    browser: Browser,
    site: Path,
    example: Example,
    times: int = 1,
    prepare: Callable[[BrowserContext], object] = lambda _context: None,
) -> list[Shown]:
    """Visits a site of an example as often as asked in one new profile; PrelitError if it is never ready."""
    found = []
    with bench.served(site) as address:
        context = browser.new_context()
        prepare(context)
        for _ in range(times):
            page = context.new_page()
            page.add_init_script(visits.when_shown("#status[hidden]"))
            page.goto(address)
            visits.wait(page, partial(page.evaluate, f"Boolean({READY})"), f"{example.folder.name} was not ready")
            found.append(Shown(str(page.evaluate(example.output)), page.evaluate("done") / 1000, page.evaluate(LATE)))
            visits.until_stored(page)
            page.close()
        context.close()
    return found
