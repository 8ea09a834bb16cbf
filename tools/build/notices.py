"""Where the files of the site come from, for the page with the licences of everything shipped."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from prelit import components, notices
from prelit.components import Component
from tools.build import parts
from tools.setup.paths import ROOT

TITLE = "Kesu"
OWN = (
    *("index.html", "*/index.html", "*/workshop.html", "*/workshop-frame.html", "sw.js", notices.PAGE),
    *("rt/calendar-*.gz", "rt/live-*.gz", "rt/problems-*.gz", "rt/review-*.gz", "rt/workshop-*.gz", "rt/words-*.json"),
    *("static/boot.js", "static/film.js", "static/kesu.mjs", "static/lesson-*.js"),
    *("static/style.css", "static/icon*", "static/preview.png", "static/manifest*.webmanifest"),
    *("static/workshop.js", "static/workshop.css", "static/workshop-front.js"),
    "static/workshop/*.py",
)
"""The files made from nothing but this repository. Scripts are named one by one, so that the build asks where a new one
comes from."""


def origins(files: Iterable[str], modules: Path, wheels: Mapping[str, Path]) -> dict[str, list[Component]]:
    """Returns the components in each file of the site, by pattern."""
    own = Component(TITLE, "", "MIT", "", ((ROOT / "LICENSE").read_text(encoding="utf-8"),))
    python, packages = components.pyodide(modules / "pyodide"), [*map(components.wheel, wheels.values())]
    pyscript = components.npm(modules / "@pyscript" / "core")
    return {
        **{path: [own] for path in OWN},
        **dict.fromkeys(("rt/pyodide*", "rt/hot-*.wasm", "rt/cold-*.wasm", "rt/library-*"), python),
        **dict.fromkeys(("rt/packages-*", "rt/_multiarray_umath-*"), packages),
        "rt/app-*": [own, pyscript],
        "rt/later-*": [own, *packages, *python],
        "rt/snapshot-*": [own, *packages, pyscript, *python],
        **{path: [pyscript, *components.npm_bundle(sources, modules)] for path, sources in source_maps(files, modules)},
        "static/jail.js": [own, *python],
        "static/qr.js": [components.npm(modules / "qr")],
        "static/uplot.*": [components.npm(modules / "uplot")],
        "static/gifenc.js": [components.npm(modules / "gifenc")],
        "static/display*.woff2": [components.npm(modules / "@fontsource-variable" / "baloo-2")],
    }


def source_maps(files: Iterable[str], modules: Path) -> Iterator[tuple[str, Path]]:
    """Yields PyScript's chunks in the site, with the source maps that say what was joined into each."""
    for path in files:
        if path.startswith(("pyscript/", "editor/")):
            yield path, parts.core_of(modules) / f"{PurePosixPath(path).name}.map"
