"""Push and Clear on the page: keys, buttons, touch, reload, a blocked store."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Player, expected, names

WORDS = ["left", "up", "right", "down", "left", "up", "right", "right", "down", "left"]
KEYS = {"left": "ArrowLeft", "up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown"}
PLAYED = "?game=push-clear&seed=7"


def colour(player: Player, token: str) -> tuple[int, ...]:
    """Returns the pixel value of a colour token of the style sheet, as the boards see it."""
    found = player.page.evaluate(
        """token => { const e = document.createElement('i'); e.style.color = `var(${token})`;
        document.getElementById('boards').append(e);
        const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        pen.fillStyle = getComputedStyle(e).color; e.remove(); pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3) }""",
        token,
    )
    return tuple(found)


def near(seen: tuple[int, ...], wanted: tuple[int, ...], by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(seen, wanted, strict=True))


def test_known_seed_played_by_keys_gives_a_known_board_in_text_and_pixels(desk: Player) -> None:
    desk.go(PLAYED).press(*(KEYS[word] for word in WORDS)).still()
    session = expected("push-clear", 7, WORDS)
    assert desk.rows() == names(session)
    assert desk.figure("Score") == f"{session.score:,}"
    assert desk.figure("Moves") == str(session.state.steps)
    tokens = {"box": "--tone-2", "fixed box": "--ink", "empty": "--well"}
    for r, row in enumerate(desk.rows()):
        for c, cell in enumerate(row):
            if cell in tokens:  # between edge and inner shape the colour is plain
                assert near(desk.pixel(r, c, dx=0.15, dy=0.5), colour(desk, tokens[cell])), (r, c, cell)
            elif cell == "you":
                assert near(desk.pixel(r, c, dy=0.75), colour(desk, "--accent")), "colour below the eyes"
            elif cell == "point":
                assert near(desk.pixel(r, c), colour(desk, "--tone-4"))


def test_swipes_and_buttons_play(phone: Player) -> None:
    phone.go(PLAYED).swipe(-80, 5).swipe(3, -80).swipe(80, 0)
    assert phone.rows() == names(expected("push-clear", 7, WORDS[:3]))
    assert phone.page.evaluate("scrollY") == 0, "swiping on the board does not scroll the page"
    phone.page.wait_for_timeout(700)  # a tap right after a fling only stops the fling, in any browser
    phone.page.tap(f"#pad [data-word={WORDS[3]}]")
    phone.expect_rows(names(expected("push-clear", 7, WORDS[:4])))
    phone.page.get_by_role("button", name="Undo").click()
    assert phone.rows() == names(expected("push-clear", 7, WORDS[:3]))
    phone.choose("redo")
    assert phone.rows() == names(expected("push-clear", 7, WORDS[:4]))
    phone.choose("restart")
    assert phone.rows() == names(expected("push-clear", 7, []))
    expect(phone.page.locator("#menu [data-action=redo]")).to_be_disabled()


def test_address_names_the_game_and_the_seed_is_shown(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7&size=5")
    assert len(desk.rows()) == 5
    assert desk.page.locator("#seed").inner_text() == "Seed: 7"
    assert desk.page.evaluate("location.search") == "?game=push-clear&size=5&seed=7"
    desk.go("?game=push-clear&seed=classic")
    assert desk.rows() == names(expected("push-clear", None, []))
    desk.go("?game=push-clear")
    assert re.fullmatch(r"\?game=push-clear&seed=\d+", desk.page.evaluate("location.search"))


def test_bad_address_shows_one_line_and_lists_the_games(desk: Player) -> None:
    for query, words in (
        ("?game=push-clear&seed=abc", "A seed is a whole number"),
        ("?game=push-clear&size=99&seed=1", "size: must be a number from 4 to 10, not 99."),
        ("?game=no-such", "No such game: no-such (there are "),
    ):
        desk.go(query)
        expect(desk.page.locator("#home-message")).to_contain_text(words)
        expect(desk.page.locator("a.card[data-game='push-clear']")).to_be_visible()


def test_new_game_dialog_sets_options_and_previous_game_can_be_restored(desk: Player) -> None:
    desk.go(PLAYED).press("ArrowLeft", "KeyN")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="5×5").check()
    dialog.get_by_text("Advanced").click()
    dialog.get_by_label("seed").fill("12")
    dialog.get_by_role("button", name="Start").click()
    assert desk.rows() == names(expected("push-clear", 12, [], size=5))
    desk.page.get_by_role("button", name="Back to previous game").click()
    assert desk.rows() == names(expected("push-clear", 7, ["left"]))
    desk.press("KeyN")
    dialog.get_by_role("button", name="Classic game").click()
    assert desk.rows() == names(expected("push-clear", None, []))


def test_game_continues_after_visiting_home(desk: Player) -> None:
    desk.go("./")
    desk.page.click("a.card[data-game='push-clear']")
    expect(desk.page.locator("#title")).to_have_text("Push and Clear")
    desk.press("ArrowLeft", "ArrowUp")
    before = desk.rows()
    assert desk.page.title() == "Push and Clear – Kesu"
    desk.page.go_back()
    expect(desk.page.locator("#home")).to_be_visible()
    assert desk.page.title() == "Kesu: six puzzles about clearing a board"
    desk.page.go_forward()
    expect(desk.page.locator("#game")).to_be_visible()
    assert desk.rows() == before, "the game resumes where it was"


def test_damaged_save_is_reported_and_kept(fresh: Player) -> None:
    fresh.page.add_init_script("localStorage.setItem('kesu/save/push-clear', '{\"kesu\":1,\"game\"')")
    fresh.load("?game=push-clear")
    assert "this save is damaged" in fresh.status()
    assert fresh.page.evaluate("localStorage.getItem('kesu/damaged/save/push-clear')") == '{"kesu":1,"game"'
    fresh.press("ArrowLeft", "ArrowUp", "ArrowRight")  # in a random game, one or two of these may do nothing
    assert len(fresh.saved("push-clear")["inputs"]) > 0


def test_damaged_collection_is_reported_with_the_next_game_and_kept(fresh: Player) -> None:
    fresh.page.add_init_script("localStorage.setItem('kesu/daily', '{')")
    fresh.load("")
    fresh.page.locator("#home a[href*='push-clear']:not([href*='daily'])").first.click()
    expect(fresh.page.locator("#game")).to_be_visible()
    assert "the daily challenge records are damaged" in fresh.status().lower()
    assert fresh.page.evaluate("localStorage.getItem('kesu/damaged/daily')") == "{"


def test_board_is_crisp_at_any_pixel_ratio(fresh: Player) -> None:
    size = {"width": 700, "height": 700, "deviceScaleFactor": 1.5, "mobile": False}
    fresh.page.context.new_cdp_session(fresh.page).send("Emulation.setDeviceMetricsOverride", size)
    fresh.load(PLAYED)
    assert fresh.page.evaluate("devicePixelRatio") == 1.5
    width, shown = fresh.page.locator(".board-frame canvas").evaluate("c => [c.width, c.getBoundingClientRect().width]")
    assert width % 6 == 0, "each cell is a whole number of device pixels"
    assert abs(width - shown * 1.5) < 0.01
