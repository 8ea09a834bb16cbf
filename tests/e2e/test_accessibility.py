"""axe-core finds nothing to complain of, on every screen, in both themes; and everything can be reached by keyboard."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from game.rules import GAMES
from tests.e2e.conftest import Player

SCREENS = ["./", *(f"?game={name}&seed=3" for name in GAMES)]


def complaints(player: Player) -> list[str]:
    found = Axe().run(player.page)
    return [
        f"{problem['id']}: {node['html'][:120]}"
        for problem in found.response["violations"]
        for node in problem["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(desk: Player, screen: str, theme: str) -> None:
    desk.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    try:
        desk.go(screen)
        assert complaints(desk) == []
    finally:
        desk.page.emulate_media(color_scheme="light")


def test_axe_finds_nothing_in_the_dialogs_and_the_open_tools(desk: Player) -> None:
    desk.go("?game=chain&seed=3")
    desk.page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    assert complaints(desk) == []
    desk.page.evaluate("for (const box of document.querySelectorAll('details')) box.open = false")
    for opener, closer in (("#open-settings", "Done"), ("[data-action=new]", "Cancel")):
        desk.page.click(opener)
        assert complaints(desk) == []
        desk.page.get_by_role("button", name=closer).click()


WHERE = """(() => { const { dataset, id, className } = document.activeElement;
return dataset.action || dataset.word || id || className })()"""


def test_everything_is_reached_by_the_keyboard(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp")
    desk.page.evaluate("document.activeElement.blur(); document.body.focus()")
    reached = set()
    for _ in range(30):
        desk.press("Tab")
        reached.add(desk.page.evaluate(WHERE))
    assert {"undo", "restart", "new", "open-settings", "left", "up", "right", "down", "skip", "brand"} <= reached
