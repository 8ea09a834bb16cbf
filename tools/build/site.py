"""Builds dist/: the static site, with only what the page loads, reproducible byte for byte."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from prelit import stamps
from prelit.engine import exclusive
from prelit.errors import PrelitError
from prelit.node import NodeJs
from tools.build import fonts, icons, jail, page_parts, pages, workshop
from tools.build.bundle import bundle
from tools.build.contents import FONT, STYLE, Sources, contents, text_of
from tools.build.output import compress, remove_links, remove_others, write
from tools.setup.paths import BUILD, DIST, GZIP, MODULES, ROOT
from tools.setup.progress import step
from tools.start import app

ADDRESS = "KESU_ADDRESS"
"""The environment variable for `Sources.address`."""
BOOT = "static/boot.js"

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
        scripts, its_pages = bundle(node), page_parts.pages(node)
        first = its_pages["en"].parts[page_parts.OPENINGS]
        pictures = stamps.kept(BUILD / "icons", [*icons.SOURCES, first], lambda: icons.pictures(first))
        faces = stamps.kept(BUILD / "fonts", fonts.SOURCES, fonts.faces)
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
