"""The translator: how a catalogue is used, and how a page's texts are found and translated."""

from __future__ import annotations

import pytest

from game.contract import BadInput
from game.words import PLURALS, Words
from tools.build import page_texts


def test_a_message_without_a_translation_is_english() -> None:
    words = Words("ja", {"Undo": "元に戻す"})
    assert [words("Undo"), words("Redo"), words("")] == ["元に戻す", "Redo", ""]


def test_an_error_inside_an_error_is_translated_too() -> None:
    words = Words("vi", {"no such file: {name}": "không có tệp: {name}", "{file}: {reason}": "{reason} ({file})"})
    inner = BadInput("no such file: {name}", name="b.txt")
    assert words("{file}: {reason}", file="a.txt", reason=inner) == "không có tệp: b.txt (a.txt)"


@pytest.mark.parametrize("count,text", [(0, "0 points."), (1, "1 point."), (2, "2 points."), (21, "21 points.")])
def test_english_has_two_plural_forms(count: int, text: str) -> None:
    assert Words().plural("{count} point.", "{count} points.", count) == text


def test_a_catalogue_has_its_own_plural_rule() -> None:
    one_form = Words("ja", {PLURALS: "0", "{count} point.": ["{count}点。"]})
    assert one_form.plural("{count} point.", "{count} points.", 1) == "1点。"
    three = {PLURALS: "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2)", "{count} point.": ["a", "b", "c"]}
    assert [Words("xx", three).plural("{count} point.", "", n) for n in (1, 2, 5, 21)] == ["a", "b", "c", "a"]


def test_lists_and_labels_follow_the_language() -> None:
    english, japanese = (
        Words(),
        Words("ja", {"{first}, {second}": "{first}、{second}", "{first} {second}": "{first}{second}"}),
    )
    assert english.listed(["a", "b", "c"]) == "a, b, c" and japanese.listed("ab") == "a、b"
    assert english.joined(["One.", "", "Two."]) == "One. Two." and japanese.joined(["一。", "二。"]) == "一。二。"
    assert english.joined([]) == english.listed([]) == ""


PAGE = """<!doctype html>
<html lang="en"><head><title>A  title</title><meta name="description" content="What it is"><meta name="x" content="y">
<script>const no = "text";</script></head>
<body><p id="a" class="b">One <b title="hover">two</b> &amp; 8×</p><span translate="no">Kesu <i>too</i></span>
<!-- marker --><button aria-label="Go &quot;on&quot;">⏮</button><input placeholder="help"><br></body></html>
"""


def test_texts_of_a_page_are_found() -> None:
    wanted = ["A title", "What it is", "One", "hover", "two", 'Go "on"', "help"]
    assert sorted(page_texts.found(PAGE)) == sorted(wanted)


def test_a_page_in_another_language_differs_only_in_its_texts() -> None:
    assert page_texts.translated(PAGE, "en", lambda text: text).replace("<title>A title", "<title>A  title") == PAGE
    shouted = page_texts.translated(PAGE, "vi", lambda text: f'<"{text.upper()}">')
    assert '<html lang="vi">' in shouted and '<title>&lt;"A TITLE"&gt;</title>' in shouted
    assert 'title="&lt;&quot;HOVER&quot;&gt;"' in shouted and "<!-- marker -->" in shouted
    assert '<p id="a" class="b">' in shouted and 'const no = "text";' in shouted and "Kesu <i>too</i>" in shouted
