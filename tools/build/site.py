"""Builds dist/: the static site, with nothing in it but what the page loads, byte for byte reproducible."""

import base64
import gzip
import hashlib
import html
import json
import os
import re
import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from game.words import CONTEXT
from game.words import LANGUAGES as NAMES
from tools.build import bytecode, join, page_texts, stamps, workshop
from tools.build.bytecode import INTERPRETER, RUNTIME, Parts
from tools.build.environment import Ready
from tools.build.paths import BUILD, DIST, GZIP, MODULES, ROOT
from tools.build.progress import Fault, run, step
from tools.build.runtime import Node

PRELOAD, PREVIEW = "<!-- preload -->", "<!-- preview -->"
PREVIEW_PICTURE, PREVIEW_SIZE = "static/preview.png", (1200, 630)
ALTERNATES, LANGUAGES, CATALOGUE = "<!-- alternates -->", "<!-- languages -->", "<!-- words -->"
MANIFEST = "static/manifest.webmanifest"
CONFIG = 'config="./pyscript.toml"'

# PyScript splits itself into chunks with a hash in the name. Of those that the core can import, the page
# asks for these; the others belong to plugins that pyscript.toml cuts off, or to ways of loading not used.
PYSCRIPT_CHUNKS = ("error",)

WHOLE = "rt/pyodide.asm.wasm"
"""Python's WebAssembly; where it is split, only a start that could not get the second part asks for it."""

# What draws QR codes, which the page fetches when the first one is asked for.
QR = "static/qr.js"

ADDRESS = "KESU_ADDRESS"
"""The environment's variable for `Sources.address`."""

# The charts of the statistics, and what packs animated pictures, which the page fetches when they are first asked for.
CHARTS = {"static/uplot.js": "uPlot.iife.min.js", "static/uplot.css": "uPlot.min.css"}
GIF = "static/gifenc.js"

STYLE = "static/style.css"
FONT = "static/display.woff2"
OWN_FONTS = {"vi": "static/display-vi.woff2"}  # of languages with more letters
REMARK = re.compile(r"/\*.*?\*/\s*|^[ ]+", re.DOTALL | re.MULTILINE)
"""What nobody downloads of a style sheet: remarks and indentation, a sixth of it."""
FONT_PLACE = re.compile(r'(?<=url\(")[\w-]+\.woff2(?="\))')
BOOT, MAIN = "static/boot.js", "static/boot/main.js"  # what the page asks for, and the module that it is joined from
NET, NET_PLACE = "static/net.js", "<!-- net -->"  # it stands in the page itself, for it must not need a file
WORKER = "static/sw.js"  # it lies at the top of the site, for it may only watch over what lies beside or below it
BUILD_TABLE = re.compile(r'/\* build \*/ \{ name: "none", files: \{\} \}')

SOURCE_MAP = re.compile(rb"\s*//# sourceMappingURL=\S+\s*$")
OWN_FILE = re.compile(r'(?P<before>\b(?:href|src)="\./)(?P<path>static/[\w./-]+)(?=")')
LOCAL = re.compile(r'(?P<before>(?:\b(?:href|src)="|&quot;))\./(?=static/|rt/|pyscript/|[a-z-]+/"|" hreflang)')
"""Addresses of files of the site, and of the other languages' pages; the link home stays where it is."""
CHECKED = re.compile(r'<(?:script type="module"|link rel="stylesheet")[^>]* (?:src|href)="\./(?P<path>[^"]+)">')
DIGITS = 8  # of a hash in a name: enough to tell two builds apart
WORTHWHILE = 0.95  # a compressed copy must be smaller than this share to be kept


@dataclass(frozen=True)
class Page:
    """One language's page."""

    parts: Mapping[str, str] = field(default_factory=dict)
    """What the games write into it: marker → HTML."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """English → this language: for what the page's scripts show."""
    built: Mapping[str, Any] = field(default_factory=dict)
    """The same for what stands in the page from the beginning and is not said again."""
    late: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The same for each group of modules that is fetched when it is first wanted."""
    workshop: Mapping[str, Any] = field(default_factory=dict)
    """What the workshop's page says and knows (workshop_facts.py)."""


@dataclass(frozen=True)
class Sources:
    """What the site is built from."""

    python: Parts
    root: Path = ROOT
    modules: Path = MODULES
    pages: Mapping[str, Page] = field(default_factory=lambda: {"en": Page()})
    """The page in each language, by its tag; the first is also what the site opens with."""
    icons: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures drawn from the icon: name in static/ → PNG."""
    fonts: Mapping[str, bytes] = field(default_factory=dict)
    """The display face, cut down: name in static/ → WOFF2."""
    address: str = ""
    """Where the site will lie, "https://somebody.github.io/kesu/"; previews of links have a picture only with it."""


# What a visitor waits for, compressed: the page that is seen at once, and everything until the first game is there.
# Bare Pyodide with numpy is 9.3 MB in 9 requests.
SHELL = ("index.html", STYLE, BOOT, FONT)
LARGEST_SHELL = 60_000
LARGEST_START = 4_200_000
MOST_REQUESTS = 13


@dataclass(frozen=True)
class Size:
    """What a build came to: files, bytes plain and as a compressing server sends them, files written; and of the
    compressed ones how many bytes are the shell and, in how many requests, all that the first game needs."""

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
        """Fault when a visitor has to wait for more than was promised."""
        for what, size, most, unit in (
            ("the shell", self.shell, LARGEST_SHELL, "bytes"),
            ("what the first game needs", self.start, LARGEST_START, "bytes"),
            ("what the first game needs", self.requests, MOST_REQUESTS, "requests"),
        ):
            if size > most:
                raise Fault(f"{what} comes to {size:,} {unit}; the budget is {most:,} (tools/build/site.py)")


def ready(wheel: Path, python: Ready, node: Node) -> Size:
    """Brings dist/ up to date and says so; the environment is needed after the first half only."""
    address = os.environ.get(ADDRESS, "")
    if address and not re.match(r"https?://[^\s\"<>]+$", address):
        raise Fault(f"{ADDRESS} is not the address of a site: {address}")
    with step("python") as now:
        parts = bytecode.ready(node, wheel, now)
        now.outcome = f"{'made' if now.worked else 'reused'}: bytecode, archives and snapshot"
    with step("dist") as now:
        own = python()
        size = build(Sources(parts, pages=pages(own), icons=icons(own), fonts=fonts(own), address=address))
        now.outcome = f"{f'{size.written} written' if size.written else 'reused: no input changed'}; {size}"
    return size


def build(sources: Sources, dist: Path = DIST, zipped: Path = GZIP, record: Path | None = None) -> Size:
    """Makes `dist` hold exactly the site; files that are already right are left alone, times and all."""
    record = record or BUILD / "site.json"
    wanted = contents(sources)
    remove_links(dist)
    remove_links(zipped)
    written = sum(write(dist / path, data) for path, data in wanted.items())
    remove_others(dist, set(wanted))
    return measured(wanted, compress(wanted, zipped, record), written)


def measured(files: Mapping[str, bytes], sent: Mapping[str, int], written: int) -> Size:
    """What a site comes to, given what is sent of each file."""
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
    """The files that the built page says its start needs."""
    script = re.search(rb'<script type="application/json" id="files">(.*?)</script>', files["index.html"])
    return list(json.loads(script[1])) if script else []


def pages(python: Path) -> dict[str, Page]:
    """Cards, rules and words in every language; with the environment's Python, which has numpy and Babel."""
    written = json.loads(run([python, "-m", "tools.build.page_parts"], "writing the games into the pages", cwd=ROOT))
    return {tag: Page(**given) for tag, given in written.items()}


def icons(python: Path) -> dict[str, bytes]:
    """The icon in the sizes that systems ask for; drawn with the environment's Python."""
    sources = [ROOT / "static" / name for name in ("icon.svg", "style.css")]
    return made("icons", [*sources, ROOT / "tools" / "build" / "preview.py"], "drawing the icons", python)


def fonts(python: Path) -> dict[str, bytes]:
    """The display face, cut down to what is written with it; by the environment's Python."""
    sources = [MODULES / "@fontsource-variable" / "baloo-2" / "package.json", ROOT / "static" / "words" / "vi.po"]
    return made("display", sources, "cutting the display face", python)


def made(name: str, sources: Sequence[Path], what: str, python: Path) -> dict[str, bytes]:
    """The files that the tool of that name prints, which are kept until it or its sources change."""
    kept, tool = BUILD / name, ROOT / "tools" / "build" / f"{name}.py"
    wanted = stamps.key([tool, *sources])
    if not stamps.fresh(kept, wanted):
        bytecode.begin(kept)
        for file, text in json.loads(run([python, "-m", f"tools.build.{name}"], what, cwd=ROOT)).items():
            (kept / file).write_bytes(base64.b64decode(text))
        stamps.sign(kept, wanted, [path.name for path in kept.iterdir()])
    return {path.name: path.read_bytes() for path in sorted(kept.glob("*.*")) if not path.name.startswith(".")}


def contents(sources: Sources) -> dict[str, bytes]:
    """Every file of the site: path → bytes."""
    page = text_of(sources.root / "index.html")
    settings = tomllib.loads(text_of(sources.root / "pyscript.toml"))
    python = python_files(sources.python)
    static = static_files(sources.root)
    if INTERPRETER in static:
        text = static[INTERPRETER].decode()
        static[INTERPRETER] = bytecode.with_files(text, interpreter_files(sources)).encode()
    for main, script in ((MAIN, BOOT), (workshop.MAIN, workshop.SCRIPT)):
        if main in static:
            static[script], parts = join.joined(main, static)
            static = {path: data for path, data in static.items() if path not in parts}
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
        files[STYLE] = REMARK.sub("", style).encode()
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
    """The page with the hash of each file that it names."""
    return with_integrity(OWN_FILE.sub(lambda found: found["before"] + stamped(found["path"], files), page), files)


def places(sources: Sources, tag: str, files: Mapping[str, bytes]) -> dict[str, Any]:
    """Where the workshop's page finds what it asks for."""
    chunks = workshop.chunks(core_of(sources))
    return {
        "frame": folder_of(tag) + workshop.FRAME,
        "snapshot": role_name(sources.python, "snapshot"),
        "worker": stamped(workshop.WORKER, files),
        "interpreter": stamped(INTERPRETER, files),
        "editor": {part: f"editor/{chunks[begins].name}" for part, begins in workshop.EDITOR.items()},
    }


def with_table(worker: str, files: Mapping[str, bytes], left_out: Container[str]) -> str:
    """The service worker with what this build is: every address that the page asks for, and what is in it."""
    kept = {path: stamps.sha256(data) for path, data in files.items() if path not in left_out}
    table = {address_of(path, files): digest for path, digest in kept.items()}
    table |= {path: kept[path] for path in kept if path.endswith((".png", ".svg"))}  # as the manifest names them
    name = stamps.sha256(json.dumps(table, sort_keys=True).encode())[:DIGITS]
    filled, count = BUILD_TABLE.subn(lambda _found: json.dumps({"name": name, "files": table}, indent=1), worker)
    if count != 1:
        raise Fault(f"{WORKER} has no single place for its table of files: {BUILD_TABLE.pattern}")
    return filled


def address_of(path: str, files: Mapping[str, bytes]) -> str:
    """What a browser asks for to get a file: of a page the folder that it is the index of."""
    folder, _slash, name = path.rpartition("/")
    return f"./{folder}/".replace("//", "/") if name == "index.html" else stamped(path, files)


def folder_of(tag: str) -> str:
    """Where the page of a language lies."""
    return f"{tag.lower()}/"


def with_net(page: str, script: str) -> str:
    """The page with the script in it that no file has to come for, and a policy that allows this one."""
    script = join.COMMENT.sub("", script)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = page.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'", 1)
    return policy.replace(NET_PLACE, f"<script>{script}</script>")


def with_integrity(page: str, files: Mapping[str, bytes]) -> str:
    """The page with the hash of each script and style that it names: a browser runs no other text in their place."""

    def known(found: re.Match[str]) -> str:
        data = files.get(found["path"].partition("?")[0])
        if data is None:
            return found[0]
        digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
        return f'{found[0][:-1]} integrity="sha256-{digest}">'

    return CHECKED.sub(known, page)


def translated(page: str, tag: str, its: Page, tags: Sequence[str]) -> str:
    """The page in one of these languages, as if it lay at the top of the site."""

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
    """The way to the page in another language, which is named in itself."""
    name, current = html.escape(NAMES.get(tag, tag)), ' aria-current="page"' if here else ""
    return f'<a href="./{folder_of(tag)}" hreflang="{tag}" lang="{tag}" data-language="{tag}"{current}>{name}</a>'


def opening(page: str) -> str:
    """The page at the top of the site: it sends a visitor on before anything is seen, if another language is wanted."""
    return page.replace("<html", "<html data-opening", 1)


def preview(page: str, tag: str, address: str) -> str:
    """What a link to the page of a language shows elsewhere (Open Graph); a picture needs the site's whole address."""
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
    """The same page in a folder of its own: what it names lies one further up. Links with a query stay."""
    return LOCAL.sub(r"\g<before>../", page)


def manifest_of(tag: str) -> str:
    """Each language has its own manifest."""
    return MANIFEST if tag == "en" else f"static/manifest.{tag.lower()}.webmanifest"


def manifest(text: bytes, tag: str, words: Mapping[str, Any]) -> bytes:
    """What a system that installs the page reads, in one language; it is one program in all of them."""
    manifest = json.loads(text)
    manifest |= {name: words.get(text, text) for name, text in manifest.items() if name in ("name", "description")}
    manifest |= {"lang": tag}
    return json.dumps(manifest, ensure_ascii=False, indent=1).encode()


def stamped(path: str, files: Mapping[str, bytes]) -> str:
    """The address of a file of our own, with a hash: a page never gets it from another build out of some cache."""
    own = path.startswith("static/") and path in files
    return f"{path}?v={stamps.sha256(files[path])[:DIGITS]}" if own else path


def sizes_of(paths: Iterable[str], files: Mapping[str, bytes]) -> str:
    """What the start needs, in bytes, for the line that tells how far loading has come."""
    sizes = {path: len(files[path]) for path in paths}
    return f'<script type="application/json" id="files">{json.dumps(sizes)}</script>'


def text_of(path: Path) -> str:
    if not path.exists():
        raise Fault(f"{path.name} is missing from {path.parent}")
    return path.read_text(encoding="utf-8")


def static_files(root: Path) -> dict[str, bytes]:
    """What the page asks for under its own name; what Python reads goes with it, words go into the pages."""
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
    """uPlot and gifenc under names of our own, so that their addresses have a hash as all of ours; as modules."""
    folder = sources.modules / "uplot" / "dist"
    files = {path: (folder / name).read_bytes() for path, name in CHARTS.items()}
    files = {path: data + b"\nexport default uPlot;\n" * path.endswith(".js") for path, data in files.items()}
    return files | {GIF: without_map(GIF, (sources.modules / "gifenc" / "dist" / "gifenc.esm.js").read_bytes())}


ROLES = {"library": "zip.gz", "numpy": "tar.gz", "game": "tar.gz", "later": "zip", "snapshot": "bin.gz"}
"""The parts of Python that every page may load, and their files' endings."""
IN_TURN = ("numpy", "game")
"""Those that Python does not need to begin: static/kesu.mjs says when they are fetched."""


def hashed(name: str, ending: str, data: bytes) -> str:
    """Where a part of Python lies: it has the hash of what is in it in its name."""
    return f"rt/{name}-{stamps.sha256(data)[:DIGITS]}.{ending}"


def role_name(parts: Parts, role: str) -> str:
    return hashed(role, ROLES[role], getattr(parts, role))


def wasm_names(parts: Parts) -> dict[str, str]:
    """Where the parts of what is split lie."""
    return {part: hashed(part, "wasm", data) for part, data in parts.wasm.items()}


def late_names(parts: Parts) -> dict[str, str]:
    """Where the modules of each group that comes late lie."""
    return {group: hashed(group, "tar.gz", data) for group, data in parts.late.items()}


def python_files(parts: Parts) -> dict[str, bytes]:
    late = {path: parts.late[group] for group, path in late_names(parts).items()}
    wasm = {path: parts.wasm[part] for part, path in wasm_names(parts).items()}
    return {role_name(parts, role): getattr(parts, role) for role in ROLES} | wasm | late


def late_words(sources: Sources) -> dict[str, dict[str, tuple[str, bytes]]]:
    """The texts of what is fetched late: group → language → path and JSON."""
    found: dict[str, dict[str, tuple[str, bytes]]] = {group: {} for group in sources.python.late}
    for group, its in found.items():
        for tag, page in sources.pages.items():
            data = json.dumps(dict(page.late.get(group, {})), ensure_ascii=False).encode()
            its[tag] = hashed(f"words-{group}-{tag.lower()}", "json", data), data
    return found


def interpreter_files(sources: Sources) -> dict[str, Any]:
    """What the interpreter module gets: where everything is, and what a snapshot must have been made from."""
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
    """PyScript's core and the chunks that it imports on our page; its style only if the page links it."""
    folder = core_of(sources)
    names = ["core.js"]
    for name in names:  # grows while it is walked, until nothing new is imported
        text = text_of(folder / name)
        followed = re.findall(r'from"\./([\w.-]+\.js)"', text)
        followed += [
            chunk
            for chunk in re.findall(r'import\("\./([\w.-]+\.js)"\)', text)
            if chunk.rpartition("-")[0] in PYSCRIPT_CHUNKS
        ]
        names += sorted(set(followed) - set(names))
    names.remove("core.js")  # it only passes on what the core exports, and would cost a request
    if "pyscript/core.css" in page:
        names.append("core.css")
    return {name: without_map(name, (folder / name).read_bytes()) for name in names}


def without_map(name: str, data: bytes) -> bytes:
    """Scripts without the line that sends a browser's developer tools after a map we do not ship."""
    return SOURCE_MAP.sub(b"\n", data) if name.endswith((".js", ".mjs", ".css")) else data


def critical(files: Mapping[str, bytes], python: Parts, interpreter: str) -> list[str]:
    """The files that stand between opening the page and Python's first line."""
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
    """Cuts the plugins off for MicroPython too: PyScript loads them all for it, though the page has none."""
    cut = html.escape(json.dumps({"plugins": list(plugins)}), quote=False)
    return page.replace("</body>", f"<mpy-config hidden>{cut}</mpy-config>\n</body>")


def write(path: Path, data: bytes) -> bool:
    """Writes a file unless it already holds these bytes; says whether it wrote."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)  # at once: a server may be reading
    return True


def remove_links(folder: Path) -> None:
    """Deletes symbolic links: what is written must not end up where they lead, nor what lies there be published."""
    for place, folders, names in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *names)):
            if path.is_symlink():
                path.unlink()


def remove_others(folder: Path, wanted: set[str]) -> None:
    """Deletes what an earlier build left and this one does not hold."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in wanted:
            path.unlink()


def compress(files: Mapping[str, bytes], folder: Path, record: Path) -> dict[str, int]:
    """Keeps a compressed copy of every file that shrinks; returns the bytes that a compressing server sends of each.

    `record` holds the hash and size of what was compressed, for compressing everything takes seconds.
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
                copy.touch()  # newer than the file it stands for, which is how the server knows that it fits
        sizes[path] = (digest, size)
    remove_others(folder, {f"{path}.gz" for path, data in files.items() if sizes[path][1] < len(data)})
    write(record, json.dumps(sizes).encode())
    return {path: size for path, (_digest, size) in sizes.items()}
