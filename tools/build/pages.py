"""The HTML of each language's page, from index.html: its texts, its links, its policy, and the hashes of its files."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.words import CONTEXT
from game.words import LANGUAGES as NAMES
from prelit import stamps
from prelit.errors import PrelitError
from tools.build import page_texts

PRELOAD, PREVIEW = "<!-- preload -->", "<!-- preview -->"
PREVIEW_PICTURE, PREVIEW_SIZE = "static/preview.png", (1200, 630)
ALTERNATES, LANGUAGES, CATALOGUE = "<!-- alternates -->", "<!-- languages -->", "<!-- words -->"
MANIFEST = "static/manifest.webmanifest"
CONFIG = 'config="./pyscript.toml"'
NET_PLACE = "<!-- net -->"
OWN_FILE = re.compile(r'(?P<before>\b(?:href|src)="\./)(?P<path>static/[\w./-]+)(?=")')
LOCAL = re.compile(
    r'(?P<before>(?:\b(?:href|src)="|&quot;))\./(?=static/|rt/|pyscript/|licences\.html"|[a-z-]+/"|" hreflang)'
)
"""Addresses of the site's files and of the other languages' pages; the home link stays unchanged."""
CHECKED = re.compile(r'<(?:script type="module"|link rel="stylesheet")[^>]* (?:src|href)="\./(?P<path>[^"]+)">')
WORKSHOP = 'href="./workshop.html"'
MARKERS = (
    *(PRELOAD, PREVIEW, ALTERNATES, LANGUAGES, CATALOGUE, NET_PLACE, CONFIG, WORKSHOP, f'"./{MANIFEST}"'),
    *("script-src 'self'", "</body>"),
)
"""The texts in index.html that the build replaces, besides the markers of the parts that the games add."""
LOCALES = {"en": "en_US", "ja": "ja_JP", "vi": "vi_VN", "zh-Hant": "zh_TW", "zh-Hans": "zh_CN"}
"""Each language's locale, as readers of link previews know it."""
DIGITS = 8  # of a hash in a name, enough to distinguish builds


@dataclass(frozen=True)
class LanguagePage:
    """One language's page."""

    parts: Mapping[str, str] = field(default_factory=dict)
    """The parts that the games add to it, as HTML for each marker."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """The translations of the English texts that the page's scripts show."""
    built: Mapping[str, Any] = field(default_factory=dict)
    """The same for texts in the page's HTML."""
    late: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The same for each group of late modules."""
    lessons: str = ""
    """The recorded lessons, as JSON (lessons.py)."""
    workshop: Mapping[str, Any] = field(default_factory=dict)
    """The texts and data of the workshop's page (workshop_facts.py)."""


def check(name: str, page: str, markers: Iterable[str]) -> None:
    """Raises PrelitError unless a page has each of these once, so that nothing that belongs there is left out."""
    missing = [f"{marker} {found} times" for marker in markers if (found := page.count(marker)) != 1]
    if missing:
        raise PrelitError(f"{name} has {', '.join(missing)}, not once; the build puts a part of the page there")


def data(name: str, value: object) -> str:
    """Returns an element with data as JSON, for the scripts of the page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def finished(page: str, files: Mapping[str, bytes]) -> str:
    """Returns the page with hashes added to the names of its files."""
    return with_integrity(OWN_FILE.sub(lambda found: found["before"] + stamped(found["path"], files), page), files)


def folder_of(tag: str) -> str:
    """Returns the path of a language's page."""
    return f"{tag.lower()}/"


def with_net(page: str, script: str) -> str:
    """Returns the page with the inlined script, and a policy that allows it."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = page.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'", 1)
    return policy.replace(NET_PLACE, f"<script>{script}</script>")


def with_integrity(page: str, files: Mapping[str, bytes]) -> str:
    """Returns the page with integrity hashes of its scripts and styles, so that a browser accepts no others."""

    def with_hash(found: re.Match[str]) -> str:
        data = files.get(found["path"].partition("?")[0])
        if data is None:
            return found[0]
        digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
        return f'{found[0][:-1]} integrity="sha256-{digest}">'

    return CHECKED.sub(with_hash, page)


def translated(page: str, tag: str, language: LanguagePage, tags: Sequence[str]) -> str:
    """Returns the page in one of these languages, as if at the top of the site."""

    known = {**language.words, **language.built}

    def say(text: str) -> str:
        return str(known.get(text, text.rpartition(CONTEXT)[2]))

    page = page_texts.translated(page, tag, say)
    links = [f'<link rel="alternate" href="./{folder_of(other)}" hreflang="{other}">' for other in tags]
    parts = {
        ALTERNATES: "\n".join(['<link rel="alternate" href="./" hreflang="x-default">', *links]),
        LANGUAGES: "\n".join(language_link(other, other == tag) for other in tags),
        f'"./{MANIFEST}"': f'"./{manifest_of(tag)}"',
        CATALOGUE: data("words", dict(language.words)),
        **language.parts,
    }
    for marker, text in parts.items():
        page = page.replace(marker, text)
    return page


def language_link(tag: str, here: bool) -> str:
    """Returns a link to the page in another language, named in that language."""
    name, current = html.escape(NAMES.get(tag, tag)), ' aria-current="page"' if here else ""
    return f'<a href="./{folder_of(tag)}" hreflang="{tag}" lang="{tag}" data-language="{tag}"{current}>{name}</a>'


def opening(page: str, tag: str) -> str:
    """Returns the root page, which is `page` in the language `tag`. It redirects before anything is shown if the
    visitor prefers another language.
    """
    return page.replace("<html", "<html data-opening", 1).replace(
        WORKSHOP, WORKSHOP.replace("./", f"./{folder_of(tag)}")
    )


def preview(page: str, tag: str, address: str) -> str:
    """Returns the preview of links to a language's page (Open Graph); a picture needs the site's full address."""
    title, description = (
        found[1] if (found := re.search(pattern, page)) else ""
        for pattern in ("<title>(.*?)</title>", '<meta name="description" content="([^"]*)"')
    )
    meta = {"og:type": "website", "og:site_name": "Kesu", "og:title": title, "og:description": description}
    meta["og:locale"] = LOCALES[tag]
    if address:
        site, (width, height) = address.rstrip("/") + "/", PREVIEW_SIZE
        meta |= {"og:url": site + folder_of(tag), "og:image": site + PREVIEW_PICTURE, "og:image:alt": title}
        meta |= {"og:image:width": str(width), "og:image:height": str(height)}
    lines = [f'<meta property="{name}" content="{text.replace(chr(34), "&quot;")}">' for name, text in meta.items()]
    card = "summary_large_image" if address else "summary"
    return "\n".join([*lines, f'<meta name="twitter:card" content="{card}">'])


def one_up(page: str) -> str:
    """Returns the same page in a subfolder: its files are one level further up. Links with a query stay."""
    return LOCAL.sub(r"\g<before>../", page)


def manifest_of(tag: str) -> str:
    """Returns the path of a language's manifest."""
    return MANIFEST if tag == "en" else f"static/manifest.{tag.lower()}.webmanifest"


def manifest(text: bytes, tag: str, words: Mapping[str, Any]) -> bytes:
    """Returns the web app manifest in one language; it is the same app in all of them."""
    manifest = json.loads(text)
    manifest |= {name: words.get(text, text) for name, text in manifest.items() if name in ("name", "description")}
    manifest |= {"lang": tag}
    return json.dumps(manifest, ensure_ascii=False, indent=1).encode()


def stamped(path: str, files: Mapping[str, bytes]) -> str:
    """Returns the address of one of our files with its hash, so that no cache can return the file of another build."""
    own = path.startswith("static/") and path in files
    return f"{path}?v={stamps.sha256(files[path])[:DIGITS]}" if own else path


def without_micropython(page: str, plugins: Sequence[str]) -> str:
    """Disables the plugins for MicroPython too: PyScript would load them all, though the page does not use it."""
    cut = html.escape(json.dumps({"plugins": list(plugins)}), quote=False)
    return page.replace("</body>", f"<mpy-config hidden>{cut}</mpy-config>\n</body>")
