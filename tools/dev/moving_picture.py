"""Films all games while the computer demonstrates them: docs/games.webp, for the README.

Each game is filmed on a phone's screen; then they are put side by side in one animated picture. Frames keep their
original timing, and a busy machine drops some: look at the result.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from game.rules import GAMES
from tools.measure.harness.browsing import OPENED, PATIENCE, chromium, served
from tools.measure.harness.results import add_games
from tools.samples.some_moves import between_people
from tools.setup.browser import wait_for
from tools.setup.paths import ROOT
from tools.setup.progress import line

SECONDS, BETWEEN = 8.0, 0.2
"""Seconds that a game is filmed, and between frames."""
SCREEN = {"width": 360, "height": 640}
WIDTH, GAP = 160, 8
"""Pixels per game in the picture, and between two games."""
SEED = 7
LARGEST = 700_000
"""The most bytes of the picture."""
QUALITIES = (80, 70, 60, 50, 40, 20)
"""The first quality that fits the limit is used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Films the games and writes the picture."""
    parser = argparse.ArgumentParser(prog="python -m tools.dev.moving_picture", description=__doc__)
    add_games(parser)
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "games.webp")
    given = parser.parse_args(arguments)
    with served() as site, chromium() as browser:
        films = [film(browser, site, name) for name in given.names or GAMES]
    data, quality = animate(joined_films(films))
    given.to.write_bytes(data)
    line(f"{given.to}: {len(data) / 1e3:.0f} kB at quality {quality}, {len(films)} games, {len(films[0])} pictures")
    return 0


def film(browser: Browser, url: str, name: str) -> list[Image.Image]:
    """Yields screens of one game, BETWEEN seconds apart, while the computer demonstrates it."""
    context = browser.new_context(viewport=SCREEN, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{url}{between_people(name, SEED)}")
    wait_for(page, OPENED, timeout=PATIENCE)
    page.evaluate("document.querySelector('[data-action=\"demo\"]').click()")
    began, seen = time.monotonic(), []
    for number in range(round(SECONDS / BETWEEN)):
        page.wait_for_timeout(max(0.0, 1000 * (began + number * BETWEEN - time.monotonic())))
        picture = Image.open(io.BytesIO(page.screenshot(type="png"))).convert("RGB")
        seen.append(picture.resize((WIDTH, WIDTH * SCREEN["height"] // SCREEN["width"]), Image.Resampling.LANCZOS))
    context.close()
    return seen


def joined_films(films: Sequence[Sequence[Image.Image]]) -> list[Image.Image]:
    """Returns one picture of all games for each moment."""
    height = films[0][0].height
    moments = []
    for pictures in zip(*films, strict=True):
        moment = Image.new("RGB", (len(films) * (WIDTH + GAP) - GAP, height), "white")
        for number, picture in enumerate(pictures):
            moment.paste(picture, (number * (WIDTH + GAP), 0))
        moments.append(moment)
    return moments


def animate(moments: Sequence[Image.Image]) -> tuple[bytes, int]:
    """Returns a looping animated WebP, no larger than LARGEST if possible, and its quality."""
    for quality in QUALITIES:
        out = io.BytesIO()
        first, *others = moments
        duration = round(1000 * BETWEEN)
        first.save(
            out, "WEBP", save_all=True, append_images=others, duration=duration, loop=0, quality=quality, method=4
        )
        if out.tell() <= LARGEST:
            break
    return out.getvalue(), quality


if __name__ == "__main__":
    sys.exit(main())
