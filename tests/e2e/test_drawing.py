"""Drawing: only what changed, nothing while nothing changes, and motion that ends in the right picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.contract import Scored
from game.input.keys import DEFAULT
from tests.e2e.conftest import Player, expected
from tests.e2e.test_film import scoring
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
"""Counts the changes of figures and table by a key."""


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
    counted.page.wait_for_timeout(700)  # nothing may happen meanwhile
    assert copies(counted) == 0
    counted.page.emulate_media(reduced_motion="reduce")
    before = counted.rows()
    copies(counted)
    counted.press("ArrowLeft").still()
    drawn = copies(counted)
    after = counted.rows()
    counted.page.wait_for_timeout(400)  # as above
    assert copies(counted) == 0, "without motion nothing is drawn after the first frame"
    changed = sum(a != b for one, other in zip(before, after, strict=True) for a, b in zip(one, other, strict=True))
    counted.page.emulate_media(reduced_motion="no-preference")
    assert 0 < drawn == changed < 36
    counted.go("?game=push-clear&seed=7")  # an animation ends in the same picture as no animation
    counted.press("ArrowLeft", "ArrowUp").still()
    moved = counted.page.locator(".board-frame canvas").evaluate("c => c.toDataURL()")
    counted.press("KeyU", "KeyY")  # undo and redo are not animated
    assert counted.page.locator(".board-frame canvas").evaluate("c => c.toDataURL()") == moved


WORTH_COUNTING = 5
"""As in game/web/board/panel.py, which only a page can import."""

MEASURED = """(() => {
    const [reads, steps, undo] = [[], new Set(), []];
    for (const [of, names] of [
        [HTMLElement, ['offsetLeft', 'offsetTop', 'offsetWidth', 'offsetHeight', 'offsetParent']],
        [Element, ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollTop']],
    ]) {
        for (const name of names) {
            const real = Object.getOwnPropertyDescriptor(of.prototype, name);
            const get = function () { reads.push(name); return real.get.call(this) };
            Object.defineProperty(of.prototype, name, { ...real, get });
            undo.push(() => Object.defineProperty(of.prototype, name, real));
        }
    }
    for (const [of, name] of [[Element.prototype, 'getBoundingClientRect'], [window, 'getComputedStyle']]) {
        const real = of[name];
        of[name] = function (...all) { reads.push(name); return real.apply(this, all) };
        undo.push(() => { of[name] = real });
    }
    const watch = new MutationObserver((all) => all.forEach(({ target }) => steps.add(target.dataset.shown)));
    watch.observe(document.getElementById('boards'), { subtree: true, attributeFilter: ['data-shown'] });
    window.measured = () => { undo.forEach((act) => act()); watch.disconnect(); return [reads, steps.size] };
})()"""
"""Records what makes the browser lay out the page at once, and the numbers that a score counts through."""


@pytest.mark.parametrize("name", ["push-clear", "chain", "nineteen"])
def test_score_is_shown_without_a_forced_layout_and_counts_in_few_steps(desk: Player, name: str) -> None:
    """Each frame has one layout, whatever is said over the board; a number counts in steps, not in every frame."""
    session, word = scoring(name)
    page = desk.go("./").page
    page.evaluate("([name, save]) => localStorage.setItem('kesu/save/' + name, save)", [name, session.save()])
    desk.go_on(f"?game={name}").page.wait_for_function("document.body.dataset.screen === 'game'")
    if session.rules.timed:
        page.click("#go-on")
    desk.settle().still()
    before = desk.figure("Score")
    page.evaluate(MEASURED)
    role = session.rules.role(word)
    assert role
    desk.press(DEFAULT[role][0])
    desk.still().page.wait_for_function("!document.querySelector('#boards .counts')")
    reads, steps = page.evaluate("measured()")
    assert desk.figure("Score") != before
    assert reads == []
    counts = sum(event.points for event in session.play(word) if isinstance(event, Scored)) >= WORTH_COUNTING
    assert steps > 2 if counts else steps == 0
    assert steps < 12


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
