"""A page is in one language: no text on any screen, before or after Python starts, is from another catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import BrowserContext, Page

from game.rules import GAMES
from game.text.catalogue import catalogue, forms
from game.words import LANGUAGES
from tests.e2e.conftest import Player, own_page
from tests.e2e.screens import SCREENS, show
from tests.e2e.test_languages import PAGES

TEXTS = """() => {
    const SPOKEN = ['aria-label', 'title', 'alt', 'placeholder'];
    const found = new Set([document.title]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        if (element.closest('body [lang], [translate=no], kbd, script, style, noscript')) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        if (node !== element) found.add(node.data);
        else for (const name of SPOKEN) found.add(element.getAttribute(name) ?? '');
    }
    return [...found].map((text) => text.trim().replace(/\\s+/g, ' ')).filter((text) => /\\p{L}/u.test(text));
}"""
"""Every visible or spoken text except those marked as another language and the labels of keys."""

VALUE = re.compile(r"\{[^}]*\}")
PARTS = re.compile(r"[:：(（)）,，、.。·] *")
"""The separators between a label and its value, or between the items of a list."""


@cache
def texts_of(tag: str) -> frozenset[str]:
    """Returns a language's texts, with {} for values; texts with one letter, such as {}日, are left out."""
    messages = catalogue("ja" if tag == "en" else tag)
    said = [text for each in messages if each.id for text in forms(each.id if tag == "en" else each.string)]
    plain = {VALUE.sub("{}", " ".join(text.split())) for text in said}
    return frozenset(text for text in plain - set(LANGUAGES.values()) if len(re.findall(r"[^\W\d_]", text)) > 1)


@cache
def pattern(texts: frozenset[str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(text).replace(r"\{\}", ".+") for text in sorted(texts)))


def foreign(tag: str, texts: list[str]) -> list[str]:
    """Returns the texts that are, whole or in part, in another language's catalogue but not in this one's."""
    own = texts_of(tag)
    others = frozenset[str]().union(*(texts_of(other) for other in LANGUAGES)) - own
    found = [text for text in texts if pattern(others).fullmatch(text) and not pattern(own).fullmatch(text)]
    parts = ((text, part.strip()) for text in texts for part in PARTS.split(text))
    return found + [f"{part} in {text}" for text, part in parts if part in others and text not in own]


def test_text_of_another_language_is_detected() -> None:
    assert foreign("vi", ["Undo", "Hoàn tác", "Điểm: 12", "Điểm", "12"]) == ["Undo", "Undo in Undo"]
    assert foreign("vi", ["Điểm: 得分"]) == ["得分 in Điểm: 得分"]
    assert foreign("en", ["Undo", "Score: 12", "Seed: 7"]) == []
    assert foreign("zh-Hans", ["撤销"]) == [] and foreign("zh-Hans", ["復原"]) == ["復原", "復原 in 復原"]


@pytest.fixture
def still(guests: BrowserContext, site: str) -> Iterator[Page]:
    """A page on which Python never starts."""
    with own_page(guests, site) as page:
        page.route("**/*.wasm", lambda _route: None)
        yield page


CUT = """() => [...document.querySelectorAll(".card .summary")]
    .filter((text) => text.scrollHeight > text.clientHeight + 1).map((text) => text.textContent)"""


@pytest.mark.parametrize(
    "tag", [pytest.param(tag, marks=[pytest.mark.all] * (tag not in ("vi", "zh-Hant"))) for tag in PAGES]
)
def test_page_is_in_one_language_before_python(still: Page, site: str, tag: str) -> None:
    still.set_viewport_size({"width": 360, "height": 740})
    still.goto(site + PAGES[tag], wait_until="domcontentloaded")
    still.wait_for_function("window.kesuEarly")
    assert still.locator(".card .summary").count() == len(GAMES)
    assert still.evaluate(CUT) == [], "no card cuts its sentence on a phone"
    for name in ("", *GAMES):
        if name:
            Player(still, site).go_on(f"?game={name}")
            assert still.evaluate("document.body.dataset.screen") == "game"
            still.evaluate("document.getElementById('how').showPopover()")
        texts = still.evaluate(TEXTS)
        assert len(texts) > 20 and (name, foreign(tag, texts)) == (name, [])


SMALL = """() => [...document.querySelectorAll("label, legend, option, summary, th, dt, button, h2, h3, figcaption")]
    .filter((each) => (each.matches("option") ? each.parentElement : each).checkVisibility())
    .filter((each) => !each.closest("[translate=no], kbd")).map((each) => each.textContent.trim())
    .filter((text) => /^\\p{Ll}./u.test(text))"""
"""Labels, names and headings that begin with a lower-case letter."""

TRANSLATED = [tag for tag in PAGES if tag != "en"]
SHARES = {tag: [*SCREENS][at :: len(TRANSLATED)] for at, tag in enumerate(TRANSLATED)} | {"en": ["home", "chain"]}
"""Each screen in one language: an untranslated text is the same in all of them."""


@pytest.mark.parametrize(
    "tag,screens",
    [*SHARES.items(), *(pytest.param(tag, [*SCREENS], marks=pytest.mark.all, id=f"all {tag}") for tag in PAGES)],
)
def test_every_screen_is_in_one_language(unwatched: Player, site: str, tag: str, screens: list[str]) -> None:
    player = Player(unwatched.page, site + PAGES[tag]).load()
    for name in screens:
        texts = show(player, name).settle().page.evaluate(TEXTS)
        assert len(texts) > 5 and (name, foreign(tag, texts)) == (name, [])
        assert (name, player.page.evaluate(SMALL)) == (name, [])
