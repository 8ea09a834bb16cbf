"""Reading JSON from outside: what is refused before and while it is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.session.reader import depth, is_whole, parse

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def nesting(value: Any) -> int:
    if isinstance(value, dict | list):
        return 1 + max(map(nesting, value.values() if isinstance(value, dict) else value), default=0)
    return 0


@given(value=values, ascii=st.booleans())
def test_what_json_writes_is_read_and_its_depth_known(value: Any, ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii)
    assert depth(text) == nesting(value)
    assert parse(text, nesting(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[[1]]",
        '[{"a":1}]',
        "[1",
        "[1]]",
        '{"a":1,"a":2}',
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        "[1e999]",
        "1" * 5000,
        "[" * 100_000,
        "]" * 5 + "[" * 100_000,
        '["\\"]' + "[" * 100_000,
        '"' + '\\"' * 1_000_000,
        '"\\',
        '"' * 999_999,
    ],
    ids=lambda text: text[:12],
)
def test_anything_else_is_refused_in_the_time_of_one_reading(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text, 1)


@given(st.text(alphabet='"\\[]{}:,1a \n', max_size=40))
def test_no_text_is_nested_deeper_than_it_seems(text: str) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        return
    assert depth(text) == nesting(value)


def test_a_whole_number_is_neither_true_nor_a_fraction() -> None:
    assert is_whole(0) and is_whole(-3, -3, -3)
    assert not any(is_whole(value) for value in (True, 1.0, "1", None, -1))
    assert not is_whole(4, 0, 3)
