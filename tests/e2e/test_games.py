"""The other games on the page, by keys and by touch, from a known seed to a known position and score."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from game.bots import advise
from game.kernel import rest
from game.rules import GAMES, chain, nineteen
from game.session import Session
from tests.e2e.conftest import DESK, PICTURES, Player, data, expected, names, touch

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


def test_keys_play_the_game_again_after_a_click(desk: Player) -> None:
    begin(desk, "?game=nineteen&seed=7").press("ArrowLeft")
    desk.page.locator("[data-action=new]").focus()
    desk.page.click("[data-action=hint]")
    check_timed(desk.press("Space"), "nineteen", 7, ["left", "drop"])


def test_home_lists_every_game_and_marks_the_latest(desk: Player) -> None:
    desk.go("?game=lines98&seed=1").go("./")
    cards = desk.page.locator("a.card")
    assert cards.count() == len(GAMES)
    for rules in GAMES.values():
        card = desk.page.locator(f"a.card[data-game={rules.name}]")
        expect(card.locator("h2")).to_have_text(rules.title)
        expect(card.locator("svg")).to_be_visible()
    desk.page.click("a.card[data-game=nineteen]")
    assert re.fullmatch(r"\?game=nineteen&seed=\d+", desk.page.evaluate("location.search"))
    desk.page.go_back()
    expect(desk.page.locator("a.card.last")).to_have_attribute("data-game", "nineteen")


def test_nineteen_can_be_played_by_keys(desk: Player) -> None:
    words = ["left", "left", "drop", "rotate", "right", "drop", "right", "right", "right", "drop", "left", "drop"]
    begin(desk, "?game=nineteen&seed=3").press(*(KEYS[word] for word in words))
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
    phone.page.wait_for_timeout(100)
    phone.page.keyboard.press("KeyP")
    inputs = phone.saved("nineteen")["inputs"]
    assert [word for word in inputs if word != "tick"] == ["left", "left", "rotate", "drop", "right", "drop"]
    phone.expect_rows(names(expected("nineteen", 3, inputs)))


def test_chain_can_be_played_by_touch(phone: Player) -> None:
    begin(phone, "?game=chain&seed=3")
    for word in ("right", "cw", "drop", "left", "ccw", "drop"):
        phone.page.tap(f"#pad [data-word={word}]")
    phone.page.wait_for_timeout(100)
    phone.page.keyboard.press("KeyP")
    inputs = phone.saved("chain")["inputs"]
    assert [word for word in inputs if word != "tick"] == ["right", "cw", "drop", "left", "ccw", "drop"]
    session = expected("chain", 3, inputs)
    phone.expect_rows(names(session))
    assert phone.figure("Score") == f"{session.score:,}"


def test_held_key_repeats_to_the_wall_and_is_released_on_blur(desk: Player) -> None:
    begin(desk, "?game=nineteen&seed=3")
    desk.page.keyboard.down("ArrowLeft")
    desk.page.wait_for_timeout(500)
    desk.page.evaluate("dispatchEvent(new Event('blur'))")
    expect(desk.page.locator("#veil")).to_be_visible()
    desk.page.keyboard.up("ArrowLeft")
    inputs = desk.saved("nineteen")["inputs"]
    assert inputs.count("left") >= 3
    session = expected("nineteen", 3, inputs)
    assert min(column for _row, column in session.view.boards[0].piece) == 0
    desk.page.click("#go-on")
    desk.page.wait_for_timeout(300)
    desk.press("KeyP")
    assert desk.saved("nineteen")["inputs"].count("left") == inputs.count("left"), "the key is released"


@pytest.mark.parametrize("how", ["blur", "hidden"])
def test_no_time_passes_while_paused(desk: Player, how: str) -> None:
    begin(desk, "?game=chain&seed=5")
    if how == "blur":
        desk.page.evaluate("dispatchEvent(new Event('blur'))")
    else:
        desk.page.evaluate(
            """Object.defineProperty(document, 'hidden', { value: true, configurable: true });
            document.dispatchEvent(new Event('visibilitychange')); delete document.hidden"""
        )
    before = desk.saved("chain")["inputs"]
    desk.page.wait_for_timeout(1200)
    desk.press("ArrowLeft")  # the key that ends the pause does not move
    desk.press("KeyP")
    assert [word for word in desk.saved("chain")["inputs"] if word != "tick"] == [w for w in before if w != "tick"]
    assert len(desk.saved("chain")["inputs"]) <= len(before) + 1


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


def test_lines_can_be_played_by_touch_to_a_run_of_five(phone: Player) -> None:
    words = lines_game(3)
    session = expected("lines98", 3, [])
    phone.go("?game=lines98&seed=3")
    for word in words:
        click_move(phone, word, tap=True)
        session.play(word)
        phone.expect_rows(names(session))
    assert session.score > 0
    assert phone.figure("Score") == f"{session.score:,}"


@cache
def lines_game(seed: int) -> tuple[str, ...]:
    """Returns the moves of a greedy player up to its first run of five."""

    session = expected("lines98", seed, [])
    words: list[str] = []
    while not session.score and len(words) < 60:
        word = gather(session) or advise(session.rules, session.state).words[0]
        session.play(word)
        words.append(word)
    return tuple(words)


def gather(session: Session) -> str | None:
    """Returns the move that leads to the longest run, which is enough to complete one soon."""
    from game.kernel import runs

    best: tuple[int, str] | None = None
    for word in session.rules.moves(session.state)[::3]:
        after, _events = session.rules.play(session.state, word)
        length = max(n for n in range(1, 10) if n == 1 or runs(after.cells, n).any())
        evaluation = 10 * (session.rules.score(after) > session.score) + length
        if best is None or evaluation > best[0]:
            best = (evaluation, word)
    return best[1] if best else None


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


def test_lines_marks_every_cell_a_ball_can_reach(desk: Player) -> None:
    session = expected("lines98", 3, [])
    first = session.rules.moves(session.state)[0].split()[1]
    desk.go("?game=lines98&seed=3")
    reachable = {move.split()[2] for move in session.rules.moves(session.state) if move.split()[1] == first}
    target = sorted(reachable)[0]
    row, column = int(target[1]) - 1, ord(target[0]) - ord("a")
    before = desk.pixel(row, column)
    desk.page.mouse.click(*place(desk, first))
    assert desk.pixel(row, column) != before, "every reachable cell has a mark"
    desk.press("Escape")
    assert desk.pixel(row, column) == before


SAMPLE = "drop, drop, drop, drop, 4right, drop, drop, 6right, drop, drop, 6right, drop, drop, clockwise, 10right, drop"


def type_line(player: Player, line: str) -> None:
    player.page.fill("#command-line", line)
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#command-log")).not_to_have_attribute("aria-busy", "true", timeout=60_000)


@pytest.fixture
def console(desk: Player) -> Iterator[Player]:
    desk.go("?game=biquadris&seed=0")
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
    expect(choices).to_contain_text("BlindHides the middle of the other board until its next drop.")
    for letter in "IJLOSZT":
        expect(choices.get_by_role("button", name=f"Force {letter}")).to_be_visible()
    shown = desk.page.locator("#command-board").inner_text()
    assert "Score: 29" in shown
    choices.get_by_role("button", name="Blind").click()
    assert any("covered" in row for row in desk.rows(1)), "the opponent's board is hidden"
    assert "?" in desk.page.locator("#command-board").inner_text()
    desk.page.evaluate("document.getElementById('console').open = false")


def test_special_action_can_be_chosen_by_keys(desk: Player) -> None:
    for keys, chosen in (
        (("Digit2",), "heavy"),
        (("ArrowRight", "Enter"), "blind"),
        (("ArrowLeft", "ArrowLeft", "Space"), "force T"),
    ):
        desk.go("?game=biquadris&scriptfile1=sequence3.txt&seed=0")
        desk.page.evaluate("document.getElementById('console').open = true")
        type_line(desk, SAMPLE)
        desk.page.evaluate("document.getElementById('console').open = false; document.activeElement.blur()")
        expect(desk.page.locator("#choices")).to_be_visible()
        desk.press(*keys)
        assert desk.saved("biquadris")["inputs"][-1] == chosen
        expect(desk.page.locator("#choices")).to_be_hidden()
        assert desk.page.evaluate("document.activeElement.id") in ("main", "")


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
@pytest.mark.parametrize("many", [200, 2000])
def test_hundreds_of_typed_commands_do_not_block_the_page(console: Player, many: int) -> None:
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
    assert console.saved("biquadris")["inputs"] == line.split()


def test_biquadris_can_be_played_by_two_players_on_one_keyboard(desk: Player) -> None:
    desk.go("?game=biquadris&seed=0")
    desk.press("KeyD", "KeyD", "KeyW", "Space")  # the left hand's keys
    desk.press("ArrowRight", "ArrowUp", "ArrowDown", "Enter")  # the right hand's
    words = ["right", "right", "clockwise", "drop", "right", "clockwise", "down", "drop"]
    session = expected("biquadris", 0, words)
    for board in (0, 1):
        desk.expect_rows(names(session, board), board)


def test_biquadris_can_be_played_by_touch(phone: Player) -> None:
    phone.go("?game=biquadris&seed=0")
    for word in ("right", "clockwise", "drop", "right", "down", "drop"):
        phone.page.tap(f"#pad [data-word={word}]")
    session = expected("biquadris", 0, ["right", "clockwise", "drop", "right", "down", "drop"])
    phone.expect_rows(names(session, 0), 0)
    phone.expect_rows(names(session, 1), 1)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.all
def test_field_editor_runs_the_documents_field(desk: Player) -> None:
    desk.go("?game=chain&seed=1")
    desk.page.evaluate("document.getElementById('editor').open = true")
    desk.page.fill("#editor-text", data("chain_field.txt"))
    steps = 0
    notes = []
    while "Nothing left" not in desk.page.locator("#editor-note").inner_text():
        desk.page.click("#editor-step")
        notes.append(desk.page.locator("#editor-note").inner_text())
        steps += 1
        assert steps < 30
    assert steps == 18, "17 steps from the first of the 18 fields, and one more press"
    assert any(re.search(r"Link 2: 10 × \d+ blocks × \(8 chain", note) for note in notes)
    desk.page.click("#editor-start")
    expect(desk.page.locator("#editor-sum")).to_contain_text("Step 0 of 17")
    desk.page.fill("#editor-text", "rgz")
    expect(desk.page.locator("#editor-note")).to_contain_text("z is not one of")
    desk.page.evaluate("document.getElementById('editor').open = false")


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
    page.click("#editor-copy")
    expect(page.locator("#editor-note")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("...r\nrrr.")
    page.click("#editor-link")
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('http'))")
    link = page.evaluate("navigator.clipboard.readText()")
    fresh.load(link.removeprefix(fresh.site))
    assert page.input_value("#editor-text").startswith("...r\nrrr.")


def best_placement(session: Session) -> list[str]:
    """Returns the words for the placement that leaves the best pile by Lee's four published weights."""
    import numpy as np

    def cost(words: tuple[str, ...]) -> float:
        state = session.state
        for word in words:
            state, _events = nineteen.play(state, word)
        filled = state.cells != 0
        heights = np.where(filled.any(0), 15 - filled.argmax(0), 0)
        holes, bumps = (heights - filled.sum(0)).sum(), np.abs(np.diff(heights)).sum()
        return float(0.51 * heights.sum() - 0.76 * state.lines + 0.36 * holes + 0.18 * bumps)

    choices = [nineteen.words_to(placement) for placement in nineteen.placements(session.state.piece.shape)]
    best = min(choices, key=cost)
    return list(best)


def time_to_wait(session: Session, words: list[str]) -> int:
    """Returns how many milliseconds the piece can fall before it comes to rest, at most six seconds."""
    state = session.state
    for word in words[:-1]:
        state, _events = session.rules.play(state, word)
    rows = rest(state.cells != 0, session.rules.view(state).boards[0].piece)
    return int(min(6000, 1000 * nineteen.pace(state) * max(0.2, int(rows) - 0.5)))


@pytest.mark.all  # minutes on a simulated clock
@pytest.mark.parametrize("minutes", [1, 5])
def test_minutes_of_nineteen_replay_to_the_same_score_in_the_terminal(
    one_browser: Browser, site: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """The test drives the page's clock, so minutes pass in seconds; every tick is really played."""
    context = one_browser.new_context(**DESK, service_workers="block")
    page = context.new_page()
    page.clock.install()
    player = Player(page, site).load("?game=nineteen&seed=8")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.click("#go-on")
    session = expected("nineteen", 8, [])
    passed = 0
    while passed < 60_000 * minutes:
        for word in best_placement(session)[:-1]:
            player.press(KEYS[word])
        wait = time_to_wait(session, best_placement(session))
        page.clock.run_for(wait)
        player.press("ArrowDown", "Space")
        passed += wait
        inputs: list[str] = player.saved("nineteen")["inputs"]
        for word in inputs[len(session.inputs) :]:
            session.play(word)
    player.press("KeyP")
    inputs = player.saved("nineteen")["inputs"]
    assert inputs.count("tick") > 40 * minutes
    printed = in_the_terminal(monkeypatch, capsys, inputs)
    assert printed["score"] == int(player.figure("Score").replace(",", "")) > 200 * minutes
    assert printed["lines"] == int(player.figure("Rows")) >= minutes
    symbols = GAMES["nineteen"].symbols
    player.expect_rows([[symbols[letter].name for letter in row] for row in printed["rows"]])
    context.close()


def in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inputs: list[str]
) -> dict[str, Any]:
    import io

    from game.__main__ import main

    monkeypatch.setattr("sys.stdin", io.StringIO(" ".join(inputs)))
    assert main(["nineteen", "-seed", "8", "-json"]) == 0
    last: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return last


@pytest.mark.all
def test_pictures_for_people(desk: Player, phone: Player) -> None:
    plays = {
        "push-clear": ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"] * 4,
        "chain": ["click", *["ArrowLeft", "Space", "ArrowUp", "Space", "ArrowRight", "Space", "KeyQ", "Space"] * 2],
        "nineteen": ["click", *["ArrowLeft", "ArrowLeft", "ArrowLeft", "Space", "ArrowRight", "Space", "ArrowUp"] * 3],
        "lines98": [],
        "biquadris": ["Space", "ArrowRight", "ArrowRight", "Space", *["ArrowRight"] * 4, "Space", "Space", "ArrowUp"],
        "duel": ["Space", *["ArrowLeft", "Space", "KeyQ", "Space", "ArrowRight", "Space"] * 2, "ArrowUp"],
    }
    for player, size in ((desk, "desk"), (phone, "phone")):
        for name, keys in plays.items():
            player.go(f"?game={name}&seed=3")
            for key in keys:
                if key == "click":
                    player.page.click("#go-on")
                else:
                    player.press(key)
            if name == "lines98":
                *played, next_ = lines_game(3)
                for word in played:
                    click_move(player, word)
                player.page.mouse.click(*place(player, next_.split()[1]))
            player.still().picture(f"{name}-{size}")
    side_by_side([PICTURES / f"{name}-phone.png" for name in GAMES], PICTURES / "five-games.png")


def side_by_side(pictures: list[Path], place: Path) -> None:
    """Joins several pictures into one."""
    shots = [Image.open(picture).convert("RGB").resize((270, 480), Image.Resampling.LANCZOS) for picture in pictures]
    whole = Image.new("RGB", (280 * len(shots) - 10, 480), "white")
    for number, shot in enumerate(shots):
        whole.paste(shot, (280 * number, 0))
    whole.quantize(128, dither=Image.Dither.NONE).save(place, optimize=True)


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
