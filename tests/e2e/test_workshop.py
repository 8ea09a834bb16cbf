"""The workshop: a changed source plays on the board, a player plays a tournament, a link is shown before it runs."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect

from game.rules import game
from game.session import complete
from game.workshop import sharing, sources
from game.workshop.players import OWN
from game.workshop.tournament import Plan, as_line, rivals, tournament
from tests.e2e import hostile
from tests.e2e.conftest import DESK, Watch

EDITOR = "document.body.dataset.editor === '1'"
READY = "document.body.dataset.ready === '1'"
STARTING = 90_000
GAME = "push-clear"
PLAYER = sources.headed("def choose(state, moves, view):\n    return moves[len(moves) // 2]\n", sources.PLAYER, GAME)


REFUSED = """/^(?!Python)./.test(document.getElementById('message').textContent)"""
"""Something is said, and not only that Python starts."""


class Workshop:
    """The workshop as a person uses it."""

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
        """The source as if by a link."""
        self.page.evaluate("location.hash = ''")  # the same source may come twice
        self.page.evaluate("hash => { location.hash = hash }", f"#{sharing.CODE}{sharing.encode(text)}")
        expect(self.page.locator("#foreign")).to_be_visible()
        return self

    def play(self, button: str = "play") -> Workshop:
        self.page.locator(f"#{button}").click()
        return self

    @property
    def message(self) -> Locator:
        return self.page.locator("#message")

    @property
    def frame(self) -> Frame:
        [frame] = [each for each in self.page.frames if "workshop-frame" in each.url]
        return frame


@pytest.fixture(scope="module")
def opened(one_browser: Browser, site: str) -> Iterator[tuple[Workshop, Watch]]:
    context = one_browser.new_context(**DESK)
    watch = Watch(site)
    yield Workshop(watch.over(context.new_page()), site).open().ready(), watch
    context.close()


@pytest.fixture
def workshop(opened: tuple[Workshop, Watch]) -> Iterator[Workshop]:
    """A workshop that was opened once for all tests; what it complains of fails the test."""
    ours, watch = opened
    watch.complaints.clear()
    yield ours
    assert watch.complaints == []


def test_a_changed_rule_plays_at_once_and_an_error_stands_under_its_line(workshop: Workshop) -> None:
    page = workshop.page
    page.locator("#tab-rules").click()
    changed = sources.change_of("lines98").text
    workshop.given(changed).play()
    frame = workshop.frame
    expect(frame.locator("body")).to_have_attribute("data-game", "workshop-lines98")
    page.wait_for_function("document.body.dataset.shown")
    expect(frame.locator("#listing table").first.locator("tr")).to_have_count(10)  # nine rows under their head
    assert page.evaluate("document.activeElement.localName") == "iframe"
    page.keyboard.press("KeyI")  # the next key is the board's: a hint
    expect(frame.locator("#status-text")).not_to_be_empty()
    frame.locator(".seed [data-action=demo]").click()
    expect(frame.locator("#actions [data-action=undo]")).to_be_enabled(timeout=20_000)
    frame.locator("#actions [data-action=undo]").click()
    assert frame.evaluate("origin") == "null"
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


def test_a_player_is_watched_and_its_tournament_is_the_terminals_to_the_byte(workshop: Workshop) -> None:
    page = workshop.page
    workshop.given(PLAYER)
    expect(page.locator("#tab-player")).to_have_attribute("aria-selected", "true")
    workshop.play("watch")
    frame = workshop.frame
    expect(frame.locator("#actions [data-action=undo]")).to_be_enabled(timeout=20_000)
    workshop.play("tournament")
    page.evaluate("document.getElementById('games').options[0].value = 2")  # a slow machine must not play 20
    page.select_option("#turns", "20")
    page.locator("#run").click()
    with page.expect_download() as download:
        page.locator("#results-file").click(timeout=STARTING)
    plan = Plan(GAME, complete(game(GAME), {}), player=OWN, effort=1, against_effort=1, turns=20, choice=PLAYER)
    plans = rivals(plan)
    ours = sorted((place, result.number, as_line(plans[place], result)) for place, result in tournament(plans, 2))
    assert download.value.path().read_text().splitlines() == [line for _place, _number, line in ours]
    assert page.locator("#bars figure").count() == len(plans)
    page.locator("#tab-rules").click()


def test_a_link_is_read_by_the_terminal_and_is_only_shown_until_it_is_played(workshop: Workshop) -> None:
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
    page.locator("#save").click()
    page.locator("#keep-name").fill("My berries")
    page.locator("#keep-it").click()
    expect(page.locator("#kept")).to_contain_text("My berries")
    page.keyboard.press("Escape")
    kept = json.loads(page.evaluate("localStorage.getItem('kesu/workshop')"))
    assert kept == [{"name": "My berries", "text": sources.template().text}]
    workshop.play()
    expect(workshop.frame.locator("body")).to_have_attribute("data-game", "workshop-berries")


@contextmanager
def listening() -> Iterator[tuple[int, list[bytes]]]:
    """A server on a port that notes the first bytes of everything that reaches it, by TCP and UDP."""
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
    """What was sent; a browser may open a connection before it asks the policy, and close it without a word."""
    return [data for data in heard if data]


def test_nothing_leaves_the_frame_and_nothing_of_the_players_is_changed(workshop: Workshop, opened: Any) -> None:
    page = workshop.page
    page.evaluate("localStorage.setItem('kesu/settings', '{\"volume\": 42}')")
    before = page.evaluate("JSON.stringify(localStorage)")
    with listening() as (port, heard):
        url = f"http://127.0.0.1:{port}/"
        workshop.given(hostile.reaching_out(url, port)).play()
        expect(workshop.message).to_contain_text("ValueError", timeout=30_000)
        came = workshop.message.inner_text()
        assert not {"parent", "parent store", "store", "cookie", "caches", "eval", "function", "rtc", "framed"} & {
            part.strip() for part in came.replace("(", ",").replace(":", ",").split(",")
        }, came
        workshop.given(hostile.AWAY.format(url=url)).play()
        page.wait_for_timeout(1500)
        assert requests(heard) == []
    assert len(page.context.pages) == 1 and page.url.startswith(workshop.site)
    assert page.evaluate("JSON.stringify(localStorage)") == before
    assert page.evaluate("({}).polluted === undefined && document.body.textContent.includes('forged') === false")
    page.locator("#stop").click()
    workshop.page.evaluate("delete document.body.dataset.ready")
    workshop.ready()
    opened[1].complaints.clear()  # the browser reported every refusal, as it should


@pytest.mark.parametrize("name", hostile.ALONE)
def test_a_source_that_only_harms_itself_ends_in_a_message(workshop: Workshop, opened: Any, name: str) -> None:
    page = workshop.page
    workshop.given(sources.headed(hostile.ALONE[name], sources.GAME)).play()
    page.wait_for_function(REFUSED, timeout=30_000)
    workshop.given(sources.template().text).play()
    expect(workshop.frame.locator("body")).to_have_attribute("data-game", "workshop-berries", timeout=STARTING)
    opened[1].complaints.clear()
