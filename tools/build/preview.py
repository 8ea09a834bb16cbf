"""The preview picture of links to the site (Open Graph): every game's board in the style sheet's colours."""

from __future__ import annotations

import io
import re
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from game.contract import Board, Rules
from game.rules import GAMES
from tools.build import fonts
from tools.build.positions import midgame
from tools.setup.paths import ROOT

SIZE = (1200, 630)
FINER = 2
"""Supersampling factor: pixels are drawn this many times smaller, then averaged."""
NAME_SIZE, NAME_START = 132, 72
"""The font size of the name, and how far from the left it begins."""
AREA = (450, 36, 1176, 594)
"""The area of the boards: left, top, right, bottom."""
ROWS, GAP, RIM = 2, 20, 10
TINT = 0.09
"""The share of a game's accent in the colour of its tray."""
MOST_COLOURS = 128


def picture(sign: bytes) -> bytes:
    """Returns a PNG; the logo is a square picture."""
    colours = tokens()
    image = Image.new("RGB", (FINER * SIZE[0], FINER * SIZE[1]), colours["paper"])
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = AREA
    columns = -(-len(GAMES) // ROWS)
    width, height = (right - left - GAP * (columns - 1)) / columns, (bottom - top - GAP * (ROWS - 1)) / ROWS
    for number, rules in enumerate(GAMES.values()):
        row, column = divmod(number, columns)
        _draw_game(pen, rules, (left + column * (width + GAP), top + row * (height + GAP), width, height), colours)
    drawn = image.resize(SIZE, Image.Resampling.LANCZOS)
    logo = Image.open(io.BytesIO(sign))
    drawn.paste(logo, (NAME_START, SIZE[1] // 2 - logo.height), logo)
    face = fonts.face(["latin"], fonts.LATIN, None)
    font = ImageFont.truetype(io.BytesIO(face), NAME_SIZE)
    ImageDraw.Draw(drawn).text((NAME_START, SIZE[1] // 2 + NAME_SIZE), "Kesu", colours["ink"], font, "ls")
    out = io.BytesIO()
    drawn.quantize(MOST_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def tokens() -> dict[str, str]:
    """Returns the style sheet's colours in the light theme: "ink", "tone-3", and each game's accent under its name."""
    style = (ROOT / "static" / "style" / "tokens.css").read_text(encoding="utf-8")
    accents = re.findall(r'\[data-game="([\w-]+)"\] \{ --accent: light-dark\((#\w+)', style)
    return {**dict(re.findall(r"--([\w-]+): light-dark\((#\w+)", style)), **dict(accents)}


def _draw_game(pen: Any, rules: Rules[Any], place: tuple[float, float, float, float], colours: dict[str, str]) -> None:
    """Draws a game's boards in the middle of this area: left, top, width and height."""
    left, top, width, height = (FINER * number for number in place)
    boards, rim = midgame(rules.name).view.boards, FINER * RIM
    rows, columns = len(boards[0].rows) - boards[0].hidden, len(boards[0].rows[0])
    apart = 2 * rim + FINER * GAP / 2
    cell = min((width - 2 * rim - (len(boards) - 1) * apart) / (columns * len(boards)), (height - 2 * rim) / rows)
    left += (width - columns * cell * len(boards) - (len(boards) - 1) * apart) / 2
    top += (height - rows * cell) / 2
    accent = colours[rules.name]
    for number, board in enumerate(boards):
        x = left + number * (columns * cell + apart)
        box = (x - rim, top - rim, x + columns * cell + rim, top + rows * cell + rim)
        pen.rounded_rectangle(box, 1.4 * rim, _mixed(accent, colours["raised"]), colours["line"], FINER)
        _draw_board(pen, rules, board, (x, top, cell), {**colours, "accent": accent})


def _draw_board(
    pen: Any, rules: Rules[Any], board: Board, place: tuple[float, float, float], colours: dict[str, str]
) -> None:
    left, top, cell = place
    well = _mixed(colours["accent"], colours["hollow"])
    for r, row in enumerate(board.rows[board.hidden :]):
        for c, letter in enumerate(row):
            x, y = left + c * cell, top + r * cell
            pen.rounded_rectangle(_inner(x, y, cell, 0.03), 0.12 * cell, well)
            symbol = rules.symbols[letter]
            tone = colours["accent"] if symbol.form == "player" else colours[f"tone-{symbol.tone % 8}"]
            if symbol.form in ("box", "block", "fixed", "cover"):
                pen.rounded_rectangle(_inner(x, y, cell, 0.07), 0.16 * cell, tone)
            elif symbol.form in ("ball", "player", "dot"):
                pen.ellipse(_inner(x, y, cell, 0.36 if symbol.form == "dot" else 0.12), tone)


def _inner(x: float, y: float, cell: float, edge: float) -> tuple[float, float, float, float]:
    """Returns the rectangle of a cell without its margin, a share of its side."""
    return x + edge * cell, y + edge * cell, x + (1 - edge) * cell, y + (1 - edge) * cell


def _mixed(accent: str, with_: str) -> str:
    """Mixes some accent into another colour, each "#rrggbb"."""
    pairs = [(int(accent[i : i + 2], 16), int(with_[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(TINT * one + (1 - TINT) * other):02x}" for one, other in pairs)
