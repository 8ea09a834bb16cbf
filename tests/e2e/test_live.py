"""Live games: two devices connected by links passed by hand, two tabs of one browser, and a watched game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from game.session.live.rate import FLOOD_BURST
from tests.e2e.conftest import DESK, PHONE, Player, Watch, thrifty
from tests.e2e.test_accessibility import DIALOG, SMALL, complaints
from tools.samples.some_moves import between_people

LINK = re.compile(r"#live=[\w-]{100,300}$")
SEED = 7
CAMERA = """
    const looked = () => Promise.resolve(window.seen ? [{ rawValue: window.seen }] : []);
    window.BarcodeDetector = class { detect() { return looked() } };
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(new MediaStream());
"""
"""A fake camera that shows what `window.seen` says."""


def opened(context: BrowserContext, site: str, query: str = "") -> tuple[Player, Watch]:
    watch = Watch(site)
    return Player(watch.over(context.new_page()), site).load(query), watch


@pytest.fixture
def devices(one_browser: Browser, site: str) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    """A desktop and a phone that share nothing."""
    desk, phone = (thrifty(one_browser, **device) for device in (DESK, PHONE))
    desk.add_init_script(CAMERA)
    yield desk, phone
    desk.close()
    phone.close()


def invite(host: Player) -> str:
    """Opens the invitation from a game for two and returns its link."""
    host.choose("new")
    host.page.get_by_role("button", name="Play with a friend").click()
    return link_on(host)


def link_on(player: Player) -> str:
    expect(player.page.locator("#live-link")).to_have_value(LINK, timeout=30_000)
    expect(player.page.locator("#live-code svg path")).to_have_count(1)
    return player.page.locator("#live-link").input_value()


def join(guest: Player, link: str) -> None:
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Join").click(timeout=90_000)


def connected(*players: Player) -> None:
    for player in players:
        expect(player.page.locator("#status-text")).to_contain_text("Connected.", timeout=30_000)
        expect(player.page.locator("#live")).not_to_be_visible()


def says(player: Player, text: str) -> None:
    expect(player.page.locator("#status-text")).to_contain_text(text, timeout=15_000)


def same(one: Player, other: Player, boards: int = 2) -> None:
    """Waits until both show the same."""
    for board in range(boards):
        other.expect_rows(one.rows(board), board)


def test_two_devices_play_after_exchanging_links_by_hand(
    devices: tuple[BrowserContext, BrowserContext], site: str
) -> None:
    desk, phone = devices
    host, complaints = opened(desk, site, "?game=duel&computer=no&seed=7")
    link = invite(host)
    assert len(link) < len(site) + 200
    more = Watch(site)
    guest = Player(more.over(phone.new_page()), site)
    join(guest, link)
    answer = link_on(guest)
    fits_a_thumb(guest)
    host.page.get_by_role("button", name="Scan with the camera").click()
    host.page.evaluate("answer => { window.seen = answer }", answer)
    connected(host, guest)
    guest.page.evaluate(HEARD)
    says(host, "Your turn.")
    says(guest, "Your friend's turn.")
    guest.page.locator("#pad [data-role=drop]").tap()
    says(guest, "It is your friend's turn.")
    empty = host.rows(0)
    host.press("ArrowLeft", "Space")
    says(guest, "Your turn.")
    same(host, guest)
    assert host.rows(0) != empty
    fits_a_thumb(guest)
    assert guest.page.evaluate(IN_SIGHT) == []
    guest.page.locator("#pad [data-role=drop]").tap()
    says(host, "Your turn.")
    same(guest, host)
    heard = " ".join(guest.page.evaluate("window.heard"))
    assert "Your turn." in heard and "Your friend's turn." in heard

    # Undo, with the other's consent.
    guest.page.locator("#actions [data-action=undo]").tap()
    host.page.get_by_role("button", name="Yes", exact=True).click()
    says(guest, "The last move was undone.")
    same(host, guest)
    guest.page.locator("#pad [data-role=drop]").tap()
    says(host, "Your turn.")

    # The phone's page is closed; the phone invites again, and the game continues where it was.
    guest.load("?game=duel")
    guest.choose("new")
    guest.page.get_by_role("button", name="Play with a friend").tap()
    guest.page.get_by_role("button", name="Continue").last.tap()
    link = link_on(guest)
    host.page.goto(link)
    host.page.get_by_role("button", name="Join").click()
    guest.page.locator("#live-answer").fill(link_on(host))
    guest.page.get_by_role("button", name="Connect", exact=True).tap()
    connected(host, guest)
    same(host, guest)
    host.press("Space")
    says(guest, "Your turn.")
    same(host, guest)
    assert complaints.complaints == more.complaints == []


HEARD = """() => {
    const status = document.getElementById('status-text');
    const heard = window.heard = [];
    const said = () => status.closest('[role=status]').checkVisibility() && heard.push(status.textContent);
    new MutationObserver(said).observe(status, { childList: true, characterData: true, subtree: true });
}"""
"""Records what a screen reader is given to say from now on."""
IN_SIGHT = """() => [...document.querySelectorAll('.board-frame canvas, #pad button, #actions button')]
    .filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
    .map(([each]) => each.outerHTML.slice(0, 80))"""


def fits_a_thumb(player: Player) -> None:
    """Checks that everything in sight is large enough for a thumb and within the screen.

    The eight buttons of Biquadris in a row of 320 pixels are 39 wide.
    """
    root = player.page.evaluate_handle("selector => document.querySelector(selector) ?? document.body", DIALOG)
    assert [each for each in root.evaluate(SMALL) if not each.endswith("is 39 by 48")] == []
    assert complaints(player) == []
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert root.evaluate("root => root.scrollWidth <= root.clientWidth")


@pytest.mark.all  # the usual run has a phone above
@pytest.mark.parametrize(("name", "size"), [("duel", (360, 740)), ("biquadris", (320, 640))], ids=str)
def test_live_game_works_with_one_thumb_and_announces_turns(
    one_browser: Browser, site: str, size: tuple[int, int], name: str
) -> None:
    context = thrifty(one_browser, **{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    host, complaints_of_host = opened(context, site, between_people(name))
    host.choose("new")
    host.page.get_by_role("button", name="Play with a friend").tap()
    link = link_on(host)
    fits_a_thumb(host)
    guest, complaints_of_guest = opened(context, site)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Join").wait_for(timeout=90_000)
    fits_a_thumb(guest)
    guest.page.get_by_role("button", name="Join").tap()
    connected(host, guest)
    for player in (host, guest):
        player.page.evaluate(HEARD)
    for player, other in ((host, guest), (guest, host)):
        player.page.bring_to_front()
        assert player.page.evaluate(IN_SIGHT) == []
        player.page.locator("#pad [data-role=drop]").tap()
        says(other, "Your turn.")
        says(player, "Your friend's turn.")
        same(player, other)
    for player in (host, guest):
        heard = " ".join(player.page.evaluate("window.heard"))
        assert "Your turn." in heard and "Your friend's turn." in heard
    fits_a_thumb(host)
    host.picture(f"live-{name}-{size[0]}")
    host.page.locator("#actions [data-action=undo]").tap()
    expect(guest.page.get_by_role("button", name="Yes", exact=True)).to_be_visible()
    guest.page.bring_to_front()
    fits_a_thumb(guest)
    guest.picture(f"live-{name}-{size[0]}-asked")
    guest.page.get_by_role("button", name="Yes", exact=True).tap()
    says(host, "The last move was undone.")
    assert complaints_of_host.complaints == complaints_of_guest.complaints == []
    context.close()


@pytest.mark.parametrize("name", ["push-clear", pytest.param("nineteen", marks=pytest.mark.all)])
def test_game_can_be_watched_live(unwatched: Player, site: str, name: str) -> None:
    context = unwatched.page.context
    host, complaints = opened(context, site, f"?game={name}&seed={SEED}")
    if host.page.locator("#go-on").is_visible():
        host.page.click("#go-on")
    host.press("ArrowLeft", "Space", "ArrowUp")
    host.page.locator(".seed [data-action=share]").click()
    host.page.click("#share summary")
    host.page.get_by_role("button", name="Watch live").click()
    link = link_on(host)
    guest, more = opened(context, site)
    join(guest, link)
    says(guest, "You are watching live.")
    says(host, "Someone is watching now.")
    same(host, guest, boards=1)
    host.page.bring_to_front()
    before = host.rows()
    host.press("ArrowRight", "Space", "ArrowDown")
    if host.page.locator("#actions [data-action=pause]").is_visible():
        host.press("KeyP")  # stops the clock, if any, while the boards are compared
    same(host, guest, boards=1)
    assert host.rows() != before
    host.page.locator("#actions [data-action=undo]").click()
    host.settle()
    same(host, guest, boards=1)
    before = guest.rows()
    guest.page.bring_to_front()
    guest.press("ArrowRight", "ArrowLeft")
    says(guest, "You are watching this game.")
    assert guest.rows() == before
    guest.page.close()
    host.page.close()
    assert complaints.complaints == more.complaints == []


@pytest.mark.all
def test_suspended_device_only_pauses_a_live_game(unwatched: Player, site: str) -> None:
    """A suspended page is silent for a while and then continues with the same connection."""
    context = unwatched.page.context
    host, complaints = opened(context, site, "?game=duel&computer=no&seed=7")
    link = invite(host)
    guest, more = opened(context, site)
    join(guest, link)
    connected(host, guest)
    host.page.bring_to_front()
    host.press("Space")
    says(guest, "Your turn.")
    lid = context.new_cdp_session(guest.page)
    lid.send("Debugger.enable")
    lid.send("Debugger.pause")  # at the next script that would run
    expect(host.page.locator("#status-text")).to_contain_text(
        "Your friend is away. The game is waiting.", timeout=40_000
    )
    lid.send("Debugger.resume")
    lid.send("Debugger.disable")
    says(host, "Your friend's turn.")
    guest.page.bring_to_front()
    guest.press("Space")
    says(host, "Your turn.")
    same(guest, host)
    guest.page.close()
    host.page.close()
    assert complaints.complaints == more.complaints == []


CHANNEL = """
    const create = RTCPeerConnection.prototype.createDataChannel;
    RTCPeerConnection.prototype.createDataChannel = function (...given) {
        return window.channel = create.apply(this, given);
    };
"""
"""Keeps the page's last channel, for a program that sends anything it likes."""
FLOOD = """async () => {
    const until = performance.now() + 3000;
    let sent = 0;
    while (performance.now() < until && channel.readyState === 'open') {
        for (let n = 0; n < 5000 && channel.readyState === 'open' && channel.bufferedAmount < 4e6; n++, sent++)
            channel.send('{"kesu":1,"kind":"at","id":"a","count":0,"hash":"00000000"}');
        await new Promise((then) => setTimeout(then));
    }
    return sent;
}"""


def meet(host: Player, guest: Player, link: str) -> None:
    """Joins on another device: the guest's answer goes back to the host by hand."""
    join(guest, link)
    host.page.locator("#live-answer").fill(link_on(guest))
    host.page.get_by_role("button", name="Connect", exact=True).click()


def take_up(host: Player) -> str:
    """Opens the page again, invites the friend to the unfinished game, and returns the link."""
    host.load("?game=duel")
    host.choose("new")
    host.page.get_by_role("button", name="Play with a friend").click()
    host.page.get_by_role("button", name="Continue").last.click()
    return link_on(host)


def test_live_game_survives_reloads_a_lost_store_and_another_invitation(
    devices: tuple[BrowserContext, BrowserContext], site: str
) -> None:
    desk, phone = devices
    phone.add_init_script(CHANNEL)
    host, watch = opened(desk, site, "?game=duel&computer=no&seed=7")
    guest, more = opened(phone, site, "?game=duel")
    meet(host, guest, invite(host))
    connected(host, guest)
    host.press("Space")
    says(guest, "Your turn.")
    guest.page.locator("#pad [data-role=drop]").tap()
    same(guest, host)

    # Both pages are opened again.
    guest.load("?game=duel")
    meet(host, guest, take_up(host))
    connected(host, guest)
    same(host, guest)

    # The guest's device has lost the game: it says so, and gets all of it.
    kept = guest.page.evaluate("localStorage.getItem('kesu/live/duel/1')")
    guest.go("?game=duel")
    assert guest.page.evaluate("localStorage.getItem('kesu/live/duel/1')") is None
    meet(host, guest, take_up(host))
    expect(guest.page.locator("#live")).to_contain_text("This game has already begun (2 moves)", timeout=15_000)
    guest.page.locator("#live").get_by_role("button", name="Continue").tap()
    connected(host, guest)
    same(host, guest)
    assert guest.page.evaluate("localStorage.getItem('kesu/live/duel/1')") == kept
    says(host, "Your turn.")

    # A flood ends the connection, not the game, and the page goes on.
    before = host.rows(0)
    sent = guest.page.evaluate(FLOOD)
    says(host, "Your friend's device sent too much, so the connection was closed. Your game is saved.")
    assert sent > FLOOD_BURST and host.rows(0) == before

    # So does a single text that is longer than any message.
    meet(host, guest, take_up(host))
    connected(host, guest)
    guest.page.evaluate("channel.send('x'.repeat(20_001))")
    says(host, "Your friend's device sent too much, so the connection was closed. Your game is saved.")
    assert host.rows(0) == before

    # The friend invites to another game: the unfinished one here is not replaced without a question.
    host.load("?game=duel")
    host.choose("new")
    host.page.get_by_role("button", name="Play with a friend").click()
    host.page.get_by_role("button", name="New game").last.click()
    guest.load("?game=duel")
    meet(host, guest, link_on(host))
    expect(guest.page.locator("#live")).to_contain_text(
        "It would replace your other unfinished game with a friend.", timeout=15_000
    )
    guest.page.locator("#live").get_by_role("button", name="Cancel").tap()
    says(host, "Your friend has left. Your game is saved.")
    assert guest.page.evaluate("localStorage.getItem('kesu/live/duel/1')") == kept
    assert watch.complaints == more.complaints == []


def test_an_invitation_whose_page_is_closed_says_so(devices: tuple[BrowserContext, BrowserContext], site: str) -> None:
    desk, phone = devices
    host, watch = opened(desk, site, "?game=duel&computer=no&seed=7")
    guest, more = opened(phone, site, "?game=duel")
    old = invite(host)
    host.page.locator("#live").get_by_role("button", name="Cancel").click()
    join(guest, old)
    answer = link_on(guest)
    expect(guest.page.locator("#live")).to_contain_text(
        "Your friend's device is silent. If this invitation is old, ask for a new one.", timeout=15_000
    )
    invite(host)
    host.page.locator("#live-answer").fill(answer)
    host.page.get_by_role("button", name="Connect", exact=True).click()
    expect(host.page.locator("#live")).to_contain_text("That is not the reply to this link.")
    assert watch.complaints == more.complaints == []


def test_an_invitation_that_somebody_else_took_says_so(
    devices: tuple[BrowserContext, BrowserContext], one_browser: Browser, site: str
) -> None:
    """The host's page is open and in a game; the third device reads that it may be too late, and so does its answer."""
    desk, phone = devices
    third = thrifty(one_browser, **PHONE)
    host, watch = opened(desk, site, "?game=duel&computer=no&seed=7")
    guest, more = opened(phone, site, "?game=duel")
    link = invite(host)
    meet(host, guest, link)
    connected(host, guest)
    late, yet_more = opened(third, site, "?game=duel")
    join(late, link)
    answer = link_on(late)
    expect(late.page.locator("#live")).to_contain_text(
        "Your friend hasn't received this reply yet. If somebody else has used this invitation, ask for a new one.",
        timeout=15_000,
    )
    late.picture("live-taken")
    tab = desk.new_page()
    tab.goto(answer)
    expect(tab.locator("#live")).to_contain_text("This invitation has expired. Please send a new one.", timeout=30_000)
    tab.close()
    host.page.bring_to_front()
    host.press("Space")
    says(guest, "Your turn.")
    same(host, guest)
    assert watch.complaints == more.complaints == yet_more.complaints == []
    third.close()


CONNECTIONS = """window.asked = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(given) { super(given); asked.push(given.iceServers.map(({ urls }) => urls).join()); }
};"""
"""Records which servers each connection may contact."""


def test_only_the_server_named_by_the_player_is_contacted(desk: Player) -> None:
    page = desk.go("?game=duel&computer=no&seed=7").page
    page.evaluate(f"window.before = RTCPeerConnection; {CONNECTIONS} null")
    first = invite(desk)
    assert set(page.evaluate("asked")) == {""}
    page.locator("#live summary").click()
    page.fill("#live-stun", "no such place!")
    page.locator("#live [data-act=stun]").click()
    expect(page.locator("#live")).to_contain_text("This is not the address of a STUN server.")
    assert link_on(desk) == first and page.evaluate("localStorage.getItem('kesu/live-stun')") is None
    page.fill("#live-stun", "127.0.0.1:9")
    page.locator("#live [data-act=stun]").click()
    expect(page.locator("#live-link")).not_to_have_value(first, timeout=30_000)
    assert page.evaluate("[asked.at(-1), localStorage.getItem('kesu/live-stun')]") == [
        "stun:127.0.0.1:9",
        "127.0.0.1:9",
    ]
    page.get_by_role("button", name="Cancel").click()

    # A stored address that is not valid counts as none.
    page.evaluate("localStorage.setItem('kesu/live-stun', 'no such place!')")
    invite(desk)
    assert page.evaluate("asked.at(-1)") == ""
    page.locator("#live summary").click()
    page.fill("#live-stun", "")
    page.locator("#live [data-act=stun]").click()
    expect(page.locator("#live-link")).to_have_value(LINK, timeout=30_000)
    assert page.evaluate("localStorage.getItem('kesu/live-stun')") is None
    page.evaluate("window.RTCPeerConnection = before; null")


def test_invalid_live_links_show_a_message(desk: Player) -> None:
    desk.go_on("./#live=nonsense")
    expect(desk.page.locator("#live")).to_contain_text("This is not a link for a live game.", timeout=30_000)
    desk.page.get_by_role("button", name="Close", exact=True).click()
    expect(desk.page.locator("#live")).not_to_be_visible()
