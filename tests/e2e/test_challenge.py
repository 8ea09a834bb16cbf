"""Challenges are made, raced and answered; the player's best game is raced; bad links change nothing."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from game import files
from game.rules import game
from game.session import Session
from game.session.challenge import Challenge, ChallengeRound, Recorded, code_in, encode, read, recorded
from tests.e2e.conftest import Player, expected

KEYS = {"left": "ArrowLeft", "up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown"}
ANAS = ["left", "up", "right", "down", "left", "up"]
START = "?game=push-clear&seed=7&size=4"


def to_the_end(seed: int) -> list[str]:
    """Returns the words of a whole game with the options of START."""
    session, chance = Session(game("push-clear"), {"size": 4}, 7), random.Random(seed)
    while not session.over:
        session.play(chance.choice(session.moves))
    return list(session.inputs)


def effective(words: list[str]) -> list[str]:
    """Returns the words that change something."""
    return list(expected("push-clear", 7, words, size=4).inputs)


def ghost(page: Page) -> str:
    """Returns the picture on the rival's board."""
    page.evaluate("document.dispatchEvent(new Event('freeze'))")
    picture: str = page.locator(".rival canvas").evaluate("canvas => canvas.toDataURL()")
    return picture


def lead(by: int) -> str:
    return f"+{by}" if by > 0 else f"−{-by}" if by else "0"


def the_link(player: Player, name: str) -> str:
    """Returns the link that the open Share dialog offers under that name."""
    player.page.fill("#challenge-name", name)
    return player.page.input_value("#share-challenge")


def test_challenge_can_be_raced_and_answered_and_the_answer_opened(desk: Player, fresh: Player) -> None:
    other = fresh  # another player's browser
    anas = effective(ANAS)
    desk.go(START).press(*(KEYS[word] for word in anas)).settle()
    desk.page.click(".seed [data-action=share]")
    link = the_link(desk, "  Ana ")
    assert read(code_in(link), game, files.read).rounds[0].games == (Recorded("Ana", tuple(anas)),)
    desk.page.get_by_role("button", name="Close").click()
    ana = expected("push-clear", 7, anas, size=4)

    other.load(link.removeprefix(other.site))
    expect(other.page.locator("#status-text")).to_have_text(
        f"Challenge from Ana. Score to beat: {ana.score}. New to this game?"
    )
    expect(other.page.locator("#offer")).to_have_text("Learn it in a minute")
    expect(other.page.locator(".rival canvas")).to_have_attribute("aria-label", "Rival: Ana")
    expect(other.page.locator(".rival-name")).to_have_text("Ana")
    assert "#challenge" not in other.page.url, "the challenge does not stay in the address"
    start, words = ghost(other.page), to_the_end(3)
    other.press(KEYS[words[0]])
    after = ghost(other.page)
    assert after != start
    one, theirs = expected("push-clear", 7, words[:1], size=4), expected("push-clear", 7, anas[:1], size=4)
    assert other.figure("Lead") == lead(one.score - theirs.score)
    other.press("KeyU")
    assert ghost(other.page) not in (start, after), "the ghost follows the move number, and looks where it came from"
    assert other.figure("Lead") == "0"
    other.press(KEYS[words[0]])
    assert ghost(other.page) == after
    other.page.reload()
    other.page.wait_for_function("document.body.dataset.ready === '1'", timeout=90_000)
    assert ghost(other.page) == after, "the race goes on after a reload"
    other.press(*(KEYS[word] for word in words[1:]))
    ben = expected("push-clear", 7, words, size=4)
    by = ben.score - ana.score
    won = f"You win by {by}." if by > 0 else f"You lose by {-by}." if by else "A draw."
    expect(other.page.locator("#end-best")).to_have_text(f"Ana: {ana.score}. {won}")
    other.page.click("#end-answer")
    answer = the_link(other, "Ben")
    games = read(code_in(answer), game, files.read).rounds[0].games
    assert [each.name for each in games] == ["Ana", "Ben"] and games[1].inputs == tuple(words) and games[1].assisted

    desk.go(answer.removeprefix(desk.site))
    expect(desk.page.locator("#notice-title")).to_have_text("Reply from Ben")
    expect(desk.page.locator("#notice")).to_contain_text(f"Round 1. Ana: {ana.score}; Ben: {ben.score}.")
    desk.page.get_by_role("button", name="Next round").click()
    expect(desk.page.locator("#status-text")).to_have_text("Round 2. Play, then share your game.")
    assert desk.page.locator(".rival").count() == 0
    desk.press("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown").settle()
    desk.page.click(".seed [data-action=share]")
    series = read(code_in(the_link(desk, "Ana")), game, files.read)
    assert [len(each.games) for each in series.rounds] == [2, 1] and series.rounds[1].seed != 7
    desk.page.get_by_role("button", name="Close").click()


def challenge(session: Session, name: str = "Ana", tenths: dict[int, int] | None = None) -> str:
    mine = recorded(session, name, tenths or {})
    return encode(Challenge(session.rules, session.options, (ChallengeRound(session.seed, (mine,)),)))


def test_challenge_can_be_saved_and_opened_as_a_file(desk: Player) -> None:
    ana = expected("push-clear", 7, ANAS, size=4)
    desk.go(START).press("ArrowLeft", "ArrowUp").settle()
    desk.page.click(".seed [data-action=share]")
    desk.page.click("#share summary")
    with desk.page.expect_download() as download:
        desk.page.click("[data-act='save challenge']")
    assert code_in(download.value.path().read_text(encoding="utf-8"))
    desk.page.set_input_files(
        "#challenge-file",
        {"name": "a.txt", "mimeType": "text/plain", "buffer": f"x#challenge={challenge(ana)}\n".encode()},
    )
    expect(desk.page.locator("#status-text")).to_contain_text(f"Challenge from Ana. Score to beat: {ana.score}.")
    assert desk.page.locator("#share[open]").count() == 0


def test_game_without_a_move_offers_no_challenge(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7")
    desk.page.click(".seed [data-action=share]")
    expect(desk.page.locator("#share")).to_be_visible()
    expect(desk.page.locator("#challenge-title")).to_be_hidden()


def test_phone_fits_the_players_and_the_rivals_board(phone: Player) -> None:
    for name in ("push-clear", "chain", "nineteen", "lines98"):
        session = expected(name, 3, [])
        for number in range(12):
            session.play(session.rules.moves(session.state)[number % 2])
        phone.go(f"?game={name}#challenge={challenge(session, 'W' * 20)}")
        expect(phone.page.locator(".rival canvas")).to_be_visible()
        boxes = [phone.page.locator(each).bounding_box() for each in (".rival canvas", ".board-frame canvas")]
        small, large = (box for box in boxes if box)
        assert small["height"] > 60 and large["height"] > 240, name
        assert small["y"] + small["height"] <= large["y"] and small["x"] + small["width"] <= 360
        wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, name
