"""An application to prepare, and the parts of it that a page loads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from prelit.node import NodeJs
from prelit.release import Release

TRICKS = {
    "bytecode": "Python's library and the packages as bytecode, without docstrings and assertions",
    "trim": "only what was imported while building; the rest is fetched when it is asked for",
    "snapshot": "from the second visit on Python's memory is restored with the packages imported",
    "split": "the WebAssembly that ordinary use runs comes first, the rest after the start",
    "prune": "exports of the WebAssembly that nothing names, and their names in its script, are left out",
    "patches": "modules that defer what they rarely need",
    "preload": "every file of the start is requested by the page's head",
    "progress": "a progress element shows how much has arrived",
    "early": "clicks and keys before Python is ready are played then",
    "offline": "a service worker keeps the whole site",
}
"""The tricks that can be switched off, by name; the page works without them."""
COMPILED = ("bytecode", "prune", "patch*")
"""Tricks that decide how modules are compiled, as patterns."""
PACKED = (*COMPILED, "trim", "split", "snapshot")
"""Tricks that decide what Python loads; the others concern the page alone."""


@dataclass(frozen=True)
class Application:
    """An application, and how to prepare it."""

    sources: Mapping[str, bytes]
    """Its files, by name below Python's current folder; those ending in .py are compiled."""
    wheels: Mapping[str, Path] = field(default_factory=dict)
    """Its packages, each after those that it needs."""
    name: str = "prelit"
    """The prefix of its marks in the profiler and of what it stores in the browser."""
    workload: str = ""
    """Python that imitates the application (inside/trace.py): imports at the top and in `first()` are needed at once,
    imports in `later()` come later."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Arguments for `first` and `later`."""
    first: tuple[str, ...] = ()
    """Modules to import before the workload, for an application without one."""
    tolerant: bool = False
    """Whether the workload is the application itself, which may fail because it has no page: the modules it used before
    it failed count, and so do those that it names."""
    elements: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The values of elements, by their ids, that an application which is its own workload may read from its page."""
    plain: frozenset[str] = frozenset()
    """The Python files that are not compiled, because the page reads their source."""
    page_files: Mapping[str, bytes] = field(default_factory=dict)
    """Files in the workload's folder that the page brings itself."""
    embedded: Mapping[str, str] = field(default_factory=dict)
    """Python modules that PyScript writes at every start, by name."""
    with_later: tuple[str, ...] = ()
    """Patterns of data files that belong to modules that come later, and are read through their loader."""
    late: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Groups of the application's modules that the page asks for by name, as patterns; no start imports them."""
    complete: bool = True
    """Whether modules that the workload does not import are shipped too, to be fetched when they are asked for."""
    own_in_snapshot: bool = False
    """Whether the application's own modules are in the snapshot: they must not touch the page when imported."""
    undocumented: bool = False
    """Whether its own modules lose their docstrings."""
    patient: float = 600
    """Seconds after which the workload is ended."""
    without: frozenset[str] = frozenset()
    """The TRICKS that are switched off, and patches as "patch:NAME"."""

    def uses(self, trick: str) -> bool:
        """Returns whether a trick is switched on."""
        return trick not in self.without

    def switched_off(self, deciding: Iterable[str]) -> list[str]:
        """Returns which of some tricks, such as COMPILED, are switched off."""
        return sorted(name for name in self.without if any(fnmatchcase(name, pattern) for pattern in deciding))


@dataclass(frozen=True)
class Tools:
    """What preparing an application takes."""

    node: NodeJs
    release: Release
    work: Path
    """A folder for the results that one build leaves for the next."""
    script: str
    """The page's interpreter module, joined, without its table of facts (bundle.py)."""
    say: Callable[[str], None] = print
    """Announces something that takes a while."""


@dataclass(frozen=True)
class Parts:
    """The parts of Python that a page loads."""

    files: Mapping[str, bytes]
    """Archives and WebAssembly, by name, such as "library.zip.gz" or "hot.wasm"."""
    runtime: Mapping[str, bytes]
    """Pyodide itself, by name."""
    facts: Mapping[str, Any]
    """The interpreter module's table; every text in it that is a name in `files` stands for the place of that file in
    the site."""
    lazy: Mapping[str, bytes] = field(default_factory=dict)
    """Files of packages that are fetched when they are opened, by name below site-packages."""

    def modules(self) -> tuple[str, ...]:
        """Returns the names of all modules that come later."""
        return tuple(sorted(name for group in self.facts["later"].values() for name in group["modules"]))
