"""What comes after the first board: nobody waits for it in ordinary play, and whoever asks sooner gets it at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.e2e.conftest import DESK, Player, expected, names
from tests.e2e.test_start import THRIFTY

FETCHED_AT_ONCE = "performance.getEntriesByType('resource').filter(e => e.initiatorType === 'xmlhttprequest').length"
"""How often everything had to wait for a file."""
PARTS = """async () => {
    const { parts } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    return { split: parts.halves.length, calls: parts.calls, whole: parts.halves.every(({ there }) => there.value) };
}"""
WHOLE = """async () => {
    const { parts } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const there = () => parts.halves.every((half) => half.there.value);
    for (let tries = 0; tries < 300 && !there(); tries++) await new Promise((then) => setTimeout(then, 100));
    return there();
}"""


@pytest.fixture
def first(one_browser: Browser, site: str) -> Iterator[Player]:
    """A first visit that starts without the snapshot."""
    context = one_browser.new_context(**DESK)
    context.add_init_script(THRIFTY)
    yield Player(context.new_page(), site)
    context.close()


def test_a_first_visit_waits_for_nothing_more(first: Player) -> None:
    first.load("?game=chain&seed=7").press("ArrowLeft", "ArrowDown")
    assert first.page.evaluate(FETCHED_AT_ONCE) == 0
    assert first.page.evaluate("kesuLater().then(() => kesuNoWaiting)")
    parts = first.page.evaluate(PARTS)
    assert parts["calls"] == 0
    if parts["split"]:
        assert first.page.evaluate(WHOLE)


def test_advice_asked_for_at_once_waits_and_says_so(first: Player) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    first.page.route("**/rt/later-*", hold)
    first.load("?game=push-clear&seed=7")
    first.page.click("#actions [data-action=hint]")
    status = first.page.locator("#status-text")
    expect(status).to_have_text("Loading…")
    held[0].continue_()
    expect(status).to_contain_text("Play this move", timeout=15_000)
    assert first.page.evaluate(FETCHED_AT_ONCE) == 0


def test_advice_that_cannot_be_had_says_so_and_can_be_asked_for_again(first: Player) -> None:
    first.page.route("**/rt/later-*", lambda route: route.abort())
    first.load("?game=push-clear&seed=7")
    first.page.click("#actions [data-action=hint]")
    status = first.page.locator("#status-text")
    expect(status).to_contain_text("could not be loaded", timeout=15_000)
    first.press("ArrowLeft")
    first.expect_rows(names(expected("push-clear", 7, ["left"])))
    first.page.click("#actions [data-action=hint]")
    expect(status).to_contain_text("could not be loaded", timeout=15_000)
    first.page.unroute("**/rt/later-*")
    first.page.get_by_role("button", name="Try again").click()
    expect(status).to_contain_text("Play this move", timeout=15_000)
