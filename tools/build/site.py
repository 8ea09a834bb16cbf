"""Builds dist/: the static site, with only what the page loads, reproducible byte for byte."""

import base64
import gzip
import hashlib
import html
import json
import os
import re
import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from game.words import CONTEXT
from game.words import LANGUAGES as NAMES
from tools.build import page_texts, workshop
from tools.build.bundle import Bundle, bundle
from tools.setup import stamps
from tools.setup.environment import Ready
from tools.setup.paths import BUILD, DIST, GZIP, MODULES, ROOT
from tools.setup.progress import Fault, run, step
from tools.setup.runtime import Node
from tools.start import bytecode
from tools.start.bytecode import INTERPRETER, RUNTIME, Parts

PRELOAD, PREVIEW = "<!-- preload -->", "<!-- preview -->"
PREVIEW_PICTURE, PREVIEW_SIZE = "static/preview.png", (1200, 630)
ALTERNATES, LANGUAGES, CATALOGUE = "<!-- alternates -->", "<!-- languages -->", "<!-- words -->"
MANIFEST = "static/manifest.webmanifest"
CONFIG = 'config="./pyscript.toml"'

# PyScript is split into chunks with a hash in the name. Of those that the core can import, the page loads these; the
# others belong to plugins that pyscript.toml disables, or to unused ways of loading.
PYSCRIPT_CHUNKS = ("error",)

WHOLE = "rt/pyodide.asm.wasm"
"""Python's WebAssembly; if it is split, only a start that could not fetch the second part requests it."""

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
NET, NET_PLACE = "static/net.js", "<!-- net -->"  # inlined into the page, because it must not depend on a file
WORKER = "static/sw.js"  # moved to the top of the site, because a worker controls only its own folder
BUILD_TABLE = re.compile(r'/\* build \*/ \{ name: "none", files: \{\} \}')

SOURCE_MAP = re.compile(rb"\s*//# sourceMappingURL=\S+\s*$")
OWN_FILE = re.compile(r'(?P<before>\b(?:href|src)="\./)(?P<path>static/[\w./-]+)(?=")')
LOCAL = re.compile(r'(?P<before>(?:\b(?:href|src)="|&quot;))\./(?=static/|rt/|pyscript/|[a-z-]+/"|" hreflang)')
"""Addresses of the site's files and of the other languages' pages; the home link stays unchanged."""
CHECKED = re.compile(r'<(?:script type="module"|link rel="stylesheet")[^>]* (?:src|href)="\./(?P<path>[^"]+)">')
DIGITS = 8  # of a hash in a name, enough to distinguish builds
WORTHWHILE = 0.95  # a compressed copy is kept only if it is smaller than this share


@dataclass(frozen=True)
class Page:
    """One language's page."""

    parts: Mapping[str, str] = field(default_factory=dict)
    """What the games add to it: marker → HTML."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """English → this language, for texts shown by the page's scripts."""
    built: Mapping[str, Any] = field(default_factory=dict)
    """The same for texts that are only in the page's HTML."""
    late: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The same for each group of late modules."""
    workshop: Mapping[str, Any] = field(default_factory=dict)
    """The texts and data of the workshop's page (workshop_facts.py)."""


@dataclass(frozen=True)
class Sources:
    """What the site is built from."""

    python: Parts
    root: Path = ROOT
    modules: Path = MODULES
    pages: Mapping[str, Page] = field(default_factory=lambda: {"en": Page()})
    """The page in each language, by tag; the first is also the site's root page."""
    icons: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures drawn from the icon: name in static/ → PNG."""
    fonts: Mapping[str, bytes] = field(default_factory=dict)
    """The subset display font: name in static/ → WOFF2."""
    bundle: Bundle = field(default_factory=Bundle)
    """The page's scripts and styles as they are shipped."""
    address: str = ""
    """The site's address, such as "https://you.github.io/kesu/"; link previews have a picture only with it."""


# What a visitor waits for, compressed: the page shown at once, and everything until the first game is ready.
# Bare Pyodide with numpy is 9.3 MB in 9 requests.
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
        """Raises Fault if a visitor has to wait for more than promised."""
        for what, size, most, unit in (
            ("the shell", self.shell, LARGEST_SHELL, "bytes"),
            ("what the first game needs", self.start, LARGEST_START, "bytes"),
            ("what the first game needs", self.requests, MOST_REQUESTS, "requests"),
        ):
            if size > most:
                raise Fault(f"{what} comes to {size:,} {unit}; the budget is {most:,} (tools/build/site.py)")


def ready(wheel: Path, python: Ready, node: Node) -> Size:
    """Brings dist/ up to date and prints it; the environment is needed only after the first half."""
    address = os.environ.get(ADDRESS, "")
    if address and not re.match(r"https?://[^\s\"<>]+$", address):
        raise Fault(f"{ADDRESS} is not the address of a site: {address}")
    with step("python") as now:
        parts = bytecode.ready(node, wheel, now)
        now.outcome = f"{'made' if now.worked else 'reused'}: bytecode, archives and snapshot"
    with step("dist") as now:
        own = python()
        sources = Sources(parts, pages=pages(own), icons=icons(own), fonts=fonts(own), bundle=bundle(node))
        size = build(replace(sources, address=address))
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
    """The size of a site, given the bytes sent for each file."""
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
    """The files that the built page lists for its start."""
    script = re.search(rb'<script type="application/json" id="files">(.*?)</script>', files["index.html"])
    return list(json.loads(script[1])) if script else []


def pages(python: Path) -> dict[str, Page]:
    """Cards, rules and texts in every language; made by the environment's Python, which has numpy and Babel."""
    written = json.loads(run([python, "-m", "tools.build.page_parts"], "writing the games into the pages", cwd=ROOT))
    return {tag: Page(**given) for tag, given in written.items()}


def icons(python: Path) -> dict[str, bytes]:
    """The icon in the sizes that systems need; drawn by the environment's Python."""
    sources = [ROOT / "static" / name for name in ("icon.svg", "style.css")]
    return made("icons", [*sources, ROOT / "tools" / "build" / "preview.py"], "drawing the icons", python)


def fonts(python: Path) -> dict[str, bytes]:
    """The display font, subset to the characters used; made by the environment's Python."""
    sources = [MODULES / "@fontsource-variable" / "baloo-2" / "package.json", ROOT / "static" / "words" / "vi.po"]
    return made("display", sources, "cutting the display face", python)


def made(name: str, sources: Sequence[Path], what: str, python: Path) -> dict[str, bytes]:
    """The files printed by the tool of this name, cached until it or its sources change."""
    kept, tool = BUILD / name, ROOT / "tools" / "build" / f"{name}.py"
    wanted = stamps.key([tool, *sources])
    if not stamps.fresh(kept, wanted):
        bytecode.begin(kept)
        for file, text in json.loads(run([python, "-m", f"tools.build.{name}"], what, cwd=ROOT)).items():
            (kept / file).write_bytes(base64.b64decode(text))
        stamps.sign(kept, wanted, [path.name for path in kept.iterdir()])
    return {path.name: path.read_bytes() for path in sorted(kept.iterdir()) if path.name != stamps.STAMP}


def contents(sources: Sources) -> dict[str, bytes]:
    """Every file of the site: path → bytes."""
    page = text_of(sources.root / "index.html")
    settings = tomllib.loads(text_of(sources.root / "pyscript.toml"))
    python = python_files(sources.python)
    static = {name: data for name, data in static_files(sources.root).items() if name not in sources.bundle.sources}
    static |= sources.bundle.files
    if INTERPRETER in static:
        text = static[INTERPRETER].decode()
        static[INTERPRETER] = bytecode.with_files(text, interpreter_files(sources)).encode()
    worker = static.pop(WORKER, b"").decode()
    page = with_net(page, static.pop(NET, b"").decode())
    files: dict[str, bytes] = {
        **static,
        **{f"static/{name}": data for name, data in {**sources.icons, **sources.fonts}.items()},
        **library_files(sources),
        QR: (sources.modules / "qr" / "index.js").read_bytes(),
        **runtime_files(sources),
        **python,
        **dict(file for its in late_words(sources).values() for file in its.values()),
        **{f"pyscript/{name}": data for name, data in pyscript_files(sources, page).items()},
    }
    bench = sources.root / workshop.PAGE
    if bench.exists():
        files |= {
            path: without_map(path, data) for path, data in workshop.files(sources.root, core_of(sources)).items()
        }
    if STYLE in files:
        style = FONT_PLACE.sub(
            lambda found: stamped(f"static/{found[0]}", files).removeprefix("static/"), files[STYLE].decode()
        )
        files[STYLE] = style.encode()
    interpreter = plain(str(settings.get("interpreter", "")))
    settings["interpreter"] = "./" + stamped(interpreter, files)
    first = critical(files, sources.python, interpreter)
    at_once = [path for path in first if path not in {role_name(sources.python, role) for role in IN_TURN}]
    head = [*preloads(stamped(path, files) for path in at_once), sizes_of(first, files)]
    config = f'config="{html.escape(json.dumps(settings))}"'
    for tag, its in sources.pages.items():
        if MANIFEST in static:
            files[manifest_of(tag)] = manifest(static[MANIFEST], tag, {**its.words, **its.built})
        whole = translated(page, tag, its, tuple(sources.pages)).replace(FONT, OWN_FONTS.get(tag, FONT))
        whole = whole.replace(PREVIEW, preview(whole, tag, sources.address))
        whole = whole.replace(PRELOAD, "\n".join(head)).replace(CONFIG, config)
        whole = without_micropython(whole, settings.get("plugins", []))
        if its.workshop:
            files[f"{folder_of(tag)}{workshop.FRAME}"] = one_up(finished(workshop.frame_of(whole), files)).encode()
            outer = translated(text_of(bench), tag, Page(words=its.workshop["words"]), ())
            outer = workshop.page_of(
                outer, its.workshop, places(sources, tag, files), lambda path: stamped(path, files)
            )
            files[f"{folder_of(tag)}{workshop.PAGE}"] = one_up(finished(outer, files)).encode()
        whole = finished(whole, files)
        files[f"{folder_of(tag)}index.html"] = one_up(whole).encode()
        files.setdefault("index.html", opening(whole).encode())
    if worker:
        split = wasm_names(sources.python)
        left_out = {role_name(sources.python, "snapshot"), *([WHOLE, split["numpyWhole"]] if split else [])}
        files["sw.js"] = with_table(worker, files, left_out).encode()
    return dict(sorted(files.items()))


def finished(page: str, files: Mapping[str, bytes]) -> str:
    """The page with hashes added to the names of its files."""
    return with_integrity(OWN_FILE.sub(lambda found: found["before"] + stamped(found["path"], files), page), files)


def places(sources: Sources, tag: str, files: Mapping[str, bytes]) -> dict[str, Any]:
    """The addresses of the workshop page's files."""
    chunks = workshop.chunks(core_of(sources))
    return {
        "frame": folder_of(tag) + workshop.FRAME,
        "snapshot": role_name(sources.python, "snapshot"),
        "worker": stamped(workshop.WORKER, files),
        "interpreter": stamped(INTERPRETER, files),
        "editor": {part: f"editor/{chunks[begins].name}" for part, begins in workshop.EDITOR.items()},
    }


def with_table(worker: str, files: Mapping[str, bytes], left_out: Container[str]) -> str:
    """The service worker with this build's table: every address that the page loads, and its hash."""
    kept = {path: stamps.sha256(data) for path, data in files.items() if path not in left_out}
    table = {address_of(path, files): digest for path, digest in kept.items()}
    table |= {path: kept[path] for path in kept if path.endswith((".png", ".svg"))}  # under the names in the manifest
    name = stamps.sha256(json.dumps(table, sort_keys=True).encode())[:DIGITS]
    filled, count = BUILD_TABLE.subn(lambda _found: json.dumps({"name": name, "files": table}, indent=1), worker)
    if count != 1:
        raise Fault(f"{WORKER} has no single place for its table of files: {BUILD_TABLE.pattern}")
    return filled


def address_of(path: str, files: Mapping[str, bytes]) -> str:
    """The address that a browser requests for a file: for an index page, its folder."""
    folder, _slash, name = path.rpartition("/")
    return f"./{folder}/".replace("//", "/") if name == "index.html" else stamped(path, files)


def folder_of(tag: str) -> str:
    """The path of a language's page."""
    return f"{tag.lower()}/"


def with_net(page: str, script: str) -> str:
    """The page with the inlined script, and a policy that allows it."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = page.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'", 1)
    return policy.replace(NET_PLACE, f"<script>{script}</script>")


def with_integrity(page: str, files: Mapping[str, bytes]) -> str:
    """The page with integrity hashes of its scripts and styles: a browser accepts nothing else in their place."""

    def known(found: re.Match[str]) -> str:
        data = files.get(found["path"].partition("?")[0])
        if data is None:
            return found[0]
        digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
        return f'{found[0][:-1]} integrity="sha256-{digest}">'

    return CHECKED.sub(known, page)


def translated(page: str, tag: str, its: Page, tags: Sequence[str]) -> str:
    """The page in one of these languages, as if at the top of the site."""

    known = {**its.words, **its.built}

    def say(text: str) -> str:
        return str(known.get(text, text.rpartition(CONTEXT)[2]))

    page = page_texts.translated(page, tag, say)
    links = [f'<link rel="alternate" href="./{folder_of(other)}" hreflang="{other}">' for other in tags]
    catalogue = json.dumps(dict(its.words), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        ALTERNATES: "\n".join(['<link rel="alternate" href="./" hreflang="x-default">', *links]),
        LANGUAGES: "\n".join(language_link(other, other == tag) for other in tags),
        f'"./{MANIFEST}"': f'"./{manifest_of(tag)}"',
        CATALOGUE: f'<script type="application/json" id="words">{catalogue}</script>',
        **its.parts,
    }
    for marker, text in parts.items():
        page = page.replace(marker, text)
    return page


def language_link(tag: str, here: bool) -> str:
    """A link to the page in another language, named in that language."""
    name, current = html.escape(NAMES.get(tag, tag)), ' aria-current="page"' if here else ""
    return f'<a href="./{folder_of(tag)}" hreflang="{tag}" lang="{tag}" data-language="{tag}"{current}>{name}</a>'


def opening(page: str) -> str:
    """The root page, which redirects before anything is shown if another language is preferred."""
    return page.replace("<html", "<html data-opening", 1)


def preview(page: str, tag: str, address: str) -> str:
    """The preview of links to a language's page (Open Graph); a picture needs the site's full address."""
    title, description = (
        found[1] if (found := re.search(pattern, page)) else ""
        for pattern in ("<title>(.*?)</title>", '<meta name="description" content="([^"]*)"')
    )
    meta = {"og:type": "website", "og:site_name": "Kesu", "og:title": title, "og:description": description}
    meta["og:locale"] = tag.replace("-", "_")
    if address:
        site, (width, height) = address.rstrip("/") + "/", PREVIEW_SIZE
        meta |= {"og:url": site + folder_of(tag), "og:image": site + PREVIEW_PICTURE, "og:image:alt": title}
        meta |= {"og:image:width": str(width), "og:image:height": str(height)}
    lines = [f'<meta property="{name}" content="{text.replace(chr(34), "&quot;")}">' for name, text in meta.items()]
    card = "summary_large_image" if address else "summary"
    return "\n".join([*lines, f'<meta name="twitter:card" content="{card}">'])


def one_up(page: str) -> str:
    """The same page in a subfolder: its files are one level further up. Links with a query stay."""
    return LOCAL.sub(r"\g<before>../", page)


def manifest_of(tag: str) -> str:
    """The path of a language's manifest."""
    return MANIFEST if tag == "en" else f"static/manifest.{tag.lower()}.webmanifest"


def manifest(text: bytes, tag: str, words: Mapping[str, Any]) -> bytes:
    """The web app manifest in one language; it is the same app in all of them."""
    manifest = json.loads(text)
    manifest |= {name: words.get(text, text) for name, text in manifest.items() if name in ("name", "description")}
    manifest |= {"lang": tag}
    return json.dumps(manifest, ensure_ascii=False, indent=1).encode()


def stamped(path: str, files: Mapping[str, bytes]) -> str:
    """The hashed address of one of our files, so that a page never gets it from another build out of a cache."""
    own = path.startswith("static/") and path in files
    return f"{path}?v={stamps.sha256(files[path])[:DIGITS]}" if own else path


def sizes_of(paths: Iterable[str], files: Mapping[str, bytes]) -> str:
    """The bytes that the start needs, for the progress line."""
    sizes = {path: len(files[path]) for path in paths}
    return f'<script type="application/json" id="files">{json.dumps(sizes)}</script>'


def text_of(path: Path) -> str:
    if not path.exists():
        raise Fault(f"{path.name} is missing from {path.parent}")
    return path.read_text(encoding="utf-8")


def static_files(root: Path) -> dict[str, bytes]:
    """The files that the page loads by name; files read by Python go with it, catalogues into the pages."""
    found = {path.relative_to(root).as_posix(): path for path in sorted((root / "static").rglob("*")) if path.is_file()}
    return {
        name: path.read_bytes()
        for name, path in found.items()
        if path.suffix not in (".txt", ".po", ".py") and not bytecode.hidden(name)
    }


def runtime_files(sources: Sources) -> dict[str, bytes]:
    """Pyodide itself."""
    return {f"rt/{name}": without_map(name, data) for name, data in sources.python.runtime.items()}


def library_files(sources: Sources) -> dict[str, bytes]:
    """uPlot and gifenc as modules under our own names, so that their addresses have a hash like all of ours."""
    folder = sources.modules / "uplot" / "dist"
    files = {path: (folder / name).read_bytes() for path, name in CHARTS.items()}
    files = {path: data + b"\nexport default uPlot;\n" * path.endswith(".js") for path, data in files.items()}
    return files | {GIF: without_map(GIF, (sources.modules / "gifenc" / "dist" / "gifenc.esm.js").read_bytes())}


ROLES = {"library": "zip.gz", "numpy": "tar.gz", "game": "tar.gz", "later": "zip", "snapshot": "bin.gz"}
"""The parts of Python that every page may load, and their file suffixes."""
IN_TURN = ("numpy", "game")
"""Parts that Python does not need at once: static/kesu.mjs says when they are fetched."""


def hashed(name: str, ending: str, data: bytes) -> str:
    """The path of a part of Python, with the hash of its contents in its name."""
    return f"rt/{name}-{stamps.sha256(data)[:DIGITS]}.{ending}"


def role_name(parts: Parts, role: str) -> str:
    return hashed(role, ROLES[role], getattr(parts, role))


def wasm_names(parts: Parts) -> dict[str, str]:
    """The paths of the parts of split modules."""
    return {part: hashed(part, "wasm", data) for part, data in parts.wasm.items()}


def late_names(parts: Parts) -> dict[str, str]:
    """The paths of the archives of each late group."""
    return {group: hashed(group, "tar.gz", data) for group, data in parts.late.items()}


def python_files(parts: Parts) -> dict[str, bytes]:
    late = {path: parts.late[group] for group, path in late_names(parts).items()}
    wasm = {path: parts.wasm[part] for part, path in wasm_names(parts).items()}
    return {role_name(parts, role): getattr(parts, role) for role in ROLES} | wasm | late


def late_words(sources: Sources) -> dict[str, dict[str, tuple[str, bytes]]]:
    """The texts of late modules: group → language → path and JSON."""
    found: dict[str, dict[str, tuple[str, bytes]]] = {group: {} for group in sources.python.late}
    for group, its in found.items():
        for tag, page in sources.pages.items():
            data = json.dumps(dict(page.late.get(group, {})), ensure_ascii=False).encode()
            its[tag] = hashed(f"words-{group}-{tag.lower()}", "json", data), data
    return found


def interpreter_files(sources: Sources) -> dict[str, Any]:
    """The interpreter module's table: where everything is, and what a snapshot must have been made from."""
    parts = sources.python
    return {
        **{role: role_name(parts, role) for role in ROLES},
        **wasm_names(parts),
        "later": {"path": role_name(parts, "later"), "names": parts.names},
        "late": late_names(parts),
        "words": {
            group: {tag: path for tag, (path, _data) in its.items()} for group, its in late_words(sources).items()
        },
        "lock": dict(parts.lock),
        "memory": dict(parts.memory),
        "fingerprint": parts.fingerprint,
        "snapshotHash": stamps.sha256(gzip.decompress(parts.snapshot)),
    }


def core_of(sources: Sources) -> Path:
    return sources.modules / "@pyscript" / "core" / "dist"


def pyscript_files(sources: Sources, page: str) -> dict[str, bytes]:
    """PyScript's core and the chunks that our page imports; its style sheet only if the page links it."""
    folder = core_of(sources)
    names = ["core.js"]
    for name in names:  # grows during the loop until nothing new is imported
        text = text_of(folder / name)
        followed = re.findall(r'from"\./([\w.-]+\.js)"', text)
        followed += [
            chunk
            for chunk in re.findall(r'import\("\./([\w.-]+\.js)"\)', text)
            if chunk.rpartition("-")[0] in PYSCRIPT_CHUNKS
        ]
        names += sorted(set(followed) - set(names))
    names.remove("core.js")  # it only re-exports the core, and would cost a request
    if "pyscript/core.css" in page:
        names.append("core.css")
    return {name: without_map(name, (folder / name).read_bytes()) for name in names}


def without_map(name: str, data: bytes) -> bytes:
    """Scripts without the line that makes developer tools look for a source map, which we do not ship."""
    return SOURCE_MAP.sub(b"\n", data) if name.endswith((".js", ".mjs", ".css")) else data


def critical(files: Mapping[str, bytes], python: Parts, interpreter: str) -> list[str]:
    """The files needed between opening the page and Python's first line."""
    wanted = [
        interpreter,
        *(
            wasm_names(python).get("hot", path) if path == WHOLE else path
            for path in (f"rt/{name}" for name in RUNTIME)
        ),
        *(role_name(python, role) for role in ("library", "numpy", "game")),
        *sorted(path for path in files if path.startswith("pyscript/") and path.endswith(".js")),
    ]
    return [path for path in wanted if path in files]


def plain(path: str) -> str:
    """A path of the page without its leading "./"."""
    return str(PurePosixPath(path))


def preloads(paths: Iterable[str]) -> list[str]:
    """Lines for the head of the page that start every critical download at once."""
    return [
        f'<link rel="modulepreload" href="./{html.escape(path)}">'
        if path.partition("?")[0].endswith((".js", ".mjs"))
        else f'<link rel="preload" href="./{html.escape(path)}" as="fetch" crossorigin>'
        for path in paths
    ]


def without_micropython(page: str, plugins: Sequence[str]) -> str:
    """Disables the plugins for MicroPython too: PyScript would load them all, though the page does not use it."""
    cut = html.escape(json.dumps({"plugins": list(plugins)}), quote=False)
    return page.replace("</body>", f"<mpy-config hidden>{cut}</mpy-config>\n</body>")


def write(path: Path, data: bytes) -> bool:
    """Writes a file unless it already holds these bytes; returns whether it wrote."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)  # atomically: a server may be reading
    return True


def remove_links(folder: Path) -> None:
    """Deletes symbolic links: nothing must be written to their targets, nor published from there."""
    for place, folders, names in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *names)):
            if path.is_symlink():
                path.unlink()


def remove_others(folder: Path, wanted: set[str]) -> None:
    """Deletes files of earlier builds that are not in this one."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in wanted:
            path.unlink()


def compress(files: Mapping[str, bytes], folder: Path, record: Path) -> dict[str, int]:
    """Stores a compressed copy of every file that shrinks; returns the bytes that a compressing server sends for each.

    `record` holds the hash and size of compressed files, because compressing everything takes seconds.
    """
    try:
        known = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    sizes: dict[str, tuple[str, int]] = {}
    for path, data in files.items():
        copy, digest = folder / f"{path}.gz", stamps.sha256(data)
        kept, size = known.get(path, ("", 0))
        if kept != digest or size != (copy.stat().st_size if copy.exists() else len(data)):
            packed = gzip.compress(data, 9, mtime=0)
            size = len(packed) if len(packed) < WORTHWHILE * len(data) else len(data)
            if size < len(data):
                write(copy, packed)
                copy.touch()  # newer than its original, which tells the server that it is current
        sizes[path] = (digest, size)
    remove_others(folder, {f"{path}.gz" for path, data in files.items() if sizes[path][1] < len(data)})
    write(record, json.dumps(sizes).encode())
    return {path: size for path, (_digest, size) in sizes.items()}
