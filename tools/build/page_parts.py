"""The parts of each language's page that the games add: cards, rules and texts."""

import html
import json
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from game.contract import Role, Rules
from game.input.keys import MEANING_LABELS, by_action, by_role, key_name, role_name
from game.rules import GAMES
from game.session import all_options
from game.session.replay_code import encode
from game.text.catalogue import entries, forms
from game.words import C_, LANGUAGES, N_, Translator
from prelit.node import NodeJs
from prelit.packing import matches
from tools.build import workshop_facts
from tools.build.openings import openings
from tools.build.pages import LanguagePage
from tools.build.texts import STARTERS, template
from tools.samples.some_moves import liveliest, midgame
from tools.setup.paths import ROOT
from tools.start.app import LATE

OPENINGS = "<!-- openings -->"
EMBLEM = 24
"""Width and height of a game's emblem in its ring, which is 48 wide and high."""
WORKSHOP = ("workshop.html", "static/workshop-page/*")
BUILT = ("index.html", "static/manifest*", "tools/*", "game/terminal/*", "game/__main__*", *WORKSHOP)
"""Files whose texts are in the page's HTML, or never shown on the page: the page's scripts do not need them."""
BOTS = ("game/bots/*/search.py", "game/bots/search/*")
"""Files with the reasons for hints. These texts come with the archive of modules that the first board does not need."""
LATER = (
    "game/web/board/film.py",
    "game/web/board/poster.py",
    "game/web/devices/pad_hidden.py",
    "game/web/devices/slow_flick.py",
    "game/web/dialogs/sharing.py",
)
"""Modules of the page, besides the bots, that are imported only once the texts of their part are known."""


def pages(node: NodeJs) -> dict[str, LanguagePage]:
    """Returns the contents of every language's page, by its tag."""
    shown = {name: boards(rules) for name, rules in GAMES.items()}
    first = openings(node, {tag: entries(tag) for tag in LANGUAGES})
    return {tag: page(Translator(tag, entries(tag)), shown, first[tag]) for tag in LANGUAGES}


def page(translator: Translator, shown: Mapping[str, str], first: tuple[str, str]) -> LanguagePage:
    """Returns the contents of the page in one language, given the boards on the cards, the openings and lessons."""
    cards = "\n".join(card(rules, shown[rules.name], translator) for rules in GAMES.values())
    parts = {
        OPENINGS: first[0],
        "<!-- cards -->": f'<ul class="cards">\n{cards}\n</ul>',
        "<!-- rings -->": "\n".join(ring(rules, translator) for rules in GAMES.values()),
        "<!-- how -->": "\n".join(how(rules, translator) for rules in GAMES.values()),
    }
    words = entries(translator.language)
    late = late_texts()
    how_to_play = {text for rules in GAMES.values() for text in rules.how}
    unneeded = frozenset[str]().union(*late.values()) | texts_of(BUILT) | how_to_play | terminal_texts()
    built = texts_said(BUILT) | how_to_play
    return LanguagePage(
        parts,
        words={text: other for text, other in words.items() if text not in unneeded},
        built={text: other for text, other in words.items() if text in built},
        late={group: {text: other for text, other in words.items() if text in names} for group, names in late.items()},
        lessons=first[1],
        workshop=workshop_facts.facts(ROOT, translator, texts_said(WORKSHOP)),
    )


@cache
def terminal_texts() -> frozenset[str]:
    """Returns what only the terminal says about games: the page has labels for options, and no reports."""
    options = (option for rules in GAMES.values() for option in all_options(rules).values() if option.label)
    reports = (report for rules in GAMES.values() for report in rules.reports.values())
    return frozenset(each.help for each in chain(options, reports))


@cache
def late_texts() -> dict[str, frozenset[str]]:
    """Returns the texts of late modules that no other module needs, by each group that uses them."""
    groups = {**LATE, "later": (*BOTS, *LATER), "workshop": (*LATE["workshop"], STARTERS)}
    return {
        group: texts_said(places) & texts_of((*chain(*groups.values()), *BUILT)) for group, places in groups.items()
    }


@cache
def texts_of(places: tuple[str, ...]) -> frozenset[str]:
    """Returns the texts found only in files whose paths match these patterns."""
    return frozenset(text for text, names in located() if all(matches(name, places) for name in names))


@cache
def texts_said(places: tuple[str, ...]) -> frozenset[str]:
    """Returns the texts found in files whose paths match these patterns, and possibly elsewhere."""
    return frozenset(text for text, names in located() if any(matches(name, places) for name in names))


@cache
def located() -> list[tuple[str, list[str]]]:
    """Returns every text, with the files that contain it."""
    found = (
        (forms(entry.id)[0], entry.context, [name for name, _line in entry.locations])
        for entry in template()
        if entry.id
    )
    return [(C_(context, text) if context else text, names) for text, context, names in found]


def card(rules: Rules[Any], shown: str, translator: Translator) -> str:
    """Returns the card of a game: a small board, its name and one line of text."""
    title = html.escape(translator(rules.title))
    return (
        f'<li class="place"><a class="card" href="?game={rules.name}" data-game="{rules.name}">'
        f'<span class="card-board" data-boards="{html.escape(shown)}" data-replay="{encode(midgame(rules.name))}" '
        f'data-effort="{liveliest(rules.name)}">'
        f"</span><h2>{title}</h2>"
        f'<p class="summary">{html.escape(translator(rules.summary))}</p><p class="kept" hidden></p>'
        f'<p class="best" hidden></p></a></li>'
    )


def emblem(rules: Rules[Any]) -> str:
    """Returns a game's emblem in the middle of a square of 48 by 48: blocks are squares, balls and the player discs."""
    rows = rules.emblem or ("".join(next(c for c, known in rules.symbols.items() if known.form != "empty")),)
    side = min(EMBLEM / len(rows), EMBLEM / len(rows[0]), EMBLEM / 2.5)
    left, top = (48 - side * len(rows[0])) / 2, (48 - side * len(rows)) / 2
    drawn = []
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            form = rules.symbols[letter].form
            if form in ("ball", "player"):
                x, y = left + side * (c + 0.5), top + side * (r + 0.5)
                drawn.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.44 * side:.3g}"/>')
                if form == "player":
                    for eye in (x - 0.2 * side, x + 0.2 * side):
                        drawn.append(f'<circle class="eye" cx="{eye:.4g}" cy="{y:g}" r="{0.11 * side:.3g}"/>')
            elif form != "empty":
                x, y, part = left + side * (c + 0.06), top + side * (r + 0.06), 0.88 * side
                drawn.append(f'<rect x="{x:.4g}" y="{y:.4g}" width="{part:.3g}" height="{part:.3g}" rx="1.5"/>')
    return f'<g class="emblem">{"".join(drawn)}</g>'


def how(rules: Rules[Any], translator: Translator) -> str:
    """Returns how a game is played, and its keys."""
    title = html.escape(translator(rules.title))
    calm = (N_("Want to take your time? Choose New, then No hurry: nothing falls until you move it."),)
    texts = (*rules.how, *(calm if rules.timed else ()))
    paragraphs = "".join(f"<p>{html.escape(translator(text))}</p>" for text in texts)
    played = [
        (role_name(rules, role, translator), [key_name(code, translator) for code in codes])
        for role, codes in by_role(rules.by_role).items()
    ]
    done = [
        (translator(MEANING_LABELS[action]), [key_name(code, translator) for code in codes])
        for action, codes in by_action(rules.by_role).items()
    ]
    rows = "".join(key_row(name, keys) for name, keys in (*played, *done))
    table = f"<h2>{html.escape(translator('Keys'))}</h2><table>{rows}</table>"
    picks = " data-picks" if Role.MOVE in rules.by_role else ""
    return f'<article data-rules="{rules.name}"{picks}><h2>{title}</h2>{paragraphs}{table}</article>'


def key_row(name: str, names: Iterable[str]) -> str:
    """Returns one row of the table of keys."""
    keys = " ".join(f"<kbd>{html.escape(key)}</kbd>" for key in names)
    return f'<tr><th scope="row">{html.escape(name)}</th><td>{keys}</td></tr>'


def boards(rules: Rules[Any]) -> str:
    """Returns a game after some moves, in the form that static/boot/home.js draws: its boards as JSON."""
    shown = [[board.rows, board.ghost, board.coming, board.hidden] for board in midgame(rules.name).view.boards]
    return json.dumps(shown, separators=(",", ":"))


def ring(rules: Rules[Any], translator: Translator) -> str:
    """Returns the game's place in the strip Today: a ring that fills, and links to its daily game."""
    title = html.escape(translator(rules.title))
    of_it = html.escape(translator.labelled(translator("Daily challenge"), translator(rules.title)))
    return (
        f'<li><a class="ring" href="?game={rules.name}&amp;daily=today" data-game="{rules.name}">'
        f'<svg viewBox="0 0 48 48" aria-hidden="true"><circle class="track" cx="24" cy="24" r="21"/>'
        f'<path class="half" d="M24 3a21 21 0 0 1 0 42"/>{emblem(rules)}'
        f'<path class="tick" d="m15 25 6 6 12-13"/></svg>'
        f'<span aria-hidden="true">{title}</span><span class="unseen">{of_it}</span>'
        f'<span class="unseen ring-state"></span>'
        f'<span class="ring-result" aria-hidden="true"></span></a></li>'
    )
