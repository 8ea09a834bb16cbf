"""A short hash of a whole state, the same on every machine, so that two sides can see whether they agree."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def state_hash(state: Any) -> str:
    """Eight hexadecimal digits for a state: of dataclasses, arrays, sequences, mappings and plain values.

    It shows that two programs differ. It need not withstand forgery, for every word is played by the rules anyway.
    """
    return f"{zlib.crc32(''.join(_written(state)).encode('utf-8', 'surrogatepass')):08x}"


def _written(value: Any) -> Iterator[str]:
    """A value as text, in pieces; TypeError for a kind that has no text of its own."""
    if value is None or isinstance(value, bool | str | float):
        yield f"{value!r},"
    elif isinstance(value, int | np.integer):
        yield f"{int(value)},"
    elif isinstance(value, np.bool_):
        yield f"{bool(value)!r},"
    elif isinstance(value, np.ndarray):
        yield f"{value.shape}{value.tolist()},"
    elif is_dataclass(value):
        yield "("
        for field in fields(value):
            yield from _written(getattr(value, field.name))
        yield ")"
    elif isinstance(value, Mapping):
        yield "{"
        for name in sorted(value):
            yield f"{name!r}:"
            yield from _written(value[name])
        yield "}"
    elif isinstance(value, tuple | list):
        yield "["
        for each in value:
            yield from _written(each)
        yield "]"
    else:
        raise TypeError(f"{type(value).__name__} has no hash that is the same everywhere")
