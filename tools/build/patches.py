"""Changes to other people's Python modules, so that a start imports less: each puts off what is rarely wanted.

A text that is not there any more is a Fault: a new version of Pyodide or numpy must be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping

from tools.build.progress import Fault

EMPTY = {
    # They only attach docstrings to C functions, which nobody reads in a page.
    "site/numpy/_core/_add_newdocs.py",
    "site/numpy/_core/_add_newdocs_scalars.py",
}

INSTEAD = {
    # A third of numpy, for functions that no game calls; numpy imports it at its start.
    "site/numpy/linalg/_umath_linalg.cpython-314-wasm32-emscripten.so": (
        "site/numpy/linalg/_umath_linalg.py",
        "def __getattr__(name):\n"
        "    if name.startswith('__'):\n"
        "        raise AttributeError(name)\n"
        "    raise ImportError('linear algebra is not shipped with this page')\n",
    ),
}
"""Files that others take the place of: name → name and text."""

LATE = """    global NamedTemporaryFile, ZipFile, shutil
    if "shutil" in globals():
        return
    import shutil
    from tempfile import NamedTemporaryFile
    from zipfile import ZipFile
"""

CHANGED: Mapping[str, tuple[tuple[str, str], ...]] = {
    # All names of characters in HTML, for html.unescape.
    "library/html/__init__.py": (
        ("from html.entities import html5 as _html5\n", ""),
        ("def _replace_charref(s):\n", "def _replace_charref(s):\n    from html.entities import html5 as _html5\n"),
    ),
    # Wheels and archives: the page unpacks its own.
    "library/pyodide/_package_loader.py": (
        ("import shutil\nimport sys\n", "import sys\n"),
        ("from tempfile import NamedTemporaryFile\n", ""),
        ("from zipfile import ZipFile\n", ""),
        ("if IN_PYODIDE:\n    shutil.", f"def _late():\n{LATE}    shutil."),
        ("    if format:\n        format = get_format", "    _late()\n    if format:\n        format = get_format"),
        ("    import tarfile\n", "    import tarfile\n    _late()\n"),
    ),
    "library/pyodide/common.py": (
        ("import shutil\n", ""),
        ("    src = Path(src).resolve()\n", "    import shutil\n\n    src = Path(src).resolve()\n"),
    ),
}
"""Parts of sources and what stands in their place; each stands there once."""


def patched(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Sources, and extension modules, by destination → the same with these changes."""
    made = {name: b"" if name in EMPTY else data for name, data in sources.items() if name not in INSTEAD}
    for name, (other, text) in INSTEAD.items():
        if name not in sources:
            raise Fault(f"{name} is not there to be replaced (tools/build/patches.py)")
        made[other] = text.encode()
    for name, changes in CHANGED.items():
        text = made[name].decode()
        for old, new in changes:
            if text.count(old) != 1:
                raise Fault(f"{name} does not hold {old!r} once (tools/build/patches.py)")
            text = text.replace(old, new)
        made[name] = text.encode()
    return made
