"""The layout on screens of every size, measured as boxes so that the machine's fonts do not matter."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from game.rules import GAMES
from game.text.catalogue import entries
from game.words import C_, LANGUAGES, Translator
from tests.e2e.conftest import DESK, PHONE, Player, touch
from tests.e2e.screens import playing, show
from tests.e2e.test_faults import RUN
from tools.samples.some_moves import between_people

OTHER_FONT = "html { font-size: 17px !important } * { letter-spacing: 0.08em !important; line-height: 1.6 !important }"
"""Imitates another machine's fonts: everything wider and higher."""

DRESS = """css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);
document.adoptedStyleSheets = css ? [sheet] : [];
return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))) }"""

BELOW = """() => [...document.querySelectorAll('.board-frame canvas, .figures, .status, #pad button, #actions button')]
.filter(e => e.offsetParent).map(e => [e.id || e.className || e.dataset.word || 'canvas', e.getBoundingClientRect()])
.filter(([, b]) => b.bottom > innerHeight || b.top < 0 || b.left < 0 || b.right > innerWidth).map(([name]) => name)"""
"""Parts of a game that are not wholly on the first screen."""

OVERLAPPING = """() => { const seen = [...document.querySelectorAll(
'.board-frame canvas, .status, #pad button, #actions button, .seed button')].filter(e => e.offsetParent);
const cross = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
return seen.flatMap((a, i) => seen.slice(i + 1).filter(b => cross(a.getBoundingClientRect(), b.getBoundingClientRect()))
.map(b => `${a.outerHTML.slice(0, 60)} and ${b.outerHTML.slice(0, 60)}`)) }"""


@pytest.fixture
def sized(phone: Player) -> Iterator[Player]:
    """The phone, for tests that resize it; its size is restored at the end."""
    yield phone
    phone.page.evaluate(DRESS, "")
    phone.page.set_viewport_size(PHONE["viewport"])


@pytest.mark.parametrize(
    "size", [(320, 568), *(pytest.param(size, marks=pytest.mark.all) for size in ((360, 640), (640, 360)))], ids=str
)
def test_whole_game_fits_a_phone_screen_in_any_font(sized: Player, size: tuple[int, int]) -> None:
    width, height = size
    sized.page.set_viewport_size({"width": width, "height": height})
    for name in GAMES:
        sized.go(between_people(name))
        for font in ("", OTHER_FONT):
            sized.page.evaluate(DRESS, font)
            case = (name, "another font" if font else "its own font")
            assert sized.page.evaluate("[innerWidth, innerHeight]") == [width, height], case
            assert sized.page.evaluate("document.documentElement.scrollWidth") == width, case
            assert sized.page.evaluate(BELOW) == [], case
            assert sized.page.evaluate(OVERLAPPING) == [], case
        boxes = [button.bounding_box() for button in sized.page.locator("#pad button").all()]
        if width == 320:
            assert all(box and min(box["width"], box["height"]) >= 43.9 for box in boxes), (name, boxes)


RISE = """
import gc
import game.web.board.panel as place
for each in gc.get_objects():
    if isinstance(each, place.BoardPanel) and each.canvas.isConnected:
        each.rise("+12,800", (11, 5 * each.index), strong=True)
"""
"""Lets points rise at the left edge of the left board and at the right edge of the right one."""


def test_points_at_the_edge_of_a_board_stay_on_the_screen(phone: Player) -> None:
    phone.go("?game=duel&computer=no&seed=7").page.evaluate(RUN, RISE)
    left, right = (element.bounding_box() for element in phone.page.locator(".rising").all())
    assert left and right
    assert left["x"] >= 0 and right["x"] + right["width"] <= PHONE["viewport"]["width"], (left, right)


OVER_OUTLINE = """
import gc, json
import game.web.board.panel as place
each = next(each for each in gc.get_objects() if isinstance(each, place.BoardPanel) and each.canvas.isConnected)
each._level = 2
outline = [cell for _symbol, cell in each._ghost]
for cell in outline:
    each.rise("+1,200", cell, strong=True)
    each.level_up()
json.dumps([min(row for row, _column in outline) * each.painter.cell, each.painter.cell])
"""
"""Lets points rise from where the outline of the piece is, and shows a new level; returns the outline's top."""

HELD = """text => {
    const [motion] = text.getAnimations();
    motion.pause();
    motion.currentTime = text.matches('.new-level') ? 500 : 0;
}"""
"""Holds a text where it begins to rise, or where it is to be read."""


@pytest.mark.parametrize("name", ["nineteen", "chain"])
def test_points_and_a_new_level_do_not_cover_the_outline_of_the_piece(desk: Player, name: str) -> None:
    top, cell = json.loads(desk.go(f"?game={name}&seed=7&calm=1").page.evaluate(RUN, OVER_OUTLINE))
    level = desk.page.locator(".board .new-level")
    expect(level).to_have_text("Level 2")
    board = desk.page.locator(".board-frame canvas").first.bounding_box()
    assert board
    for text in (desk.page.locator(".board .rising"), level):
        text.evaluate(HELD)
        box, em = text.bounding_box(), text.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert box and board["x"] <= box["x"] and box["x"] + box["width"] <= board["x"] + board["width"]
        letters = box["y"] + (box["height"] + em) / 2 - board["y"]  # the lower end of its line
        assert cell / 2 < letters <= top + 1, (letters, top)


SHIFTS = """window.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().map(e => [e.value, e.hadRecentInput,
e.sources.map(s => s.node?.id || s.node?.className || s.node?.nodeName)])))
.observe({ type: 'layout-shift', buffered: true })"""


@pytest.mark.parametrize("query", ["./", "?game=chain&seed=7"])
def test_layout_does_not_shift_when_python_starts(fresh: Player, query: str) -> None:
    fresh.page.set_viewport_size({"width": 360, "height": 640})
    fresh.page.add_init_script(SHIFTS)
    fresh.load(query).still()
    shifts = fresh.page.evaluate("shifts")
    assert sum(value for value, _input, _what in shifts) < 0.01, shifts


@pytest.mark.all
def test_message_buttons_are_visible_on_a_phone_in_landscape(desk: Player) -> None:
    desk.go("?game=lines98&seed=7")
    desk.page.set_viewport_size({"width": 844, "height": 390})
    desk.press("KeyI")
    for offer in ("Show it", "Play this move"):
        desk.page.get_by_role("button", name=offer).click()
    assert len(desk.saved("lines98")["inputs"]) == 1
    desk.page.set_viewport_size(DESK["viewport"])


SINCE = """() => { window.moved = []; const start = performance.now();
new PerformanceObserver(list => moved.push(...list.getEntries().filter(e => e.startTime > start)
.map(e => [e.value, e.sources.map(s => s.node?.className || s.node?.parentNode?.className || s.node?.nodeName)])))
.observe({ type: 'layout-shift' }) }"""


def test_layout_does_not_move_when_a_new_piece_appears(phone: Player) -> None:
    phone.go("?game=nineteen&seed=6")
    phone.page.click("#go-on")
    phone.page.evaluate(SINCE)
    came = set()
    for word in ("left", "right", "left", "right", "left", "right", "left"):
        came.add(phone.page.get_attribute(".next canvas", "aria-label"))
        for _step in range(4):
            phone.page.tap(f"#pad [data-word={word}]")
        phone.page.tap("#pad [data-word=drop]")
    assert "Next: I" in came and len(came) > 3, came
    assert phone.page.evaluate("moved") == []


def test_long_message_next_to_a_button_is_not_cut_off_on_a_phone(phone: Player) -> None:
    playing(phone, "lines98").go_on("?game=lines98&daily=20260102")
    expect(phone.page.locator("#offer")).to_be_visible()
    text, line = (phone.page.locator(place).bounding_box() for place in ("#status-text", ".status"))
    assert text and line and text["y"] >= line["y"] - 1 and text["height"] <= line["height"] + 2, (text, line)


SIZES = "[...document.querySelectorAll('.board-frame canvas')].map(c => [c.clientWidth, c.clientHeight])"


@pytest.mark.parametrize("name", ["biquadris", "duel"])
def test_boards_keep_their_size_while_turns_change(phone: Player, name: str) -> None:
    phone.go(between_people(name))
    before = phone.page.evaluate(SIZES)
    assert before[0] == before[1]
    waiting = phone.page.get_attribute(".board", "class") or ""
    phone.press("Space")
    expect(phone.page.locator(".board").first).not_to_have_class(waiting)  # once the drop has been shown
    assert phone.page.evaluate(SIZES) == before


@pytest.mark.parametrize(("name", "least"), [("biquadris", 220), ("duel", 200)])
def test_own_board_is_large_on_a_phone_and_stays_so_during_the_other_ones_turn(
    sized: Player, name: str, least: int
) -> None:
    sized.page.set_viewport_size({"width": 360, "height": 740})
    sized.go(f"?game={name}&computer=1&seed=7").still()
    own, other = sized.page.evaluate(SIZES)
    assert own[0] >= least and other[0] <= 90, (own, other)
    assert sized.page.evaluate(BELOW) == []
    sized.press("Space")
    expect(sized.page.locator(".board.waiting .player")).to_have_text("You")
    assert sized.page.evaluate(SIZES) == [own, other]


FIGURES = """() => [...document.querySelectorAll('.board-head .figure')].map((e) => {
    const box = e.getBoundingClientRect();
    return [box.left, box.right].map(Math.round);
})"""


HEADS = """(texts) => Object.entries(texts).flatMap(([language, [names, labels, word]]) => {
    const html = document.documentElement, all = (selector) => [...document.querySelectorAll(selector)];
    html.lang = language;
    all('.player').forEach((player, i) => (player.lastChild.textContent = names[i]));
    all('.figure dt').forEach((label) => (label.textContent = labels[label.dataset.said ??= label.textContent]));
    all('.next-name').forEach((name) => (name.textContent = word));
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const words = document.createRange();
    const lines = all('.player').map((player) => {
        words.selectNodeContents(player.lastChild);
        return words.getClientRects().length;
    });
    words.selectNodeContents(document.querySelector('.other .player').lastChild);
    const other = words.getBoundingClientRect(), next = box('.own .next:not(:empty)');
    const parts = all('.own .figure dt').map((label) => {
        words.selectNodeContents(label);
        return words.getBoundingClientRect();
    });
    const row = [box('.own .player'), ...parts, next, other];
    html.lang = 'en';
    const meets = row.some((part, i) => i && part.left < row[i - 1].right);
    return meets || lines.some((many) => many > 1) ? [[language, lines]] : [];
})"""
"""Writes what is above two boards in each language; returns the languages in which a name breaks or parts meet."""


@pytest.mark.parametrize("size", [(320, 568), (360, 740)], ids=str)
@pytest.mark.parametrize("name", ["duel", "biquadris"])
def test_names_are_whole_above_the_boards_of_a_daily_game(sized: Player, name: str, size: tuple[int, int]) -> None:
    page = sized.go(f"?game={name}&daily=today").page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator(".other .face")).to_be_visible()
    shown = page.locator(".figure dt").all_inner_texts()
    assert "Left" in shown
    texts = {}
    for tag in LANGUAGES:
        translator = Translator(tag, entries(tag))
        said = {label: translator(C_("turns", "Left") if label == "Left" else label) for label in shown}
        names = [translator(C_("name of a computer player", "Loop")), translator("You")]
        own = page.locator(".board.own").evaluate("e => [...e.parentNode.children].indexOf(e)")
        texts[tag] = names[::-1] if own == 0 else names, said, translator("Next")
    assert page.evaluate(HEADS, texts) == []


def test_figures_do_not_move_as_turns_change_against_the_computer(phone: Player) -> None:
    phone.go("?game=duel&computer=1&seed=7")
    before = phone.page.evaluate(FIGURES)
    assert len(before) == 4 and max(right for _left, right in before) <= PHONE["viewport"]["width"], before
    phone.press("Space")
    expect(phone.page.locator(".board.waiting .player")).to_have_text("You")
    expect(phone.page.locator("#figures dd").first).to_have_text("Pip")
    assert phone.page.evaluate(FIGURES) == before


MIDDLES = """() => {
    const middle = (e) => { const { x, width } = e.getBoundingClientRect(); return x + width / 2 };
    const [score, ...others] = document.querySelectorAll('.board-head .figure');
    return [[document.querySelector('.board-frame canvas'), document.getElementById('title')].map(middle),
        [score, others.at(-1)].map(middle)] }"""
APART = """() => { const [figures, board, actions] = ['.board-head', '.board-frame canvas', '#actions']
.map(each => document.querySelector(each).getBoundingClientRect());
return [board.left - figures.right, actions.left - board.right] }"""


@pytest.mark.parametrize(("width", "height", "least"), [(1440, 900, 740), (1920, 1080, 900)])
def test_board_fills_the_height_on_a_desktop(desk: Player, width: int, height: int, least: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": height})
    for name in ("chain", "nineteen", "push-clear"):
        desk.go(between_people(name)).still()
        assert desk.page.evaluate(SIZES)[0][1] >= least, name
        assert desk.page.evaluate(BELOW) == [], name
        assert desk.page.evaluate(OVERLAPPING) == [], name
        assert all(15 < gap < 150 for gap in desk.page.evaluate(APART)), (name, "distance from the board")
        for one, other in desk.page.evaluate(MIDDLES) if name == "nineteen" else ():
            assert abs(one - other) < 2, "the title is centred over the board, and the best score under the score"
    desk.page.set_viewport_size(DESK["viewport"])


def test_page_keeps_its_scroll_position_and_a_new_game_starts_at_the_top(desk: Player) -> None:
    desk.page.set_viewport_size({"width": 1280, "height": 600})
    desk.go("?game=push-clear&seed=5").press("ArrowLeft")
    assert desk.page.evaluate("document.documentElement.scrollHeight > innerHeight"), "the page can scroll"
    desk.press("Space", "Space").page.wait_for_timeout(300)  # keys may not scroll
    assert desk.page.evaluate("scrollY") == 0
    desk.page.evaluate("scrollTo(0, 999)")
    assert desk.page.evaluate("scrollY") > 0
    desk.press("KeyN", "Enter")
    expect(desk.page.locator("#new-game")).to_be_hidden()
    assert desk.page.evaluate("scrollY") == 0, "another game starts at the top of the page"
    desk.page.set_viewport_size(DESK["viewport"])


def test_swipe_around_the_board_does_not_scroll_the_page(phone: Player) -> None:
    phone.go("?game=lines98&seed=7")
    assert phone.page.evaluate("document.documentElement.scrollHeight > innerHeight"), "the page can scroll"
    for start in (".bar h1", ".status", "#actions", "[data-action=hint]", ".board-head"):
        box = phone.page.locator(start).first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch(phone.page, [(x, y - min(y - 1, 160) * i / 8) for i in range(9)])
        phone.still()
        assert phone.page.evaluate("scrollY") == 0, start


@pytest.mark.parametrize(("width", "height"), [(320, 256), (480, 320), (533, 320)])
def test_page_zoomed_to_400_percent_has_readable_boards_and_no_sideways_scrolling(
    desk: Player, width: int, height: int
) -> None:
    """Of windows of 1280, 1920, and 2132 pixels."""
    desk.page.set_viewport_size({"width": width, "height": height})
    for name in GAMES:
        desk.go(between_people(name)).still()
        assert desk.page.evaluate("document.documentElement.scrollWidth") == width, name
        assert all(max(size) >= 200 for size in desk.page.evaluate(SIZES)), name
        assert desk.page.evaluate(OVERLAPPING) == [], name
    desk.page.set_viewport_size(DESK["viewport"])


LINES = """e => { const tops = new Set(); const range = document.createRange(); range.selectNodeContents(e);
for (const box of range.getClientRects()) if (box.width > 1) tops.add(Math.round(box.top / 8)); return tops.size }"""
"""Counts the lines of an element's text."""


@pytest.mark.all
def test_texts_of_other_languages_do_not_wrap(fresh: Player) -> None:
    page = fresh.load("vi/").page
    assert page.locator("a:not([href])").count() == 0, "links work before a game opens"
    for width, height in ((360, 740), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for name, learns in (("push-clear", True), ("chain", False)):
            playing(fresh, name, over=True).still()
            buttons = [button for button in page.locator(".end-panel button").all() if button.is_visible()]
            texts = [button for button in buttons if button.inner_text()]
            assert len(texts) == 3 and {button.evaluate(LINES) for button in texts} == {1}
            below = [button for button in page.locator(".seed button").all() if button.is_visible()]
            for row, most in ((buttons, 3 if learns and width > 400 else 2), (below, 1)):
                assert len({box["y"] for button in row if (box := button.bounding_box())}) <= most, "too many rows"
    page.set_viewport_size({"width": 360, "height": 740})
    show(fresh, "statistics")
    assert page.locator("#records .scroll").evaluate("e => e.scrollWidth - e.clientWidth") == 0, "all of it is visible"
    page.locator("#records .icon[data-act=close]").click()
    page.click("#open-settings")
    assert {button.evaluate(LINES) for button in page.locator("#settings td button").all()} == {1}
