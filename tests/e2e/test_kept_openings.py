"""A stored opening of the wrong shape is ignored: the game still starts, and nothing foreign is drawn."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.conftest import Player, expected, names, own_page
from tools.samples.some_moves import between_people

SEED = 2026
HOSTILE: tuple[Any, ...] = (
    None, True, 0, -1, 1e9, "", "x", "\u0000", "x" * 6000, [], [[]], {}, [None],
    ["b"], ["b", None], ["b", {}, 5], [5, {}],
    ["meta", {"http-equiv": "refresh", "content": "0;url=about:blank"}], ["script", {}, "document.title = 'foreign'"],
    ["iframe", {"src": "about:blank"}], ["img", {"src": "x", "onerror": "document.title = 'foreign'"}],
    ["a", {"href": "javascript:document.title = 'foreign'"}, "here"], ["base", {"href": "https://example.org/"}],
    ["div", {"onclick": "1"}], ["div", {"id": "main"}], ["div", {"style": "position:fixed;inset:0"}],
    ["div", {"style": "width:url(x)"}], ["svg", {}, ["use", {"href": "#x"}]], ["svg", {}, ["script", {}, "1"]],
    ["canvas", {}], ["canvas", {"data-board": "[]"}], ["canvas", {"data-board": '[["..","."],[],[],0]'}],
    ["canvas", {"data-board": '[[".."],[["a",[5,5]]],[],0]'}], ["canvas", {"data-board": '[[".."],[],[],9]'}],
)  # fmt: skip
"""Values put into a stored opening in place of the right ones."""
NAMES = ("onclick", "href", "style", "id", "form", "xlink:href", "a b")
TAGS = "b br button circle dd defs div dl dt em g i kbd line p path pattern polygon polyline rect small span strong svg"
DRAW = """([texts, drawn]) => texts.map((text) => {
    const { game } = document.body.dataset;
    const wrong = [];
    const note = (event) => wrong.push(String(event.message ?? event.reason));
    addEventListener('error', note);
    localStorage.setItem(`kesu/opening/${game}`, text);
    dispatchEvent(new PopStateEvent('popstate'));
    removeEventListener('error', note);
    for (const id of ['figures', 'boards', 'pad', 'choices', 'seed', 'veil-text']) {
        for (const element of document.getElementById(id).querySelectorAll('*')) {
            const { localName } = element;
            if (!drawn.includes(localName)) wrong.push(localName);
            for (const { name, value } of element.attributes) {
                if (/^(on|id$|src|http)/.test(name) && localName !== 'pattern') wrong.push(`${localName} ${name}`);
                if (name === 'href' && !value.startsWith(`#${game}-`)) wrong.push(`${name} ${value}`);
                if (name === 'style' && /position|url|expression/.test(value)) wrong.push(value);
            }
        }
    }
    if (!document.querySelector('#boards .opening')) wrong.push('no board');
    return wrong.join(', ');
})"""
"""Shows the game before Python with each of these openings stored; returns what was wrongly drawn for each."""


def draw(page: Page, texts: list[str]) -> list[str]:
    """Returns what was wrong with each."""
    return list(page.evaluate(DRAW, [texts, [*TAGS.split(), "use"]]))


def spoilt(chance: random.Random, kept: dict[str, Any]) -> str:
    """Returns the opening with one to three values replaced."""
    if chance.random() < 0.02:
        return json.dumps(chance.choice(HOSTILE))
    changed = copy.deepcopy(kept)
    for _change in range(chance.randint(1, 3)):
        spoil(chance, changed)
    text = json.dumps(changed)
    return text[: chance.randrange(len(text))] if chance.random() < 0.03 else text


def spoil(chance: random.Random, place: Any) -> None:
    """Descends to a random value and replaces it."""
    inside = list(place) if isinstance(place, dict) else list(range(len(place)))
    if not inside:
        return
    key, act, hostile = chance.choice(inside), chance.random(), copy.deepcopy(chance.choice(HOSTILE))
    if isinstance(place[key], dict | list) and place[key] and chance.random() < 0.8:
        spoil(chance, place[key])
    elif act < 0.15:
        del place[key]
    elif act < 0.25 and isinstance(place, list):
        place.insert(key, hostile)
    elif act < 0.35 and isinstance(place, dict):
        place[chance.choice(NAMES)] = hostile
    elif act < 0.45 and isinstance(place[key], str):
        place[key] = place[key][: chance.randrange(len(place[key]) + 1)]
    else:
        place[key] = hostile


KEYS_BEFORE = {
    "push-clear": ("ArrowLeft", "ArrowUp"), "chain": ("ArrowLeft", "Space"), "nineteen": ("Enter", "Space", "KeyP"),
    "lines98": (), "biquadris": ("ArrowLeft", "Space"), "duel": ("ArrowLeft", "Space"),
}  # fmt: skip
"""By game: the keys pressed before leaving it."""
EACH = pytest.mark.parametrize(
    "before_python",
    ["chain", *(pytest.param(name, marks=pytest.mark.all) for name in KEYS_BEFORE if name != "chain")],
    indirect=True,
)


@pytest.fixture(scope="module")
def before_python(
    request: pytest.FixtureRequest, guests: BrowserContext, site: str
) -> Iterator[tuple[Page, dict[str, Any]]]:
    """A game left after some moves, on a page that has not started Python, and its stored opening."""
    name = getattr(request, "param", "push-clear")
    with own_page(guests, site) as page:
        Player(page, site).load(between_people(name)).press(*KEYS_BEFORE[name]).settle()
        page.route("**/*.wasm", lambda _route: None)
        page.goto(f"{site}?game={name}&seed=7", wait_until="domcontentloaded")
        page.wait_for_function("window.kesuEarly")
        kept = json.loads(page.evaluate("name => localStorage.getItem(`kesu/opening/${name}`)", name))
        yield page, kept


@EACH
@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.all)])
def test_almost_valid_openings_are_ignored(before_python: tuple[Page, dict[str, Any]], count: int) -> None:
    page, kept = before_python
    chance = random.Random(SEED)
    title = page.title()
    for _batch in range(0, count, 100):
        texts = [spoilt(chance, kept) for _text in range(100)]
        assert [(text, faults) for text, faults in zip(texts, draw(page, texts), strict=True) if faults] == []
    assert page.title() == title


@EACH
@pytest.mark.parametrize(
    "change", [{"form": 1}, {"form": None}, {"build": "rt/game-0.tar.gz"}, {"lang": "ja"}, {"save": "1 x"}]
)
def test_opening_of_another_build_or_format_is_ignored(before_python: tuple[Page, dict[str, Any]], change: Any) -> None:
    page, kept = before_python
    marked = {**kept, "parts": {**kept["parts"], "seed": ["marked"]}}
    shows = "document.getElementById('seed').textContent === 'marked'"
    assert draw(page, [json.dumps(marked)]) == [""] and page.evaluate(shows)
    assert draw(page, [json.dumps({**marked, **change})]) == [""] and not page.evaluate(shows)


def test_game_with_a_damaged_opening_starts(unwatched: Player) -> None:
    page = unwatched.load("?game=push-clear&seed=7").press("ArrowLeft").settle().page
    page.goto(unwatched.site + "static/manifest.webmanifest")
    page.evaluate(
        """() => {
        const kept = JSON.parse(localStorage.getItem('kesu/opening/push-clear'));
        kept.parts.boards = [['meta', { 'http-equiv': 'refresh', content: '0;url=about:blank' }]];
        localStorage.setItem('kesu/opening/push-clear', JSON.stringify(kept));
        }"""
    )
    unwatched.load("?game=push-clear").expect_rows(names(expected("push-clear", 7, ["left"])))


REFUSALS = {
    "database": """(of) => {
        of.refuse(IDBFactory.prototype, 'open', () => {
            const request = { error: new DOMException('refused') };
            setTimeout(() => request.onerror());
            return request;
        });
        kesuStorage.opening = null; // as after the browser has closed the database
    }""",
    "reading": "(of) => of.refuse(Storage.prototype, 'getItem', () => { throw new DOMException('refused') })",
}
REFUSED_ONCE = """async () => {
    const writes = async (name) => {
        kesuStorage.setItem(name, name);
        await new Promise((done) => setTimeout(done, 100));
    };
    let undo;
    (REFUSAL)({ refuse(of, name, instead) {
        const real = of[name];
        undo = () => { of[name] = real };
        of[name] = instead;
    } });
    await writes('kesu/first');
    undo();
    await writes('kesu/second');
    const all = (await kesuStorage.store('readonly')).getAllKeys();
    return new Promise((done) => (all.onsuccess = () => done(all.result)));
}"""


@pytest.mark.parametrize("what", REFUSALS)
def test_a_text_that_was_refused_is_written_with_the_next(desk: Player, what: str) -> None:
    found = desk.go("?game=push-clear&seed=7").page.evaluate(REFUSED_ONCE.replace("REFUSAL", REFUSALS[what]))
    assert {"kesu/first", "kesu/second"} <= set(found)


FOREIGN = """async ([mine, now]) => {
    const request = indexedDB.open('kesu', 1);
    request.onupgradeneeded = () => {
        request.result.createObjectStore('texts', { keyPath: 'name' }).createIndex('turn', 'turn');
    };
    const database = await new Promise((done) => (request.onsuccess = () => done(request.result)));
    const store = database.transaction('texts', 'readwrite').objectStore('texts');
    const [save, last] = ['kesu/save/push-clear', 'kesu/last'];
    const texts = [
        { name: save, text: 'foreign', turn: 'later' }, { name: 'kesu/since/push-clear', text: 'foreign', turn: [1] },
        { name: 'kesu/best/push-clear/1/', text: 'foreign', turn: new Date() },
        { name: 'kesu/daily', text: 'foreign', turn: 1e300 },
        { name: last, text: { foreign: 1 }, turn: 8 }, { name: 'kesu/device', text: 7, turn: 8 },
    ];
    for (const each of texts) store.put(each);
    await new Promise((done) => (store.transaction.oncomplete = done));
    database.close();
    localStorage.setItem(save, mine);
    localStorage.setItem(last, 'push-clear');
    localStorage.setItem('kesu/turn', now);
}"""


@pytest.mark.all
@pytest.mark.parametrize("now", ["7", "Infinity"])
def test_malformed_second_copies_are_not_restored(unwatched: Player, now: str) -> None:
    page, save = unwatched.page, expected("push-clear", 7, ["left"]).save()
    page.goto(unwatched.site + "static/manifest.webmanifest")
    page.evaluate(FOREIGN, [save, now])
    unwatched.load("?game=push-clear").expect_rows(names(expected("push-clear", 7, ["left"])))
    kept = page.evaluate("Object.values(localStorage)")
    assert not [text for text in kept if "foreign" in text or "object" in text]
    unwatched.press("ArrowUp")
    unwatched.load("?game=push-clear").expect_rows(names(expected("push-clear", 7, ["left", "up"])))
