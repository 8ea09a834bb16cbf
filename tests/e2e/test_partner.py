"""The partner: a hint is shown and spoken and can be followed; a demo plays at any speed and can be taken over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from game.play.partner import Pointed, pointed
from game.rules import GAMES
from game.text.names import turn_name
from game.words import Translator
from tests.e2e.conftest import Player, expected
from tools.samples.some_moves import between_people

KEEP = """name => { const board = document.querySelector('.board-frame canvas');
    const copy = new OffscreenCanvas(board.width, board.height);
    copy.getContext('2d', { willReadFrequently: true }).drawImage(board, 0, 0);
    window[name] = copy }"""
CHANGED = """([rows, columns, cells]) => cells.filter(([row, column]) => {
    const side = seenBefore.width / columns, x = Math.round(column * side), y = Math.round(row * side);
    const data = picture => [...picture.getContext('2d').getImageData(x, y, side, side).data].join();
    return data(seenBefore) !== data(seenHinted) }).length"""


def begin(player: Player, name: str) -> None:
    player.go(between_people(name, 3))
    if GAMES[name].timed:
        player.page.click("#go-on")


def inputs_of(player: Player, name: str) -> list[str]:
    """Returns the inputs without ticks."""
    return [word for word in player.saved(name)["inputs"] if word != "tick"]


@pytest.mark.parametrize("name", ["push-clear", "nineteen"])
def test_hint_shows_its_reason_and_can_be_followed(desk: Player, name: str) -> None:
    begin(desk, name)
    desk.page.evaluate(KEEP, "seenBefore")
    desk.press("KeyI")
    expect(desk.page.locator("#status-text")).to_have_text(re.compile(r"\. Seeing it counts as help\.$"))
    desk.press("KeyI")
    offer = desk.page.get_by_role("button", name="Play this move")
    expect(offer).to_be_visible(timeout=10_000)
    desk.page.evaluate(KEEP, "seenHinted")
    arrow = desk.page.locator(".board-frame .arrow path").first.get_attribute("d")
    seen, spoken, reason = desk.rows(), desk.page.locator("#status-more").text_content(), desk.status()
    assert reason.endswith("."), reason
    offer.click()
    expect(offer).to_be_hidden()
    expect(desk.page.locator(".board-frame .arrow").first).to_be_hidden()
    desk.press("KeyP")
    played = inputs_of(desk, name)
    assert spoken == turn_name(GAMES[name], played, Translator()) + "."
    before = expected(name, 3, [])
    there: Pointed = pointed(before.rules, before.state, tuple(played))
    cells = [list(cell) for cell in there.cells]
    assert desk.page.evaluate(CHANGED, [len(seen), len(seen[0]), cells]) == len(cells) > 0
    assert bool(arrow) == bool(there.arrow), "a move from cell to cell has an arrow"


LAVISH = "Object.defineProperty(Navigator.prototype, 'connection', { configurable: true, get: () => undefined });"
WARM_UP = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    return (await loadPyodide()).runPython(`
        import gc
        from game.web.stage.warm_up import IdleWarmUp
        gc.unfreeze()  # what was there at the start is hidden otherwise
        [warm_up] = [each for each in gc.get_objects() if isinstance(each, IdleWarmUp)]
        f"{len(warm_up._ready)} begun, {'some' if warm_up._thoughts else 'nothing'} left"`);
}"""


def test_hint_is_prepared_while_the_player_is_idle(fresh: Player) -> None:
    fresh.page.add_init_script(LAVISH)
    page = fresh.load("?game=nineteen&seed=7&calm=1").page
    page.evaluate("kesuPart('whole')")
    for key in ("ArrowLeft", "ArrowRight") * 4:
        fresh.press(key)
        page.wait_for_timeout(100)  # a player's pace, at which nothing can be prepared
    assert page.evaluate(WARM_UP) == "1 begun, some left"
    page.wait_for_function(f"({WARM_UP})().then((said) => said === '1 begun, nothing left')")
    fresh.go("?game=nineteen&seed=8&calm=1").press("ArrowLeft")
    assert page.evaluate(WARM_UP) == "1 begun, nothing left"
