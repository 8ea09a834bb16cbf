"""What the page shows next time before Python is there: the game as it was left. static/opening.js keeps and shows it.

The build makes the same for games that nobody has played yet (tools/opening.py).
"""

from __future__ import annotations

import json

from js import CustomEvent, window

from game.contract import Board
from game.web.board.screen import Screen

PARTS = ("figures", "boards", "pad", "choices", "seed", "veil-text", "go-on", "go-other")
"""The elements that a game fills; static/opening.js has the same list."""


def keep(screen: Screen) -> None:
    """Has what is on the screen kept."""
    describe(screen)
    window.dispatchEvent(CustomEvent.new("kesu:leave"))


def describe(screen: Screen) -> None:
    """Says in every canvas what is drawn on it."""
    for painter in (*(painter for panel in screen.panels for painter in panel.painters), *screen.choices.painters):
        if painter.board:
            painter.canvas.dataset.board = cells(painter.board)


def cells(board: Board) -> str:
    """A board as text: its rows, the marks over them, how many rows lie outside the frame."""
    return json.dumps([board.rows, board.ghost, board.coming, board.hidden], separators=(",", ":"))
