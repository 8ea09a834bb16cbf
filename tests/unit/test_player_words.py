"""The texts that players read use the words of docs/words.md: one name for one thing, and no word that is ruled out
there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from game.text.catalogue import catalogue, forms
from game.words import LANGUAGES

pytestmark = pytest.mark.native

NAMES = {
    "en": "English",
    "ja": "Japanese",
    "vi": "Vietnamese",
    "zh-Hant": "Traditional Chinese",
    "zh-Hans": "Simplified Chinese",
}
OTHERS = [tag for tag in LANGUAGES if tag != "en"]


def rows(section: str) -> list[list[str]]:
    """Returns the cells of a table in docs/words.md, without its head."""
    text = (Path(__file__).parents[2] / "docs/words.md").read_text("utf-8").partition(f"## {section}\n")[2]
    lines = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def patterns(cell: str) -> list[re.Pattern[str]]:
    return [re.compile(one.replace(r"\|", "|"), re.I) for one in re.findall("`(.+?)`", cell)]


def texts(tag: str) -> list[tuple[str, str]]:
    """Returns English texts with their translations, or with themselves; every form of a plural is separate."""
    messages = [message for message in catalogue("ja" if tag == "en" else tag) if message.id]
    if tag == "en":
        return [(text, text) for message in messages for text in forms(message.id)]
    return [(forms(message.id)[-1], text) for message in messages for text in forms(message.string)]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_text_says_what_not_to_say(tag: str) -> None:
    mine = [row for row in rows("What not to say") if row[0] == NAMES[tag]]
    assert mine, "the language has no rows"
    found = [
        (text, row[1], f"say {row[2]}")
        for english, text in texts(tag)
        for row in mine
        if any(pattern.search(text) for pattern in patterns(row[1]))
        and (not row[3] or any(where.search(english) for where in patterns(row[3])))
    ]
    assert found == []


@pytest.mark.parametrize("tag", OTHERS)
def test_a_thing_has_one_name(tag: str) -> None:
    column, checked = 2 + OTHERS.index(tag), 0
    found = []
    for row in rows("One name for one thing"):
        terms = re.compile("|".join(map(str.strip, row[column].split("/"))), re.I)
        for pattern in patterns(row[1]):
            those = [text for english, text in texts(tag) if pattern.search(english)]
            assert those, f"no text has {pattern.pattern}"
            checked += len(those)
            found += [(row[0], row[column], text) for text in those if not terms.search(text)]
    assert found == [] and checked > 100
