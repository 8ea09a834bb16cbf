"""The animated picture: screens of all games side by side, in sync, and small enough for a README."""

from __future__ import annotations

import io

import pytest

pytest.importorskip("PIL", reason="Pyodide here has no Pillow")

from PIL import Image, ImageSequence

from tools.dev import moving_picture

pytestmark = pytest.mark.native

COLOURS = ("#c03030", "#30c030", "#3030c0")


def screens(colours: tuple[str, ...]) -> list[Image.Image]:
    return [Image.new("RGB", (moving_picture.WIDTH, 300), colour) for colour in colours]


def test_each_moment_has_all_games_in_order() -> None:
    first, second = moving_picture.side_by_side([screens(COLOURS[:2]), screens(COLOURS[1:])])
    step = moving_picture.WIDTH + moving_picture.GAP
    assert first.size == (2 * step - moving_picture.GAP, 300)
    assert [first.getpixel((x, 9)) for x in (0, step)] == [(0xC0, 0x30, 0x30), (0x30, 0xC0, 0x30)]
    assert [second.getpixel((x, 9)) for x in (0, step)] == [(0x30, 0xC0, 0x30), (0x30, 0x30, 0xC0)]
    assert first.getpixel((moving_picture.WIDTH, 9)) == (255, 255, 255)


def test_the_picture_loops_through_every_frame() -> None:
    data, quality = moving_picture.animate(screens(COLOURS))
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.format, picture.info["loop"]) == ("WEBP", 0)
        assert len(list(ImageSequence.Iterator(picture))) == 3
        picture.seek(1)
        picture.load()
        assert picture.info["duration"] == 200
    assert quality == moving_picture.QUALITIES[0]


def test_a_picture_that_is_too_large_loses_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = [Image.effect_noise((200, 300), 90).convert("RGB") for _ in range(3)]
    good, _quality = moving_picture.animate(noise)
    monkeypatch.setattr(moving_picture, "LARGEST", len(good) * 3 // 4)
    small, quality = moving_picture.animate(noise)
    assert len(small) <= len(good) * 3 // 4 and quality < moving_picture.QUALITIES[0]
