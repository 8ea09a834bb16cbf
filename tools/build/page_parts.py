"""What the games add to the page of each language: cards, rules and texts, printed as JSON.

Run with the environment's Python (`python -m tools.build.page_parts`): the games need numpy, which build.py does not
have.
"""

import html
import json
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from game.contract import Board, Role, Rules
from game.rules import GAMES
from game.terminal.catalogue import entries, forms
from game.web.input.keys import ACTIONS, DEFAULT, MEANINGS, by_role, key_name, role_name
from game.words import C_, LANGUAGES, N_, Translator
from tools.build.bytecode import LATE
from tools.build.catalogues import template
from tools.build.openings import openings
from tools.build.positions import midgame

CELL = 10
WELL = '<rect class="well" x="0.4" y="0.4" width="9.2" height="9.2" rx="1.2"/>'
CALENDAR = "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4"


def main() -> int:
    """Prints language → what its page is made of (site.Page)."""
    pictures = {name: picture(rules) for name, rules in GAMES.items()}
    pages = {tag: page(Translator(tag, entries(tag)), pictures) for tag in LANGUAGES}
    json.dump(pages, sys.stdout)
    return 0


def page(translator: Translator, pictures: Mapping[str, str]) -> dict[str, object]:
    """One language: marker → HTML, and its words."""
    cards = "\n".join(card(rules, pictures[rules.name], translator) for rules in GAMES.values())
    parts = {
        "<!-- openings -->": openings(GAMES, translator),
        "<!-- cards -->": f'<ul class="cards">\n{cards}\n</ul>',
        "<!-- how -->": "\n".join(how(rules, translator) for rules in GAMES.values()),
    }
    words, late = entries(translator.language), late_texts()
    return {
        "parts": parts,
        "words": {text: told for text, told in words.items() if text not in late},
        "late": {text: told for text, told in words.items() if text in late},
    }


@cache
def late_texts() -> frozenset[str]:
    """The texts that only modules which are fetched late use."""
    return frozenset(
        C_(message.context, forms(message.id)[0]) if message.context else forms(message.id)[0]
        for message in template()
        if message.id and all(name.startswith(LATE) for name, _line in message.locations)
    )


def card(rules: Rules[Any], drawn: str, translator: Translator) -> str:
    """The card of a game: a small board, its name, one line."""
    title, daily = html.escape(translator(rules.title)), html.escape(translator("Daily challenge"))
    daily_of_it = html.escape(translator.labelled(translator("Daily challenge"), translator(rules.title)))
    return (
        f'<li class="place"><a class="card" href="?game={rules.name}" data-game="{rules.name}">{drawn}'
        f"<h2>{title}</h2><p>{html.escape(translator(rules.summary))}</p></a>"
        f'<a class="daily" href="?game={rules.name}&amp;daily=today" data-game="{rules.name}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{CALENDAR}"/></svg>'
        f'<span aria-hidden="true">{daily}</span><span class="unseen">{daily_of_it}</span>'
        f'<span class="daily-state" data-of="{rules.name}"></span></a></li>'
    )


def how(rules: Rules[Any], translator: Translator) -> str:
    """How a game is played, and its keys."""
    title = html.escape(translator(rules.title))
    calm = (N_("Would you like to take your time? Choose New and then No hurry: nothing falls until you move it."),)
    texts = (*rules.how, *(calm if rules.timed else ()))
    paragraphs = "".join(f"<p>{html.escape(translator(text))}</p>" for text in texts)
    played = [
        (role_name(rules, role, translator), map(key_name, codes)) for role, codes in by_role(rules.by_role).items()
    ]
    done = [(translator(MEANINGS[action]), map(key_name, DEFAULT[action])) for action in ACTIONS]
    rows = "".join(key_row(name, keys) for name, keys in (*played, *done))
    table = f"<h2>{html.escape(translator('Keys'))}</h2><table>{rows}</table>"
    picks = " data-picks" if Role.MOVE in rules.by_role else ""
    return f'<article data-rules="{rules.name}"{picks}><h2>{title}</h2>{paragraphs}{table}</article>'


def key_row(name: str, names: Iterable[str]) -> str:
    """One row of the table of keys."""
    keys = " ".join(f"<kbd>{html.escape(key)}</kbd>" for key in names)
    return f'<tr><th scope="row">{html.escape(name)}</th><td>{keys}</td></tr>'


def picture(rules: Rules[Any]) -> str:
    """A game after some moves, as SVG in the page's colours; two boards next to each other."""
    # The wells are one pattern: browsers are slow with many small elements.
    size = f'width="{CELL}" height="{CELL}"'
    well = f"{rules.name}-card"
    drawn = [f'<pattern id="{well}" patternUnits="userSpaceOnUse" {size}>{WELL}</pattern>']
    width, height = 0, 0
    for board in midgame(rules.name).view.boards:
        place = f' transform="translate({width} 0)"' if width else ""
        wide, height = len(board.rows[0]) * CELL, (len(board.rows) - board.hidden) * CELL
        under = f'<rect width="{wide}" height="{height}" fill="url(#{well})"/>'
        drawn.append(f"<g{place}>{under}{''.join(cells(rules, board))}</g>")
        width += wide + CELL
    return f'<svg viewBox="0 0 {width - CELL} {height}" aria-hidden="true">{"".join(drawn)}</svg>'


def cells(rules: Rules[Any], board: Board) -> list[str]:
    """The contents of a board's cells, as SVG."""
    drawn = []
    for r, row in enumerate(board.rows[board.hidden :]):
        for c, letter in enumerate(row):
            x, y = c * CELL, r * CELL
            symbol = rules.symbols[letter]
            middle = f'cx="{x + 5}" cy="{y + 5}"'
            if symbol.form in ("box", "block", "fixed", "cover"):
                drawn.append(
                    f'<rect class="t{symbol.tone}" x="{x + 0.8}" y="{y + 0.8}" width="8.4" height="8.4" rx="1.6"/>'
                )
            elif symbol.form == "ball":
                drawn.append(f'<circle class="t{symbol.tone}" {middle} r="3.9"/>')
            elif symbol.form == "dot":
                drawn.append(f'<circle class="t{symbol.tone}" {middle} r="1.5"/>')
            elif symbol.form == "player":
                drawn.append(f'<circle class="self" {middle} r="3.6"/>')
    return drawn


if __name__ == "__main__":
    sys.exit(main())
