"""The contents of dist/: everything that the page loads, nothing else, the same bytes every time."""

import base64
import dataclasses
import gzip
import hashlib
import html
import io
import json
import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fontTools", reason="Pyodide here has no fontTools")

from PIL import Image

from game.rules import GAMES
from game.session.options import first_options
from game.words import LANGUAGES
from prelit import stamps
from prelit.app import Parts
from prelit.errors import PrelitError
from prelit.facts import hashed as place
from prelit.packing import APP, LIBRARY, PACKAGES, SNAPSHOT
from prelit.release import RUNTIME
from tests.table import session_of
from tools.build import contents, pages, site
from tools.build.contents import Sources
from tools.build.pages import LanguagePage
from tools.samples.some_moves import SOON, liveliest, quiet_moves
from tools.setup.paths import DIST, ROOT

pytestmark = pytest.mark.native

PAGE = """<!doctype html>
<head><link rel="stylesheet" href="./static/style.css"><!-- preload --></head>
<body><script type="py" config="./pyscript.toml"></script></body>
"""
CONFIG = """interpreter = "./static/kesu.mjs"
packages = ["numpy"]
plugins = ["!py-editor"]
"""


WASM = ("hot.wasm", "cold.wasm", "x-cold.wasm", "x-whole.wasm")
FILES = (LIBRARY, PACKAGES, APP, SNAPSHOT, "later.zip", "live.tar.gz", *WASM)
PLACES = {name: place(name, name.encode()) for name in FILES}
"""The files of the parts, each with its own name for contents."""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """A small repository and small packages, laid out like the real ones."""
    core = "node_modules/@pyscript/core/dist"
    files = {
        "index.html": PAGE,
        "pyscript.toml": CONFIG,
        "static/kesu.mjs": "export const facts = PRELIT_FACTS;",
        "static/style.css": "p { margin: 0 }\n" * 100,
        "static/words/vi.po": 'msgid ""',
        "static/more.css": "i {}",
        "static/sequence1.txt": "read by the games",
        "static/.DS_Store": "litter",
        "node_modules/pyodide/pyodide.mjs": "export {};\n//# sourceMappingURL=pyodide.mjs.map\n",
        "node_modules/pyodide/pyodide.asm.mjs": "export {};",
        "node_modules/pyodide/pyodide.asm.wasm": "wasm" * 1000,
        "node_modules/pyodide/pyodide.mjs.map": "{}",
        "node_modules/uplot/dist/uPlot.iife.min.js": "var uPlot",
        "node_modules/uplot/dist/uPlot.min.css": ".uplot {}",
        "node_modules/qr/index.js": "export default 1;",
        "node_modules/gifenc/dist/gifenc.esm.js": "export {};\n//# sourceMappingURL=gifenc.esm.js.map\n",
        f"{core}/core.js": 'export{x}from"./core-1a.js";\n//# sourceMappingURL=a.map\n',
        f"{core}/core-1a.js": 'import("./error-2b.js");import("./py-editor-3c.js")',
        f"{core}/error-2b.js": "",
        f"{core}/py-editor-3c.js": "",
        f"{core}/core.css": "",
    }
    for name, text in files.items():
        path = tmp_path / "repository" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    root = tmp_path / "repository"
    runtime = {name: (root / "node_modules" / "pyodide" / name).read_bytes() for name in RUNTIME}
    facts = {
        **{"library": LIBRARY, "packages": PACKAGES, "app": APP, "snapshot": SNAPSHOT, "name": "kesu"},
        **{"hot": "hot.wasm", "cold": "cold.wasm", "late": {"live": "live.tar.gz"}},
        "halves": {"numpy/x.so": {"cold": "x-cold.wasm", "whole": "x-whole.wasm"}},
        "later": {"later": {"path": "later.zip", "modules": {"a.b": ""}}},
    }
    parts = Parts({name: name.encode() for name in FILES}, runtime, facts)
    return Sources(parts, root, root / "node_modules")


def hashed(name: bytes) -> str:
    return hashlib.sha256(name).hexdigest()[:8]


def build(sources: Sources, to: Path) -> site.Size:
    return site.build(sources, to / "dist", to / "gzip", to / "site.json")


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_dist_holds_what_the_page_loads_and_no_more(sources: Sources, tmp_path: Path) -> None:
    build(sources, tmp_path)
    assert set(tree(tmp_path / "dist")) == {
        "index.html", "en/index.html", "sw.js", "static/kesu.mjs", "static/style.css", "static/more.css",
        "static/uplot.js", "static/uplot.css", "static/qr.js", "static/gifenc.js",
        f"rt/words-live-en-{hashed(b'{}')}.json", f"rt/words-later-en-{hashed(b'{}')}.json", *PLACES.values(),
        "rt/pyodide.mjs", "rt/pyodide.asm.mjs", "rt/pyodide.asm.wasm",
        "pyscript/core-1a.js", "pyscript/error-2b.js",
    }  # fmt: skip


def test_no_source_maps_are_requested(sources: Sources) -> None:
    assert not [path for path, data in contents.contents(sources).items() if b"sourceMappingURL" in data]


def test_page_starts_the_downloads(sources: Sources) -> None:
    page = contents.contents(sources)["index.html"].decode()
    assert '<link rel="modulepreload" href="./rt/pyodide.asm.mjs">' in page
    assert f'<link rel="preload" href="./{PLACES[LIBRARY]}" as="fetch" crossorigin>' in page
    assert f'href="./{PLACES[PACKAGES]}' not in page, "it is requested later"
    assert "py-editor-3c" not in page
    assert "snapshot" not in page
    assert '<mpy-config hidden>{"plugins": ["!py-editor"]}</mpy-config>' in page
    assert pages.PRELOAD not in page


def test_own_files_are_named_by_their_content(sources: Sources) -> None:
    before = contents.contents(sources)["index.html"].decode()
    (sources.root / "static" / "style.css").write_text("q {}", encoding="utf-8")
    after = contents.contents(sources)["index.html"].decode()
    assert f'href="./static/style.css?v={hashed(b"q {}")}"' in after
    [interpreter] = set(re.findall(r"\./(static/kesu\.mjs\?v=\w+)", after))
    assert interpreter in before


def test_the_page_knows_how_many_bytes_the_start_loads(sources: Sources) -> None:
    files = contents.contents(sources)
    [given] = re.findall(r'<script type="application/json" id="files">(.*?)</script>', files["index.html"].decode())
    sizes = json.loads(given)
    assert {PLACES[PACKAGES], "static/kesu.mjs", "pyscript/core-1a.js"} <= set(sizes)
    assert sizes == {path: len(files[path]) for path in sizes}


def test_every_language_has_a_page(sources: Sources) -> None:
    page = PAGE.replace("<head>", '<head><link rel="manifest" href="./static/manifest.webmanifest">' + pages.ALTERNATES)
    body = '<body><a href="./" data-home>Home</a>' + pages.LANGUAGES + pages.CATALOGUE + "<!-- how -->"
    page = page.replace("<body>", body)
    (sources.root / "index.html").write_text(page.replace("<!doctype html>", '<html lang="en">'), encoding="utf-8")
    content = {"name": "Home", "description": "nothing", "start_url": "../"}
    (sources.root / "static" / "manifest.webmanifest").write_text(json.dumps(content), encoding="utf-8")
    words = {"Home": "主頁", "Undo": "</script>復原"}
    languages = {"en": LanguagePage(), "zh-Hant": LanguagePage({"<!-- how -->": "<p>how</p>"}, words)}
    files = contents.contents(dataclasses.replace(sources, pages=languages))
    assert {"index.html", "en/index.html", "zh-hant/index.html"} <= set(files)
    first, chinese = files["index.html"].decode(), files["zh-hant/index.html"].decode()
    assert '<html data-opening lang="en">' in first and "data-opening" not in files["en/index.html"].decode()
    assert '<link rel="alternate" href="./zh-hant/" hreflang="zh-Hant">' in first
    assert (
        '<html lang="zh-Hant">' in chinese and '<a href="./" data-home>主頁</a>' in chinese and "<p>how</p>" in chinese
    )
    assert '<link rel="alternate" href="../" hreflang="x-default">' in chinese
    assert '<a href="../en/" hreflang="en" lang="en" data-language="en">English</a>' in chinese
    assert 'lang="zh-Hant" data-language="zh-Hant" aria-current="page">繁體中文</a>' in chinese
    assert '"Undo":"\\u003c/script>復原"}' in chinese
    assert 'href="../static/style.css?v=' in chinese and "&quot;../static/kesu.mjs" in chinese
    assert '"./static' not in chinese and '"./rt' not in chinese
    own = json.loads(files["static/manifest.zh-hant.webmanifest"])
    assert own == {"name": "主頁", "description": "nothing", "start_url": "../", "lang": "zh-Hant"}
    assert json.loads(files[pages.MANIFEST])["lang"] == "en" and 'href="./static/manifest.webmanifest?v=' in first
    assert "../static/manifest.zh-hant.webmanifest?v=" in chinese


def test_build_time_texts_are_in_the_page_and_not_in_its_catalogue(sources: Sources) -> None:
    page = PAGE.replace("<!doctype html>", '<html lang="en">')
    page = page.replace("<body>", "<body><h1>Games</h1>" + pages.CATALOGUE)
    (sources.root / "index.html").write_text(page, encoding="utf-8")
    languages = {"en": LanguagePage(), "ja": LanguagePage(words={"Undo": "元に戻す"}, built={"Games": "ゲーム"})}
    built = contents.contents(dataclasses.replace(sources, pages=languages))["ja/index.html"].decode()
    assert "<h1>ゲーム</h1>" in built and '{"Undo":"元に戻す"}' in built


def test_each_page_requests_the_font_of_its_language(sources: Sources) -> None:
    head = '<link rel="preload" href="./static/display.woff2" as="font"></head>'
    (sources.root / "index.html").write_text(PAGE.replace("</head>", head), encoding="utf-8")
    style = "@font-face{src:url(display.woff2)}@font-face{src:url(display-vi.woff2)}"
    (sources.root / "static" / "style.css").write_text(style, encoding="utf-8")
    fonts = {"display.woff2": b"latin", "display-vi.woff2": b"more"}
    languages = {tag: LanguagePage() for tag in ("en", "ja", "vi")}
    files = contents.contents(dataclasses.replace(sources, pages=languages, fonts=fonts))
    latin, more = f"display.woff2?v={hashed(b'latin')}", f"display-vi.woff2?v={hashed(b'more')}"
    assert files["static/style.css"].decode() == style.replace("display.woff2", latin).replace("display-vi.woff2", more)
    for tag, name in {"en": latin, "ja": latin, "vi": more}.items():
        page = files[f"{tag}/index.html"].decode()
        assert re.findall(r"[./]+static/display[^\"]*", page) == [f"../static/{name}"], tag
    assert files["static/display.woff2"] == b"latin"


def test_a_shared_link_has_a_title_and_a_picture(sources: Sources) -> None:
    words = {"Games": "ゲームなど"}
    head = '<title>Games</title><meta name="description" content="Free.">' + pages.PREVIEW + "</head>"
    page = '<html lang="en">' + PAGE.removeprefix("<!doctype html>").replace("</head>", head)
    (sources.root / "index.html").write_text(page, encoding="utf-8")
    languages = {"en": LanguagePage(), "ja": LanguagePage(words=words)}
    for address in ("", "https://somebody.github.io/kesu"):
        files = contents.contents(dataclasses.replace(sources, pages=languages, address=address))
        texts = dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', files["ja/index.html"].decode()))
        assert (
            texts["og:title"] == "ゲームなど" and texts["og:description"] == "Free." and texts["og:locale"] == "ja_JP"
        )
        assert ("og:image" in texts) == bool(address)
    assert texts["og:url"] == f"{address}/ja/" and texts["og:image"] == f"{address}/static/preview.png"
    english = files["en/index.html"].decode()
    assert 'property="og:title" content="Games"' in english and "summary_large_image" in english


def test_each_marker_is_in_the_page_once() -> None:
    """The build replaces the markers; without one, its part would silently be left out."""
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    markers = {*pages.MARKERS, *(f"<!-- {name} -->" for name in ("openings", "cards", "rings", "how"))}
    pages.check("index.html", page, markers)
    assert {*re.findall("<!--.*?-->", page)} == {marker for marker in markers if marker.startswith("<!--")}
    for marker in markers:
        for wrong in (page.replace(marker, ""), page + marker):
            with pytest.raises(PrelitError, match=re.escape(f"index.html has {marker} ")):
                pages.check("index.html", wrong, markers)


def test_a_script_without_a_place_for_lessons_is_refused() -> None:
    assert contents.with_lessons(b"a;LESSONS={};b", LanguagePage(lessons="[1]")) == b"a;LESSONS=[1];b"
    with pytest.raises(PrelitError, match=r"has no LESSONS=\{\}"):
        contents.with_lessons(b"a;LESSONS=null", LanguagePage())


@pytest.mark.slow("draws a large picture")
def test_the_preview_shows_every_game_in_its_own_colour() -> None:
    from PIL import Image

    from game.rules import GAMES
    from tools.build import preview

    colours = preview.tokens()
    assert {*GAMES, "paper", "ink", "tone-7"} <= set(colours)
    square = '<symbol id="{}"><path d="M0 0h96v96H0Z" fill="var(--{})"/></symbol>'
    symbols = [square.format(f"{name}-well", "well") for name in GAMES]
    symbols += [
        square.format(f"{name}-a{ord(letter)}", f"tone-{symbol.tone % 8}")
        for name, rules in GAMES.items()
        for letter, symbol in rules.symbols.items()
        if symbol.form == "block"
    ]
    data = preview.picture("".join(symbols))
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    assert picture.size == pages.PREVIEW_SIZE and len(data) < 60_000
    assert picture.getpixel((2, 2)) == tuple(bytes.fromhex(colours["paper"][1:]))
    seen = {bytes(color) for _count, color in picture.getcolors(1 << 20) or [] if isinstance(color, tuple)}
    for name in GAMES:
        for part in ("tray", "well"):
            wanted = bytes.fromhex(preview.in_game(colours, name)[part][1:])
            nearest = min(max(abs(a - b) for a, b in zip(wanted, color, strict=True)) for color in seen)
            assert nearest <= 3, (name, part)


@pytest.mark.built
def test_the_font_is_small_and_has_every_letter_of_its_languages() -> None:
    from fontTools.ttLib import TTFont

    page = (DIST / "vi" / "index.html").read_text(encoding="utf-8")
    vietnamese = {letter for letter in page if "LATIN" in unicodedata.name(letter, "")}
    for name, letters in {"display.woff2": set("AZaz09?!"), "display-vi.woff2": vietnamese}.items():
        path = DIST / "static" / name
        assert path.stat().st_size < 10_000
        font = TTFont(path)
        known = font.getBestCmap()
        assert letters <= set(map(chr, known)), name
        notice = [font["name"].getDebugName(number) for number in (0, 13, 14)]
        assert "Baloo" in notice[0] and "Open Font License" in notice[1] and "OFL" in notice[2]
        assert {known[ord(digit)] for digit in "0123456789"} and "tnum" in {
            record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord
        }


def test_the_size_of_the_start_is_counted(sources: Sources, tmp_path: Path) -> None:
    size = build(sources, tmp_path)
    whole = ("rt/pyodide.asm.wasm", "rt/cold", "rt/x-cold", "rt/x-whole")
    later = (*whole, "rt/snapshot", "rt/later", "rt/live", "rt/words", "static/uplot", "static/qr", "static/gifenc")
    other = ("en/", "sw.js", "static/more", *later)
    needed = {path: data for path, data in tree(tmp_path / "dist").items() if not path.startswith(other)}
    assert size.requests == len(needed)
    assert size.shell < size.start < size.gzipped
    size.check()
    for wrong in ({"shell": 60_001}, {"start": 4_200_001}, {"requests": 14}):
        with pytest.raises(PrelitError, match="budget"):
            dataclasses.replace(size, **wrong).check()


def test_changes_are_built_and_leftovers_removed(sources: Sources, tmp_path: Path) -> None:
    build(sources, tmp_path)
    (sources.root / "static" / "more.css").unlink()
    (sources.root / "static" / "style.css").write_text("q { margin: 1px }\n" * 100, encoding="utf-8")
    (tmp_path / "dist" / "stray").mkdir()
    (tmp_path / "dist" / "stray" / "file.txt").write_text("left by hand", encoding="utf-8")
    assert build(sources, tmp_path).written == 4  # the style, the two pages that name its hash, and the worker
    files = tree(tmp_path / "dist")
    assert not [path for path in files if path.startswith(("static/more", "stray"))]
    assert not (tmp_path / "dist" / "stray").exists()
    packed = (tmp_path / "gzip" / "static" / "style.css.gz").read_bytes()
    assert gzip.decompress(packed) == files["static/style.css"] == b"q { margin: 1px }\n" * 100


@pytest.mark.parametrize("left", [None, -5])
def test_a_missing_or_truncated_compressed_copy_is_rebuilt(sources: Sources, tmp_path: Path, left: int | None) -> None:
    build(sources, tmp_path)
    before = tree(tmp_path / "gzip")
    copy = tmp_path / "gzip" / "static" / "style.css.gz"
    copy.write_bytes(copy.read_bytes()[:left]) if left else copy.unlink()
    build(sources, tmp_path)
    assert tree(tmp_path / "gzip") == before


def test_compressed_copies_are_new_enough_to_be_served(sources: Sources, tmp_path: Path) -> None:
    build(sources, tmp_path)
    for copy in (tmp_path / "gzip").rglob("*.gz"):
        original = tmp_path / "dist" / copy.relative_to(tmp_path / "gzip").with_suffix("")
        assert copy.stat().st_mtime_ns >= original.stat().st_mtime_ns
        assert copy.stat().st_size < original.stat().st_size


def test_missing_page_is_one_clear_line(sources: Sources) -> None:
    (sources.root / "index.html").unlink()
    with pytest.raises(PrelitError, match=r"index\.html is missing"):
        contents.contents(sources)


# The real build.


@pytest.mark.built
def test_nothing_of_the_builds_own_is_in_the_site() -> None:
    assert not [*DIST.rglob(stamps.STAMP), *DIST.rglob(".*")]


@pytest.mark.built
@pytest.mark.parametrize("folder", ["", "en", "ja", "vi", "zh-hant", "zh-hans"])
def test_built_pages_policy_allows_the_one_script_in_them(folder: str) -> None:
    page = (DIST / folder / "index.html").read_text(encoding="utf-8")
    [script] = re.findall(r"<script>(.*?)</script>", page, re.S)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    [allowed] = re.findall(r"script-src ([^;]*)", page)
    assert allowed == f"'self' 'sha256-{digest}' 'wasm-unsafe-eval'"
    before = page[: page.index("<script>")]
    assert not re.search(r"<(link|script|body)", before), "the net comes before anything that could fail"
    assert page.index('id="failure"') < page.index("<header")


@pytest.mark.built
@pytest.mark.parametrize("tag", LANGUAGES)
def test_built_pages_have_no_text_in_another_language(tag: str) -> None:
    from game.text.catalogue import catalogue, forms

    others = [other for other in LANGUAGES if other != "en"]
    said = {other: {text for m in catalogue(other) if m.id for text in forms(m.string)} for other in others}
    said["en"] = {text for m in catalogue("ja") if m.id for text in forms(m.id)}
    page = (DIST / tag.lower() / "index.html").read_text(encoding="utf-8")
    [openings] = re.findall(r'id="openings">(.*?)</script>', page)
    texts = re.findall(r"[^<>]+", re.sub(r"<script.*?</script>", "", page, flags=re.S))
    seen = {html.unescape(text) for text in texts} | set(re.findall(r'"((?:[^"\\\\]|\\\\.)*)"', openings))
    assert len(seen & said[tag]) > 50
    assert seen & set().union(*(said[other] for other in LANGUAGES if other != tag)) - said[tag] == set()


@pytest.mark.built
def test_built_pages_name_the_hashes_of_their_first_script_and_style() -> None:
    page = (DIST / "ja" / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'(?:src|href)="\.\./(static/(?:boot\.js|style\.css))[^"]*" integrity="sha256-([^"]+)"', page)
    assert {path for path, _digest in found} == {"static/boot.js", "static/style.css"}
    for path, digest in found:
        assert base64.b64decode(digest) == hashlib.sha256((DIST / path).read_bytes()).digest()


@pytest.mark.built
def test_built_site_names_no_other_origin() -> None:
    for path in [DIST / "index.html", *DIST.glob("static/**/*.css")]:
        text = html.unescape(path.read_text(encoding="utf-8"))
        loads = re.findall(r"""(?:src|href|url|interpreter"?|action)\s*[=(:]\s*["']?([^"')\s>]+)""", text)
        outward = [address for address in loads if re.match(r"/|[a-z][a-z0-9+.-]*:(?!image/)", address)]
        assert not outward, f"{path.name}: {outward}"


def test_the_worker_recognises_pages_by_folder() -> None:
    files = {"index.html": b"", "ja/index.html": b"", "static/a.css": b"x", "rt/b.zip": b""}
    addresses = [contents.address_of(path, files) for path in files]
    assert addresses == ["./", "./ja/", f"static/a.css?v={hashed(b'x')}", "rt/b.zip"]


@pytest.mark.built
@pytest.mark.parametrize("path", ["", "en/", "ja/", "vi/", "zh-hant/", "zh-hans/", "en/workshop.html"])
def test_built_pages_name_only_existing_files(path: str) -> None:
    folder = path.rpartition("/")[0]
    page = (DIST / (path if path.endswith("html") else f"{path}index.html")).read_text(encoding="utf-8")
    addresses = re.findall(r'<(?:link|script|img)\b[^>]*?(?:href|src)="([^":#]+)"', page)
    addresses += re.findall(r'<a [^>]*?href="([^":#?]+)"', page)
    assert len(addresses) > (2 if path.endswith("html") else 20)
    for address in addresses:
        named = DIST / folder / address.partition("?")[0]
        assert (named / "index.html" if address.endswith("/") else named).is_file(), address


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_in_dist_are_deleted_and_never_followed(sources: Sources, tmp_path: Path) -> None:
    build(sources, tmp_path)
    before = tree(tmp_path / "dist")
    other = tmp_path / "other"
    (other / "inside").mkdir(parents=True)
    (other / "precious").write_text("somebody else's", encoding="utf-8")
    (tmp_path / "dist" / "linked").symlink_to(other)
    (tmp_path / "dist" / "dangling").symlink_to(tmp_path / "nowhere")
    shutil.rmtree(tmp_path / "dist" / "static")
    (tmp_path / "dist" / "static").symlink_to(other)
    build(sources, tmp_path)
    assert tree(tmp_path / "dist") == before and not any(path.is_symlink() for path in (tmp_path / "dist").rglob("*"))
    assert sorted(path.name for path in other.iterdir()) == ["inside", "precious"]


def test_a_build_that_changes_nothing_writes_nothing(
    sources: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a read-only checkout can be built again and served."""
    build(sources, tmp_path)
    for name in ("write_bytes", "write_text", "touch", "unlink", "replace"):
        monkeypatch.setattr(Path, name, lambda *_given, name=name, **_named: pytest.fail(f"{name} was called"))
    assert build(sources, tmp_path).written == 0


@pytest.mark.built
def test_page_can_be_installed() -> None:
    manifest = json.loads((DIST / "static" / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        data = (DIST / "static" / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            with Image.open(io.BytesIO(data)) as picture:
                assert "x".join(map(str, picture.size)) == icon["sizes"]
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    worker = (DIST / "sw.js").read_text(encoding="utf-8")
    assert all(f"static/{icon['src']}" in worker for icon in manifest["icons"])


def boards_of(tree: list[Any]) -> Iterator[list[list[str]]]:
    """Yields the rows of each board in an element of an opening."""
    _tag, given, *inside = tree
    if "data-board" in given:
        yield json.loads(given["data-board"])[0]
    for child in inside:
        if not isinstance(child, str):
            yield from boards_of(child)


@pytest.mark.built
@pytest.mark.parametrize("page", ["index.html", "ja/index.html"])
def test_every_opening_belongs_to_its_game(page: str) -> None:
    text = (DIST / page).read_text(encoding="utf-8")
    [text_of_openings] = re.findall(r'<script type="application/json" id="openings">(.*?)</script>', text)
    openings = json.loads(text_of_openings)
    assert list(openings) == list(GAMES)
    for name, opening in openings.items():
        for seed, parts in opening["starts"].items():
            view = session_of(name, int(seed), **first_options(GAMES[name])).view
            boards = [rows for tree in (opening["parts"] | parts)["boards"] for rows in boards_of(tree)]
            assert all(list(board.rows) in boards for board in view.boards)
            assert len(boards) == len(view.boards) + sum(len(board.next) for board in view.boards)


def test_a_demo_on_a_card_soon_shows_what_the_game_is_about() -> None:
    """In Biquadris, nothing vanished for half a minute."""
    quick = {name: quiet_moves(name, liveliest(name)) < SOON for name in GAMES}
    assert [name for name, soon in quick.items() if not soon] == ["chain"], "where a bot first builds a chain"
