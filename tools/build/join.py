"""Joins our JavaScript modules into one script, each after the modules it imports."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from tools.setup.progress import Fault

IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(?P<path>\.[^"]+)";\n', re.M)
OTHER = re.compile(r"^import\b.*|^export (?:default|\*|\{).*", re.M)
EXPORT = re.compile(r"^export (?=(?:async|function|class|const|let)\b)", re.M)
NAME = re.compile(r"^(?:const|let|class|(?:async )?function) (\w+)", re.M)
COMMENT = re.compile(r"^\s*//.*\n", re.M)


def joined(first: str, files: Mapping[str, bytes]) -> tuple[bytes, list[str]]:
    """The module at this path with all its imports, without whole-line comments, and the paths included.

    All top-level names end up in one script, so each may be used only once; Fault otherwise.
    """
    order: list[str] = []
    walk(first, files, order, set())
    text = "".join(COMMENT.sub("", EXPORT.sub("", IMPORT.sub("", files[path].decode()))) for path in order)
    if wrong := OTHER.search(text):
        raise Fault(f"{first}: only `import {{ names }} from` and exported declarations can be joined: {wrong[0]}")
    names = NAME.findall(text)
    if twice := {name for name in names if names.count(name) > 1}:
        raise Fault(f"{first}: modules that are joined declare the same names: {', '.join(sorted(twice))}")
    return text.encode(), order


def walk(path: str, files: Mapping[str, bytes], order: list[str], seen: set[str]) -> None:
    """Records the modules that a module imports, then itself."""
    seen.add(path)
    if path not in files:
        raise Fault(f"{path} is imported but missing")
    for found in IMPORT.finditer(files[path].decode()):
        other = relative_to(path, found["path"])
        if other not in seen:
            walk(other, files, order, seen)
    order.append(path)


def relative_to(path: str, relative: str) -> str:
    """The target of a module's import."""
    parts = list(PurePosixPath(path).parent.parts)
    for part in PurePosixPath(relative).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
