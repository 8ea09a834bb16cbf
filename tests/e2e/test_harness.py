"""What the other browser tests rely on: a reused page has no trace of the test before."""

from __future__ import annotations

from tests.e2e.conftest import DESK, Player, tidy
from tools.measure.soak import COLD, COUNT, PLAY, START, count_resources

OPEN = "[...document.querySelectorAll('dialog[open], details[open], [popover]:popover-open')].map(({ id }) => id)"


def test_going_to_an_address_clears_the_store(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp").settle()
    assert desk.saved("push-clear")["inputs"] == ["left", "up"]
    kept = desk.go("?game=chain&seed=3").settle().page.evaluate("Object.keys(localStorage).filter(k => /push/.test(k))")
    assert kept == []
    desk.go("?game=push-clear&seed=7")
    assert desk.saved("push-clear")["inputs"] == []
    assert "New to this game?" in desk.status()


def test_reused_page_is_reset(desk: Player) -> None:
    page = desk.go("?game=push-clear&seed=7").page
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": 400, "height": 500})
    page.click("#open-settings")
    page.evaluate("document.getElementById('how').showPopover(); document.getElementById('console').open = true")
    assert {"console", "how", "settings"} <= {*page.evaluate(OPEN)}
    tidy(page, DESK)
    assert page.evaluate(OPEN) == []
    assert page.evaluate("[innerWidth, innerHeight]") == [1280, 800]
    assert not page.evaluate("matchMedia('(prefers-color-scheme: dark), (prefers-reduced-motion: reduce)').matches")


def test_names_that_the_soak_uses_exist_in_the_page(fresh: Player) -> None:
    """The soak uses names in the page's Python, and runs only in the long part."""
    assert fresh.load("en/").page.evaluate(COLD) == 0
    fresh.page.evaluate(START, COUNT)
    played = fresh.page.evaluate(PLAY, ["push-clear", 8, 0])
    assert played["moves"] >= 8 and played["longestGame"] >= 5
    session = fresh.page.context.new_cdp_session(fresh.page)
    before = count_resources(fresh.page, session)
    assert before["Python objects"] > 0
    # A fuller picture on a card of home is not growth.
    fresh.page.evaluate("for (const use of document.querySelectorAll('#home use')) use.after(use.cloneNode())")
    assert count_resources(fresh.page, session)["nodes"] == before["nodes"]
