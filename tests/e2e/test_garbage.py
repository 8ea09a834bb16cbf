"""Duel: garbage flies from the chain that sent it to above the other board, and bursts when it is cancelled."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Player

START = "?game=duel&colours=3&seed=18"
BEFORE = "drop drop ccw drop ccw drop left drop left drop"
KEYS = {"drop": "Space", "ccw": "KeyZ", "left": "ArrowLeft"}
WATCH = """() => {
    window.flew = [];
    const seen = (changes) => {
        for (const { addedNodes } of changes) window.flew.push(...[...addedNodes].map(() => 1));
    };
    const place = document.querySelector('.flights');
    if (place) new MutationObserver(seen).observe(place, { childList: true });
    else new MutationObserver((changes, watcher) => {
        const made = document.querySelector('.flights');
        if (!made) return;
        watcher.disconnect();
        window.flew.push(...[...made.children].map(() => 1));
        new MutationObserver(seen).observe(made, { childList: true });
    }).observe(document.getElementById('stage'), { childList: true });
}"""
"""Counts the pictures that take off."""


def play(player: Player, words: str) -> Player:
    for word in words.split():
        player.press(KEYS[word]).still()
    return player


def icons(player: Player, board: int) -> int:
    """Returns on how many cells of a board's hidden row something waits: their middles are not the tray's colour."""
    player.still()
    tray = player.pixel(0, 0, board, 0.02, 0.02)
    free = [column for column, name in enumerate(player.rows(board)[0]) if name == "empty"]
    return sum(player.pixel(0, column, board, 0.5, 0.4) != tray for column in free)


def flew(player: Player) -> int:
    return int(player.page.evaluate("flew.length"))


def test_garbage_flies_over_waits_as_icons_and_bursts_when_cancelled(desk: Player) -> None:
    play(desk.go(START), BEFORE)
    assert (icons(desk, 0), icons(desk, 1)) == (0, 0)
    desk.page.evaluate(WATCH)
    play(desk, "ccw drop")
    desk.page.wait_for_function("flew.length >= 5 && !document.querySelector('.flights canvas')")
    assert flew(desk) == 5 and desk.figure("Incoming", 1) == "5", "each small block by itself"
    assert "5 garbage blocks for player 2." in desk.status()
    assert (icons(desk, 0), icons(desk, 1)) == (0, 5)
    play(desk, "ccw drop")
    desk.page.wait_for_function("flew.length >= 15 && !document.querySelector('.flights canvas')")
    assert flew(desk) == 15, "a spark strikes each of the five, which bursts; nothing is left to send"
    assert (icons(desk, 0), icons(desk, 1)) == (0, 0) and desk.figure("Incoming", 1) == "0"
    assert "5 garbage blocks cancelled." in desk.status()


@pytest.mark.parametrize("how", ["setting", "undo"])
def test_icons_appear_without_a_flight(desk: Player, how: str) -> None:
    """With animation turned off, and by undo and redo, nothing flies; what waits is shown all the same."""
    desk.go(START)
    if how == "setting":
        kept = json.dumps({"motion": "off"})
        desk.page.evaluate("text => localStorage.setItem('kesu/settings', text)", kept)
        desk.page.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'kesu/settings' }))")
    play(desk, f"{BEFORE} ccw")
    if how == "undo":
        desk.page.evaluate(WATCH)
        play(desk, "drop").page.wait_for_function("flew.length >= 5 && !document.querySelector('.flights canvas')")
        desk.page.evaluate(WATCH)
        desk.page.locator("#actions [data-action=undo]").click()
        assert icons(desk, 1) == 0
        desk.choose("redo")
    else:
        desk.page.evaluate(WATCH)
        play(desk, "drop")
    assert icons(desk, 1) == 5 and flew(desk) == 0
    expect(desk.page.locator(".flights canvas")).to_have_count(0)
