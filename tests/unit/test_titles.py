"""A game's title with its options, as records and dialogs name it."""

from __future__ import annotations

import pytest

from game.rules import GAMES
from game.session.options import known_options
from game.text import titled
from game.words import BRACKETS, CLAUSES, Translator

pytestmark = pytest.mark.native  # only texts: the same inside Pyodide


@pytest.mark.parametrize(
    "name,chosen,wanted",
    [
        ("push-clear", {}, "Push and Clear"),
        ("push-clear", {"size": "4"}, "Push and Clear (4 × 4)"),
        ("chain", {"colours": "5"}, "Chain (5 colours)"),
        ("lines98", {"mode": "block"}, "Lines (group of seven)"),
        ("nineteen", {"bag": "1"}, "Nineteen (7-bag)"),
        ("nineteen", {"rows": "40"}, "Nineteen (40 rows)"),
        ("nineteen", {"rows": "1"}, "Nineteen (1 row)"),
        ("nineteen", {"pieces": "1"}, "Nineteen (1 piece)"),
        ("push-clear", {"turns": "1"}, "Push and Clear (1 turn)"),
        (
            "biquadris",
            {"startlevel": "2", "scriptfile1": "a", "scriptfile2": "b"},
            "Biquadris (from level 2, own blocks)",
        ),
        ("chain", {"gone": "7"}, "Chain (7)"),
    ],
)
def test_a_title_lists_options_briefly(name: str, chosen: dict[str, str], wanted: str) -> None:
    rules = GAMES[name]
    assert titled(rules.title, known_options(rules), chosen, Translator()) == wanted


def test_a_title_follows_the_language() -> None:
    known = {"Lines": "五彩连珠", "square": "方形", BRACKETS: "{text}（{more}）", CLAUSES: "{first}，{second}"}
    rules, translator = GAMES["lines98"], Translator("zh-Hans", known)
    assert titled(rules.title, rules.options, {"mode": "square", "x": "1"}, translator) == "五彩连珠（方形，1）"
