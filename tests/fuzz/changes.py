"""Nearly valid texts: mutated examples, reproducible by number."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

FRAGMENTS = (
    "", "\0", "\n", "\r\n", "\t", " ", '"', "\\", "{", "}", "[", "]", ",", ":", "=", "&", "%", "#", "-", "-1", "0", "1",
    "9" * 30, "1e999", "NaN", "null", "true", "\u00e9", "\u3042", "\U0001f600", "\ud800", "\ufeff", "\u202e", "\x7f",
    "\x1e", "\x1f", "\u2028", "a" * 300, "[" * 50, "{}", "__class__", "../../etc/passwd", "sequence f", "norandom f",
    "999999999", "kesu", "inputs", "at", "tick", "drop", "restart",
)  # fmt: skip
ALPHABET = "".join(map(chr, range(256)))
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 0.5, 10**9, 10**15, 10**16, 10**40, -(10**15), "", "0", "x" * 300, "x" * 6000, "\0",
    "\ud800", "a b", "nan", "../x", "kesu", [], [[]], {}, [None], {"a": 1},
)  # fmt: skip
"""Wrong values to put into a JSON text."""
DEEPER = 0.8
"""The probability of changing something inside a value instead of the value itself."""


def changed(examples: Sequence[str], number: int) -> str:
    """Returns the nth of endlessly many mutations of the examples."""
    rng = random.Random(number)
    if rng.random() < 0.05:
        return "".join(rng.choices(ALPHABET, k=rng.randrange(40)))
    text = rng.choice(examples)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        text = rng.choice(CHANGES)(text, rng, examples)
    return text[:20_000]


Change = Callable[[str, random.Random, Sequence[str]], str]


def _place(text: str, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 30)))


def _replace(text: str, rng: random.Random, _examples: Sequence[str]) -> str:
    start, end = _place(text, rng)
    return text[:start] + rng.choice(FRAGMENTS) + text[end:]


def _letter(text: str, rng: random.Random, _examples: Sequence[str]) -> str:
    start, _end = _place(text, rng)
    return text[:start] + rng.choice(ALPHABET) + text[start + 1 :]


def _flip(text: str, rng: random.Random, _examples: Sequence[str]) -> str:
    start = rng.randrange(len(text) + 1)
    return (
        text[:start] + "".join(chr(ord(c) ^ 1 << rng.randrange(7)) for c in text[start : start + 1]) + text[start + 1 :]
    )


def _double(text: str, rng: random.Random, _examples: Sequence[str]) -> str:
    start, end = _place(text, rng)
    return text[:end] + text[start:end] * rng.choice((1, 2, 50)) + text[end:]


def _splice(text: str, rng: random.Random, examples: Sequence[str]) -> str:
    other = rng.choice(examples)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _cut(text: str, rng: random.Random, _examples: Sequence[str]) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _value(text: str, rng: random.Random, examples: Sequence[str]) -> str:
    """Changes a value in a line of JSON, which may follow a tab; in any other text, changes a letter."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    head, tab, json_text = lines[at].rpartition("\t")
    try:
        found = json.loads(json_text)
    except (ValueError, RecursionError):
        return _letter(text, rng, examples)
    if not isinstance(found, dict | list) or not found:
        return _letter(text, rng, examples)
    _mutate(found, rng)
    lines[at] = head + tab + json.dumps(found, separators=(",", ":"))
    return "\n".join(lines)


def _mutate(place: Any, rng: random.Random) -> None:
    """Descends to a random place in a non-empty dict or list, and changes it."""
    key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    value, action = place[key], rng.random()
    if isinstance(value, dict | list) and value and action < DEEPER:
        _mutate(value, rng)
    elif action < 0.1:
        del place[key]
    elif action < 0.2 and isinstance(place, list):
        place.insert(key, value)
    elif action < 0.3 and isinstance(value, int):
        place[key] = value + rng.choice((1, -1, 2, 10, 10**9))
    elif action < 0.4 and isinstance(place, dict):
        place[rng.choice(list(place))] = value
    else:
        place[key] = json.loads(json.dumps(rng.choice(VALUES)))  # a copy: VALUES must not change


CHANGES: tuple[Change, ...] = (
    _replace, _replace, _letter, _letter, _flip, _double, _splice, _cut, _value, _value, _value,
)  # fmt: skip
