"""A game can be shared as a picture or an animation, which show exactly the boards of the game."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Download, Page, expect

from game.contract import Board
from game.rules import game
from game.session import Session
from tests.e2e.conftest import Player

WORDS = {
    "push-clear": ["left", "up", "right", "down"] * 15,
    "duel": ["left", "drop", "right", "drop", "cw", "drop"] * 10,
}
"""The moves to play: 60 with one board, and 60 with two."""
LIMIT = 500_000
FLASH = 180
"""Milliseconds of a frame that only shows which cells are about to vanish."""


@pytest.fixture
def page(unwatched: Player) -> Page:
    """A page that may put pictures on the clipboard."""
    unwatched.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return unwatched.page


def played(page: Page, site: str, name: str) -> tuple[Player, list[tuple[Board, ...]]]:
    """Opens a replay of that game; returns its page and the boards after each move."""
    from game.session.replay_code import encode

    session = Session(game(name), {}, 7)
    boards = [session.view.boards]
    for word in WORDS[name]:
        if word in session.moves:
            session.play(word)
            boards.append(session.view.boards)
    return Player(page, site).load(f"?game={name}#replay={encode(session)}"), boards


def saved(download: Download) -> bytes:
    return Path(download.path()).read_bytes()


def test_picture_can_be_saved_and_copied_and_has_a_description(page: Page, site: str) -> None:
    player, boards = played(page, site, "push-clear")
    page.click("#replay-close")
    page.click(".seed [data-action=share]")
    label = page.locator("#share canvas").get_attribute("aria-label")
    assert label and label.startswith("Kesu · Push and Clear · ") and label.endswith(f" {date.today().year}")
    page.click("#share summary")
    with page.expect_download() as asked:
        page.get_by_role("button", name="Save picture").click()
    assert asked.value.suggested_filename.startswith("kesu-push-clear-") and ".png" in asked.value.suggested_filename
    picture = Image.open(io.BytesIO(saved(asked.value))).convert("RGB")
    assert picture.size == (1080, 1350)
    agree(Tiles(), picture, boards[-1], scale=1)
    page.get_by_role("button", name="Copy picture").click()
    expect(page.locator("#share form > .message")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.read().then(([item]) => item.types)") == ["image/png"]
    page.locator("[data-act='copy share-game']").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('http'))")
    assert page.evaluate("navigator.clipboard.readText()") == site + "?game=push-clear&seed=7"
    assert player.rows()


@pytest.mark.parametrize("name", [pytest.param("push-clear", marks=pytest.mark.all), "duel"])
def test_animation_shows_every_board_in_order(page: Page, site: str, name: str) -> None:
    _player, boards = played(page, site, name)
    page.click("#replay-film")
    with page.expect_download() as asked:
        page.locator("[data-act='film save']").click(timeout=60_000)
    data = saved(asked.value)
    assert len(data) < LIMIT
    film = Image.open(io.BytesIO(data))
    frames = [(picture.info["duration"], picture.convert("RGB")) for picture in ImageSequence.Iterator(film)]
    pictures = [picture for milliseconds, picture in frames if milliseconds != FLASH]
    assert len(pictures) > 20 and film.info["loop"] == 0
    tiles, waiting = Tiles(), list(boards)
    agree(tiles, pictures[0], waiting.pop(0), scale=1 / 3)
    for picture in pictures:
        while waiting and fits(tiles, picture, waiting[0]):
            agree(tiles, picture, waiting.pop(0), scale=1 / 3)
    assert not waiting, f"{len(waiting)} of {len(boards)} boards are missing"
    assert tiles.different()


PROXIES = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const pyodide = await loadPyodide();
    const { _module: module } = pyodide;
    if (!module.pyproxy_alloc_map.size) module.enable_pyproxy_allocation_tracing();
    pyodide.runPython('import gc; gc.collect()');
    return module.pyproxy_alloc_map.size;
}"""


def test_nothing_is_left_of_an_animation_that_was_made_or_cancelled(page: Page, site: str) -> None:
    played(page, site, "duel")
    page.click("#replay-close")
    left = []
    for _film in range(3):
        page.click(".seed [data-action=share]")
        page.click("#share summary")
        page.click("[data-act='film make']")
        page.click("[data-act='film stop']")
        page.click("[data-act='film make']")
        expect(page.locator("[data-act='film save']")).to_be_visible(timeout=60_000)
        page.click("#share [data-act=close]")
        left.append(page.evaluate(PROXIES))
    assert left[1] == left[2]


@pytest.mark.all
def test_failed_share_shows_a_message_but_a_cancelled_one_does_not(page: Page, site: str) -> None:
    page.add_init_script(
        "window.why = 'AbortError'; navigator.canShare = ({ files }) => files[0].type === 'image/png';"
        "navigator.share = ({ files, text }) => { window.shared = [files[0].name, files[0].size, text];"
        " return Promise.reject(new DOMException('', window.why)); };"
        "const { toBlob } = HTMLCanvasElement.prototype;"  # as on a slow phone: the button is pressed before
        "HTMLCanvasElement.prototype.toBlob = function (then) { toBlob.call(this, (b) => setTimeout(then, 400, b)) };"
    )
    played(page, site, "push-clear")
    page.click("#replay-close")
    page.click(".seed [data-action=share]")
    share = page.locator("#share [data-act='picture share']")
    share.click()
    page.wait_for_function("window.shared")
    browser_name, size, text = page.evaluate("window.shared")
    assert browser_name.endswith(".png") and size > 10_000 and text.startswith("Kesu · Push and Clear")
    page.wait_for_timeout(100)  # nothing may be said
    assert page.locator("#share form > .message").inner_text() == ""
    page.evaluate("window.why = 'NotAllowedError'")
    share.click()
    expect(page.locator("#share form > .message")).to_have_text("Couldn't share it from here. Save it instead.")


class Tiles:
    """How each symbol looks in a picture, learned from its first appearance."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, bool], bytes] = {}

    def different(self) -> bool:
        """Returns whether all symbols look different."""
        return len(set(self.known.values())) == len(self.known)


def cells(picture: Image.Image, boards: tuple[Board, ...], scale: float) -> Iterator[tuple[tuple[str, bool], bytes]]:
    """Yields the symbol and the pixels of each cell, except cells that show what comes next."""
    rows, columns, count = len(boards[0].rows), len(boards[0].rows[0]), len(boards)
    room = (1080 - 2 * 64 - 40 * (count - 1)) / count - 32, 1350 - 232 - 128 - 32
    size = int(min(room[0] / columns, room[1] / rows, 150) * scale)
    apart = columns * size + 72 * scale
    top = round(232 * scale + ((1350 - 232 - 128) * scale - rows * size) / 2)
    for number, board in enumerate(boards):
        left = round((1080 * scale - columns * size - (count - 1) * apart) / 2 + number * apart)
        besides = {cell for _letter, cell in (*board.ghost, *board.coming, *board.stuck)}
        for r, row in enumerate(board.rows):
            for c, letter in enumerate(row):
                if (r, c) not in besides:
                    x, y = left + c * size, top + r * size
                    yield (letter, r < board.hidden), picture.crop((x, y, x + size, y + size)).tobytes()


def fits(tiles: Tiles, picture: Image.Image, boards: tuple[Board, ...]) -> bool:
    """Returns whether the picture shows these boards."""
    return all(tiles.known.get(what, seen) == seen for what, seen in cells(picture, boards, 1 / 3))


def agree(tiles: Tiles, picture: Image.Image, boards: tuple[Board, ...], scale: float) -> None:
    """Checks that the picture shows these boards, and learns the symbols that are new."""
    for what, seen in cells(picture, boards, scale):
        assert tiles.known.setdefault(what, seen) == seen, what
