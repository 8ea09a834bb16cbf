"""The names of words and roles, for display."""

from __future__ import annotations

from game.contract import Role, Rules
from game.words import Translator


def word_name(rules: Rules[object], word: str, translator: Translator) -> str:
    """Returns a word's display name: its control's label with its count and arguments; for a move, both cells."""
    count, verb, arguments = rules.split(word)
    control = rules.controls.get(verb)
    if control and control.role is Role.MOVE:
        return " → ".join(arguments)
    name = translator(control.name) if control and control.name else verb
    return " ".join([*([count, "×"] if count else []), name, *arguments])
