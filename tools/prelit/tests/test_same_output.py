"""The examples show the same with every trick switched off, alone and together, as they do with bare Pyodide."""

from __future__ import annotations

import itertools
import os
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from prelit import bare, bench, visits, wheels
from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.release import Release

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = Path(__file__).parents[1] / "examples"
KNOWN = tomllib.loads((EXAMPLES / "examples.toml").read_text(encoding="utf-8"))
MIRROR = os.environ.get("PRELIT_MIRROR", "")
ALL_OFF = ",".join(TRICKS)
USUAL = ("", ALL_OFF, "snapshot,split", "bytecode,offline")
"""What every run of the tests tries, as the value of --without."""
PAIRS = tuple(",".join(pair) for pair in itertools.combinations(TRICKS, 2))
BLOCKED = """performance.getEntriesByType("resource")
    .filter(({ name, initiatorType }) => name.includes("cold-") && initiatorType === "xmlhttprequest").length"""
"""How many parts of WebAssembly were fetched while the page waited for them."""
READY = "document.querySelector('#status[hidden]')"

Show = Callable[[Path, str, int], list[str]]


@pytest.fixture(scope="module")
def show(chromium: Browser) -> Show:
    """Visits a site as often as asked in one new profile; returns what it showed each time."""

    def shown(site: Path, name: str, times: int) -> list[str]:
        found = []
        with bench.served(site) as address:
            context = chromium.new_context()
            for _ in range(times):
                page = context.new_page()
                page.goto(address)
                visits.wait(page, partial(page.evaluate, f"Boolean({READY})"), f"{name} was not ready")
                found.append(str(page.evaluate(KNOWN[name]["output"])))
                assert page.evaluate(BLOCKED) == 0
                visits.until_stored(page)
                page.close()
            context.close()
        return found

    return shown


@pytest.fixture(scope="module")
def expected(modules: Path, show: Show, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """What an example shows with bare Pyodide."""
    known: dict[str, str] = {}

    def look(name: str) -> str:
        if name not in known:
            release = Release.at(modules / "pyodide")
            names = wheels.with_dependencies(release, KNOWN[name]["packages"].split(","))
            sources = wheels.WheelSources(wheels.cache(), mirror=wheels.Mirror(MIRROR) if MIRROR else None)
            files = wheels.wheels(release, names, sources)
            site = bare.assemble(EXAMPLES / name, release.folder, files, tmp_path_factory.mktemp("bare") / name)
            [known[name]] = show(site, name, 1)
        return known[name]

    return look


def check(name: str, without: str, modules: Path, folder: Path, show: Show, expected: Callable[[str], str]) -> None:
    site = folder / "site"
    options: list[Any] = ["--packages", KNOWN[name]["packages"], "--modules", modules, "--out", site]
    assert main(list(map(str, ["build", EXAMPLES / name, *options, "--without", without]))) == 0
    first, later = show(site, name, 2)
    assert (first == expected(name), later == expected(name)) == (True, True), f"{name} without {without or 'nothing'}"


@pytest.mark.built
@pytest.mark.parametrize("without", USUAL, ids=lambda names: f"without {names or 'nothing'}")
def test_simulation_shows_the_same(
    without: str, modules: Path, tmp_path: Path, show: Show, expected: Callable[[str], str]
) -> None:
    check("simulation", without, modules, tmp_path, show, expected)


@pytest.mark.all
@pytest.mark.parametrize("without", (*TRICKS, *PAIRS))
def test_simulation_shows_the_same_without_any_one_or_two(
    without: str, modules: Path, tmp_path: Path, show: Show, expected: Callable[[str], str]
) -> None:
    check("simulation", without, modules, tmp_path, show, expected)


@pytest.mark.all
@pytest.mark.parametrize("without", ("", ALL_OFF, *TRICKS))
def test_frames_show_the_same(
    without: str, modules: Path, tmp_path: Path, show: Show, expected: Callable[[str], str]
) -> None:
    check("frames", without, modules, tmp_path, show, expected)
