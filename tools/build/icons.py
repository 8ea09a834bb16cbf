"""Draws static/icon.svg in the sizes that systems need.

It supports the part of SVG that the icon uses: groups of squares with round corners and circles, each group in one
colour.
"""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw

from tools.build import fonts, preview
from tools.setup.paths import ROOT

SOURCES = (
    *(Path(__file__), Path(preview.__file__), Path(fonts.__file__)),
    *(ROOT / "static" / name for name in ("icon.svg", "style/tokens.css")),
)
"""The files that the pictures depend on."""
FINER = 8
"""Supersampling factor: pixels are drawn this many times smaller, then averaged."""
PAPER = "#eef1f3"
"""The background of icons that systems cut to a shape."""
SHARE = 0.6
"""The drawing's share of a maskable icon's width: systems cut up to a fifth off every side."""


def pictures() -> dict[str, bytes]:
    """Returns the pictures as PNG, by their names in static/."""
    source = ROOT / "static" / "icon.svg"
    return {
        "icon-192.png": draw(source, 192),
        "icon-512.png": draw(source, 512),
        "icon-maskable-512.png": draw(source, 512, SHARE, PAPER),
        "icon-touch-180.png": draw(source, 180, 0.8, PAPER),
        "preview.png": preview.picture(draw(source, 168)),
    }


def draw(source: Path, size: int, share: float = 1.0, paper: str | None = None) -> bytes:
    """Returns the icon as a square PNG of this size, with the drawing scaled to this share."""
    root = ET.fromstring(source.read_text(encoding="utf-8"))
    _x, _y, width, _height = map(float, root.attrib["viewBox"].split())
    scale = size * FINER * share / width
    shift = size * FINER * (1 - share) / 2
    image = Image.new("RGBA", (size * FINER, size * FINER), paper or (0, 0, 0, 0))
    for group in root:
        layer = Image.new("RGBA", image.size)
        pen, strength = ImageDraw.Draw(layer), round(255 * float(group.attrib.get("opacity", 1)))
        colour = (*ImageColor.getrgb(group.attrib["fill"])[:3], strength)
        for shape in group:
            kind, about = shape.tag.rpartition("}")[2], {name: float(text) for name, text in shape.attrib.items()}
            if kind == "rect":
                box = [about["x"], about["y"], about["x"] + about["width"], about["y"] + about["height"]]
                corner = about["rx"] * scale
            else:
                box = [about[f"c{axis}"] + sign * about["r"] for sign in (-1, 1) for axis in "xy"]
                corner = about["r"] * scale
            place = [shift + scale * value for value in box]
            pen.rounded_rectangle(place, corner, fill=colour)
        image.alpha_composite(layer)
    out = io.BytesIO()
    image.resize((size, size), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()
