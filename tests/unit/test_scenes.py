"""Scenes: each is real play that shows what its caption says."""

from __future__ import annotations

import pytest

from game import files
from game.contract import Completed, Event, Fell, Locked, Scored, Vanished, Walked
from game.rules import GAMES
from game.session import Session

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide

SCENES = [(name, number) for name, rules in GAMES.items() for number in range(len(rules.scenes))]


def run(name: str, number: int) -> list[tuple[Event, ...]]:
    """Returns the events of each word shown."""
    scene = GAMES[name].scenes[number]
    session = Session(GAMES[name], scene.options, scene.seed, files.read)
    for word in scene.unseen:
        assert session.play(word), (word, "changes nothing")
    happened = []
    for word in scene.seen:
        before = session.state
        happened.append(session.play(word))
        assert session.state is not before, (word, "changes nothing")
    return happened


@pytest.mark.parametrize("name,number", SCENES)
def test_every_word_of_a_scene_changes_something(name: str, number: int) -> None:
    assert len(run(name, number)) <= 10, "short enough to watch"


def of(name: str, number: int, kind: type[Event]) -> list[Event]:
    return [event for events in run(name, number) for event in events if isinstance(event, kind)]


def test_every_game_has_scenes_and_the_second_ends_with_its_point() -> None:
    assert all(len(rules.scenes) >= 2 for rules in GAMES.values())
    assert of("push-clear", 1, Completed) and any(e.points >= 2 for e in of("push-clear", 1, Scored))  # type: ignore[union-attr]
    assert len(of("chain", 0, Vanished)) == 1
    assert max(e.link for e in of("chain", 1, Vanished)) == 2 and of("chain", 1, Fell)  # type: ignore[union-attr]
    assert of("nineteen", 1, Completed) and not of("nineteen", 0, Completed)
    assert of("lines98", 0, Walked) and of("lines98", 1, Vanished)
    assert of("biquadris", 1, Completed) and not of("biquadris", 0, Completed)
    assert {e.board for e in of("duel", 0, Locked)} == {0, 1}
    assert max(e.link for e in of("duel", 1, Vanished)) == 2  # type: ignore[union-attr]
    assert {symbol for e in run("duel", 1)[-1] if isinstance(e, Fell) for symbol, *_ in e.steps} == {"o"}
