"""The help: small boards that play the rules, and the keys, buttons and gestures as currently set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from game.rules import GAMES
from tests.e2e.conftest import Player
from tools.samples.some_moves import between_people


def rules(player: Player, query: str) -> Locator:
    player.go(query)
    player.page.click("[popovertarget=how]")
    article = player.page.locator("#how article:not([hidden])")
    expect(article.locator("figure").first).to_be_visible()
    return article


def picture(figure: Locator) -> str:
    drawn: str = figure.locator("canvas").first.evaluate("c => c.toDataURL()")
    return drawn


@pytest.fixture
def still(desk: Player) -> Iterator[Player]:
    desk.page.emulate_media(reduced_motion="reduce")
    yield desk
    desk.page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("name", GAMES)
def test_help_plays_the_scenes_of_every_game(desk: Player, name: str) -> None:
    figures = rules(desk, between_people(name)).locator("figure:not(.picture)")
    assert figures.count() == len(GAMES[name].scenes)
    captions = figures.locator("figcaption").all_inner_texts()
    assert captions == [scene.caption for scene in GAMES[name].scenes]
    figure, before = figures.first, picture(figures.first)
    desk.page.wait_for_function("b => document.querySelector('.scene canvas').toDataURL() !== b", arg=before)
    figure.get_by_role("button", name="Stop").click()
    expect(figure.get_by_role("button", name="Play")).to_be_visible()


def test_reduced_motion_shows_a_scene_step_by_step_on_request(still: Player) -> None:
    figure = rules(still, "?game=push-clear&seed=7").locator("figure").first
    expect(figure.get_by_role("button", name="Play")).to_be_visible()
    still.still()
    seen = {picture(figure)}
    for _step in range(4):
        figure.get_by_role("button", name="One move forward").click()
        seen.add(picture(figure))
    assert len(seen) == 5, "each step shows without motion"
    for _step in range(2):  # back to the beginning, and the first step again
        figure.get_by_role("button", name="One move forward").click()
    assert picture(figure) in seen, "the scene starts again"


def test_help_lists_the_current_keys(still: Player) -> None:
    row = rules(still, "?game=push-clear&seed=7").get_by_role("row", name="Hint")
    expect(row.locator("kbd")).to_have_text(["I", "Y"])
    still.press("Escape").page.evaluate("document.getElementById('open-settings').click()")
    still.page.click("#settings [data-meaning=hint]")
    still.press("KeyG")
    still.page.get_by_role("button", name="Done").click()
    still.press("Slash")
    expect(row.locator("kbd")).to_have_text(["G", "Y"])
    still.press("Escape").page.click("#open-settings")
    still.page.get_by_role("button", name="Reset all").click()
    still.page.get_by_role("button", name="Done").click()
    still.press("Slash")
    expect(still.page.locator("#how article:not([hidden]) .touch th[scope=row]").first).to_have_text("Swipe")


def test_keys_do_not_play_while_help_is_open_and_play_closes_it(desk: Player) -> None:
    rules(desk, "?game=push-clear&seed=7")
    before = desk.rows()
    desk.press("ArrowLeft", "ArrowUp", "ArrowRight")
    assert desk.rows() == before
    desk.page.click("#how [popovertargetaction=hide]")
    desk.press("ArrowLeft")
    assert desk.rows() != before
    desk.press("Slash")
    expect(desk.page.locator("#how")).to_be_visible()
    desk.go_on("./")
    expect(desk.page.locator("#how")).to_be_hidden()
