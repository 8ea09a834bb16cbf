"""Every screen of the page and how to get there, for the tests that check all screens."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game import files
from game.problems import choice
from game.rules import GAMES, game
from game.session import Session, challenge
from game.session.records import Records, preset_of
from tests.e2e.conftest import CLOSE, Player
from tools.samples.some_moves import midgame

SEED = 7


def reset(player: Player) -> Player:
    """Closes everything and clears the store."""
    player.page.evaluate(CLOSE)
    return player.go("./")


def playing(player: Player, name: str, over: bool = False) -> Player:
    """Opens a stored game in its middle or at its end; a clock, if it has one, runs or has run out."""
    session = midgame(name, over, **({"size": "4"} if over and name == "push-clear" else {}))
    player.page.evaluate("([name, save]) => localStorage.setItem('kesu/save/' + name, save)", [name, session.save()])
    player.go_on(f"?game={name}")
    player.page.wait_for_function("document.body.dataset.screen === 'game'")  # a long game opens in slices
    return player


def running(player: Player, name: str) -> Player:
    """Opens a game in its middle without the veil; for the page its clock is stopped."""
    playing(player, name)
    player.page.evaluate("document.getElementById('veil').hidden = true")
    return player


def statistics() -> str:
    """Returns some finished games of two kinds."""
    records, random = Records("looking"), Random(SEED)
    for i in range(40):
        for name in ("push-clear", "nineteen"):
            preset = preset_of(Session(game(name), {}, SEED, files.read))
            records.add(
                preset, 1_790_000_000 + i * 40_000, random.randrange(10, 400), random.randrange(60, 900), i % 5 == 0, i
            )
    return records.text()


def _records(player: Player) -> None:
    player.page.evaluate("text => localStorage.setItem('kesu/statistics', text)", statistics())
    player.page.click("#open-records")


def _dialog(opener: str) -> Callable[[Player], None]:
    def open_it(player: Player) -> None:
        running(player, "push-clear")
        player.page.evaluate("opener => document.querySelector(opener).click()", opener)

    return open_it


def _new(name: str) -> Callable[[Player], None]:
    def open_it(player: Player) -> None:
        running(player, name)
        player.page.evaluate("document.querySelector('[data-action=new]').click()")

    return open_it


def _opened(name: str, box: str) -> Callable[[Player], None]:
    def open_it(player: Player) -> None:
        running(player, name)
        player.page.evaluate("box => { const e = document.getElementById(box); e.open = true }", box)
        player.page.wait_for_timeout(50)
        player.page.evaluate("box => document.getElementById(box).scrollIntoView()", box)

    return open_it


def _replay(player: Player) -> None:
    running(player, "chain")
    player.page.evaluate("document.querySelector('[data-action=replay]').click()")
    player.page.evaluate("document.getElementById('replay-end').click()")
    player.page.evaluate("document.getElementById('replay-back').click()")


def _race(player: Player) -> None:
    session, rival = midgame("chain"), midgame("chain", over=True)
    given = challenge.ChallengeRound(session.seed, (challenge.recorded(rival, "W" * challenge.LONGEST_PLAYER, {}),))
    code = challenge.encode(challenge.Challenge(session.rules, session.options, (given,)))
    player.go_on(f"?game=chain#challenge={code}")
    player.page.wait_for_selector(".rival")
    player.page.evaluate("document.getElementById('veil').hidden = true")


def _rules(name: str) -> Callable[[Player], None]:
    def show(player: Player) -> None:
        running(player, name)
        player.page.click("[popovertarget=how]")

    return show


def _game(name: str, over: bool = False) -> Callable[[Player], None]:
    def show(player: Player) -> None:
        if over:
            playing(player, name, over=True)
        else:
            running(player, name)

    return show


def _paused(player: Player) -> None:
    playing(player, "nineteen")


def _arriving(player: Player) -> None:
    player.go_on("?game=biquadris")


def _choosing(player: Player) -> None:
    """Opens a game in which a special action is due, as in the last lesson."""
    lesson = game("biquadris").lessons[-1]
    session = Session(game("biquadris"), lesson.options, lesson.seed, files.read)
    for word in lesson.unseen:
        session.play(word)
    player.page.evaluate("save => localStorage.setItem('kesu/save/biquadris', save)", session.save())
    player.go_on("?game=biquadris").page.wait_for_selector("#choices button")


def _calendar(player: Player) -> None:
    player.page.click("#open-calendar")
    player.page.wait_for_selector("#calendar[open]")  # it is fetched first


def _problems(player: Player) -> None:
    player.page.click("#open-problems")
    player.page.wait_for_selector("#problems[open]")  # it is fetched first


def _problem(player: Player) -> None:
    player.go_on(f"./#problem={choice.listed('chain', 'links', 3)[0]}").page.wait_for_selector("body[data-problem]")


def _composer(player: Player) -> None:
    _problems(player)
    player.page.click("[data-act=draw]")
    player.page.locator("#composer select").first.select_option("chain")


SCREENS: dict[str, Callable[[Player], None]] = {
    "home": lambda player: None,
    **{name: _game(name) for name in GAMES},
    "paused": _paused,
    "who plays": _arriving,
    "choosing": _choosing,
    "over": _game("push-clear", over=True),
    **{f"rules of {name}": _rules(name) for name in GAMES},
    "settings": _dialog("#open-settings"),
    "share": _dialog("[data-action=share]"),
    **{f"new {name}": _new(name) for name in GAMES},
    "statistics": _records,
    "calendar": _calendar,
    "problems": _problems,
    "problem": _problem,
    "draw a problem": _composer,
    "about": lambda player: player.page.click("[popovertarget=about]"),
    "replay": _replay,
    "race": _race,
    "editor": _opened("chain", "editor"),
    "command line": _opened("biquadris", "console"),
}
"""By name, how to reach it from the home screen."""


def show(player: Player, name: str) -> Player:
    """Goes to that screen. Before a screenshot, wait until nothing moves (`still`)."""
    reset(player)
    SCREENS[name](player)
    return player
