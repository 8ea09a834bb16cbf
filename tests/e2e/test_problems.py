"""Problems in the page: from home to a solution, a failed try, a link, and what a player without a screen gets."""

from __future__ import annotations

from playwright.sync_api import expect

from game.problems import choice, ids
from game.problems.hints import Hints
from game.problems.play import rules_of
from game.session import Session
from tests.e2e.conftest import Player

NAME = choice.listed("nineteen", "rows", 2)[0]


def words(name: str) -> list[str]:
    """Returns the words of a proven solution."""
    problem = ids.read(name)
    session = Session(rules_of(problem, name))
    while not session.over:
        for word in Hints(problem)(session.rules, session.state).words:
            session.play(word)
    return list(session.inputs)


def test_a_problem_is_failed_explained_and_solved(desk: Player) -> None:
    page = desk.go("./").page
    page.locator("#open-problems").click()
    dialog = page.locator("#problems")
    expect(dialog.get_by_text("Solve a few, and your level shows here.")).to_be_visible(timeout=30_000)
    dialog.get_by_label("Kind").select_option(label="Nineteen: Clear rows")
    dialog.get_by_label("Grade").select_option("2")
    dialog.get_by_role("button", name="Problem 1.").click()
    status, offer = page.locator("#status-text"), page.locator("#offer")
    expect(status).to_contain_text("turns left.")
    assert page.url.endswith(f"#problem={NAME}")
    turns = ids.read(NAME).turns
    desk.press(*["Space"] * turns)
    expect(status).to_have_text("Failed. Undo goes back.")
    offer.click()
    expect(status).to_contain_text("the most you can reach", timeout=30_000)
    page.locator("[data-action=restart]").click()
    page.locator("#console").evaluate("box => { box.open = true }")
    page.fill("#command-line", " ".join(words(NAME)))
    page.press("#command-line", "Enter")
    expect(page.locator("#end-title")).to_have_text("Solved!", timeout=30_000)
    page.locator("#end-next").click()
    expect(status).to_contain_text("left.")
    assert NAME not in page.url
    page.go_back()
    expect(status).to_contain_text("turns left.")
    page.locator("[data-action=problems]").click()
    expect(dialog.get_by_label("Grade")).to_have_value("1")  # nothing has been solved
    dialog.get_by_label("Grade").select_option("2")
    expect(dialog.get_by_role("button", name="Problem 1, not solved")).to_be_visible()
    page.keyboard.press("Escape")
    desk.go_on("./").page.locator("#open-records").click()
    expect(page.locator("#records").get_by_role("row", name="Nineteen: Clear rows")).to_contain_text("0 / 1")


def test_a_link_leads_to_a_problem_and_a_bad_one_to_a_sentence(desk: Player) -> None:
    page = desk.go("./").go_on(f"./#problem={NAME}").page
    expect(page.locator("#status-text")).to_contain_text("turns left.", timeout=30_000)
    expect(page.locator("#listing table")).to_be_attached()
    page.locator("#menu [data-action=share]").click()
    share = page.locator("#share")
    assert share.get_by_label("Link to this problem").input_value().endswith(f"#problem={NAME}")
    expect(share.get_by_text("replay")).to_have_count(0)
    page.keyboard.press("Escape")
    desk.go_on("./#problem=n1m1-rows-2-2-1-2-00000000")
    expect(page.locator("#home-message")).to_contain_text("id is damaged")


def test_a_problem_is_made_of_a_game(desk: Player) -> None:
    page = desk.go("?game=push-clear&seed=7").page
    page.locator("[data-action=problems]").click()
    page.locator("#problems").get_by_role("button", name="Make a problem of this").click(timeout=30_000)
    page.wait_for_function(
        """() => location.hash.startsWith('#problem=p')
            || document.getElementById('status-text').textContent.includes('made into a problem')"""
    )
