"""Faults during play lose nothing: in the store, in Python, in other windows, at any moment."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import READY, Player, Watch, expected, names

RUN = """async (code) => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    return (await loadPyodide()).runPython(code);
}"""
BREAK = """
import game.play.display as place
kept = place.Display.show
def fail(self, events=(), **options):
    if events and not getattr(place, "fixed", False):
        place.fixed = True
        raise RuntimeError("broken on purpose")
    kept(self, events, **options)
place.Display.show = fail
"""
RESTORE = "place.Display.show = kept; place.fixed = False"
END = """
import json
import game.play.display as place
place.Display.show = lambda self, events=(), **options: json.loads("[" * 200_000)
"""
"""Exhausts the stack of WebAssembly at the next move."""


def board(*words: str, game: str = "push-clear", seed: int = 7) -> list[list[str]]:
    return names(expected(game, seed, list(words)))


@pytest.fixture
def pages(fresh: Player) -> Iterator[tuple[Player, Player]]:
    """Two windows of one browser, which the test loads itself."""
    watch = Watch(fresh.site)
    other = watch.over(fresh.page.context.new_page())
    yield fresh, Player(other, fresh.site)
    other.close()
    assert watch.complaints == []


def test_newer_of_two_windows_keeps_the_game(pages: tuple[Player, Player]) -> None:
    older, newer = pages
    older.load("?game=push-clear&seed=7").press("ArrowLeft")
    newer.load("?game=push-clear")
    newer.expect_rows(board("left"))
    older.page.locator("#notice").get_by_text("another window").wait_for()
    older.press("ArrowUp", "KeyZ")
    newer.press("ArrowUp", "ArrowRight")
    assert newer.saved("push-clear")["inputs"] == ["left", "up", "right"]
    newer.page.click("#open-settings")
    newer.page.select_option("#settings [name=theme]", "dark")
    newer.page.get_by_role("button", name="Done").click()
    older.page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    older.page.locator("#notice button.main").click()
    older.expect_rows(board("left", "up", "right"))
    newer.page.locator("#notice").get_by_text("another window").wait_for()
    older.press("ArrowDown")
    older.expect_rows(board("left", "up", "right", "down"))
    newer.page.keyboard.press("ArrowLeft")
    newer.page.locator("#notice button").first.click()
    assert newer.page.evaluate("document.body.dataset.screen") == "home"
    assert older.saved("push-clear")["inputs"] == ["left", "up", "right", "down"]


def test_python_exception_in_a_move_is_reported_and_undone(desk_page: tuple[Page, Watch], desk: Player) -> None:
    _page, watch = desk_page
    desk.go("?game=push-clear&seed=7").press("ArrowLeft")
    desk.page.evaluate(RUN, BREAK)
    try:
        desk.press("ArrowUp")
        notice = desk.page.locator("#notice")
        notice.get_by_text("Your game is safe").wait_for()
        desk.picture("fault")
        assert "broken on purpose" in watch.complaints.pop()
        desk.page.evaluate(
            "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }"
        )
        notice.locator("button").first.click()
        desk.page.wait_for_function("window.copied")
        report = desk.page.evaluate("copied")
        assert "RuntimeError: broken on purpose" in report and '"inputs":["left"]' in report
        notice.locator("button.main").click()
        desk.expect_rows(board("left"))
        assert desk.saved("push-clear")["inputs"] == ["left"]
        desk.press("ArrowUp", "ArrowRight")
        desk.expect_rows(board("left", "up", "right"))
    finally:
        desk.page.evaluate(RUN, RESTORE)


def test_python_crash_shows_a_message_and_keeps_the_game(unwatched: Player) -> None:
    page = unwatched.page
    player = unwatched.load("?game=nineteen&seed=7").press("Enter", "ArrowLeft", "Space")
    player.go_on("?game=push-clear&seed=7").press("ArrowLeft")
    kept = player.settle().page.evaluate("Object.entries(localStorage).sort()")
    page.evaluate(RUN, END)
    player.press("ArrowUp")
    page.get_by_role("dialog", name="The game has crashed").get_by_text("Your game is saved").wait_for()
    player.picture("ended")
    page.evaluate("dispatchEvent(new Event('resize')); dispatchEvent(new PageTransitionEvent('pagehide')); null")
    assert page.evaluate("Object.entries(localStorage).sort()") == kept
    page.get_by_role("button", name="Reload").click()
    page.wait_for_function(
        f"performance.getEntriesByType('navigation')[0].type === 'reload' && {READY}", timeout=90_000
    )
    player.expect_rows(board("left"))
    player.press("ArrowUp").expect_rows(board("left", "up"))


@pytest.mark.parametrize("free", [12, 60, 120])
def test_starts_with_a_nearly_full_store(fresh: Player, free: int) -> None:
    """So little is free that the test for a store passes, and the first writes of the start fail."""
    page = fresh.page
    page.goto(fresh.site + "static/icon.svg")
    page.evaluate(
        """free => {
            let room = 2 ** 23;
            for (let text = ''; room >= 1; room = Math.floor(room / 2)) {
                try { localStorage.setItem('other', text + 'x'.repeat(room)); text += 'x'.repeat(room); } catch {}
            }
            localStorage.setItem('other', localStorage.getItem('other').slice(free));
        }""",
        free,
    )
    fresh.load("?game=push-clear&seed=7")
    page.locator("#status-text").get_by_text("can't save").wait_for()
    fresh.press("ArrowLeft")
    fresh.expect_rows(board("left"))


@pytest.mark.all
def test_opening_a_long_game_does_not_block_the_page(desk: Player) -> None:
    session = expected("nineteen", 7, [])
    while session.length < 12_000:
        for word in ("left", "right"):
            session.play(word)
    desk.go("./")
    desk.page.evaluate("save => localStorage.setItem('kesu/save/nineteen', save)", session.save())
    desk.go_on("?game=nineteen")
    desk.page.locator("#loading").get_by_text("%").wait_for()
    desk.go_on("?game=push-clear&seed=7")
    desk.expect_rows(board())
    assert not desk.page.locator("#loading").is_visible()
    desk.go_on("?game=nineteen")
    desk.page.wait_for_function("document.getElementById('loading').classList.contains('done')")
    desk.expect_rows(names(session))


AWAY = {
    "hidden": """Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));""",
    "without focus": "dispatchEvent(new Event('blur'));",
}
LATER = """window.then = performance.now.bind(performance);
    performance.now = () => then() + 3600e3;
    delete document.hidden;
    document.dispatchEvent(new Event('visibilitychange'));
    null;"""


@pytest.mark.parametrize("leave", AWAY.values(), ids=AWAY)
def test_no_game_time_passes_while_the_page_is_hidden_or_without_focus(desk: Player, leave: str) -> None:
    desk.go("?game=nineteen&seed=7").press("Enter", "ArrowLeft")
    desk.page.evaluate(leave + "null")
    try:
        before = desk.saved("nineteen")["inputs"]
        desk.page.evaluate(LATER)
        assert desk.page.locator("#veil").is_visible()
        desk.page.wait_for_timeout(100)  # no time may pass in the game
        assert desk.saved("nineteen")["inputs"] == before
    finally:
        desk.page.evaluate("performance.now = then; null")


def test_truncated_download_is_retried(unwatched: Player) -> None:
    """A new start requests a cut file of Python's again; the same start requests a cut archive of the game again."""
    cut: list[str] = []

    def cut_once(route: Route) -> None:
        kind = "wasm" if route.request.url.endswith(".wasm") else "game"
        first = kind not in cut and (kind == "wasm" or "wasm" in cut)
        cut.append(kind)
        (route.abort if first else route.continue_)()

    unwatched.page.route(re.compile(r"\.wasm$|/rt/app-"), cut_once)
    unwatched.load("?game=push-clear&seed=7").expect_rows(board())
    assert cut.count("wasm") >= 2 and cut.count("game") >= 2
