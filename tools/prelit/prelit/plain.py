"""The same page with Pyodide as it is: a visitor is sent there if a part of the fast start does not come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from prelit import bare, page, stamps
from prelit.facts import DIGITS
from prelit.project import Project
from prelit.release import LOCK, Release

SAYS = """<script>
  console.debug("prelit: a part of this page did not come, so Pyodide starts as it is:", sessionStorage.prelit ?? "");
  history.replaceState(null, "", "./" + location.search + location.hash); // the next visit tries again
</script>"""
RUNS = """<script type="module">
  import { loadPyodide } from "./FOLDER/pyodide.mjs";

  const [{ main, files, packages }, place] = [FACTS, document.querySelector("[data-prelit-output]")];
  const stdout = place ? (text) => place.append(text + "\\n") : undefined;
  const pyodide = await loadPyodide({ packages, stdout });
  for (const [name, path] of Object.entries(files)) {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    if (folder) pyodide.FS.mkdirTree(folder);
    pyodide.FS.writeFile(name, new Uint8Array(await (await fetch(path)).arrayBuffer()));
  }
  document.querySelector("progress[data-prelit]")?.remove();
  try {
    await pyodide.runPythonAsync(pyodide.FS.readFile(main, { encoding: "utf8" }), { filename: main });
  } catch (error) {
    place?.append(error.message);
    throw error;
  }
</script>"""
"""Runs an application that prelit would start, as Pyodide's documentation recommends."""


class Spare(NamedTuple):
    """The page, the files it needs, and copies of late archives."""

    folder: str
    files: dict[str, bytes]
    """All of them, by path."""


def site(
    project: Project,
    release: Release,
    wheels: Mapping[str, Path],
    scripts: Mapping[str, bytes],
    late: Mapping[str, bytes],
) -> Spare:
    """Returns the same page without prelit, with these files of PyScript, and copies of these archives."""
    ours = [*(release.folder / name for name in bare.FILES), *wheels.values()]
    found = {path.name: path.read_bytes() for path in ours}
    found[LOCK] = json.dumps(bare.lock_for(release.folder, wheels)).encode()
    for name, files in {"app": project.sources, "pyscript": scripts, "late": late}.items():
        found |= {f"{name}/{path}": data for path, data in files.items()}
    folder = f"plain-{stamps.key(stamps.names_and_hashes(found))[:DIGITS]}"
    python, lines = f"{folder}/pyodide.mjs", [SAYS]
    if project.script:
        html = project.script.page(f"{folder}/pyscript", python, list(wheels), {})
    else:
        html = page.from_module(project.page, python)
    if project.main:
        own = {name: f"./{folder}/app/{name}" for name in project.sources}
        about = {"main": project.main, "packages": list(wheels), "files": own}
        lines.append(RUNS.replace("FOLDER", folder).replace("FACTS", json.dumps(about).replace("<", "\\u003c")))
    files = {page.PLAIN: page.with_head(html, lines).encode()}
    return Spare(folder, files | {f"{folder}/{name}": found[name] for name in found})
