"""Patches third-party Python modules so that a start imports less: each defers something rarely needed.

A text that is no longer found is a Fault: the new version of Pyodide or numpy must be checked.
"""

from __future__ import annotations

from collections.abc import Mapping

from tools.setup.progress import Fault

EMPTY = {
    # They only attach docstrings to C functions, which a page never reads.
    "site/numpy/_core/_add_newdocs.py",
    "site/numpy/_core/_add_newdocs_scalars.py",
}

INSTEAD = {
    # A third of numpy, for functions that no game calls; numpy imports it when it loads.
    "site/numpy/linalg/_umath_linalg.cpython-314-wasm32-emscripten.so": (
        "site/numpy/linalg/_umath_linalg.py",
        "def __getattr__(name):\n"
        "    if name.startswith('__'):\n"
        "        raise AttributeError(name)\n"
        "    raise ImportError('linear algebra is not shipped with this page')\n",
    ),
}
"""New name and text of each file to replace, by its name."""

LATE = """    global NamedTemporaryFile, ZipFile, shutil
    if "shutil" in globals():
        return
    import shutil
    from tempfile import NamedTemporaryFile
    from zipfile import ZipFile
"""

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

CHANGED: Mapping[str, tuple[tuple[str, str], ...]] = {
    # The code that it generates for each dataclass is shipped as bytecode (tools/start/trace.mjs, static/kesu.mjs).
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
    # All HTML character names, for html.unescape.
    "library/html/__init__.py": (
        ("from html.entities import html5 as _html5\n", ""),
        ("def _replace_charref(s):\n", "def _replace_charref(s):\n    from html.entities import html5 as _html5\n"),
    ),
    "library/asyncio/__init__.py": (
        *((f"from .{name} import *\n", "") for name in SOCKETS if name != "unix_events"),
        ("(base_events.__all__ +\n           ", "("),
        *((f"           {name}.__all__ +\n", "") for name in ("graph", "streams", "subprocess")),
        ("timeouts.__all__ +\n           transports.__all__)", "timeouts.__all__)"),
        ("    from .unix_events import *  # pragma: no cover\n    __all__ += unix_events.__all__\n", "    pass\n"),
        ("return unix_events._DefaultEventLoopPolicy", "return events._BaseDefaultEventLoopPolicy"),
        ("    raise AttributeError(", FOUND_LATE),
    ),
    "library/asyncio/events.py": (
        ("import socket\nimport subprocess\n", ""),
        ("family=socket.AF_UNSPEC", "family=0"),
        ("flags=socket.AI_PASSIVE", "flags=1"),
        *(
            (
                f"{indent}stdin=subprocess.PIPE,\n{indent}stdout=subprocess.PIPE,\n{indent}stderr=subprocess.PIPE,\n",
                f"{indent}stdin=-1,\n{indent}stdout=-1,\n{indent}stderr=-1,\n",
            )
            for indent in (" " * 31, " " * 30)
        ),
    ),
    # Imported on load by modules that hardly ever use them.
    "site/numpy/_core/_internal.py": (
        ("try:\n    import ctypes\nexcept ImportError:\n    ctypes = None\n", "ctypes = None\n"),
    ),
    "site/numpy/_core/_methods.py": (
        ("import pickle\n", ""),
        ("        pickle.dump(self, f", "        import pickle\n        pickle.dump(self, f"),
        ("    return pickle.dumps(self", "    import pickle\n    return pickle.dumps(self"),
    ),
    "site/numpy/lib/_format_impl.py": (
        ("import pickle\n", ""),
        ("        pickle.dump(array", "        import pickle\n        pickle.dump(array"),
        ("            array = pickle.load(", "            import pickle\n            array = pickle.load("),
    ),
    "site/numpy/lib/_npyio_impl.py": (
        ("import pickle\n", ""),
        ("            # Try a pickle\n", "            # Try a pickle\n            import pickle\n"),
    ),
    "site/numpy/lib/_utils_impl.py": (
        ("import platform\n", ""),
        ('        "uname": platform.uname(),', '        "uname": __import__("platform").uname(),'),
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
"""Parts of sources and their replacements; each part occurs exactly once."""


def patched(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns these sources and extension modules, by destination, with the patches applied."""
    files = {name: b"" if name in EMPTY else data for name, data in sources.items() if name not in INSTEAD}
    for name, (other, text) in INSTEAD.items():
        if name not in sources:
            raise Fault(f"{name} does not exist, so it cannot be replaced (tools/start/patches.py)")
        files[other] = text.encode()
    for name, changes in CHANGED.items():
        text = files[name].decode()
        for old, new in changes:
            if text.count(old) != 1:
                raise Fault(f"{name} does not hold {old!r} once (tools/start/patches.py)")
            text = text.replace(old, new)
        files[name] = text.encode()
    return files
