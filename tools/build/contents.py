"""What is in the site: the files that all languages share, the pages of each, and what is made of them all."""

import html
import json
import re
import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from prelit import offline, stamps
from prelit.app import Parts
from prelit.bundle import Bundle
from prelit.errors import PrelitError
from prelit.facts import places, with_facts
from prelit.notices import BILL, bill_for, page_for
from prelit.notices import PAGE as LICENCES
from prelit.packing import IN_TURN, SNAPSHOT
from prelit.page import preload
from tools.build import constants, jail, notices, pages, parts, workshop
from tools.build.pages import LanguagePage, folder_of, stamped
from tools.setup.paths import MODULES, ROOT
from tools.start import app
from tools.start.app import INTERPRETER

# The QR code library, fetched for the first QR code.
QR = "static/qr.js"

# The chart library of the statistics and the GIF encoder, fetched when first needed.
CHARTS = {"static/uplot.js": "uPlot.iife.min.js", "static/uplot.css": "uPlot.min.css"}
GIF = "static/gifenc.js"

STYLE = "static/style.css"
FONT = "static/display.woff2"
OWN_FONTS = {"vi": "static/display-vi.woff2"}  # for languages with more letters
FONT_PLACE = re.compile(r"(?<=url\()[\w-]+\.woff2(?=\))")
LESSON = "static/lesson.js"
LESSONS_PLACE = b"LESSONS={}"
"""Where the recorded lessons go, in the script that plays them; each language has its own."""
NET = "static/net.js"

Files = dict[str, bytes]
"""Files of the site by their paths."""


@dataclass(frozen=True)
class Sources:
    """What the site is built from."""

    python: Parts
    root: Path = ROOT
    modules: Path = MODULES
    wheels: Mapping[str, Path] = field(default_factory=dict)
    """The wheels of Pyodide's packages; without them there is no page with licences."""
    pages: Mapping[str, LanguagePage] = field(default_factory=lambda: {"en": LanguagePage()})
    """The page in each language, by tag; the first is also the site's root page."""
    icons: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures drawn from the icon, as PNG, by their names in static/."""
    fonts: Mapping[str, bytes] = field(default_factory=dict)
    """The display fonts, as WOFF2, by their names in static/."""
    bundle: Bundle = field(default_factory=Bundle)
    """The page's scripts and styles as they are shipped."""
    jail: bytes = b""
    """The script of the worker of foreign code, without the loader's table of facts."""
    address: str = ""
    """The site's address, such as "https://you.github.io/kesu/"; link previews have a picture only with it."""


def contents(sources: Sources) -> Files:
    """Returns every file of the site, by its path."""
    settings = tomllib.loads(text_of(sources.root / "pyscript.toml"))
    own = own_files(sources)
    page = pages.with_net(text_of(sources.root / "index.html"), constants.inlined(own.pop(NET, b"").decode()))
    lesson = own.pop(LESSON, b"")
    files = own | fetched_files(sources) | workshop_files(sources)
    files |= {f"pyscript/{name}": data for name, data in parts.pyscript_files(sources.modules, page, settings).items()}
    if lesson:
        files |= {lesson_of(tag): with_lessons(lesson, language) for tag, language in sources.pages.items()}
    if pages.MANIFEST in files:
        files |= manifests(sources, files[pages.MANIFEST])
    if STYLE in files:
        files[STYLE] = with_stamped_fonts(files[STYLE].decode(), files).encode()
    start = start_of_pages(sources, settings, files)
    for tag in sources.pages:
        files |= language_files(sources, tag, page, start, files)
    return dict(sorted({**files, **closing_files(sources, files)}.items()))


# What all languages share.


def own_files(sources: Sources) -> Files:
    """Returns our own static files, as they are shipped: scripts and styles bundled, with the facts that they need."""
    files = {name: data for name, data in static_files(sources.root).items() if name not in sources.bundle.sources}
    files |= sources.bundle.files
    files |= {f"static/{name}": data for name, data in {**sources.icons, **sources.fonts}.items()}
    if INTERPRETER in files:
        facts = parts.interpreter_facts(sources.python, sources.pages)
        files[INTERPRETER] = with_facts(files[INTERPRETER].decode(), facts).encode()
        if sources.jail:
            files[jail.SCRIPT] = with_facts(sources.jail.decode(), facts).encode()
    return files


def fetched_files(sources: Sources) -> Files:
    """Returns what comes from elsewhere or is made of it: libraries, Pyodide, and Python's archives."""
    late = parts.late_words(sources.python, sources.pages)
    return {
        **library_files(sources),
        QR: (sources.modules / "qr" / "index.js").read_bytes(),
        **{f"rt/{name}": parts.without_map(name, data) for name, data in sources.python.runtime.items()},
        **parts.python_files(sources.python),
        **dict(file for language in late.values() for file in language.values()),
    }


def workshop_files(sources: Sources) -> Files:
    """Returns the files of the workshop that all languages share; none if the site has no workshop."""
    if not (sources.root / workshop.PAGE).exists():
        return {}
    files = workshop.files(sources.root, parts.core_of(sources.modules))
    return {path: parts.without_map(path, data) for path, data in files.items()}


def manifests(sources: Sources, manifest: bytes) -> Files:
    """Returns the web app manifest in each language."""
    return {
        pages.manifest_of(tag): pages.manifest(manifest, tag, {**language.words, **language.built})
        for tag, language in sources.pages.items()
    }


def with_stamped_fonts(style: str, files: Mapping[str, bytes]) -> str:
    """Returns the style sheet with hashes added to the names of its fonts."""
    return FONT_PLACE.sub(lambda found: stamped(f"static/{found[0]}", files).removeprefix("static/"), style)


# The pages.


@dataclass(frozen=True)
class PageStart:
    """What begins to load with every page: elements of its head, and PyScript's settings."""

    head: str
    config: str
    plugins: list[str]
    """The settings of PyScript's plugins, which it would load otherwise."""

    def put_into(self, page: str) -> str:
        """Returns a page that starts so."""
        page = page.replace(pages.PRELOAD, self.head).replace(pages.CONFIG, self.config)
        return pages.without_micropython(page, self.plugins)


def start_of_pages(sources: Sources, settings: dict[str, Any], files: Mapping[str, bytes]) -> PageStart:
    """Returns what every page begins with, when all files that it loads are there."""
    interpreter = str(PurePosixPath(settings.get("interpreter", "")))
    first = parts.critical(files, sources.python, interpreter)
    in_turn = {places(sources.python)[name] for name in IN_TURN}
    head = [preload(stamped(path, files)) for path in first if path not in in_turn]
    head.append(pages.data("files", {path: len(files[path]) for path in first}))  # for the progress line
    settings = {**settings, "interpreter": "./" + stamped(interpreter, files)}
    return PageStart("\n".join(head), f'config="{html.escape(json.dumps(settings))}"', settings.get("plugins", []))


def language_files(sources: Sources, tag: str, page: str, start: PageStart, files: Mapping[str, bytes]) -> Files:
    """Returns the files of one language: its pages, which are also the root page in the first language."""
    language, folder = sources.pages[tag], folder_of(tag)
    page = pages.translated(page, tag, language, tuple(sources.pages))
    page = page.replace(FONT, OWN_FONTS.get(tag, FONT)).replace(LESSON, lesson_of(tag))
    page = start.put_into(page.replace(pages.PREVIEW, pages.preview(page, tag, sources.address)))
    shipped = pages.finished(page, files)
    added = {f"{folder}index.html": pages.one_up(shipped)}
    if "index.html" not in files:
        added["index.html"] = pages.opening(shipped, tag)
    if language.workshop:
        frame = pages.finished(workshop.frame_of(page), files)
        added[f"{folder}{workshop.FRAME}"] = pages.one_up(frame)
        added[f"{folder}{workshop.PAGE}"] = pages.one_up(pages.finished(workshop_page(sources, tag, files), files))
    return {path: text.encode() for path, text in added.items()}


def workshop_page(sources: Sources, tag: str, files: Mapping[str, bytes]) -> str:
    """Returns the workshop's page in a language."""
    facts = sources.pages[tag].workshop
    page = pages.translated(text_of(sources.root / workshop.PAGE), tag, LanguagePage(words=facts["words"]), ())
    return workshop.page_of(page, facts, addresses(sources, tag, files), lambda path: stamped(path, files))


# What is added of everything.


def closing_files(sources: Sources, files: Files) -> Files:
    """Returns what needs all other files: the page with licences, the service worker, and the bill of materials."""
    added: Files = {}
    origins = notices.origins(files, sources.modules, sources.wheels) if sources.wheels else {}
    if origins:
        added[LICENCES] = page_for(files, origins, notices.TITLE)
    where = places(sources.python)
    instead = {where[half["whole"]] for half in sources.python.facts["halves"].values()}
    left_out = {where[SNAPSHOT], *instead, *([parts.WHOLE] if "hot.wasm" in where else [])}
    added["sw.js"] = offline.worker("kesu", hashes_of({**files, **added}, left_out)).encode()
    if origins:
        added[BILL] = bill_for({**files, **added}, origins, notices.TITLE)
    return added


# Parts of these.


def lesson_of(tag: str) -> str:
    """Returns the path of the script that plays the first lesson in a language."""
    return LESSON.replace(".js", f"-{tag.lower()}.js")


def with_lessons(script: bytes, language: LanguagePage) -> bytes:
    """Returns the script with the recorded lessons in it; PrelitError if it has no place for them."""
    if LESSONS_PLACE not in script:
        raise PrelitError(f"{LESSON} has no {LESSONS_PLACE.decode()}, which the recorded lessons replace")
    return script.replace(LESSONS_PLACE, f"LESSONS={language.lessons or '{}'}".encode())


def addresses(sources: Sources, tag: str, files: Mapping[str, bytes]) -> dict[str, Any]:
    """Returns the addresses of the workshop page's files."""
    chunks = workshop.chunks(parts.core_of(sources.modules))
    language, facts = sources.pages[tag], parts.interpreter_facts(sources.python, sources.pages)
    return {
        "frame": folder_of(tag) + workshop.FRAME,
        "snapshot": places(sources.python)[SNAPSHOT],
        "jail": stamped(jail.SCRIPT, files),
        "relay": jail.relay(sources.root)[0],
        "snapshotHash": facts.get("snapshotHash", ""),
        "parts": jail.handed_in(facts, tag),
        "texts": {**language.words, **language.late.get("workshop", {}), **language.late.get("later", {})},
        "editor": {part: f"editor/{chunks[begins].name}" for part, begins in workshop.EDITOR.items()},
    }


def hashes_of(files: Mapping[str, bytes], left_out: Container[str]) -> dict[str, str]:
    """Returns every address that the page loads, with its hash, for the service worker."""
    kept = {path: stamps.sha256(data) for path, data in files.items() if path not in left_out}
    table = {address_of(path, files): digest for path, digest in kept.items()}
    return table | {path: kept[path] for path in kept if path.endswith((".png", ".svg"))}  # under the manifest's names


def address_of(path: str, files: Mapping[str, bytes]) -> str:
    """Returns the address that a browser requests for a file: for an index page, its folder."""
    folder, _slash, name = path.rpartition("/")
    return f"./{folder}/".replace("//", "/") if name == "index.html" else stamped(path, files)


def static_files(root: Path) -> dict[str, bytes]:
    """Returns the files that the page loads by name; files read by Python go with it, catalogues into the pages."""
    found = {path.relative_to(root).as_posix(): path for path in sorted((root / "static").rglob("*")) if path.is_file()}
    return {
        name: path.read_bytes()
        for name, path in found.items()
        if path.suffix not in (".txt", ".po", ".py") and not app.hidden(name) and not name.startswith(jail.FOLDER)
    }


def library_files(sources: Sources) -> dict[str, bytes]:
    """Returns uPlot and gifenc as modules under our own names, so that their addresses have a hash like all of ours."""
    folder = sources.modules / "uplot" / "dist"
    files = {path: (folder / name).read_bytes() for path, name in CHARTS.items()}
    files = {path: data + b"\nexport default uPlot;\n" * path.endswith(".js") for path, data in files.items()}
    return files | {GIF: parts.without_map(GIF, (sources.modules / "gifenc" / "dist" / "gifenc.esm.js").read_bytes())}


def text_of(path: Path) -> str:
    if not path.exists():
        raise PrelitError(f"{path.name} is missing from {path.parent}")
    return path.read_text(encoding="utf-8")
