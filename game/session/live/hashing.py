"""A short hash of a whole state, the same on every machine, so that two sides can check whether they agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np

from game.session.crc import crc_of


def state_hash(state: Any) -> str:
    """Hashes a state of dataclasses, arrays, sequences, mappings and plain values to eight hexadecimal digits.

    The hash detects that two programs differ. It need not resist forgery, because the rules play every word anyway.
    """
    written: list[str] = []
    _write(state, written)
    return f"{crc_of(''.join(written)):08x}"


def _write(value: Any, written: list[str]) -> None:
    """Appends a value as text; TypeError for a type without a canonical text."""
    if value is None or isinstance(value, bool | str | float):
        written.append(f"{value!r},")
    elif isinstance(value, int | np.integer):
        written.append(f"{int(value)},")
    elif isinstance(value, np.bool_):
        written.append(f"{bool(value)!r},")
    elif isinstance(value, np.ndarray):
        written.append(f"{value.shape}{value.tolist()},")
    elif isinstance(value, tuple | list):
        written.append("[")
        for each in value:
            _write(each, written)
        written.append("]")
    elif is_dataclass(value):
        written.append("(")
        kind: type = type(value)
        for name in _names(kind):
            _write(getattr(value, name), written)
        written.append(")")
    elif isinstance(value, Mapping):
        written.append("{")
        for name in sorted(value):
            written.append(f"{name!r}:")
            _write(value[name], written)
        written.append("}")
    else:
        raise TypeError(f"{type(value).__name__} has no hash that is the same everywhere")


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Returns the names of a dataclass's fields."""
    return tuple(field.name for field in fields(kind))
