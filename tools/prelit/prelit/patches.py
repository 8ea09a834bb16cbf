"""Patches of third-party Python modules, so that a start imports less: each defers something rarely needed.

Every patch can be switched off by its name. A text that another version of Pyodide no longer has is left as it is,
with a warning: the page is slower, never wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from prelit.process import warn
from prelit.release import Release

SOCKETS = ("base_events", "graph", "streams", "subprocess", "transports", "unix_events")
"""Parts of asyncio for processes and sockets, which a page lacks: two thirds of it, including their imports."""

FOUND_LATE = f"""    from importlib import import_module
    for late in {SOCKETS}:
        try:
            part = import_module(f"asyncio.{{late}}")
        except ImportError:
            break
        if name in part.__all__:
            return getattr(part, name)
    raise AttributeError("""

LATE = """    global NamedTemporaryFile, ZipFile, shutil
    if "shutil" in globals():
        return
    import shutil
    from tempfile import NamedTemporaryFile
    from zipfile import ZipFile
"""

ON_DEMAND = """def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from importlib import machinery, util
    path = __spec__.origin.rpartition("/")[0] + "/{file}"
    try:
        open(path).close()
    except OSError:
        raise ImportError("{what} is not shipped with this page") from None
    loader = machinery.ExtensionFileLoader("{module}", path)
    module = util.module_from_spec(util.spec_from_file_location("{module}", path, loader=loader))
    loader.exec_module(module)
    globals().update(vars(module))
    return getattr(module, name)
"""
"""A module that loads the extension module it stands for when something in it is first used."""

Changes = Mapping[str, tuple[tuple[str, str], ...]]
"""Parts of sources and their replacements, by the name of the file; each part occurs exactly once."""


@dataclass(frozen=True)
class Patch:
    """One import or computation that is deferred."""

    why: str
    changed: Changes = field(default_factory=dict)
    emptied: tuple[str, ...] = ()
    """Files that only attach documentation."""
    on_demand: Mapping[str, str] = field(default_factory=dict)
    """Extension modules that are loaded when something in them is first used, by name without its end, with their
    purpose."""


PATCHES: Mapping[str, Patch] = {
    "dataclasses": Patch(
        "the code that it generates for each dataclass is shipped as bytecode (inside/trace.py, runtime/start.mjs)",
        {
            "library/dataclasses.py": (
                ("class _FuncBuilder:\n", "known = {}\n\n\nclass _FuncBuilder:\n"),
                (
                    "        exec(txt, self.globals, ns)\n        fns = ns['__create_fn__'](**self.locals)\n",
                    "        code = known.get(txt)\n"
                    "        if code is None:\n"
                    "            exec(txt, self.globals, ns)\n"
                    "            fns = ns['__create_fn__'](**self.locals)\n"
                    "        else:\n"
                    "            fns = types.FunctionType(code, self.globals)(**self.locals)\n",
                ),
            ),
        },
    ),
    "asyncio": Patch(
        "sockets and processes, which a page lacks",
        {
            "library/asyncio/__init__.py": (
                *((f"from .{name} import *\n", "") for name in SOCKETS if name != "unix_events"),
                ("(base_events.__all__ +\n           ", "("),
                *((f"           {name}.__all__ +\n", "") for name in ("graph", "streams", "subprocess")),
                ("timeouts.__all__ +\n           transports.__all__)", "timeouts.__all__)"),
                (
                    "    from .unix_events import *  # pragma: no cover\n    __all__ += unix_events.__all__\n",
                    "    pass\n",
                ),
                ("return unix_events._DefaultEventLoopPolicy", "return events._BaseDefaultEventLoopPolicy"),
                ("    raise AttributeError(", FOUND_LATE),
            ),
            "library/asyncio/events.py": (
                ("import socket\nimport subprocess\n", ""),
                ("family=socket.AF_UNSPEC", "family=0"),
                ("flags=socket.AI_PASSIVE", "flags=1"),
                *(
                    (
                        f"{indent}stdin=subprocess.PIPE,\n{indent}stdout=subprocess.PIPE,\n"
                        f"{indent}stderr=subprocess.PIPE,\n",
                        f"{indent}stdin=-1,\n{indent}stdout=-1,\n{indent}stderr=-1,\n",
                    )
                    for indent in (" " * 31, " " * 30)
                ),
            ),
        },
    ),
    "loader": Patch(
        "wheels and archives: the page unpacks its own",
        {
            "library/pyodide/_package_loader.py": (
                ("import shutil\nimport sys\n", "import sys\n"),
                ("from tempfile import NamedTemporaryFile\n", ""),
                ("from zipfile import ZipFile\n", ""),
                ("if IN_PYODIDE:\n    shutil.", f"def _late():\n{LATE}    shutil."),
                (
                    "    if format:\n        format = get_format",
                    "    _late()\n    if format:\n        format = get_format",
                ),
                ("    import tarfile\n", "    import tarfile\n    _late()\n"),
            ),
            "library/pyodide/common.py": (
                ("import shutil\n", ""),
                (
                    "    src = Path(src).resolve()\n",
                    "    import shutil\n\n    src = Path(src).resolve()\n",
                ),
            ),
        },
    ),
    "numpy-docs": Patch(
        "they only attach docstrings to C functions",
        emptied=("site/numpy/_core/_add_newdocs.py", "site/numpy/_core/_add_newdocs_scalars.py"),
    ),
    "numpy-linalg": Patch(
        "a third of numpy, which numpy imports when it loads",
        on_demand={"site/numpy/linalg/_umath_linalg": "linear algebra"},
    ),
}


def patched(files: Mapping[str, bytes], release: Release, without: frozenset[str]) -> dict[str, bytes]:
    """Returns these files, by destination, with the patches applied that are not switched off."""
    found = dict(files)
    for name, patch in PATCHES.items():
        if "patches" in without or f"patch:{name}" in without:
            continue
        try:
            found |= applied(patch, found, release)
        except ValueError as error:
            warn(f"python    the patch {name!r} does not fit Pyodide {release.version} and is left out: {error}")
    return {name: data for name, data in found.items() if data is not GONE}


GONE = b"\0gone"


def applied(patch: Patch, files: Mapping[str, bytes], release: Release) -> dict[str, bytes]:
    """Returns the files that a patch changes; ValueError if one of them is not as expected."""
    found = {name: b"" for name in patch.emptied if name in files}
    for name, changes in patch.changed.items():
        if name not in files:
            continue  # of a package that the application does not use
        text = files[name].decode()
        for old, new in changes:
            if text.count(old) != 1:
                raise ValueError(f"{name} does not hold {old!r} once")
            text = text.replace(old, new)
        found[name] = text.encode()
    for stem, what in patch.on_demand.items():
        if (name := stem + release.extension) not in files:
            continue
        folder, _slash, module = stem.rpartition("/")
        found[name], found[f"{folder}/late{module}.so"] = GONE, files[name]
        full = stem.removeprefix("site/").replace("/", ".")
        found[f"{stem}.py"] = ON_DEMAND.format(file=f"late{module}.so", what=what, module=full).encode()
    return found
