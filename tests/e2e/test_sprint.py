"""Nineteen's ways to play by name, in the dialog of a new game, at the end of a sprint and in the statistics."""

from __future__ import annotations

from datetime import datetime

from playwright.sync_api import expect

from game import files
from game.bots import advise
from game.rules import game
from game.session import Session
from game.session.records import Records
from tests.e2e.conftest import Player

NAME = "nineteen"
SPRINT = f"{NAME}/1/rows=20&by=time"


def almost(rows: int) -> tuple[Session, list[str]]:
    """Returns a sprint before the turn that reaches its goal, and the words of that turn."""
    session = Session(game(NAME), {"rows": rows}, 5, files.read)
    while True:
        words = list(advise(session.rules, session.state, 1).words)
        ahead = session.state
        for word in words:
            ahead, _events = session.rules.play(ahead, word)
        if ahead.ended:
            return session, words
        for word in words:
            session.play(word)


def test_ways_to_play_are_chosen_by_name(phone: Player) -> None:
    phone.go(f"?game={NAME}&seed=3").choose("new")
    dialog = phone.page.locator("#new-game")
    goals = dialog.get_by_role("group", name="Goal")
    expect(goals.get_by_role("radio")).to_have_count(4)
    expect(goals.get_by_role("radio", name="Endless")).to_be_checked()
    goals.get_by_role("radio", name="Sprint: 20 rows").check()
    expect(goals).to_contain_text("The fastest time counts.")
    dialog.get_by_role("switch", name="Hold").check()
    dialog.get_by_role("button", name="Start", exact=True).click()
    query = phone.page.evaluate("location.search")
    assert "rows=20" in query and "hold=1" in query and "pieces" not in query and "variant" not in query
    phone.choose("new")
    expect(goals.get_by_role("radio", name="Sprint: 20 rows")).to_be_checked()
    expect(dialog.get_by_role("switch", name="Hold")).to_be_checked()
    phone.press("Escape")
    phone.go(f"?game={NAME}&seed=3&rows=30").choose("new")
    expect(goals.get_by_role("radio", name="30 rows")).to_be_checked()
    dialog.get_by_role("button", name="Start", exact=True).click()
    assert "rows=30" in phone.page.evaluate("location.search"), "a goal without a name stays what it was"


def test_sprint_ends_with_its_time_which_the_statistics_rank(desk: Player) -> None:
    session, words = almost(20)
    found = Records("a")
    found.add(SPRINT, int(datetime(2026, 1, 2, 12).timestamp()), -9_999_999, 999_999, False, 4)
    desk.go("./").page.evaluate(
        "kept => Object.entries(kept).forEach(([name, text]) => localStorage.setItem('kesu/' + name, text))",
        {"save/nineteen": session.save(), "statistics": found.text()},
    )
    desk.go_on(f"?game={NAME}")
    desk.page.locator("#go-on").click()
    keys = {"left": "ArrowLeft", "right": "ArrowRight", "rotate": "ArrowUp", "drop": "Space"}
    desk.press(*(keys[word] for word in words))
    card = desk.page.locator("#end-card")
    expect(card).to_be_visible()
    expect(desk.page.locator("#end-title")).to_have_text("Goal reached!")
    score = desk.page.locator("#end-score").inner_text()
    assert ":" in score and "." in score
    expect(desk.page.locator("#end-best")).to_have_text("New best!")
    desk.settle().page.locator("[data-home]").first.click()
    desk.page.locator("#open-records").click()
    detail = desk.page.locator("#records .detail")
    expect(detail).to_contain_text("The best times")
    expect(detail).to_contain_text("2 Jan 2026")  # as the page's language writes a day
    expect(detail.locator("tbody tr, table tr")).to_have_count(3)
    assert detail.locator("th[scope=row]").all_inner_texts() == [score, "16666:39.9"], "the fastest first"
    desk.press("Escape")
