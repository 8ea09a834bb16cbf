"""The licences of what is shipped: every file of dist/ has one, and the page of every language links them."""

import hashlib
import json
import re

import pytest

pytest.importorskip("cyclonedx", reason="Pyodide here has no cyclonedx")

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from prelit.errors import PrelitError
from prelit.notices import BILL, PAGE, assigned
from tools.build import notices, site
from tools.setup.paths import DIST, MODULES
from tools.setup.runtime import python_packages

pytestmark = [pytest.mark.native, pytest.mark.built]

SHIPPED = (
    *("Pyodide", "CPython", "musl", "zlib", "numpy", "@pyscript/core", "coincident", "polyscript"),
    *("codemirror", "@lezer/lr", "uplot", "gifenc", "qr", "@fontsource-variable/baloo-2"),
)


@pytest.fixture(scope="module")
def paths() -> list[str]:
    return [path.relative_to(DIST).as_posix() for path in DIST.rglob("*") if path.is_file()]


def test_the_page_names_every_component_with_its_licence() -> None:
    page = (DIST / PAGE).read_text(encoding="utf-8")
    heads = " ".join(re.findall(r"<summary>(.*?)</summary>", page))
    assert [name for name in SHIPPED if name not in heads] == []
    for text in ("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE", "SIL OPEN FONT LICENSE"):
        assert text in page
    assert "https://github.com/pyodide/pyodide/tree/" in page


def test_a_new_file_of_foreign_origin_is_refused(paths: list[str]) -> None:
    known = notices.origins(paths, MODULES, python_packages())
    for foreign in ("static/chart.js", "rt/scipy-1234.tar.gz", "editor2/vim.js", "static/other.woff2"):
        with pytest.raises(PrelitError, match=rf"^{re.escape(foreign)} would be shipped without a licence"):
            assigned([path for path in paths if path != BILL] + [foreign], known)


def test_the_bill_of_materials_is_valid_and_has_every_file(paths: list[str]) -> None:
    text = (DIST / BILL).read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    entries = {entry["name"]: entry for entry in json.loads(text)["components"] if entry["type"] == "file"}
    assert set(entries) == set(paths) - {BILL}
    for path in ("sw.js", "rt/pyodide.mjs", PAGE):
        assert entries[path]["hashes"][0]["content"] == hashlib.sha256((DIST / path).read_bytes()).hexdigest()


def test_every_language_links_the_licences_and_no_start_loads_them(paths: list[str]) -> None:
    for path in (path for path in paths if path.endswith("index.html")):
        up = "../" if "/" in path else "./"
        assert f' href="{up}{PAGE}">' in (DIST / path).read_text(encoding="utf-8"), path
    shipped = {"index.html": (DIST / "index.html").read_bytes()}
    assert PAGE not in site.start_of(shipped)
    worker = (DIST / "sw.js").read_text(encoding="utf-8")
    assert f'"{PAGE}"' in worker and BILL not in worker  # to be read offline; the bill is for programs
