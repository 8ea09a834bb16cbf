"""Reading JSON from outside: what is refused, before and during reading."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.contract import BadInput
from game.session.reader import (
    Format,
    OtherVersion,
    Shape,
    constant,
    depth,
    either,
    fields,
    fitting,
    flag,
    many,
    maybe,
    one_of,
    parse,
    real,
    row,
    table,
    text,
    where,
    whole,
)

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide

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
def test_json_is_read_and_its_depth_is_known(value: Any, ascii: bool) -> None:
    written = json.dumps(value, ensure_ascii=ascii)
    assert depth(written) == nesting(value)
    assert parse(written, nesting(value)) == value


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
def test_anything_else_is_refused_in_linear_time(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text, 1)


@given(st.text(alphabet='"\\[]{}:,1a \n', max_size=40))
def test_no_text_is_nested_deeper_than_it_seems(text: str) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        return
    assert depth(text) == nesting(value)


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (whole(), [0, 10**30], [-1, True, 1.0, "1", None, [1]]),
        (whole(-3, 3), [-3, 0, 3], [-4, 4, 10**30]),
        (real(), [0.5, -1e300], [1, "0.5", None]),
        (flag(), [True, False], [0, 1, None, "true"]),
        (text(3), ["", "abc"], ["abcd", 1, None, ["a"]]),
        (constant(4), [4], [5, 4.0, "4", True]),
        (one_of("a", "b"), ["a", "b"], ["c", "ab", "", 1, None, ["a"]]),
        (constant(1), [1], [True, 1.0]),
        (constant("a"), ["a"], ["b", 1, ["a"]]),
        (maybe(whole()), [None, 3], [-1, False, ""]),
        (either(text(1), flag()), ["a", True], ["ab", 1, None]),
        (where(whole(), lambda value: value % 2 == 0), [0, 4], [1, -2, "a"]),
        (row(whole(), text()), [[1, "a"]], [[1], [1, "a", 2], ["a", 1], {"a": 1}, "1a", 1, []]),
        (many(whole(), most=2, least=1), [[1], [1, 2]], [[], [1, 2, 3], ["a"], [1, "a"], {"1": 1}, None]),
        (table(whole(), 3, most=2), [{}, {"a": 1}, {"abc": 1, "": 2}], [{"abcd": 1}, {"a": "b"}, [], None]),
        (table(whole(), 3, most=2), [{}], [{"a": 1, "b": 2, "c": 3}]),
        (table(flag(), 3, least=1), [{"a": True}], [{}]),
        (fields(a=whole(), b=maybe(text())), [{"a": 1, "b": None}], [{"a": 1}, {"b": "x", "a": 1, "c": 1}, {}, []]),
        (many(row(many(flag()))), [[], [[[]]], [[[True]], [[]]]], [[[]], [[[1]]], [[True]]]),
    ],
)
def test_a_shape_accepts_what_it_describes(shape: Shape, good: list[Any], bad: list[Any]) -> None:
    assert shape([]) and shape(good) and all(shape([value]) for value in good)
    for value in bad:
        assert not shape([value]), value
        assert not shape([*good, value]), "one bad value is enough to refuse all"


FORMAT = Format(
    shape=fields(form=constant(2), a=whole()),
    longest=30,
    damaged="this is damaged",
    too_long="this is too long",
    form="form",
    newest=2,
    older={1: fields(form=constant(1))},
)


def test_a_format_reads_its_own_and_older_versions() -> None:
    assert FORMAT.read('{"form":2,"a":3}') == {"form": 2, "a": 3}
    assert FORMAT.read('{"form":1}') == {"form": 1}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "damaged"), ("[]", "damaged"), ('{"a":3}', "damaged"), ('{"form":2}', "damaged"), (" " * 31, "too long"),
        ('{"form":1,"a":3}', "damaged"), ('{"form":0,"a":3}', "damaged"), ('{"form":true}', "damaged"),
        ('{"form":2,"a":3,"a":3}', "damaged"), ("[" * 30, "damaged"),
    ],
)  # fmt: skip
def test_a_format_reports_what_is_wrong(given: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as caught:
        FORMAT.read(given)
    assert not isinstance(caught.value, OtherVersion)


def test_a_newer_format_is_reported_as_another_version() -> None:
    for newer in ('{"form":3}', '{"form":3,"a":"b"}', '{"form":' + "9" * 21 + "}"):
        with pytest.raises(OtherVersion, match="this version reads format"):
            FORMAT.read(newer)


def test_invalid_entries_are_dropped_and_the_rest_is_kept() -> None:
    shapes = {"size": whole(1, 9), "name": text(3), "on": flag()}
    assert fitting({"size": 5, "name": "long", "on": True, "other": 1}, shapes) == {"size": 5, "on": True}
    assert fitting({"size": [5], "on": 1}, shapes) == fitting([], shapes) == fitting(None, shapes) == {}
