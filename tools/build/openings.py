"""The first board of each game, shown before Python starts: the page's own code draws it in Node, on a page of
linkedom, for a few seeds.

A first game is one of these (static/boot/opening.js chooses), so that the board painted first is the board that is
played. `openings` runs this module inside Pyodide (paper_page.mjs is the page there).
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import MagicMock

from game import files
from game.contract import Rules
from game.rules import GAMES
from game.session import Session
from game.session.options import first_options
from game.words import Translator
from prelit import stamps
from prelit.node import NodeJs
from prelit.process import run
from prelit.sources import from_browser
from tools.build.pages import data
from tools.samples import lesson_positions
from tools.setup.paths import BUILD, MODULES, ROOT
from tools.start import in_node
from tools.start.app import game_sources

if TYPE_CHECKING:
    from game.play.mode import Introduction, Mode

CELL = 96
"""The side of a cell in drawings, as in paper_page.mjs."""
SEEDS = (7, 31, 4711)
OUTLINED = ("block", "ball")
"""The forms of pieces, which can be drawn as outlines (ghosts) and small (coming)."""


def openings(node: NodeJs, words: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """Returns the openings as HTML for the page, and the recorded lessons as JSON, by language; kept until the games or
    their words change.
    """
    in_node.runtime()
    texts = {tag: json.dumps(translations, sort_keys=True) for tag, translations in words.items()}
    own, document = Path(__file__), MODULES / "linkedom" / "package.json"
    page, stamp = own.with_name("paper_page.mjs"), in_node.FOLDER / stamps.STAMP
    played = Path(lesson_positions.__file__)
    sources = [own, own.with_name("lessons.py"), played, page, document, ROOT / "index.html", stamp]

    def make() -> dict[str, bytes]:
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            for tag, text in texts.items():
                Path(folder, f"{tag}.json").write_text(text, encoding="utf-8")
            inside = Path(folder).relative_to(ROOT).as_posix()
            program, *rest = in_node.command(node, "-m", "tools.build.openings", inside)
            run([program, "--import", page.as_uri(), *rest], "drawing the first boards", timeout=600)
            return {path.name: path.read_bytes() for path in Path(folder).glob("*.[hl]*")}

    files_of = stamps.kept(
        BUILD / "openings", [*sources, *texts.values(), *stamps.names_and_hashes(game_sources(ROOT))], make
    )
    return {tag: (files_of[f"{tag}.html"].decode(), files_of[f"{tag}.lessons"].decode()) for tag in words}


def main(folder: Path) -> int:
    """Writes the openings as HTML for the page of each language, and its lessons as JSON, from its words, which are in
    this folder as JSON.
    """
    from tools.build.lessons import in_language, paths

    pictures = "".join(symbols(rules) for rules in GAMES.values())
    recorded = paths(drawn)
    for path in folder.glob("*.json"):
        translator = Translator(path.stem, json.loads(path.read_text(encoding="utf-8")))
        path.with_suffix(".html").write_text(part(translator, pictures), encoding="utf-8")
        path.with_suffix(".lessons").write_text(in_language(recorded, translator), encoding="utf-8")
    return 0


def part(translator: Translator, pictures: str) -> str:
    """Returns the openings of all games in one language, and the pictures of their symbols, as HTML for the page."""
    shown = {name: starts(rules, translator) for name, rules in GAMES.items()}
    return f'{data("openings", shown)}\n<svg width="0" height="0" class="unseen" aria-hidden="true">{pictures}</svg>'


@cache
def lay_page() -> Any:
    """Makes the page that game.web writes to; returns what reads it (paper_page.mjs)."""
    import js
    from pyodide.ffi import to_js

    js.layPage(to_js(from_browser(game_sources(ROOT))))
    return js


def starts(rules: Rules[Any], translator: Translator) -> dict[str, Any]:
    """Splits a game's openings into what all share, by element, and what differs in each; also counts the boards."""
    shown = {seed: start(rules, seed, translator) for seed in SEEDS}
    first = shown[SEEDS[0]]
    parts = {name: tree for name, tree in first.items() if all(other[name] == tree for other in shown.values())}
    own = {seed: {name: tree for name, tree in game.items() if name not in parts} for seed, game in shown.items()}
    return {"parts": parts, "starts": own, "count": str(lay_page().document.getElementById("boards").dataset.count)}


def start(rules: Rules[Any], seed: int, translator: Translator) -> dict[str, list[Any]]:
    """Returns a new game: the contents of every element that it fills."""
    from game.play.mode import Introduction
    from game.play.modes import OwnGame

    options = first_options(rules)
    session = Session(rules, options, seed, files.read)
    return drawn(session, OwnGame(translator), Introduction(asks_who_plays=bool(options)), translator)


def drawn(session: Session, mode: Mode, introduction: Introduction, translator: Translator) -> dict[str, list[Any]]:
    """Returns an open game: the contents of every element that it fills."""
    paper_page = lay_page()
    from game.play.context import Surroundings
    from game.play.controller import Controller
    from game.player.preferences import Preferences
    from game.player.settings import Settings
    from game.store.names import OPENING_PARTS
    from game.store.saves import Saves
    from game.store.store import Store
    from game.web.board import opening  # these need the browser when imported
    from game.web.board.screen import Screen
    from game.web.board.status import StatusLine
    from game.web.platform.haptics import Haptics
    from game.web.platform.loop import IdleQueue, Loop, now
    from game.web.platform.sound import Sound
    from game.web.stage.stage import PageParts, Stage

    unused, preferences = cast(Any, MagicMock()), Preferences(Settings(), SimpleNamespace(matches=False))
    services: dict[str, Any] = {"handling": preferences.handling, "now": now}
    around = Surroundings(translator, Saves(Store(None), files.read), unused, IdleQueue(), *[unused] * 5, **services)
    page = PageParts(around, Screen(translator), StatusLine(), Sound(), Haptics(), preferences, Loop(), unused)
    Controller(around, Stage(page, unused, unused).tell, session, mode, introduction)
    opening.store_boards(page.screen)
    return {name: json.loads(paper_page.contentsOf(name)) for name in OPENING_PARTS}


def symbols(rules: Rules[Any]) -> str:
    """Returns the pictures of a game's symbols: normal, as an outline, small; and the well of a cell."""
    paper_page = lay_page()
    from game.web.board.sprites import CellLook, sprites_of

    sprites = sprites_of(rules.symbols, CELL, paper_page.document.getElementById("boards"))
    drawn = {"well": sprites.cell_picture(CellLook())}
    for letter, symbol in rules.symbols.items():
        drawn[f"a{ord(letter)}"] = sprites.thing_picture(letter)
        if symbol.form in OUTLINED:
            drawn[f"g{ord(letter)}"] = sprites.cell_picture(CellLook(ghost=letter))
            drawn[f"c{ord(letter)}"] = sprites.cell_picture(CellLook(coming=letter))
    pictures = {name: str(picture.getContext("2d").drawn) for name, picture in drawn.items()}
    return "".join(f'<symbol id="{rules.name}-{name}">{svg}</symbol>' for name, svg in pictures.items() if svg)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
