"""The partner on the page: a hint is shown, told and can be followed; a demo plays and is taken over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from game.rules import GAMES
from tests.e2e.conftest import Player

PLAYED = "([name, most]) => JSON.parse(localStorage.getItem('kesu/save/' + name)).inputs.length > most"

EVERY = pytest.mark.parametrize("name", list(GAMES))


def begin(player: Player, name: str) -> None:
    player.go(f"?game={name}&seed=3")
    if "tick" in GAMES[name].words:
        player.page.click("#go-on")


@EVERY
def test_a_hint_is_shown_with_its_reason_and_can_be_followed(desk: Player, name: str) -> None:
    begin(desk, name)
    desk.press("KeyI")
    offer = desk.page.get_by_role("button", name="Play it")
    expect(offer).to_be_visible(timeout=10_000)
    told = desk.status()
    words, _, reason = told.partition(". ")
    assert reason, told
    offer.click()
    desk.press("KeyP")
    inputs = [word for word in desk.saved(name)["inputs"] if word != "tick"]
    assert inputs == words.split(", ")


@EVERY
def test_a_demo_plays_and_is_taken_over(desk: Player, name: str) -> None:
    begin(desk, name)
    desk.page.get_by_role("button", name="Demo").click()
    expect(desk.page.locator("#status-text")).to_contain_text("A demo", timeout=5000)
    desk.page.wait_for_function(
        "n => JSON.parse(localStorage.getItem('kesu/save/' + n)).inputs.length > 2", arg=name, timeout=9000
    )
    desk.page.get_by_role("button", name="Stop").click()
    expect(desk.page.locator("#status-text")).to_have_text("It is your move.")
    desk.press("KeyP")
    played = [word for word in desk.saved(name)["inputs"] if word != "tick"]
    desk.page.wait_for_timeout(1200)
    assert [word for word in desk.saved(name)["inputs"] if word != "tick"] == played


def test_a_move_of_the_players_own_stops_a_demo(desk: Player) -> None:
    begin(desk, "push-clear")
    desk.press("KeyM")
    desk.page.wait_for_function(
        "JSON.parse(localStorage.getItem('kesu/save/push-clear')).inputs.length > 1", timeout=9000
    )
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        desk.press(key)
    played = desk.saved("push-clear")["inputs"]
    desk.page.wait_for_timeout(1200)
    assert desk.saved("push-clear")["inputs"] == played
    expect(desk.page.locator("#offer")).to_be_hidden()
