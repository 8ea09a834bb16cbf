"""axe-core finds no fault on any screen, every target is large enough for a finger, and the keyboard reaches it."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from game.rules import GAMES
from tests.e2e.conftest import Player
from tests.e2e.screens import SCREENS, reset, show

DIALOG = "dialog[open]"

SMALL = """root => [...root.querySelectorAll('button, select, input, textarea, summary, a')]
.filter(e => e.offsetParent && !e.closest('.unseen') && !e.matches('.skip'))
.map(e => [e, (e.type === 'checkbox' ? e.closest('label') : e).getBoundingClientRect()])
.filter(([, b]) => b.width < 43.9 || b.height < 43.9)
.map(([e, b]) => `${e.outerHTML.slice(0, 80)} is ${b.width.toFixed()} by ${b.height.toFixed()}`)"""
"""Targets smaller than a finger."""

STILL = "Promise.all(document.getAnimations().map((each) => each.finished))"
"""The end card grows as it appears: on a fast machine its buttons were measured before they had their size."""


FOUND = """async ([dialog, rules, left]) => {
    const options = { resultTypes: ['violations'], elementRef: false, ...(rules.length ? { runOnly: rules } : {}) };
    options.rules = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
    const { violations } = await axe.run(document.querySelector(dialog) ?? document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""


def complaints(player: Player, *rules: str, left_out: tuple[str, ...] = ()) -> list[str]:
    """Returns what axe finds on the page or in the open dialog, by all rules, only some, or all but some."""
    if not player.page.evaluate("'axe' in window"):
        player.page.evaluate(AXE_SCRIPT)
    return list(player.page.evaluate(FOUND, [DIALOG, rules, left_out]))


SEEN = [name for name in SCREENS if not name.startswith("rules of")]
"""All screens but the rules of games, which are part of each game's own screen."""

COLOURED = [name for name in SEEN if name not in GAMES and not name.startswith("new ")]
COLOURED += ["push-clear", "biquadris", "new biquadris"]
"""Screens with text colours of their own. One game and one dialog for a new game represent all of them."""


USUAL = ["home", "biquadris", "paused", "over", "settings", "share", "new biquadris", "statistics", "editor", "about"]
USUAL += ["draw a problem"]
"""The screens of the usual run, no two alike. The long part checks every screen."""


@pytest.mark.parametrize("screens", [USUAL, pytest.param(SEEN, marks=pytest.mark.all)], ids=["usual", "all"])
def test_phone_screens_pass_axe_and_targets_are_large_enough(phone: Player, screens: list[str]) -> None:
    for name in screens:
        show(phone, name)
        phone.page.evaluate(STILL)
        root = phone.page.evaluate_handle("selector => document.querySelector(selector) ?? document.body", DIALOG)
        left_out = () if name in COLOURED else ("color-contrast",)
        assert (name, complaints(phone, left_out=left_out)) == (name, [])
        assert (name, root.evaluate(SMALL)) == (name, [])
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    reset(phone)


OTHER = {
    "dark": ["home", "biquadris", "settings"],
    "contrast": ["chain"],
}
"""The rest is in the long part; tests/unit/test_colours.py checks the colours themselves."""


@pytest.mark.parametrize(
    "theme,screens",
    [*OTHER.items(), *(pytest.param(theme, SEEN, marks=pytest.mark.all, id=f"all {theme}") for theme in OTHER)],
)
def test_text_has_enough_contrast_in_other_themes(desk: Player, theme: str, screens: list[str]) -> None:
    kinds: dict[str, Any] = {"dark": {"color_scheme": "dark"}, "contrast": {"contrast": "more"}}
    desk.page.emulate_media(**kinds[theme])
    try:
        for name in screens:
            show(desk, name)
            assert (name, complaints(desk, "color-contrast")) == (name, [])
    finally:
        reset(desk).page.emulate_media(color_scheme="light", contrast="no-preference")


def test_board_is_visible_with_forced_colours(desk: Player) -> None:
    desk.page.emulate_media(forced_colors="active")
    try:
        show(desk, "push-clear")
        seen = {cell: desk.pixel(r, c, dx=0.15) for r, row in enumerate(desk.rows()) for c, cell in enumerate(row)}
        assert len({seen[cell] for cell in ("empty", "box", "fixed box")}) == 3, seen
    finally:
        desk.page.emulate_media(forced_colors="none")
        reset(desk)


WHERE = """(() => { const { dataset, id, className } = document.activeElement;
return dataset.action || dataset.word || id || className })()"""


def test_keyboard_reaches_every_control(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp")
    desk.page.evaluate("document.activeElement.blur(); document.body.focus()")
    reached = set()
    for _ in range(30):
        desk.press("Tab")
        reached.add(desk.page.evaluate(WHERE))
    assert {"undo", "restart", "new", "mute", "open-settings", "skip", "brand"} <= reached
