"""Our modules are joined into one script: in order, each once, and never silently wrong."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tools.build.join import joined
from tools.setup.paths import DIST
from tools.setup.progress import Fault

pytestmark = pytest.mark.native

MODULES = {
    "a/main.js": b'// Header.\nimport "./one.js";\nimport { two } from "./deep/two.js";\nconsole.log(one(), two);\n',
    "a/one.js": b'import { two } from "./deep/two.js";\nexport function one() {\n  // why\n  return two; // here\n}\n',
    "a/deep/two.js": b'import "../../b.js";\nexport const two = 2;\n',
    "b.js": b"const three = 3;\n",
    "unused.js": b"",
}


def test_each_module_comes_once_after_what_it_imports() -> None:
    text, order = joined("a/main.js", MODULES)
    assert order == ["b.js", "a/deep/two.js", "a/one.js", "a/main.js"]
    assert text.decode() == (
        "const three = 3;\nconst two = 2;\nfunction one() {\n  return two; // here\n}\nconsole.log(one(), two);\n"
    )


@pytest.mark.parametrize(
    "path,text,message",
    [
        ("b.js", b"let two;\n", "the same names: two"),
        ("b.js", b"async function one() {}\n", "the same names: one"),
        ("b.js", b'import { x as y } from "./c.js";\n', "c.js is imported but missing"),
        ("b.js", b'import all from "x";\n', "can be joined"),
        ("b.js", b"export default 1;\n", "can be joined"),
        ("b.js", b'export * from "./unused.js";\n', "can be joined"),
    ],
)
def test_modules_that_cannot_be_joined_are_refused(path: str, text: bytes, message: str) -> None:
    with pytest.raises(Fault, match=message):
        joined("a/main.js", {**MODULES, path: text})


@pytest.mark.built
def test_built_script_is_a_script() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node in PATH")
    text = (DIST / "static" / "boot.js").read_bytes()
    assert b"\nimport " not in text and b"\nexport " not in text
    subprocess.run([node, "--input-type=module", "--check"], input=text, check=True, capture_output=True)
