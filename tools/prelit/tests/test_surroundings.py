"""A later visit restores Python from a snapshot that was taken elsewhere, long ago: no trace of that place and time
stays."""

from __future__ import annotations

import json
import os
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from prelit import bare, bench, stamps, visits, wheels
from prelit.__main__ import main
from prelit.release import LOCK, Release

pytestmark = pytest.mark.built

HTML = """<!doctype html>
<title>What Python knows of its surroundings</title>
<p id="status">loading</p>
<script type="module">
  import { loadPyodide } from "./pyodide/pyodide.mjs";
  window.nothing = null;
  const convertNullToNone = location.search === "?none";
  const pyodide = await loadPyodide({ env: { FLAVOUR: "plum" }, stdin: () => "typed", convertNullToNone });
  await pyodide.loadPackage(["numpy", "surroundings"]);
  const text = await pyodide.runPythonAsync(await (await fetch("state.py")).text());
  window.state = { ...JSON.parse(text), now: Date.now() / 1000, since: performance.now() / 1000 };
  document.querySelector("#status").hidden = true;
</script>
"""
STATE = """
import asyncio
import datetime
import email.utils
import json
import locale
import logging
import os
import random
import secrets
import sys
import tempfile
import time
import uuid

import js
import numpy as np
import surroundings
from surroundings import browser, cache, chance

def typed():
    try:
        return input()
    except EOFError:
        return "nothing"

async def slept():
    await asyncio.sleep(0.01)
    return True

def numbers():
    yield from (random.random(), random.Random().random(), chance.unseeded.random(), chance.Loaded().random())
    yield from (np.random.random(), np.random.default_rng().random(), np.random.randint(1 << 30))
    yield from (str(uuid.uuid4()), secrets.token_hex(), os.urandom(8).hex(), email.utils.make_msgid())
    yield tempfile.mktemp()

in_numpy = np.datetime64("now").astype(int) / 1
local = time.localtime(1_750_000_000)
record = logging.makeLogRecord({})
json.dumps({
    "same": {
        "zone": [time.timezone, time.altzone, time.daylight, time.tzname],
        "local": [*local, local.tm_zone, local.tm_gmtoff, time.strftime("%Z", local), time.mktime(local)],
        "aware": str(datetime.datetime.fromtimestamp(1_750_000_000).astimezone()),
        "aware name": datetime.datetime.fromtimestamp(1_750_000_000).astimezone().tzname(),
        "parsed": str(time.strptime("1 Jan 2026 " + time.tzname[0], "%d %b %Y %Z").tm_isdst),
        "locale": [locale.getlocale(), locale.setlocale(locale.LC_CTYPE), locale.getencoding()],
        "environment": {name: os.environ.get(name) for name in ("LANG", "HOME", "USER", "PATH", "TZ", "FLAVOUR")},
        "in C": os.path.expandvars("$FLAVOUR $LANG"),
        "argv": [sys.argv, sys.orig_argv, os.getcwd(), sys.path[:1]],
        "input": typed(),
        "chance": [chance.seeded.random(), chance.Loaded(5).random()],
        "seeded": [random.Random(3).random(), np.random.RandomState(3).random(), np.random.default_rng(3).random()],
        "browser": [browser.LANGUAGE, browser.is_the_page()],
        "cache": [cache.kept(), cache.written()],
        "slept": await slept(),
        "processors": os.cpu_count(),
    },
    "nothing is none": js.nothing is None,
    "other": list(numbers()),
    "clock": [time.time(), datetime.datetime.now().timestamp(), time.time_ns() / 1e9, in_numpy],
    "monotonic": [time.monotonic(), time.perf_counter(), asyncio.get_running_loop().time()],
    "logged": logging.LogRecord("name", 0, "", 0, "", (), None).relativeCreated,
})
"""
PACKAGE = {
    "surroundings/__init__.py": "",
    "surroundings/chance.py": """
import random

unseeded, seeded = random.Random(), random.Random(7)

class Loaded(random.Random):
    pass
""",
    "surroundings/browser.py": """
import js

page = getattr(js, "document", None)
LANGUAGE = js.navigator.language if hasattr(js, "navigator") else "none"

def is_the_page():
    return bool(page and page.querySelector("#status"))
""",
    "surroundings/cache.py": """
import os

folder = os.path.expanduser("~/.cache/surroundings")
os.makedirs(folder, exist_ok=True)
with open(folder + "/table", "w") as file:
    file.write("written")
opened = open(folder + "/table")

def written():
    with open(folder + "/table") as file:
        return file.read()

def kept():
    return opened.read()
""",
    "surroundings-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: surroundings\nVersion: 1.0\nLicense: MIT\n",
    "surroundings-1.0.dist-info/LICENSE": "MIT License. Permission is hereby granted, free of charge, to any person",
}
"""A package that looks around while it is imported."""


@pytest.fixture(scope="module")
def with_package(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """npm's packages with a Pyodide that has one package more; its wheel is in `wheels`."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "wheels").mkdir()
    wheel = folder / "wheels" / "surroundings-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in PACKAGE.items():
            archive.writestr(name, text)
    for path in modules.iterdir():
        if path.name != "pyodide":
            (folder / path.name).symlink_to(path)
    (folder / "pyodide").mkdir()
    for path in (modules / "pyodide").iterdir():
        (folder / "pyodide" / path.name).symlink_to(path)
    lock = json.loads((modules / "pyodide" / LOCK).read_text(encoding="utf-8"))
    lock["packages"]["surroundings"] = {
        **lock["packages"]["six"],
        **{"name": "surroundings", "version": "1.0", "imports": ["surroundings"], "depends": []},
        **{"file_name": wheel.name, "sha256": stamps.sha256(wheel.read_bytes())},
    }
    (folder / "pyodide" / LOCK).unlink()
    (folder / "pyodide" / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def sites(with_package: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same page with bare Pyodide, and built."""
    folder = tmp_path_factory.mktemp("surroundings")
    for name, text in {"index.html": HTML, "state.py": STATE}.items():
        (folder / "app").mkdir(exist_ok=True)
        (folder / "app" / name).write_text(text, encoding="utf-8")
    release = Release.at(with_package / "pyodide")
    mirror = os.environ.get("PRELIT_MIRROR")
    sources = wheels.WheelSources(wheels.cache(), with_package / "wheels", wheels.Mirror(mirror) if mirror else None)
    files = wheels.wheels(release, wheels.with_dependencies(release, ["numpy", "surroundings"]), sources)
    plain = bare.assemble(folder / "app", release.folder, files, folder / "bare")
    options = ["--packages", "numpy,surroundings", "--modules", with_package, "--wheels", with_package / "wheels"]
    options += ["--out", folder / "dist", "--without", "split"]
    assert main(list(map(str, ["build", folder / "app", *options]))) == 0
    return plain, folder / "dist"


def states(browser: Browser, site: Path, times: int, query: str = "") -> list[dict[str, Any]]:
    """Returns what Python knows on each visit of one person in Tokyo, whose browser speaks Japanese."""
    found = []
    with bench.served(site) as address:
        context = browser.new_context(locale="ja-JP", timezone_id="Asia/Tokyo")
        for _ in range(times):
            page = context.new_page()
            page.goto(address + query)
            visits.wait(page, partial(is_ready, page), "the page was not ready")
            found.append({**page.evaluate("state"), "restored": page.evaluate(RESTORED)})
            visits.until_stored(page)
            page.close()
        context.close()
    return found


def is_ready(page: Page) -> bool:
    """Returns whether the page shows what Python knows."""
    try:
        return bool(page.evaluate("Boolean(window.state)"))
    except Error:  # it may be leaving for another page
        return False


RESTORED = "performance.getEntriesByName('prelit:filled').length"
"""Whether Python came from a snapshot."""


def test_every_start_has_its_own_numbers_and_this_place_and_time(chromium: Browser, sites: tuple[Path, Path]) -> None:
    plain, built = sites
    [expected] = states(chromium, plain, 1)
    found = states(chromium, built, 3)
    assert [visit["restored"] for visit in found][1:] == [1, 1]
    assert (found[0]["nothing is none"], found[0]["same"]["input"]) == (False, "typed")
    for visit in found:
        for what, value in expected["same"].items():
            assert visit["same"][what] == value, what
        assert all(abs(clock - visit["now"]) < 30 for clock in visit["clock"]), visit["clock"]
        assert all(0 < clock <= visit["since"] for clock in visit["monotonic"]), (visit["monotonic"], visit["since"])
        assert 0 < visit["logged"] < visit["since"] * 1000, visit["logged"]
    for at, values in enumerate(zip(*(visit["other"] for visit in found), strict=True)):
        assert len(set(values)) == len(found), f"number {at} repeats: {values}"


@pytest.mark.parametrize(
    ("which", "query", "is_none"),
    [
        (1, "?none", True),
        *(pytest.param(*case, marks=pytest.mark.all) for case in [(0, "", False), (0, "?none", True)]),
    ],
)
def test_a_page_that_starts_python_in_its_own_way_does(
    chromium: Browser, sites: tuple[Path, Path], which: int, query: str, is_none: bool
) -> None:
    [found] = states(chromium, sites[which], 1, query)
    assert (found["nothing is none"], found["same"]["input"]) == (is_none, "typed")
