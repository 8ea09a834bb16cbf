"""The examples show the same with tricks switched off, alone and together, as they do with bare Pyodide."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from prelit import combinations, examples, wheels
from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.release import Release

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

KNOWN = examples.known()
MIRROR = os.environ.get("PRELIT_MIRROR", "")
ALL_OFF = ",".join(TRICKS)
USUAL = ("", ALL_OFF, "snapshot,split", "bytecode,offline")
"""What every run of the tests tries, as the value of --without."""
THREE = tuple(map(combinations.without, combinations.of_three()))
TWO = tuple(map(combinations.without, combinations.of_two()))

Show = Callable[[Path, str, int], list[str]]


def slow(context: BrowserContext) -> None:
    """Delays the second parts of WebAssembly: nothing may need them before it has waited for them."""

    def delay(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    context.route("**/*cold-*", delay)


@pytest.fixture(scope="module")
def show(chromium: Browser) -> Show:
    """Visits a site as often as asked in one new profile; returns what it showed each time."""

    def shown(site: Path, name: str, times: int) -> list[str]:
        found = examples.shown(chromium, site, KNOWN[name], times, slow)
        assert sum(visit.late for visit in found) == 0
        return [visit.output for visit in found]

    return shown


@pytest.fixture(scope="module")
def expected(modules: Path, show: Show, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """What an example shows with bare Pyodide."""

    @cache
    def look(name: str) -> str:
        sources = wheels.WheelSources(wheels.cache(), mirror=wheels.Mirror(MIRROR) if MIRROR else None)
        site = tmp_path_factory.mktemp("bare") / name
        [output] = show(examples.bare_site(KNOWN[name], Release.at(modules / "pyodide"), sources, site), name, 1)
        return output

    return look


def check(name: str, without: str, modules: Path, folder: Path, show: Show, expected: Callable[[str], str]) -> None:
    site = folder / "site"
    options: list[Any] = ["--packages", ",".join(KNOWN[name].packages), "--modules", modules, "--out", site]
    assert main(list(map(str, ["build", KNOWN[name].folder, *options, "--without", without]))) == 0
    first, later = show(site, name, 2)
    assert (first == expected(name), later == expected(name)) == (True, True), f"{name} without {without or 'nothing'}"


@pytest.mark.built
@pytest.mark.parametrize("without", USUAL, ids=lambda names: f"without {names or 'nothing'}")
def test_simulation_shows_the_same(
    without: str, modules: Path, tmp_path: Path, show: Show, expected: Callable[[str], str]
) -> None:
    check("simulation", without, modules, tmp_path, show, expected)


@pytest.mark.all
@pytest.mark.parametrize("without", THREE)
def test_simulation_shows_the_same_without_any_three(
    without: str, modules: Path, tmp_path: Path, show: Show, expected: Callable[[str], str]
) -> None:
    check("simulation", without, modules, tmp_path, show, expected)


@pytest.mark.all
@pytest.mark.parametrize("without", TWO)
@pytest.mark.parametrize("name", ["frames", "words", "dates"])
def test_the_others_show_the_same_without_any_two(
    name: str, without: str, modules: Path, tmp_path: Path, show: Show, expected: Callable[[str], str]
) -> None:
    check(name, without, modules, tmp_path, show, expected)


@pytest.mark.parametrize(("rows", "together", "many"), [(combinations.of_three, 3, 64), (combinations.of_two, 2, 13)])
def test_every_combination_of_a_few_tricks_is_tried(
    rows: Callable[[], Iterable[combinations.Row]], together: int, many: int
) -> None:
    found = set(rows())
    assert len(found) == many
    for some in itertools.combinations(range(len(TRICKS)), together):
        assert len({tuple(row[at] for at in some) for row in found}) == 2**together
    python = [list(TRICKS).index(name) for name in combinations.PYTHON]
    assert together == 2 or len({tuple(row[at] for at in python) for row in found}) == 2**6
