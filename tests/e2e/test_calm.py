"""A game with a clock, started without time pressure: nothing falls by itself, wherever the game is continued."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.e2e.conftest import Player, expected, names

LATER = "() => new Promise(done => setTimeout(done, 1500))"


def assert_played(player: Player, *words: str) -> None:
    """Checks that exactly these words have been played, now and a moment later."""
    session = expected("nineteen", 3, list(words), calm=True)
    player.expect_rows(names(session))
    player.page.evaluate(LATER)
    assert player.rows() == names(session)
    if words[-1:] == ("drop",):  # otherwise it is stored next to the save
        assert player.saved("nineteen")["inputs"] == list(words)


def test_no_hurry_can_be_chosen_and_survives_a_reload(fresh: Player) -> None:
    page = fresh.load("?game=nineteen&seed=3").page
    expect(page.locator("#go-on")).to_have_text("Start")
    fresh.press("KeyN")
    dialog = page.locator("#new-game")
    dialog.get_by_label("No hurry").check()
    dialog.get_by_text("Advanced").click()
    dialog.get_by_label("Seed").fill("3")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#title")).to_have_text("Nineteen no hurry")
    expect(page.locator("#veil")).to_be_hidden()
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
    assert page.evaluate("location.search") == "?game=nineteen&calm=1&seed=3"
    assert_played(fresh)
    page.keyboard.down("ArrowLeft")  # a held key still repeats
    page.wait_for_timeout(500)  # how long it is held
    page.keyboard.up("ArrowLeft")
    assert_played(fresh, "left", "left", "left", "left")
    fresh.press("Space")
    page.reload()
    page.wait_for_function("document.body.dataset.ready === '1'", timeout=90_000)
    expect(page.locator("#veil")).to_be_hidden()
    assert_played(fresh, "left", "left", "left", "left", "drop")
    page.get_by_role("button", name="Replay").click()
    fresh.press("Escape")
    assert_played(fresh, "left", "left", "left", "left", "drop")
    for _drop in range(30):
        fresh.press("Space")
    expect(page.locator("#end-card")).to_be_visible()
    fresh.settle()
    kept = json.loads(str(page.evaluate("localStorage.getItem('kesu/statistics')")))
    assert [*kept["presets"]] == ["nineteen/1/calm=1"]
    page.get_by_role("button", name="Play again").first.click()
    expect(page.locator("#title")).to_have_text("Nineteen no hurry")
    assert "calm=1" in page.evaluate("location.search")
