"""A page before Python is ready: it can show a picture, and clicks and typed text are repeated later."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from prelit import bench, page, visits
from prelit.__main__ import main

pytestmark = pytest.mark.built

HTML = """<!doctype html>
<title>A list</title>
<body>
PICTURE
<input id="entry"> <button id="add">Add</button>
<label><input type="checkbox" id="loud"> loud</label>
<details><summary id="more">More</summary>text</details>
<a id="link" href="#elsewhere">link</a>
<ul id="list"></ul>
<pre id="heard"></pre>
<script type="module">
  import { loadPyodide } from "./pyodide/pyodide.mjs";
  const pyodide = await loadPyodide();
  pyodide.runPython(await (await fetch("list.py")).text());
</script>
"""
LIST = """
from js import document
from pyodide.ffi import create_proxy

entry, loud, heard = (document.querySelector(name) for name in ("#entry", "#loud", "#heard"))

def add(event):
    document.querySelector("#list").append(entry.value.upper() if loud.checked else entry.value)

def hear(event):
    heard.append(f"{event.type} {event.target.id} {event.target.id == 'loud' and loud.checked};")

document.querySelector("#add").addEventListener("click", create_proxy(add))
for kind in ("click", "input", "change", "keydown"):
    document.addEventListener(kind, create_proxy(hear))
heard.dataset.ready = "yes"
"""
WORK = """
import json

def picture():
    return '<svg id="drawn" width="10" height="10"><rect width="10" height="10"/></svg>'
"""
READY = "document.querySelector('#heard').dataset.ready === 'yes' && !document.querySelector('[data-prelit-picture]')"


@pytest.fixture(scope="module")
def site(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page that takes text, with a picture from its workload."""
    folder = tmp_path_factory.mktemp("hooks")
    for name, text in {
        "app/index.html": HTML.replace("PICTURE", page.PICTURE.pattern),
        "app/list.py": LIST,
        "work.py": WORK,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    more = ["--workload", str(folder / "work.py"), "--modules", str(modules), "--out", str(folder / "dist")]
    assert main(["build", str(folder / "app"), *more, "--without", "snapshot,split"]) == 0
    return folder / "dist"


def slow(context: BrowserContext, address: str) -> Page:
    """Returns a page whose Python waits until `gate` is opened."""
    opened = context.new_page()
    opened.add_init_script(
        "const gate = new Promise((open) => (window.open_gate = open)), { fetch } = window;"
        "window.fetch = async (what, ...how) => { if (String(what).includes('library-')) await gate;"
        "return fetch(what, ...how); };"
    )
    opened.goto(address, wait_until="commit")
    return opened


def test_the_picture_is_shown_until_python_has_started(chromium: Browser, site: Path) -> None:
    context = chromium.new_context()
    with bench.served(site) as address:
        opened = slow(context, address)
        opened.locator("#drawn").wait_for()
        assert opened.locator("#drawn rect").count() == 1
        opened.evaluate("open_gate()")
        visits.wait(opened, partial(opened.evaluate, READY), "the page was not ready")
        assert opened.locator("#drawn").count() == 0
    context.close()


def test_what_is_typed_and_clicked_before_counts(chromium: Browser, site: Path) -> None:
    context = chromium.new_context()
    with bench.served(site) as address:
        opened = slow(context, address)
        opened.locator("#drawn").wait_for()  # the page's scripts listen from here on
        opened.locator("#entry").press_sequentially("tea")
        for name in ("#loud", "#more", "#link", "#add"):
            opened.locator(name).click()
        assert opened.locator("#list").inner_text() == "" and opened.locator("#loud").is_checked()
        opened.evaluate("open_gate()")
        visits.wait(opened, partial(opened.evaluate, READY), "the page was not ready")
        assert opened.locator("#list").inner_text() == "TEA", "the text was typed and the button clicked once"
        assert opened.locator("#entry").input_value() == "tea"
        assert opened.locator("#loud").is_checked(), "the browser had already ticked it"
        assert opened.evaluate("document.querySelector('details').open"), "and opened this"
        assert opened.url.endswith("#elsewhere")
        heard = opened.locator("#heard").inner_text()
        assert heard.count("keydown entry") == heard.count("input entry") == 3
        assert heard.count("click loud True") == heard.count("change loud True") == 1
        opened.locator("#add").click()
        assert opened.locator("#list").inner_text() == "TEATEA", "nothing is repeated that comes later"
    context.close()


@pytest.mark.all
def test_without_the_trick_nothing_is_repeated(chromium: Browser, site: Path, modules: Path, tmp_path: Path) -> None:
    more = ["--modules", str(modules), "--out", str(tmp_path / "dist"), "--without", "early"]
    (tmp_path / "app").mkdir()
    for name, text in {"index.html": HTML, "list.py": LIST}.items():
        (tmp_path / "app" / name).write_text(text, encoding="utf-8")
    assert main(["build", str(tmp_path / "app"), *more]) == 0
    context = chromium.new_context()
    with bench.served(tmp_path / "dist") as address:
        opened = slow(context, address)
        opened.locator("#entry").press_sequentially("tea")
        opened.locator("#add").click()
        opened.evaluate("open_gate()")
        visits.wait(opened, partial(opened.evaluate, READY), "the page was not ready")
        opened.wait_for_timeout(500)
        assert opened.locator("#list").inner_text() == ""
    context.close()
