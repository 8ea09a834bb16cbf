"""Small bugs that a player found: a lost button, a stale message, a tap flash, clipped corners."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from game import files
from game.effects.melody import LANDING
from game.rules import GAMES
from game.session import Session
from game.session.daily import Daily
from game.session.records import Records, preset_of
from game.store import names
from tests.e2e.conftest import Player
from tests.e2e.test_faults import RUN
from tools.samples.some_moves import between_people, midgame

LOOK = """(e) => { const s = getComputedStyle(e); return [s.webkitTapHighlightColor, s.borderColor, s.boxShadow] }"""
CUT = """(canvas) => {
    const cell = canvas.clientWidth / canvas.dataset.columns;
    const cut = (radius) => radius * (1 - Math.SQRT1_2);
    return [cut(parseFloat(getComputedStyle(canvas).borderTopLeftRadius)), 0.07 * cell + cut(0.16 * cell)];
}"""
"""How far the corners of the canvas and of a tile there are from the corner of the square, along both sides."""
COLOURS = """([places, rows]) => { const canvas = document.querySelector('.board-frame canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const cell = canvas.height / rows;
    return places.map(([r, c]) => [...copy.getImageData(c * cell, r * cell, 1, 1).data].slice(0, 3)) }"""
"""The colours on the canvas at these places, in rows and columns."""
FALLEN = """[...document.querySelectorAll('#confetti canvas')].every((e) => getComputedStyle(e).opacity === '0')"""
ABOVE = """() => { const [card, all] = ['end-card', 'confetti'].map((id) => document.getElementById(id));
    all.style.pointerEvents = 'auto';
    const { x, y, width, height } = card.querySelector('.end-panel').getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    all.style.pointerEvents = '';
    return [all.children.length, all.contains(top)] }"""
"""How many pieces of confetti there are, and whether they are in front of the card."""


SPEAKER = """window.AudioContext = class {
    state = 'running'; currentTime = 0; destination = {};
    static done = []; static ramp = [];
    static part = { connect() {}, start() {}, stop() {}, frequency: { setValueAtTime() {},
        exponentialRampToValueAtTime(to) { AudioContext.ramp.push(to); } },
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
    createOscillator() { AudioContext.done.push('note'); return AudioContext.part; }
    createGain() { return AudioContext.part; }
    suspend() { this.state = 'suspended'; AudioContext.done.push('rest'); }
    resume() { AudioContext.done.push('wake'); }  // it takes a while
};"""


def test_audio_is_released_when_idle_and_resumes_with_the_next_move(fresh: Player) -> None:
    fresh.page.add_init_script(SPEAKER)
    fresh.load("?game=push-clear&seed=7")
    fresh.page.evaluate(RUN, "import game.web.platform.sound as sound; sound.REST = 0.3")
    fresh.press("ArrowLeft")
    fresh.page.wait_for_function("AudioContext.done.join(' ') === 'note rest'")
    fresh.press("ArrowRight")
    fresh.page.wait_for_function("AudioContext.done.join(' ').startsWith('note rest wake note')")


def test_only_a_drop_falls_in_pitch(fresh: Player) -> None:
    fresh.page.add_init_script(SPEAKER)
    fresh.load("?game=nineteen&seed=7&calm=1").press("ArrowLeft", "ArrowUp").settle()
    heard = fresh.page.evaluate("[AudioContext.done.length, AudioContext.ramp]")
    assert heard == [3, []], "one note aside, two for a turn"
    fresh.press("Space")
    fresh.page.wait_for_function("AudioContext.ramp.length")
    assert fresh.page.evaluate("AudioContext.ramp")[0] == pytest.approx(LANDING)


@pytest.fixture
def ending(desk: Player) -> Session:
    """A game that has just ended with a best score; its last move is about to be shown."""
    whole = midgame("push-clear", over=True, seed=9, size="4")
    session = Session(whole.rules, whole.options, whole.seed, files.read)
    for word in whole.inputs[:-1]:
        session.play(word)
    desk.go("./").page.evaluate("save => localStorage.setItem('kesu/save/push-clear', save)", session.save())
    desk.page.evaluate("name => localStorage.setItem('kesu/' + name, '1')", names.best(preset_of(session)))
    desk.go_on("?game=push-clear").page.wait_for_selector("#go-other", state="attached")
    expect(desk.page.locator("#pad button").first).to_be_attached()
    session.play(whole.inputs[-1])
    desk.press(f"Arrow{whole.inputs[-1].capitalize()}")
    return session


def test_confetti_flies_over_the_card_and_hides_nothing(desk: Player, ending: Session) -> None:
    board = ending.view.boards[0]
    places = [(r + 0.04, c + part) for _symbol, (r, c) in board.stuck for part in (0.3, 0.5, 0.7)]
    expect(desk.page.locator("#end-card")).to_be_visible()
    expect(desk.page.locator("#end-best")).to_have_text("New best!")
    desk.still().page.wait_for_function("document.getElementById('confetti').children.length")
    flying = desk.page.evaluate(COLOURS, [places, len(board.rows)])
    assert desk.page.evaluate(ABOVE) == [40, True]
    desk.page.wait_for_function(FALLEN)
    assert places and flying == desk.page.evaluate(COLOURS, [places, len(board.rows)]), (
        "the board under the card is still"
    )


def test_tapped_button_neither_flashes_nor_keeps_a_border(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7")
    button = phone.page.locator("#pad button").first
    before = button.evaluate(LOOK)
    assert before[0] == "rgba(0, 0, 0, 0)"
    button.tap()
    phone.still()
    assert button.evaluate(LOOK) == before


@pytest.mark.parametrize("name", list(GAMES))
def test_board_corners_do_not_clip_tiles(phone: Player, name: str) -> None:
    phone.go(between_people(name)).page.wait_for_function("document.body.dataset.screen === 'game'")
    columns = len(phone.rows()[0])
    for canvas in phone.page.locator(".board-frame canvas").all():
        canvas.evaluate("(canvas, columns) => { canvas.dataset.columns = columns }", columns)
        corner, tile = canvas.evaluate(CUT)
        assert corner < tile


def test_an_address_may_shorten_a_games_name_and_an_error_lists_the_titles(desk: Player) -> None:
    desk.go("?game=lines&seed=7")
    expect(desk.page.locator("#title")).to_have_text("Lines")
    assert desk.saved("lines98")["seed"] == 7
    desk.go("?game=foo")
    titles = "Push and Clear, Chain, Nineteen, Lines, Biquadris, Duel"
    expect(desk.page.locator("#home-message")).to_contain_text(titles)


def test_small_titles_are_spaced_by_less_than_a_pixel(phone: Player) -> None:
    phone.go("./")
    spaced = "e => [getComputedStyle(e).textRendering, getComputedStyle(e).fontFamily.split(',')[0]]"
    assert phone.page.locator(".card h2").first.evaluate(spaced) == ["geometricprecision", "Kesu"]


def test_one_finished_game_draws_no_curve_and_no_bar(desk: Player, ending: Session) -> None:
    records = Records("a")
    records.add(preset_of(ending), 1_790_000_000, 12, 60, False, 1)
    desk.go("./").page.evaluate("text => localStorage.setItem('kesu/statistics', text)", records.text())
    desk.page.click("#open-records")
    expect(desk.page.locator("#records .bests")).to_be_visible()
    expect(desk.page.locator("#records figure")).to_have_count(0)


def test_an_arrow_in_a_lesson_shows_how_far_to_drag(phone: Player) -> None:
    phone.go("?game=nineteen&seed=7").page.tap("#offer")
    arrow = phone.page.locator(".board-frame .arrow path")
    expect(arrow).to_have_attribute("d", re.compile("."))
    expect(arrow).to_be_visible()
    phone.page.tap("#title")
    expect(arrow).to_be_hidden()
    phone.page.tap("#coach-skip")


def test_home_says_the_streak_of_days_whatever_was_played_on_each(desk: Player) -> None:
    tries = Daily()
    for ago, game in enumerate(("chain", "nineteen", "problem")):
        tries.begin(game, date.today() - timedelta(days=ago))
        tries.finish(game, date.today() - timedelta(days=ago), 100, False)
    desk.go("./").page.evaluate("text => localStorage.setItem('kesu/daily', text)", tries.text())
    desk.go_on("?game=chain").go_on("./")
    expect(desk.page.locator("#today-next")).to_contain_text("3-day streak")
