"""Reads an application's sources without running them, for the modules that they import, and from where."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from prelit.errors import PrelitError

BROWSER = ("js", "pyodide", "pyodide_js", "pyscript", "micropip", "_pyodide")
"""Modules that Pyodide or the page brings."""


def parsed(name: str, source: bytes) -> ast.Module:
    """Returns the syntax tree of a source; PrelitError with the place of a mistake."""
    try:
        return ast.parse(source, name)
    except (SyntaxError, ValueError) as error:
        where = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        raise PrelitError(f"{name} does not compile: {text}{where}") from None


def imports(source: bytes, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yields the imports in a source, at any level: module, imported names."""
    for node in ast.walk(parsed(name, source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, [alias.name for alias in node.names]


def python_in(sources: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yields the Python among an application's files."""
    yield from ((name, data) for name, data in sources.items() if name.endswith(".py"))


def own_modules(names: Iterable[str]) -> set[str]:
    """Returns the first parts of the names of an application's own modules."""
    return {name.partition("/")[0].removesuffix(".py") for name in names}


def foreign_modules(sources: Mapping[str, bytes], own: Iterable[str] = ()) -> list[str]:
    """Returns every module of the library or of packages that an application names, even in rarely called functions;
    `own` are further modules of its own.
    """
    own = own_modules(sources).union(own)
    found = {module for name, data in python_in(sources) for module, _names in imports(data, name)}
    return sorted(module for module in found if module.partition(".")[0] not in own.union(BROWSER))


def from_browser(sources: Mapping[str, bytes]) -> list[str]:
    """Returns the names that an application imports from the browser."""
    every = (found for name, data in python_in(sources) for found in imports(data, name))
    return sorted({name for module, names in every if module == "js" for name in names})
