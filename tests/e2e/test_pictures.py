"""Compares every screen with pictures that a person has checked; CONTRIBUTING.md says how to refresh them.

The comparison does not depend on a machine's fonts: canvases and card drawings are scaled to a fixed cell size, and the
positions of a screen's parts are fractions of the window.
"""

from __future__ import annotations

import base64
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator

from game.rules import GAMES
from tests.e2e.conftest import DESK, PICTURES, Player
from tests.e2e.screens import reset, show

KEPT = Path(__file__).parent / "pictures"
NEW = os.environ.get("KESU_PICTURES") == "new"
"""Whether to store the pictures instead of comparing them."""

SIZES = ((360, 640), (768, 1024), (1440, 900))
CELL = 10
"""Pixels per cell in a stored picture."""

MEAN, FAR, FEW = 5.0, 60, 0.015
"""The average difference allowed, the difference from which a pixel counts as changed, and the share of changed pixels
allowed."""

SHIFT = 0.045
"""How far a part may be out of place, as a fraction of the window, because fonts differ a little in line height."""

PARTS = {
    "home": (".cards", ".card svg", "#open-records"),
    "game": (".board-frame canvas", ".board-head", ".status", "#pad", "#actions", ".seed"),
}

BOX = """e => { const b = e.getBoundingClientRect();
return [b.left / innerWidth, (b.top + scrollY) / innerHeight, b.right / innerWidth, (b.bottom + scrollY) / innerHeight]
.map(n => Math.round(n * 1000) / 1000) }"""

FITTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"
"""Waits for the frame in which the boards are redrawn after a resize."""


@pytest.fixture
def seen(desk: Player) -> Iterator[Player]:
    """The desktop page, restored at the end; the mouse is on no card, whose board would come alive."""
    desk.page.mouse.move(2, 2)
    yield desk
    desk.page.emulate_media(color_scheme="light")
    desk.page.set_viewport_size(DESK["viewport"])
    reset(desk)


def drawn(player: Player, name: str) -> Image.Image:
    """Returns a game's boards or home's drawings side by side, all at the same cell size."""
    if name == "home":
        return in_a_row([_shot(card).resize((96, 96)) for card in player.page.locator(".card svg").all()])
    boards = []
    for number, canvas in enumerate(player.page.locator(".board-frame canvas").all()):
        data = str(canvas.evaluate("c => c.toDataURL()")).partition(",")[2]
        rows = player.rows(number)
        picture = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
        boards.append(picture.resize((len(rows[0]) * CELL, len(rows) * CELL), Image.Resampling.BOX))
    return in_a_row(boards)


def _shot(element: Locator) -> Image.Image:
    return Image.open(io.BytesIO(element.screenshot())).convert("RGB")


def in_a_row(pictures: list[Image.Image]) -> Image.Image:
    """Joins pictures in a row."""
    sheet = Image.new("RGB", (sum(p.width for p in pictures), max(p.height for p in pictures)))
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width
    return sheet


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Returns the average difference of two pictures and the share of pixels that differ clearly."""
    apart = ImageChops.difference(one, other).convert("L")
    far = sum(apart.histogram()[FAR:]) / (apart.width * apart.height)
    return ImageStat.Stat(apart).mean[0], far


def compare(picture: Image.Image, name: str) -> None:
    file = KEPT / f"{name}.png"
    if NEW:
        picture.quantize(128, Image.Quantize.MAXCOVERAGE).save(file, optimize=True)
        return
    kept = Image.open(file).convert("RGB")
    mean, far = difference(kept, picture) if kept.size == picture.size else (255.0, 1.0)
    if mean > MEAN or far > FEW:
        PICTURES.mkdir(exist_ok=True)
        picture.save(PICTURES / f"other-{name}.png")
    assert mean <= MEAN and far <= FEW, f"{name} looks different ({mean:.1f}, {far:.3f}): see screenshots/"


def boxes(player: Player, name: str) -> dict[str, list[float]]:
    """Returns the positions of a screen's parts as fractions of the window."""
    found = {}
    for part in PARTS["home" if name == "home" else "game"]:
        element = player.page.locator(part).first
        if element.is_visible():
            found[part] = element.evaluate(BOX)
    return found


@pytest.mark.parametrize("name", ["home", *GAMES])
def test_screens_match_their_pictures(seen: Player, name: str) -> None:
    file = KEPT / "boxes.json"
    kept: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    show(seen, name)
    for width, height in SIZES:
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.page.evaluate(FITTED)
        if name != "home":  # home's drawings are smaller on a phone; only the large ones are compared
            compare(drawn(seen, name), f"{name}-light")
        stand, key = boxes(seen, name), f"{name} {width}x{height}"
        if NEW:
            kept[key] = stand
            continue
        assert stand.keys() == kept[key].keys(), key
        for part, box in stand.items():
            apart = max(abs(a - b) for a, b in zip(box, kept[key][part], strict=True))
            assert apart <= SHIFT, (key, part, "stands at", box, "and stood at", kept[key][part])
    if name == "home":
        compare(drawn(seen, name), "home-light")
    seen.page.emulate_media(color_scheme="dark")
    seen.page.evaluate(FITTED)
    compare(drawn(seen, name), f"{name}-dark")
    if NEW:
        file.write_text(json.dumps(kept, indent=1) + "\n")


def test_changed_picture_is_detected() -> None:
    kept = Image.open(KEPT / "chain-light.png").convert("RGB")
    other = kept.copy()
    other.paste(kept.crop((0, kept.height - 2 * CELL, CELL, kept.height - CELL)), (3 * CELL, 5 * CELL))
    other.paste((200, 40, 40), (CELL, CELL, 3 * CELL, 2 * CELL))
    assert difference(kept, kept) == (0, 0)
    assert difference(kept, other)[1] > FEW, "a change of two cells must be detected"
