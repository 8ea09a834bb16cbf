"""Tests of the licence page and the software bill of materials: nothing is shipped without its licence."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from prelit import components, notices
from prelit.components import Component
from prelit.errors import PrelitError

MIT = "Copyright (c) Ann Author\n\nPermission is hereby granted to <anybody> & all"
OWN = Component("The app", "", "MIT", "", (MIT,))


def package(modules: Path, name: str, *, text: str = MIT, **more: object) -> Path:
    """Returns an installed npm package."""
    folder = modules / name
    folder.mkdir(parents=True)
    facts = {"name": name, "version": "1.2.3", "license": "MIT", **more}
    (folder / "package.json").write_text(json.dumps(facts), encoding="utf-8")
    if text:
        (folder / "LICENSE.md").write_text(text, encoding="utf-8")
    return folder


def wheel_of(folder: Path, files: dict[str, str], head: str) -> Path:
    """Returns a wheel with this metadata and these files."""
    path = folder / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("thing-1.0.dist-info/METADATA", f"Metadata-Version: 2.4\nName: Thing\nVersion: 1.0\n{head}\n")
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_an_npm_package_gives_its_licence_file_and_its_repository(tmp_path: Path) -> None:
    repository = {"type": "git", "url": "git+https://example.org/ann/thing.git"}
    found = components.npm(package(tmp_path, "@ann/thing", repository=repository))
    assert found == Component(
        "@ann/thing", "1.2.3", "MIT", "https://example.org/ann/thing", (MIT,), "pkg:npm/%40ann/thing@1.2.3"
    )


def test_a_package_that_only_names_its_licence_gets_the_common_text_with_its_author(tmp_path: Path) -> None:
    found = components.npm(package(tmp_path, "bare", text="", license="ISC", author={"name": "Ann Author"}))
    [text] = found.texts
    assert text.startswith("Copyright (c) Ann Author\n\nPermission to use, copy, modify, and/or distribute")


def test_a_package_without_any_licence_cannot_be_shipped(tmp_path: Path) -> None:
    folder = package(tmp_path, "secret", text="", license="UNLICENSED")
    with pytest.raises(PrelitError, match=r"secret 1\.2\.3 has no licence text"):
        components.npm(folder)


def test_packages_joined_into_a_script_are_found_in_its_source_map(tmp_path: Path) -> None:
    sources = ["../src/own.js", "../node_modules/one/index.js", "../node_modules/a/node_modules/@b/two/src/x.js"]
    map_of = tmp_path / "core.js.map"
    map_of.write_text(json.dumps({"sources": sources}), encoding="utf-8")
    package(tmp_path, "one")
    with pytest.raises(PrelitError, match="npm install @b/two"):
        components.npm_bundle(map_of, tmp_path)
    package(tmp_path, "@b/two")
    assert [found.name for found in components.npm_bundle(map_of, tmp_path)] == ["@b/two", "one"]


def test_a_wheel_gives_every_licence_file_once(tmp_path: Path) -> None:
    info = "thing-1.0.dist-info/licenses"
    files = {f"{info}/LICENSE": MIT, f"{info}/part/COPYING": "part", f"{info}/same/LICENSE.txt": MIT, "thing.py": ""}
    head = "License-Expression: MIT AND 0BSD\nProject-URL: source, https://example.org/thing"
    found = components.wheel(wheel_of(tmp_path, files, head))
    assert found.texts == (MIT, "part")
    assert (found.name, found.licence, found.source) == ("Thing", "MIT AND 0BSD", "https://example.org/thing")


def test_a_wheel_without_a_licence_file_cannot_be_shipped(tmp_path: Path) -> None:
    path = wheel_of(tmp_path, {"thing.py": ""}, "License: MIT")
    with pytest.raises(PrelitError, match=r"Thing 1\.0 has no licence text"):
        components.wheel(path)


def test_everything_linked_into_pyodide_has_a_text(tmp_path: Path) -> None:
    folder = package(tmp_path, "pyodide", text="", license="MPL-2.0")
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14.0"}}', encoding="utf-8")
    found = {component.name: component for component in components.pyodide(folder)}
    assert found["Pyodide"].texts[0].startswith("Mozilla Public License Version 2.0")
    assert found["Pyodide"].source.endswith("/1.2.3")  # the licence asks to say where the source code is
    assert found["CPython"].version == "3.14.0"
    assert {"zlib", "musl", "Emscripten", "SQLite", "LLVM runtime libraries"} < set(found)


def test_a_file_of_unknown_origin_is_refused() -> None:
    with pytest.raises(PrelitError, match=r"^b\.js and 1 more would be shipped without a licence"):
        notices.assigned(["a.js", "b.js", "c.js"], {"a.*": [OWN]})
    with pytest.raises(PrelitError, match=r"^a\.js would"):
        notices.assigned(["a.js"], {"a.*": []})


def test_the_page_has_every_text_once_and_no_markup_from_it() -> None:
    library = Component("left & right", "2", "MIT", "https://example.org", (MIT,))
    page = notices.page([OWN, library], "The <app>")
    assert page.count("Permission is hereby granted to &lt;anybody&gt; &amp; all") == 1
    assert "<anybody>" not in page and "<app>" not in page
    assert "The app, left &amp; right 2" in page
    assert 'href="https://example.org"' in page


def test_the_bill_of_materials_is_valid_and_names_each_file_with_its_hash() -> None:
    odd = Component("odd", "", "a licence of its own", "", ("text",))
    site = {"index.html": b"page", "lib.js": b"script"}
    known = notices.assigned(site, {"*.html": [OWN], "*.js": [OWN, odd]})
    written = notices.bill(site, known, "The app")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(written) is None
    assert written == notices.bill(dict(reversed(site.items())), known, "The app")
    bill = json.loads(written)
    [script] = [entry for entry in bill["components"] if entry["name"] == "lib.js"]
    assert script["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"script").hexdigest()}]
    inside = {entry["ref"]: entry.get("dependsOn", []) for entry in bill["dependencies"]}
    assert inside["file:lib.js"] == ["component:The app", "component:odd"]
