"""What each game shows before Python starts: the page's own code, run on headless_dom, for a few seeds.

Run by tools/build/page_parts.py. A first game is one of these (static/boot/opening.js chooses), so that the
board painted first is the board that is played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from game import files
from game.contract import Rules
from game.rules import game
from game.session import Session
from game.session.seats import COMPUTER, EASIEST
from game.words import Translator
from tools.build import headless_dom
from tools.setup.paths import ROOT

SEEDS = (7, 31, 100, 2024, 4711)
OUTLINED = ("block", "ball")
"""The forms of pieces, which can be drawn as outlines (ghosts) and small (coming)."""


def openings(games: Mapping[str, Rules[Any]], translator: Translator) -> str:
    """The openings of all games in one language, and the pictures of their symbols, as HTML for the page."""
    shown = {name: starts(rules, translator) for name, rules in games.items()}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    pictures = "".join(symbols(name) for name in games)
    return (
        f'<script type="application/json" id="openings">{text}</script>\n'
        f'<svg width="0" height="0" class="unseen" aria-hidden="true">{pictures}</svg>'
    )


@cache
def document() -> headless_dom.Document:
    """The fake page that game.web writes to."""
    return headless_dom.lay((ROOT / "index.html").read_text(encoding="utf-8"))


def starts(rules: Rules[Any], translator: Translator) -> dict[str, Any]:
    """What all openings of a game share, by element; what differs in each; the number of boards."""
    shown = {seed: start(rules, seed, translator) for seed in SEEDS}
    first = shown[SEEDS[0]]
    parts = {name: tree for name, tree in first.items() if all(other[name] == tree for other in shown.values())}
    own = {seed: {name: tree for name, tree in its.items() if name not in parts} for seed, its in shown.items()}
    return {"parts": parts, "starts": own, "count": document().getElementById("boards").dataset.count}


def start(rules: Rules[Any], seed: int, translator: Translator) -> dict[str, list[Any]]:
    """A new game: the contents of every element that it fills."""
    paper_page = document()
    from game.web.board import opening  # these need the browser when imported
    from game.web.board.replay_bar import ReplayBar
    from game.web.board.screen import Screen
    from game.web.board.status import StatusLine
    from game.web.game.game import Game
    from game.web.game.occasion import Entrance, Own
    from game.web.page import Page, Preferences
    from game.web.platform.haptics import Haptics
    from game.web.platform.loop import IdleQueue
    from game.web.platform.sound import Sound
    from game.web.storage.saves import Saves
    from game.web.storage.settings import Settings
    from game.web.storage.store import Store

    nobody = cast(Any, headless_dom.Nothing())
    page = Page(
        translator,
        Screen(translator),
        StatusLine(),
        ReplayBar(translator),
        Sound(),
        Haptics(),
        Saves(Store(None), files.read),
        nobody,
        IdleQueue(),
        nobody,
        nobody,
        Preferences(Settings(), lambda: False),
        host=nobody,
    )
    options = {COMPUTER: EASIEST} if rules.seats > 1 else {}
    Game(page, Session(rules, options, seed, files.read), Own(translator), Entrance(arriving=bool(options)))
    opening.describe(page.screen)
    return {name: paper_page.getElementById(name).trees for name in opening.PARTS}


@cache
def symbols(name: str) -> str:
    """The pictures of a game's symbols: normal, as an outline, small; and the well of a cell."""
    document()
    rules = game(name)
    from game.web.board.sprites import Look, sprites_of

    sprites = sprites_of(rules.symbols, headless_dom.CELL, headless_dom.Node("canvas"))
    drawn = {"well": sprites.cell_picture(Look())}
    for letter, symbol in rules.symbols.items():
        drawn[f"a{ord(letter)}"] = sprites.thing_picture(letter)
        if symbol.form in OUTLINED:
            drawn[f"g{ord(letter)}"] = sprites.cell_picture(Look(ghost=letter))
            drawn[f"c{ord(letter)}"] = sprites.cell_picture(Look(coming=letter))
    pictures = {name: "".join(picture.getContext().drawn) for name, picture in drawn.items()}
    return "".join(f'<symbol id="{rules.name}-{name}">{svg}</symbol>' for name, svg in pictures.items() if svg)
