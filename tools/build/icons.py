"""static/icon.svg as PNG in the sizes that systems need, and the preview picture of links."""

import io
from pathlib import Path

from PIL import Image

from tools.build import fonts, preview, svg
from tools.samples import some_moves
from tools.setup.paths import ROOT

SOURCES = (
    *(Path(str(module.__file__)) for module in (fonts, preview, some_moves, svg)),
    *(Path(__file__), *(ROOT / "static" / name for name in ("icon.svg", "style/tokens.css"))),
)
"""The files that the pictures depend on, besides the pictures of symbols."""
PAPER = "#eef1f3"
"""The background of icons that systems cut to a shape."""
SHARE = 0.6
"""The drawing's share of a maskable icon's width: systems cut up to a fifth off every side."""


def pictures(symbols: str) -> dict[str, bytes]:
    """Returns the pictures as PNG, by their names in static/, given the pictures of all symbols as SVG."""
    icon = (ROOT / "static" / "icon.svg").read_text(encoding="utf-8")
    return {
        "icon-192.png": draw(icon, 192),
        "icon-512.png": draw(icon, 512),
        "icon-maskable-512.png": draw(on_paper(icon, SHARE), 512),
        "icon-touch-180.png": draw(on_paper(icon, 0.8), 180),
        "preview.png": preview.picture(symbols),
    }


def on_paper(icon: str, share: float) -> str:
    """Returns the icon at this share of its width, in the middle of its background."""
    paper = f'<rect width="1" height="1" fill="{PAPER}"/>'
    within = svg.opened(icon, (1 - share) / 2, (1 - share) / 2, share)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{paper}{within}</svg>'


def draw(icon: str, size: int) -> bytes:
    """Returns an SVG as a square PNG of this size."""
    return svg.shrunk(Image.open(io.BytesIO(svg.png(icon, size))))
