"""Pages with PyScript: how their configuration is read, which pages are refused, and that built pages show the same."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from prelit import bare, bench, pyscript, visits
from prelit.__main__ import main
from prelit.errors import PrelitError

EXAMPLES = Path(__file__).parents[1] / "examples"
OUTPUT = tomllib.loads((EXAMPLES / "examples.toml").read_text(encoding="utf-8"))["words"]["output"]
CORE = '<head><script type="module" src="https://pyscript.net/releases/2026.1.1/core.js" integrity="x"></script>'
FILES = {"main.py": b"import a", "lib/a.py": b"", "conf/py.toml": b'packages = ["numpy>=2"]\n[files]\n"./a.py" = ""\n'}
READY = "Boolean(document.querySelector('#status[hidden]'))"


def read(page: str, files: dict[str, bytes] | None = None) -> pyscript.PyScriptPage:
    """Returns the configuration of a page with PyScript."""
    found = pyscript.read(CORE + page, files or FILES)
    assert found
    return found


def test_a_page_without_pyscript_is_none() -> None:
    assert pyscript.read('<script type="module" src="a.js"></script>', {}) is None


def test_scripts_are_found_in_files_and_in_the_page() -> None:
    found = read(
        '<script type="py" src="./main.py"></script><script type=py async>\n  if 1 > 0:\n    x = "&amp;"\n</script>'
    )
    assert found.scripts == {"main.py": b"import a", "index.html#2.py": b'\nif 1 > 0:\n  x = "&amp;"\n'}
    assert found.sources == ("main.py",)
    old = read("<py-script>\nprint(1 &lt; 2)\n</py-script>")
    assert old.scripts == {"index.html#1.py": b"\nprint(1 < 2)\n"}


@pytest.mark.parametrize(
    "configured",
    [
        """<script type="py" config='{"packages": ["numpy>=2"], "files": {"./lib/a.py": ""}}'>1</script>""",
        '<script type="py" config="./conf.toml">1</script>',
        '<py-config>packages = ["numpy>=2"]\n[files]\n"./lib/a.py" = ""</py-config><py-script>1</py-script>',
        '<py-config type="json" src="conf.json"></py-config><script type="py">1</script>',
    ],
)
def test_packages_and_files_are_found_in_every_kind_of_configuration(configured: str) -> None:
    toml = b'packages = ["numpy>=2"]\n[files]\n"./lib/a.py" = ""\n'
    same = b'{"packages": ["numpy>=2"], "files": {"./lib/a.py": ""}}'
    files = {"lib/a.py": b"", "conf.toml": toml, "conf.json": same}
    found = read(configured, files)
    assert found.packages == ["numpy"]
    assert found.own_files(files) == {"./lib/a.py": "a.py"}
    built = found.page("pyscript-1", "rt/prelit-1.mjs", [], found.own_files(files))
    assert "./pyscript-1/core.js" in built and "integrity" not in built and "pyscript.net" not in built
    assert "&quot;./rt/prelit-1.mjs&quot;" in built and "numpy" not in built and "a.py" not in built
    plain = found.page("x", "plain/pyodide.mjs", ["numpy"], {})
    assert "./plain/pyodide.mjs" in plain and "passthrough" in plain and "a.py" in plain


def test_what_prelit_does_not_understand_is_left_to_pyscript() -> None:
    files = {"{BASE}": "https://x.org/", "{BASE}/a.py": "", "https://x.org/b.py": "", "./lib/c.zip": "./*", "d/": "e/"}
    given = f"<script type='py' config='{json.dumps({'files': files})}'>1</script>"
    assert read(given, {"lib/c.zip": b"", "a.py": b""}).own_files({"lib/c.zip": b"", "a.py": b""}) == {}


def test_paths_in_a_configuration_elsewhere_are_relative_to_it() -> None:
    page = '<script type="py" src="main.py" config="conf/py.toml"></script>'
    assert read(page, {**FILES, "conf/a.py": b""}).own_files({"conf/a.py": b""}) == {"conf/./a.py": "a.py"}


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ('<script type="py" src="gone.py"></script>', "runs gone.py, which is not in its folder"),
        ('<script type="py" config="gone.toml"></script>', "is configured by gone.toml, which is not in its folder"),
        ('<script type="py" config="{1}">1</script>', "index.html does not configure PyScript"),
        ('<script type="py" src="main.py" worker></script>', "uses PyScript's worker"),
        ('<script type="py" terminal>1</script>', "uses PyScript's terminal"),
        ('<script type="py-editor">1</script><script type="py">1</script>', "uses PyScript's editor"),
        ('<script type="py" config="a=1">1</script><script type="py" config="a=2">1</script>', "in 2 ways"),
    ],
)
def test_what_cannot_be_built_is_refused_in_one_line(page: str, says: str) -> None:
    with pytest.raises(PrelitError, match=re.escape(says)) as raised:
        read(page)
    assert "\n" not in str(raised.value)
    with pytest.raises(PrelitError, match="but not PyScript"):
        pyscript.read('<script type="py">1</script>', {})


def shown(chromium: Browser, site: Path, visitors: int = 1) -> list[str]:
    """Returns what the example shows on some visits in one profile; none may be sent to the page without prelit."""
    found, context, asked = [], chromium.new_context(), list[str]()
    with bench.served(site) as address:
        for _ in range(visitors):
            page = context.new_page()
            page.on("request", lambda request: asked.append(request.url))
            page.goto(address)
            visits.wait(page, partial(page.evaluate, READY), "the page was not ready")
            found.append(str(page.evaluate(OUTPUT)))
            visits.until_stored(page)
            page.close()
    context.close()
    assert not [url for url in asked if "plain" in url]
    return found


@pytest.mark.built
def test_a_page_with_pyscript_shows_the_same(
    chromium: Browser, modules: Path, sites: Callable[[str], Path], tmp_path: Path
) -> None:
    found = shown(chromium, sites("words"), 2)
    [expected] = shown(chromium, bare.assemble(EXAMPLES / "words", modules / "pyodide", {}, tmp_path / "bare"))
    assert found == [expected, expected]
    assert "38 words, 25 of them different" in expected


@pytest.mark.all
def test_packages_come_with_python(chromium: Browser, modules: Path, tmp_path: Path) -> None:
    html = f"""{CORE}</head><p id="status"></p><script type="py" config='{{"packages": ["numpy"]}}'>
    import asyncio
    await asyncio.sleep(0)
    import numpy as np
    from pyscript import document
    document.querySelector("#status").textContent = str(np.arange(4).sum())
    </script>"""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "index.html").write_text(html, encoding="utf-8")
    assert main(["build", str(tmp_path / "app"), "--modules", str(modules), "--out", str(tmp_path / "dist")]) == 0
    with bench.served(tmp_path / "dist") as address:
        page = chromium.new_page()
        page.goto(address)
        six = "document.querySelector('#status').textContent === '6'"
        visits.wait(page, partial(page.evaluate, six), "the page was not ready")
        page.close()
