"""Builds dist/: the static site, with only what the page loads, reproducible byte for byte."""

import html
import json
import os
import re
import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from prelit import offline, stamps
from prelit.app import Parts
from prelit.bundle import Bundle
from prelit.engine import exclusive
from prelit.errors import PrelitError
from prelit.facts import places, with_facts
from prelit.node import NodeJs
from prelit.notices import BILL, bill_for, page_for
from prelit.notices import PAGE as LICENCES
from prelit.packing import IN_TURN, SNAPSHOT
from prelit.page import preload
from tools.build import constants, fonts, icons, jail, notices, page_parts, pages, parts, workshop
from tools.build.bundle import bundle
from tools.build.output import compress, remove_links, remove_others, write
from tools.build.pages import LanguagePage, folder_of, stamped
from tools.setup.paths import BUILD, DIST, GZIP, MODULES, ROOT
from tools.setup.progress import step
from tools.start import app
from tools.start.app import INTERPRETER

# The QR code library, fetched for the first QR code.
QR = "static/qr.js"

ADDRESS = "KESU_ADDRESS"
"""The environment variable for `Sources.address`."""

# The chart library of the statistics and the GIF encoder, fetched when first needed.
CHARTS = {"static/uplot.js": "uPlot.iife.min.js", "static/uplot.css": "uPlot.min.css"}
GIF = "static/gifenc.js"

STYLE = "static/style.css"
FONT = "static/display.woff2"
OWN_FONTS = {"vi": "static/display-vi.woff2"}  # for languages with more letters
FONT_PLACE = re.compile(r"(?<=url\()[\w-]+\.woff2(?=\))")
BOOT = "static/boot.js"
LESSON = "static/lesson.js"
LESSONS_PLACE = b"LESSONS={}"
"""Where the recorded lessons go, in the script that plays them; each language has its own."""
NET = "static/net.js"


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


# The bytes that a visitor waits for, compressed: for the page shown at once, and for everything until the first game is
# ready. Bare Pyodide with numpy is 9.3 MB in 9 requests.
SHELL = ("index.html", STYLE, BOOT, FONT)
LARGEST_SHELL = 60_000
LARGEST_START = 4_200_000
MOST_REQUESTS = 13


@dataclass(frozen=True)
class Size:
    """The size of a build: files, bytes plain and compressed, files written; and the compressed bytes of the shell and
    of the first game, with the number of its requests."""

    files: int
    raw: int
    gzipped: int
    written: int
    shell: int
    start: int
    requests: int

    def __str__(self) -> str:
        whole = f"{self.files} files, {self.raw / 1e6:.2f} MB, {self.gzipped / 1e6:.2f} MB gzipped"
        first = f"the first game {self.start / 1e6:.2f} MB in {self.requests} requests"
        return f"{whole}; {first}, the shell {self.shell / 1e3:.0f} kB"

    def check(self) -> None:
        """Raises PrelitError if a visitor has to wait for more than promised."""
        for what, size, most, unit in (
            ("the shell", self.shell, LARGEST_SHELL, "bytes"),
            ("what the first game needs", self.start, LARGEST_START, "bytes"),
            ("what the first game needs", self.requests, MOST_REQUESTS, "requests"),
        ):
            if size > most:
                raise PrelitError(f"{what} comes to {size:,} {unit}; the budget is {most:,} (tools/build/site.py)")


def ready(wheels: Mapping[str, Path], node: NodeJs) -> Size:
    """Brings dist/ up to date and prints it."""
    address = os.environ.get(ADDRESS, "")
    if address and not re.match(r"https?://[^\s\"<>]+$", address):
        raise PrelitError(f"{ADDRESS} is not the address of a site: {address}")
    with step("python") as now:
        python = app.ready(node, wheels, now)
        now.outcome = f"{'made' if now.worked else 'reused'}: bytecode, archives and snapshot"
    with step("dist") as now, exclusive(BUILD / "lock"):
        pictures = stamps.kept(BUILD / "icons", icons.SOURCES, icons.pictures)
        faces = stamps.kept(BUILD / "fonts", fonts.SOURCES, fonts.faces)
        scripts, its_pages = bundle(node), page_parts.pages(node)
        pages.check("index.html", text_of(ROOT / "index.html"), {*pages.MARKERS, *its_pages["en"].parts})
        pages.check(workshop.PAGE, text_of(ROOT / workshop.PAGE), (pages.CATALOGUE, workshop.DATA, workshop.RELAY))
        worker = jail.script(node, python, scripts.files)
        size = build(Sources(python, ROOT, MODULES, wheels, its_pages, pictures, faces, scripts, worker, address))
        now.outcome = f"{f'{size.written} written' if size.written else 'reused: no input changed'}; {size}"
    return size


def build(sources: Sources, dist: Path = DIST, zipped: Path = GZIP, record: Path | None = None) -> Size:
    """Makes `dist` hold exactly the site; unchanged files are left alone, with their times."""
    record = record or BUILD / "site.json"
    wanted = contents(sources)
    remove_links(dist)
    remove_links(zipped)
    written = sum(write(dist / path, data) for path, data in wanted.items())
    remove_others(dist, set(wanted))
    return measured(wanted, compress(wanted, zipped, record), written)


def measured(files: Mapping[str, bytes], sent: Mapping[str, int], written: int) -> Size:
    """Returns the size of a site, given the bytes sent for each file."""
    first = {*SHELL, *start_of(files)} & set(sent)
    page = max(size for path, size in sent.items() if path.endswith("index.html")) - sent["index.html"]
    return Size(
        files=len(files),
        raw=sum(map(len, files.values())),
        gzipped=sum(sent.values()),
        written=written,
        shell=sum(sent.get(path, 0) for path in SHELL) + page,
        start=sum(sent[path] for path in first) + page,
        requests=len(first),
    )


def start_of(files: Mapping[str, bytes]) -> list[str]:
    """Returns the files that the built page lists for its start."""
    script = re.search(rb'<script type="application/json" id="files">(.*?)</script>', files["index.html"])
    return list(json.loads(script[1])) if script else []


def contents(sources: Sources) -> dict[str, bytes]:
    """Returns every file of the site, by its path."""
    page = text_of(sources.root / "index.html")
    settings = tomllib.loads(text_of(sources.root / "pyscript.toml"))
    python = parts.python_files(sources.python)
    static = {name: data for name, data in static_files(sources.root).items() if name not in sources.bundle.sources}
    static |= sources.bundle.files
    if INTERPRETER in static:
        text = static[INTERPRETER].decode()
        facts = parts.interpreter_facts(sources.python, sources.pages)
        static[INTERPRETER] = with_facts(text, facts).encode()
        if sources.jail:
            static[jail.SCRIPT] = with_facts(sources.jail.decode(), facts).encode()
    page = pages.with_net(page, constants.inlined(static.pop(NET, b"").decode()))
    lesson = static.pop(LESSON, b"")
    files: dict[str, bytes] = {
        **static,
        **{f"static/{name}": data for name, data in {**sources.icons, **sources.fonts}.items()},
        **(
            {lesson_of(tag): with_lessons(lesson, language) for tag, language in sources.pages.items()}
            if lesson
            else {}
        ),
        **library_files(sources),
        QR: (sources.modules / "qr" / "index.js").read_bytes(),
        **{f"rt/{name}": parts.without_map(name, data) for name, data in sources.python.runtime.items()},
        **python,
        **dict(
            file for files_of in parts.late_words(sources.python, sources.pages).values() for file in files_of.values()
        ),
        **{f"pyscript/{name}": data for name, data in parts.pyscript_files(sources.modules, page, settings).items()},
    }
    bench = sources.root / workshop.PAGE
    if bench.exists():
        own = workshop.files(sources.root, parts.core_of(sources.modules))
        files |= {path: parts.without_map(path, data) for path, data in own.items()}
    if STYLE in files:
        style = FONT_PLACE.sub(
            lambda found: stamped(f"static/{found[0]}", files).removeprefix("static/"), files[STYLE].decode()
        )
        files[STYLE] = style.encode()
    interpreter = str(PurePosixPath(settings.get("interpreter", "")))
    settings["interpreter"] = "./" + stamped(interpreter, files)
    first = parts.critical(files, sources.python, interpreter)
    at_once = [path for path in first if path not in {places(sources.python)[name] for name in IN_TURN}]
    head = [preload(stamped(path, files)) for path in at_once]
    head.append(pages.data("files", {path: len(files[path]) for path in first}))  # for the progress line
    config = f'config="{html.escape(json.dumps(settings))}"'
    for tag, language in sources.pages.items():
        if pages.MANIFEST in static:
            files[pages.manifest_of(tag)] = pages.manifest(
                static[pages.MANIFEST], tag, {**language.words, **language.built}
            )
        whole = pages.translated(page, tag, language, tuple(sources.pages)).replace(FONT, OWN_FONTS.get(tag, FONT))
        whole = whole.replace(LESSON, lesson_of(tag))
        whole = whole.replace(pages.PREVIEW, pages.preview(whole, tag, sources.address))
        whole = whole.replace(pages.PRELOAD, "\n".join(head)).replace(pages.CONFIG, config)
        whole = pages.without_micropython(whole, settings.get("plugins", []))
        if language.workshop:
            frame = pages.finished(workshop.frame_of(whole), files)
            files[f"{folder_of(tag)}{workshop.FRAME}"] = pages.one_up(frame).encode()
            outer = pages.translated(text_of(bench), tag, LanguagePage(words=language.workshop["words"]), ())
            outer = workshop.page_of(
                outer, language.workshop, addresses(sources, tag, files), lambda path: stamped(path, files)
            )
            files[f"{folder_of(tag)}{workshop.PAGE}"] = pages.one_up(pages.finished(outer, files)).encode()
        whole = pages.finished(whole, files)
        files[f"{folder_of(tag)}index.html"] = pages.one_up(whole).encode()
        files.setdefault("index.html", pages.opening(whole, tag).encode())
    origins = notices.origins(files, sources.modules, sources.wheels) if sources.wheels else {}
    if origins:
        files[LICENCES] = page_for(files, origins, notices.TITLE)
    where = places(sources.python)
    instead = {where[half["whole"]] for half in sources.python.facts["halves"].values()}
    left_out = {where[SNAPSHOT], *instead, *([parts.WHOLE] if "hot.wasm" in where else [])}
    files["sw.js"] = offline.worker("kesu", hashes_of(files, left_out)).encode()
    if origins:
        files[BILL] = bill_for(files, origins, notices.TITLE)
    return dict(sorted(files.items()))


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
