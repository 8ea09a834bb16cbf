"""The workshop's two pages in one language: the one with the editor, and the one in its frame.

The frame's page is the ordinary page with a stricter policy, because foreign code runs there (docs/workshop.md).
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from prelit.errors import PrelitError

PAGE, FRAME = "workshop.html", "workshop-frame.html"
FRAME_SCRIPT, STYLE = "static/workshop-frame.js", "static/workshop.css"
WORKER = "static/workshop-worker.js"
RULES = "static/workshop/rules/"

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

POLICY = (
    "default-src 'none'; script-src http: https: {net}'wasm-unsafe-eval'; style-src http: https:; "
    "img-src http: https:; font-src http: https:; connect-src http: https:; worker-src blob: http: https:; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types kesu workshop"
)
"""WebKit resolves 'self' to the frame's own opaque origin, so nothing would match. The site's address is unknown at
build time, so the frame's first script adds the same policy with that address in place of `http: https:`. Only a blob
can be a worker of an opaque origin, but Firefox applies `worker-src` to the modules that the worker imports."""
START = """
from js import kesuNet, kesuPart

try:
    await kesuPart("whole")  # foreign code may ask for anything: nothing is to be fetched in the middle of it
    texts = await kesuPart("workshop")
    from game.web.workshop import frame

    frame.main(str(texts))
except BaseException as error:
    kesuNet.fail(f"{type(error).__name__}: {error}")
    raise
"""
META = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')
PYTHON = re.compile(r'(<script type="py"[^>]*>).*?(</script>)', re.S)
UNWANTED = re.compile(r'<link rel="manifest"[^>]*>\n?|<meta property="og:[^>]*>\n?|<meta name="twitter:[^>]*>\n?')


def frame_of(page: str) -> str:
    """The page in the frame: it has an opaque origin, so every file of the site is cross-origin."""
    found = META.search(page)
    if found is None or len(PYTHON.findall(page)) != 1:
        raise PrelitError("index.html must have one policy and one Python script, which the workshop's frame changes")
    net = re.search(r"'sha256-[^']+' ", found[2])
    head = f'<link rel="stylesheet" href="./{STYLE}">\n<script src="./{FRAME_SCRIPT}"></script>'
    policy = POLICY.format(net=net[0] if net else "")
    page = page.replace(found[0], f"{found[1]}{policy}{found[3]}\n{head}", 1)
    page = PYTHON.sub(lambda script: f"{script[1]}{START}{script[2]}", page)
    page = UNWANTED.sub("", page).replace('<link rel="stylesheet"', '<link rel="stylesheet" crossorigin')
    return page.replace("<html", "<html data-frame", 1)


def files(root: Path, pyscript: Path) -> dict[str, bytes]:
    """The files of the workshop alone: the editor's chunks under their own names, and the starting points as texts."""
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


def page_of(page: str, its: Mapping[str, Any], where: Mapping[str, Any], address: Callable[[str], str]) -> str:
    """The workshop's page with its data: the games, the names for completion, and the addresses of its files."""
    games = {
        name: {what: address(said) if what in ("rules", "player") else said for what, said in about.items()}
        for name, about in its["games"].items()
    }
    examples = [[title, address(path)] for title, path in its["examples"]]
    known = {"games": games, "examples": examples, "names": its["names"], **where}
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return page.replace("<!-- workshop -->", f'<script type="application/json" id="workshop">{text}</script>')
