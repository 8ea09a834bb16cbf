"""The player's character on the board looks where it went, blinks now and then, and sleeps when it is stuck."""

from __future__ import annotations

from tests.e2e.conftest import Player
from tests.e2e.screens import playing

LEFT_PUPIL, ABOVE_LID = (0.285, 0.475), (0.63, 0.4)
"""Places in the player's cell: the left eye's pupil when it looks left, and above a closed lid."""


def seen(player: Player, place: tuple[float, float]) -> tuple[int, ...]:
    """Returns the colour at a place in the player's cell."""
    rows = player.rows()
    ((row, column),) = [(r, c) for r, cells in enumerate(rows) for c, name in enumerate(cells) if name == "you"]
    return player.pixel(row, column, dx=place[0], dy=place[1])


def is_dark(colour: tuple[int, ...]) -> bool:
    return max(colour) < 70


def test_character_looks_where_it_went_blinks_when_idle_and_shuts_its_eyes_when_stuck(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7").press("ArrowLeft").still()
    assert is_dark(seen(desk, LEFT_PUPIL))
    desk.press("ArrowRight").still()
    assert not is_dark(seen(desk, LEFT_PUPIL)), "its eyes have moved to the other side"
    canvas = desk.page.locator(".board-frame canvas").first
    still = canvas.evaluate("c => c.toDataURL()")
    changed = """still => new Promise((done) => {
        const canvas = document.querySelector('.board-frame canvas');
        const look = () => (canvas.toDataURL() !== still ? done(true) : setTimeout(look, 30));
        look();
    })"""
    assert canvas.evaluate(f"(_c, still) => ({changed})(still)", still), "it blinks within a few seconds"
    desk.page.wait_for_function(
        "still => document.querySelector('.board-frame canvas').toDataURL() === still", arg=still
    )
    playing(desk, "push-clear", over=True).still()
    body, lid = seen(desk, (0.5, 0.75)), seen(desk, ABOVE_LID)
    assert max(abs(a - b) for a, b in zip(body, lid, strict=True)) < 60, "neither the white of an eye nor a pupil shows"
    desk.press("KeyU").still()
    body, eye = seen(desk, (0.5, 0.75)), seen(desk, ABOVE_LID)
    assert max(abs(a - b) for a, b in zip(body, eye, strict=True)) > 60


HASTY = """(() => {
    window.calls = [];
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
        const real = window[name].bind(window);
        window[name] = (act, after) => {
            const sooner = name === 'setTimeout' && after > 1000 ? after / 20 : after;
            return real((...all) => (window.calls.push([name, after]), act(...all)), sooner);
        };
    }
})()"""
"""Makes long delays twenty times shorter, and records what runs. Runs before the page's own scripts."""


def test_page_that_nobody_touches_comes_to_rest(fresh: Player) -> None:
    """It blinks a few times, and then no timer, no frame and no idle work runs any more, until the next move."""
    fresh.page.add_init_script(HASTY)
    fresh.load("?game=push-clear&seed=7").press("ArrowLeft")
    fresh.page.wait_for_function("calls.filter(([, after]) => after === 130).length >= 4")
    fresh.page.wait_for_timeout(1500)  # the end of the last blink
    fresh.page.evaluate("calls.length = 0")
    fresh.page.wait_for_timeout(3000)  # as long as eight blinks
    assert fresh.page.evaluate("calls") == []
    fresh.press("ArrowRight")
    fresh.page.wait_for_function("calls.some(([, after]) => after === 130)")
