"""Sources to start from, and the file format: Python with a header line that says what it is.

The header is `# kesu-workshop 1 game`, `# kesu-workshop 1 rules push-clear` (changed rules of a game) or
`# kesu-workshop 1 player chain` (a player of a game). It is part of the source, so line numbers are the same in the
page's editor, in a file and in an error.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from game import files
from game.contract import BadInput
from game.rules import GAMES
from game.session.reader import NEWER, OtherVersion
from game.words import N_

FORM = 1
GAME, RULES, PLAYER = "game", "rules", "player"
KINDS = (RULES, PLAYER, GAME)
"""The kinds of sources, in the order of the workshop's tabs."""
LONGEST = 1_000_000
"""Bytes of a source that can be kept or sent; `modules.LONGEST`, the limit for running one, is far lower."""

INVISIBLE = "\n\t\f\u00a0\u3000"
"""The only invisible characters allowed in a source, so that it reads as it runs."""
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef"
"""Letters and marks that count as printable and show nothing, in a class of a regular expression."""

FOLDER = files.SHIPPED / "workshop"
"""Templates and examples as text files; on the page, the games' own modules are here too."""
EXAMPLES = ("tiny2048", "lights", "match3", "sand")
"""Complete games, each in at most 80 lines."""
TEMPLATE = "template"

_BLANK = re.compile(f"[{BLANK}]")
_HEADER = re.compile(r"# kesu-workshop (\d{1,9}) (game|rules|player)(?: ([a-z0-9-]{1,30}))?\s*")


class Source(NamedTuple):
    """A source and its kind."""

    text: str
    """The whole text, including the header."""
    kind: str
    """One of KINDS."""
    game: str = ""
    """The game whose rules it changes, or that it plays; empty for a new game, and for a player of any game."""

    @property
    def title(self) -> str:
        """The first line of its docstring without the full stop; empty if there is none."""
        found = re.search(r'^(?:\s|#[^\n]*\n)*"""([^\n"]{1,100})', self.text)
        return found[1].strip().rstrip(".") if found else ""


def headed(text: str, kind: str, game: str = "") -> str:
    """Prepends the header line to a text."""
    return f"# kesu-workshop {FORM} {kind} {game}".rstrip() + "\n" + text


def read(text: str, kind: str = GAME) -> Source:
    """Reads the text of a file; `kind` is for texts without a header. BadInput if it cannot be a source."""
    if len(text) > LONGEST or len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise BadInput(N_("this code is too long"))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise BadInput(N_("this code is empty"))
    if _BLANK.search(text) or not all(character.isprintable() or character in INVISIBLE for character in text):
        raise BadInput(N_("this code is not text"))
    first = text.partition("\n")[0]
    found = _HEADER.fullmatch(first)
    if found is None:
        return Source(text, kind)
    form, kind, game = int(found[1]), found[2], found[3] or ""
    if form > FORM:
        raise OtherVersion(f"form {form}", NEWER, theirs=form, ours=FORM)
    if game and game not in GAMES:
        game = ""
    return Source(text, kind, game)


def rules_of(name: str) -> Source:
    """Returns the rules of one of our games, to be changed."""
    module = name.replace("-", "_")
    shipped = FOLDER / "rules" / f"{module}.py"
    path = shipped if shipped.exists() else files.GAME / "rules" / f"{module}.py"
    return Source(headed(path.read_text(encoding="utf-8"), RULES, name), RULES, name)


def change_of(name: str) -> Source:
    """Returns the rules of one of our games with one of them changed, as an example of what to try."""
    text, (old, new) = rules_of(name).text, GAMES[name].proposed_change or ("", "")
    if text.count(f"{old}\n") != 1:
        raise ValueError(f"{name}: {old!r} is not once in its rules")
    return Source(text.replace(f"{old}\n", f"{new}\n"), RULES, name)


def player_of(name: str) -> Source:
    """Returns a player of a few lines for one of our games."""
    return read(_text(FOLDER / "players" / f"{name.replace('-', '_')}.py"))


def template() -> Source:
    """Returns a small complete game, to be turned into another."""
    return read(_text(FOLDER / f"{TEMPLATE}.py"))


def example(name: str) -> Source:
    """Returns one of EXAMPLES."""
    return read(_text(FOLDER / f"{name}.py"))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
