"""The longest joined messages, titles and names in each language fit their places on the smallest phones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import pytest

from game.input.instructions import instructions
from game.input.keys import DEFAULT
from game.rules import GAMES
from game.text.catalogue import entries
from game.words import C_, LANGUAGES, Translator
from prelit.packing import matches
from tests.e2e.conftest import PHONE, Player
from tests.e2e.test_faults import RUN
from tools.build.page_parts import BOTS, located
from tools.dev.catalogues import placeholders

SMALL = ((360, 740), (320, 568))
VALUES = {"count": 12, "better": "62%", "played": "40%"}
"""Values of messages; other numbers have two digits."""

REASONS = ("It ", "This piece leaves", "This block leaves")
"""How the reason for a move begins, which is said with the move; any other hint is said before it."""

SAY = """
import json
from js import document
from game.web.board.status import StatusLine
line = StatusLine()
kept, found = document.documentElement.lang, []
text, place, button = (document.querySelector(where) for where in ("#status-text", ".status", "#offer"))
text.style.display = "inline-block"  # as high as its lines
for language, said, offer in json.loads({texts!r}):
    document.documentElement.lang = language
    line.say(said, offer, print)
    inner, outer = text.getBoundingClientRect(), place.getBoundingClientRect()
    if inner.height > outer.height + 1 or button.getBoundingClientRect().right > outer.right + 1:
        found.append([language, round(inner.height), said, offer])
line.say("")
text.style.display = ""
document.documentElement.lang = kept
json.dumps(found)
"""
"""Says texts next to buttons in the status line; results in the texts that are cut off."""

CUT = """([where, texts]) => texts.filter(([language, text]) => {
    const [place, html] = [document.querySelector(where), document.documentElement];
    const [kept, nodes] = [html.lang, [...place.childNodes]];
    [html.lang, place.textContent] = [language, text];
    const cut = place.scrollWidth > place.clientWidth;
    html.lang = kept;
    place.replaceChildren(...nodes);
    return cut;
})"""
"""Puts texts into a place and returns the ones that are cut off."""


def filled(translator: Translator, message: str) -> str:
    names = set().union(*map(placeholders, message.rpartition("\4")[2].split("\0")))
    return translator(message, **{name: VALUES.get(name, "12") for name in names})


def messages(places: tuple[str, ...]) -> list[str]:
    """Returns the messages in files whose paths match these patterns."""
    return [message for message, names in located() if any(matches(name, places) for name in names)]


def joined(tag: str) -> Iterator[tuple[str, str, str]]:
    """Yields the longest texts of the status line as the games join them, each with its language and its button."""
    translator = Translator(tag, entries(tag))
    for message in messages(("game/bots/*/judge.py", "game/bots/judging/*")):
        verdict = translator.joined((translator(C_("lesson", "Not quite.")), filled(translator, message)))
        yield tag, verdict, translator(C_("lesson", "Next"))
    for message in messages(BOTS):
        hint = filled(translator, message)
        if message.startswith(REASONS):
            yield tag, hint, translator("Play this move")
        else:
            yield (
                tag,
                translator.joined((hint, translator("Seeing it counts as help."))),
                translator("Show it"),
            )
    yield (
        tag,
        filled(translator, "Daily challenge: only your first try counts. Undo or a hint's move makes it assisted."),
        "",
    )
    unfinished = translator("You haven't finished the daily challenge of {day}.", day="23 November")
    yield tag, unfinished, translator("Finish that one")


@pytest.fixture
def small(phone: Player) -> Iterator[Player]:
    yield phone
    phone.page.set_viewport_size(PHONE["viewport"])


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_no_joined_message_is_cut_off(small: Player, width: int, height: int) -> None:
    small.go("?game=push-clear&seed=7").page.set_viewport_size({"width": width, "height": height})
    texts = json.dumps([text for tag in LANGUAGES for text in joined(tag)])
    assert len(json.loads(texts)) > 600
    assert json.loads(small.page.evaluate(RUN, SAY.format(texts=texts))) == []


LEFT = """
import json
from js import document
from game.web.platform.dates import formatted_duration
from game.web.platform.dom import by_id
kept, found, places = document.documentElement.lang, [], [by_id(name) for name in {places!r}]
texts = [str(place.textContent) for place in places]
for language, *said in json.loads({texts!r}):
    document.documentElement.lang = language
    for place, text in zip(places, said):
        place.textContent = text.replace("{{time}}", formatted_duration(23 * 60 + 59, language))
    if places[1].clientHeight > 30:
        found.append(language)
document.documentElement.lang = kept
for place, text in zip(places, texts):
    place.textContent = text
json.dumps(found)
"""
"""Says when the next games of the day begin; results in the languages in which that takes two lines."""


def test_the_time_until_the_next_games_has_one_line(small: Player) -> None:
    small.go("./").page.set_viewport_size({"width": 360, "height": 740})
    found = []
    for tag in LANGUAGES:
        translator = Translator(tag, entries(tag))
        found.append([tag, translator("Today"), translator("Next in {time}", time="{time}"), translator("Past days")])
    code = LEFT.format(places=("today-title", "today-next", "open-calendar"), texts=json.dumps(found))
    assert json.loads(small.page.evaluate(RUN, code)) == []


COACHED = """(lessons) => {
    const heights = {};
    const [coach, step, text, ways, next] = ['', '-step', '-text', '-ways', '-next']
        .map((name) => document.getElementById(`coach${name}`));
    const kept = document.documentElement.lang;
    for (const [language, said, how, boards] of lessons) {
        document.documentElement.lang = language;
        document.getElementById('boards').dataset.count = boards;
        [step.textContent, text.textContent] = ['1/4', said];
        ways.replaceChildren(...how.map((way) => Object.assign(document.createElement('span'), { textContent: way })));
        (heights[coach.offsetHeight] ??= []).push([language, said]);
    }
    document.documentElement.lang = kept;
    document.getElementById('boards').dataset.count = 1;
    return heights;
}"""
"""Shows texts of lessons in the coach's bar; returns them by its height."""


@pytest.mark.parametrize(("width", "height"), [*SMALL, (360, 640)])
def test_no_text_of_a_lesson_changes_the_size_of_the_board(small: Player, width: int, height: int) -> None:
    page = small.go("?game=push-clear&seed=7").page
    page.set_viewport_size({"width": width, "height": height})
    page.tap("#offer")
    texts = []
    for tag, rules in product(LANGUAGES, GAMES.values()):
        translator = Translator(tag, entries(tag))
        for number, lesson in enumerate(rules.lessons):
            steps = instructions(rules, lesson, DEFAULT, translator, touch=True)
            how = [translator.labelled(each.how, each.does) if each.does else each.how for each in steps]
            caption = translator.joined((translator("A new board.") if number else "", translator(lesson.caption)))
            parts = (translator(C_("lesson", "Not quite.")), translator(lesson.missed), translator("Try again."))
            said = [caption, translator(lesson.praise), *([translator.joined(parts)] if lesson.missed else [])]
            texts += [[tag, text, how, rules.seats] for text in said]
    found = [page.evaluate(COACHED, [text for text in texts if text[-1] == seats]) for seats in (1, 2)]
    page.tap("#coach-skip")
    # On the smallest phone two boards need the room more: a text of four lines makes them smaller for its step.
    for heights in found if height > 600 else found[:1]:
        assert len(heights) == 1, {height: said[:3] for height, said in heights.items()}


RIVAL = """() => {
    const [rival, frame, name] = ['div', 'div', 'span'].map((kind) => document.createElement(kind));
    [rival.className, frame.className, name.className] = ['rival', 'rival-frame', 'rival-name'];
    rival.append(frame, name);
    document.querySelector('.board-head').append(rival);
}"""
"""Adds a rival's board, as in a race."""


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_no_title_or_name_of_a_rival_is_cut_off(small: Player, width: int, height: int) -> None:
    small.go("?game=nineteen&seed=7").page.set_viewport_size({"width": width, "height": height})
    known = {tag: Translator(tag, entries(tag)) for tag in LANGUAGES}
    titles = [(tag, translator(rules.title)) for tag, translator in known.items() for rules in GAMES.values()]
    assert small.page.evaluate(CUT, [".bar h1", titles]) == []
    small.page.evaluate(RIVAL)
    names = [(tag, translator(name)) for tag, translator in known.items() for name in ("Your best game", "Challenger")]
    assert small.page.evaluate(CUT, [".rival-name", names]) == []


WIDE = """([language, words]) => {
    document.documentElement.lang = language;
    return [...document.querySelectorAll('#settings select')].flatMap((select) => {
        const copy = select.cloneNode(true);
        for (const option of copy.options) option.text = words[option.text.toLowerCase()] ?? option.text;
        copy.style = 'position: absolute; width: max-content; max-width: none; flex: none';
        select.after(copy);
        const [wanted, room] = [copy.offsetWidth, select.offsetWidth];
        copy.remove();
        return wanted > room + 1 ? [[select.name, wanted, room]] : [];
    });
}"""
"""Returns the settings whose choices are wider than the place for them."""


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_no_choice_in_the_settings_is_cut_off(small: Player, width: int, height: int) -> None:
    small.go("?game=nineteen&seed=7").page.set_viewport_size({"width": width, "height": height})
    small.page.click("#open-settings")
    for tag in LANGUAGES:
        words = {english.lower(): text for english, text in entries(tag).items() if isinstance(text, str)}
        assert small.page.evaluate(WIDE, [tag, words]) == [], tag
    small.page.evaluate("document.documentElement.lang = 'en'")
