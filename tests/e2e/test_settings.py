"""The settings: they apply at once, are stored, and can be reset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Player, expected, names


@pytest.fixture
def settings(desk: Player) -> Iterator[Player]:
    desk.go("?game=nineteen&seed=3")
    desk.page.click("#open-settings")
    yield desk
    if not desk.page.locator("#settings").is_visible():
        desk.page.click("#open-settings")
    desk.page.get_by_role("button", name="Reset all").click()
    desk.page.get_by_role("button", name="Done").click()


def slide(player: Player, name: str, value: int) -> None:
    player.page.locator(f"#settings [name={name}]").fill(str(value))


def background(player: Player) -> str:
    colour: str = player.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return colour


def test_themes_sizes_palettes_and_shapes_apply_at_once(settings: Player) -> None:
    seen = set()
    for theme in ("light", "dark", "contrast"):
        settings.page.select_option("#settings [name=theme]", theme)
        seen.add((background(settings), settings.pixel(14, 0)))
    assert len(seen) == 3, "page and canvas change"
    canvas = settings.page.locator(".board-frame canvas")
    whole = canvas.evaluate("c => c.clientHeight")
    slide(settings, "size", 50)
    assert canvas.evaluate("c => c.clientHeight") < 0.6 * whole
    slide(settings, "size", 100)
    settings.page.get_by_role("button", name="Done").click()
    settings.page.click("#go-on")
    settings.press("Space", "KeyP")
    row, column = next(
        (r, c) for r, row in enumerate(settings.rows()) for c, cell in enumerate(row) if r > 8 and cell != "empty"
    )
    settings.page.click("#open-settings")
    plain = set()
    for palette in ("usual", "safe", "blue", "mono"):
        settings.page.select_option("#settings [name=palette]", palette)
        plain.add(settings.pixel(row, column, dx=0.15))
    assert len(plain) == 4

    def picture() -> set[tuple[int, ...]]:
        return {settings.pixel(row, column, dx=0.3 + 0.05 * i, dy=0.5) for i in range(9)}

    with_shape = picture()
    settings.page.locator("#settings [name=shapes]").uncheck()
    assert len(picture()) < len(with_shape), "the cell has one plain colour inside"


def test_key_conflict_is_shown(settings: Player) -> None:
    settings.page.get_by_role("button", name="Change the key for Left", exact=True).click()
    settings.press("KeyU", "KeyN")
    expect(settings.page.locator("#new-game")).to_be_hidden()  # keys do not play while the dialog is open
    expect(settings.page.locator("#settings .error")).to_have_text("U is used for more than one action: Left, Undo")
    assert settings.page.locator("#settings kbd.doubled").count() == 2


def test_remapped_key_works_after_a_reload(fresh: Player) -> None:
    fresh.load("?game=push-clear&seed=7")
    fresh.page.click("#open-settings")
    fresh.page.get_by_role("button", name="Change the key for Left", exact=True).click()
    fresh.press("KeyF")
    fresh.page.select_option("#settings [name=theme]", "dark")
    fresh.page.get_by_role("button", name="Done").click()
    fresh.press("KeyF")
    fresh.expect_rows(names(expected("push-clear", 7, ["left"])))
    fresh.load("?game=push-clear&seed=8")
    assert fresh.page.evaluate("document.documentElement.dataset.theme") == "dark"
    fresh.press("KeyF")
    fresh.expect_rows(names(expected("push-clear", 8, ["left"])))
    fresh.press("ArrowLeft")
    assert fresh.status() == "", "the old key does nothing"


def test_keys_play_after_the_dialog_closes_and_press_buttons_on_home(settings: Player) -> None:
    settings.page.get_by_role("button", name="Done").click()
    expect(settings.page.locator("#main")).to_be_focused()
    settings.press("Space")  # resumes the game
    expect(settings.page.locator("#settings")).to_be_hidden()
    expect(settings.page.locator("#go-on")).to_be_hidden()
    settings.go("./")
    settings.page.click("#open-settings")
    settings.press("Escape")
    expect(settings.page.locator("#open-settings")).to_be_focused()
