"""Nearly valid texts: good examples with a few things wrong, always the same for the same number."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

SPICE = (
    "", "\0", "\n", "\r\n", "\t", " ", '"', "\\", "{", "}", "[", "]", ",", ":", "=", "&", "%", "#", "-", "-1", "0", "1",
    "9" * 30, "1e999", "NaN", "null", "true", "\u00e9", "\u3042", "\U0001f600", "\ud800", "\ufeff", "\u202e", "\x7f",
    "\x1e", "\x1f", "\u2028", "a" * 300, "[" * 50, "{}", "__class__", "../../etc/passwd", "sequence f", "norandom f",
    "999999999", "kesu", "inputs", "at", "tick", "drop", "restart",
)  # fmt: skip
ALPHABET = "".join(map(chr, range(256)))


def changed(examples: Sequence[str], number: int) -> str:
    """The text of a number."""
    dice = random.Random(number)
    if dice.random() < 0.05:
        return "".join(dice.choices(ALPHABET, k=dice.randrange(40)))
    text = dice.choice(examples)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        text = dice.choice(CHANGES)(text, dice, examples)
    return text[:20_000]


Change = Callable[[str, random.Random, Sequence[str]], str]


def _place(text: str, dice: random.Random) -> tuple[int, int]:
    start = dice.randrange(len(text) + 1)
    return start, min(len(text), start + dice.choice((0, 1, 1, 2, 5, 30)))


def _replace(text: str, dice: random.Random, _examples: Sequence[str]) -> str:
    start, end = _place(text, dice)
    return text[:start] + dice.choice(SPICE) + text[end:]


def _letter(text: str, dice: random.Random, _examples: Sequence[str]) -> str:
    start, _end = _place(text, dice)
    return text[:start] + dice.choice(ALPHABET) + text[start + 1 :]


def _flip(text: str, dice: random.Random, _examples: Sequence[str]) -> str:
    start = dice.randrange(len(text) + 1)
    return (
        text[:start]
        + "".join(chr(ord(c) ^ 1 << dice.randrange(7)) for c in text[start : start + 1])
        + text[start + 1 :]
    )


def _double(text: str, dice: random.Random, _examples: Sequence[str]) -> str:
    start, end = _place(text, dice)
    return text[:end] + text[start:end] * dice.choice((1, 2, 50)) + text[end:]


def _splice(text: str, dice: random.Random, examples: Sequence[str]) -> str:
    other = dice.choice(examples)
    return text[: dice.randrange(len(text) + 1)] + other[dice.randrange(len(other) + 1) :]


def _cut(text: str, dice: random.Random, _examples: Sequence[str]) -> str:
    return text[: dice.randrange(len(text) + 1)]


CHANGES: tuple[Change, ...] = (_replace, _replace, _letter, _letter, _flip, _double, _splice, _cut)
