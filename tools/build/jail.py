"""The worker in which foreign code runs: its script with Python's loader in it, and the empty document around it."""

import base64
import hashlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prelit.app import Parts
from prelit.node import NodeJs
from prelit.process import run
from tools.build import constants, parts
from tools.build.output import write
from tools.setup.paths import MODULES, ROOT
from tools.start.app import INTERPRETER

FOLDER = "static/jail/"
SCRIPT = "static/jail.js"
NOWHERE = "https://nowhere.invalid/static/kesu.mjs"
"""The address that Python's loader is given. It requests nothing by address."""
POLICY = (
    "default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'; trusted-types jail"
)
"""The relay is the only script. The worker inherits the policy: it can connect to nothing and load nothing."""
OPTIONS = ("--bundle", "--format=esm", "--target=esnext", "--charset=utf8", "--minify-whitespace", "--log-level=error")


def script(node: NodeJs, python: Parts, scripts: Mapping[str, bytes], root: Path = ROOT) -> bytes:
    """Returns the worker's script, without the loader's table of facts. All modules are joined into it: a policy that
    let a worker import modules would let foreign code import them too.
    """
    with tempfile.TemporaryDirectory() as scratch:
        for name, data in python.runtime.items():
            if name.endswith(".mjs"):
                write(Path(scratch, "rt", name), data)
        write(Path(scratch, INTERPRETER), scripts[INTERPRETER])
        entry, joined = "static/python.mjs", Path(scratch, "joined.mjs")
        write(Path(scratch, entry), (root / FOLDER / "python.mjs").read_bytes())
        more = ("--external:node:*", "--external:ws", f'--define:import.meta.url="{NOWHERE}"', f"--outfile={joined}")
        esbuild = MODULES / "esbuild" / "bin" / "esbuild"
        # It writes the modules' paths into the script, as seen from the folder in which it runs.
        run([node.node, esbuild, entry, *OPTIONS, *more], "joining Python's loader", cwd=Path(scratch))
        text = _script("prelude.js", root)
        before, after = text.split("    PYTHON;\n")
        return before.encode() + joined.read_bytes() + after.encode()


def relay(root: Path = ROOT) -> tuple[str, str]:
    """Returns the empty document around the worker, and the hash of its only script for a policy."""
    text = _script("relay.js", root)
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(digest=digest)}">'
    return f'<!doctype html><meta charset="utf-8">{policy}<script>{text}</script>', digest


def _script(name: str, root: Path) -> str:
    """Returns a script of the worker or of the document around it, with the limits of messages."""
    return constants.inlined((root / FOLDER / name).read_text(encoding="utf-8"))


def handed_in(facts: Mapping[str, Any], language: str) -> list[str]:
    """Returns the paths of all files to hand to Python, which can fetch nothing, from the loader's table of facts."""
    found = [facts["library"], facts["packages"], facts["app"], facts.get("hot") or parts.WHOLE, facts.get("cold")]
    found += [half["cold"] for half in facts["halves"].values()]
    found += [module["path"] for module in facts["later"].values()]
    found += [path for path, _size in facts.get("lazy", {}).values()]
    found += [facts["late"]["workshop"], facts["words"]["workshop"][language]]
    return [path for path in found if path]
