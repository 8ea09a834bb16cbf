"""No request leaves the page's origin in a whole session, and no outside data becomes script or HTML."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from game.rules import GAMES
from tests.e2e.conftest import Player, Watch
from tools.samples.some_moves import between_people

REFUSED = """async () => {
    const violations = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    await new Promise((then) => setTimeout(then)); // the debugger's own code may do more
    const attempt = async (act) => { try { await act(); return 'done'; } catch (error) { return error.name; } };
    const came = {
        eval: await attempt(() => eval('1')),
        Function: await attempt(() => Function('return 1')()),
        innerHTML: await attempt(() => { document.createElement('div').innerHTML = '<b>1</b>'; }),
        fetch: await attempt(() => fetch('https://example.org/')),
        socket: await attempt(() => new Promise((_, refused) => {
            new WebSocket('wss://example.org/').onerror = () => refused({ name: 'refused' });
        })),
        import: await attempt(() => import('data:text/javascript,1')),
        worker: await attempt(() => new Worker('blob:x')),
    };
    const script = document.createElement('script');
    script.append('window.gotIn = true');
    document.head.append(script);
    script.remove();
    const image = new Image();
    const answered = new Promise((then) => {
        image.onload = () => then('done');
        image.onerror = () => then('refused');
    });
    image.src = 'https://example.org/x.png';
    came.image = await answered;
    const box = document.createElement('div');
    box.setAttribute('style', 'color: red');
    came.style = box.style.color || 'refused';
    came.gotIn = window.gotIn ?? false;
    await new Promise((then) => setTimeout(then));
    return [came, violations];
}"""


def test_policy_blocks_script_html_and_other_origins(desk_page: tuple[Page, Watch], desk: Player) -> None:
    _page, watch = desk_page
    came, violations = desk.page.evaluate(REFUSED)
    assert "done" not in came.values(), came
    assert came["gotIn"] is False and came["style"] == "refused"
    assert {"connect-src", "img-src", "require-trusted-types-for"} <= set(violations)
    assert any(directive.startswith("script-src") for directive in violations)
    watch.complaints.clear()  # the browser reported every refusal, as it should


@pytest.mark.parametrize(
    "query",
    [
        "?game=<img src=x onerror=gotIn=1>",
        "?game=chain&seed=<script>gotIn=1</script>",
        "?game=lines98&<b>x</b>=1",
        "?game=nineteen#replay=<svg onload=gotIn=1>",
        "?game=push-clear&seed=7#challenge=<script>gotIn=1</script>",
        "?game=chain#field=%3Cimg%20src%3Dx%20onerror%3DgotIn%3D1%3E",
    ],
)
def test_address_is_shown_only_as_text(desk: Player, query: str) -> None:
    desk.go(query)
    assert desk.page.evaluate("window.gotIn") is None
    assert desk.page.locator("main img, main script, main b").count() == 0
    if "=<s" in query.partition("#")[2]:
        expect(desk.page.locator("#status-text")).not_to_have_text("")  # it says what is wrong


def test_nothing_leaves_the_origin_in_a_whole_session(desk: Player, site: str) -> None:
    asked: list[str] = []
    page = desk.page
    context = page.context

    def ask(url: str) -> None:
        asked.append(url)

    context.on("request", lambda request: ask(request.url))
    page.on("websocket", lambda socket: ask(socket.url))
    desk.go("./")
    for name in GAMES:
        desk.go_on(between_people(name, 5))
        desk.press("Enter", "ArrowLeft", "ArrowDown", "ArrowUp", "Space", "KeyN", "Escape", "KeyZ")
        page.locator("#actions [data-action=hint]").click()
        page.locator(".seed [data-action=share]").click()
        page.locator("#share-game").wait_for(state="attached")
        link = page.locator("#share-game, #share-replay").last.input_value()  # without a move there is no replay
        assert link.startswith(site)
        page.keyboard.press("Escape")
        desk.go_on(link.removeprefix(site))
        page.keyboard.press("Escape")
        page.locator("#console summary").click()
        page.locator("#command-line").fill("help, hint, undo, nonsense")
        page.locator("#command-line").press("Enter")
        page.locator("#console summary").click()
    desk.go_on("./")
    page.locator("#open-records").click()
    page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    page.keyboard.press("Escape")
    page.wait_for_timeout(1500)  # for what the page fetches when idle
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
    assert page.context.cookies() == []
