"""The player's data: several open pages count into one store without losing each other's games; imports add to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date

import pytest

from game.contract import BadInput
from game.player.player_data import NO_ROOM, RESERVE, PlayerData
from game.player.settings import Settings
from game.rules import GAMES, game
from game.session import Session, backup, finished, replay_code
from game.session.notebook import Notebook, StudyCard
from game.session.records import preset_of
from game.store import names
from game.store.dailies import Dailies
from game.store.finished_games import FinishedGames
from game.store.imported import ImportedSaves
from game.store.saves import Saves
from game.store.store import Store
from tests.storage import Storage, empty_store

pytestmark = pytest.mark.native  # only texts: the same inside Pyodide


WORDS = ("left", "up", "right", "down")


def finished_in(store: Store) -> FinishedGames:
    return FinishedGames(store, lambda: "device")


def data_in(store: Store) -> PlayerData:
    return PlayerData(store, finished_in(store), Dailies(store), ImportedSaves(Saves(store)), tuple(GAMES))


def kept(store: Store, name: str, *words: str, seed: int = 1) -> str:
    """Puts a game into a store; returns its save."""
    session = Session(GAMES["chain"], {}, seed)
    for word in words:
        session.play(word)
    store.put(name, session.save())
    return session.save()


def play_to_the_end(records: FinishedGames, seed: int) -> int:
    """Plays a game on the smallest board; returns its score."""
    session = Session(GAMES["push-clear"], {"size": 4}, seed)
    records.began(session)
    for turn in range(600):
        session.play(WORDS[(turn * 7 + turn // 5) % 4])
        records.count_input(session, float(turn))
    assert session.over
    return session.score


def ended(session: Session) -> Session:
    """Returns the same game on the smallest board, played to its end."""
    turn = 0
    while not session.over:
        session.play(WORDS[(turn * 7 + turn // 5) % 4])
        turn += 1
    return session


def small(*words: str) -> Session:
    session = Session(GAMES["push-clear"], {"size": 4}, 1)
    for word in words:
        session.play(word)
    return session


def undone() -> Session:
    session = small("left", "up")
    session.undo()
    return ended(session)


def hinted() -> Session:
    session = small("left")
    session.note(assisted=True)
    return ended(session)


def demonstrated() -> Session:
    """Returns a game of the player's in which a demo played one move."""
    session = small("left")
    session.play("up", demo=True)
    return ended(session)


def of_a_guest() -> Session:
    """Returns someone else's replay, played on to its end."""
    read = replay_code.read(replay_code.encode(small("left", "up")), game)
    return ended(finished(replay_code.replaying(read)))


def imported() -> Session:
    """Returns the player's own game from another device, continued here."""
    store = empty_store()
    shelf = Saves(store)
    ImportedSaves(shelf).add(small("left", "up").save())
    ImportedSaves(shelf).exchange("save/push-clear#2")
    session = shelf.current("push-clear")
    assert session is not None and session.inputs == ("left", "up")
    return ended(session)


def test_game_that_ends_again_after_undo_and_another_visit_is_counted_once() -> None:
    store, session = empty_store(), small()
    for _visit in range(3):
        records = finished_in(store)
        records.began(session)
        records.count_input(ended(session), 1.0)
        session.undo()
        session = Session.load(session.save(), game)
    first = len(finished_in(store).all().games(preset_of(session)))
    same = small()  # the same seed again, from its start
    records = finished_in(store)
    records.began(same)
    records.count_input(ended(same), 1.0)
    assert (first, len(records.all().games(preset_of(same)))) == (1, 2)


def test_each_round_of_a_restarted_game_is_counted_once() -> None:
    store, session = empty_store(), small()
    for rounds in range(1, 4):
        records = finished_in(store)
        records.began(session)
        for _twice in range(2):
            records.count_input(ended(session), 1.0)
        assert len(records.all().games(preset_of(session))) == rounds
        session.restart()
        session = Session.load(session.save(), game)


def saved_by_the_failure_page(browser: Storage) -> str:
    """Returns what the button "Save my data as a file" writes (static/net.js)."""
    return json.dumps(browser, ensure_ascii=False, indent=1)


def test_what_the_failure_page_saves_can_be_imported() -> None:
    browser = Storage({"kesu/device": "theirs"})
    store = Store(browser)
    first, second = (kept(store, names.save(name), *words) for name, words in (("chain", ["left"]), ("duel", [])))
    store.put(names.since("chain"), "damaged")
    score = play_to_the_end(finished_in(store), 7)
    store.put(names.SETTINGS, Settings(shapes=True).dump())
    store.put(names.DAILY, "damaged")
    text, here = saved_by_the_failure_page(browser), empty_store()
    settings = data_in(here).take(text, Settings())
    assert settings == Settings(shapes=True) and first != second
    assert here.get(names.save("chain")) == first
    assert [record.score for record in finished_in(here).all().games(preset_of(small()))] == [score]
    reasons = [error.message for error in here.refusals]
    assert len(reasons) == 2, "the day's games, and a save in the place of another game"
    saves = {name: text for name, text in browser.items() if "/save/" in name}
    data_in(store).take(text, Settings())  # into the browser that it is from
    assert {name: text for name, text in browser.items() if "/save/" in name} == saves
    assert len(finished_in(store).all().games(preset_of(small()))) == 1


@pytest.mark.parametrize("text", ["{}", '{"kesu/a": 1}', '{"kesu/a": "b", "c": "d"}', '{"kesu/a": ["' + "[" * 100])
def test_other_files_are_refused_in_one_line(text: str) -> None:
    store = empty_store()
    with pytest.raises(BadInput):
        data_in(store).take(text, Settings())
    assert data_in(store).export(Settings()) == data_in(empty_store()).export(Settings())


@pytest.mark.parametrize(
    ("played", "counts"),
    [
        (lambda: ended(small()), [False]),
        (undone, [True]),
        (hinted, [True]),
        (demonstrated, []),
        (of_a_guest, []),
        (imported, [False]),
    ],
    ids=["own", "undone", "hinted", "demo", "guest", "imported"],
)
def test_which_games_count_and_how(played: Callable[[], Session], counts: list[bool]) -> None:
    """The games that are counted, each by whether it is marked as assisted."""
    store = empty_store()
    records, session = finished_in(store), played()
    records.began(Session(GAMES["push-clear"], {"size": 4}, 1))
    records.count_input(session, 1.0)
    statistics = records.all()
    found = [record for preset in statistics.presets for record in statistics.games(preset)]
    assert [record.assisted for record in found] == counts
    assert all(record.score == session.score for record in found)
    totals = [statistics.totals(preset) for preset in statistics.presets]
    assert [each and each.best_unassisted for each in totals] == [
        None if helped else session.score for helped in counts
    ]


def test_a_game_counts_once_no_matter_how_often_it_ends() -> None:
    records, session = finished_in(empty_store()), ended(small())
    records.began(small())
    records.count_input(session, 1.0)
    lengths = {session.length}
    for back in (5, 9, 10):
        for _step in range(back):
            session.undo()
        while not session.over:
            session.play(session.rules.moves(session.state)[0])
        records.count_input(session, 2.0)
        lengths.add(session.length)
    assert len(lengths) > 1, "it ended after fewer or more moves"
    [preset] = records.all().presets
    assert len(records.all().games(preset)) == 1
    records.began(session)
    records.count_input(session, 3.0)
    assert len(records.all().games(preset)) == 1, "and not again when it is opened at its end"
    session.play("restart")
    records.count_input(ended(session), 4.0)
    assert len(records.all().games(preset)) == 2, "begun again, it is another game"


def test_games_of_two_pages_both_count() -> None:
    store = empty_store()
    one, two = (finished_in(store) for _page in range(2))
    scores = [play_to_the_end(one, 1), play_to_the_end(two, 2), play_to_the_end(one, 7)]
    for page in (one, two):
        [preset] = page.all().presets
        assert [record.score for record in page.all().games(preset)] == scores


def test_an_import_adds_to_the_existing_records() -> None:
    here, there = empty_store(), empty_store()
    mine, theirs = data_in(here), data_in(there)
    ours, theirs_kept = kept(here, "save/chain", "drop"), kept(there, "save/chain", "drop", seed=2)
    Dailies(there).begin("chain", date(2026, 11, 21))
    Dailies(there).finish("chain", date(2026, 11, 21), 7, assisted=False)
    mine.take(theirs.export(Settings()), Settings())
    assert here.get("save/chain") == ours
    assert ImportedSaves(Saves(here)).seeds("chain") == {"save/chain#2": 2}
    assert here.get("save/chain#2") == theirs_kept
    tried = Dailies(here).tried("chain", date(2026, 11, 21))
    assert tried is not None and tried.score == 7


def test_notebooks_of_two_pages_are_merged() -> None:
    here, there = empty_store(), empty_store()
    there.put("notebook", Notebook([StudyCard("AbC", "left", "up", 1, 9)]).text())
    text = data_in(there).export(Settings())
    here.put("notebook", Notebook([StudyCard("DeF", "left", "up")]).text())
    data_in(here).take(text, Settings())
    assert [card.code for card in Notebook.from_text(here.get("notebook") or "").due(99)] == ["DeF", "AbC"]


def test_games_of_three_devices_are_all_kept_and_can_be_swapped() -> None:
    here = empty_store()
    imported, mine = ImportedSaves(Saves(here)), data_in(here)
    ours = kept(here, "save/chain", "drop")
    saved = []
    for words in (("left", "drop"), ("right", "drop")):
        there = empty_store()
        saved += [kept(there, "save/chain", *words), kept(there, "before/chain", *words, "drop")]
        text = data_in(there).export(Settings())
        mine.take(text, Settings())
        mine.take(text, Settings())  # once more, and nothing is doubled
    assert here.get("save/chain") == ours
    assert [here.get(name) for name in ("before/chain", *imported.names("chain"))] == [
        saved[1], saved[0], saved[3], saved[2]
    ]  # fmt: skip
    third = empty_store()
    data_in(third).take(mine.export(Settings()), Settings())
    assert ImportedSaves(Saves(third)).names("chain") == imported.names("chain")
    name = imported.names("chain")[1]
    assert imported.exchange(name) == "chain"
    assert here.get("save/chain") == saved[3] and here.get(name) == ours


def test_moves_since_the_last_save_are_swapped_too() -> None:
    here = empty_store()
    shelf = Saves(here)
    session = Session(GAMES["chain"], {}, 1)
    shelf.keep(session)
    session.play("left")
    shelf.note(session)
    ImportedSaves(shelf).add(kept(empty_store(), "", "drop", seed=2))
    assert ImportedSaves(shelf).exchange("save/chain#2") == "chain"
    current = shelf.current("chain")
    assert current is not None and list(current.inputs) == ["drop"]
    assert here.get("save/chain#2") == session.save()


def test_statistics_of_a_newer_version_are_left_alone_and_come_back() -> None:
    """As after a rollback: games played before and after it are all kept."""
    store = empty_store()
    play_to_the_end(finished_in(store), 1)
    ours = store.get("statistics") or ""
    theirs = ours.replace('"form":2', '"form":3')
    store.put("statistics", theirs)
    store.put("device", "after the rollback")
    play_to_the_end(finished_in(store), 2)
    assert store.get("other/form 3/statistics") == theirs
    [preset] = finished_in(store).all().presets
    assert len(finished_in(store).all().games(preset)) == 1
    store.put("other/form 2/statistics", ours)  # as the later version would have left it to this one
    assert len(finished_in(store).all().games(preset)) == 2
    assert store.get("other/form 2/statistics") is None
    assert len(finished_in(store).all().games(preset)) == 2


def long_game(length: int, seed: int = 1) -> str:
    """Returns an export of one game with so long a save."""
    there, session = empty_store(), Session(GAMES["chain"], {}, seed)
    for _word in range(length // 7):
        session.play("left")
        session.play("right")
    there.put("save/chain", session.save())
    return data_in(there).export(Settings())


def test_an_import_that_does_not_fit_into_the_browser_changes_nothing() -> None:
    storage = Storage()
    here = Store(storage, on_blocked=lambda: pytest.fail("nothing else says that this browser cannot save"))
    ours, text = kept(here, "save/chain", "drop"), long_game(9000, seed=2)
    play_to_the_end(finished_in(here), 7)
    for room in range(sum(len(name) + len(text) for name, text in storage.items()), 300_000, 10_000):
        before, storage.room = dict(storage), room
        try:
            data_in(here).take(text, Settings())
        except BadInput as error:
            assert error.message == NO_ROOM and dict(storage) == before and not here.blocked
        else:
            break
    assert room > RESERVE, "games to come have room as well"
    assert ImportedSaves(Saves(Store(storage))).seeds("chain") == {"save/chain#2": 2}, "in the browser itself"
    ImportedSaves(Saves(here)).remove("save/chain#2")
    assert Store(storage).get("save/chain#2") is None and Store(storage).get("save/chain") == ours


def test_nothing_is_imported_where_nothing_is_kept() -> None:
    here = Store(None)
    with pytest.raises(BadInput, match="no room"):
        data_in(here).take(long_game(20), Settings())
    assert here.get("save/chain") is None


def test_what_could_not_be_exported_again_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage()
    here = Store(storage)
    one, two = long_game(5000, seed=1), long_game(5000, seed=2)
    monkeypatch.setattr(backup, "LONGEST", len(one) + 1000)
    data_in(here).take(one, Settings())
    before = dict(storage)
    with pytest.raises(BadInput, match="too much data for one backup: delete"):
        data_in(here).take(two, Settings())
    assert dict(storage) == before and data_in(here).export(Settings())
