"""Modules are joined: each once, after what it imports, without comments, and never silently wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from prelit.bundle import bundle
from prelit.errors import PrelitError
from prelit.node import found

ENTRIES = {
    "static/boot.js": "static/boot/main.js",
    "static/start.mjs": "start.mjs",
    "static/style.css": "static/style.css",
    "static/boot.css": "static/boot.css",  # as its script is called
}
SOURCES = {
    **dict.fromkeys(ENTRIES.values(), ""),
    "static/boot/main.js": '// M\nimport "../one.js";\nimport { two } from "./two.js";\nlog(import.meta.url, two);\n',
    "static/one.js": 'import { two } from "./boot/two.js";\n/* why */\nconst own = two + "…"; // here\nlog(own);\n',
    "static/boot/two.js": "export const two = 2;\nexport const unused = 3;\nconst own = two;\nlog(own);\n",
    "static/style.css": '/* Colours. */\na {\n  color: light-dark(#fff, #000);\n  & b { src: url("a.woff2"); }\n}\n',
}


def bundled(modules: Path, tmp_path: Path, **changes: str) -> tuple[dict[str, str], frozenset[str]]:
    for name, text in {**SOURCES, **changes}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    files, sources = bundle(found(), modules / "esbuild", ENTRIES, tmp_path)
    return {name: data.decode() for name, data in files.items()}, sources


def test_each_module_comes_once_after_what_it_imports(modules: Path, tmp_path: Path) -> None:
    files, sources = bundled(modules, tmp_path)
    assert set(files) == set(ENTRIES) and sources == set(SOURCES)
    assert files["static/boot.js"] == (
        'var two=2;var own=two;log(own);var own2=two+"…";log(own2);log(import.meta.url,two);\n'
    )
    assert files["static/style.css"] == "a{color:light-dark(#fff,#000);& b{src:url(a.woff2)}}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('import { x } from "./none.js";', r'Could not resolve "./none.js"'),
        ('import { three } from "./two.js";\nlog(three);', 'No matching export in "static/boot/two.js"'),
        ("let two;\nlet two;", 'symbol "two" has already been declared'),
    ],
)
def test_modules_that_do_not_fit_are_refused(modules: Path, tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PrelitError, match=message):
        bundled(modules, tmp_path, **{"static/boot/main.js": text})
