"""What a live game means for the page: who may play now, how turns are announced, what buttons do."""

from __future__ import annotations

import pytest

from game.play.actions import Action
from game.play.live.live_mode import LiveGame, wish_text
from game.session.live.messages import AGAIN
from game.words import Translator
from tests.unit.test_live import Pair, over


def modes_of(pair: Pair, heard: list[str]) -> list[LiveGame]:
    return [LiveGame(Translator(), side.match, heard.append, lambda: None) for side in pair.sides]


def test_only_the_seat_to_move_may_play() -> None:
    pair = Pair()
    (mine, other), session = modes_of(pair, []), pair.host.match.session
    assert mine.refuses(session, "drop") is None
    assert str(other.refuses(session, "drop")) == "it is your friend's turn"
    assert str(mine.refuses(session, "quit")) == "this cannot be done in a live game"
    assert (mine.turn(session), other.turn(session)) == ("Your turn.", "Your friend's turn.")
    assert mine.names(session) == ["You", "Your friend"]
    assert other.names(session) == ["Your friend", "You"]
    assert mine.shared and not mine.opens_replay


def test_a_spectator_does_not_play() -> None:
    pair = Pair("chain", watched=True)
    watching, session = modes_of(pair, [])[1], pair.guest.match.session
    assert str(watching.refuses(session)) == "you are watching this game"
    assert watching.turn(session) == "You are watching live."
    assert watching.names(session) == []
    assert watching.caption(session) == "You are watching live."


def test_an_undo_becomes_a_wish() -> None:
    pair, heard = Pair(), list[str]()
    other = modes_of(pair, heard)[1]
    assert other.handles(Action.UNDO) and heard == ["Nothing to undo."]
    pair.host.word("drop")
    pair.pass_on()
    pair.guest.word("drop")
    pair.pass_on()
    assert other.handles(Action.UNDO) and heard[1:] == ["Asking your friend if you may undo your move…"]
    pair.pass_on()
    assert pair.host.wishes
    pair.guest.match.disconnect()
    assert other.handles(Action.UNDO) and heard[2:] == ["Connection lost. Your game is saved."]


def test_a_question_says_what_is_undone_and_whose() -> None:
    """A wish of one's friend: how many moves, of which side."""
    pair = over(Pair())
    texts = []
    for what in (AGAIN, pair.host.match.game.last_turn(0)):
        assert what is not None
        pair.host.match.ask(what)
        pair.pass_on()
        texts.append(wish_text(pair.guest.match, pair.guest.wishes[-1], Translator()))
        pair.guest.match.answer(False)
        pair.pass_on()
    assert texts[0] == "Your friend would like to play again."
    assert texts[1] == "Your friend would like to undo their last turn: 1 move."
    pair = Pair()
    for side, words in zip((pair.host, pair.guest), (("left", "left", "drop"), ("left", "drop")), strict=True):
        for word in words:
            side.word(word)
        pair.pass_on()
    pair.host.match.ask(0)
    pair.pass_on()
    assert wish_text(pair.guest.match, pair.guest.wishes[0], Translator()) == (
        "Your friend would like to undo their last turn: 3 moves. Your turn after it is undone too: 2 moves."
    )


@pytest.mark.parametrize("action", [Action.REDO, Action.RESTART, Action.HINT, Action.DEMO, Action.AGAIN])
def test_what_a_live_game_refuses(action: Action) -> None:
    for pair in (Pair(), Pair("chain", watched=True)):
        heard = list[str]()
        assert modes_of(pair, heard)[0].handles(action)
        assert heard == ["This cannot be done in a live game."]


def test_other_actions_stay_as_they_are() -> None:
    assert not modes_of(Pair(), [])[0].handles(Action.SHARE)
