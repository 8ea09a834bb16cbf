"""The preview picture of links to the site (Open Graph): every game's board, as the page draws it by day."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from PIL import Image

from game.contract import Board, Rules
from game.rules import GAMES
from tools.build import fonts, openings
from tools.build.pages import PREVIEW_SIZE
from tools.build.svg import opened, png, shrunk
from tools.samples.some_moves import midgame
from tools.setup.paths import ROOT

LOGO, NAME, MARGIN = 168, 132, 72
"""The sizes of the logo and of the name, and their distance from the edge."""
AREA = (450, 36, 1176, 594)
"""The area of the boards: left, top, right, bottom."""
ROWS, GAP, RIM = 2, 20, 10
TINT = 0.09
"""The share of a game's accent in the colours of its tray and wells (tokens.css)."""
MOST_COLOURS = 128


def picture(symbols: str) -> bytes:
    """Returns a PNG, given the pictures of all symbols as SVG (`openings.symbols`)."""
    width, height = PREVIEW_SIZE
    colours, drawn = tokens(), dict(re.findall(r'<symbol id="([^"]*)">(.*?)</symbol>', symbols))
    left, top, right, bottom = AREA
    columns = -(-len(GAMES) // ROWS)
    wide, high = (right - left - GAP * (columns - 1)) / columns, (bottom - top - GAP * (ROWS - 1)) / ROWS
    parts = [f'<rect width="{width}" height="{height}" fill="{colours["paper"]}"/>']
    parts.append(opened((ROOT / "static" / "icon.svg").read_text("utf-8"), MARGIN, height / 2 - LOGO, LOGO))
    parts.append(
        f'<g transform="translate({MARGIN} {height / 2 + NAME})" fill="{colours["ink"]}">{outlines("Kesu")}</g>'
    )
    for number, rules in enumerate(GAMES.values()):
        row, column = divmod(number, columns)
        place = (left + column * (wide + GAP), top + row * (high + GAP), wide, high)
        parts.append(coloured(boards(rules, place, drawn), in_game(colours, rules.name)))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    image = Image.open(io.BytesIO(png(svg, width))).convert("RGB")
    return shrunk(image.quantize(MOST_COLOURS, dither=Image.Dither.NONE))


def outlines(text: str) -> str:
    """Returns a text in the display font as SVG, beginning at the origin."""
    font = TTFont(io.BytesIO(fonts.face(["latin"], fonts.LATIN, None)))
    glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), NAME / font["head"].unitsPerEm
    pen, x = SVGPathPen(glyphs), 0
    for letter in text:
        glyph = glyphs[names[ord(letter)]]
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, 0)))
        x += glyph.width * scale
    return f'<path d="{pen.getCommands()}"/>'


def tokens() -> dict[str, str]:
    """Returns the style sheet's colours in the light theme: "ink", "tone-3", and each game's accent under its name."""
    style = (ROOT / "static" / "style" / "tokens.css").read_text(encoding="utf-8")
    accents = re.findall(r'\[data-game="([\w-]+)"\] \{ --accent: light-dark\((#\w+)', style)
    return {**dict(re.findall(r"--([\w-]+): light-dark\((#\w+)", style)), **dict(accents)}


def in_game(colours: Mapping[str, str], name: str) -> dict[str, str]:
    """Returns the colours on the boards of a game."""
    accent = colours[name]
    tints = {"tray": mixed(accent, colours["raised"]), "well": mixed(accent, colours["hollow"])}
    return {**colours, "accent": accent, **tints}


def mixed(accent: str, with_: str) -> str:
    """Mixes some accent into another colour, each "#rrggbb"."""
    pairs = [(int(accent[i : i + 2], 16), int(with_[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(TINT * one + (1 - TINT) * other):02x}" for one, other in pairs)


def coloured(svg: str, colours: Mapping[str, str]) -> str:
    """Returns the SVG with the style sheet's variables replaced by these colours."""
    return re.sub(r"var\(--([\w-]+)\)", lambda found: colours[found[1]], svg)


def boards(rules: Rules[Any], place: tuple[float, float, float, float], drawn: Mapping[str, str]) -> str:
    """Returns a game's boards in the middle of an area (left, top, width and height), as SVG."""
    left, top, width, height = place
    shown = midgame(rules.name).view.boards
    rows, columns = len(shown[0].rows) - shown[0].hidden, len(shown[0].rows[0])
    apart = 2 * RIM + GAP / 2
    cell = min((width - 2 * RIM - (len(shown) - 1) * apart) / (columns * len(shown)), (height - 2 * RIM) / rows)
    left += (width - columns * cell * len(shown) - (len(shown) - 1) * apart) / 2
    top += (height - rows * cell) / 2
    tray = f'rx="{1.4 * RIM}" fill="var(--tray)" stroke="var(--line)"'
    found = []
    for board in shown:
        size = f'width="{columns * cell + 2 * RIM}" height="{rows * cell + 2 * RIM}"'
        found.append(f'<rect x="{left - RIM}" y="{top - RIM}" {size} {tray}/>')
        found.append(
            f'<g transform="translate({left} {top}) scale({cell / openings.CELL})">{cells(rules, board, drawn)}</g>'
        )
        left += columns * cell + apart
    return "".join(found)


def cells(rules: Rules[Any], board: Board, drawn: Mapping[str, str]) -> str:
    """Returns the visible cells of a board as SVG."""
    rows = board.rows[board.hidden :]
    return "".join(
        f'<g transform="translate({openings.CELL * c} {openings.CELL * r})">{drawn[f"{rules.name}-well"]}'
        f"{drawn.get(f'{rules.name}-a{ord(letter)}', '')}</g>"
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
    )
