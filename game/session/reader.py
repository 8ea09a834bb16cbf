"""Reads untrusted JSON: only what matches a declared shape, with limits, is accepted.

A shape checks many values at once, column by column, so that a hundred thousand records are checked quickly.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from game.contract import BadInput, Rules, shorten
from game.words import N_

LARGEST = 10**15
"""The largest number: more is a mistake, and other JSON parsers cannot represent much larger whole numbers."""
DEEPEST = 8
"""How deep brackets and braces may be nested; in the browser, parsing a deeply nested text is fatal."""
NEWER = N_("this was written in format {theirs}; this version reads format {ours}")

UNREADABLE = "unreadable"
"""The message of texts whose readers go on without them, and show it to nobody: it is not translated."""

# An unterminated string runs to the end of the text. Possessive quantifiers prevent backtracking: one pass is enough.
_STRINGS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")

Shape = Callable[[Sequence[Any]], bool]
"""Returns whether all of these values have this shape."""


class OtherVersion(BadInput):
    """The text is not damaged but was written by another version of the program, and should be left for that one."""

    def __init__(self, version: str, message: str, **values: object) -> None:
        super().__init__(message, **values)
        self.version = version
        """Which version: `rules 2` of a game, or `form 5` of the text itself."""


def check_rules(rules: Rules[Any], version: int, message: str) -> None:
    """Raises OtherVersion, with that message, if another version of a game's rules wrote the text."""
    if version != rules.version:
        raise OtherVersion(f"rules {version}", message, theirs=shorten(str(version)), ours=rules.version)


def constant(value: int | str) -> Shape:
    """Accepts exactly this value."""
    return lambda values: _are(type(value), values) and set(values) <= {value}


def flag() -> Shape:
    """Accepts true and false."""
    return lambda values: _are(bool, values)


def whole(low: int = 0, high: float = math.inf) -> Shape:
    """Accepts a whole number, not `true` or 1.0."""
    return lambda values: not values or (_are(int, values) and low <= min(values) and max(values) <= high)


def real() -> Shape:
    """Accepts a number with a decimal point."""
    return lambda values: _are(float, values) and all(map(math.isfinite, values))


def text(longest: float = math.inf) -> Shape:
    """Accepts a text of at most `longest` characters."""
    return lambda values: _are(str, values) and _within(map(len, values), 0, longest)


def one_of(*choices: str) -> Shape:
    """Accepts one of these texts."""
    return lambda values: _are(str, values) and set(values) <= set(choices)


def maybe(shape: Shape) -> Shape:
    """Accepts this shape, or null."""
    return lambda values: shape([value for value in values if value is not None])


def either(*shapes: Shape) -> Shape:
    """Accepts one of several shapes."""
    return lambda values: all(any(shape([value]) for shape in shapes) for value in values)


def where(shape: Shape, passes: Callable[[Any], bool]) -> Shape:
    """Accepts this shape where each value also passes a test."""
    return lambda values: shape(values) and all(map(passes, values))


def row(*shapes: Shape) -> Shape:
    """Accepts a list with exactly one item of each of these shapes, in order."""

    def fits(values: Sequence[Any]) -> bool:
        if not _are(list, values) or not _within(map(len, values), len(shapes), len(shapes)):
            return False
        return not values or all(fits(column) for fits, column in zip(shapes, zip(*values, strict=True), strict=True))

    return fits


def many(shape: Shape, most: float = math.inf, least: int = 0) -> Shape:
    """Accepts a list of `least` to `most` items of this shape."""
    return lambda values: (
        _are(list, values) and _within(map(len, values), least, most) and shape(list(chain.from_iterable(values)))
    )


def table(shape: Shape, longest: int, most: float = math.inf, least: int = 0) -> Shape:
    """Accepts an object of `least` to `most` values of this shape, under any names of at most `longest` characters."""
    return lambda values: (
        _are(dict, values)
        and _within(map(len, values), least, most)
        and _within(map(len, chain.from_iterable(values)), 0, longest)
        and shape([each for value in values for each in value.values()])
    )


def fields(**shapes: Shape) -> Shape:
    """Accepts an object with exactly these names."""
    return lambda values: (
        _are(dict, values)
        and all(value.keys() == shapes.keys() for value in values)
        and all(shape([value[name] for value in values]) for name, shape in shapes.items())
    )


def fitting(value: Any, shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """Returns the fields of an object that have their shapes; for data that may lose parts, unlike a game."""
    given = value.items() if isinstance(value, dict) else ()
    return {name: each for name, each in given if name in shapes and shapes[name]([each])}


@dataclass(frozen=True)
class Format:
    """The shape of a whole text, and the messages for one that cannot be read, if they are ever shown."""

    shape: Shape
    longest: int
    """Characters."""
    damaged: str = UNREADABLE
    too_long: str = UNREADABLE
    form: str = ""
    """The name of the field with the text's form number, if it has one."""
    newest: int = 1
    """The form that is written."""
    older: Mapping[int, Shape] = field(default_factory=dict)
    """Older forms that are still read."""
    row: Shape | None = None
    """The shape of each item of its lists, if the others are useful without it."""

    def read(self, text: str) -> Any:
        """Parses and validates a text; BadInput if anything is wrong, OtherVersion for a newer form."""
        return self.checked(self.parsed(text))

    def parsed(self, text: str) -> Any:
        """Parses a text of any shape; BadInput if it is too long or not JSON."""
        if len(text) > self.longest:
            raise BadInput(self.too_long)
        try:
            return parse(text)
        except ValueError:
            raise BadInput(self.damaged) from None

    def salvaged(self, text: str) -> str:
        """Returns a text without its damaged rows; BadInput as from `parsed`."""
        value = self.parsed(text)
        for rows in value.values() if isinstance(value, dict) else [value]:
            if self.row and isinstance(rows, list):
                rows[:] = [row for row in rows if self.row([row])]
        return compact(value, ensure_ascii=False)

    def checked(self, value: Any) -> Any:
        """Returns the value if it has the right shape; else BadInput, or OtherVersion for a newer form."""
        form = value.get(self.form) if self.form and isinstance(value, dict) else None
        if isinstance(form, int) and form > self.newest:
            raise OtherVersion(f"form {min(form, 10**9)}", NEWER, theirs=min(form, 10**9), ours=self.newest)
        shape = self.older.get(form, self.shape) if isinstance(form, int) else self.shape
        if not shape([value]):
            raise BadInput(self.damaged)
        return value


def compact(value: Any, *, ensure_ascii: bool = True, sort_keys: bool = False) -> str:
    """Serializes a value as JSON without blanks."""
    return json.dumps(value, ensure_ascii=ensure_ascii, separators=(",", ":"), sort_keys=sort_keys)


def parse(text: str, deepest: int = DEEPEST) -> Any:
    """Parses a JSON text; ValueError if it is invalid or nested too deep."""
    if depth(text) > deepest:
        raise ValueError("nested too deep")
    return json.loads(text, object_pairs_hook=_unique_names, parse_float=_finite, parse_constant=_finite)


def depth(text: str) -> int:
    """Returns how deep brackets and braces are nested outside the strings of a JSON text."""
    deepest = depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub("", text)):
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


def _are(kind: type, values: Iterable[Any]) -> bool:
    """Returns whether all are of exactly this type: a bool is not an int here."""
    return set(map(type, values)) <= {kind}


def _within(sizes: Iterable[int], least: float, most: float) -> bool:
    found = set(sizes)
    return not found or (least <= min(found) and max(found) <= most)


def _unique_names(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) != len(pairs):
        raise ValueError("duplicate key")
    return named


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("not finite")
    return number
