"""Home: the player's own boards, today's daily games, past days, and a demo on a copy of a card's game."""

from __future__ import annotations

import json
import random
import time
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.rules import GAMES
from game.session.daily import Daily, day_of, is_old, seed_of_day
from game.session.notebook import Notebook, StudyCard
from game.session.records import preset_of
from game.session.replay_code import encode
from tests.e2e.conftest import DESK, PHONE, READY, Player
from tests.e2e.test_daily import at_noon, drop_to_the_end, open_daily
from tests.e2e.test_kept_openings import spoilt
from tools.samples.some_moves import midgame

NAME = "push-clear"
DRAWN = "name => document.querySelector(`.card[data-game='${name}'] svg`).outerHTML"
SPOIL = """([name, texts]) => texts.map((text) => {
    const wrong = [];
    const note = (event) => wrong.push(String(event.message ?? event.reason));
    addEventListener('error', note);
    const picture = document.querySelector(`.card[data-game='${name}'] svg`);
    let kept = null;
    try { kept = JSON.parse(text); } catch { /* not even JSON */ }
    try { window.kesuCard(name, kept?.boards); } catch (error) { wrong.push(String(error)); }
    removeEventListener('error', note);
    for (const element of document.querySelectorAll(`.card[data-game='${name}'] svg *`)) {
        if (!['defs', 'pattern', 'use', 'g', 'rect'].includes(element.localName)) wrong.push(element.localName);
        for (const { name: key, value } of element.attributes) {
            if (key === 'href' && !value.startsWith(`#${name}-`)) wrong.push(value);
        }
    }
    return wrong.join(', ');
})"""
STORE = "entries => { for (const [name, text] of Object.entries(entries)) localStorage.setItem('kesu/' + name, text) }"
GAMES_KEPT = """JSON.stringify(Object.entries(localStorage)
    .filter(([name]) => /^kesu.(save|since|page|before|best)/.test(name)).sort())"""
PICTURE = "() => [...document.querySelectorAll('.card-live canvas')].map((canvas) => canvas.toDataURL()).join()"


def card(page: Page, name: str = NAME) -> Any:
    return page.locator(f"a.card[data-game={name}]")


def ring(page: Page, name: str) -> Any:
    return page.locator(f"a.ring[data-game={name}]")


def without_python(page: Page, site: str, query: str = "") -> None:
    """Opens the page with Python blocked."""
    page.route("**/*.wasm", lambda _route: None)
    page.goto(site + query, wait_until="domcontentloaded")
    page.wait_for_function("window.kesuEarly")


def test_card_shows_the_game_as_left_with_and_without_python(unwatched: Player) -> None:
    player = unwatched.load()
    page = player.page
    ordinary = page.evaluate(DRAWN, NAME)
    expect(card(page).locator(".summary")).to_be_visible()
    player.go_on(f"?game={NAME}&seed=7").press("ArrowLeft", "ArrowUp", "ArrowRight").settle()
    session = json.loads(page.evaluate("name => localStorage.getItem('kesu/save/' + name)", NAME))
    score = player.figure("Score")
    page.locator("[data-home]").click()
    expect(card(page)).to_contain_text(f"Continue · {score}")
    expect(card(page).locator(".summary")).to_be_hidden()
    mine = page.evaluate(DRAWN, NAME)
    assert mine != ordinary and session["inputs"]

    other = page.context.new_page()
    without_python(other, player.site)
    assert other.evaluate(DRAWN, NAME) == mine, "the same drawing before Python"
    expect(card(other)).to_contain_text(f"Continue · {score}")
    expect(card(other).locator(".summary")).to_be_hidden()
    other.close()

    # A save from somewhere else has no card; it is played again and gives the same picture.
    page.evaluate("localStorage.removeItem('kesu/card/push-clear')")
    before = page.evaluate(GAMES_KEPT)
    page.reload()
    page.wait_for_function(READY, timeout=90_000)
    expect(card(page)).to_contain_text(f"Continue · {score}")
    assert page.evaluate(DRAWN, NAME) == mine
    assert page.evaluate(GAMES_KEPT) == before, "looking at a game does not change it"

    # A damaged card shows the standard picture, and home still works.
    page.evaluate(
        STORE, {f"save/{NAME}": "{", "save/chain": "[]", "card/chain": "{}", "daily": "{", f"card/{NAME}": "1"}
    )
    page.reload()
    page.wait_for_function(READY, timeout=90_000)
    expect(card(page).locator(".summary")).to_be_visible()
    assert page.evaluate(DRAWN, NAME) == ordinary
    expect(ring(page, "chain")).to_have_attribute("data-state", "")


def test_cards_of_the_wrong_shape_draw_nothing_foreign(fresh: Player) -> None:
    fresh.load(f"?game={NAME}&seed=7").press("ArrowLeft", "ArrowUp").settle()
    fresh.page.locator("[data-home]").click()
    kept = json.loads(fresh.page.evaluate("name => localStorage.getItem('kesu/card/' + name)", NAME))
    chance = random.Random(2026)
    texts = [spoilt(chance, kept) for _text in range(600)]
    reported = fresh.page.evaluate(SPOIL, [NAME, texts])
    assert [(text, wrong) for text, wrong in zip(texts, reported, strict=True) if wrong] == []


def test_today_shows_the_state_of_each_daily_game_and_opens_it(desk: Player) -> None:
    desk.go("./")
    day = at_noon(desk)
    open_daily(desk, day)
    desk.go_on("./")
    expect(ring(desk.page, "nineteen")).to_have_attribute("data-state", "half")
    expect(desk.page.locator("#today-next")).to_have_text("Next in 12 hr 0 min")
    ring(desk.page, "nineteen").click()
    score = drop_to_the_end(desk)
    desk.go_on("./")
    expect(ring(desk.page, "nineteen")).to_have_attribute("data-state", "done")
    expect(ring(desk.page, "nineteen")).to_contain_text(f"{score:,}")
    expect(ring(desk.page, "chain")).to_contain_text("Not started")
    expect(ring(desk.page, "nineteen").locator(".ring-result")).to_have_text(f"{score:,}")
    at_noon(desk, 1)
    desk.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ring(desk.page, "nineteen")).to_have_attribute("data-state", "")


def test_today_says_that_all_its_games_are_done(desk: Player) -> None:
    page = desk.go("./").page
    day, done = day_of(str(at_noon(desk))), Daily()
    for name in page.locator(".ring").evaluate_all("rings => rings.map((ring) => ring.dataset.game)"):
        done.begin(name, day)
        done.finish(name, day, 1, assisted=False)
    page.evaluate("text => localStorage.setItem('kesu/daily', text)", done.text())
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    count = page.locator(".ring").count()
    expect(page.locator("#today-next")).to_have_text(f"{count} of {count} today Next in 12 hr 0 min")


def test_calendar_of_past_days_works_by_keys_and_opens_games(desk: Player) -> None:
    desk.go("./")
    tries, now = Daily(), day_of(str(at_noon(desk)))
    for back, helped in ((1, False), (2, True)):
        tries.begin("chain", now - timedelta(days=back))
        tries.finish("chain", now - timedelta(days=back), 1240 + back, helped)
    page = desk.page
    page.evaluate(STORE, {"daily": tries.text(), "last": "chain"})
    page.locator("#open-calendar").click()
    focused = page.locator("#calendar button[data-day]:focus")
    expect(focused).to_have_attribute("data-day", str(seed_of_day(now)))
    expect(focused).to_have_attribute("aria-current", "date")
    desk.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-label", f"{_named(now, 1)}: 1,241{_mark(now, 1)}")
    expect(focused).to_have_class("done")
    desk.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-label", f"{_named(now, 2)}: 1,242{_mark(now, 2)}, assisted")
    desk.press("ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageUp")
    assert page.locator("#calendar-month").inner_text() == f"{now - timedelta(days=62):%B %Y}"
    for _month in range(40):
        desk.press("PageUp")
    expect(focused).to_have_attribute("data-day", "20260101")
    expect(page.get_by_role("button", name="Previous month")).to_be_disabled()
    desk.press("Enter")
    expect(page.locator("#status-text")).to_contain_text("practice only")
    assert "seed=20260101" in page.url
    assert json.loads(page.evaluate("localStorage.getItem('kesu/daily')")) == json.loads(tries.text()), (
        "playing a past day does not count"
    )


def _mark(now: date, back: int) -> str:
    """Returns the mark of a result that was counted under the old form."""
    return "*" if is_old(GAMES["chain"], now - timedelta(days=back)) else ""


def _named(now: date, back: int) -> str:
    day = now - timedelta(days=back)
    return f"{day:%A}, {day.day} {day:%B} {day.year}"


def test_home_shows_six_different_rings_and_the_day_once(desk: Player) -> None:
    page = desk.go("./").page
    pictures = page.locator(".ring .emblem").evaluate_all("all => all.map((each) => each.innerHTML)")
    assert len(pictures) == len(set(pictures)) == len(GAMES)
    hues = page.locator(".ring .emblem").evaluate_all("all => all.map((each) => getComputedStyle(each).fill)")
    assert len(set(hues)) == len(GAMES), "each in its game's hue"
    assert page.locator("a[href*='daily=today']").count() == len(GAMES)
    assert str(page.locator(".row-quiet a").get_attribute("href")).endswith("workshop.html")


def test_home_needs_no_introduction_for_who_has_played(unwatched: Player) -> None:
    page = unwatched.load().page
    width = (
        "document.querySelector('#home > .lead').getBoundingClientRect().height > 1 && "
        "getComputedStyle(document.querySelector('#home > .lead')).clipPath === 'none'"
    )
    assert page.evaluate(width)
    unwatched.go_on(f"?game={NAME}&seed=7").press("ArrowLeft").settle()
    page.reload()
    page.goto(unwatched.site)
    page.wait_for_function("window.kesuEarly")
    assert not page.evaluate(width)


def test_exercises_that_are_due_are_offered_on_home(desk: Player) -> None:
    page = desk.go("./").page
    expect(page.locator("#open-exercises")).to_be_hidden()
    session = midgame("chain")
    cards = [StudyCard(encode(session), "drop", "left,drop", 0, 1)]
    page.evaluate(STORE, {"notebook": Notebook(cards).text()})
    desk.go_on(f"?game={NAME}").go_on("./")
    expect(page.locator("#open-exercises")).to_have_text("Learn from your mistakes (1)")
    page.set_viewport_size(PHONE["viewport"])
    for offer in ("#open-exercises", "#open-problems"):
        box = page.locator(offer).bounding_box()
        assert box and box["y"] + box["height"] < PHONE["viewport"]["height"], "seen without scrolling"
    page.set_viewport_size(DESK["viewport"])
    page.locator("#open-exercises").click()
    expect(page.locator("#status-text")).to_have_text("Chain: what would you do here?", timeout=60_000)
    page.locator("#offer").click()  # "Show me", which answers it
    expect(page.locator("#offer")).to_have_text("Next")
    page.wait_for_timeout(600)  # a second click on the same place is not meant
    page.locator("#offer").click()
    expect(page.locator("#home")).to_be_visible()  # none is left
    expect(page.locator("#open-exercises")).to_be_hidden()


def test_two_player_link_that_was_not_played_does_not_stay(desk: Player) -> None:
    desk.go("?game=duel&computer=no&seed=5")
    assert desk.page.locator(".player").all_inner_texts() == ["Player 1", "Player 2"]
    desk.go_on("./").page.locator("a.card[data-game=duel]").click()
    expect(desk.page.locator("#veil-text")).to_have_text("Who plays?")


def test_demo_on_home_plays_only_on_the_card_in_view_and_never_my_game(desk: Player) -> None:
    page = desk.go("./").page
    session = midgame("chain")
    page.evaluate(STORE, {"save/chain": session.save(), "last": "chain", f"best/{preset_of(session)}": "12345"})
    desk.go_on(f"?game={NAME}").go_on("./")
    expect(card(page, "chain")).to_contain_text("Best: 12,345")
    before = page.evaluate(GAMES_KEPT)
    card(page, "chain").hover()
    live = page.locator(".card-live canvas")
    page.wait_for_timeout(3000)  # no demo may begin
    assert live.count() == 0, "my own position stays as I left it"
    card(page, "nineteen").hover()
    expect(live).to_have_count(1, timeout=20_000)
    first = page.evaluate(PICTURE)
    for _wait in range(100):
        page.wait_for_timeout(100)
        if page.evaluate(PICTURE) != first:
            break
    assert page.evaluate(PICTURE) != first, "the demo plays on the card"
    card(page, "duel").hover()
    expect(page.locator(".card[data-game=nineteen] canvas")).to_have_count(0)
    page.mouse.move(2, 2)
    expect(live).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    card(page, "nineteen").hover()
    page.wait_for_timeout(1500)  # as above
    assert live.count() == 0, "no demo with reduced motion"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(GAMES_KEPT) == before


def test_six_cards_fit_in_one_and_a_half_phone_screens(phone: Player) -> None:
    phone.go("./")
    phone.page.set_viewport_size({"width": 360, "height": 740})
    last = phone.page.locator(".place").last.evaluate("e => e.getBoundingClientRect().bottom + scrollY")
    assert last <= 1.5 * 740
    phone.page.set_viewport_size({"width": 320, "height": 640})
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 320
    phone.page.set_viewport_size({"width": 360, "height": 640})


def test_statistics_show_best_games_and_feats(desk: Player) -> None:
    page = desk.go("./").page
    stamp = int(time.time())
    records = {
        "form": 2,
        "feats": {"nineteen/1/": {"most rows at once": [4, True]}},
        "presets": {"nineteen/1/": {"a": {"dropped": 0, "totals": [0, 0, 0, 0, None, None], "records": [
            [1, stamp, 1240, 60, False, 7], [2, stamp, 12400, 60, True, 8],
        ]}}},
    }  # fmt: skip
    page.evaluate(STORE, {"statistics": json.dumps(records)})
    page.locator("#open-records").click()
    dialog = page.locator("#records")
    expect(dialog.locator("tr.chosen")).to_contain_text("12,400assisted")
    expect(dialog.locator(".plots figure")).to_have_count(2)
    page.click("#records .main")
    one = json.loads(json.dumps(records))
    del one["presets"]["nineteen/1/"]["a"]["records"][1]
    page.evaluate(STORE, {"statistics": json.dumps(one)})
    page.locator("#open-records").click()
    expect(dialog.locator("tr.chosen")).to_contain_text("1,240")
    expect(dialog.locator(".plots figure")).to_have_count(0)  # no curve of one dot, no histogram of one bar
    page.click("#records .main")
    page.evaluate(STORE, {"statistics": json.dumps(records)})
    page.locator("#open-records").click()
    expect(dialog.locator(".bests")).to_contain_text("Most rows at once4 (assisted)")
    expect(dialog.locator(".bests")).to_contain_text("Best without help1,240")
    page.click("#records .main")


def test_statistics_name_the_games_of_days(desk: Player) -> None:
    page = desk.go("./").page
    records = {
        "form": 2,
        "feats": {},
        "presets": {f"chain/1/{options}": {"a": {"dropped": 0, "totals": [0, 0, 0, 0, None, None], "records": [
            [1, int(time.time()), 1240, 60, False, 7],
        ]}} for options in ("turns=60", "turns=61")},
    }  # fmt: skip
    page.evaluate(STORE, {"statistics": json.dumps(records)})
    page.locator("#open-records").click()
    expect(page.locator("#records th button")).to_have_text(["Chain, daily", "Chain (61)"])
    page.click("#records .main")


def test_install_button_appears_when_the_browser_offers_it(desk: Player) -> None:
    page = desk.go("./").page
    expect(page.locator("#install")).to_be_hidden()
    page.evaluate(
        "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => document.title = 'asked' }))"
    )
    page.locator("#install").click()
    assert page.title() == "asked"
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(page.locator("#install")).to_be_hidden()


@pytest.mark.all
def test_setting_without_shapes_applies_before_python(fresh: Player) -> None:
    fresh.page.add_init_script("localStorage.setItem('kesu/settings', JSON.stringify({ shapes: false }))")
    parts = "name => document.querySelector(`symbol#chain-a${name}`).querySelectorAll('path').length"
    fresh.page.goto(fresh.site, wait_until="domcontentloaded")
    fresh.page.wait_for_selector(".card-board svg")
    without = fresh.page.evaluate(parts, ord("r"))
    symbol = fresh.page.request.get(fresh.page.url).text().split(f'id="chain-a{ord("r")}"')[1].split("</symbol>")[0]
    assert without == symbol.count("<path") - 1
