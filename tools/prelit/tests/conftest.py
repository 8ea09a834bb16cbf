"""What the tests need: npm's Pyodide and esbuild, a browser, and built sites, each of which is built once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from prelit import examples, visits
from prelit.__main__ import main
from prelit.errors import PrelitError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PRINTS = """
import importlib
import statistics
import numpy as np

print("sum", np.arange(12).reshape(3, 4).sum())
print("random", np.random.default_rng(1).integers(0, 100, 5), np.linalg.det(np.eye(2)), statistics.median([3, 1, 2]))
print(importlib.import_module("colorsys").rgb_to_hls(1, 0, 0), importlib.import_module("numpy.rec").recarray.__name__)
try:
    importlib.import_module("no_such_module")
except ImportError as error:
    print(error)
with open(np.__path__[0] + "/__init__.pyi") as file:
    print(file.readline().strip())
print("the end")
"""
"""An application that imports modules, one of them in a folder with data, and opens a file: the build knows none."""
WORK = "import numpy.random, numpy.linalg, statistics"


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder of npm's packages: the one that PRELIT_MODULES names, or the nearest node_modules."""
    if chosen := os.environ.get("PRELIT_MODULES"):
        return Path(chosen)
    for folder in Path(__file__).resolve().parents:
        if (folder / "node_modules" / "pyodide").is_dir():
            return folder / "node_modules"
    pytest.skip("run `npm install pyodide esbuild` here first, or name the folder in PRELIT_MODULES")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Playwright's own Chromium, or the one that PRELIT_CHROMIUM names; one for all: Playwright runs once."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        try:
            browser = visits.launcher(os.environ.get("PRELIT_CHROMIUM", ""))(playwright)
        except PrelitError as error:
            pytest.skip(str(error))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def sites(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A built site, by the name of an example, or "prints" for PRINTS."""

    @cache
    def build(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        if name == "prints":
            app, packages, work = folder / "app.py", ["numpy"], ["--workload", str(folder / "work.py")]
            app.write_text(PRINTS, encoding="utf-8")
            (folder / "work.py").write_text(WORK, encoding="utf-8")
        else:
            app, packages, work = examples.FOLDER / name, list(examples.known()[name].packages), []
        options = ["--packages", ",".join(packages), "--modules", str(modules), "--out", str(folder / "dist")]
        assert main(["build", str(app), *options, *work]) == 0
        return folder / "dist"

    return build
