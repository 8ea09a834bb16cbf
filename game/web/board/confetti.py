"""Confetti made of the game's own pieces, which falls in front of the end card."""

from __future__ import annotations

from typing import Any

from game.contract import Rules
from game.web.board.painter import Painter
from game.web.platform.dom import as_object, by_id, put

PIECES, SECONDS = 40, 1.6
SHOWY = ("block", "ball", "box", "dot")
"""The forms that confetti is made of."""


def throw(rules: Rules[Any], painter: Painter) -> None:
    """Lets confetti fall over the boards and the card, always the same; `painter` has its pictures."""
    place = by_id("confetti")
    pictures = [painter.picture(letter) for letter, symbol in rules.symbols.items() if symbol.form in SHOWY]
    pieces = []
    for i in range(PIECES):
        picture = pictures[i % len(pictures)]
        piece = picture.cloneNode()
        piece.getContext("2d").drawImage(picture, 0, 0)
        piece.style.left = f"{i * 7 % PIECES / PIECES * 100:.1f}%"
        pieces.append(piece)
    put(place, *pieces)
    height = place.clientHeight
    for i, piece in enumerate(pieces):
        sway, turn = (i % 5 - 2) * 24, (i % 7 - 3) * 120
        path = (
            {"transform": "translate(0, -60px)", "opacity": 1},
            {"opacity": 1, "offset": 0.7},
            {"transform": f"translate({sway}px, {height}px) rotate({turn}deg)", "opacity": 0},
        )
        timing = {"duration": 1000 * SECONDS, "delay": i * 5 % 8 * 70, "easing": "ease-in", "fill": "both"}
        piece.animate(as_object(path), as_object(timing))
