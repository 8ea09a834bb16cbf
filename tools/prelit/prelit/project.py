"""Reads an application: its files, its page, the file that is run, and the modules that this imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from posixpath import normpath

from prelit import page, pyscript
from prelit.app import Application
from prelit.errors import PrelitError
from prelit.pyscript import PyScriptPage
from prelit.release import Release
from prelit.sources import BROWSER, foreign_modules, own_modules, parsed

MAIN = ("main.py", "app.py", "__main__.py")
"""The file of a folder that is run, if the page does not say."""
LEFT_OUT = ("node_modules", "__pycache__", "pyodide", "pyscript")


@dataclass(frozen=True)
class Project:
    """An application as its author wrote it."""

    files: Mapping[str, bytes]
    """Everything in its folder, by path."""
    page: str
    """The HTML of index.html, or one that was generated."""
    main: str = ""
    """The file that is run; none if the page runs Python itself."""
    script: PyScriptPage | None = None
    """The page's configuration of Python, if it uses PyScript."""

    @property
    def python(self) -> dict[str, bytes]:
        """Its Python."""
        own = {name: data for name, data in self.files.items() if name.endswith(".py")}
        return own | (dict(self.script.scripts) if self.script else {})

    @property
    def modules(self) -> set[str]:
        """The first parts of the names of its own modules."""
        placed = self.script.own_files(self.files).values() if self.script else ()
        return own_modules([*self.python, *placed])

    @property
    def sources(self) -> dict[str, bytes]:
        """The files that are put below Python's current folder; other pages bring their own."""
        if self.script:
            return {to: self.files[normpath(source)] for source, to in self.script.own_files(self.files).items()}
        return {name: data for name, data in self.files.items() if name != "index.html"} if self.main else {}

    @property
    def task(self) -> bytes:
        """The Python that runs when the page opens."""
        if self.script:
            return b"\n".join(self.script.scripts.values())
        return self.files.get(self.main or next(iter(self.python)), b"")


def project_of(app: Path, own_page: Path | None, out: Path) -> Project:
    """Reads an application; PrelitError if it is none."""
    if not app.exists():
        raise PrelitError(f"{app} does not exist: name a Python file or a folder")
    root = app if app.is_dir() else app.parent
    files = dict(files_in(app, out)) if app.is_dir() else {app.name: app.read_bytes()}
    html = own_page or (root / "index.html" if app.is_dir() and (root / "index.html").exists() else None)
    text = text_of(html) if html else page.generated(app.stem)
    script = pyscript.read(text, files, html.name if html else "")
    python = [name for name in files if name.endswith(".py")]
    if not python and not script:
        raise PrelitError(f"{app} holds no Python: name a file that ends in .py, or a folder with one in it")
    for name, source in (project := Project(files, text, script=script)).python.items():
        parsed(name, source)
    if script or page.starts_python(text):
        return project
    mains = [app.name] if not app.is_dir() else [name for name in MAIN if name in files] or python[:1]
    if app.is_dir() and len(python) > 1 and mains[0] not in MAIN:
        raise PrelitError(f"{app} does not say which file is run: name it {MAIN[0]}")
    return Project(files, text, mains[0])


def files_in(folder: Path, out: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the files of a folder, by path, without hidden files and build results."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in LEFT_OUT for part in parts)
        if path.is_file() and not hidden and not path.resolve().is_relative_to(out.resolve()):
            yield "/".join(parts), path.read_bytes()


def text_of(path: Path) -> str:
    """Returns the text of a file; PrelitError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PrelitError(f"{path} cannot be read ({error}): name a text file in UTF-8") from None


def application(project: Project, workload: str) -> Application:
    """Returns the application as the engine prepares it. A page that runs Python itself brings its own files."""
    return Application(
        project.sources,
        plain=frozenset({project.main}),
        workload=workload or project.task.decode(),
        first=tuple(foreign_modules(project.python, project.modules)),
        tolerant=not workload,
        elements=page.elements(project.page),
        page_files={} if project.main else project.files,
    )


def check_imports(project: Project, release: Release, names: Iterable[str]) -> None:
    """Raises PrelitError if the application cannot run without a package that was not named."""
    known = {
        module.partition(".")[0]: name
        for name, package in release.lock["packages"].items()
        for module in package["imports"]
    }
    named, own = set(names), project.modules
    for name, data in project.python.items():
        for module in certain_imports(parsed(name, data)):
            top = module.partition(".")[0]
            if top in own or top in sys.stdlib_module_names or top in BROWSER or known.get(top) in named:
                continue
            if top in known:
                raise PrelitError(f"{name} imports {top}, which no package here has: add --packages {known[top]}")
            raise PrelitError(
                f"{name} imports {top}, which neither Pyodide {release.version} nor the application has: "
                f"copy it into the application's folder if it is pure Python"
            )


def certain_imports(tree: ast.Module) -> Iterator[str]:
    """Yields the modules that a source imports whenever it is run."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
