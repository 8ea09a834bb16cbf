"""What a live game means for the page: who may play now, how turns are announced, what buttons do."""

from __future__ import annotations

import pytest

from game.web.live.occasion import Live
from game.words import Translator
from tests.unit.test_live import Pair


def occasions(pair: Pair) -> list[Live]:
    acts = {"undo": lambda: pair.host.said.append("asked")}
    return [Live(Translator(), side.match, acts, lambda: None) for side in pair.sides]


def test_only_the_seat_to_move_may_play() -> None:
    pair = Pair()
    (mine, other), session = occasions(pair), pair.host.match.session
    assert mine.refuses(session, "drop") is None
    assert str(other.refuses(session, "drop")) == "it is your friend's turn"
    assert str(mine.refuses(session, "quit")) == "this cannot be done in a live game"
    assert (mine.turn(session), other.turn(session)) == ("Your turn.", "Your friend's turn.")
    assert mine.names(session) == ["You", "Your friend"]
    assert other.names(session) == ["Your friend", "You"]
    assert mine.guest and not mine.looks_back


def test_a_spectator_does_not_play() -> None:
    pair = Pair("chain", watched=True)
    watching, session = occasions(pair)[1], pair.guest.match.session
    assert str(watching.refuses(session)) == "you are watching this game"
    assert watching.turn(session) == "You are watching live."
    assert watching.names(session) == []
    assert watching.caption(session) == ("You are watching live.", True)


@pytest.mark.parametrize(("action", "taken"), [("undo", True), ("share", False)])
def test_some_actions_become_wishes(action: str, taken: bool) -> None:
    pair = Pair()
    assert occasions(pair)[0].takes(action) is taken
    assert pair.host.said == ["asked"] * taken
