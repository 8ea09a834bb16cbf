"""The texts of the workshop's page in one language, and its starting points, collected from the games."""

import ast
import re
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from game.contract import Role
from game.rules import GAMES
from game.text.catalogue import entries
from game.tournament.games import figures_of
from game.words import Translator
from tools.build.workshop import RULES


def facts(root: Path, translator: Translator, said: Container[str]) -> dict[str, Any]:
    """Returns the texts and starting points of the workshop's page; `said` in the result maps its English texts."""
    return {
        "words": {text: other for text, other in entries(translator.language).items() if text in said},
        "games": {
            name: {"title": translator(rules.title), **starts(root, name), "change": rules.proposed_change}
            | {"figure": translator(figures_of(rules)[0])}
            for name, rules in GAMES.items()
        },
        "examples": [[translator(title), f"static/workshop/{name}.py"] for name, title in examples(root)],
        "names": list(names(root)),
    }


def starts(root: Path, name: str) -> dict[str, str]:
    """Returns the paths of a game's starting points: its rules, and an example of a player."""
    module = name.replace("-", "_") + ".py"
    found = {"rules": f"{RULES}{module}", "player": f"static/workshop/players/{module}"}
    return {kind: path for kind, path in found.items() if kind == "rules" or (root / path).exists()}


def examples(root: Path) -> Iterator[tuple[str, str]]:
    """Yields the whole games to start from, the template first: names, and titles from their first lines."""
    found = sorted((root / "static" / "workshop").glob("*.py"), key=lambda path: (path.stem != "template", path.stem))
    for path in found:
        doc = re.search(r'"""([^\n".:]+)', path.read_text("utf-8"))
        yield path.stem, (doc[1] if doc else path.stem)


def names(root: Path) -> Iterator[dict[str, str]]:
    """Yields the names of the contract and the kernel, for completion: their kind, and what they are."""
    game = root / "game"
    for path in (*sorted(game.glob("contract/*.py")), game / "kernel.py", game / "pieces.py", game / "rng.py"):
        package = "contract" if path.parent.name == "contract" else path.stem
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                yield entry(node, "class" if isinstance(node, ast.ClassDef) else "function", f"game.{package}")
    for role in Role:
        yield {"label": role.name, "type": "enum", "of": "Role", "detail": "game.contract"}


def entry(node: ast.ClassDef | ast.FunctionDef, kind: str, where: str) -> dict[str, str]:
    info = (ast.get_docstring(node) or "").partition("\n")[0]
    return {"label": node.name, "type": kind, "detail": where, **({"info": info} if info else {})}
