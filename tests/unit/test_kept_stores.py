"""This build opens the stores of earlier builds, to the last input: games, daily games, records and settings.

Each file in data/stores is the store of one released build, written by that build's own code in CPython. It has, for
each game, a set-aside game, one in play with an undo and its extra entries, and a daily one; a finished game; settings;
and a backup. The files are never regenerated.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from game import files
from game.player.player_data import PlayerData
from game.player.settings import Settings
from game.rules import GAMES, game
from game.session import Session, backup, finished
from game.session.challenge import read
from game.session.live.match import Match
from game.session.notebook import Notebook
from game.session.records import preset_of
from game.session.replay_code import decode
from game.store import races
from game.store.dailies import Dailies
from game.store.finished_games import FinishedGames
from game.store.imported import ImportedSaves
from game.store.names import PREFIX, SETTINGS
from game.store.saves import Saves
from game.store.store import Store
from tests.unit.test_live import Side
from tests.unit.test_store import Browser

pytestmark = pytest.mark.native  # texts and files are the same in Pyodide

STORES = sorted(Path(__file__).with_name("data").joinpath("stores").glob("*.json"))
DAY = date(2025, 11, 22)


class OldStore:
    """A store of an older build, opened by this one."""

    def __init__(self, path: Path) -> None:
        contents = json.loads(path.read_text(encoding="utf-8"))
        self.found: dict[str, Any] = contents["found"]
        self.browser = Browser()
        self.browser.kept.update(contents["kept"])
        self.store = Store(self.browser)
        self.saves = Saves(self.store, files.read, "another page")
        self.dailies = Dailies(self.store)
        self.finished = FinishedGames(self.store, lambda: "no new device")


@pytest.fixture(params=STORES, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest) -> OldStore:
    return OldStore(request.param)


def is_same(session: Session | None, expected: dict[str, Any]) -> bool:
    assert session is not None
    inputs = " / ".join(session.inputs)
    return {
        "game": session.rules.name, "seed": session.seed, "inputs": inputs, "score": session.score,
        "assisted": session.assisted,
    } == expected  # fmt: skip


def test_stores_cover_every_form_of_a_save() -> None:
    forms = {json.loads(text)["kesu"] for path in STORES for text in games_in(OldStore(path)).values()}
    assert forms >= {2, 3, 4}


def games_in(kept: OldStore) -> dict[str, str]:
    return {name: text for name, text in kept.browser.kept.items() if name.startswith(PREFIX + "save/")}


def test_games_of_old_stores_open_to_the_last_input(kept: OldStore) -> None:
    names = [name.removeprefix(PREFIX + "save/") for name in games_in(kept)]
    assert len(names) >= 5
    for name in names:
        assert is_same(kept.saves.current(name), kept.found[f"save/{name}"])
        assert is_same(finished(kept.saves.loading_before(name)), kept.found[f"before/{name}"])
        if f"daily {name}" in kept.found:
            assert is_same(finished(kept.saves.loading(name, DAY)), kept.found[f"daily {name}"])
            assert kept.dailies.counts(name, DAY), "the attempt of that day was begun and is not over"
    assert kept.saves.last == kept.found["last"]
    assert not [name for name in kept.browser.kept if "damaged" in name or "other" in name]


def test_records_settings_and_backups_of_old_stores_are_read(kept: OldStore) -> None:
    ended = kept.found["finished"]
    [record] = kept.finished.all().games(ended["preset"])
    assert (record.score, record.assisted) == (ended["score"], False)
    assert kept.saves.best_of(ended["preset"]) == int(ended["best"])
    settings = Settings.load(kept.store.get(SETTINGS))
    assert {name: getattr(settings, name) for name in kept.found["settings"]} == kept.found["settings"]
    assert len(backup.read(kept.found["backup"]).saves) >= 10
    empty = Store(Browser())
    saves = Saves(empty, files.read)
    games = FinishedGames(empty, lambda: "b")
    data = PlayerData(empty, games, Dailies(empty), ImportedSaves(saves), tuple(GAMES))
    assert data.take(kept.found["backup"], Settings()) == settings
    chain = saves.current("chain")
    assert chain and kept.found["save/chain"]["inputs"].startswith(" / ".join(chain.inputs))


WITH_ALL = [path for path in STORES if '"live"' in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_ALL, ids=lambda path: path.stem)
def test_races_notebooks_sources_and_live_games_of_old_stores_are_read(path: Path) -> None:
    kept = OldStore(path)
    found, store = kept.found, kept.store
    racing, ended = kept.saves.current("push-clear"), found["finished"]["preset"]
    race = races.saved_challenge(store, racing) if racing else None
    assert race == races.SavedChallenge(found["race"], False)
    assert read(race.code, game, files.read).rounds[0].games[0].name == store.get("name") == "Zoë"
    best = races.best(store, Session(game("nineteen"), {}, 3))
    assert best == tuple(found["best"]) and preset_of(Session(game("nineteen"), {}, 3)) == ended
    assert json.loads(store.get("times/nineteen") or "")["tenths"] != []
    cards = Notebook.from_text(store.get("notebook") or "")
    assert len(cards) == found["notebook"]
    assert [decode(card.code, game, files.read).length > 0 for card in cards.due(800_000)] == [True, True]
    brought = backup.read(found["backup"])
    assert [name for name, _text in brought.sources] == found["workshop"]
    match = Match.load(store.get("live/duel/0") or "", Side(), game, files.read)
    assert is_same(match.session, found["live"])
