"""Plays all games in every way the page can, so that exactly the modules that the page needs are imported.

prelit runs it inside Pyodide to find which modules of the standard library and of numpy to ship; a test runs it again
on the shipped files. It uses nothing that the page does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

MOVES = 60
SLICES = 60
"""Slices of a bot's thinking, enough to reach everything it calls."""
WRONG = "error:"
TERMINAL = ("game.__main__", "game.text.catalogue", "game.serving", "game.terminal")
"""Modules that the page does not use."""


def modules(folder: Path) -> list[str]:
    """Returns the names of the game's modules, without the terminal's."""
    names = []
    for path in sorted([*folder.glob("game/**/*.py"), *folder.glob("game/**/*.pyc")]):
        parts = path.relative_to(folder).with_suffix("").parts
        if "__pycache__" not in parts:
            names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [name for name in names if not name.startswith(TERMINAL)]


def first(seed: int = 7, moves: int = MOVES) -> dict[str, str]:
    """Imports the page's part and does with every game what a first visit does until the board is ready, plus a few
    moves; returns its score by name, or its error. Advice and dialogs come later."""
    results = {"game.web.app": tried(lambda: import_module("game.web.app"))}
    if not results["game.web.app"].startswith(WRONG):
        from game.rules import GAMES

        del results["game.web.app"]
        results |= {name: tried(lambda rules=rules: begin(rules, seed, moves)) for name, rules in GAMES.items()}  # type: ignore[misc]
    return results


def begin(rules: Any, seed: int, moves: int) -> int:
    """Plays one new game: random moves, their sentences, undo, saving, and the text of its board."""
    import random

    from game import files, text
    from game.rules import game
    from game.session import Session, address
    from game.text.sentences import sentence
    from game.words import Translator

    chance, translator = random.Random(seed), Translator()
    session = Session(rules, {}, seed, files.read)
    for _move in range(moves):
        able = rules.moves(session.state)
        if session.over or not able:
            break
        sentence(session.play(chance.choice(able)), session.score, translator)
    text.text(session.view)
    session.undo()
    session.redo()
    address(session)
    return Session.load(session.save(), game, files.read).score


def play_all(seed: int = 7, moves: int = MOVES) -> dict[str, str]:
    """Plays some moves of every game; returns its score by name, or its error."""
    from game.rules import GAMES

    return {name: tried(lambda rules=rules: play(rules, seed, moves)) for name, rules in GAMES.items()}  # type: ignore[misc]


def tried(work: Callable[[], object]) -> str:
    """Returns the result of work as text, even if it is an error: a half-written game must not stop the build."""
    try:
        return str(work())
    except Exception as error:
        return f"{WRONG} {type(error).__name__}: {error}"


def play(rules: Any, seed: int, moves: int) -> int:
    """Plays one game: random moves, undo and redo, save and load, its address, its text, advice, bad words."""
    import random

    from game import files, text
    from game.bots import advise, bot_for
    from game.contract import BadInput
    from game.rules import game
    from game.session import Session, address, from_address
    from game.session.commands import COMMON, command_list, commands, execute, words_of
    from game.text.sentences import sentence
    from game.words import Translator

    chance, translator = random.Random(seed), Translator()
    session = Session(rules, {}, seed, files.read)
    advise(rules, session.state, slices=SLICES)
    for _move in range(moves):
        if session.over:
            break
        able = rules.moves(session.state)
        if not able:
            break
        events = session.play(chance.choice(able))
        sentence(events, session.score, translator)
    text.text(session.view)
    text.fields(rules, session.view)
    bot_for(rules)
    advise(rules, session.state, slices=SLICES)
    for command in commands(words_of([command_list(rules), *COMMON, "no such word"]), rules):
        try:
            execute(session, command)
        except BadInput as error:
            translator(error.message, **error.values)
    for _step in range(9):
        session.undo()
    session.redo()
    session.step_piece(-1)
    loaded = Session.load(session.save(), game, files.read)
    if loaded.save() != session.save():
        raise AssertionError(f"{rules.name}: a saved game is another when loaded")
    from_address(address(session), game, files.read)
    session.restart()
    return loaded.score


def fail() -> None:
    """Raises and formats every common kind of error, as a player's browser would report it."""
    import traceback
    import warnings

    for text in ("1 / 0", "import no_such_module", "(", "no_such_name", "None.nothing", "[][0]"):
        try:
            exec(text, {})
        except Exception as error:
            "".join(traceback.format_exception(error))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("heard by nobody", stacklevel=1)


def later(seed: int = 11, folder: str = "/home/pyodide") -> dict[str, str]:
    """Imports all modules and plays every game; returns scores or errors by name."""
    imported = {name: tried(lambda name=name: import_module(name)) for name in modules(Path(folder))}  # type: ignore[misc]
    results = {name: text for name, text in imported.items() if text.startswith(WRONG)}
    results |= play_all(seed)
    fail()
    return results
