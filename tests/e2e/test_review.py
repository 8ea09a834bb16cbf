"""Looking back: the costliest moves are found and can be tried again; the analysis can be interrupted and resumed."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from game.session.notebook import DAYS
from tests.e2e.conftest import Player, expected, names
from tests.e2e.test_faults import RUN
from tests.e2e.test_sharing import PROXIES

PIXELS = "canvas => canvas.toDataURL()"
CHANGED = "was => document.querySelector('#review li canvas').toDataURL() !== was"

DASHES = "path => getComputedStyle(path).strokeDasharray"

COVERED = """dialog => {
    const box = (element) => element.getBoundingClientRect();
    const apart = (a, b) => a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
    const [marks, labels] = ['.review-mark', '.review-axis'].map((name) => [...dialog.querySelectorAll(name)].map(box));
    return marks.some((mark) => labels.some((label) => !apart(mark, label)));
}"""
"""Whether a mistake's mark hides a number of the axes."""
CLEAR = """card => { const range = document.createRange(); range.selectNodeContents(card.querySelector('h3'));
    const button = [...card.querySelectorAll('button')].find((e) => e.textContent === 'Make a problem');
    return range.getBoundingClientRect().right < button.getBoundingClientRect().left }"""
PIECES = 5
"""How many pieces are dropped on top of one another, which is bad play."""


LATER = "days => { const now = Date.now; Date.now = () => now() + days * 86_400_000 }"
"""Puts the page's clock forward by some days."""

WAIT_WITH_CARDS = """
import js
import game.play.review.practice as practice
cards = practice.cards
def waiting(*given):
    while practice.cards is not cards:
        js.document.body.dataset.waits = "1"
        yield
    return (yield from cards(*given))
practice.cards = waiting
"""


NEVER_IDLE = """window.requestIdleCallback = (act, { timeout = 1000 } = {}) =>
    setTimeout(() => act({ didTimeout: true, timeRemaining: () => 0 }), timeout);"""
"""As on a device that has much else to do: nothing runs before its timeout."""


def looked_back(fresh: Player) -> Locator:
    """Opens the dialog from the replay of a bad game."""
    page = fresh.load("?game=nineteen&seed=7&calm=1").page
    fresh.press(*["Space"] * PIECES)
    page.get_by_role("button", name="Replay").first.click()
    page.locator("#replay").get_by_role("button", name="Look back").click()
    expect(page.locator("#review")).to_be_visible()
    return page.locator("#review")


def test_a_badge_does_not_hide_what_a_move_collects(fresh: Player) -> None:
    page = fresh.load("?game=push-clear&seed=7").page
    fresh.press(*["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"] * 4)
    page.get_by_role("button", name="Replay").first.click()
    page.locator("#replay").get_by_role("button", name="Look back").click()
    badges = page.locator("#review .review-badge[transform]")
    expect(badges.first).to_be_visible(timeout=60_000)
    for transform in badges.evaluate_all("all => all.map((each) => each.getAttribute('transform'))"):
        x, y = (float(number) % 1 for number in re.findall(r"[\d.]+", transform)[:2])
        assert (round(x, 2), round(y, 2)) in {(0.78, 0.22), (0.0, 0.0)}, "a corner; or in a line of text"


def test_looking_back_ends_on_a_device_that_is_never_idle(fresh: Player) -> None:
    fresh.page.add_init_script(NEVER_IDLE)
    expect(looked_back(fresh).locator("li").first).to_be_visible(timeout=60_000)


def test_costliest_move_is_named_and_can_be_retried(fresh: Player) -> None:
    dialog = looked_back(fresh)
    expect(dialog.locator("li").first).to_be_visible(timeout=60_000)
    assert dialog.locator("li").count() <= 3
    expect(dialog.locator("tbody tr")).to_have_count(PIECES + 1)
    expect(dialog.locator("tbody tr").last).to_contain_text("After the last move")
    number = int(dialog.locator("li h3").first.inner_text().split()[2])
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport()
    card = dialog.locator("li").first
    canvases, pictures = card.locator("canvas"), card.locator(".review-marks")
    expect(canvases.nth(1)).to_be_hidden()
    for kind in ("better", "played"):  # a solid line and a broken one, each with a sign of its own
        expect(pictures.locator(f".review-{kind}")).to_have_count(1)
    expect(pictures.locator(".review-badge")).to_have_count(2)
    looks = [pictures.locator(f".review-{kind}").evaluate(DASHES) for kind in ("better", "played")]
    assert looks[0] == "none" != looks[1]
    axis = dialog.locator(".review-axis")
    expect(axis.filter(has_text="Move")).to_be_visible()
    assert {"0", "15", "1", str(PIECES)} <= set(axis.all_text_contents()), "empty rows, and moves"
    assert not dialog.evaluate(COVERED), "a mark hides no number"
    expect(dialog.locator("figure p", has_text="the curve falls from 15 to")).to_be_visible()
    expect(dialog.locator(".review-fall")).to_have_count(1)
    said = card.inner_text()
    assert "Played: Hard drop" in said and "rows lower some ten pieces later" in said
    assert not re.search(r"\d\.\d", said), "nothing is more precise than it was measured"
    still = canvases.first.evaluate(PIXELS)
    fresh.page.set_viewport_size({"width": 360, "height": 740})
    card.locator("h3").evaluate("e => e.append(', Player 1')")  # as in a game for two
    assert card.evaluate(CLEAR), "the title does not run into the button next to it"
    card.get_by_role("button", name="Show me").click()
    fresh.page.wait_for_function(CHANGED, arg=still, timeout=30_000)
    expect(canvases.nth(1)).to_be_visible()  # the same pieces after the move that was played
    expect(card.locator(".review-when")).to_have_text("2 moves later", timeout=30_000)
    expect(card.locator(".review-differs")).to_have_count(2)  # on both boards, where to look
    expect(card.locator(".review-said")).to_have_text(re.compile(r"^Empty rows above the stack:\s*\d+\s+\d+"))
    expect(card).to_be_in_viewport(ratio=1)  # boards, text and buttons on one screen of a phone
    back, when = card.get_by_role("button", name="One move back"), card.locator(".review-when")
    back.click()  # and stop: by now another move may have been shown
    while when.inner_text() != "1 move later":
        back.click()
    back.click()
    expect(pictures).to_be_visible()
    better = card.locator("p", has_text="Better:").inner_text()
    dialog.get_by_role("button", name="Try again").first.click()
    expect(dialog).not_to_be_visible()
    expect(fresh.page.locator("#status-text")).to_have_text("Nineteen: what would you do here?")
    fresh.expect_rows(names(expected("nineteen", 7, ["drop"] * (number - 1), calm=True)))
    assert fresh.saved("nineteen")["assisted"] is True
    keys = {"left": "ArrowLeft", "right": "ArrowRight", "rotate clockwise": "ArrowUp", "hard drop": "Space"}
    fresh.press("Space")
    expect(fresh.page.locator("#status-text")).to_have_text("That's your move again. There is a better one.")
    fresh.page.locator("#offer").click()
    for part in better.split(":")[1].split(","):
        name, *count = part.strip().split("\u00a0×")
        fresh.press(*[keys[name.lower()]] * int(*count or (1,)))
    expect(fresh.page.locator("#status-text")).to_have_text("You found the better move.")
    assert len(fresh.saved("nineteen")["variations"]) == 1, "the original game has become a branch"


def test_trying_again_gives_a_verdict_on_every_move(fresh: Player) -> None:
    """In Push and Clear the mistake itself was once answered with the usual words, and any other move with nothing."""
    page = fresh.load("?game=push-clear&seed=7").page
    fresh.press(*["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"] * 4)
    page.get_by_role("button", name="Replay").first.click()
    page.locator("#replay").get_by_role("button", name="Look back").click()
    card = page.locator("#review li", has_text="Played: Up").filter(has_text="Better: Left")
    card.get_by_role("button", name="Try again").click(timeout=60_000)
    said, undo = page.locator("#status-text"), page.locator("#offer")
    for key, verdict in (
        ("ArrowUp", "^That's your move again. There is a better one.$"),
        ("ArrowDown", "^(Not quite. .*|Just as good as the better move.)$"),
        ("ArrowLeft", "^You found the better move.$"),
    ):
        fresh.press(key)
        expect(said).to_have_text(re.compile(verdict), timeout=30_000)
        if undo.is_visible():
            expect(undo).to_have_text("Undo")
            undo.click()
            page.wait_for_timeout(600)  # a second click on the same place is not meant
        else:
            fresh.press("KeyU")


def test_moves_of_another_game_are_not_compared_with_the_better_move(fresh: Player) -> None:
    dialog = looked_back(fresh)
    expect(dialog.locator("li").first).to_be_visible(timeout=60_000)
    dialog.get_by_role("button", name="Try again").first.click()
    expect(dialog).not_to_be_visible()
    fresh.go_on("?game=chain&seed=3&calm=1")
    fresh.expect_rows(names(expected("chain", 3, [], calm=True)))
    fresh.press("Space", "Space").expect_rows(names(expected("chain", 3, ["drop", "drop"], calm=True)))
    assert fresh.saved("chain")["inputs"] == ["drop", "drop"]


def test_exercise_is_not_replaced_by_the_review_that_goes_on_behind_it(fresh: Player) -> None:
    dialog = looked_back(fresh)
    expect(dialog.locator("li").first).to_be_visible(timeout=60_000)  # its mistakes are exercises now
    fresh.page.keyboard.press("Escape")
    fresh.page.evaluate(LATER, DAYS[0])
    fresh.page.locator("#replay").get_by_role("button", name="Close").click()
    fresh.press("Space")  # another game for Look back, and not over
    fresh.page.evaluate(RUN, WAIT_WITH_CARDS)
    fresh.page.get_by_role("button", name="Replay").first.click()
    fresh.page.locator("#replay").get_by_role("button", name="Look back").click()
    expect(fresh.page.locator("body[data-waits]")).to_be_attached(timeout=60_000)
    dialog.get_by_role("button", name="Practise").click()
    expect(dialog).not_to_be_visible()
    asked = fresh.page.locator("#status-text")
    expect(asked).to_contain_text("what would you do here")
    fresh.page.evaluate(RUN, "practice.cards = cards")
    fresh.page.wait_for_timeout(3_000)  # the review may not take the exercise's place
    expect(asked).to_contain_text("what would you do here")
    expect(dialog).not_to_be_visible()


def test_analysis_resumes_after_an_interruption_and_its_exercises_return(fresh: Player) -> None:
    dialog = looked_back(fresh)
    fresh.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    # Once more when the analysis has ended, and its exercises are being prepared.
    fresh.page.evaluate(RUN, WAIT_WITH_CARDS)
    fresh.page.locator("#replay").get_by_role("button", name="Look back").click()
    expect(fresh.page.locator("body[data-waits]")).to_be_attached(timeout=60_000)
    fresh.page.keyboard.press("Escape")
    fresh.page.evaluate(RUN, "practice.cards = cards")
    fresh.page.locator("#replay").get_by_role("button", name="Look back").click()
    expect(dialog.locator("li").first).to_be_visible(timeout=60_000)
    found = dialog.locator("li").count()
    left = []
    for _opening in range(3):
        fresh.page.keyboard.press("Escape")
        fresh.page.locator("#replay").get_by_role("button", name="Look back").click()
        expect(dialog.locator("li").first).to_be_visible()
        left.append(fresh.page.evaluate(PROXIES))
    assert left[1] == left[2], "nothing is left of an earlier opening"
    fresh.page.evaluate(LATER, DAYS[0])
    dialog.get_by_role("button", name="Close").click()
    fresh.page.locator("#replay").get_by_role("button", name="Look back").click()
    dialog.get_by_role("button", name=f"Practise ({found})").click()
    expect(dialog).not_to_be_visible()
    fresh.page.set_viewport_size({"width": 360, "height": 740})
    said, offer = fresh.page.locator("#status-text"), fresh.page.locator("#offer")
    expect(said).to_contain_text("what would you do here")
    fresh.press("Space")  # on the board, as in the game that it is from
    expect(said).to_have_text(re.compile("^(Found it|Not quite. Better: )"), timeout=30_000)
    expect(offer).to_have_text("Next", timeout=30_000)
    expect(offer).to_be_in_viewport(ratio=1)
    for _exercise in range(found):
        offer.click()
        fresh.page.wait_for_timeout(600)  # a second click on the same place is not meant
        if offer.is_visible() and offer.inner_text() == "Show me":
            offer.click()
            expect(offer).to_have_text("Next")
    assert fresh.saved("nineteen")["inputs"] == ["drop"] * PIECES, "the player's own game is as it was"
