"""The parts fetched after the first board: ordinary play never waits for them (prelit tests parts that arrive too
late)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import DESK, PHONE, THRIFTY, Player, expected, names

FETCHED_AT_ONCE = "performance.getEntriesByType('resource').filter(e => e.initiatorType === 'xmlhttprequest').length"
"""How often the page blocked on a file."""
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


UNEVEN = {**PHONE, "device_scale_factor": 1.75}
"""A phone on which no length is a whole number of pixels."""


@pytest.fixture
def first(one_browser: Browser, site: str, request: pytest.FixtureRequest) -> Iterator[Player]:
    """A first visit, without the snapshot, on a desktop or on the device of the test's parameter."""
    context = one_browser.new_context(**getattr(request, "param", DESK))
    context.add_init_script(THRIFTY)
    yield Player(context.new_page(), site)
    context.close()


@pytest.mark.parametrize(
    ("first", "address"),
    [(UNEVEN, "?game=chain&seed=7"), (DESK, "ja/")],
    ids=["game on a phone", "home in Japanese"],
    indirect=["first"],
)
def test_first_visit_never_blocks_on_later_parts(first: Player, address: str) -> None:
    first.load(address).press("ArrowLeft", "ArrowDown")
    assert first.page.evaluate(FETCHED_AT_ONCE) == 0
    assert first.page.evaluate("kesuPart('later').then(() => prelit.complete)")
    parts = first.page.evaluate(PARTS)
    assert parts["calls"] == 0
    if parts["split"]:
        assert first.page.evaluate(WHOLE)


def test_hint_that_fails_to_load_shows_a_message_and_can_be_retried(first: Player) -> None:
    first.page.route("**/rt/later-*", lambda route: route.abort())
    first.load("?game=push-clear&seed=7")
    first.page.click("#actions [data-action=hint]")
    status = first.page.locator("#status-text")
    expect(status).to_contain_text("couldn't be loaded", timeout=15_000)
    first.press("ArrowLeft")
    first.expect_rows(names(expected("push-clear", 7, ["left"])))
    first.page.click("#actions [data-action=hint]")
    expect(status).to_contain_text("couldn't be loaded", timeout=15_000)
    first.page.unroute("**/rt/later-*")
    first.page.get_by_role("button", name="Try again").click()
    expect(first.page.get_by_role("button", name="Show it")).to_be_visible(timeout=15_000)
