"""Every store: a writer refuses at once whatever its reader would refuse, and every merge keeps the later data.

The stores are listed in the module of names, so that a new one without a row here fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from itertools import permutations
from types import FunctionType
from typing import Any

import pytest

from game import files
from game.contract import BadInput
from game.play.stopwatch import MOST_PIECES, Stopwatch
from game.player.player_data import PROBLEMS, SOURCES
from game.player.settings import LONGEST as LONGEST_SETTINGS
from game.player.settings import MOST_KEYS, TABLES, Settings
from game.rules import game
from game.session import OtherVersion, Session, finished
from game.session.backup import MOST_SOURCES, Backup, merge, merge_sources
from game.session.backup import read as read_backup
from game.session.challenge import cleaned
from game.session.daily import Daily, Try
from game.session.history import MOST_VARIATIONS
from game.session.live.match import MOST_WANTED
from game.session.notebook import KNOWN, LONGEST_CODE, LONGEST_WORDS, MOST, REPLACED, Notebook, StudyCard
from game.session.problem_book import Attempt, ProblemBook
from game.session.reader import LARGEST
from game.session.records import Records, Totals, preset_of
from game.store import cards, collection, names, races
from game.store.cards import Card, Cards
from game.store.collection import Collection, Kind
from game.store.dailies import MOST_KEPT, TRIES, Dailies
from game.store.finished_games import MARKED, FinishedGames
from game.store.imported import ImportedSaves
from game.store.kept_exercises import NOTEBOOK
from game.store.matches import SavedMatches
from game.store.play_time import PlayTime
from game.store.saves import SINCE, Saves
from game.store.store import Store
from tests.storage import empty_store
from tests.unit.test_live import Pair, Side
from tests.unit.test_player_data import data_in

pytestmark = pytest.mark.native  # only texts: the same inside Pyodide

TODAY, HUGE = date(2026, 11, 23), 10**18
Check = Callable[[Store], None]


def session(*words: str, name: str = "chain", seed: int | None = 7, **options: Any) -> Session:
    played = Session(game(name), options, seed, files.read)
    for word in words:
        played.play(word)
    return played


def settings(store: Store) -> None:
    """Stores the longest settings that can be made."""
    codes = [f"{'K' * 28}{number}" for number in range(MOST_KEYS)]
    most = Settings(language="zh-Hant").having(**{name: dict.fromkeys(table, codes) for name, table in TABLES.items()})
    text = most.dump()
    assert len(text) <= LONGEST_SETTINGS and Settings.load(text) == most


def statistics(store: Store) -> None:
    finished_games = FinishedGames(store, lambda: "here")
    found = finished_games.all()
    for preset, score, seconds, seed in (
        ("chain/1/", 5, 9, 10**30), ("chain/1/", HUGE, 9, 1), ("x" * 201, 5, 9, 1), ("chain/1/", 5, HUGE, 1)
    ):  # fmt: skip
        try:
            found.add(preset, 1, score, seconds, False, seed)
        except ValueError:
            continue
    for counts in ({"x" * 201: 1}, {"links": HUGE}, {"links": 3}):
        try:
            found.note_feats("chain/1/", counts, False)
        except ValueError:
            continue
    finished_games.put(found)
    assert [record.score for record in FinishedGames(store, lambda: "here").all().games("chain/1/")] == [5]
    assert set(found.feats("chain/1/")) == {"links"}
    merged_feats(store)


def merged_feats(store: Store) -> None:
    """Merges an import with the most feats it may hold, the player's own feats, and one of a later game."""
    other = empty_store()
    theirs = FinishedGames(other, lambda: "there")
    theirs.change(lambda found: found.note_feats("chain/1/", {f"feat{number}": 1 for number in range(20)}, False))
    data_in(store).take(data_in(other).export(Settings()), Settings())
    FinishedGames(store, lambda: "here").change(lambda found: found.note_feats("chain/1/", {"more": 1}, False))
    again = FinishedGames(store, lambda: "here").all()
    assert len(again.feats("chain/1/")) == 22 and again.games("chain/1/") and not store.refusals
    crafted = Records.from_text(again.text(), "here")
    crafted._logs["chain/1/"]["here"].totals = Totals(LARGEST, 1, 1, 0, 1, 1)
    crafted._logs["chain/1/"]["here"].dropped = 1
    crafted._logs["chain/1/"]["here"].records.clear()
    crafted._written.clear()
    FinishedGames(other, lambda: "there").put(crafted)
    with pytest.raises(BadInput, match="damaged"):
        data_in(store).take(data_in(other).export(Settings()), Settings())
    assert FinishedGames(store, lambda: "here").all().text() == again.text()


def tries(store: Store) -> None:
    dailies = Dailies(store, lambda: 0.0)
    dailies.begin("chain", TODAY)
    assert not dailies.finish("chain", TODAY, HUGE, assisted=False)
    with pytest.raises(ValueError):
        dailies.begin("x" * 201, TODAY)
    assert Dailies(store).tried("chain", TODAY) == Try()
    assert dailies.finish("chain", TODAY, LARGEST, assisted=False)
    assert Dailies(store).tried("chain", TODAY) == Try(LARGEST)


def best_games(store: Store) -> None:
    races.put_all(store, {names.best("a/1/"): f"5 {'x' * (races.LONGEST_BEST + 1)}", names.best("b/1/"): "7 code"})
    assert Collection(store, races.BESTS).all() == [("b/1/", 7, "code")]


def notebook(store: Store) -> None:
    book = Collection(store, NOTEBOOK)
    book.change(lambda found: found.add(StudyCard("x" * (LONGEST_CODE + 1), "left", "up")))
    book.change(lambda found: found.add(StudyCard("long", "left", "x" * (LONGEST_WORDS + 1))))
    assert [error.message[:17] for error in store.refusals] == ["after so long a g"]
    book.change(lambda found: found.add_all(StudyCard(f"c{number}", "left", "up") for number in range(MOST + 5)))
    assert len(Collection(store, NOTEBOOK).all()) == MOST and len(store.refusals) == 2
    other = empty_store()
    Collection(other, NOTEBOOK).change(lambda found: found.add(StudyCard("theirs", "left", "up")))
    before = store.get(names.NOTEBOOK)
    with pytest.raises(BadInput, match="there is room for"):
        data_in(store).take(data_in(other).export(Settings()), Settings())
    assert store.get(names.NOTEBOOK) == before
    known_card_makes_room(empty_store(), other)


def known_card_makes_room(store: Store, other: Store) -> None:
    """Makes room for a card by dropping a known one, and reports it, in practice and at an import."""
    book = Collection(store, NOTEBOOK)
    for act in (lambda: book.change(lambda found: found.add(StudyCard("new", "left", "up"))),
                lambda: data_in(store).take(data_in(other).export(Settings()), Settings())):  # fmt: skip
        store.refusals.clear()
        store._reported.clear()
        book.put(Notebook(StudyCard(f"c{number}", "left", "up", KNOWN, number) for number in range(MOST)))
        act()
        assert len(book.all()) == MOST and "c0" not in book.all().codes
        assert [error.message for error in store.refusals] == [REPLACED]


def problem_book(store: Store) -> None:
    book = Collection(store, PROBLEMS)
    for attempt in (Attempt("x" * 201, 5, True), Attempt("a", -1, True), Attempt("a", HUGE, True)):
        book.put(book.all().with_attempt(attempt))
    book.put(ProblemBook(Attempt(f"a{number}", number, solved=False) for number in range(150_000)))
    assert not len(Collection(store, PROBLEMS).all()) and len(store.refusals) == 1


def sources(store: Store) -> None:
    """Imports sources; the workshop's own script is fuzzed with its reader (tests/fuzz/readers.mjs)."""
    here = tuple((f"a{number}", f"x = {number}\n") for number in range(MOST_SOURCES - 10))
    there = tuple((f"b{number}", f"y = {number}\n") for number in range(11))
    Collection(store, SOURCES).put(here)
    other = empty_store()
    Collection(other, SOURCES).put(there)
    with pytest.raises(BadInput, match="more than"):
        data_in(store).take(data_in(other).export(Settings()), Settings())
    assert Collection(store, SOURCES).all() == here, "refused whole, and said so"
    Collection(other, SOURCES).put(there[1:])
    data_in(store).take(data_in(other).export(Settings()), Settings())
    assert Collection(store, SOURCES).all() == here + there[1:]


def current(store: Store) -> None:
    played = session("left", "drop")
    assert Saves(store, files.read).keep(played)
    found = Saves(store, files.read).current("chain")
    assert found and found.inputs == ("left", "drop")


def too_long_a_save(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    current(store)
    before = store.get(names.save("chain"))
    monkeypatch.setattr("game.store.saves.LONGEST_SAVE", 10)
    for _time in range(2):
        assert Saves(store, files.read).keep(session("right"))
    assert store.get(names.save("chain")) == before and len(store.refusals) == 1


def since(store: Store) -> None:
    saves, played = Saves(store, files.read), session("left")
    saves.keep(played)
    played.play("drop")
    saves.note(played)
    found = Saves(store, files.read).current("chain")
    assert store.get(names.since("chain")) is None and found and found.inputs == ("left", "drop")
    saves.keep(played)
    played.play("left")
    saves.note(played)
    kept_so_far = store.get(names.since("chain"))
    [copy] = [Session.load(text, game, files.read) for text in saves_in(store)]
    assert copy.inputs == ("left", "drop", "left") and store.get(names.since("chain")) == kept_so_far
    since_of_a_day(empty_store())


def since_of_a_day(store: Store) -> None:
    """Exports all of a day's game, and of the current one."""
    saves, played = Saves(store, files.read), session("left", seed=20261123)
    Dailies(store).begin("chain", TODAY)
    for day in (None, TODAY):
        saves.keep(played, day)
        played.play("drop")
        saves.note(played, day)
    copies = [Session.load(text, game, files.read).inputs for text in saves_in(store)]
    assert sorted(copies) == [("left", "drop"), ("left", "drop", "drop")]


def test_an_undone_move_that_is_made_again_is_kept_with_those_after_it() -> None:
    saves, played = Saves(empty_store(), files.read), session("left", "drop")
    played.undo()
    saves.keep(played)
    for word in ("drop", "left"):
        played.play(word)
        saves.note(played)
        found = finished(saves.preview("chain"))
        assert found and found.inputs == played.inputs


def saves_in(store: Store) -> Iterable[str]:
    return read_backup(data_in(store).export(Settings())).saves.values()


def too_long_since(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """Refuses the inputs since a save, and says so, before both together could not be read again."""
    saves, played = Saves(store, files.read), session("left")
    saves.keep(played)
    size = len(store.get(names.save("chain")) or "")
    monkeypatch.setattr("game.store.saves.LONGEST_SAVE", size + 120)
    for number in range(60):
        played.play(("right", "left")[number % 2])
        saves.note(played)
    assert len(store.refusals) == 1
    monkeypatch.setattr("game.store.saves.SINCE", replace(SINCE, longest=size + 120))
    found = Saves(store, files.read).current("chain")
    assert found and 2 <= found.length < 60 and found.inputs == played.inputs[: found.length]
    assert len(store.get(names.save("chain")) or "") <= size + 120


def together_too_long(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """Reads what an earlier build kept, more than fits into one save: both texts stay, and the game opens."""
    saves, played = Saves(store, files.read), session("left")
    saves.keep(played)
    played.play("drop")
    saves.note(played)
    texts = [store.get(name) for name in (names.save("chain"), names.since("chain"))]
    monkeypatch.setattr("game.store.saves.LONGEST_SAVE", len(texts[0] or ""))
    for _time in range(2):
        found = Saves(store, files.read).current("chain")
        assert found and found.inputs == ("left", "drop")
    assert [store.get(name) for name in (names.save("chain"), names.since("chain"))] == texts


def page(store: Store) -> None:
    Saves(store, page="one").claim("chain")
    assert Saves(store, page="one").is_ours("chain") and not Saves(store, page="two").is_ours("chain")


def before(store: Store) -> None:
    saves = Saves(store, files.read)
    saves.keep(session("left"))
    saves.put_aside("chain")
    found = finished(saves.loading_before("chain"))
    assert found and found.inputs == ("left",)


def imported(store: Store) -> None:
    with pytest.raises(BadInput):
        ImportedSaves(Saves(store)).add("{")
    ImportedSaves(Saves(store)).add(session("left").save())
    assert ImportedSaves(Saves(store)).seeds("chain") == {names.imported("chain", 2): 7}


def card(store: Store) -> None:
    saves, played = Saves(store, files.read), session("left", "drop")
    saves.keep(played)
    shown, kept_cards = cards.of_session(played), Cards(saves)
    for bad in (shown._replace(score=HUGE), shown._replace(preset="x" * 201)):
        kept_cards.keep("chain", bad, "en", "", "")
        assert store.get(names.card("chain")) is None
    kept_cards.keep("chain", shown, "en", "x" * 201, "")
    assert store.get(names.card("chain")) is None
    kept_cards.keep("chain", shown, "en", "note", "best")
    known = kept_cards.known("chain")
    assert isinstance(known, Card) and known.score == shown.score


def challenge(store: Store) -> None:
    played = session()
    races.save_challenge(store, played, races.SavedChallenge("a\ncode", True))
    assert races.saved_challenge(store, played) == races.SavedChallenge("a\ncode", True)


def par(store: Store) -> None:
    dailies = Dailies(store)
    for score in (HUGE, -3):
        dailies.keep_par(game("chain"), TODAY, score)
        assert store.get(names.par("chain")) is None
    dailies.keep_par(game("chain"), TODAY, 17)
    assert dailies.par(game("chain"), TODAY) == 17


class Over(Session):
    """A game that is over."""

    over = True


class Scored(Over):
    """One with any score."""

    points = 0

    @property
    def score(self) -> int:
        return self.points


def best(store: Store) -> None:
    won, saves = Scored(game("chain"), {}, 7), Saves(store)
    for won.points in (12, HUGE):
        saves.best(won)
    assert saves.best_of(preset_of(won)) == 12


def time(store: Store) -> None:
    played, watch = session(), PlayTime(store)
    watch.begin(played, None)
    for now in (0.0, 30.0, 10.0**9):
        watch.add(played, now)
    again = PlayTime(store)
    again.begin(played, None)
    assert again.seconds(played) == 150.0


def counted(store: Store) -> None:
    for seed in range(MARKED + 1):
        FinishedGames(store, lambda: "new").began(Over(game("chain"), {}, seed))
    found = [FinishedGames(store, lambda: "new").has_counted(Over(game("chain"), {}, seed)) for seed in (0, 1, MARKED)]
    assert found == [False, True, True]


def piece_times(store: Store) -> None:
    played = session("left", name="nineteen")
    place = names.piece_times("nineteen", daily=False)
    watch = Stopwatch(played, lambda now: now, store, place)
    watch.tenths = {number: number for number in range(1, MOST_PIECES)}
    watch.new_piece(10.0**12)
    watch.keep(whole=True)
    assert Stopwatch(played, lambda now: now, store, place).tenths == watch.tenths


def live(store: Store) -> None:
    pair = Pair()
    pair.host.word("drop")
    SavedMatches(store, Side(), files.read).save(pair.host.match)
    match = SavedMatches(store, Side(), files.read).load(game("duel"), [0])
    assert match and match.session.inputs == ("drop",)
    before = store.get(names.live("duel", 0))
    pair.host.match.wishes.wanted.update(range(MOST_WANTED + 1))
    SavedMatches(store, Side(), files.read).save(pair.host.match)
    assert store.get(names.live("duel", 0)) == before and len(store.refusals) == 1


def aside(store: Store) -> None:
    """Puts aside the text itself, which never replaces another."""
    for text in ("one", "two", "two"):
        collection.put_aside(store, "x", text, BadInput("damaged"))
    assert [store.get(names.damaged("x") + number) for number in ("", "#2", "#3")] == ["one", "two", None]


def others(store: Store) -> None:
    """Leaves a save of a later version to that version; it never replaces another."""
    saves, place = Saves(store, files.read), names.save("chain")
    newer = [session("left", seed=seed).save().replace('"kesu":4', '"kesu":5') for seed in (1, 2)]
    for text in newer:
        store.put(place, text)
        with pytest.raises(OtherVersion):
            saves.current("chain")
    left = names.other("form 5", place)
    assert {store.get(left), store.get(f"{left}#2")} == set(newer)
    store.put(place, "{")
    store.put(names.damaged(place), "an earlier one")
    with pytest.raises(BadInput):
        saves.current("chain")
    assert (store.get(names.damaged(place)), store.get(f"{names.damaged(place)}#2")) == ("an earlier one", "{")


def device(store: Store) -> None:
    store.put(names.DEVICE, "x" * 201)
    assert len(FinishedGames(store, lambda: "new").all().device) == 3
    assert store.get(names.DEVICE) == "new"


def last(store: Store) -> None:
    Saves(store).keep(session("left"))
    assert Saves(store).last == "chain"


def player(store: Store) -> None:
    for name in ("Zoë", "x" * 500, "a\u202eb\n"):
        assert cleaned(cleaned(name)) == cleaned(name)


PAGE_ONLY = {
    "SWIPES": "one digit (tests/e2e/test_less.py)",
    "TAUGHT": "words separated by spaces, without a limit (tests/e2e/test_coach.py)",
    "STUN": "the browser refuses a wrong address before it is kept, and each time it is used (tests/e2e/test_live.py)",
}
"""Stores that only the page writes, each with the code that keeps the rule for it."""
STORES: dict[str, Check] = {
    "SETTINGS": settings, "STATISTICS": statistics, "DEVICE": device, "LAST": last, "DAILY": tries,
    "BESTS": best_games, "NOTEBOOK": notebook, "PROBLEMS": problem_book, "WORKSHOP": sources, "PLAYER": player,
    "save": current, "since": since,
    "page": page, "before": before, "imported": imported, "card": card, "challenge": challenge, "par": par,
    "best": best, "time": time, "piece_times": piece_times, "counted": counted, "live": live,
    "damaged": aside, "other": others,
}  # fmt: skip


def test_every_store_is_here() -> None:
    constants = {name for name, value in vars(names).items() if name.isupper() and isinstance(value, str)}
    functions = {
        name for name, value in vars(names).items()
        if isinstance(value, FunctionType) and value.__module__ == names.__name__ and not name.startswith("_")
    }  # fmt: skip
    assert constants - {"PREFIX"} | functions == STORES.keys() | PAGE_ONLY.keys()


@pytest.mark.parametrize("name", STORES)
def test_a_writer_refuses_what_its_reader_would_refuse(name: str) -> None:
    STORES[name](empty_store())


@pytest.mark.parametrize("check", [too_long_a_save, too_long_since, together_too_long])
def test_a_save_that_is_too_long_is_refused_and_reported(
    check: Callable[[pytest.MonkeyPatch, Store], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(monkeypatch, empty_store())


def test_a_refusal_is_reported_at_once_and_only_once() -> None:
    said: list[str] = []
    store = Store(None, on_refused=lambda: said.append(store.refusals[-1].message))
    for message in ("one", "two", "one"):
        store.report(BadInput(message))
    assert said == ["one", "two"]


def test_variations_beyond_the_limit_are_not_dropped_in_silence() -> None:
    store, played = empty_store(), session("left")
    saves = Saves(store, files.read)
    for number in range(1, MOST_VARIATIONS + 4):
        played.go(0)
        for word in ("left", "right") * number:
            played.play(word)
        played.play("drop")
        saves.keep(played)
        assert bool(store.refusals) is (number > MOST_VARIATIONS + 1), number


def test_a_best_game_that_makes_room_or_is_too_long_is_not_dropped_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    store = empty_store()
    races.put_all(store, {names.best(f"{number}/1/"): "5 code" for number in range(races.MOST_BESTS)})
    races.put_all(store, {names.best("0/1/"): "6 code"})
    assert not store.refusals
    races.put_all(store, {names.best("another/1/"): "5 code"})
    assert len(store.refusals) == 1 and len(Collection(store, races.BESTS).all()) == races.MOST_BESTS
    monkeypatch.setattr("game.store.races.LONGEST_BEST", 3)
    won = Scored(game("chain"), {}, 7)
    won.points = 3
    races.keep_best(store, won, {})
    assert store.refusals[1].message == races.TOO_LONG


def test_an_unfinished_day_that_is_removed_is_not_dropped_in_silence() -> None:
    store = empty_store()
    dailies, saves = Dailies(store), Saves(store, files.read)
    for number in range(1, MOST_KEPT + 3):
        day = date(2026, 11, number)
        dailies.begin("chain", day)
        saves.keep(session("left"), day)
        if number > 1:
            dailies.finish("chain", day, 5, assisted=False)
        assert bool(store.refusals) is (number > MOST_KEPT), number


def test_damaged_games_that_an_export_leaves_out_are_reported() -> None:
    store = empty_store()
    store.put(names.save("chain"), "{")
    assert not list(saves_in(store)) and len(store.refusals) == 1


def test_what_another_version_left_is_not_taken_back_if_it_does_not_fit() -> None:
    store = empty_store()
    mine = Notebook(StudyCard(f"a{number}", "left", "up") for number in range(MOST))
    Collection(store, NOTEBOOK).put(mine)
    place = names.other("form 1", names.NOTEBOOK)
    store.put(place, Notebook([StudyCard("b", "left", "up")]).text())
    assert Collection(store, NOTEBOOK).all().text() == mine.text()
    assert store.get(place) and len(store.refusals) == 1


def _finished(store: Store) -> Kind[Records]:
    return FinishedGames(store, lambda: "here")._kind


KINDS: dict[str, Kind[Any]] = {
    "statistics": _finished(empty_store()), "daily": TRIES, "notebook": NOTEBOOK, "problems": PROBLEMS,
    "bests": races.BESTS, "workshop": SOURCES,
}  # fmt: skip


def test_every_kind_is_here() -> None:
    found = {
        value.name for module in (races, *(__import__(f"game.{path}", fromlist=["_"]) for path in MODULES))
        for value in vars(module).values() if isinstance(value, Kind)
    }  # fmt: skip
    assert found | {names.STATISTICS} == KINDS.keys()


MODULES = (
    "store.dailies",
    "store.kept_exercises",
    "store.finished_games",
    "player.player_data",
    "play.keeper",
    "store.saves",
)


@pytest.mark.parametrize("name", KINDS)
def test_data_that_are_too_long_are_refused_and_reported_once(name: str) -> None:
    store, kind = empty_store(), KINDS[name]
    store.put(kind.name, kind.write(kind.empty()))
    before, short = store.get(kind.name), replace(kind, format=replace(kind.format, longest=1))
    for _time in range(2):
        Collection(store, short).put(kind.empty())
    assert store.get(kind.name) == before and len(store.refusals) == 1


def example_of(name: str, chance: random.Random, device: str) -> Any:
    """Returns data of a kind, as a device may have them: everything happened on some day of one month."""
    if name == "statistics":
        found = Records(device)
        for _game in range(chance.randint(0, 4)):
            found.add(chance.choice(("a/1/", "b/1/")), chance.randint(1, 99), chance.randint(0, 99), 5, False, 1)
        return found
    if name == "daily":
        tried = Daily()
        for number in chance.sample(range(1, 9), chance.randint(0, 5)):
            tried.begin("chain", date(2026, 11, number))
            if chance.random() < 0.7:
                tried.finish("chain", date(2026, 11, number), chance.randint(0, 99), chance.random() < 0.5)
        return tried
    if name == "notebook":
        days = chance.sample(range(100, 130), 4)
        return Notebook(
            StudyCard(code, "left", "up").answered(chance.random() < 0.5, day)
            for code, day in zip("ABCD", days, strict=True) if chance.random() < 0.7
        )  # fmt: skip
    if name == "problems":
        return ProblemBook(
            Attempt(problem, chance.randint(1, 99), chance.random() < 0.5)
            for problem in "ABCD"
            if chance.random() < 0.7
        )
    if name == "bests":
        return [(f"{preset}/1/", chance.randint(1, 9), device) for preset in "abc" if chance.random() < 0.7]
    return tuple((f"n{number}", f"x = {chance.randint(0, 3)}\n") for number in range(3) if chance.random() < 0.7)


def truth(name: str, data: Any) -> set[Any]:
    """Returns what must not be lost."""
    if name == "statistics":
        return {(preset, record.at, record.score) for preset in data.presets for record in data.games(preset)}
    if name == "workshop":
        return {source for _name, source in data}
    return set()


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(60))
def test_every_merge_keeps_the_later_truth(name: str, seed: int) -> None:
    """In whatever order devices meet, nothing that one of them knows is lost, and the later answer stays."""
    chance, kind = random.Random(seed), KINDS[name]
    devices = [example_of(name, chance, device) for device in "abc"]
    merged = []
    for one, two, three in permutations(devices):
        both = kind.merge(kind.merge(one, two), three)
        assert kind.write(kind.read(kind.write(both))) == kind.write(both), "what was merged can be read"
        assert kind.write(kind.merge(both, two)) == kind.write(both), "merging again changes nothing"
        assert truth(name, both) >= set().union(*(truth(name, device) for device in devices))
        merged.append(both)
    if name == "daily":
        for number in range(1, 9):
            day = date(2026, 11, number)
            tried = [found for device in devices if (found := device.tried("chain", day))]
            ended = [found.score for found in tried if found.score is not None]
            for both in merged:
                result = both.tried("chain", day)
                assert (result is None) == (not tried) and (result is None or (result.score is None) == (not ended))
        assert len({both.text() for both in merged}) == 1
    if name == "notebook":
        for code in "ABCD":
            days = {card for device in devices for card in device._cards.values() if card.code == code}
            for both in merged:
                assert both._cards.get(code) == max(days, key=lambda card: (card.last_answer, -card.box), default=None)
    if name == "problems":
        for problem in "ABCD":
            attempts = [each for device in devices for each in device.attempts if each.name == problem]
            for both in merged:
                found = [each for each in both.attempts if each.name == problem]
                assert found == ([min(attempts, key=lambda each: (each.at, each.solved))] if attempts else [])
    if name == "bests":
        for preset in ("a/1/", "b/1/", "c/1/"):
            scores = [score for device in devices for of, score, _code in device if of == preset]
            for both in merged:
                assert [score for of, score, _code in both if of == preset] == ([max(scores)] if scores else [])


def test_a_backup_and_the_store_have_one_rule_for_best_games() -> None:
    place = names.best("a/1/")
    for ours in (None, -1, 0, 5):
        for theirs in (-1, 0, 5, 6):
            here, there = {} if ours is None else {place: f"{ours} here"}, {place: f"{theirs} there"}
            backup = merge(_backup(here), _backup(there)).races
            store = empty_store()
            Collection(store, races.BESTS).put([] if ours is None else [("a/1/", ours, "here")])
            races.put_all(store, there)
            assert {
                names.best(of): f"{score} {code}" for of, score, code in Collection(store, races.BESTS).all()
            } == backup


def _backup(found: dict[str, str]) -> Backup:
    return Backup(Records("a"), Daily(), {}, {}, found)


def test_settings_of_a_backup_never_replace_ones_own() -> None:
    """Settings have no time, so nothing says which are later: one's own stay, and an import fills in where none are."""
    store, other = empty_store(), empty_store()
    text = data_in(other).export(Settings(muted=True))
    assert data_in(store).take(text, Settings(volume=5)) == Settings(volume=5)
    assert data_in(store).take(text, Settings()) == Settings(muted=True)


def test_sources_of_one_name_are_both_kept() -> None:
    assert merge_sources((("a", "x"),), (("a", "y"),)) == (("a", "x"), ("a#2", "y"))
