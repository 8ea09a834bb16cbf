"""SVG made into PNG by resvg."""

import io

import resvg_py
from PIL import Image


def png(svg: str, width: int) -> bytes:
    """Returns a picture of this width in pixels; it must have no text, for which every system has other fonts."""
    return resvg_py.svg_to_bytes(svg, width=width, skip_system_fonts=True)


def opened(svg: str, x: float, y: float, side: float) -> str:
    """Returns a square SVG as a part of another."""
    return svg.replace("<svg", f'<svg x="{x}" y="{y}" width="{side}" height="{side}"', 1)


def shrunk(picture: Image.Image) -> bytes:
    """Returns a picture as a PNG with few bytes."""
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
