"""A game for two against the computer: won, paused, undone, continued after a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import READY, Player

NAME = "biquadris"


def test_a_link_without_a_seed_asks_who_plays_even_after_a_reload(fresh: Player) -> None:
    """The page draws a seed and puts it into the address, which then looked like the link to a game for two people."""
    fresh.page.route("**/hot-*.wasm", lambda _route: None)
    fresh.page.goto(fresh.site + "?game=duel", wait_until="domcontentloaded")
    fresh.page.wait_for_function("document.body.dataset.drawn")
    fresh.page.unroute("**/hot-*.wasm")
    fresh.page.reload()
    fresh.page.wait_for_function(READY, timeout=90_000)
    expect(fresh.page.locator("#veil-text")).to_have_text("Who plays?")
    assert fresh.page.locator(".player").all_inner_texts() == ["You", "Pip"]


@pytest.mark.parametrize("name", ["duel", "biquadris"])
def test_a_link_with_only_a_seed_opens_against_whom_one_usually_plays(desk: Player, name: str) -> None:
    """It once opened a game for two people, against whomever one usually plays."""
    players = desk.page.locator(".board .player")
    desk.go(f"?game={name}&seed=5")
    expect(desk.page.locator("#veil-text")).to_have_text("Who plays?")
    expect(players).to_have_text(["You", "Pip"])
    desk.page.click("#go-other")
    expect(players).to_have_text(["Player 1", "Player 2"])
    desk.press("Space").settle()
    desk.go_on("./").go_on(f"?game={name}&seed=6")  # two people play here
    expect(players).to_have_text(["Player 1", "Player 2"])
    expect(desk.page.locator("#veil")).to_be_hidden()
    desk.go_on("./").go_on(f"?game={name}&computer=3&seat=1&seed=5")
    expect(players).to_have_text(["Brick", "You"])
    desk.go_on("./").go_on(f"?game={name}&seed=6")
    expect(players).to_have_text(["Brick", "You"])
    assert desk.saved(name)["seed"] == 6 and "seed=6" in desk.page.evaluate("location.search")
    desk.go_on("./").go_on(f"?game={name}&computer=no&seed=6")  # a link that says so
    expect(players).to_have_text(["Player 1", "Player 2"])


def test_nothing_plays_until_it_is_said_who_plays(phone: Player) -> None:
    """The pad and Hint looked alive; a tap on the pad chose the computer, and Hint did nothing."""
    phone.go("?game=biquadris&seed=5").settle()
    pad, hint = phone.page.locator("#pad button"), phone.page.locator("[data-action=hint]").first
    expect(phone.page.locator("#veil-text")).to_have_text("Who plays?")
    expect(hint).to_be_disabled()
    assert {pad.nth(i).evaluate("e => getComputedStyle(e.parentNode).opacity") for i in range(pad.count())} == {"0.6"}
    box = pad.first.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.page.locator("#veil")).to_be_visible()
    phone.page.tap("#go-on")
    phone.settle()
    expect(hint).to_be_enabled()
    phone.page.tap('#pad [data-word="drop"]')
    phone.settle()
    assert phone.saved("biquadris")["inputs"][:1] == ["drop"]


def test_opponent_can_be_chosen_in_the_new_game_dialog(desk: Player) -> None:
    desk.go(f"?game={NAME}&computer=no&seed=3").press("KeyN")
    dialog = desk.page.locator("#new-game")
    seat, note = dialog.get_by_role("group", name="Who starts"), dialog.locator(".note").first
    expect(seat).to_be_hidden()
    expect(note).to_have_text("Two players take turns on this device.")
    dialog.get_by_role("radio", name="Pip").check()
    expect(seat).to_be_visible()
    expect(note).to_have_text("You play against the computer.")
    dialog.get_by_role("radio", name="3", exact=True).check()
    expect(dialog).to_contain_text("Blocks are heavy")
    expect(dialog.get_by_label("block file").first).to_be_hidden()
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(desk.page.locator(".board .player")).to_have_text(["You", "Pip"])
    query = desk.page.evaluate("location.search")
    assert "computer=1" in query and "startlevel=3" in query
    desk.go("?game=chain&seed=3").press("KeyN")
    expect(dialog.get_by_role("group", name="Opponent")).to_have_count(0)
    desk.press("Escape")


def test_first_visit_asks_who_plays(fresh: Player) -> None:
    page = fresh.load(f"?game={NAME}").page
    start, other = page.locator("#go-on"), page.locator("#go-other")
    expect(start).to_have_text("Against the computer: Pip (Easy)")
    expect(other).to_have_text("Two players")
    fresh.press("Space")
    assert fresh.saved(NAME)["inputs"] == [], "the key only starts the game"
    expect(other).to_be_hidden()
    expect(page.locator(".board .player")).to_have_text(["You", "Pip"])
    expect(page.locator("#figures .figure", has_text="Player to move").locator("dd")).to_have_text("You")
    fresh.go_on("./").go_on(f"?game={NAME}")
    other.click()
    expect(page.locator(".board .player")).to_have_text(["Player 1", "Player 2"])
    expect(page.locator("#figures .figure", has_text="Player to move").locator("dd")).to_have_text("1")
    expect(page.locator("#veil")).to_be_hidden()
    fresh.press("ArrowRight", "Space")
    assert fresh.saved(NAME)["inputs"] == ["right", "drop"]
    fresh.go_on("./").go_on(f"?game={NAME}")
    expect(page.locator("#veil")).to_be_hidden()
    fresh.go("?game=duel&computer=no&seed=3")
    expect(page.locator("#veil")).to_be_hidden()
    expect(page.locator(".board .player")).to_have_text(["Player 1", "Player 2"])
