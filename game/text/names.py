"""The names of words, roles and players, for display."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from game.contract import Role, Rules
from game.words import N_, Translator, uncapital

YOU, FRIEND = N_("You"), N_("Your friend")
"""What players are called if they have more than a number; the computer's players have names of their own."""
REPEATED = N_("{name}\N{NO-BREAK SPACE}×{count}")
"""The name of a word that is played several times."""


def names_of(computer: int | None, name: str, seats: int) -> list[str]:
    """Returns what the players are called, a message for each seat; none without a computer at a seat, and its name."""
    return [] if computer is None else [name if seat == computer else YOU for seat in range(seats)]


def word_name(rules: Rules[object], word: str, translator: Translator) -> str:
    """Returns a word's display name: its control's label with its count and arguments; for a move, both cells."""
    count, verb, arguments = rules.split(word)
    control = rules.controls.get(verb)
    if control and control.role is Role.MOVE:
        return " → ".join(arguments)
    name = translator(control.name) if control and control.name else verb
    return " ".join([repeated(name, int(count or 1), translator), *arguments])


def repeated(name: str, times: int, translator: Translator) -> str:
    """Returns a name with the number of times, unless it is once: Left ×3."""
    return translator(REPEATED, name=name, count=times) if times > 1 else name


def turn_name(rules: Rules[object], words: Iterable[str], translator: Translator) -> str:
    """Returns the names of a turn's words; one that is repeated has its number: Left ×3, drop."""
    names = groupby(word_name(rules, word, translator) for word in words)
    texts = [repeated(name, sum(1 for _each in same), translator) for name, same in names]
    return translator.listed([*texts[:1], *map(uncapital, texts[1:])])
