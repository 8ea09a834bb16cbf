"""The opening: the game as it was left, which the page shows next time before Python has started.

static/boot/opening.js stores and shows it. tools/build/openings.py creates the openings of games not played yet.
"""

from __future__ import annotations

from js import CustomEvent, window

from game.contract import Board
from game.session.reader import compact
from game.web.board.screen import Screen


def store_opening(screen: Screen) -> None:
    """Stores what is on the screen."""
    store_boards(screen)
    window.dispatchEvent(CustomEvent.new("kesu:leave"))


def store_boards(screen: Screen) -> None:
    """Stores in every canvas element what is drawn on it."""
    for painter in (*(painter for panel in screen.panels for painter in panel.painters), *screen.choices.painters):
        if painter.board:
            painter.canvas.dataset.board = cells(painter.board)


def cells(board: Board) -> str:
    """Returns a board as JSON: its rows, the marks over them, and how many rows are outside the frame."""
    return compact([board.rows, board.ghost, board.coming, board.hidden])
