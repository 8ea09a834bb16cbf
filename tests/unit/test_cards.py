"""Cards of games: valid for one save only, read as untrusted text, and never able to block a game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game import files
from game.contract import BadInput
from game.rules import GAMES
from game.session import Session, finished
from game.store.cards import LONGEST_REPLAY, SLOWEST, Cards, mark, of_session, read
from game.store.saves import Saves
from game.store.store import Store
from tools.samples.some_moves import midgame

pytestmark = pytest.mark.native  # texts are the same in Pyodide


def kept(name: str = "chain") -> tuple[Store, Saves, Session]:
    """Returns a store with one unfinished game."""
    saves, session = Saves(Store(None), files.read), midgame(name)
    saves.keep(session)
    return saves.store, saves, session


@pytest.mark.parametrize("name", GAMES)
def test_card_is_read_back_from_the_store(name: str) -> None:
    _store, saves, session = kept(name)
    cards, card = Cards(saves), of_session(session)
    cards.keep(name, card, "en", "Continue", "Best: 7")
    known = cards.known(name)
    assert known is not None and json.dumps(known) == json.dumps(card)
    assert finished(cards.preview(name)) == card, "replaying the game gives the same card"


def test_a_card_belongs_to_one_save() -> None:
    store, saves, session = kept()
    cards = Cards(saves)
    assert cards.has("chain") and cards.known("chain") is None
    cards.keep("chain", of_session(session), "en", "Continue", "Best: 7")
    store.put("since/chain", "something was played since")
    assert cards.known("chain") is None
    store.remove("since/chain")
    store.put("save/chain", midgame("chain", seed=8).save())
    assert cards.known("chain") is None and not cards.has("duel")
    cards.keep("chain", None, "en", "", "")
    assert store.get("card/chain") is None


def test_reading_a_card_writes_nothing_and_includes_later_inputs() -> None:
    store, saves, session = kept()
    other = Session.load(session.save(), lambda name: GAMES[name], files.read)
    saves.keep(other)
    other.play(other.moves[0])
    saves.note(other)
    before = dict(store._waiting)
    assert finished(Cards(saves).preview("chain")) == of_session(other)
    store.put("save/duel", "{")
    before["save/duel"] = "{"
    assert finished(Cards(saves).preview("duel")) is None
    assert store._waiting == before


def test_game_without_moves_has_no_card() -> None:
    saves = Saves(Store(None), files.read)
    saves.keep(Session(GAMES["chain"], {}, 7, files.read))
    assert finished(Cards(saves).preview("chain")) is None


@pytest.mark.parametrize(
    "change",
    [
        {"form": 2},
        {"boards": []},
        {"boards": [["x"]]},
        {"score": True},
        {"score": 10**16},
        {"note": "x" * 300},
        {"more": 1},
    ],
)
def test_card_of_the_wrong_shape_is_ignored(change: dict[str, Any]) -> None:
    store, saves, session = kept()
    cards = Cards(saves)
    cards.keep("chain", of_session(session), "en", "Continue", "Best: 7")
    text = store.get("card/chain") or ""
    assert read(text)[0] == mark(session.save())
    store.put("card/chain", json.dumps(json.loads(text) | change))
    assert cards.known("chain") is None
    with pytest.raises(BadInput):
        read(store.get("card/chain") or "")


class Clock:
    """Seconds; this many pass from one look to the next."""

    def __init__(self, pace: float) -> None:
        self.now, self.pace, self.looks = 0.0, pace, 0

    def __call__(self) -> float:
        self.now, self.looks = self.now + self.pace, self.looks + 1
        return self.now


@pytest.mark.parametrize("pace", [SLOWEST + 0.1, LONGEST_REPLAY / 6])
def test_a_game_that_takes_long_to_replay_is_tried_once_and_has_no_card(pace: float) -> None:
    _store, saves, session = kept("push-clear")
    assert session.length > 6
    clock = Clock(pace)
    cards = Cards(saves, clock)
    assert finished(cards.preview("push-clear")) is None and 2 <= clock.looks <= 13, "it gave up soon"
    assert cards.known("push-clear") is None
    clock = Clock(pace)
    assert finished(Cards(saves, clock).preview("push-clear")) is None and not clock.looks, "nor at the next visit"
    session.undo()
    saves.keep(session)
    assert finished(Cards(saves).preview("push-clear")) == of_session(session), "it was another save"
    Cards(saves).keep("push-clear", of_session(session), "en", "Continue", "Best: 7")
    assert Cards(saves).known("push-clear")
