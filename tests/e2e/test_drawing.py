"""Drawing: only what changed, nothing while nothing changes, and motion that ends in the right picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.conftest import Player, expected
from tests.e2e.test_games import click_move

COUNT = """(() => {
window.copies = 0;
const copy = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...all) { window.copies++; return copy.apply(this, all) };
window.uncount = () => { CanvasRenderingContext2D.prototype.drawImage = copy };
})()"""


REPLACED = """() => new Promise((then) => {
    const found = [];
    const watch = new MutationObserver((all) => found.push(...all));
    for (const id of ['boards', 'listing']) {
        watch.observe(document.getElementById(id), { subtree: true, childList: true, characterData: true });
    }
    setTimeout(() => (watch.disconnect(), then(found.map(({ type, target }) => [type, target.textContent]))), 800);
    const key = { code: 'ArrowLeft', key: 'ArrowLeft', bubbles: true };
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
})"""
"""Counts what a key changes in the figures and the table."""


@pytest.fixture
def counted(desk: Player) -> Iterator[Player]:
    desk.page.evaluate(COUNT)  # before the game opens, because Python caches the method
    desk.go("?game=push-clear&seed=7").still()
    assert copies(desk) > 0
    yield desk
    desk.page.evaluate("uncount()")


def copies(player: Player) -> int:
    """Returns the number of pictures copied to a canvas since the last call."""
    number: int = player.page.evaluate("(() => { const n = window.copies; window.copies = 0; return n })()")
    return number


def test_key_changes_texts_in_place_without_new_nodes(desk: Player) -> None:
    """A new node makes the browser recalculate the styles around it, which takes longer than the rules."""
    desk.go("?game=push-clear&seed=7").press("ArrowRight", "ArrowUp").still()
    changed = desk.page.evaluate(REPLACED)
    assert ["characterData", "2"] in changed and ["characterData", "you"] in changed
    assert {kind for kind, _text in changed} == {"characterData"}


def test_only_changed_cells_are_drawn_and_nothing_while_nothing_changes(counted: Player) -> None:
    copies(counted)
    counted.page.wait_for_timeout(700)
    assert copies(counted) == 0
    counted.page.emulate_media(reduced_motion="reduce")
    before = counted.rows()
    copies(counted)
    counted.press("ArrowLeft").still()
    drawn = copies(counted)
    after = counted.rows()
    counted.page.wait_for_timeout(400)
    assert copies(counted) == 0, "without motion nothing is drawn after the first frame"
    changed = sum(a != b for one, other in zip(before, after, strict=True) for a, b in zip(one, other, strict=True))
    counted.page.emulate_media(reduced_motion="no-preference")
    assert 0 < drawn == changed < 36
    counted.go("?game=push-clear&seed=7")  # an animation ends in the same picture as no animation
    counted.press("ArrowLeft", "ArrowUp").still()
    moved = counted.page.locator(".board-frame canvas").evaluate("c => c.toDataURL()")
    counted.press("KeyU", "KeyY")  # undo and redo are not animated
    assert counted.page.locator(".board-frame canvas").evaluate("c => c.toDataURL()") == moved


UNDER = """(() => {
    const { move } = kesuCopier.prototype;
    window.under = [];
    kesuCopier.prototype.move = function (...all) { window.under.push([...this.still]); return move.apply(this, all) };
    window.unmove = () => { kesuCopier.prototype.move = move };
})()"""
"""Records the still pictures, cell by cell, over which sprites begin to move."""


def test_coming_balls_stay_visible_until_they_appear(desk: Player) -> None:
    """In Lines the coming balls stay while a ball rolls, and the new balls grow from them."""
    desk.page.evaluate(UNDER)
    coming = [row * 9 + column for _, (row, column) in expected("lines98", 7, []).view.boards[0].coming]
    desk.go("?game=lines98&seed=7").still()
    click_move(desk, "move i1 i2")
    desk.page.wait_for_function("window.under.length >= 2")  # one ball rolls, others grow
    rolls, grows = desk.page.evaluate("window.under")[:2]
    desk.page.evaluate("unmove()")
    for cell in coming:
        assert rolls[cell] == grows[cell] != rolls[40], "40 is an empty cell"
