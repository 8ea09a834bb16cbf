"""The page on a small screen in Firefox and WebKit: nothing is cut off, and the buttons play the games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.rules import GAMES
from tests.e2e.conftest import PICTURES, READY
from tests.engines.engines import ENGINES, Engine, wait_for
from tests.engines.test_games import go, seen
from tools.samples.some_moves import between_people

pytestmark = pytest.mark.all

BUTTONS = {
    "push-clear": ("up", "left"),
    "chain": ("left", "cw", "drop"),
    "nineteen": ("right", "rotate", "drop"),
    "biquadris": ("left", "drop"),
    "duel": ("left", "drop"),
}
"""By game: the words of the buttons to tap, by touch in WebKit. Lines has none, as its board itself is tapped."""
WIDER = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module", params=list(ENGINES))
def phone(request: pytest.FixtureRequest, site: str) -> Iterator[Engine]:
    begin = ENGINES[request.param]
    if begin is None:
        pytest.skip(f"{request.param} is not installed")
    with begin(phone=True) as browser:
        browser.goto(site)
        wait_for(browser, READY)
        yield browser


def test_home_is_no_wider_than_the_phone(phone: Engine) -> None:
    go(phone, "./")
    assert not phone.evaluate(WIDER)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_fits_on_the_screen(phone: Engine, name: str) -> None:
    go(phone, between_people(name))
    PICTURES.mkdir(exist_ok=True)
    phone.screenshot(PICTURES / f"{phone.name}-{name}.png")
    assert not phone.evaluate(WIDER)
    assert phone.evaluate(
        "[...document.querySelectorAll('.board-frame canvas, #pad button')].filter((each) => each.checkVisibility())"
        ".every((each) => { const { left, right, bottom } = each.getBoundingClientRect();"
        " return left >= 0 && right <= innerWidth && bottom <= innerHeight })"
    )


@pytest.mark.parametrize("name", list(BUTTONS))
def test_buttons_on_the_screen_play_each_game(phone: Engine, name: str) -> None:
    go(phone, "./")
    phone.evaluate("localStorage.clear()")
    go(phone, between_people(name))
    if name in ("chain", "nineteen"):
        phone.tap("#go-on")
    phone.evaluate("document.getElementById('pad').style.display = 'flex'")  # hidden on a machine with a mouse
    for word in BUTTONS[name]:
        phone.tap(f'#pad [data-word="{word}"]')
    if name in ("chain", "nineteen"):
        phone.press("KeyP")
    assert seen(phone, *BUTTONS[name], name=name)
