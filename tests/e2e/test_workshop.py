"""The workshop: an edited source plays on the board, a player plays a tournament, a link is shown before it runs."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Frame, FrameLocator, Locator, Page, Playwright, Route, Worker, expect

from game.rules import game
from game.session import complete
from game.tournament import OWN
from game.tournament.games import Plan, as_line, plans_against, tournament
from game.workshop import sharing, sources
from tests.e2e import hostile
from tests.e2e.conftest import DESK, Watch, launch_options, thrifty
from tests.e2e.test_accessibility import FOUND, SMALL

EDITOR = "document.body.dataset.editor === '1'"
READY = "document.body.dataset.ready === '1'"
STARTING = 90_000
GAME = "push-clear"
PLAYER = sources.headed("def choose(state, moves, view):\n    return moves[len(moves) // 2]\n", sources.PLAYER, GAME)


TYPE = """(() => {
    const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content');
    const { view } = content.cmTile ?? content.cmView;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: %s } });
})()"""
"""Fills the editor as pasting does, because typing half a megabyte takes a browser minutes."""
REFUSED = """/^(?!Python)./.test(document.getElementById('message').textContent)"""
"""Whether there is a message other than that Python is starting."""


GROW = """(() => {
    try {
        return new WebAssembly.Memory({ initial: 1 }).grow(2 ** 14);
    } catch (error) {
        return error.message;
    }
})()"""
"""Allocates a gigabyte."""
EDITING = "Applying inline style"
"""Chromium's warning when typing over coloured text keeps the colour, which the editor corrects."""


class Workshop:
    """The workshop's page and what a person does there."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site

    def open(self, query: str = "?game=lines98") -> Workshop:
        self.page.goto(f"{self.site}en/workshop.html{query}")
        self.page.wait_for_function(EDITOR, timeout=STARTING)
        return self

    def ready(self) -> Workshop:
        self.page.wait_for_function(READY, timeout=STARTING)
        return self

    def given(self, text: str) -> Workshop:
        """Opens a source as a link does."""
        self.page.evaluate("location.hash = ''")  # the same source may come twice
        self.page.evaluate("hash => { location.hash = hash }", f"#{sharing.CODE}{sharing.encode(text)}")
        expect(self.page.locator("#foreign")).to_be_visible()
        return self

    def typed(self, text: str, tab: str = "game") -> Workshop:
        """Enters a source as the visitor does."""
        self.page.locator(f"#tab-{tab}").click()
        expect(self.page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        self.page.evaluate(TYPE % json.dumps(text))
        return self

    def play(self, button: str = "play") -> Workshop:
        self.page.locator(f"#{button}").click()
        return self

    def is_well(self) -> None:
        """Checks that the template plays."""
        self.typed(sources.template().text).play()
        self.page.wait_for_function("document.querySelector('#frame iframe')", timeout=STARTING)
        expect(self.board.locator("body")).to_have_attribute("data-game", "workshop-berries", timeout=STARTING)

    @property
    def worker(self) -> Worker:
        """The worker in which foreign code runs."""
        return self.page.workers[-1]

    @property
    def message(self) -> Locator:
        return self.page.locator("#message")

    @property
    def board(self) -> FrameLocator:
        """The board in the current frame, located on each use, because a new one may have replaced it."""
        return self.page.frame_locator("#frame iframe")

    @property
    def frame(self) -> Frame:
        """The current frame."""
        element = self.page.locator("#frame iframe").element_handle(timeout=STARTING)
        frame = element.content_frame()
        assert frame
        return frame


@pytest.fixture(scope="module")
def one_browser(driver: Playwright) -> Iterator[Browser]:
    """A browser that gives a sandboxed frame its own process, as one with a window does."""
    options = launch_options()
    browser = driver.chromium.launch(**{**options, "args": [*options["args"], "--site-per-process"]})
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def opened(one_browser: Browser, site: str) -> Iterator[tuple[Workshop, Watch]]:
    context = thrifty(one_browser, **DESK)
    watch = Watch(site)
    yield Workshop(watch.over(context.new_page()), site).open().ready(), watch
    context.close()


@pytest.fixture
def workshop(opened: tuple[Workshop, Watch]) -> Iterator[Workshop]:
    """A workshop, opened once for all tests; any error or warning fails the test."""
    ours, watch = opened
    watch.complaints.clear()
    yield ours
    ours.page.evaluate("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")
    ours.page.evaluate("localStorage.removeItem('kesu/workshop')")  # a test may have filled it
    assert [each for each in watch.complaints if EDITING not in each] == []


def test_edited_rule_applies_at_once_and_an_error_shows_under_its_line(workshop: Workshop) -> None:
    page = workshop.page
    page.locator("#tab-rules").click()
    changed = sources.change_of("lines98").text
    workshop.given(changed).play()
    frame = workshop.board
    expect(frame.locator("body")).to_have_attribute("data-game", "workshop-lines98")
    page.wait_for_function("document.body.dataset.shown")
    expect(frame.locator("#listing table").first.locator("tr")).to_have_count(10)  # nine rows and a header
    assert page.evaluate("document.activeElement.localName") == "iframe"
    page.keyboard.press("KeyI")  # the next key is the board's: a hint
    expect(frame.locator("#status-text")).not_to_be_empty()
    frame.get_by_role("button", name="More").click()
    frame.locator(".seed [data-action=demo]").click()
    expect(frame.locator("#status-text")).to_contain_text("Demo running")
    frame.locator("#menu").evaluate("menu => menu.showPopover()")
    frame.get_by_label("Speed of the demo").select_option("8")
    frame.locator("#menu").evaluate("menu => menu.hidePopover()")
    expect(frame.locator("#actions [data-action=undo]")).to_be_enabled(timeout=20_000)
    frame.locator("#actions [data-action=undo]").click()
    assert "no more memory" in workshop.worker.evaluate(GROW)
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("x = = 1")
    page.keyboard.press("Control+Enter")
    expect(workshop.message).to_contain_text("Line 2")
    expect(page.locator("#editor .cm-wrong")).to_have_text("x = = 1")
    expect(page.locator("#editor .cm-why")).to_be_visible()
    assert not page.evaluate("Object.keys(localStorage).some(name => name.includes('workshop-'))")


def test_completion_knows_the_contract(workshop: Workshop) -> None:
    page = workshop.page
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nScor")
    expect(page.locator("#editor .cm-tooltip-autocomplete")).to_contain_text("Scored")
    page.keyboard.press("Escape")


def test_player_can_be_watched_and_its_tournament_matches_the_terminals_exactly(workshop: Workshop) -> None:
    page = workshop.page
    workshop.given(PLAYER)
    expect(page.locator("#tab-player")).to_have_attribute("aria-selected", "true")
    workshop.play("watch")
    frame = workshop.board
    expect(frame.locator("#actions [data-action=undo]")).to_be_enabled(timeout=20_000)
    workshop.play("tournament")
    page.evaluate("document.getElementById('games').options[0].value = 2")  # 20 would take a slow machine too long
    page.select_option("#turns", "20")
    page.locator("#run").click()
    with page.expect_download() as download:
        page.locator("#results-file").click(timeout=STARTING)
    plan = Plan(GAME, complete(game(GAME), {}), player=OWN, effort=1, against_effort=1, turns=20, choice=PLAYER)
    plans = plans_against(plan)
    ours = sorted((place, result.number, as_line(plans[place], result)) for place, result in tournament(plans, 2))
    assert download.value.path().read_text().splitlines() == [line for _place, _number, line in ours]
    assert page.locator("#bars figure").count() == len(plans)
    page.locator("#tab-rules").click()


def test_source_from_a_link_is_only_shown_until_played_and_the_terminal_reads_it(workshop: Workshop) -> None:
    page = workshop.page
    workshop.given(sources.template().text)
    before = workshop.frame.evaluate("document.body.dataset.game")
    assert before != "workshop-berries"
    page.locator("#share").click()
    link = page.locator("#link")
    expect(link).to_have_value(re.compile(sharing.CODE))
    code = link.input_value()
    assert code.startswith(f"{workshop.site}en/workshop.html#") and sharing.decode(code).text == sources.template().text
    page.keyboard.press("Escape")
    expect(page.locator("#share-dialog")).to_be_hidden()
    page.locator("#save").click()
    page.locator("#keep-name").fill("My berries")
    page.locator("#keep-it").click()
    expect(page.locator("#kept")).to_contain_text("My berries")
    page.keyboard.press("Escape")
    kept = json.loads(page.evaluate("localStorage.getItem('kesu/workshop')"))
    assert kept == [{"name": "My berries", "text": sources.template().text}]
    browser = page.context.browser
    assert browser
    context = thrifty(browser, **DESK)
    other = Workshop(context.new_page(), workshop.site)
    other.page.goto(code)
    other.ready()
    expect(other.page.locator("#foreign")).to_be_visible()
    expect(other.page.locator("#editor .cm-content")).to_contain_text("Berries: walk")
    assert other.frame.evaluate("document.body.dataset.game") == "push-clear"
    context.close()
    workshop.play()
    expect(workshop.board.locator("body")).to_have_attribute("data-game", "workshop-berries", timeout=STARTING)


HOLD_LINKS = """() => {
    const { CompressionStream } = window;
    window.CompressionStream = class {
        constructor(...given) {
            const stream = new CompressionStream(...given);
            const held = new TransformStream({ start: () => new Promise((then) => (window.release = then)) });
            return { writable: stream.writable, readable: stream.readable.pipeThrough(held) };
        }
    };
    window.asEver = () => (window.CompressionStream = CompressionStream);
}"""


def test_share_opens_at_once_without_an_earlier_link_and_escape_closes_it(workshop: Workshop) -> None:
    """It once opened only when the link was ready, after an Escape that came early, and with an earlier link."""
    page, link, dialog = workshop.page, workshop.page.locator("#link"), workshop.page.locator("#share-dialog")
    workshop.typed("x = 1\n")
    page.locator("#share").click()
    expect(link).to_have_value(re.compile(sharing.CODE))
    page.keyboard.press("Escape")
    workshop.typed("x = 2\n")
    page.evaluate(HOLD_LINKS)
    page.locator("#share").click()
    expect(dialog).to_be_visible()
    assert link.input_value() == "" and page.locator("#copy").is_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.evaluate("(release(), asEver(), null)")
    expect(link).to_have_value(re.compile(sharing.CODE))
    expect(dialog).to_be_hidden()


def test_reload_keeps_the_edited_source(workshop: Workshop) -> None:
    page = workshop.page
    workshop.typed("x = 'my own'\n", "player")
    workshop.given(sources.template().text)
    page.evaluate("location.hash = ''")
    page.reload()
    page.wait_for_function(EDITOR, timeout=STARTING)
    expect(page.locator("#tab-game")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#editor .cm-content")).to_contain_text("Berries")
    expect(page.locator("#foreign")).to_be_visible()  # it has not run here
    page.locator("#tab-player").click()
    expect(page.locator("#editor .cm-content")).to_contain_text("my own")
    page.locator("#start").select_option(index=1)
    workshop.ready()


MINE = "x = 'my own'\n"
CONTENT = "#editor .cm-content"
FORGET_DRAFTS = "localStorage.removeItem('kesu/drafts')"
FLUSH = "dispatchEvent(new Event('pagehide'))"
"""Keeps at once what was typed."""


def come_again(workshop: Workshop, query: str = "?game=lines98") -> None:
    """Closes the tab and opens the workshop in a new one."""
    page = workshop.page
    workshop.page = page.context.new_page()
    page.close()
    workshop.open(query)


def is_kept(page: Page, text: str) -> None:
    """Waits until this text, which was typed, is among the drafts."""
    page.wait_for_function(
        "text => (localStorage.getItem('kesu/drafts') ?? '').includes(JSON.stringify(text))", arg=text
    )


def test_each_game_has_its_own_draft_which_outlives_the_tab(workshop: Workshop) -> None:
    page = workshop.page
    page.locator("#tab-player").click()
    page.locator("#which").select_option("lines98")  # an earlier test may have left another game
    workshop.typed(MINE, "player")
    page.locator("#which").select_option("chain")
    expect(page.locator(CONTENT)).not_to_contain_text("my own")
    page.locator("#which").select_option("lines98")
    expect(page.locator(CONTENT)).to_contain_text("my own")
    is_kept(page, MINE)
    come_again(workshop)
    workshop.page.locator("#tab-player").click()
    expect(workshop.page.locator(CONTENT)).to_contain_text("my own")


ON_ITS_WAY = "**/workshop/*.py*"
"""The addresses of the sources that a visitor may start from."""


def test_typing_during_another_start_is_kept(workshop: Workshop) -> None:
    page = workshop.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    workshop.typed("x = 1\n")
    page.route(ON_ITS_WAY, hold)
    page.locator("#start").select_option(index=1)
    while not held:
        page.wait_for_timeout(20)
    workshop.typed(MINE)
    held[0].continue_()
    expect(page.locator("#start")).to_have_value("")  # it has arrived, and can be chosen again
    expect(page.locator(CONTENT)).to_have_text(MINE.strip())
    page.unroute(ON_ITS_WAY)


def drafts(page: Page) -> list[str]:
    """Returns the kept drafts of whole games, the newest first."""
    kept = json.loads(page.evaluate("localStorage.getItem('kesu/drafts')") or "[]")
    return [draft["text"] for draft in kept if draft["kind"] == "game"]


def test_undo_and_redo_keep_every_draft_and_none_that_was_not_touched(workshop: Workshop) -> None:
    """A text that undo brings back is its own draft again, not a later version of what had replaced it."""
    page, template = workshop.page, sources.template().text
    workshop.typed(MINE)
    workshop.given(template)
    expect(page.locator(CONTENT)).to_contain_text("Berries")
    page.evaluate(FORGET_DRAFTS)
    page.locator(CONTENT).press("Control+z")
    is_kept(page, MINE)
    assert drafts(page) == [MINE]
    page.locator(CONTENT).press("Control+y")
    is_kept(page, template)
    assert drafts(page) == [template, MINE]
    for index in (2, 3):
        page.locator("#start").select_option(index=index)
        expect(page.locator("#start")).to_have_value("")
    page.locator(CONTENT).press("Control+z")
    page.wait_for_timeout(700)  # nothing may be kept in another pause in typing
    assert drafts(page) == [template, MINE]


def test_a_draft_that_makes_room_is_named(workshop: Workshop) -> None:
    page = workshop.page
    workshop.typed("x = 1\n")
    page.evaluate(FLUSH)
    page.evaluate("""() => {
        const one = (at) => ({ id: `old${at}`, kind: 'game', game: '', owner: 'ours', text: `y = ${at}`, at });
        localStorage.setItem('kesu/drafts', JSON.stringify(Array.from({ length: 30 }, (_, at) => one(30 - at))));
    }""")
    page.evaluate(TYPE % json.dumps("x = 2\n"))
    expect(workshop.message).to_contain_text("The oldest draft was removed to make room. You can still start from it")
    kept = drafts(page)
    assert len(kept) == 30 and kept[0] == "x = 2\n" and kept[-1] == "y = 2"
    page.locator("#tab-rules").click()
    page.locator("#tab-game").click()
    page.locator("#start").select_option(value="draft:old1")
    expect(page.locator(CONTENT)).to_have_text("y = 1")
    page.evaluate(FORGET_DRAFTS)
    come_again(workshop)
    workshop.page.locator("#tab-game").click()
    assert workshop.page.locator("#start option[value='draft:old1']").count() == 0


HAVE = """texts => localStorage.setItem('kesu/drafts', JSON.stringify(texts.map((text, at) => (
    { id: `own${at}`, kind: 'player', game: 'duel', owner: 'ours', text, at }))))"""
"""Stores these texts as the visitor's drafts."""
TEXTS = "JSON.parse(localStorage.getItem('kesu/drafts')).map(({ text }) => text.slice(0, 9))"
STRANGERS = "# kesu-workshop 1 game\nx = 'not mine'\n"


@pytest.mark.parametrize("own", [["y" * 300_000] * 3, [f"y = {number}" for number in range(30)]])
def test_a_text_from_outside_takes_no_room_from_the_visitors_drafts(workshop: Workshop, own: list[str]) -> None:
    page, large = workshop.page, STRANGERS + "\n" * 990_000
    workshop.typed("\n")
    page.evaluate(FLUSH)
    page.evaluate(HAVE, own)
    before = page.evaluate(TEXTS)
    workshop.given(large)
    expect(workshop.message).to_contain_text("no space left")
    page.evaluate(TYPE % json.dumps(large + "z"))
    expect(workshop.message).to_be_empty()
    expect(workshop.message).to_contain_text("no space left")
    assert page.evaluate(TEXTS) == before
    page.evaluate(FORGET_DRAFTS)


def test_a_text_from_outside_makes_room_first_and_in_silence(workshop: Workshop) -> None:
    page = workshop.page
    workshop.typed("\n")
    page.evaluate(FLUSH)
    page.evaluate(HAVE, [f"y = {number}" for number in range(29)])
    workshop.given(STRANGERS)
    expect(page.locator(CONTENT)).to_contain_text("not mine")
    assert len(page.evaluate(TEXTS)) == 30
    workshop.typed(MINE, "player")
    is_kept(page, MINE)
    assert page.evaluate(TEXTS) == [MINE[:9], *(f"y = {number}" for number in range(29))]
    expect(workshop.message).to_be_empty()
    page.evaluate(FORGET_DRAFTS)


def test_an_old_tab_leaves_newer_work_alone(workshop: Workshop) -> None:
    """A tab writes only text that was typed in it, and text typed in two tabs is kept twice."""
    page = workshop.page
    workshop.typed("x = 'first'\n")
    is_kept(page, "x = 'first'\n")
    other = Workshop(page.context.new_page(), workshop.site).open().typed("x = 'second'\n")
    is_kept(other.page, "x = 'second'\n")
    other.page.close()
    page.evaluate(FLUSH)
    assert drafts(page)[0] == "x = 'second'\n"
    workshop.typed("x = 'third'\n")
    is_kept(page, "x = 'third'\n")
    assert drafts(page)[:2] == ["x = 'third'\n", "x = 'second'\n"]


FAIL_ONCE = """() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => { Storage.prototype.setItem = setItem; throw new Error('busy'); };
}"""


def test_a_failed_call_of_the_store_drops_no_draft(workshop: Workshop) -> None:
    page = workshop.page
    workshop.typed("x = 1\n")
    page.evaluate(FLUSH)
    page.evaluate(HAVE, ["y = 0", "y = 1"])
    page.evaluate(FAIL_ONCE)
    workshop.typed("x = 2\n")
    expect(workshop.message).to_contain_text("couldn't keep the draft")
    assert page.evaluate(TEXTS) == ["y = 0", "y = 1"]
    page.evaluate(FLUSH)  # tries again
    assert page.evaluate(TEXTS) == ["x = 2\n", "y = 0", "y = 1"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"form":2,"drafts":[{"text":"mine"}]}', "other/form 2/drafts"),
        ('[{"id":"a","kind":"bot","game":"","owner":"ours","text":"mine","at":1}]', "damaged/drafts"),
    ],
)
def test_drafts_that_cannot_be_read_are_put_aside(workshop: Workshop, text: str, place: str) -> None:
    page = workshop.page
    workshop.typed("x = 1\n")
    page.evaluate(FLUSH)
    page.evaluate("text => localStorage.setItem('kesu/drafts', text)", text)
    workshop.typed(MINE)
    is_kept(page, MINE)
    assert drafts(page) == [MINE]
    assert page.evaluate("place => localStorage.getItem('kesu/' + place)", place) == text


def test_a_fast_typist_finds_every_letter_in_its_place(workshop: Workshop) -> None:
    """In a line longer than the editor, where each letter scrolls."""
    page, said = workshop.page, "x = 'my secret, which is longer than this line' " * 6
    workshop.typed("\n")
    page.locator(CONTENT).press("Control+End")
    page.keyboard.type(said)
    expect(page.locator(CONTENT)).to_have_text(said.strip())


def test_another_start_and_a_link_can_be_undone(workshop: Workshop) -> None:
    page = workshop.page
    page.locator("#tab-game").click()
    page.locator("#start").select_option(index=1)
    expect(page.locator("#start")).to_have_value("")  # it has arrived: an earlier load of the same text looks alike
    page.evaluate(FORGET_DRAFTS)  # the one of the test before, whichever it was
    expect(page.locator(CONTENT)).to_contain_text("Berries")
    workshop.typed(MINE)
    page.locator("#start").select_option(index=1)
    expect(page.locator("#start")).to_have_value("")
    expect(page.locator(CONTENT)).not_to_contain_text("my own")
    page.locator(CONTENT).press("Control+z")
    expect(page.locator(CONTENT)).to_contain_text("my own")
    workshop.given(sources.template().text)
    expect(page.locator(CONTENT)).to_contain_text("Berries")
    page.locator(CONTENT).press("Control+z")
    expect(page.locator(CONTENT)).to_contain_text("my own")
    expect(page.locator("#foreign")).to_be_hidden()
    page.locator(CONTENT).press("Control+y")
    expect(page.locator("#foreign")).to_be_visible()  # whose text it is follows undo and redo
    earlier = page.locator("#start optgroup[label='Earlier drafts'] option")
    expect(earlier).to_have_count(1)
    page.locator("#start").select_option(value=earlier.get_attribute("value"))
    expect(page.locator(CONTENT)).to_contain_text("my own")


def test_edits_of_a_source_from_a_link_survive_and_it_stays_marked(workshop: Workshop) -> None:
    page = workshop.page
    workshop.given(sources.template().text)
    page.locator("#tab-player").click()
    page.locator("#tab-game").click()
    expect(page.locator("#foreign")).to_be_visible()
    workshop.typed(sources.template().text + "# and mine\n")
    expect(page.locator("#foreign")).to_be_visible()
    page.evaluate("location.hash = ''")
    page.reload()
    page.wait_for_function(EDITOR, timeout=STARTING)
    expect(page.locator("#foreign")).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('kesu/drafts')"))
    assert any("# and mine" in draft["text"] for draft in kept)


def test_a_saved_source_is_replaced_only_after_a_question(workshop: Workshop) -> None:
    page, note = workshop.page, workshop.page.locator("#keep-note")
    page.evaluate("localStorage.removeItem('kesu/workshop')")
    names = "JSON.parse(localStorage.getItem('kesu/workshop')).map(({ text }) => text)"
    workshop.typed(MINE)
    page.locator("#save").click()
    page.locator("#keep-name").fill("mine")
    page.locator("#keep-it").click()
    expect(note).to_have_text("Saved.")
    page.keyboard.press("Escape")
    workshop.typed(MINE + "y = 1\n")
    page.locator("#save").click()
    page.locator("#keep-it").click()
    expect(note).to_have_text("Saved.")  # the same draft, further on
    (before,) = page.evaluate(names)
    assert "y = 1" in before
    page.keyboard.press("Escape")
    workshop.given(STRANGERS)
    page.locator("#save").click()
    page.locator("#keep-it").click()
    expect(note).to_have_text("This name is taken. Save again to replace the other code.")
    assert page.evaluate(names) == [before]
    page.locator("#keep-it").click()
    expect(note).to_have_text("Saved.")
    assert page.evaluate(names) == [STRANGERS]


def test_what_another_tab_has_saved_since_is_replaced_only_after_a_question(workshop: Workshop) -> None:
    page, note = workshop.page, workshop.page.locator("#keep-note")
    asks = "This name is taken. Save again to replace the other code."
    first, second, third = (sources.headed(f"x = {number}\n", sources.GAME) for number in range(3))
    other = "text => localStorage.setItem('kesu/workshop', JSON.stringify([{ name: 'x', text }]))"

    def saves(text: str, *said: str) -> None:
        workshop.typed(text)
        page.locator("#save").click()
        page.locator("#keep-name").fill("x")
        for each in said:
            page.locator("#keep-it").click()
            expect(note).to_have_text(each)
        page.keyboard.press("Escape")

    page.evaluate(other, first)
    page.locator("#save").click()
    page.locator("#kept button.link", has_text="x").click()
    expect(page.locator("#editor .cm-content")).to_contain_text("x = 0")
    saves(first + "y = 1\n", "Saved.")  # what was opened
    saves(first + "y = 2\n", "Saved.")  # what was saved
    page.evaluate(other, second)  # as another tab does
    saves(first + "y = 3\n", asks)
    assert "x = 1" in page.evaluate("localStorage.getItem('kesu/workshop')")
    page.locator("#save").click()
    page.locator("#keep-it").click()
    expect(note).to_have_text(asks)
    page.evaluate(other, third)  # the question was about something else
    page.locator("#keep-it").click()
    expect(note).to_have_text(asks)
    page.keyboard.press("Escape")
    saves(first + "y = 4\n", asks, "Saved.")
    assert "y = 4" in page.evaluate("localStorage.getItem('kesu/workshop')")


def test_what_another_tab_has_saved_since_is_deleted_only_after_a_question(workshop: Workshop) -> None:
    page, note = workshop.page, workshop.page.locator("#keep-note")
    first, second = (sources.headed(f"x = {number}\n", sources.GAME) for number in range(2))
    other = "text => localStorage.setItem('kesu/workshop', JSON.stringify([{ name: 'x', text }]))"
    page.evaluate(other, first)
    page.locator("#save").click()
    page.evaluate(other, second)  # as another tab does
    delete = page.get_by_role("button", name="Delete x")
    delete.click()
    expect(note).to_have_text("Another tab has changed this code. Delete again to remove it.")
    assert "x = 1" in page.evaluate("localStorage.getItem('kesu/workshop')")
    delete.click()
    expect(note).to_be_empty()
    assert "x = 1" not in page.evaluate("localStorage.getItem('kesu/workshop')")
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("text", "said"), [("x = 1\x00\n", "not text"), ("x = 1\n" * 200_000, "too long")])
def test_a_source_that_could_not_be_read_again_is_not_saved(workshop: Workshop, text: str, said: str) -> None:
    page = workshop.page
    page.evaluate("localStorage.setItem('kesu/workshop', JSON.stringify([{name: 'first', text: 'x = 1'}]))")
    workshop.typed(text)
    page.locator("#save").click()
    page.locator("#keep-name").fill("bad")
    page.locator("#keep-it").click()
    expect(page.locator("#keep-note")).to_contain_text(said)
    assert "bad" not in page.evaluate("localStorage.getItem('kesu/workshop')")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"form":2,"sources":[]}', "other/form 2/workshop"),
        ('[{"name":"good","text":"x = 1"},{"name":"bad","text":7}]', "damaged/workshop"),
        ('[{"name":"cut', "damaged/workshop"),
    ],
)
def test_saving_a_source_puts_aside_what_cannot_be_read(workshop: Workshop, text: str, place: str) -> None:
    page = workshop.page
    workshop.typed(MINE)
    page.evaluate(
        "([text, place]) => (localStorage.removeItem(place), localStorage.setItem('kesu/workshop', text))",
        [text, "kesu/" + place],
    )
    page.locator("#save").click()
    page.locator("#keep-name").fill("mine")
    page.locator("#keep-it").click()
    assert page.evaluate("place => localStorage.getItem('kesu/' + place)", place) == text
    kept = json.loads(page.evaluate("localStorage.getItem('kesu/workshop')"))
    assert [one["name"] for one in kept] == ["mine", *(["good"] if "good" in text else [])]


def test_more_sources_than_there_is_room_for_are_kept_but_none_is_added(workshop: Workshop) -> None:
    """As after an import that brought many."""
    page = workshop.page
    page.evaluate(
        """() => localStorage.setItem('kesu/workshop', JSON.stringify(
            Array.from({length: 60}, (_, n) => ({name: `n${n}`, text: 'x = 1  # ' + 'x'.repeat(40_000)}))))"""
    )
    workshop.typed(MINE)
    page.locator("#save").click()
    expect(page.locator("#kept li")).to_have_count(60)
    page.locator("#keep-name").fill("one more")
    page.locator("#keep-it").click()
    expect(page.locator("#keep-note")).to_contain_text("no room for more code")
    assert len(json.loads(page.evaluate("localStorage.getItem('kesu/workshop')"))) == 60


@contextmanager
def listening() -> Iterator[tuple[int, list[bytes]]]:
    """Yields a server that records the first bytes of everything that reaches its port, by TCP and UDP."""
    heard: list[bytes] = []
    taker, datagrams = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    taker.bind(("127.0.0.1", 0))
    port = int(taker.getsockname()[1])
    datagrams.bind(("127.0.0.1", port))
    taker.listen(50)

    def take() -> None:
        while True:
            try:
                connection, _address = taker.accept()
                connection.settimeout(2)
                heard.append(connection.recv(200))
                connection.close()
            except TimeoutError:
                continue
            except OSError:
                return

    def receive() -> None:
        while True:
            try:
                heard.append(datagrams.recv(200))
            except OSError:
                return

    for run in (take, receive):
        threading.Thread(target=run, daemon=True).start()
    yield port, heard
    taker.close()
    datagrams.close()


def requests(heard: list[bytes]) -> list[bytes]:
    """Returns what was sent. A browser may open a connection before it checks the policy, and close it unused."""
    return [data for data in heard if data]


USUAL = {"a loop that catches", "the end of the program", "no Python"}
"""The sources tried in every run. The others end in the same ways; tests/unit/test_workshop.py tries them all."""


def tried(names: Iterable[str]) -> list[Any]:
    """Returns hostile sources as parameters, those not in USUAL marked for the long part."""
    return [pytest.param(name, marks=[pytest.mark.all] * (name not in USUAL)) for name in names]


@pytest.mark.parametrize("name", tried(hostile.ALONE))
def test_harmful_source_ends_in_a_message(workshop: Workshop, opened: Any, name: str) -> None:
    workshop.typed(sources.headed(hostile.ALONE[name], sources.GAME)).play()
    workshop.page.wait_for_function(REFUSED, timeout=30_000)
    workshop.is_well()
    opened[1].complaints.clear()


READS = """() => {
    const whole = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
    window.reads = { string: 0, number: 0, others: 0 };
    window.readAsEver = () => Object.defineProperty(MessageEvent.prototype, 'data', whole);
    Object.defineProperty(MessageEvent.prototype, 'data', { ...whole, get() {
        const data = whole.get.call(this);
        reads[typeof data in reads ? typeof data : 'others']++;
        return data;
    } });
}"""
"""Counts the messages that the page reads: each holds it up, whatever is done with it."""
SECONDS = 4
"""The most seconds, a begun one included, that a flood lasts before the code is stopped."""


@pytest.mark.parametrize("name", tried(hostile.FLOODS))
def test_flood_of_messages_stops_the_frame_but_not_the_workshop(workshop: Workshop, opened: Any, name: str) -> None:
    bars = workshop.page.locator("#bars").inner_html()
    workshop.typed(sources.headed(hostile.FLOODS[name], sources.GAME))
    workshop.page.evaluate(READS)
    workshop.play()
    workshop.page.wait_for_function(hostile.FLOODED, timeout=30_000)
    reads = workshop.page.evaluate("(readAsEver(), reads)")
    assert 0 < reads["string"] <= SECONDS * 151 and reads["number"] <= SECONDS * 5001 and not reads["others"], reads
    assert workshop.page.locator("#bars").inner_html() == bars
    workshop.is_well()
    opened[1].complaints.clear()


@pytest.mark.all  # 20 s of waiting
def test_endless_operation_is_reported_with_its_line_and_the_page_stays_responsive(
    workshop: Workshop, opened: Any
) -> None:
    page = workshop.page
    workshop.typed(sources.headed("x = 1\n\ny = 10**10**9\n", sources.GAME)).play()
    page.evaluate(
        """() => {
        let last = window.longest = performance.now() * 0;
        let before = performance.now();
        setInterval(() => {
            const now = performance.now();
            window.longest = Math.max(window.longest, now - before);
            before = now;
        }, 20);
    }"""
    )
    expect(workshop.message).to_have_text("Line 4: This code never ends, so it was stopped.", timeout=20_000)
    expect(page.locator("#editor .cm-wrong")).to_have_text("y = 10**10**9")
    assert page.evaluate("window.longest") < 1000  # the surrounding page never froze
    workshop.is_well()
    opened[1].complaints.clear()


@pytest.mark.all  # 20 s of waiting
def test_tournament_stops_at_once_whatever_its_player_does(workshop: Workshop, opened: Any) -> None:
    page = workshop.page
    stuck = "def choose(state, moves, view):\n    if view.scores[0] >= 0:\n        return 10**10**9\n"
    workshop.typed(sources.headed(stuck, sources.PLAYER, GAME), "player").play("tournament")
    page.locator("#run").click()
    expect(workshop.message).to_contain_text("Line 4: This code never ends, so it was stopped.", timeout=STARTING)
    workshop.typed(PLAYER, "player").play("tournament")
    page.locator("#run").click()
    expect(page.locator("#bars figure")).not_to_have_count(0, timeout=STARTING)
    page.locator("#halt").click()
    expect(page.locator("#run")).to_be_visible()
    done = page.locator("#progress").inner_text()
    page.wait_for_timeout(500)  # no further game may be counted
    assert page.locator("#progress").inner_text() == done
    workshop.is_well()
    opened[1].complaints.clear()


@pytest.mark.all
def test_source_from_a_link_finds_no_traces_of_another(workshop: Workshop) -> None:
    mark = sources.template().text.replace("SIZE, BERRIES", "import js; js.globalThis.left = 'mine'\nSIZE, BERRIES", 1)
    workshop.given(mark).play()
    expect(workshop.board.locator("body")).to_have_attribute("data-game", "workshop-berries", timeout=STARTING)
    assert workshop.worker.evaluate("globalThis.left") == "mine"
    workshop.given(sources.template().text).play()
    expect(workshop.message).to_have_text("It is running.", timeout=STARTING)
    assert workshop.worker.evaluate("globalThis.left") is None


def test_file_or_link_without_a_source_is_rejected(workshop: Workshop) -> None:
    page = workshop.page
    for code, said in (("A" * 200_000, "too long"), ("é", "damaged")):
        page.evaluate("code => { location.hash = '#workshop=' + code }", code)
        expect(workshop.message).to_contain_text(said)
    page.locator("#save").click()
    files = {
        b"x = 1\n" * 180_000: "too long",
        bytes(range(256)): "not text",
        "x = 1".encode("utf-16-le"): "not text",
        b"\n \n": "empty",
    }
    for data, said in files.items():
        page.locator("#file").set_input_files({"name": "x.py", "mimeType": "text/plain", "buffer": data})
        expect(page.locator("#keep-note")).to_contain_text(said)
    page.keyboard.press("Escape")


SMALL_SCREENS = [(360, 740), (320, 640)]


@pytest.mark.all
def test_workshop_passes_axe_and_targets_are_large_enough_on_a_phone(workshop: Workshop) -> None:
    page = workshop.page
    page.evaluate(AXE_SCRIPT)
    try:
        for width, height in SMALL_SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for view in ("desk", "bench"):
                page.locator(f".switch [data-view={view}]").click()
                for tab in ("rules", "player") if view == "desk" else ():
                    page.locator(f"#tab-{tab}").click()
                    check(page, f"{view} {tab}")
                check(page, view)
        page.locator(".switch [data-view=desk]").click()
        for button in ("share", "save", "guide-open"):
            page.locator(f"#{button}").click()
            check(page, button)
            page.keyboard.press("Escape")
        page.emulate_media(color_scheme="dark")
        check(page, "dark")
    finally:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(DESK["viewport"])


def check(page: Page, name: str) -> None:
    """Checks that nothing is too small, too wide or hard to read."""
    root = page.evaluate_handle("document.querySelector('dialog[open]') ?? document.body")
    assert (name, page.evaluate(FOUND, ["dialog[open]", [], []])) == (name, [])
    assert (name, root.evaluate(SMALL)) == (name, [])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_keyboard_alone_can_edit_and_play_a_rule_and_return(workshop: Workshop) -> None:
    page = workshop.page
    page.locator("#tab-rules").click()
    page.locator("#which").select_option("lines98")
    page.locator("#start").select_option(index=1)
    expect(page.locator("#try")).to_be_visible()
    page.locator("#tab-rules").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-player"
    page.keyboard.press("ArrowLeft")
    reached = []
    for _step in range(12):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
        if reached[-1] == "try":
            page.keyboard.press("Enter")  # to the selected line
            page.keyboard.insert_text("IN_LINE = 3")
        if reached[-1] == "play":
            break
    assert reached == ["which", "start", "try", "play"]
    page.evaluate("delete document.body.dataset.shown")
    page.keyboard.press("Enter")
    page.wait_for_function("document.body.dataset.shown", timeout=STARTING)
    assert page.evaluate("document.activeElement.localName") == "iframe"
    page.keyboard.press("KeyI")  # the next key is the board's: a hint
    expect(workshop.board.locator("#status-text")).not_to_be_empty()
    for _step in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.localName") != "iframe":
            break
    assert page.evaluate("document.activeElement.id") == "stop"


REACHABLE = """(() => {
    const [found, seen, queue] = [new Set(), new Set(), [[globalThis, "globalThis", 0]]];
    for (const [thing, name, deep] of queue) {
        if (!["object", "function"].includes(typeof thing) || thing === null || seen.has(thing) || deep > 4) continue;
        seen.add(thing);
        const keys = Reflect.ownKeys(thing).map((key) => [String(key), key]);
        for (const [word, key] of keys.sort(([one], [other]) => (one < other ? -1 : 1))) {
            const { value, get, set } = Object.getOwnPropertyDescriptor(thing, key) ?? {};
            const where = `${name}.${word}`;
            if (typeof value === "function" || get || set) found.add(where);
            queue.push(...[value, get, set].map((next) => [next, where, deep + 1]));
        }
        queue.push([Object.getPrototypeOf(thing), `${name}.[[Prototype]]`, deep + 1]);
    }
    return [...found];
})()"""
"""The constructors and methods that can be reached from the global object, each by its shortest path."""
REVIEWED = Path(__file__).with_name("reachable.txt")


def test_only_reviewed_names_can_be_reached_where_foreign_code_runs(workshop: Workshop) -> None:
    """A list of allowed names, so that this test refuses names that a new browser brings."""
    workshop.is_well()
    found = set(workshop.worker.evaluate(REACHABLE))
    reviewed = set(REVIEWED.read_text(encoding="utf-8").splitlines())
    assert "globalThis.Array.prototype.map" in found and len(found) > 300
    new = sorted(found - reviewed)
    assert not new, f"review them, and remove them in static/jail/prelude.js or add them to {REVIEWED.name}: {new}"


SANDBOX = """async ([script, url, port]) => {
    const { relay } = JSON.parse(document.getElementById("workshop").textContent);
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    const answers = new Promise((then) => addEventListener("message", ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data === '{"is":"waiting"}') {
            frame.contentWindow.postMessage({ script, task: { url, port, files: [] } }, "*");
        } else if (data.includes("failed")) then(JSON.parse(data).problem);
    }));
    window.madeForTest ??= trustedTypes.createPolicy("jail", { createHTML: (html) => html });
    frame.srcdoc = window.madeForTest.createHTML(relay);
    document.body.append(frame);
    return answers.finally(() => frame.remove());
}"""
"""Runs a script where foreign code runs, with no name removed."""


def test_the_browser_alone_lets_nothing_out(one_browser: Browser, site: str) -> None:
    """The policy and the place are the wall; that names are removed before foreign code runs comes on top."""
    context = thrifty(one_browser, **DESK)
    page = context.new_page()
    page.route("**/workshop.js*", lambda route: route.abort())  # it has taken the policy's name
    page.goto(f"{site}en/workshop.html")
    with listening() as (port, heard):
        came = page.evaluate(SANDBOX, [hostile.raw_script(), f"http://127.0.0.1:{port}/", port])
        assert came == ""
        page.wait_for_timeout(500)  # nothing may arrive
        assert requests(heard) == []
    context.close()


@pytest.mark.parametrize("lie", [0, *(pytest.param(n, marks=pytest.mark.all) for n in range(1, hostile.MOST_LIES))])
def test_what_cannot_be_shown_ends_the_code(workshop: Workshop, opened: Any, lie: int) -> None:
    workshop.typed(sources.headed(hostile.LIE.replace("%d", str(lie)), sources.GAME)).play()
    expect(workshop.message).to_have_text("The code sent something that cannot be shown.", timeout=30_000)
    workshop.is_well()
    opened[1].complaints.clear()


def test_code_cannot_speak_in_the_pages_voice(workshop: Workshop, opened: Any) -> None:
    workshop.typed(sources.headed(hostile.AS_THE_PAGE, sources.GAME)).play()
    expect(workshop.message.locator(".theirs")).to_contain_text("kesu-help.example", timeout=STARTING)
    assert workshop.page.evaluate(OUTSIDE).count("kesu-help") == 0
    border = workshop.message.locator(".theirs").evaluate("e => parseFloat(getComputedStyle(e).borderTopWidth)")
    assert border > 0
    workshop.is_well()
    opened[1].complaints.clear()


OUTSIDE = """() => {
    const copy = document.body.cloneNode(true);
    copy.querySelectorAll('.theirs').forEach((each) => each.remove());
    return copy.textContent;
}"""
"""What the page says outside the borders of foreign words."""


def test_code_never_takes_the_keyboard(workshop: Workshop) -> None:
    """What is typed into the editor after *Play it* stays there, whatever the code says and when."""
    page = workshop.page
    grabbing = sources.template().text.replace("def play(state, word):\n", "def play(state, word):\n    grab()\n")
    workshop.typed(grabbing.replace("\n\n\n", f"\n\n{hostile.GRABS}", 1) + "\ngrab()\n")
    page.evaluate("delete document.body.dataset.shown")
    workshop.play()
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# my secret")
    page.wait_for_function("document.body.dataset.shown", timeout=STARTING)
    page.keyboard.type(" password")
    expect(page.locator("#editor")).to_contain_text("# my secret password")
    assert page.evaluate("document.activeElement.id") == "editor"
    expect(workshop.board.locator("body")).to_have_attribute("data-game", "workshop-berries", timeout=STARTING)
    page.keyboard.type(", all of it")
    expect(page.locator("#editor")).to_contain_text("# my secret password, all of it")
    workshop.is_well()


def test_code_gets_the_focus_only_once(workshop: Workshop) -> None:
    page = workshop.page
    workshop.typed(sources.template().text + hostile.SHOWN_IN_EVERY_FRAME)
    page.evaluate("delete document.body.dataset.shown")
    workshop.play()
    page.wait_for_function("document.body.dataset.shown", timeout=STARTING)
    assert page.evaluate("document.activeElement.localName") == "iframe"
    for _step in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.localName") != "iframe":
            break
    page.wait_for_timeout(500)  # it may not take the focus again
    assert page.evaluate("document.activeElement.id") == "stop"
    workshop.is_well()


SHADOW = "document.querySelector('#editor').shadowRoot"


def test_code_moves_and_says_nothing_while_the_visitor_is_in_the_editor(workshop: Workshop) -> None:
    page = workshop.page
    workshop.typed(sources.template().text + hostile.STIRS + "# a line\n" * 200)
    workshop.play()
    expect(workshop.message).to_contain_text("times", timeout=STARTING)
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    text, scrolled = page.locator("#editor .cm-content"), f"{SHADOW}.querySelector('.cm-scroller').scrollTop"
    said = workshop.message.inner_text()
    page.keyboard.type("# my secret")
    before = page.evaluate(scrolled)
    page.keyboard.type(" password, all of it", delay=40)
    page.wait_for_timeout(300)  # some more messages
    expect(text).to_contain_text("# my secret password, all of it")
    assert before > 1000 and page.evaluate(scrolled) == before
    assert "cm-content" in page.evaluate(f"{SHADOW}.activeElement.className")
    assert said not in ("", workshop.message.inner_text())  # an edit clears it, and no other follows
    expect(workshop.board.locator("#replay-note")).to_have_text(re.compile(r"\d+ times"))
    expect(workshop.board.locator(".status [role=status]")).to_have_attribute("aria-live", "off")
    workshop.is_well()
    page.reload()  # otherwise the code would go on in the next test's place
    workshop.ready()


def test_code_cannot_change_what_limits_its_messages_and_memory(workshop: Workshop, opened: Any) -> None:
    workshop.typed(sources.headed(hostile.LENIENT, sources.GAME)).play()
    expect(workshop.message.locator(".theirs")).to_contain_text("nothing was sent", timeout=STARTING)
    came, stolen = workshop.worker.evaluate(GROW_UNSEEN)
    assert "no more memory" in came and not stolen
    workshop.is_well()
    opened[1].complaints.clear()


GROW_UNSEEN = """(() => {
    const stolen = [];
    const { call } = Function.prototype;
    const buffer = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'buffer');
    Function.prototype.call = function (self, ...given) {
        stolen.push(this.name);
        return Reflect.apply(this, self, given);
    };
    Object.defineProperty(WebAssembly.Memory.prototype, 'buffer', { ...buffer, get: () => ({ byteLength: 0 }) });
    try {
        return [String(new WebAssembly.Memory({ initial: 1 }).grow(2 ** 14)), stolen.length];
    } catch (error) {
        return [error.message, stolen.length];
    } finally {
        Function.prototype.call = call;
        Object.defineProperty(WebAssembly.Memory.prototype, 'buffer', buffer);
    }
})()"""
"""Allocates a gigabyte after replacing what the limit could ask."""


def test_what_is_shown_later_counts_against_the_code(workshop: Workshop, opened: Any) -> None:
    workshop.typed(sources.template().text)
    workshop.page.evaluate("delete document.body.dataset.shown")
    workshop.play()
    workshop.page.wait_for_function("document.body.dataset.shown", timeout=STARTING)
    workshop.frame.evaluate(
        "requestIdleCallback(() => { for (const end = performance.now() + 6000; performance.now() < end;); })"
    )
    expect(workshop.message).to_have_text("Showing this takes too long, so the code was stopped.", timeout=30_000)
    workshop.is_well()
    opened[1].complaints.clear()


def test_impossible_results_are_ignored(workshop: Workshop, opened: Any) -> None:
    page = workshop.page
    workshop.typed(sources.headed(hostile.RESULTS, sources.PLAYER, GAME), "player").play("tournament")
    page.evaluate("document.getElementById('bars').replaceChildren()")
    page.locator("#run").click()
    expect(workshop.message).to_contain_text("that was all", timeout=STARTING)
    page.wait_for_timeout(100)  # a few frames
    assert page.locator("#bars figure").count() == 0
    workshop.is_well()
    opened[1].complaints.clear()


def test_why_code_was_ended_is_not_replaced_by_a_false_reason(one_browser: Browser, site: str) -> None:
    """While another place starts, a minute after the page was opened, the board was once said to be missing."""
    context = thrifty(one_browser, **DESK)
    page = context.new_page()
    page.clock.install()
    workshop = Workshop(page, site).open().ready()
    page.route("**/jail.js*", lambda _route: None)  # the next place never starts
    workshop.typed(sources.headed(hostile.FLOODS["lines"], sources.GAME)).play()
    page.wait_for_function(hostile.FLOODED, timeout=30_000)
    said = workshop.message.inner_text()
    page.clock.fast_forward(58_000)
    assert workshop.message.inner_text() == said
    page.clock.fast_forward(10_000)
    expect(workshop.message).to_contain_text("couldn't be loaded")
    context.close()


# The last test, because Chromium repeats its errors from here in every later frame.
def test_hostile_source_cannot_reach_out_or_change_the_players_data(workshop: Workshop, opened: Any) -> None:
    page = workshop.page
    page.evaluate("localStorage.setItem('kesu/settings', '{\"volume\": 42}')")
    page.evaluate(FORGET_DRAFTS)
    before = page.evaluate("JSON.stringify(localStorage)")
    with listening() as (port, heard):
        workshop.given(hostile.reaching_out(f"http://127.0.0.1:{port}/", port))
        entries = page.evaluate("history.length")
        workshop.play()
        expect(workshop.message).to_contain_text("ValueError", timeout=60_000)
        came = workshop.message.inner_text().partition("came: ")[2].partition(" (ValueError")[0]
        assert set(came.split(", ")) <= hostile.QUIET | {""}, came
        page.wait_for_timeout(1500)  # nothing may arrive
        assert requests(heard) == []
    assert len(page.context.pages) == 1 and page.url.startswith(workshop.site)
    page.evaluate(FORGET_DRAFTS)
    assert page.evaluate("JSON.stringify(localStorage)") == before
    assert page.evaluate("history.length") == entries
    assert page.evaluate("({}).polluted === undefined && document.body.textContent.includes('forged') === false")
    assert page.locator("#message .theirs").count() == 1  # the code's words stand inside a border
    page.locator("#stop").click()
    workshop.page.evaluate("delete document.body.dataset.ready")
    workshop.ready()
    opened[1].complaints.clear()  # the browser reported every refusal, as it should
