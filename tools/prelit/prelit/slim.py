"""Removes thousands of unused names of WebAssembly functions from Pyodide's JavaScript.

Emscripten writes `_name = Module["_name"] = wasmExports["name"]` for every export. Linking extension modules
reads the exports themselves, so a name that occurs nowhere else is unused.
"""

from __future__ import annotations

import re
from collections import Counter

ASSIGNED = re.compile(r'(?<![\w$])(\w+)=Module\["\1"\]=wasmExports\["\w+"\](?:\.value>>>0)?;')
DECLARED = re.compile(r"var (?:\w+,){1000,}\w+;")
WORD = re.compile(r"[\w$]+")


def slim(script: str, *users: str) -> str:
    """Strips pyodide.asm.mjs of the names that neither it nor any module that uses it mentions."""
    words, used = Counter(WORD.findall(script)), {word for text in users for word in WORD.findall(text)}
    unused = {name for name in ASSIGNED.findall(script) if words[name] == 3 and name not in used}
    script = ASSIGNED.sub(lambda found: "" if found[1] in unused else found[0], script)

    def declared(found: re.Match[str]) -> str:
        names = [name for name in found[0].removeprefix("var ").removesuffix(";").split(",") if name not in unused]
        return f"var {','.join(names)};" if names else ""

    return DECLARED.sub(declared, script)
