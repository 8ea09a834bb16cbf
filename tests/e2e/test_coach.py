"""The coach teaches a newcomer on the real board and leaves their own game as it was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from game.rules import GAMES
from tests.e2e.conftest import PHONE, Player, expected

OFFER, NEXT, AWAY = "#offer:not([hidden])", "#coach-next:not([hidden])", "#coach[hidden]"
SWIPES = {"left": (-90.0, 0.0), "up": (0.0, -90.0), "right": (90.0, 0.0), "down": (0.0, 90.0)}


def text(page: Page, what: str) -> str:
    return page.locator(f"#coach-{what}").inner_text()


def gone(page: Page) -> None:
    page.wait_for_selector(AWAY, state="attached")


def place(page: Page) -> tuple[int, int]:
    """Returns where the board's frame begins and how high it is."""
    box = page.locator(".board-frame").first.bounding_box()
    assert box
    return round(box["y"]), round(box["height"])


def test_lessons_can_be_done_by_touch_and_do_not_count(phone: Player) -> None:
    """Each step waits until it is done; at the end the player's own game is back, untouched."""
    page = phone.go("?game=push-clear&seed=7").page
    page.tap(OFFER)
    lessons = GAMES["push-clear"].lessons
    places = set()
    for number, lesson in enumerate(lessons):
        expect(page.locator("#coach-step")).to_have_text(f"{number + 1}/{len(lessons)}")
        assert text(page, "text").endswith(lesson.caption)
        assert text(page, "text").startswith("A new board.") is (number in (1, 3)), "a jump is explained"
        places.add(place(page))
        assert page.is_hidden(NEXT)
        assert "Best" not in page.inner_text(".board-head"), "a lesson shows no best score"
        for word in lesson.seen:
            phone.swipe(*SWIPES[word])
        page.wait_for_selector(NEXT)
        assert text(page, "text") == lesson.praise
        places.add(place(page))
        page.wait_for_timeout(600)  # no finger is that quick, and Chromium takes such a tap for the end of a fling
        size = page.locator(NEXT).bounding_box()
        assert size and size["width"] >= 120, "a button as wide as its neighbours were"
        page.tap(NEXT)
    gone(page)
    assert len(places) == 1, f"the board stays where it is: {places}"
    assert page.url.endswith("?game=push-clear&seed=7")
    assert phone.figure("Moves") == "0"
    assert page.evaluate("localStorage.getItem('kesu/statistics')") is None
    assert page.is_hidden(OFFER)


def test_lessons_can_be_skipped_restarted_and_opened_from_the_help(desk: Player) -> None:
    page = desk.go("?game=push-clear&seed=7").page
    page.click(OFFER)
    page.click("#coach-skip")
    gone(page)
    desk.go_on("./").go_on("?game=push-clear&seed=7")
    assert page.is_hidden(OFFER), "skipped lessons are not offered again"
    desk.press("ArrowLeft")
    assert desk.figure("Moves") == "1"
    assert page.is_hidden(OFFER), "skipped lessons are not offered again"
    desk.press("Slash")
    page.click("#learn")
    assert desk.figure("Moves") == "0"
    desk.press("ArrowLeft")
    page.wait_for_selector(NEXT)
    desk.press("Enter")  # the button has the focus
    assert text(page, "step").startswith("2/")
    desk.press("ArrowUp")
    assert desk.figure("Moves") == "1"
    desk.press("KeyR")
    assert desk.figure("Moves") == "0", "only the step restarts, not the game"
    page.click("#coach-skip")
    gone(page)
    expect(page.locator(".board-head .figure", has_text="Moves").locator("dd")).to_have_text("1")  # the player's
    own = expected("push-clear", 7, ["left"]).view.boards[0].rows
    card = page.evaluate("JSON.parse(localStorage.getItem('kesu/card/push-clear')).boards[0][0]")
    assert tuple(card) == own, "home shows the player's game, not the lesson's"


@pytest.mark.parametrize("name", ["biquadris", "duel"])
def test_a_lesson_for_two_has_the_boards_and_names_of_the_game(phone: Player, name: str) -> None:
    page = phone.go(f"?game={name}&seed=7&computer=1").page
    page.set_viewport_size({"width": 320, "height": 568})
    try:
        page.tap(OFFER)
        expect(page.locator(".board .player")).to_have_text(["You", "Pip"])
        expect(page.locator("#figures")).not_to_contain_text("High score")
        own, other = (
            page.locator(f".board.{which} .board-frame > canvas").bounding_box() for which in ("own", "other")
        )
        assert own and other and own["width"] > 1.4 * other["width"], (own, other)
    finally:
        page.set_viewport_size(PHONE["viewport"])


def test_wrong_swipe_is_explained_and_can_be_tried_again(phone: Player) -> None:
    """After a wrong step the coach says why, and starts the step again by itself; a finger shows the way."""
    page = phone.go("?game=push-clear&seed=7").page
    phone.swipe(*SWIPES["left"])
    expect(page.locator(OFFER)).to_be_visible()  # one accidental swipe is no answer
    page.wait_for_timeout(600)  # as above
    page.tap(OFFER)
    expect(page.locator(".finger")).to_be_attached()
    phone.swipe(*SWIPES["left"])
    expect(page.locator(".finger")).not_to_be_attached()
    page.wait_for_selector(NEXT)
    page.wait_for_timeout(600)  # as above
    page.tap(NEXT)
    expect(page.locator("#coach-ways")).to_have_text("Swipe right")
    phone.swipe(*SWIPES["up"])
    expect(page.locator("#coach-text")).to_have_text("Not quite. The column at the right is not full yet.")
    assert phone.figure("Moves") == "1", "the result is left on the board for a moment"
    expect(page.locator("#coach-ways")).to_be_hidden()  # it would not help now
    expect(page.locator("#coach-text")).to_contain_text("Try again.", timeout=10_000)
    assert phone.figure("Moves") == "0"
    expect(page.locator("#coach-ways")).to_be_visible()
    phone.swipe(*SWIPES["right"])
    expect(page.locator("#coach-text")).to_have_text("A full line turns into points.")
