"""The examples show the same with tricks switched off, alone and together, as they do with bare Pyodide.

All 1,024 combinations would take half a day for one example. Those that are tried are rows of orthogonal arrays, as in
the design of experiments: a fault that depends on a few tricks, whatever the others are, shows in one of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from prelit import examples, wheels
from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.release import Release

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

KNOWN = examples.known()
MIRROR = os.environ.get("PRELIT_MIRROR", "")
PYTHON = ("bytecode", "prune", "patches", "trim", "split", "snapshot")
"""Tricks that decide what Python starts from."""
PAGE = ("preload", "progress", "early", "offline")
"""Tricks of the page around it."""
PARITY = ("011101", "101101", "110110", "111010")
"""For each trick of PAGE, the tricks of PYTHON of which an odd number is switched off together with it."""
FIRST_ROW = "11011100010"
"""The first row of Plackett and Burman's plan of 12 runs (Biometrika 33, 1946); the others are its rotations."""

Row = tuple[bool, ...]
"""Whether each trick is switched off, in the order of `TRICKS`."""


def of_three() -> Iterator[Row]:
    """Yields 64 rows: all combinations of the tricks of PYTHON, and every combination of any three of the ten."""
    for python in product((False, True), repeat=len(PYTHON)):
        page = [sum(off for off, counts in zip(python, mask, strict=True) if counts == "1") % 2 == 1 for mask in PARITY]
        off = dict(zip((*PYTHON, *PAGE), (*python, *page), strict=True))
        yield tuple(off[name] for name in TRICKS)


def of_two() -> Iterator[Row]:
    """Yields 13 rows: every combination of any two tricks, with none switched off first and all of them last."""
    yield (False,) * len(TRICKS)
    for turn in range(len(FIRST_ROW)):
        row = FIRST_ROW[turn:] + FIRST_ROW[:turn]
        yield tuple(digit == "1" for digit in row[: len(TRICKS)])
    yield (True,) * len(TRICKS)


def without(row: Row) -> str:
    """Returns a row as `prelit build --without` takes it."""
    return ",".join(name for name, off in zip(TRICKS, row, strict=True) if off)


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


@pytest.fixture
def built(modules: Path, tmp_path: Path) -> Callable[[str, str], Path]:
    """Builds an example without some tricks."""

    def build(name: str, switched_off: str) -> Path:
        options: list[Any] = ["--packages", ",".join(KNOWN[name].packages), "--modules", modules]
        options += ["--out", tmp_path / "site", "--without", switched_off]
        assert main(list(map(str, ["build", KNOWN[name].folder, *options]))) == 0
        return tmp_path / "site"

    return build


def check(name: str, site: Path, show: Show, expected: Callable[[str], str]) -> None:
    first, later = show(site, name, 2)
    assert (first == expected(name), later == expected(name)) == (True, True)


@pytest.mark.built
def test_simulation_shows_the_same_with_all_tricks(
    sites: Callable[[str], Path], show: Show, expected: Callable[[str], str]
) -> None:
    check("simulation", sites("simulation"), show, expected)


@pytest.mark.all
@pytest.mark.parametrize(
    ("name", "switched_off"),
    [
        *product(["simulation"], [*map(without, of_three()), ",".join(TRICKS)]),
        *product(["frames", "words", "dates"], map(without, of_two())),
    ],
)
def test_examples_show_the_same_without_some_tricks(
    name: str, switched_off: str, built: Callable[[str, str], Path], show: Show, expected: Callable[[str], str]
) -> None:
    check(name, built(name, switched_off), show, expected)


@pytest.mark.parametrize(("rows", "together", "many"), [(of_three, 3, 64), (of_two, 2, 13)])
def test_every_combination_of_a_few_tricks_is_tried(
    rows: Callable[[], Iterable[Row]], together: int, many: int
) -> None:
    found = set(rows())
    assert len(found) == many
    for some in combinations(range(len(TRICKS)), together):
        assert len({tuple(row[at] for at in some) for row in found}) == 2**together
    python = [list(TRICKS).index(name) for name in PYTHON]
    assert together == 2 or len({tuple(row[at] for at in python) for row in found}) == 2**6
