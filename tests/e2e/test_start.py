"""The start: opening first, no key lost, later visits from the snapshot, and a fallback for every failure."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, FloatRect, Page, Request, Route, expect

from game.rules import GAMES
from game.session.options import first_options
from tests.e2e.conftest import DESK, KEPT, READY, THRIFTY, Player, Watch, expected, names
from tools.samples.some_moves import between_people

RESTORED = "performance.getEntriesByName('kesu:linked').length"
WATCH_IMPORTS = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const pyodide = await loadPyodide();
    pyodide.runPython(`
import sys
class Missing:
    names = []
    def find_spec(self, name, path=None, target=None):
        self.names.append(name)
sys.meta_path.append(Missing())
missing = lambda: [name for name in Missing.names if not name.startswith("game.bots.")]
`);
}"""
MISSING = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    return (await loadPyodide()).runPython('" ".join(missing())');
}"""


def marks(page: Page) -> dict[str, float]:
    return dict(page.evaluate("performance.getEntriesByType('mark').map(m => [m.name, m.startTime])"))


def plays(player: Player) -> None:
    """Checks that the game in the address answers a key."""
    player.press("ArrowLeft", "ArrowUp")
    player.expect_rows(names(expected("push-clear", 7, ["left", "up"])))


def held_back(player: Player, query: str) -> list[Route]:
    """Opens a page whose Python is held until `held[0].continue_()`."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    player.page.route("**/hot-*.wasm", hold)
    player.page.goto(player.site + query, wait_until="domcontentloaded")
    player.page.wait_for_function("window.kesuEarly")
    return held


def let_go(player: Player, held: list[Route]) -> None:
    while not held:
        player.page.wait_for_timeout(20)
    held[0].continue_()
    player.page.wait_for_function(READY, timeout=90_000)


def test_page_paints_before_python_starts_and_keys_and_buttons_pressed_then_are_played(fresh: Player) -> None:
    fresh.page.context.new_cdp_session(fresh.page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    held = held_back(fresh, "?game=push-clear&seed=7")
    fresh.page.locator('#pad [data-word="left"]').click()
    fresh.press("KeyW")
    fresh.page.locator('#pad [data-word="right"]').focus()
    fresh.press("Enter")
    let_go(fresh, held)
    fresh.expect_rows(names(expected("push-clear", 7, ["left", "up", "right"])))
    assert fresh.page.evaluate("kesuEarly.length") == 0
    fresh.press("ArrowDown")
    fresh.expect_rows(names(expected("push-clear", 7, ["left", "up", "right", "down"])))
    # When the page painted; a busy compositor shows it a moment later.
    [painted] = fresh.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint').map(p => p.paintTime ?? p.startTime)"
    )
    assert 0 < painted < marks(fresh.page)["kesu:start"]


SHIFTED = """new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(0), 500);  // where nothing ever shifted the observer is never called
})"""


def places(player: Player, kind: str) -> list[FloatRect | None]:
    return [box.bounding_box() for box in player.page.locator(f".board-frame > {kind}").all()]


def drawn(player: Player) -> Image.Image:
    """Takes a screenshot of the board."""
    return Image.open(io.BytesIO(player.page.locator(".board-frame").first.screenshot())).convert("RGB")


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Returns whether two pictures differ at most at edges."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 2


@pytest.mark.parametrize("name", ["lines98", pytest.param("biquadris", marks=pytest.mark.all)])
def test_opening_shows_the_board_that_is_then_played(fresh: Player, name: str) -> None:
    held = held_back(fresh, f"?game={name}")
    first, before = drawn(fresh), places(fresh, ".opening")
    let_go(fresh, held)
    [seed] = re.findall(r"seed=(\d+)", fresh.page.url)
    fresh.expect_rows(names(expected(name, int(seed), [], **first_options(GAMES[name]))))
    assert places(fresh, "canvas") == before
    assert alike(drawn(fresh.still()), first)
    assert fresh.page.evaluate(SHIFTED) < 0.01


def test_opening_shows_the_board_as_it_was_left(fresh: Player) -> None:
    fresh.load("?game=push-clear&seed=7").press("ArrowLeft", "ArrowUp")
    left = drawn(fresh.still())
    held = held_back(fresh, "?game=push-clear")
    assert alike(drawn(fresh), left)
    let_go(fresh, held)
    assert alike(drawn(fresh.still()), left)
    fresh.page.unroute("**/hot-*.wasm")
    fresh.page.evaluate("localStorage.setItem('kesu/opening/push-clear', '{')")
    fresh.load("?game=push-clear&seed=7")
    fresh.expect_rows(names(expected("push-clear", 7, ["left", "up"])))


def test_early_keys_for_a_game_that_was_left_are_dropped(fresh: Player) -> None:
    held = held_back(fresh, "")
    page = fresh.page
    page.locator("a.card[data-game=nineteen]").click()
    page.locator('#pad [data-word="right"]').dispatch_event("click")
    page.go_back()
    assert page.evaluate("kesuEarly.length") == 0
    page.locator("a.card[data-game=push-clear]").click()
    page.evaluate("kesuEarly.push({ code: 'ArrowLeft', time: 0, game: 'chain' })")
    fresh.press("ArrowDown")  # changes something with every seed that an opening may have
    let_go(fresh, held)
    assert fresh.saved("push-clear")["inputs"] == ["down"]
    assert not page.locator("#notice").is_visible()


def test_early_gestures_do_what_they_do_later(fresh: Player) -> None:
    """A flick down drops the piece, a slow drag moves it; no more are recorded than keys."""
    held = held_back(fresh, "?game=biquadris&computer=no&seed=7")
    page = fresh.page
    page.evaluate("""() => {
        const at = { isPrimary: true, bubbles: true };
        for (let n = 0; n < 120; n += 1) {
            for (const kind of ['pointerdown', 'pointerup']) {
                document.getElementById('boards').dispatchEvent(new PointerEvent(kind, at));
            }
        }
    }""")
    assert page.evaluate("kesuEarly.length") == 100
    page.evaluate("kesuEarly.length = 0")
    box = page.locator(".board-frame").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    cell = box["width"] / 11

    def drag(dx: float, dy: float, wait: float) -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.wait_for_timeout(wait)
        page.mouse.move(x + dx, y + dy)
        page.mouse.up()

    drag(1.4 * cell, 0, 0)
    drag(0, 2.4 * cell, 1_000)
    drag(0, 6 * cell, 0)
    let_go(fresh, held)
    wanted = ["right", "down", "down", "drop"]
    fresh.expect_rows(names(expected("biquadris", 7, wanted)))
    assert fresh.saved("biquadris")["inputs"] == wanted


def test_start_pressed_early_says_that_it_was_heard(fresh: Player) -> None:
    """A button that seems to do nothing for half a minute is pressed again; then the game starts by itself."""
    held = held_back(fresh, "?game=nineteen&seed=7")
    start = fresh.page.locator("#go-on")
    expect(start).to_have_text("Start when loaded")  # a button says what it can do now
    start.click()
    expect(start).to_have_text("Starts when loaded")
    let_go(fresh, held)
    expect(fresh.page.locator("#veil")).to_be_hidden(timeout=60_000)
    expect(start).not_to_have_text("Starts when loaded")


def test_a_board_that_cannot_answer_yet_says_that_the_input_is_kept(fresh: Player) -> None:
    """Next to the offer of a lesson, the first keys once changed nothing on the page."""
    page, text = fresh.page, fresh.page.locator("#status-text")
    held = held_back(fresh, "?game=push-clear&seed=7")
    expect(page.locator("#offer")).to_be_visible()
    for act in (lambda: fresh.press("ArrowLeft"), page.locator(".board-frame").click):
        act()
        assert text.evaluate("e => e.getAnimations().length") == 1
        expect(text).to_have_text("Your moves will be played once loaded.")
        text.evaluate("e => e.getAnimations()[0].finish()")
    page.evaluate("document.getElementById('offer').hidden = true")
    page.evaluate("fetch('./static/icon.svg?more').then(() => new Promise((then) => setTimeout(then, 200)))")
    expect(text).to_have_text("Your moves will be played once loaded.")  # more has come, which is not said here
    let_go(fresh, held)
    fresh.expect_rows(names(expected("push-clear", 7, ["left"])))


@pytest.mark.parametrize("query", ["?game=duel&seed=5", "?game=duel&computer=no&seed=5"])
def test_who_plays_is_asked_from_the_first_picture_on(fresh: Player, query: str) -> None:
    """The board of a link with only a seed was in sight and seemed to answer, until Python veiled it."""
    veil, pad = fresh.page.locator("#veil"), fresh.page.locator("#pad")
    held = held_back(fresh, query)
    asks = "computer" not in query
    assert (veil.is_visible(), pad.evaluate("e => e.inert")) == (asks, asks)
    let_go(fresh, held)
    assert (veil.is_visible(), pad.evaluate("e => e.inert")) == (asks, asks)
    held = held_back(fresh, "?game=duel")
    kept = json.loads(fresh.page.evaluate("localStorage.getItem('kesu/opening/duel')"))
    assert "/app-" in kept["build"], "another build may draw it otherwise"
    assert (veil.is_visible(), pad.evaluate("e => e.inert")) == (asks, asks), "as it was left"
    assert fresh.page.locator(".face").count() == asks, "the computer's face, too"
    let_go(fresh, held)


def test_keys_before_a_lesson_are_not_played_in_it(fresh: Player) -> None:
    held = held_back(fresh, "?game=chain&seed=7")
    fresh.press("ArrowLeft")
    fresh.page.locator("#offer").click()
    let_go(fresh, held)
    expect(fresh.page.locator("#coach-text")).to_have_text(GAMES["chain"].lessons[0].caption)
    fresh.expect_rows(names(expected("chain", GAMES["chain"].lessons[0].seed, [])))


def test_a_newcomer_plays_the_first_lesson_while_python_is_loading(fresh: Player) -> None:
    """Its outcomes are recorded; when Python comes, the coach goes on where the player is."""
    page = fresh.page
    held = held_back(fresh, "?game=push-clear&seed=7")
    page.locator("#offer").click()
    expect(page.locator("#coach-step")).to_have_text("1/4")
    expect(page.locator("#status-text")).to_contain_text("Loading: ")  # what is to come, with its share of bytes
    expect(page.locator("#loading")).to_be_hidden()  # the status line says it all
    pieces = ".board-frame use[href*='-a35']"  # boxes
    before = page.locator(pieces).count()
    fresh.press("ArrowLeft")
    expect(page.locator("#coach-text")).to_have_text(GAMES["push-clear"].lessons[0].praise)
    assert page.locator(pieces).count() == before + 1, "a new box comes after every push"
    expect(page.locator("#boards dd").nth(1)).to_have_text("1")
    assert page.evaluate("kesuEarly.length") == 0, "no key of the lesson is played again later"
    page.locator("#coach-next").click()
    expect(page.locator("#coach-next")).to_have_text("Starts when loaded")
    let_go(fresh, held)
    expect(page.locator("#coach-step")).to_have_text("2/4")
    fresh.press("ArrowRight")
    expect(page.locator("#coach-text")).to_have_text(GAMES["push-clear"].lessons[1].praise)
    page.locator("#coach-next").click()
    page.locator("#coach-skip").click()
    fresh.expect_rows(names(expected("push-clear", 7, [])))  # the player's own game, untouched


def test_what_is_loading_is_said_and_covers_nothing(fresh: Player) -> None:
    page = fresh.page
    page.set_viewport_size({"width": 360, "height": 740})
    held = held_back(fresh, "?game=nineteen&seed=7")
    expect(page.locator("#status-text")).to_contain_text("Loading: ")
    box = page.locator("#loading").bounding_box()
    assert box and page.locator("#loading-bar").is_visible()
    for part in ("#stage", ".bar button", ".status", "#actions button"):
        for other in (each.bounding_box() for each in page.locator(part).all()):
            assert not other or other["y"] >= box["y"] + box["height"] or other["y"] + other["height"] <= box["y"]
    let_go(fresh, held)
    expect(page.locator("#status-text")).not_to_contain_text("Loading")


def test_a_lesson_begun_before_python_goes_on_in_it(fresh: Player) -> None:
    """Moves before the drop are kept, and the same pair can be dropped by the game itself."""
    page = fresh.page
    held = held_back(fresh, "?game=chain&seed=7")
    page.locator("#offer").click()
    expect(page.locator("#veil")).to_be_hidden()
    fresh.press("ArrowLeft", "ArrowLeft", "ArrowDown")  # a soft drop is not recorded, and does nothing
    expect(page.locator('#pad [data-word="down"]')).to_be_disabled()
    let_go(fresh, held)
    expect(page.locator("#coach-text")).to_have_text(GAMES["chain"].lessons[0].caption)
    lesson = GAMES["chain"].lessons[0]
    fresh.expect_rows(names(expected("chain", lesson.seed, ["left", "left"])))
    fresh.press("Space")
    expect(page.locator("#coach-text")).to_have_text(lesson.praise)


def test_a_lesson_skipped_before_python_is_not_offered_again(fresh: Player) -> None:
    page = fresh.page
    held = held_back(fresh, "?game=push-clear&seed=7")
    page.locator("#offer").click()
    page.locator("#coach-skip").click()
    expect(page.locator("#coach")).to_be_hidden()
    fresh.press("ArrowLeft")
    expect(page.locator("#status-text")).to_have_text("Your moves will be played once loaded.")
    let_go(fresh, held)
    fresh.expect_rows(names(expected("push-clear", 7, ["left"])))
    expect(page.locator("#offer")).to_be_hidden()


def test_a_link_to_a_game_never_shows_home(unwatched: Player) -> None:
    """Not every browser waits for the script that shows the game; this one is kept from doing so."""
    page = unwatched.page
    page.route("**/boot.js*", lambda route: route.abort())
    page.goto(f"{unwatched.site}en/?game=chain&seed=7", wait_until="domcontentloaded")
    expect(page.locator("#home")).to_be_hidden()
    page.goto(f"{unwatched.site}en/", wait_until="domcontentloaded")
    expect(page.locator("#home")).to_be_visible()


def test_page_without_scripts_does_not_claim_to_start(one_browser: Browser, site: str) -> None:
    context = one_browser.new_context(**DESK, java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    assert page.locator("noscript p").is_visible()
    assert not page.get_by_text("Loading…").is_visible()
    context.close()


def test_second_visit_starts_from_the_snapshot(returning: Player) -> None:
    watch = Watch(returning.site)
    watch.over(returning.page)
    returning.load("?game=push-clear&seed=7")
    assert returning.page.evaluate(RESTORED)
    assert returning.page.evaluate("indexedDB instanceof IDBFactory"), "the browser's database is restored"
    plays(returning)
    assert watch.complaints == []


@pytest.mark.all
def test_each_restored_python_has_its_own_random_numbers(returning: Player) -> None:
    drawn = []
    for _visit in range(2):
        returning.load()
        assert returning.page.evaluate(RESTORED)
        ask = """async () => (await (await import(document.querySelector('link[href*="kesu.mjs"]').href)).loadPyodide())
            .runPython('import random; random.random()')"""
        drawn.append(returning.page.evaluate(ask))
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param("new Uint8Array(0)", marks=pytest.mark.all),
        pytest.param("new TextEncoder().encode('<!doctype html>'.repeat(1000))", marks=pytest.mark.all),
        pytest.param("other.map((byte, i) => i > 16 && i < 48 ? 48 : byte)", marks=pytest.mark.all),  # fingerprint
        pytest.param("other.slice(0, 5000000)", marks=pytest.mark.all),
        pytest.param("other.map((byte, i) => i > 200 && i < 260 ? 1 : byte)", marks=pytest.mark.all),  # offsets
        pytest.param(  # a single bit, changed by another page of the origin
            "other.map((byte, i) => i === other.length - 5_000_000 ? byte ^ 1 : byte)", marks=pytest.mark.all
        ),
        pytest.param(  # Pyodide's own part
            "other.fill(1, 4 + other[0] + 256 * other[1], 40 + other[0] + 256 * other[1])", marks=pytest.mark.all
        ),
    ],
)
def test_invalid_snapshot_is_ignored(returning: Player, wrong: str) -> None:
    url = returning.page.evaluate(KEPT)["snapshot"]
    returning.page.evaluate(
        f"""async (url) => {{
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('kesu-snapshot')));
        const other = new Uint8Array(await (await cache.match(url)).arrayBuffer());
        await cache.put(url, new Response({wrong}));
        }}""",
        url,
    )
    watch = Watch(returning.site)
    watch.over(returning.page)
    returning.load("?game=push-clear&seed=7")
    marks = "['filled', 'packages'].map((name) => performance.getEntriesByName(`kesu:${name}`).length)"
    assert returning.page.evaluate(marks) == [0, 1], "the snapshot was not restored, and Python started once"
    plays(returning)
    assert returning.page.evaluate(KEPT)["snapshot"] == url  # a good one has been cached again
    assert watch.complaints == []


@pytest.mark.all
def test_snapshot_with_an_unknown_hash_is_not_used(returning: Player) -> None:
    page = returning.page.context.new_page()
    page.add_init_script("SubtleCrypto.prototype.digest = () => new Promise(() => {});")
    plays(Player(page, returning.site).load("?game=push-clear&seed=7"))
    assert page.evaluate("performance.getEntriesByName('kesu:filled').length") == 0
    page.close()
    returning.load()


@pytest.mark.all
def test_snapshot_that_failed_to_restore_is_not_retried(returning: Player) -> None:
    returning.page.evaluate("localStorage.setItem('kesu/restoring', '1')")
    watch = Watch(returning.site)
    watch.over(returning.page)
    returning.load("?game=push-clear&seed=7")
    assert not returning.page.evaluate(RESTORED)
    assert returning.page.evaluate("localStorage.getItem('kesu/restoring')") is None
    plays(returning)
    assert watch.complaints == []


@pytest.mark.parametrize("visit", ["fresh", pytest.param("returning", marks=pytest.mark.all)])
def test_no_import_fails_in_any_game(request: pytest.FixtureRequest, visit: str) -> None:
    player: Player = request.getfixturevalue(visit)
    watch = Watch(player.site)
    watch.over(player.page)
    if visit == "fresh":
        player.page.add_init_script(THRIFTY)
    player.load()
    assert bool(player.page.evaluate(RESTORED)) == (visit == "returning")
    player.page.evaluate(WATCH_IMPORTS)
    for name in GAMES:
        player.go(between_people(name, 5))
        player.press("Enter", "ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "Space")
        player.press("KeyZ", "KeyI", "KeyN", "Escape")
    assert player.page.evaluate(MISSING) == ""
    assert watch.complaints == []


def test_first_visit_needs_few_requests_and_reports_real_sizes(one_browser: Browser, site: str) -> None:
    context = one_browser.new_context(**DESK)
    page = context.new_page()
    asked: list[str] = []

    def ask(request: Request) -> None:
        asked.append(request.url.partition("?")[0])

    page.on("request", ask)
    page.add_init_script(
        """window.texts = [];
        new MutationObserver(() => window.texts.push(document.getElementById('loading-text')?.textContent))
        .observe(document, { subtree: true, childList: true, characterData: true })"""
    )
    slow = {"offline": False, "latency": 5, "downloadThroughput": 3_000_000, "uploadThroughput": 3_000_000}
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    Player(page, site).load("?game=push-clear&seed=7")
    texts = [text for text in page.evaluate("texts") if text and text.startswith("Loading: ")]
    extra = (".svg", ".png", ".webmanifest", ".bin.gz")  # no snapshot needed, though a nearby server may send it
    later = ("/later-", "/cold-", "/lesson-")  # a lesson is fetched only where Python is slow
    needed = [url for url in asked if not url.endswith(extra) and not any(part in url for part in later)]
    context.close()
    assert len(needed) <= 13, needed
    amounts = [float(re.findall(r"[\d.]+", text)[0]) for text in texts]
    assert len(set(amounts)) > 1 and amounts == sorted(amounts) and amounts[-1] > 2
