"""The workshop's two pages in one language: the page with the editor, and the page in its frame.

The page in the frame is the ordinary one. It shows what foreign code sends; the code itself runs in `static/jail/`.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from prelit.errors import PrelitError
from tools.build import jail
from tools.build.pages import data

PAGE, FRAME = "workshop.html", "workshop-frame.html"
FRONT_SCRIPT, STYLE = "static/workshop-front.js", "static/workshop.css"
RULES = "static/workshop/rules/"
RELAY, DATA = "sha256-relay", "<!-- workshop -->"
"""The text in the page that the build replaces."""

EDITOR = {
    "setup": "codemirror-",
    "state": "codemirror_state-",
    "view": "codemirror_view-",
    "language": "codemirror_language-",
    "python": "codemirror_lang-python-",
    "commands": "codemirror_commands-",
}
"""PyScript's editor chunks, by purpose."""
ALSO = ("index-",)
"""The chunks that they import."""

START = """
from js import kesuNet, kesuPart

try:
    texts = await kesuPart("workshop")
    from game.web.workshop import front

    front.main(str(texts))
except BaseException as error:
    kesuNet.fail(f"{type(error).__name__}: {error}")
    raise
"""
META = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')
PYTHON = re.compile(r'(<script type="py"[^>]*>).*?(</script>)', re.S)
UNWANTED = re.compile(r'<link rel="manifest"[^>]*>\n?|<meta property="og:[^>]*>\n?|<meta name="twitter:[^>]*>\n?')


def frame_of(page: str) -> str:
    """Returns the page in the frame: it keeps nothing, and shows games that are played elsewhere."""
    found = META.search(page)
    if found is None or len(PYTHON.findall(page)) != 1:
        raise PrelitError("index.html must have one policy and one Python script, which the workshop's frame changes")
    head = f'<link rel="stylesheet" href="./{STYLE}">\n<script src="./{FRONT_SCRIPT}"></script>'
    page = page.replace(found[0], f"{found[0]}\n{head}", 1)
    page = PYTHON.sub(lambda script: f"{script[1]}{START}{script[2]}", page)
    return UNWANTED.sub("", page).replace("<html", "<html data-frame", 1)


def files(root: Path, pyscript: Path) -> dict[str, bytes]:
    """Returns the files of the workshop alone: the editor's chunks by their own names, the starting points as texts."""
    rules = sorted((root / "game" / "rules").glob("*.py"))
    own = {f"{RULES}{path.name}": path.read_bytes() for path in rules if b"\nGAME = Rules(" in path.read_bytes()}
    written = sorted((root / "static" / "workshop").rglob("*.py"))
    own |= {path.relative_to(root).as_posix(): path.read_bytes() for path in written}
    return own | {f"editor/{path.name}": path.read_bytes() for path in chunks(pyscript).values()}


def chunks(folder: Path) -> dict[str, Path]:
    """Returns PyScript's editor chunks by the beginnings of their names."""
    found = {}
    for part in (*EDITOR.values(), *ALSO):
        matching = [path for path in folder.glob("*.js") if re.fullmatch(re.escape(part) + r"[\w-]{8}\.js", path.name)]
        if len(matching) != 1:
            raise PrelitError(f"PyScript has {len(matching)} chunks named {part}…, not one; the editor is made of them")
        found[part] = matching[0]
    return found


def page_of(page: str, texts: Mapping[str, Any], where: Mapping[str, Any], address: Callable[[str], str]) -> str:
    """Returns the workshop's page with its data: the games, the names for completion, and its files' addresses."""
    games = {
        name: {what: address(said) if what in ("rules", "player") else said for what, said in about.items()}
        for name, about in texts["games"].items()
    }
    examples = [[title, address(path)] for title, path in texts["examples"]]
    known = {"games": games, "examples": examples, "names": texts["names"], **where}
    return page.replace(RELAY, f"sha256-{jail.relay()[1]}").replace(DATA, data("workshop", known))
