"""The computer's opponents as persons: whom a player can choose, wins, faces, and the settings' switch."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from game.session.records import Records
from tests.e2e.conftest import Player


def beat(player: Player, **won: int) -> None:
    """Stores statistics with wins of Duel against strengths of the computer ("s1")."""
    found = Records("a")
    for name, count in won.items():
        for number in range(count):
            found.add(f"duel/1/computer={name[1:]}", number, 1, 60, False, number)
    player.page.evaluate("text => localStorage.setItem('kesu/statistics', text)", found.text())


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_next_opponent_opens_by_beating_the_last(device: str, request: pytest.FixtureRequest) -> None:
    player: Player = request.getfixturevalue(device)
    player.go("?game=duel&computer=1&seed=3")
    expect(player.page.locator(".board .player")).to_have_text(["You", "Pip"])
    expect(player.page.locator(".board .player .face")).to_have_count(1)
    dialog = player.page.locator("#new-game")
    player.choose("new")
    assert [dialog.get_by_role("radio", name=name).is_enabled() for name in ("Pip", "Loop", "Brick", "Gem")] == [
        True, False, False, False,
    ]  # fmt: skip
    expect(dialog.locator(".opponents")).to_contain_text("Beat Pip to play Loop.")
    player.press("Escape")
    beat(player, s1=2, s2=1)
    player.choose("new")
    expect(dialog.get_by_role("radio", name="Pip")).to_have_accessible_name("Pip Easy 2 wins")
    expect(dialog.get_by_role("radio", name="Spike")).to_be_disabled()
    dialog.get_by_role("radio", name="Brick").check()
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(player.page.locator(".board .player")).to_have_text(["You", "Brick"])
    assert "computer=3" in player.page.evaluate("location.search")


def test_settings_open_all_opponents_and_a_link_opens_any(desk: Player) -> None:
    desk.go("?game=duel&computer=4&seed=3")
    expect(desk.page.locator(".board .player")).to_have_text(["You", "Spike"])
    desk.page.evaluate("text => localStorage.setItem('kesu/settings', text)", json.dumps({"opponents": True}))
    desk.page.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'kesu/settings' }))")
    desk.press("KeyN")
    radios = desk.page.locator("#new-game .opponents input")
    expect(radios).to_have_count(6)
    assert all(radio.is_enabled() for radio in radios.all())
    expect(desk.page.locator("#new-game .opponents .note")).to_have_count(1)
    desk.press("Escape")
