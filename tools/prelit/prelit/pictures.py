"""Draws a benchmark's result as SVG: ratios as bars, and what happens during a start as a waterfall."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

WIDE, LINE = 720, 18
LEFT, RIGHT = 210, 110
OURS, THEIRS, BUSY, PAINT, INK = "#3b6ea8", "#9a9ca1", "#c2542d", "#2e8b57", "#6d6f73"
SMALL = 3000
"""Bytes below which a file is not drawn."""


def bars(result: Mapping[str, Any], ours: str, left_out: Sequence[str] = ("second",)) -> str:
    """Returns the ratio of every page to the base, for each visit and network."""
    rows = [row for row in result["rows"] if row["visit"] not in left_out]
    most = max(row["ratio"] for row in rows)
    parts, y, last = [], 8, None
    for row in rows:
        head = f"{row['visit'].capitalize()} visit, {row['network']}"
        if head != last:
            y += 14 if last else 0
            parts.append(_text(8, y + 14, head, bold=True))
            y, last = y + LINE + 4, head
        length = (WIDE - LEFT - RIGHT) * row["ratio"] / most
        parts.append(_text(16, y + 12, row["page"]))
        parts.append(_bar(LEFT, y + 2, length, OURS if row["page"] == ours else THEIRS))
        parts.append(_text(LEFT + length + 6, y + 12, f"{row['ratio']:.2f} ({row['ms'] / 1000:.1f} s)"))
        y += LINE + 2
    return _svg(parts, y + 8, f"Time until the page is ready, compared with {result['base']}")


def waterfall(result: Mapping[str, Any], network: str, visit: str = "first") -> str:
    """Draws when each file of a typical visit arrives and the main thread is busy, for every page, to one scale."""
    shown = [record for record in result["visits"] if (record["network"], record["visit"]) == (network, visit)]
    scale = (WIDE - LEFT - 70) / max(record["done"] for record in shown)
    parts: list[str] = []
    y = 6
    for record in shown:
        parts.append(_text(8, y + 14, f"{record['subject']}: ready after {record['done'] / 1000:.1f} s", bold=True))
        y += LINE + 4
        begin = y
        for name, start, end, size in files_of(record):
            parts.append(_text(16, y + 12, name))
            parts.append(_bar(LEFT + start * scale, y + 2, (end - start) * scale, OURS))
            parts.append(
                _text(LEFT + end * scale + 4, y + 12, f"{size / 1e6:.2f} MB" if size > 1e5 else f"{size / 1e3:.0f} kB")
            )
            y += LINE
        parts.append(_text(16, y + 12, "main thread busy"))
        for start, duration in record["busy"]:
            if start < record["done"]:
                parts.append(_bar(LEFT + start * scale, y + 2, min(duration, record["done"] - start) * scale, BUSY))
        y += LINE
        for at, colour in ((record["paint"], PAINT), (record["done"], INK)):
            if at is not None:
                x = LEFT + at * scale
                parts.append(f'<path d="M{x:.1f} {begin}V{y}" stroke="{colour}" stroke-dasharray="3 2"/>')
        y += 10
    title = f"What is loaded during a {visit} visit, {network}; green line: first picture, grey line: ready"
    return _svg([*parts, _text(8, y + 12, title)], y + 22, title)


def files_of(record: Mapping[str, Any]) -> Iterable[tuple[str, float, float, int]]:
    """Yields the larger files of a visit that were asked for before the page was ready: name, start, end, bytes."""
    for address, start, end, sent, body in record["requests"]:
        name = PurePosixPath(urlsplit(address).path).name or "the page"
        if start < record["done"] and max(sent, body) > SMALL:
            yield name if len(name) < 30 else f"{name[:12]}…{name[-14:]}", start, min(end, record["done"]), body or sent


def _text(x: float, y: float, text: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{weight}>{html.escape(text)}</text>'


def _bar(x: float, y: float, length: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(length, 1):.1f}" height="{LINE - 5}" rx="2" fill="{colour}"/>'


def _svg(parts: Iterable[str], height: float, title: str) -> str:
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height:.0f}" role="img" fill="{INK}"'
    inside = f"<title>{html.escape(title)}</title>{''.join(parts)}"
    return f'<svg {head} font-family="sans-serif" font-size="12">{inside}</svg>\n'
