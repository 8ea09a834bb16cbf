"""The catalogues are complete, match the texts, and reach the page unchanged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from game import files
from game.rules import GAMES
from game.session import Session
from game.text.catalogue import entries
from game.words import LANGUAGES, Translator

pytestmark = pytest.mark.native

OTHERS = [tag for tag in LANGUAGES if tag != "en"]
IN_EACH = pytest.mark.parametrize("tag", OTHERS)


@pytest.fixture(scope="module")
def texts() -> Any:
    from tools.build.texts import template

    return template()


@IN_EACH
def test_no_text_is_missing_fuzzy_unused_or_wrongly_filled(tag: str, texts: Any) -> None:
    from tools.dev.catalogues import faults

    assert faults(tag, texts) == [], "run python -m tools.dev.catalogues, then edit static/words"


@IN_EACH
def test_catalogue_is_formatted_by_the_tool(tag: str) -> None:
    from game.text.catalogue import catalogue, path_of
    from tools.dev.catalogues import as_text

    assert as_text(catalogue(tag)) == path_of(tag).read_text(encoding="utf-8"), "run python -m tools.dev.catalogues"


def test_faults_in_a_catalogue_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from babel.messages.catalog import Catalog

    from game.text import catalogue
    from tools.dev.catalogues import faults

    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=1; plural=0;\\n"\n\n'
    entries = [
        'msgid "Undo"\nmsgstr "元に戻す"',
        'msgid "{a} of {b}"\nmsgstr "{b}分の{c}"',
        'msgid "{a} only"\nmsgstr "{a} {"',
        '#, fuzzy\nmsgid "Redo"\nmsgstr "やり直す"',
        'msgid "Left"\nmsgstr ""',
        'msgid "Up"\nmsgstr " 上"',
        'msgid "one"\nmsgid_plural "many"\nmsgstr[0] ""',
        'msgid "Gone"\nmsgstr "消えた"',
    ]  # fmt: skip
    (tmp_path / "ja.po").write_text(head + "\n\n".join(entries), encoding="utf-8")
    wanted = Catalog()
    for message in ("Undo", "{a} of {b}", "{a} only", "Redo", "Left", "Up", ("one", "many"), "Right"):
        wanted.add(message)
    shown = faults("ja", wanted)
    for fault in (
        "missing: Right",
        "used nowhere: Gone",
        "not translated: Left",
        "uncertain: Redo",
        "blanks around it: Up",
    ):
        assert any(line.endswith(fault) for line in shown), fault
    assert any("placeholders" in line and "{c}" in line for line in shown)
    assert any("braces" in line for line in shown)
    assert any(line.startswith("not translated: ('one', 'many')") for line in shown)
    assert not any("Undo" in line for line in shown)


@IN_EACH
def test_every_game_is_named_and_described_in_the_language(tag: str) -> None:
    known = entries(tag)
    for rules in GAMES.values():
        said = [rules.title, rules.summary, *rules.how, *(option.help for option in rules.options.values())]
        said += [symbol.name for letter, symbol in rules.symbols.items() if symbol.name != letter]
        said += [report.help for report in rules.reports.values()]
        view = Session(rules, {}, 7, files.read).view
        said += [label for label, _value in view.figures]
        said += [label for board in view.boards for label, _value in board.figures]
        assert [text for text in said if text not in known] == []


def test_the_page_does_without_what_only_the_terminal_says() -> None:
    """The texts of the page's scripts are in its HTML, whose size has a limit."""
    from game.session import all_options
    from tools.build.page_parts import terminal_texts

    shown: set[str] = set()
    for rules in GAMES.values():
        shown |= {symbol.name for symbol in rules.symbols.values()} | {
            control.label for control in rules.controls.values()
        }
        for option in all_options(rules).values():
            shown |= {option.label or option.help, option.brief, *getattr(option, "names", {}).values()}
            shown |= {getattr(option, "note", ""), *getattr(option, "notes", {}).values()}
    assert "starting level of both players" in terminal_texts() and not shown & terminal_texts()


@IN_EACH
def test_a_catalogue_becomes_a_translator(tag: str) -> None:
    translator = Translator(tag, json.loads(json.dumps(entries(tag))))
    shown = [
        translator("Undo"),
        translator.plural("{count} point.", "{count} points.", 1),
        translator.listed("ab"),
        translator.joined("ab"),
    ]
    assert (
        shown[0] != "Undo" and shown[1].startswith("1") and {"a", "b"} < set(shown[2]) and {"a", "b"} <= set(shown[3])
    )
    assert entries("en") == {}


NAMES = {
    "Biquadris", "CPU", "Dask", "Esc", "JSON", "JavaScript", "Kesu", "MB", "MIT", "NumPy", "PyScript", "Pyodide",
    "Python", "WebAssembly", "bag", "build", "dask", "distributed", "joblib", "kB", "ms", "py",
    "against", "blind", "bot", "computer", "force", "heavy", "help", "jobs", "move", "seed", "sequence", "text",
    "Fi", "QR", "STUN", "Wi",
    "Board", "Exception", "False", "GAME", "KeyError", "LEFT", "None", "Role", "Rules", "TICK", "True",
    "cells", "choose", "column", "controls", "except", "form", "game", "if", "int", "moves", "numpy", "over", "pace",
    "rng", "row", "rows", "scores", "state", "symbols", "tolist", "tone", "value", "view", "boards", "tuple", "list",
    "dict", "figures",
}  # fmt: skip
"""Words in Latin letters in every language: names and terminal input."""
ENGLISH = {"a", "an", "and", "for", "from", "is", "it", "not", "of", "or", "that", "the", "this", "with", "you", "your"}
WRITING = {"ja": "euc_jp", "zh-Hans": "gb2312", "zh-Hant": "big5"}
"""Character sets that have the characters of one script and lack some of each other script."""
STOPS = {"。": ".", "．": ".", "！": "!", "？": "?", "：": ":"}


def pairs(tag: str) -> list[tuple[str, str]]:
    """Returns English texts with their translations, each plural form separately, with # for filled-in values."""
    from game.text.catalogue import catalogue, forms

    found = [(forms(m.id)[-1], text) for m in catalogue(tag) if m.id for text in forms(m.string)]
    return [(re.sub(r"\{\w+\}", "#", english), re.sub(r"\{\w+\}", "#", text)) for english, text in found]


@IN_EACH
def test_only_names_are_left_in_english(tag: str) -> None:
    for english, text in pairs(tag):
        found = set(re.findall(r"[A-Za-z]{2,}", text))
        if tag == "vi":
            assert not {word.lower() for word in re.findall(r"\w+", text)} & (ENGLISH - {"a"}), text
            assert text != english or found <= {*NAMES, "Lines"}, text
        else:
            assert found <= NAMES, text


@IN_EACH
def test_no_text_is_in_the_wrong_language(tag: str) -> None:
    for _english, text in pairs(tag):
        kana, han = re.findall("[\u3041-\u30fa]", text), re.findall("[\u4e00-\u9fff]", text)
        accented = re.findall("[ăâđêôơưĂÂĐÊÔƠƯ\u1ea0-\u1ef9]", text)
        assert not (kana and tag != "ja") and not (accented and tag != "vi") and not (han and tag == "vi"), text
        assert kana or tag != "ja" or len(han) < 12, text
        "".join(han).encode(WRITING.get(tag, "utf-8"))


@IN_EACH
def test_sentences_end_with_a_stop_in_every_language(tag: str) -> None:
    def stop(text: str) -> str:
        last = text.rstrip(")）")[-1:]
        last = STOPS.get(last, last)
        return last if last in ".!?:…" else ""

    assert [text for english, text in pairs(tag) if stop(text) != stop(english)] == []
