"""The examples of docs/workshop.md run, and the shipped starting points play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from game import files
from game.bots import advise
from game.contract import Rules
from game.rules import GAMES, game
from game.session import Session, from_address, replay_code
from game.session.addresses import address
from game.tournament import GREEDY, OWN
from game.tournament.games import Plan, play_game
from game.workshop import sources
from game.workshop.loading import load
from game.workshop.players import load_player

pytestmark = [
    pytest.mark.native,  # the rules are tried in Pyodide by the games' own tests, the limits by test_workshop
    pytest.mark.slow("plays whole games, traced in Python 3.11"),
]

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "workshop.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"<!-- (?P<what>[\w -]+) -->\n```(?P<form>\w+)\n(?P<text>.*?)```\n", re.S)


class Example(NamedTuple):
    what: str
    form: str
    text: str


EXAMPLES = [Example(**found.groupdict()) for found in BLOCK.finditer(GUIDE)]


def of(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("number", [at for at, each in enumerate(EXAMPLES) if each.what.startswith(kind)])


def played(rules: Rules[Any], words: int = 25) -> Session:
    """Plays the greedy bot's hints, then random moves."""
    session = Session(rules, {}, 3, files.read)
    for number in range(words):
        if session.over:
            break
        # The greedy bot tries each of a thousand moves, which takes a while.
        hint = advise(rules, session.state, 1).words if number < 2 and len(session.moves) < 100 else ()
        for word in hint or (session.moves[number % len(session.moves)],):
            session.play(word)
    return session


def works(rules: Rules[Any]) -> None:
    """Checks that a game is played, hinted, undone, linked, saved and replayed."""
    session, find = played(rules), {rules.name: rules}.__getitem__
    assert session.inputs
    assert from_address(address(session), find, files.read)[1:] == (session.options, 3)
    assert replay_code.decode(replay_code.encode(session), find, files.read).view == session.view
    again = Session.load(session.save(), find, files.read)
    assert again.view == session.view
    while again.can_undo:
        again.undo()
    assert again.view == Session(rules, {}, 3, files.read).view


def diff(example: Example) -> tuple[str, str]:
    """Returns what an example replaces by what."""
    lines = example.text.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    return old, new


@of("rules")
def test_the_guides_changed_rules_play(number: int) -> None:
    name = EXAMPLES[number].what.split()[1]
    text = sources.rules_of(name).text
    old, new = diff(EXAMPLES[number])
    assert text.count(old) == 1, old
    changed = played(load(text.replace(old, new)))
    if name != "lines98":  # there nobody completes a line by chance
        assert changed.view != played(GAMES[name]).view


@of("game")
def test_each_game_in_the_guide_works(number: int) -> None:
    works(load(EXAMPLES[number].text))


@of("player")
def test_the_guides_players_play(number: int) -> None:
    _player, name, *better = EXAMPLES[number].what.split()
    plan = Plan(name, Session(game(name)).options, 1, OWN, turns=40 if better else 5, choice=EXAMPLES[number].text)
    result = play_game(plan, 0)
    assert result.turns == plan.turns or result.over
    if better:
        greedy = play_game(Plan(name, plan.options, 1, GREEDY, turns=40), 0)
        assert result.figures["rows"] > greedy.figures["rows"]


def test_the_guide_has_an_example_of_each_kind() -> None:
    assert [each.what.split()[0] for each in EXAMPLES] == ["rules"] * 3 + ["game"] + ["player"] * 3


# The shipped starting points.


@pytest.mark.parametrize("name", [*sources.EXAMPLES, "template"])
def test_an_example_is_a_whole_game_in_80_lines(name: str) -> None:
    source = sources.template() if name == "template" else sources.example(name)
    assert source.kind == sources.GAME and source.title and source.text.count("\n") <= 80
    works(load(source.text))


@pytest.mark.parametrize("name", list(GAMES))
def test_the_changed_rule_of_each_game_plays(name: str) -> None:
    works(load(sources.change_of(name).text))


@pytest.mark.parametrize("name", list(GAMES))
def test_the_player_of_each_game_plays(name: str) -> None:
    source = sources.player_of(name)
    assert (source.kind, source.game) == (sources.PLAYER, name) and source.title
    player, session = load_player(source.text, game(name)), Session(game(name), {}, 3, files.read)
    for _turn in range(2 if name == "lines98" else 5):
        words = player(session.state)
        assert words
        for word in words:
            session.play(word)
