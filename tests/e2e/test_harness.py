"""What the other browser tests rely on: a page that is used again has nothing of the test before."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import DESK, KEPT, Player, Workers, tidy
from tools.measure.soak import COLD, COUNT, PLAY, START, counted

STORED = """async () => [
    ...Object.keys(localStorage),
    ...await caches.keys(),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
]"""
OPEN = "[...document.querySelectorAll('dialog[open], details[open], [popover]:popover-open')].map(({ id }) => id)"


@pytest.fixture(scope="module")
def workers() -> Workers:
    return "allow"


@pytest.mark.all
@pytest.mark.parametrize("visit", [1, 2])
def test_a_fresh_page_has_never_been_there(fresh: Player, visit: int) -> None:
    fresh.page.goto(fresh.site + "static/manifest.webmanifest")
    assert fresh.page.evaluate(STORED) == []
    if visit == 1:
        fresh.load("?game=push-clear&seed=7").press("ArrowLeft").settle()
        kept = fresh.page.evaluate(KEPT)
        assert {kept["build"], "kesu", "kesu/save/push-clear"} < set(fresh.page.evaluate(STORED))


def test_going_somewhere_forgets_what_was_kept(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp").settle()
    assert desk.saved("push-clear")["inputs"] == ["left", "up"]
    kept = desk.go("?game=chain&seed=3").settle().page.evaluate("Object.keys(localStorage).filter(k => /push/.test(k))")
    assert kept == []
    desk.go("?game=push-clear&seed=7")
    assert desk.saved("push-clear")["inputs"] == []
    assert "New to this game?" in desk.status()


def test_a_page_used_again_is_tidy(desk: Player) -> None:
    page = desk.go("?game=push-clear&seed=7").page
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": 400, "height": 500})
    page.click("#open-settings")
    page.evaluate("document.getElementById('how').showPopover(); document.getElementById('console').open = true")
    assert len(page.evaluate(OPEN)) == 3
    tidy(page, DESK)
    assert page.evaluate(OPEN) == []
    assert page.evaluate("[innerWidth, innerHeight]") == [1280, 800]
    assert not page.evaluate("matchMedia('(prefers-color-scheme: dark), (prefers-reduced-motion: reduce)').matches")


def test_the_soak_finds_its_way_through_the_page(fresh: Player) -> None:
    """It reaches into the page's Python by names, and runs only in the long part."""
    assert fresh.load("en/").page.evaluate(COLD) == 0
    fresh.page.evaluate(START, COUNT)
    played = fresh.page.evaluate(PLAY, ["push-clear", 8, 0])
    assert played["moves"] >= 8 and played["longestGame"] >= 5
    assert counted(fresh.page, fresh.page.context.new_cdp_session(fresh.page))["Python objects"] > 0
