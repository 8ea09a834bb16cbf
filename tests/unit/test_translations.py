"""Translations say different things differently, and the labels of narrow buttons are short, in every language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from unicodedata import east_asian_width

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from game.rules import GAMES
from game.text.catalogue import catalogue, entries, forms
from game.words import LANGUAGES, Translator
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native

OTHERS = [tag for tag in LANGUAGES if tag != "en"]
LAST_MARKS = re.compile(r"[.!?:…。！？：]+$")
ONE_THING = (
    {"A draw.", "Drawn"},
    {"About", "About Kesu"},
    {"Berries", "berry"},
    {"Challenger", "Opponent", "Rival"},
    {"Clear the board", "Clear the whole board."},
    {"Colours", "number of colours"},
    {"Daily", "Daily challenge", "Daily challenges"},
    {"Games", "how many games"},
    {"Held", "Hold"},
    {"Match three", "Triple!"},
    {"Move", "Moves", "Turns", "number of turns"},
    {"New", "New game"},
    {"Next", "One move forward"},
    {"Play", "Play it", "Start"},
    {"Problem", "Problems"},
    {"Rules", "The rules"},
    {"The best times", "best times"},
    {"Your friend's turn.", "it is your friend's turn"},
    {"Your player", "Yours"},
    {"Show it", "Watch"},
    {"point", "score"},
    {"{low} to {high}", "{low}–{high}"},
    {"{word} cannot be used here", "{word} is not possible here"},
)
"""Texts that some language need not tell apart: they mean the same, or nobody meets them in the same place."""
WIDTHS = {"Play again": 10, "Share": 8, "Learn by playing": 16, "Send a reply": 12, "Undo": 8, "Home": 9}
"""Labels of the end card's buttons and the room for them, in Latin letters; a Chinese or Japanese one takes two."""
NEXT = 20
"""The same for the button that opens the next game of the day."""


def meaning(english: str) -> str:
    """Returns an English text without what other languages do not show: a capital, last marks, one of two terms."""
    text = re.sub(r"\bpiece\b", "block", LAST_MARKS.sub("", english))
    return text[:1].lower() + text[1:]


GROUPS = [set(map(meaning, group)) for group in ONE_THING]


def alike(texts: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Returns the different meanings of each translation, whatever its last marks."""
    found = defaultdict(set)
    for english, text in texts:
        found[LAST_MARKS.sub("", text)].add(meaning(english))
    return [meanings for meanings in found.values() if len(meanings) > 1]


def confused(texts: Iterable[tuple[str, str]]) -> list[set[str]]:
    return [meanings for meanings in alike(texts) if not any(meanings <= group for group in GROUPS)]


def translations(tag: str) -> list[tuple[str, str]]:
    """Returns English texts with their translations, each plural form separately."""
    return [(forms(each.id)[-1], text) for each in catalogue(tag) if each.id for text in forms(each.string)]


def width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@pytest.mark.parametrize("tag", OTHERS)
def test_different_texts_have_different_translations(tag: str) -> None:
    assert confused(translations(tag)) == []


def test_each_exception_is_needed() -> None:
    found = [meanings for tag in OTHERS for meanings in alike(translations(tag))]
    assert [group for group in GROUPS if not any(meanings <= group for meanings in found)] == []


def test_translations_that_differ_in_their_last_mark_only_are_found() -> None:
    texts = [("Deleted.", "Đã xóa."), ("Line clear!", "Đã xóa!"), ("Rival", "Đối thủ"), ("Opponent", "Đối thủ")]
    assert confused(texts) == [{"deleted", "line clear"}]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_labels_of_the_end_card_are_short(tag: str) -> None:
    page = (ROOT / "index.html").read_text("utf-8")
    assert [label for label in WIDTHS if label != "Home" and f">{label}</button>" not in page] == []
    translator = Translator(tag, entries(tag))
    wide = {translator(label): most for label, most in WIDTHS.items()}
    wide |= {translator("Next: {game}", game=translator(rules.title)): NEXT for rules in GAMES.values()}
    assert [label for label, most in wide.items() if width(label) > most] == []
