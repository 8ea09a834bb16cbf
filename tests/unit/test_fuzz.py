"""Every text from outside is accepted or rejected with one line: nearly valid texts and arbitrary ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import at_most
from tests.fuzz.changes import changed
from tests.fuzz.targets import TARGETS, tried

TEXTS, MORE = 500, 20_000
DEAR = {
    "commands": 10, "replay body": 10, "live message": 10, "store": 4, "replay code": 4, "save": 4, "save contents": 4,
    "challenge body": 4, "backup body": 4, "sequence file": 4, "backup": 2, "exercise": 4,
    "problem file": 4, "problem id": 2,
}  # fmt: skip
"""Slow parsers: how many times fewer texts they get in the ordinary run."""
EVERY = pytest.mark.parametrize("name", list(TARGETS))


@pytest.mark.slow("thousands of texts on each target")
@EVERY
@pytest.mark.native  # the same code in Pyodide, only slower; the tests below try what may differ there
def test_nearly_valid_texts_are_accepted_or_rejected(name: str) -> None:
    for number in range(TEXTS // DEAR.get(name, 1)):
        tried(TARGETS[name], changed(TARGETS[name].examples, number))


@EVERY
@settings(max_examples=at_most(25))
@given(st.text() | st.text(st.characters(max_codepoint=127)))
def test_arbitrary_texts_are_accepted_or_rejected(name: str, text: str) -> None:
    tried(TARGETS[name], text)


@EVERY
def test_valid_examples_are_accepted(name: str) -> None:
    assert any(not tried(TARGETS[name], text) for text in TARGETS[name].examples)


@pytest.mark.slow("a megabyte on each target")
@EVERY
@pytest.mark.parametrize(
    "unit", ["a", "[", '{"a":', '"', "\\", "0", " ", "\n", "drop ", "9drop ", "sequence f ", "r\n", "%", "&a=1"]
)
def test_megabyte_of_text_is_accepted_or_rejected(name: str, unit: str) -> None:
    tried(TARGETS[name], (unit * 1_000_000)[:1_000_000])


@EVERY
@pytest.mark.all
@pytest.mark.native
def test_more_nearly_valid_texts_are_accepted_or_rejected(name: str) -> None:
    for number in range(MORE // DEAR.get(name, 1)):
        tried(TARGETS[name], changed(TARGETS[name].examples, number))
