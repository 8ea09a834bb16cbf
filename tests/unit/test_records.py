"""The player's records: pages that are open side by side count into one store, and lose nothing of each other."""

from __future__ import annotations

from game.rules import GAMES
from game.session import Session
from game.web.dailies import Dailies
from game.web.records import Records
from game.web.settings import Settings
from game.web.store import Store

WORDS = ("left", "up", "right", "down")


def play_to_the_end(records: Records, seed: int) -> int:
    """A game on the smallest board → its score."""
    session = Session(GAMES["push-clear"], {"size": 4}, seed)
    records.began(session)
    for turn in range(600):
        session.play(WORDS[(turn * 7 + turn // 5) % 4])
        records.played(session, float(turn))
    assert session.over
    return session.score


def test_games_of_two_pages_both_count() -> None:
    store = Store(None)
    one, two = (Records(store, Dailies(store), tuple(GAMES), lambda: "device") for _page in range(2))
    scores = [play_to_the_end(one, 1), play_to_the_end(two, 2), play_to_the_end(one, 7)]
    for page in (one, two):
        [preset] = page.statistics().presets
        assert [record.score for record in page.statistics().history(preset)] == scores


def test_what_was_imported_is_there_beside_what_was() -> None:
    here, there = Store(None), Store(None)
    mine, theirs = (Records(store, Dailies(store), tuple(GAMES), lambda: "x" * 8) for store in (here, there))
    for store, seed in ((here, 1), (there, 2)):
        session = Session(GAMES["chain"], {}, seed)
        session.play("drop")
        store.put("save/chain", session.save())
    Dailies(there).begin("chain", 20261121)
    Dailies(there).finish("chain", 20261121, 7, False)
    kept = here.get("save/chain")
    mine.take_in(theirs.export(Settings()), Settings())
    assert here.get("save/chain") == kept and here.get("before/chain") == there.get("save/chain")
    tried = Dailies(here).tried("chain", 20261121)
    assert tried is not None and tried.score == 7
