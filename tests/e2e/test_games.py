"""The other games on the page, by keys and by touch, from a known seed to a known position and score."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from game.rules import chain
from game.session import Session
from tests.e2e.conftest import Player, expected, names, touch

KEYS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "down": "ArrowDown",
    "rotate": "ArrowUp",
    "cw": "ArrowUp",
    "ccw": "KeyQ",
    "drop": "Space",
    "clockwise": "ArrowUp",
    "counterclockwise": "KeyQ",
}


def begin(player: Player, query: str) -> Player:
    """Opens a game with a clock and starts it."""
    player.go(query)
    player.page.click("#go-on")
    return player


def check_timed(player: Player, name: str, seed: int, words: list[str]) -> Session:
    """Stops the clock and checks that the page recorded the keys, plus ticks, and got the same result as here."""
    player.press("KeyP")
    expect(player.page.locator("#veil")).to_be_visible()
    inputs = player.saved(name)["inputs"]
    assert [word for word in inputs if word != "tick"] == words
    session = expected(name, seed, inputs)
    player.expect_rows(names(session))
    assert player.figure("Score") == f"{session.score:,}"
    return session


def test_nineteen_can_be_played_by_keys(desk: Player) -> None:
    words = ["left", "left", "drop", "rotate", "right", "drop", "right", "right", "right", "drop", "left", "drop"]
    begin(desk, "?game=nineteen&seed=3").press(*(KEYS[word] for word in words[:-1]))
    desk.page.locator("[data-action=new]").focus()
    desk.page.click("[data-action=hint]")
    desk.press("Space")  # after a click, keys play the game again
    session = check_timed(desk, "nineteen", 3, words)
    assert session.score > 0


def test_nineteen_can_be_played_by_touch(phone: Player) -> None:
    begin(phone, "?game=nineteen&seed=3")
    box = phone.page.locator(".board-frame canvas").bounding_box()
    assert box
    cell = box["width"] / 9
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    touch(phone.page, [(x - i * cell * 0.28, y) for i in range(9)])  # a little more than two cells to the left
    touch(phone.page, [(x, y)])  # a tap rotates
    phone.page.tap("#pad [data-word=drop]")
    phone.page.tap("#pad [data-word=right]")
    phone.page.tap("#pad [data-word=drop]")
    phone.page.wait_for_timeout(100)  # until the browser is sure that the last tap is one
    phone.page.keyboard.press("KeyP")
    inputs = phone.saved("nineteen")["inputs"]
    assert [word for word in inputs if word != "tick"] == ["left", "left", "rotate", "drop", "right", "drop"]
    phone.expect_rows(names(expected("nineteen", 3, inputs)))


def test_lines_can_be_played_by_mouse_and_by_keys(desk: Player) -> None:
    session = expected("lines98", 3, [])
    first = session.rules.moves(session.state)[5]
    desk.go("?game=lines98&seed=3")
    click_move(desk, first)
    session.play(first)
    desk.expect_rows(names(session))
    second = session.rules.moves(session.state)[-7]
    keyboard_move(desk, second)
    session.play(second)
    desk.expect_rows(names(session))
    assert desk.figure("Score") == f"{session.score:,}"


def place(player: Player, name: str) -> tuple[float, float]:
    """Returns the centre of a cell such as b3, in pixels."""
    box = player.page.locator(".board-frame canvas").first.bounding_box()
    assert box
    size = box["width"] / 9
    return box["x"] + (ord(name[0]) - ord("a") + 0.5) * size, box["y"] + (int(name[1]) - 0.5) * size


def click_move(player: Player, word: str, tap: bool = False) -> None:
    for cell in word.split()[1:]:
        x, y = place(player, cell)
        (player.page.touchscreen.tap if tap else player.page.mouse.click)(x, y)


def keyboard_move(player: Player, word: str) -> None:
    at: tuple[int, int] | None = None
    for name in word.split()[1:]:
        wanted = (int(name[1]) - 1, ord(name[0]) - ord("a"))
        if at is None:
            player.press("ArrowLeft")
            at = (4, 4)
        player.press(*["ArrowDown" if wanted[0] > at[0] else "ArrowUp"] * abs(wanted[0] - at[0]))
        player.press(*["ArrowRight" if wanted[1] > at[1] else "ArrowLeft"] * abs(wanted[1] - at[1]))
        at = wanted
        assert player.status().startswith(name)
        player.press("Enter")


SAMPLE = "drop, drop, drop, drop, 4right, drop, drop, 6right, drop, drop, 6right, drop, drop, clockwise, 10right, drop"


def type_line(player: Player, line: str) -> None:
    player.page.fill("#command-line", line)
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#command-log")).not_to_have_attribute("aria-busy", "true", timeout=60_000)


@pytest.fixture
def console(desk: Player) -> Iterator[Player]:
    desk.go("?game=biquadris&computer=no&seed=0")
    desk.page.evaluate("document.getElementById('console').open = true")
    yield desk
    desk.page.evaluate("document.getElementById('console').open = false")


def load_file(player: Player, name: str, text: str) -> None:
    player.page.set_input_files("#command-file", {"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    expect(player.page.locator("#command-log")).to_contain_text(f"sequence {name}")


def test_third_sample_typed_gives_29_points_and_a_special_action(desk: Player) -> None:
    desk.go("?game=biquadris&scriptfile1=sequence3.txt&seed=0")
    desk.page.evaluate("document.getElementById('console').open = true")
    type_line(desk, SAMPLE)
    assert desk.figure("Score") == "29"
    choices = desk.page.locator("#choices")
    expect(choices.locator("canvas")).to_have_count(9)
    expect(choices).to_contain_text("BlindHides the middle of the other board until the other player's next drop.")
    for letter in "IJLOSZT":
        expect(choices.get_by_role("button", name=f"Force {letter}")).to_be_visible()
    shown = desk.page.locator("#command-board").inner_text()
    assert "Score: 29" in shown
    desk.page.evaluate("document.activeElement.blur()")
    desk.press("ArrowRight", "ArrowLeft", "ArrowRight", "Enter")  # they can be chosen by keys too
    expect(choices).to_be_hidden()
    assert desk.page.evaluate("document.activeElement.id") in ("main", "", "command-line")
    assert any("covered" in row for row in desk.rows(1)), "the opponent's board is hidden"
    assert "?" in desk.page.locator("#command-board").inner_text()
    desk.page.evaluate("document.getElementById('console').open = false")


def test_command_line_takes_a_sequence_file_and_reports_errors(console: Player) -> None:
    load_file(console, "mine.txt", "3right\ndrop\nleft")
    type_line(console, "sequence mine.txt")
    assert console.saved("biquadris")["inputs"][0].startswith("sequence mine.txt")
    assert "+-" in console.page.locator("#command-board").inner_text()
    rows = console.rows()
    type_line(console, "jump")
    expect(console.page.locator("#command-log")).to_contain_text("jump")
    type_line(console, "help")
    expect(console.page.locator("#command-log")).to_contain_text("counterclockwise")
    assert console.rows() == rows
    type_line(console, "undo")
    assert console.rows() != rows
    console.page.keyboard.press("ArrowUp")
    assert console.page.input_value("#command-line") == "undo"


@pytest.mark.all
def test_hundreds_of_typed_commands_do_not_block_the_page(console: Player) -> None:
    many = 600
    line = " ".join(["right", "left"] * (many // 2))
    at_once = console.page.evaluate(
        """line => {
        document.getElementById('command-line').value = line;
        document.getElementById('command-form').requestSubmit();
        document.dispatchEvent(new Event('freeze'));
        return JSON.parse(localStorage.getItem('kesu/save/biquadris')).inputs.length }""",
        line,
    )
    assert at_once < many / 2
    expect(console.page.locator("#command-log")).not_to_have_attribute("aria-busy", "true", timeout=60_000)
    assert console.settle().saved("biquadris")["inputs"] == line.split()


def test_field_editor_paints_plays_and_copies(fresh: Player) -> None:
    fresh.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = fresh.load("?game=chain&seed=1#field=" + "....%2Frrr.%2F").page
    assert page.input_value("#editor-text").startswith("....\nrrr.")
    box = page.locator("#editor-canvas").bounding_box()
    assert box
    page.click("#editor-palette [data-letter=r]")
    page.mouse.click(box["x"] + box["width"] * 7 / 8, box["y"] + box["height"] / 4)
    assert page.input_value("#editor-text").startswith("...r\nrrr.")
    page.click("#editor-play")
    expect(page.locator("#editor-sum")).to_contain_text("Step 2 of 2, 40 points")
    page.fill("#editor-text", "rgz")
    expect(page.locator("#editor-note")).to_contain_text("z is not one of")
    page.fill("#editor-text", "...r\nrrr.\n")
    page.click("#editor-copy")
    expect(page.locator("#editor-note")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("...r\nrrr.")
    page.click("#editor-link")
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('http'))")
    link = page.evaluate("navigator.clipboard.readText()")
    fresh.load(link.removeprefix(fresh.site))
    assert page.input_value("#editor-text").startswith("...r\nrrr.")
    fresh.load("?game=chain&seed=1#field=%")
    expect(page.locator("#editor-note")).to_have_text("This link is damaged.")


def test_field_editor_takes_the_board_without_the_piece_in_play(desk: Player) -> None:
    desk.go("?game=chain&seed=5").page.click("#go-on")
    desk.press("Space", "ArrowLeft", "Space", "KeyP")
    desk.page.evaluate("document.getElementById('editor').open = true")
    swatches = desk.page.locator("#editor-palette button")
    assert swatches.count() == desk.page.locator("#editor-palette button:has(canvas)").count() == len(chain.SYMBOLS)
    expect(desk.page.get_by_role("button", name="red", exact=True)).to_have_attribute("title", "red")
    desk.page.click("#editor-take")
    board = expected("chain", 5, ["drop", "left", "drop"]).view.boards[0]
    field = [
        "".join("." if (r, c) in board.piece else letter for c, letter in enumerate(row))
        for r, row in enumerate(board.rows)
    ]
    assert desk.page.input_value("#editor-text").split("\n") == field[1:]
    desk.page.evaluate("document.getElementById('editor').open = false")
    assert desk.saved("chain")["assisted"] is True
