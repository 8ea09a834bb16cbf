"""Less on a game's page: things not needed at every move are one tap away, and nothing is said or shown twice."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import product

import pytest
from playwright.sync_api import expect

from game import files
from game.contract import Cell
from game.rules import GAMES
from game.session import Session
from game.session.daily import Daily, options_of_day, seed_of_day
from game.store import names
from game.store.dailies import Dailies
from game.store.store import Store
from tests.e2e.conftest import PHONE, Player
from tests.e2e.test_home import STORE
from tools.samples.some_moves import midgame

HABIT = 12
"""Moves by gestures after which the buttons are hidden (game/web/devices/pad_habit.py)."""
SHOWN = """() => [...document.querySelectorAll('#game button[data-action], #seed')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.textContent)
    .map((e) => e.textContent)"""
THIRD = {"Look back", "Learn by playing"}
"""What is next to *Play again* and *Share* on the card; lessons after a quick loss."""
SEED_LINE = ("#seed", "[data-action=demo]", "[data-action=replay]")
UNSAID = "getComputedStyle(document.querySelector('.status [role=status]')).opacity === '0'"
PAGE = ("documentElement", "body")
OUT = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()
    && (e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth + 1)).length"""
"""How many elements stick out of the window, or their contents out of them."""


def choosing() -> Session:
    """Returns a game of Biquadris in which a special action is to be chosen."""
    lesson = GAMES["biquadris"].lessons[1]
    session = Session(GAMES["biquadris"], lesson.options, lesson.seed, files.read)
    for word in (*lesson.unseen, *lesson.seen):
        session.play(word)
    assert session.view.choices
    return session


def open_save(player: Player, session: Session) -> None:
    name = session.rules.name
    player.go("./").page.evaluate("([n, save]) => localStorage.setItem('kesu/save/' + n, save)", [name, session.save()])
    player.go_on(f"?game={name}")
    expect(player.page.locator("body[data-screen=game] #loading.done")).to_have_count(1)  # it may open in slices
    player.settle()


def test_phone_shows_two_buttons_and_the_rest_is_one_tap_away(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp")
    assert phone.page.evaluate(SHOWN) == ["Undo", "Hint"]
    phone.page.tap("#more")
    assert set(phone.page.evaluate(SHOWN)) == {
        "Undo", "Hint", "Redo", "Restart", "New", "Demo", "Replay", "Problems", "Share", "Seed: 7"
    }  # fmt: skip
    phone.page.tap("#menu [data-action=restart]")
    expect(phone.page.locator("#menu")).to_be_hidden()
    assert phone.figure("Moves") == "0"


def test_menu_closes_once_the_speed_of_a_demo_is_chosen(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7").choose("demo").page.tap("#more")
    menu = phone.page.locator("#menu")
    expect(menu).to_be_visible()
    phone.page.locator("#demo-speed").select_option("8")
    expect(menu).to_be_hidden()
    expect(phone.page.locator("#status-text")).not_to_have_text("")


def test_buttons_vanish_for_players_who_swipe_and_one_tap_brings_them_back_for_good(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7")
    pad, back = phone.page.locator("#pad"), phone.page.locator("#show-pad")
    for number in range(HABIT):
        phone.swipe(*((60, 0), (0, 60), (-60, 0), (0, -60))[number % 4])
    expect(pad).to_be_visible()
    phone.go_on("?game=duel&daily=today")  # it has something else to say
    expect(pad).to_be_visible()
    phone.go_on("?game=chain&seed=7")
    expect(pad).to_be_hidden()
    expect(phone.page.locator("#status-text")).to_contain_text("⋯ brings them back")
    shown = phone.page.evaluate("e => e.scrollHeight <= e.clientHeight", phone.page.query_selector(".status"))
    assert shown, "the message is whole"
    phone.page.wait_for_timeout(700)  # a tap right after a fling only stops the fling, in any browser
    phone.page.locator("[data-open=settings], #open-settings").first.tap()
    expect(phone.page.locator("#settings select[name=pad] option:checked")).to_have_text("Until I swipe")
    phone.press("Escape")
    phone.go_on("?game=nineteen&seed=7")
    expect(phone.page.locator("#status-text")).not_to_contain_text("brings them back")
    phone.page.locator("#more").tap()
    expect(back).to_have_text("Show the buttons")
    back.tap()
    expect(pad).to_be_visible()
    expect(back).to_be_hidden()
    assert "shown" in phone.page.evaluate("localStorage.getItem('kesu/settings')")


def test_the_habit_is_known_in_the_next_visit(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7")
    for number in range(HABIT):
        phone.swipe(*((60, 0), (0, 60), (-60, 0), (0, -60))[number % 4])
    phone.go_on("?game=push-clear&seed=7")
    expect(phone.page.locator("#pad")).to_be_hidden()
    expect(phone.page.locator("#status-text")).to_contain_text("⋯ brings them back")


@pytest.mark.parametrize(("pad", "size"), [("shown", (360, 740)), ("hidden", (360, 740)), ("shown", (320, 568))])
def test_a_choice_covers_no_board_and_moves_nothing(phone: Player, pad: str, size: tuple[int, int]) -> None:
    session, (width, height) = choosing(), size
    phone.page.set_viewport_size({"width": width, "height": height})
    open_save(phone, session)
    phone.page.evaluate("pad => document.documentElement.dataset.pad = pad", pad)
    phone.still()
    canvases = phone.page.locator(".board-frame canvas")
    boxes = [canvas.bounding_box() for canvas in canvases.all()]
    top = phone.page.locator("#choices").bounding_box()
    assert top and all(box and box["y"] + box["height"] <= top["y"] for box in boxes)
    assert top["y"] + top["height"] <= height and not phone.page.evaluate(OUT, "#choices, #choices *")
    phone.page.tap("#choices button >> nth=0")
    phone.still()
    expect(phone.page.locator("#choices button")).to_have_count(0)
    assert [canvas.bounding_box() for canvas in canvases.all()] == boxes
    phone.page.evaluate("document.documentElement.dataset.pad = 'auto'")


@pytest.mark.parametrize("name", ["duel", "biquadris"])
def test_two_players_are_named_whole_and_their_turn_is_shown_by_light_alone(phone: Player, name: str) -> None:
    phone.go(f"?game={name}&seed=7&computer=2")
    phone.page.wait_for_function("document.body.dataset.screen === 'game'")
    phone.settle()
    names = phone.page.locator(".player")
    assert any("Loop" in text for text in names.all_inner_texts())
    assert not phone.page.evaluate(OUT, ".player")
    shown = phone.page.locator(".figure dt").evaluate_all(
        "all => all.filter((e) => e.getBoundingClientRect().width > 1 && e.offsetParent).map((e) => e.textContent)"
    )
    assert shown and not {"Player to move", "Winner", "Chain", "High score"} & set(shown)


def test_a_choice_says_what_it_does_in_sentences_that_break_where_they_must(phone: Player) -> None:
    """In Japanese and Chinese a word on a button stays whole; a sentence then broke after every comma."""
    open_save(phone, choosing())
    text = phone.page.locator(".choice-text").first
    phone.page.evaluate("document.documentElement.lang = 'ja'")
    assert text.evaluate("e => getComputedStyle(e).wordBreak") != "keep-all"
    phone.page.evaluate("document.documentElement.lang = 'en'")


def test_levels_take_no_room_from_the_boards_on_a_phone(phone: Player) -> None:
    phone.go("?game=biquadris&computer=no&seed=7").page.wait_for_function("document.body.dataset.screen === 'game'")
    phone.settle()
    rows = {round(box["y"]) for button in phone.page.locator("#pad button").all() if (box := button.bounding_box())}
    assert len(rows) == 1 and phone.figure("Level") == "0"
    phone.page.tap("#more")
    phone.page.tap("#menu button:has-text('Level up')")
    expect(phone.page.locator("#menu")).to_be_hidden()
    assert phone.figure("Level") == "1" and phone.saved("biquadris")["inputs"] == ["levelup"]


def test_end_card_does_not_repeat_what_is_below_it_nor_cover_what_ended_the_game(phone: Player) -> None:
    for seed in (9, 15):
        session = Session(GAMES["push-clear"], {"size": "4"}, seed, files.read)
        while not session.over:
            session.play(session.moves[session.length % len(session.moves)])
        last = session.inputs[-1]
        before = Session(session.rules, session.options, seed, files.read)
        for word in session.inputs[:-1]:
            before.play(word)
        open_save(phone, before)
        phone.press(f"Arrow{last.capitalize()}")
        expect(phone.page.locator("#end-card")).to_be_visible()
        phone.still().page.wait_for_function(UNSAID)
        buttons = phone.page.evaluate(SHOWN)
        assert len(buttons) == len(set(buttons)) and set(buttons) <= {"Play again", *THIRD, "Share"}
        assert not covered(phone, session)
        phone.page.tap("#end-card .end-more")  # and the rest is one tap away
        assert {"Undo", "Replay", "New"} <= set(phone.page.evaluate(SHOWN))
        phone.page.tap("#menu [data-action=undo]")
        expect(phone.page.locator("#end-card")).to_be_hidden()
        phone.page.tap("#more")
        expect(phone.page.locator("#end-undo")).to_be_hidden()
        phone.page.tap("#menu [data-action=restart]")


def covered(player: Player, session: Session) -> list[Cell]:
    """Returns which cells of what ended the game the card covers."""
    card = player.page.locator(".end-panel").bounding_box()
    assert card
    found = []
    for board, canvas in zip(session.view.boards, player.page.locator(".board-frame canvas").all(), strict=True):
        box, rows = canvas.bounding_box(), board.rows
        assert box
        for _symbol, (row, column) in board.stuck:
            x, y = (column + 0.5) * box["width"] / len(rows[0]), (row + 0.5) * box["height"] / len(rows)
            across = card["x"] < box["x"] + x < card["x"] + card["width"]
            if across and card["y"] < box["y"] + y < card["y"] + card["height"]:
                found.append((row, column))
    return found


def uncovered(player: Player) -> float:
    """Returns the share of the boards' height that is above the card, or 1 if it is next to them."""
    player.page.wait_for_timeout(1500)  # the boards make room while the card comes up
    card, board = (player.page.locator(name).first.bounding_box() for name in (".end-panel", ".board-frame canvas"))
    assert card and board
    return 1.0 if card["x"] >= board["x"] + board["width"] else (card["y"] - board["y"]) / board["height"]


UNREACHABLE = """() => [...document.querySelectorAll('#end-card button')].filter((e) => e.offsetParent).filter((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return !e.contains(document.elementFromPoint(x + width / 2, y + height / 2)) }).map((e) => e.textContent)"""
"""Buttons of the end card that something else hides from a finger, be it invisible."""
LONE = """() => { const tops = [...document.querySelectorAll('#end-card button')].filter((e) => e.offsetParent)
    .map((e) => [e.className, e.offsetTop]);
    return tops.filter(([name, top]) => name === 'end-more' && tops.filter((each) => each[1] === top).length < 2) }"""
"""The button that leads to the rest, if it is alone in its row of the end card."""


@pytest.mark.parametrize("who, size", [("phone", (360, 740)), ("phone", (320, 568)), ("desk", (1440, 900))], ids=str)
def test_end_card_leaves_what_ended_the_game_in_sight_and_its_buttons_in_reach(
    who: str, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    player: Player = request.getfixturevalue(who)
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in GAMES:
        session = midgame(name, over=True, **({"size": "4"} if name == "push-clear" else {}))
        open_save(player, session)
        expect(player.page.locator("#end-card")).to_be_visible()
        assert not covered(player, session), name
        title = player.page.locator("#end-title")
        lines = title.evaluate("e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)")
        assert lines < 1.5, (name, title.text_content())
        assert not player.page.evaluate(OUT, ".end-panel, .end-panel p, .end-panel button"), name
        assert player.page.evaluate(LONE) == [], name
        shown = player.page.locator("#end-card button:not(.end-more)").all()
        texts = [button.inner_text() for button in shown if button.is_visible()]
        assert len(texts) == 3 and texts[0] == "Play again" and texts[1] in THIRD and texts[2] == "Share", (name, texts)
        assert uncovered(player) >= 1, name
        assert player.page.evaluate(UNREACHABLE) == [], name
        if who == "desk":
            seed, first, last = (player.page.locator(f".seed {each}").bounding_box() for each in SEED_LINE)
            assert seed and first and last and last["x"] > first["x"]
            aside = (first["x"] + last["x"] + last["width"]) - (2 * seed["x"] + seed["width"])
            assert abs(aside) < 2, "what is below the seed is in the middle"
            places = (f"#more-actions [data-action={each}]" for each in ("redo", "restart", "new", "problems"))
            boxes = [player.page.locator(place).bounding_box() for place in places]
            assert len({box["width"] for box in boxes if box}) == 1, "two and two next to each other"


@pytest.mark.parametrize("name", ["push-clear", "chain", "nineteen", "lines98"])
def test_the_last_card_of_a_day_leaves_the_whole_board_in_sight(phone: Player, name: str) -> None:
    """It has the most to say: the distance from the goal, that all are done, the streak, and the player's days."""
    rules, today, store, tries = GAMES[name], date.today(), Store(None), Daily()
    session = midgame(name, over=True, seed=seed_of_day(today), **options_of_day(rules, today))
    for game, back in product(GAMES, range(3)):
        tries.begin(game, today - timedelta(days=back))
        tries.finish(game, today - timedelta(days=back), session.score + back, assisted=False)
    store.put(names.save(name, today), session.save())
    store.put(names.DAILY, tries.text())
    Dailies(store).keep_par(rules, today, session.score + 1234)
    entries = {kept: store.get(kept) for kept in (names.save(name, today), names.DAILY, names.par(name))}
    phone.go("./").page.evaluate(STORE, entries)
    phone.page.set_viewport_size({"width": 360, "height": 740})
    try:
        phone.go_on(f"?game={name}&daily=today")
        expect(phone.page.locator("#end-best")).to_have_text(re.compile("1,234 short .* · 6 of 6 today · 3-day streak"))
        expect(phone.page.locator("#end-days li")).not_to_have_count(0)
        assert uncovered(phone) >= 1
    finally:
        phone.page.set_viewport_size(PHONE["viewport"])


def test_scores_of_two_stay_on_one_line_of_the_card(phone: Player) -> None:
    phone.go("?game=duel&computer=no&seed=7").page.evaluate(
        "() => { document.querySelector('#end-score span').textContent = '111,500 : 115,840';"
        " document.getElementById('end-score').classList.add('long');"
        " document.getElementById('end-card').hidden = false }"
    )
    assert not phone.page.evaluate(OUT, "#end-score, .end-panel")
    line = phone.page.locator("#end-score").evaluate("e => e.clientHeight / parseFloat(getComputedStyle(e).fontSize)")
    assert line < 1.5
    phone.page.evaluate("document.getElementById('end-card').hidden = true")


def test_share_is_a_picture_a_button_and_one_link(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp")
    phone.choose("share")
    fields = phone.page.locator("#share input:visible")
    assert [field.get_attribute("id") for field in fields.all()] == ["challenge-name", "share-challenge"]
    assert phone.page.locator("#share button.main").count() == 1
    phone.page.click("#share summary")
    expect(phone.page.locator("#share-replay")).to_be_visible()
    assert phone.page.locator("#challenge-file").evaluate("e => getComputedStyle(e).opacity") == "0", (
        "no raw file field"
    )
    assert not phone.page.evaluate(OUT, "#share, #share button, #share label")


def test_share_before_the_first_move_is_a_picture_and_a_link_to_the_game(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7").choose("share")
    fields = phone.page.locator("#share input:visible")
    assert [field.get_attribute("id") for field in fields.all()] == ["share-game"]
    assert phone.page.locator("#share-replay").count() == 0, "there is nothing to replay"


def test_keys_are_folded_in_a_phones_settings_and_nothing_is_cut(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7").page.click("#open-settings")
    change = phone.page.locator("#settings td button")
    assert change.count() > 10 and not change.first.is_visible()
    expect(phone.page.locator("#settings [name=delay]")).to_be_hidden()
    phone.page.click("#settings summary")
    expect(change.first).to_be_visible()
    assert not phone.page.evaluate(OUT, "#settings, #settings table, #settings td button, #settings label")


@pytest.mark.parametrize("opener", ["[popovertarget=how]", "#open-settings", ".seed [data-action=share]"])
def test_a_sheet_takes_the_focus_and_the_page_behind_it_stays_still(desk: Player, opener: str) -> None:
    desk.page.set_viewport_size({"width": 1440, "height": 700})
    desk.go("?game=lines98&seed=7").page.click(opener)
    sheet = desk.page.locator("dialog[open], [popover]:popover-open")
    assert sheet.evaluate("e => e.contains(document.activeElement)")
    close = sheet.get_by_role("button", name="Close", exact=True)
    expect(close).to_be_in_viewport()
    desk.press(*["ArrowDown"] * 4)
    desk.page.mouse.move(20, 650)
    for _turn in range(6):
        desk.page.mouse.wheel(0, 900)
    desk.page.mouse.move(720, 400)
    for _turn in range(6):
        desk.page.mouse.wheel(0, 900)
    desk.page.wait_for_timeout(300)  # a wheel that scrolls the page would have done so by now
    assert desk.page.evaluate("scrollY") == 0
    backgrounds = [desk.page.evaluate(f"getComputedStyle(document.{part}).backgroundColor") for part in PAGE]
    assert backgrounds[0] != backgrounds[1], "no light strip is left where the scroll bar was"
    expect(close).to_be_in_viewport()
    close.click()
    expect(sheet).to_have_count(0)


def test_piece_is_held_by_key_swipe_and_button_with_all_figures_in_sight(phone: Player) -> None:
    phone.go("?game=nineteen&seed=25&hold=1&rows=20&calm=1").settle()
    held = phone.page.locator(".board-head > .next").first.locator("canvas")
    assert not held.is_visible()
    start = phone.rows()
    phone.press("KeyC").settle()
    assert "I" in (held.get_attribute("aria-label") or "") and phone.rows() != start
    assert not phone.page.evaluate(OUT, ".board-head, .figure, .figure dd, .figure dt, .board-head .slot")
    phone.press("Space").settle()
    phone.swipe(0, -90)
    assert "I" not in (held.get_attribute("aria-label") or ""), "a swipe up brings the I back"
    phone.press("Space").settle()
    phone.page.tap("#pad [data-word=hold]")
    assert "Z" in (held.get_attribute("aria-label") or "")
    phone.go("?game=nineteen&seed=25")
    assert phone.page.locator("#pad [data-word=hold]").count() == 0 and phone.page.locator(".next").first.is_hidden()
