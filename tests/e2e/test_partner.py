"""The partner: a hint is shown and spoken and can be followed; a demo plays at any speed and can be taken over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from game.play.partner import Pointed, pointed
from game.rules import GAMES
from game.text.names import word_name
from game.words import Translator
from tests.e2e.conftest import Player, expected

EVERY = pytest.mark.parametrize("name", list(GAMES))

PLAYED = "([name, most]) => JSON.parse(localStorage.getItem('kesu/save/' + name)).inputs.length > most"
FRAMES = "many => new Promise(done => { const on = () => many-- ? requestAnimationFrame(on) : done(); on() })"
KEEP = """name => { const board = document.querySelector('.board-frame canvas');
    const copy = new OffscreenCanvas(board.width, board.height);
    copy.getContext('2d', { willReadFrequently: true }).drawImage(board, 0, 0);
    window[name] = copy }"""
CHANGED = """([rows, columns, cells]) => cells.filter(([row, column]) => {
    const side = seenBefore.width / columns, x = Math.round(column * side), y = Math.round(row * side);
    const data = picture => [...picture.getContext('2d').getImageData(x, y, side, side).data].join();
    return data(seenBefore) !== data(seenHinted) }).length"""


def begin(player: Player, name: str) -> None:
    player.go(f"?game={name}&seed=3")
    if GAMES[name].timed:
        player.page.click("#go-on")


def inputs_of(player: Player, name: str) -> list[str]:
    """Returns the inputs without ticks."""
    return [word for word in player.saved(name)["inputs"] if word != "tick"]


@EVERY
def test_hint_shows_its_reason_and_can_be_followed(desk: Player, name: str) -> None:
    begin(desk, name)
    desk.page.evaluate(KEEP, "seenBefore")
    desk.press("KeyI")
    offer = desk.page.get_by_role("button", name="Play this move")
    expect(offer).to_be_visible(timeout=10_000)
    desk.page.evaluate(KEEP, "seenHinted")
    arrow = desk.page.locator(".board-frame .arrow path").first.get_attribute("d")
    seen, spoken, reason = desk.rows(), desk.page.locator("#status-more").text_content(), desk.status()
    assert reason.endswith("."), reason
    offer.click()
    expect(offer).to_be_hidden()
    expect(desk.page.locator(".board-frame .arrow").first).to_be_hidden()
    desk.press("KeyP")
    played = inputs_of(desk, name)
    assert spoken == ", ".join(word_name(GAMES[name], word, Translator()) for word in played) + "."
    before = expected(name, 3, [])
    there: Pointed = pointed(before.rules, before.state, tuple(played))
    cells = [list(cell) for cell in there.cells]
    assert desk.page.evaluate(CHANGED, [len(seen), len(seen[0]), cells]) == len(cells) > 0
    assert bool(arrow) == bool(there.way), "a move from cell to cell has an arrow"


def test_no_time_passes_while_a_hint_is_shown(desk: Player) -> None:
    begin(desk, "nineteen")
    desk.press("KeyI")
    expect(desk.page.get_by_role("button", name="Play this move")).to_be_visible(timeout=10_000)
    desk.page.wait_for_timeout(3500)
    desk.press("KeyP")
    ticks = desk.saved("nineteen")["inputs"].count("tick")
    assert ticks <= 1, "time may have passed before the hint"
    desk.press("KeyP", "ArrowLeft")
    desk.page.wait_for_timeout(2500)
    desk.press("KeyP")
    assert desk.saved("nineteen")["inputs"].count("tick") > ticks, "time passes again after the hint"


def test_any_move_removes_a_hint(desk: Player) -> None:
    begin(desk, "push-clear")
    desk.press("KeyI")
    expect(desk.page.locator("#offer")).to_have_text("Play this move", timeout=10_000)
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        desk.press(key)
    expect(desk.page.locator("#offer")).to_be_hidden()
    expect(desk.page.locator(".board-frame .arrow")).to_be_hidden()
    played = inputs_of(desk, "push-clear")
    desk.press("KeyI", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")  # also stops a hint in progress
    desk.page.evaluate(FRAMES, 20)
    expect(desk.page.locator("#offer")).to_be_hidden()
    assert len(inputs_of(desk, "push-clear")) > len(played)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("push-clear", "chain", "biquadris") else pytest.mark.all)
        for name in GAMES
    ],
)
def test_demo_plays_and_can_be_taken_over(desk: Player, name: str) -> None:
    begin(desk, name)
    desk.page.get_by_role("button", name="Demo").click()
    expect(desk.page.locator("#status-text")).to_contain_text("Demo running", timeout=5000)
    desk.page.get_by_label("Speed of the demo").select_option("8")
    desk.page.wait_for_function(PLAYED, arg=[name, 4], timeout=20_000)
    desk.page.locator("#offer", has_text="Stop").click()
    expect(desk.page.locator("#status-text")).to_have_text("Your turn.")
    expect(desk.page.get_by_label("Speed of the demo")).to_be_hidden()
    desk.press("KeyP")
    played = inputs_of(desk, name)
    desk.page.evaluate(FRAMES, 40)
    assert inputs_of(desk, name) == played


def test_players_move_stops_a_demo(desk: Player) -> None:
    begin(desk, "push-clear")
    desk.press("KeyM")
    desk.page.wait_for_function(PLAYED, arg=["push-clear", 1], timeout=9000)
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        desk.press(key)
    played = desk.saved("push-clear")["inputs"]
    desk.page.evaluate(FRAMES, 60)
    assert desk.saved("push-clear")["inputs"] == played
    expect(desk.page.locator("#offer")).to_be_hidden()


@pytest.mark.all  # a whole game; test_toy.py has a demo in the usual run
def test_demo_ends_with_the_game_and_shows_a_message(desk: Player) -> None:
    desk.go("?game=push-clear&size=4&seed=1").press("KeyM")
    desk.page.get_by_label("Speed of the demo").select_option("32")
    expect(desk.page.locator("#status-text")).to_contain_text("Game over", timeout=40_000)
    expect(desk.page.get_by_role("button", name="Play again")).to_be_visible()
    expect(desk.page.get_by_label("Speed of the demo")).to_be_hidden()
    inputs = desk.saved("push-clear")["inputs"]
    desk.page.evaluate(FRAMES, 20)
    assert desk.saved("push-clear")["inputs"] == inputs
    assert desk.page.evaluate("localStorage.getItem('kesu/statistics')") is None, "a demo does not count"


SLOW = """async ([name, code]) => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const pyodide = await loadPyodide();
    pyodide.runPython(code.replace('NAME', name));
}"""
"""Runs Python in the page."""
PONDER = """
import game.bots.NAME as bot
from game.bots import Advice
real, pondering = bot.think, [True]
def think(*given):
    while pondering:
        yield Advice(())
    yield from real(*given)
bot.think = think
"""
"""A bot that does not finish until it is allowed to."""
DECIDE = "pondering.clear()"
FORGET = "bot.think = real"


@pytest.fixture
def slow(desk: Player) -> Iterator[Callable[[str, str], None]]:
    """Makes a game's bot slow until the end of the test."""
    names = []

    def run(name: str, code: str) -> None:
        names.append(name)
        desk.page.evaluate(SLOW, [name, code])

    yield run
    run(names[-1], FORGET)


def test_long_thinking_is_announced_and_any_input_ends_it(desk: Player, slow: Callable[[str, str], None]) -> None:
    begin(desk, "lines98")
    slow("lines98", PONDER)
    for key in ("ArrowLeft", "KeyZ"):  # moves the cursor; finds nothing to undo
        desk.press("KeyI")
        expect(desk.page.locator("#status-text")).to_have_text("Thinking…")
        desk.press(key)
        expect(desk.page.locator("#status-text")).not_to_have_text("Thinking…")
    desk.press("KeyM")
    expect(desk.page.locator("#status-text")).to_contain_text("Demo running")
    desk.press("ArrowLeft")
    expect(desk.page.get_by_label("Speed of the demo")).to_be_hidden()
    slow("lines98", DECIDE)
    desk.page.evaluate(FRAMES, 20)
    expect(desk.page.locator("#offer")).to_be_hidden()
    assert desk.saved("lines98")["inputs"] == []
    desk.press("KeyI")
    expect(desk.page.locator("#offer")).to_have_text("Play this move", timeout=10_000)


def test_undo_stops_the_computers_thinking(desk: Player, slow: Callable[[str, str], None]) -> None:
    desk.go("?game=biquadris&computer=2&seed=3")
    slow("biquadris", PONDER)
    desk.press("Space")
    expect(desk.page.locator("#status-text")).to_have_text("The computer is playing…", timeout=10_000)
    desk.press("ArrowLeft")
    expect(desk.page.locator("#status-text")).to_have_text("The computer is playing…")
    desk.press("KeyU")
    expect(desk.page.locator("#status-text")).not_to_have_text("The computer is playing…")
    slow("biquadris", DECIDE)
    desk.page.evaluate(FRAMES, 40)
    assert desk.saved("biquadris")["at"] == 0


LAVISH = "Object.defineProperty(Navigator.prototype, 'connection', { configurable: true, get: () => undefined });"
AHEAD = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    return (await loadPyodide()).runPython(`
        import gc
        from game.web.game.ahead import Ahead
        gc.unfreeze()  # what was there at the start is hidden otherwise
        [ahead] = [each for each in gc.get_objects() if isinstance(each, Ahead)]
        f"{len(ahead._ready)} begun, {'some' if ahead._thoughts else 'nothing'} left"`);
}"""


def test_hint_is_prepared_while_the_player_is_idle(fresh: Player) -> None:
    fresh.page.add_init_script(LAVISH)
    page = fresh.load("?game=nineteen&seed=7&calm=1").page
    page.evaluate("kesuPart('whole')")
    for key in ("ArrowLeft", "ArrowRight") * 4:
        fresh.press(key)
        page.wait_for_timeout(100)
    assert page.evaluate(AHEAD) == "1 begun, some left"
    page.wait_for_function(f"({AHEAD})().then((said) => said === '1 begun, nothing left')")
    fresh.go("?game=nineteen&seed=8&calm=1").press("ArrowLeft")
    assert page.evaluate(AHEAD) == "1 begun, nothing left"
