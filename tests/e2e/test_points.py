"""Points and words over the boards of a phone: apart from one another, on their own board, off the player's face."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from game.rules import GAMES
from tests.e2e.conftest import PHONE, Player
from tests.e2e.test_faults import RUN

SHOWN = """
import gc, json
from dataclasses import replace
import game.web.board.panel as place

def box(element):
    found = element.getBoundingClientRect()
    return [found.left, found.top, found.right, found.bottom]

def boxes(panel, milliseconds):
    texts = [element for element in panel.frame.querySelectorAll(".rising, .cheer") if element.getAnimations().length]
    for text in texts:
        motion = text.getAnimations()[0]
        motion.pause()
        motion.currentTime = milliseconds
    return [box(text) for text in texts]

panels = [each for each in gc.get_objects() if isinstance(each, place.BoardPanel) and each.canvas.isConnected]
assert panels, "the board is found"
found = []
"""
OVER_ALL = (
    SHOWN
    + """
for panel in panels:
    panel._level = 2
    rows = len(panel.rows)
    for row in range(rows):
        for column in (0, len(panel.rows[0]) - 1):
            number = lambda: panel.rise("+12,080", (row, column), strong=row % 2 == 0)
            words = (lambda: panel.cheer("2-chain!", 2), lambda: panel.cheer("10-chain!", 10), panel.level_up)
            word = words[row % 3]
            for show in (number, word) if column else (word, number):
                show()
            for milliseconds in (0, 132, 300, 495, 870):
                found.append([box(panel.element), *boxes(panel, milliseconds)])
            panel.rising.element.getAnimations()[0].cancel()
            for text in panel.frame.querySelectorAll(".cheer"):
                for motion in text.getAnimations():
                    motion.cancel()
json.dumps(found)
"""
)
"""Lets points rise at each edge of every row together with a word; returns the boxes of the board with all around it,
of the points and of the word, at several moments.
"""
COLLECTED = (
    SHOWN
    + """
[panel] = panels
board, painter = panel.painter.board, panel.painter
letter = painter._player_symbols[0]
empty = [row.replace(letter, ".") for row in board.rows]
side, corner = painter.cell, box(panel.canvas)
for row in (0, len(empty) - 1):
    for column in (0, 1, len(empty[0]) - 1):
        rows = list(empty)
        rows[row] = rows[row][:column] + letter + rows[row][column + 1:]
        painter.board = replace(board, rows=tuple(rows))
        panel.rise("+1", (row, column), strong=False)
        x, y = painter.middle((row, column))
        left, top = corner[0] + panel.canvas.clientLeft + x, corner[1] + panel.canvas.clientTop + y
        face = [left - side / 2, top - side / 2, left + side / 2, top + side / 2]
        found += [[face, *boxes(panel, milliseconds)] for milliseconds in (0, 450, 870)]
painter.board = board
json.dumps(found)
"""
)
"""Lets a point rise from a player in a corner of the board; returns the boxes of the player and of the point."""

Box = list[float]


@pytest.fixture
def tall(phone: Player) -> Iterator[Player]:
    phone.page.set_viewport_size({"width": 360, "height": 740})
    yield phone
    phone.page.set_viewport_size(PHONE["viewport"])


def shown(player: Player, script: str) -> list[list[Box]]:
    found: list[list[Box]] = json.loads(player.page.evaluate(RUN, script))
    return found


def overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5


@pytest.mark.parametrize("query", [*(f"?game={name}&seed=7" for name in GAMES), "?game=duel&computer=2&seed=7"])
def test_points_and_words_never_overlap_nor_leave_their_board(tall: Player, query: str) -> None:
    """ "2-chain!" covered "+2,080", and "+3,330" was cut off at the edge of a phone on the computer's small board."""
    tall.go(query).settle()
    for board, *texts in shown(tall, OVER_ALL):
        number, word = texts
        assert not overlap(number, word), (number, word)
        assert board[0] - 1 <= number[0] and number[2] <= board[2] + 1 and number[0] >= 0 and number[2] <= 360
        assert board[0] - 1 <= word[0] and word[2] <= board[2] + 1 and word[0] >= 0 and word[2] <= 360


def test_a_point_is_shown_next_to_the_players_face(tall: Player) -> None:
    tall.go("?game=push-clear&seed=7").settle()
    for face, point in shown(tall, COLLECTED):
        assert not overlap(face, point), (face, point)
        assert point[0] >= 0 and point[2] <= 360


def test_a_second_tap_on_what_opens_a_dialog_does_not_close_it(tall: Player) -> None:
    page = tall.go("?game=push-clear&seed=7").settle().page
    limit: Any = "import game.web.dialogs.dialog as place; place.SECOND_TAP = {}"
    page.evaluate(RUN, limit.format(60_000.0))
    page.tap("#more")
    box = page.locator("#menu [data-action=new]").bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*place)
    dialog = page.locator("#new-game")
    expect(dialog).to_be_visible()
    page.touchscreen.tap(*place)
    tall.settle()
    expect(dialog).to_be_visible()
    page.touchscreen.tap(4, 4)
    expect(dialog).to_be_visible()
    page.evaluate(RUN, limit.format(0.0))
    page.touchscreen.tap(4, 4)
    expect(dialog).to_be_hidden()
    page.evaluate(RUN, limit.format(500.0))
