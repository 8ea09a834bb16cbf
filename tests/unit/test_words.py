"""The translator: how a catalogue is used, and how a page's texts are found and translated."""

from __future__ import annotations

import re

import pytest

from game.contract import BadInput
from game.words import C_, CLAUSES, LIST, NUMBER, P_, PLURALS, RANGE, SENTENCE, Listed, Translator, capital, uncapital
from tools.build import page_texts
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide


def test_a_message_without_a_translation_is_english() -> None:
    translator = Translator("ja", {"Undo": "元に戻す"})
    assert [translator("Undo"), translator("Redo"), translator("")] == ["元に戻す", "Redo", ""]


def test_a_nested_error_is_translated_too() -> None:
    translator = Translator(
        "vi", {"no such file: {name}": "không có tệp: {name}", "{file}: {reason}": "{reason} ({file})"}
    )
    inner = BadInput("no such file: {name}", name="b.txt")
    assert translator("{file}: {reason}", file="a.txt", reason=inner) == "không có tệp: b.txt (a.txt)"


@pytest.mark.parametrize("count,text", [(0, "0 points."), (1, "1 point."), (2, "2 points."), (21, "21 points.")])
def test_english_has_two_plural_forms(count: int, text: str) -> None:
    assert Translator().plural("{count} point.", "{count} points.", count) == text


@pytest.mark.parametrize("count,text", [(1, "1 block for you."), (1200, "1,200 blocks for you.")])
def test_a_message_may_have_plural_forms(count: int, text: str) -> None:
    message = P_("{count} block for {target}.", "{count} blocks for {target}.")
    assert Translator()(message, count=count, target="you") == text
    one_form = Translator("ja", {PLURALS: "0", "{count} block for {target}.": ["{target}に{count}個。"]})
    assert one_form(message, count=2, target="相手") == "相手に2個。"


def test_a_catalogue_has_its_own_plural_rule() -> None:
    one_form = Translator("ja", {PLURALS: "0", "{count} point.": ["{count}点。"]})
    assert one_form.plural("{count} point.", "{count} points.", 1) == "1点。"
    three = {PLURALS: "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2)", "{count} point.": ["a", "b", "c"]}
    assert [Translator("xx", three).plural("{count} point.", "", n) for n in (1, 2, 5, 21)] == ["a", "b", "c", "a"]


def test_lists_and_labels_follow_the_language() -> None:
    entries = {LIST: "{first}と{second}", CLAUSES: "{first}、{second}", "{first} {second}": "{first}{second}"}
    english, japanese = Translator(), Translator("ja", entries)
    assert english.listed(["a", "b", "c"]) == "a, b, c" and japanese.listed("ab") == "aとb"
    assert english.clauses("ab") == "a, b" and japanese.clauses("ab") == "a、b"
    assert english.joined(["One.", "", "Two."]) == "One. Two." and japanese.joined(["一。", "二。"]) == "一。二。"
    assert english.joined([]) == english.listed([]) == ""


def test_an_error_lists_and_a_span_is_written_as_in_the_language() -> None:
    error = BadInput("not one of {names}", names=Listed(["a", "b"]))
    japanese = Translator("ja", {LIST: "{first}、{second}", error.message: "{names}ではない", RANGE: "{low}〜{high}"})
    assert str(error) == "not one of a, b" and japanese.error(error) == "a、bではない."
    assert [japanese.span(10, 20), japanese.span(7, 7), Translator().span(1, 2000)] == ["10〜20", "7", "1 to 2,000"]


BYPASSING = re.compile(r"""f(["']).*[\s}]\(\{""")
"""An f-string with a value in brackets after something else."""


def test_brackets_around_a_value_are_those_of_the_language() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "game").rglob("*.py"))
        if "workshop" not in path.parts  # Python's own errors, which are English
        for line in path.read_text("utf-8").splitlines()
        if BYPASSING.search(line)
    ]
    assert found == [], "translator(BRACKETS), or a message of its own"


def test_one_english_word_with_two_meanings_is_two_messages() -> None:
    translator = Translator("vi", {C_("playback", "Play"): "Phát", "Play": "Chơi"})
    assert [translator(C_("playback", "Play")), translator("Play"), translator(C_("a game", "Play"))] == [
        "Phát",
        "Chơi",
        "Play",
    ]
    assert Translator()(C_("playback", "{count} ×"), count=3) == "3 ×"


def test_an_error_among_sentences_is_a_sentence() -> None:
    english, japanese = Translator(), Translator("ja", {"no {thing}": "{thing}がない", SENTENCE: "{text}。"})
    error = BadInput("no {thing}", thing="room")
    assert english.error(error) == "No room." and japanese.error(error) == "roomがない。"
    assert english.error(BadInput("{name}: {why}", name="seq.txt", why=error)) == "seq.txt: no room."


@pytest.mark.parametrize("end", ["?", "!", "？", "！"])
def test_an_error_that_asks_or_exclaims_has_no_full_stop(end: str) -> None:
    assert Translator().error(BadInput("too long: does a loop never end" + end)) == (
        "Too long: does a loop never end" + end
    )


def test_a_phrase_in_a_sentence_begins_with_a_small_letter() -> None:
    texts = ("Hard drop", "Đè nặng", "T", "I x", "UFO", "ハード", "3 × left", "")
    assert [uncapital(text) for text in texts] == ["hard drop", "đè nặng", *texts[2:]]


def test_a_phrase_by_itself_begins_with_a_capital() -> None:
    assert [capital(text) for text in ("dark", "tối", "ảnh", "4×4", "暗い", "")] == [
        "Dark", "Tối", "Ảnh", "4×4", "暗い", "",
    ]  # fmt: skip


def test_numbers_have_the_separators_of_the_language() -> None:
    english, vietnamese = Translator(), Translator("vi", {NUMBER: "1.234,5"})
    assert english.number(1234567) == "1,234,567" and vietnamese.number(1234567) == "1.234.567"
    assert english.number(0.25, ".4g") == "0.25" and vietnamese.number(0.25, ".4g") == "0,25"


PAGE = """<!doctype html>
<html lang="en"><head><title>A  title</title><meta name="description" content="What it is"><meta name="x" content="y">
<script>const no = "text";</script></head>
<body><p id="a" class="b">One <b title="hover">two</b> &amp; 8×</p><span translate="no">Kesu <i>too</i></span>
<!-- marker --><button aria-label="Go &quot;on&quot;">⏮</button><input placeholder="help"><br></body></html>
"""


def test_the_texts_of_a_page_are_found() -> None:
    wanted = ["A title", "What it is", "One", "hover", "two", 'Go "on"', "help"]
    assert sorted(page_texts.texts_in_page(PAGE)) == sorted(wanted)


def test_a_page_in_another_language_differs_only_in_its_texts() -> None:
    assert page_texts.translated(PAGE, "en", lambda text: text).replace("<title>A title", "<title>A  title") == PAGE
    shouted = page_texts.translated(PAGE, "vi", lambda text: f'<"{text.upper()}">')
    assert '<html lang="vi">' in shouted and '<title>&lt;"A TITLE"&gt;</title>' in shouted
    assert 'title="&lt;&quot;HOVER&quot;&gt;"' in shouted and "<!-- marker -->" in shouted
    assert '<p id="a" class="b">' in shouted and 'const no = "text";' in shouted and "Kesu <i>too</i>" in shouted


def test_a_context_is_for_translators_and_not_in_the_page() -> None:
    page = '<b data-context="playback" title="Run">Play</b><i>Play</i>'
    assert page_texts.texts_in_page(page) == [C_("playback", "Run"), C_("playback", "Play"), "Play"]
    said = page_texts.translated(page, "vi", lambda text: text.replace("\4", "|"))
    assert said == '<b title="playback|Run">playback|Play</b><i>Play</i>'


def test_a_blank_separates_chinese_from_latin_and_nothing_else() -> None:
    chinese = Translator(
        "zh-Hans", {"{name} wins!": "{name} 获胜！", "Beat {name} and {next}": "赢了{name}就能挑战{next}"}
    )
    assert chinese("{name} wins!", name="点点") == "点点获胜！"
    assert chinese("{name} wins!", name="玩家 2") == "玩家 2 获胜！"
    assert chinese("Beat {name} and {next}", name="Anna", next="方方") == "赢了 Anna 就能挑战方方"
    assert Translator("ja", {"Beat {name}": "{name}に"})("Beat {name}", name="Pip") == "Pipに"
