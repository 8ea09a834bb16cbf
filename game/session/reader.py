"""JSON from outside, read so that nothing in it can do harm: bounded nesting, no doubled names, finite numbers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

# A string that does not end goes to the end of the text, and nothing is tried twice: the time is that of one reading.
_STRINGS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_SIGNS = re.compile(r"[\[\]{}]")


def parse(text: str, deepest: int) -> Any:
    """A JSON text nested at most that deep → what it says; ValueError for anything else.

    The depth is looked at before reading: in the browser, reading a deeply nested text is fatal.
    """
    if depth(text) > deepest:
        raise ValueError("nested too deep")
    return json.loads(text, object_pairs_hook=_named_once, parse_float=_finite, parse_constant=_finite)


def depth(text: str) -> int:
    """How deep brackets and braces are nested outside the strings of a JSON text."""
    deepest = depth = 0
    for sign in _SIGNS.findall(_STRINGS.sub("", text)):
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


def is_whole(value: object, low: int = 0, high: int | None = None) -> bool:
    """Whether it is a whole number within bounds; `true` and 1.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value and (high is None or value <= high)


def is_row(value: object, length: int) -> bool:
    """Whether it is a list of that length."""
    return isinstance(value, list) and len(value) == length


def are_texts(value: object, longest: int | None = None) -> bool:
    """Whether it is a list of texts, none longer than that."""
    return isinstance(value, list) and all(
        isinstance(text, str) and (longest is None or len(text) <= longest) for text in value
    )


def _named_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) != len(pairs):
        raise ValueError("a name is there twice")
    return named


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number without end")
    return number
