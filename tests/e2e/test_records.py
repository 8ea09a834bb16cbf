"""Statistics, export and import."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from game.session.history import MOST_VARIATIONS
from game.session.records import Records
from tests.e2e.conftest import Player, expected, names
from tests.e2e.test_accessibility import complaints
from tools.samples.some_moves import midgame

KEYS = {"left": "ArrowLeft", "up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown"}

HEIGHTS = """canvas => {
    const [red, green, blue] = getComputedStyle(document.querySelector("#records h3")).color.match(/\\d+/g).map(Number);
    const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const high = new Array(width).fill(0);
    for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) high[at / 4 % width] += 1;
    return [...new Set(high.filter((each, x) => each && each === high[x - 4] && each === high[x + 4]))] }"""
"""The distinct heights of a plot's bars, in pixels."""


def play_to_the_end(player: Player, seed: int) -> int:
    """Opens a game on the smallest board near its end, finishes it, and returns its score."""
    words: list[str] = []
    session = expected("push-clear", seed, [], size=4)
    while not session.over:
        words.append(list(KEYS)[(len(words) * 7 + len(words) // 5) % 4])
        session.play(words[-1])
    left, last = expected("push-clear", seed, words[:-6], size=4), words[-6:]
    player.go_on("./").settle().page.evaluate("save => localStorage.setItem('kesu/save/push-clear', save)", left.save())
    player.go_on(f"?game=push-clear&size=4&seed={seed}")
    player.expect_rows(names(left))  # a long game opens in slices
    expect(player.page.locator("#seed")).to_have_text(f"Seed: {seed}")
    player.press(*(KEYS[word] for word in last))
    assert "Game over" in player.status()
    assert int(player.figure("Score").replace(",", "")) == session.score
    return session.score


def open_records(player: Player) -> Page:
    player.go_on("./")
    player.page.get_by_role("button", name="Statistics").click()
    return player.page


def line(page: Page) -> list[str]:
    cells = page.locator("#records tr").nth(1).locator("th, td").all_inner_texts()
    return [text.strip() for text in cells[:4]]


def test_plots_are_sharp_and_have_a_table_of_their_numbers(desk: Player) -> None:
    desk.go("./")
    expect(open_records(desk).locator("#records")).to_contain_text("No finished games yet.")
    desk.page.click("#records .main")
    scores = [play_to_the_end(desk, seed) for seed in (1, 2, 3)]
    page = open_records(desk)
    assert line(page) == ["Push and Clear (4 × 4)", "3", str(max(scores)), f"{sorted(scores)[1]}"]
    plots = page.locator("#records .plot canvas")
    expect(plots).to_have_count(2)
    for plot in plots.all():
        drawn = plot.evaluate("c => [c.width, Math.round(c.clientWidth * devicePixelRatio), c.clientHeight]")
        assert drawn[0] == drawn[1] > 200 and drawn[2] > 100
        colours = plot.evaluate(
            "c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size"
        )
        assert colours > 4, "the plot shows something"
    expect(page.locator("#records figcaption").first).to_contain_text(f"Best: {max(scores)}")
    page.get_by_text("Show the numbers").click()
    assert complaints(desk) == []
    tables = page.locator("#records .numbers table")
    counted = tables.nth(0).locator("td").all_inner_texts()
    assert sum(map(int, counted)) == 3
    listed = tables.nth(1).locator("td").all_inner_texts()
    assert [int(score) for score in listed] == scores
    page.click("#records .main")
    expect(plots).to_have_count(0)
    desk.go("./")
    games = Records("here")
    for score in (1, 1, 1, 2, 2, 2, 2, 2):
        games.add("push-clear/1/", 1, score, 10, False, 1)
    desk.page.evaluate("text => localStorage.setItem('kesu/statistics', text)", games.text())
    page = open_records(desk)
    bars = page.locator("#records .plot canvas").nth(1)
    shorter, taller = sorted(bars.evaluate(HEIGHTS))
    assert abs(shorter / taller - 3 / 5) < 0.02, "bars start at zero"
    page.click("#records .main")


def test_export_and_import_lose_nothing_and_duplicate_nothing(desk: Player, tmp_path: Path) -> None:
    desk.go("./")
    play_to_the_end(desk, 1)
    page = open_records(desk)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "kesu.json"
    waiting.value.save_as(file)
    before = line(page)
    page.set_input_files("#records input[type=file]", file)
    expect(page.locator("#records .message")).to_have_text("Imported.")
    assert line(page) == before, "the same games are not counted twice"
    page.click("#records .main")
    desk.go("./")  # clears the store
    page = open_records(desk)
    page.set_input_files("#records input[type=file]", file)
    expect(page.locator("#records .message")).to_have_text("Imported.")
    assert line(page) == before
    page.click("#records .main")
    assert desk.saved("push-clear")["seed"] == 1
    desk.go("?game=push-clear&seed=5").press("ArrowLeft")
    page = open_records(desk)
    page.set_input_files("#records input[type=file]", file)
    brought = page.get_by_role("button", name="Push and Clear (Seed: 1)", exact=True)
    brought.scroll_into_view_if_needed()
    desk.picture("brought")
    brought.click()
    expect(page.locator("#seed")).to_have_text("Seed: 1")
    assert (desk.saved("push-clear")["seed"], desk.saved("push-clear#2")["seed"]) == (1, 5)

    page = open_records(desk)  # importing a damaged file changes nothing
    kept = line(page), page.evaluate("JSON.stringify(Object.entries(localStorage).sort())")
    for number, text in enumerate(("", "{", "[" * 100_000, json.dumps({"statistics": 1}))):
        file = tmp_path / f"{number}.json"
        file.write_text(text, encoding="utf-8")
        page.set_input_files("#records input[type=file]", file)
        expect(page.locator("#records .message")).not_to_have_text("")
        assert "Imported" not in page.locator("#records .message").inner_text()
    assert (line(page), page.evaluate("JSON.stringify(Object.entries(localStorage).sort())")) == kept
    delete = page.get_by_role("button", name="Delete Push and Clear (Seed: 5)")
    delete.click()
    expect(page.locator("#records .message")).to_contain_text("doesn't come back")
    delete.click()
    expect(page.locator("#records .message")).to_have_text("Deleted.")
    expect(delete).to_have_count(0)
    assert page.evaluate("localStorage.getItem('kesu/save/push-clear#2')") is None
    page.click("#records .main")


def test_imported_saves_stand_in_two_columns(phone: Player) -> None:
    """On a phone, a long name once pushed its Delete button into a line of its own."""
    page = phone.go("./").page
    page.set_viewport_size({"width": 360, "height": 740})
    for name in ("push-clear", "duel"):
        save = midgame(name).save()
        page.evaluate("([name, save]) => localStorage.setItem(`kesu/save/${name}#2`, save)", [name, save])
    open_records(phone)
    boxes = [button.bounding_box() for button in page.locator("#records .brought button").all()]
    left, right = [[(box["x"], box["width"]) for box in boxes[i::2] if box] for i in (0, 1)]
    assert len(boxes) == 4 and len({x for x, _width in left}) == 1 and len({x for x, _width in right}) == 1
    assert boxes[0] and boxes[1] and abs(boxes[0]["y"] - boxes[1]["y"]) < 30, "next to each other"
    page.click("#records .main")


def test_a_failure_to_save_is_reported_at_once_and_only_once(desk: Player) -> None:
    """On the status line after a move, and in the open dialog; the older branches and a damaged save are left out."""
    game, page = expected("push-clear", 7, ["left"]), desk.page
    chance = Random(7)
    while len(game.history.ends) < MOST_VARIATIONS:
        game.go(0)
        for _turn in range(6):
            game.play(chance.choice(game.moves))
    save = "([name, text]) => localStorage.setItem('kesu/save/' + name, text)"
    page.evaluate(save, ["push-clear", game.save()])
    desk.go_on("?game=push-clear").expect_rows(names(game))
    assert "branches" not in desk.status()
    for first in (True, False):
        new: list[str] = []
        while not new and game.step(-1):
            desk.press("KeyZ")
            new = [word for word in game.moves if word in KEYS and not game.history.node.after(word)]
        game.play(new[0])
        desk.press(KEYS[new[0]])
        assert ("branches" in desk.status()) is first, new
    page.evaluate(save, ["chain", "{"])
    open_records(desk)
    with page.expect_download():
        page.get_by_role("button", name="Export").click()
    page.locator("#records .message").get_by_text("Damaged games are not in this file.").wait_for()
    page.keyboard.press("Escape")
