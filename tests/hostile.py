"""Hostile sources, and beginners' mistakes: each must end in a one-line error within seconds and leave no trace.

Used by the unit tests and by those of the page.
"""

from __future__ import annotations

from typing import NamedTuple

from game.workshop import sources

TEMPLATE = sources.template().text


class Hostile(NamedTuple):
    """A source, and part of its error message."""

    name: str
    text: str
    said: str
    """Empty if any error will do, because the wording differs between systems."""


def game(old: str, new: str) -> str:
    """Returns the template with a change."""
    assert TEMPLATE.count(old) == 1, old
    return TEMPLATE.replace(old, new)


def in_play(body: str) -> str:
    """Returns the template with these lines at the start of `play`."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return game("def play(state, word):\n", "def play(state, word):\n" + lines)


def with_hook(name: str, expression: str) -> str:
    """Returns the template with a custom hook that returns this expression."""
    arguments = "options, seed" if name == "start" else "state"
    return game(
        "GAME = Rules(\n", f"def my_{name}({arguments}):\n    return {expression}\n\n\nGAME = Rules(\n"
    ).replace("    play=play,\n", f"    play=play,\n    {name}=my_{name},\n")


HOOKS = ("moves", "over", "score", "view")
LOOP, ENDLESS = "while True:\n    pass", "does a loop never end?"

LOOPS = (
    Hostile("a loop on one line", "while True: pass", ENDLESS),
    Hostile("a loop on one line of a function", in_play("while state: ..."), ENDLESS),
    Hostile("a loop in a loop on one line", "while 1:\n    while 1: continue", ENDLESS),
    Hostile("a loop at the top", LOOP, ENDLESS),
    Hostile("a loop in play", in_play(LOOP), ENDLESS),
    Hostile("a loop in a view", with_hook("view", "[state for _ in iter(int, 1)]"), ENDLESS),
    Hostile(
        "a loop that catches everything it may",
        "while True:\n    try:\n        x = 1\n    except Exception:\n        pass",
        ENDLESS,
    ),
    Hostile(
        "a loop over a generator", "def f():\n    while True:\n        yield 1\n\n\nfor _ in f():\n    pass", ENDLESS
    ),
    Hostile("functions that multiply", "def f(n):\n    return n < 2 or f(n - 1) + f(n - 2)\n\n\nf(90)", ENDLESS),
    Hostile("moves without end", with_hook("moves", "(w for w in iter(lambda: 'left', ''))"), "moves"),
    Hostile(
        "a bare except",
        "while True:\n    try:\n        x = 1\n    except:\n        pass",
        "Line 4: write `except Exception:`",
    ),
    Hostile(
        "catching what ends a loop", "try:\n    x = 1\nexcept BaseException:\n    pass", "Line 3: BaseException is not"
    ),
)
MEMORY = (
    Hostile("a huge list", "x = [0] * 10**14", "Line 1: "),
    Hostile("a huge array", "import numpy as np\nx = np.zeros((10**7, 10**7))", "Line 2: "),
    Hostile("a huge text in play", in_play("x = 'a' * 10**14"), "Line 31: "),
    Hostile("a huge number", "x = 1 << 10**13", ""),
)
DEPTH = (
    Hostile("deep recursion", "def f():\n    return f()\n\n\nf()", "a function calls itself again and again"),
    Hostile("deep recursion in play", in_play("return play(state, word)"), "calls itself again and again"),
    Hostile("deep brackets", "x = " + "(" * 5000 + ")" * 5000, ""),
    Hostile("deep signs", "x = " + "-" * 50_000 + "1", ""),
    Hostile("deep sums", "x = " + "+".join("1" * 50_000), "operators"),
    Hostile("deep attributes", "x = 1" + ".real" * 20_000, "operators"),
    Hostile("deep branches", "if 0:\n    pass\n" + "elif 0:\n    pass\n" * 5000, "branches"),
    Hostile("deep lambdas", "x = " + "lambda: " * 5000 + "1", "operators"),
    Hostile("deep powers", "x = " + "2 ** " * 5000 + "1", "operators"),
    Hostile("deep calls", "x = str" + "()" * 5000, "operators"),
    Hostile("deep blocks", "".join(" " * deep + "if 1:\n" for deep in range(200)), ""),
    Hostile("a deep structure", "x = []\nfor _ in range(100000):\n    x = [x]\nraise ValueError(x)", "Line 4: "),
)
TEXTS = (
    Hostile("nothing", "", "empty"),
    Hostile("blanks", " \n\n", "empty"),
    Hostile("a megabyte", "x = 1\n" * 170_000, "at most 200,000 are run"),
    Hostile("not text", "x = '\0'", "not text"),
    Hostile("half a character", "x = '\ud800'", "not text"),
    Hostile("bytes read as text", "".join(map(chr, range(128, 256))), ""),
    Hostile("another language", "function play() { return 1; }", "Line 1: Python does not understand this"),
    Hostile("HTML", "<script>alert(1)</script>", "Line 1: Python does not understand this"),
    Hostile("a tab and blanks", "if 1:\n\tx = 1\n        y = 2", "Python does not understand this"),
)
IMPORTS = (
    Hostile("a module that is not there", "x = 1\nimport not_there", "Line 2: there is no module not_there here"),
    Hostile("a name that is not there", "from math import not_there", "Line 1: cannot import name 'not_there'"),
)
EXITS = (
    Hostile("exit", "import sys\nsys.exit(0)", "Line 2: this would end the program"),
    Hostile("exit in play", in_play("raise SystemExit"), "this would end the program"),
    Hostile("an interrupt", "raise KeyboardInterrupt", "Line 1: KeyboardInterrupt is not allowed here"),
    Hostile("a generator's end", in_play("raise GeneratorExit"), "GeneratorExit is not allowed here"),
    Hostile("an iterator's end", in_play("raise StopIteration"), "StopIteration"),
)
ERRORS = (
    *(
        Hostile(f"an error in {name}", with_hook(name, "1 / 0"), "division by zero (ZeroDivisionError)")
        for name in HOOKS
    ),
    Hostile(
        "an error in start", game("    cells, random = np", "    1 / 0\n    cells, random = np"), "division by zero"
    ),
    Hostile("an error in play", in_play("1 / 0"), "division by zero (ZeroDivisionError)"),
    Hostile(
        "an error without words", in_play("class E(Exception):\n    def __str__(self):\n        1 / 0\nraise E"), "E"
    ),
    Hostile("an error of many lines", in_play("raise ValueError('a\\n' * 1000)"), "a a a"),
    Hostile("an error with braces", in_play("raise ValueError('{line} {0} {x.y}')"), "{line} {0} {x.y} (ValueError)"),
)
SHAPES = (
    Hostile("no state", with_hook("start", "None").replace("    start=start,\n", ""), ""),
    Hostile("moves that are no words", with_hook("moves", "[1, 2]"), "moves: 1 is not one of the controls"),
    Hostile("moves that are one text", with_hook("moves", "'left'"), "moves: must be a tuple of words, not str"),
    Hostile("moves of nothing", with_hook("moves", "None"), "moves"),
    Hostile("moves that change nothing", with_hook("moves", "list(STEPS)"), "changes nothing"),
    Hostile("an end that is no truth", with_hook("over", "state.cells"), "over: must be True or False, not ndarray"),
    Hostile("a score of a half", with_hook("score", "0.5"), ""),
    Hostile("a view of nothing", with_hook("view", "None"), "view: must be View, not None"),
    Hostile("cells of floats", game("(SIZE, SIZE), np.int8)", "(SIZE, SIZE))"), "whole numbers"),
    Hostile(
        "cells in a row",
        game("(SIZE, SIZE), np.int8)", "SIZE * SIZE, np.int8)").replace("cells[0, 0] = 1", "cells[0] = 1"),
        "",
    ),
    Hostile("cells beyond the symbols", game("] = 0, 1\n", "] = 0, 99\n"), "99, but there are 3 symbols"),
    Hostile("a board without cells", game("SIZE, BERRIES = 6, 8", "SIZE, BERRIES = 0, 0"), ""),
    Hostile("a board as large as a field", game("SIZE, BERRIES = 6, 8", "SIZE, BERRIES = 200, 8"), "rows: must be"),
    Hostile("events of one's own", game("(Moved(", "('moved', Moved("), "str is not an event"),
    Hostile("an event off the board", game("Scored(points, there)", "Scored(points, (-1, 99))"), "Scored: needs cells"),
    Hostile(
        "an event beyond the board", game("Scored(points, there)", "Scored(points, (20, 20))"), "Scored: needs cells"
    ),
    Hostile("a symbol of two letters", game('Moved((("@",', 'Moved((("@@",'), "Moved: steps: '@@' is not one of"),
    Hostile("a symbol that is not declared", game('Moved((("@",', 'Moved((("?",'), "Moved: steps: '?' is not one of"),
    Hostile(
        "a step without a symbol", game('("@", (row, column), there)', "((row, column), there)"), "(symbol, from, to)"
    ),
    Hostile(
        "points of a half",
        game("Scored(points, there)", "Scored(0.5, there)"),
        "points: must be a whole number, not 0.5",
    ),
    Hostile("an event on another board", game("Scored(points, there)", "Scored(points, there, board=7)"), "board 7"),
    Hostile(
        "a state of another kind", game("return State(cells, state.score", "return dict(cells=cells), state.score"), ""
    ),
    Hostile("a state that changes", game("cells = state.cells.copy()", "cells = state.cells"), "read-only"),
    Hostile(
        "chance",
        game("place, random = random.next(SIZE * SIZE - 1)", "import random as r; place = r.randrange(35)"),
        "called again",
    ),
    Hostile(
        "time",
        game("rng.standard(seed or 0)", "rng.standard(__import__('time').perf_counter_ns())"),
        "called again",
    ),
    Hostile("a name for a path", game('name="berries"', 'name="../../etc"'), "name: must be small letters"),
    Hostile("a title of another kind", game('title="Berries"', "title=3"), "title: must be a text"),
    Hostile("rules that are a class", "class GAME:\n    name = 'x'", "GAME: must be Rules(...)"),
    Hostile("rules of ours", "from game.rules.chain import GAME", "one of our own"),
)
PAGE = (
    Hostile("the page", "import js\njs.document.body.remove()", "Line 1: there is no module js here"),
    Hostile("the page from play", in_play("import js\njs.fetch('/')"), "there is no module js here"),
    Hostile("the page's other name", "from pyscript import window", ""),
)
"""Access to the page, which a terminal does not have, and which only the frame blocks on the page."""

ALL = (*LOOPS, *MEMORY, *DEPTH, *TEXTS, *IMPORTS, *EXITS, *ERRORS, *SHAPES)

PLAYERS = (
    Hostile("a player that loops", "def choose(state, moves, view):\n    while True:\n        pass", ENDLESS),
    Hostile(
        "a player without a word", "def choose(state, moves, view):\n    pass", "choose: must return a word, not None"
    ),
    Hostile(
        "a player that dances", "def choose(state, moves, view):\n    return 'dance'", "'dance' is not among the moves"
    ),
    Hostile(
        "a player that leaves", "def choose(state, moves, view):\n    raise SystemExit", "this would end the program"
    ),
    Hostile(
        "a player that cheats",
        "def choose(state, moves, view):\n    state.cells[:] = 0\n    return moves[0]",
        "read-only",
    ),
    Hostile("a value for all", "def value(boards):\n    return 1.0", "needs one number for each of 2 boards"),
    Hostile("a value that is none", "def value(boards):\n    return [float('nan')] * len(boards)", "is not a number"),
    Hostile("a value of text", "def value(boards):\n    return ['a'] * len(boards)", "could not convert"),
    Hostile("a huge value", "def value(boards):\n    return [[0] * 10**14] * len(boards)", "Line 2: "),
    Hostile("no player", "x = 1", "a player is a function choose"),
)
