"""A whole store as one text, a line per entry, to be fuzzed like any other; and a visit to the page with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cache
from itertools import islice
from unittest import mock

from game import files
from game.contract import BadInput
from game.play.stopwatch import Stopwatch
from game.player.player_data import PROBLEMS, PlayerData
from game.player.settings import Settings
from game.rules import GAMES, game
from game.session import Session, finished
from game.session.challenge import Challenge, ChallengeRound, encode, recorded
from game.session.problem_book import Attempt, ProblemBook
from game.store import names, races
from game.store.cards import Cards, of_session
from game.store.collection import Collection
from game.store.dailies import Dailies
from game.store.finished_games import FinishedGames
from game.store.imported import ImportedSaves
from game.store.kept_exercises import NOTEBOOK
from game.store.saves import Saves
from game.store.store import Store
from tests.storage import Storage

DAY = date(2026, 3, 1)
NOON = 1772366400.0
"""Seconds since 1970, on that day."""
SLICES = 60
"""Steps played of each stored game: this tests reading, not playing."""


class Visit:
    """Every part of the page that reads a store, on the same store."""

    def __init__(self, entries: dict[str, str]) -> None:
        self._storage = Storage()
        self.store = Store(self._storage)
        for name, text in entries.items():
            self.store.put(name, text)
        self.saves = Saves(self.store, files.read, "this page")
        self.dailies = Dailies(self.store, lambda: NOON)
        self.imported = ImportedSaves(self.saves)
        games = tuple(name for name in GAMES if any(f"/{name}" in each for each in entries))
        self.finished = FinishedGames(self.store, lambda: "new")
        self.data = PlayerData(self.store, self.finished, self.dailies, self.imported, games)

    @property
    def entries(self) -> dict[str, str]:
        return self._storage.entries


def written(entries: dict[str, str]) -> str:
    """Serializes entries: a line for each, with its name and its text."""
    return "\n".join(f"{name}\t{text.replace(chr(10), chr(11))}" for name, text in entries.items())


def entries_of(text: str) -> dict[str, str]:
    """Parses a text of `written`, however it was changed."""
    parts = (line.partition("\t") for line in text.split("\n"))
    return {name: kept.replace("\v", "\n") for name, _tab, kept in parts}


def example(name: str) -> dict[str, str]:
    """Returns the store of a player who has played, finished, raced and undone a game, and begun a daily game."""
    visit = Visit({})
    rules = game(name)
    session = Session(rules, {}, 7, files.read)
    visit.finished.began(session)
    for number in range(6):
        session.play(session.moves[number % len(session.moves)])
        visit.finished.count_input(session, float(number))
    mine = recorded(session, "Zoë", {at: at % 30 for at in range(6)})
    code = encode(Challenge(rules, session.options, (ChallengeRound(7, (mine,)),)))
    races.save_challenge(visit.store, session, races.SavedChallenge(code, False))
    races.keep_best(visit.store, session, {0: 5})
    watch = Stopwatch(session, lambda _time: 700.0, visit.store, names.piece_times(name, daily=False))
    watch.new_piece(2000.0)
    watch.keep(whole=True)
    visit.dailies.begin(name, DAY)
    daily = Session(rules, {}, 20260301, files.read)
    visit.saves.keep(daily, DAY)
    daily.play(daily.moves[0])
    visit.saves.note(daily, DAY)
    session.undo()
    visit.saves.keep(session)
    visit.saves.put_aside(name)
    session = Session(rules, {}, 8, files.read)
    session.play(session.moves[0])
    visit.saves.keep(session)
    Cards(visit.saves).keep(name, of_session(session), "en", "Continue · 1,240", "Best: 1,240")
    session.play(session.moves[-1])
    visit.saves.note(session)
    visit.imported.add(session.save())
    visit.finished.count(session)
    visit.store.put(names.SETTINGS, Settings(theme="dark", volume=10).dump())
    visit.store.put(names.NOTEBOOK, json.dumps(
        {"kesu": "notebook", "form": 1, "cards": [["AQ", "left", "right,drop", 2, 739577]]}
    ))  # fmt: skip
    visit.store.put(names.PROBLEMS, ProblemBook([Attempt("n1m1-rows-3-4-384604742-5-31e7fbb6", 5, True)]).text())
    visit.store.put(names.WORKSHOP, json.dumps([{"name": "mine", "text": "# kesu-workshop 1 game\nx = 1\n"}]))
    visit.store.put(names.best(f"{name}/1/"), "1240")
    return visit.entries


EXAMPLES: dict[str, dict[str, str]] = {name: example(name) for name in GAMES}


def visited(text: str) -> None:
    """Visits the page with this store: nothing raises, unchanged data survives, and a finished game still counts.

    A part of the page that reads only entries equal to the example's would behave as it did there, and is left out.
    """
    entries = entries_of(text)
    games = [name for name in GAMES if any(f"/{name}" in each for each in entries)]
    for name in games:
        for part in OF_A_GAME:
            _try(part, name, entries, EXAMPLES[name])
    for place, part_texts in _places(entries).items():
        name = next((name for name in games if place.startswith(name)), games[0] if games else "chain")
        for part in (_counts, _exports) if place == "" else (_exports,):
            _try(part, name, part_texts, _example(name, place))


Part = Callable[[dict[str, str], str], None]
"""A part of the page, on some entries of a store, for a game."""


@cache
def _example(name: str, place: str) -> dict[str, str]:
    return _places(EXAMPLES[name]).get(place, {})


def _places(entries: dict[str, str]) -> dict[str, dict[str, str]]:
    """Returns the entries of each game and day, with the tries of days, and the entries of no game."""
    found: dict[str, dict[str, str]] = {}
    for name, text in entries.items():
        found.setdefault(name.partition("/")[2], {})[name] = text
    for place, part_texts in found.items():
        if names.DAILY in entries and any(name.startswith(f"{names.DAILY}/") for name in part_texts):
            found[place] = part_texts | {names.DAILY: entries[names.DAILY]}
    return found


def _try(part: Part, name: str, entries: dict[str, str], example: dict[str, str]) -> None:
    """Has a part read these entries, unless all that it would read is as in the example."""
    if not _read_by(part, name, example).isdisjoint(each for each, _text in entries.items() ^ example.items()):
        part(entries, name)


READS: dict[tuple[Part, int], frozenset[str]] = {}
"""The names of all that a part reads of an example, whether it is there or not."""


def _read_by(part: Part, name: str, example: dict[str, str]) -> frozenset[str]:
    if (part, id(example)) not in READS:
        with mock.patch.object(Store, "get", autospec=True, side_effect=Store.get) as get:
            part(example, name)
        READS[part, id(example)] = frozenset(call.args[1] for call in get.call_args_list)
    return READS[part, id(example)]


def _loaded(visit: Visit, entries: dict[str, str], name: str) -> Session:
    """Opens a game; a save that was not changed must load."""
    session: Session | None = None
    with suppress(BadInput):
        session = finished(visit.saves.loading(name))
    if all(entries.get(each) == EXAMPLES[name].get(each) for each in (names.save(name), names.since(name))):
        assert session is not None and session.length == 2
    return session or Session(game(name), {}, 7, files.read)


def _plays(entries: dict[str, str], name: str) -> None:
    """Opens, plays and saves the current game."""
    visit = Visit(entries)
    session = _loaded(visit, entries, name)
    for word in session.moves[:1]:
        visit.finished.began(session)
        session.play(word)
        visit.finished.count_input(session, 1.0)
    visit.saves.best(session)
    visit.saves.claim(name)
    assert visit.saves.keep(session)
    again = Visit(visit.entries).saves.current(name)
    assert again is not None and again.inputs == session.inputs, "what was just kept is lost"


def _previews(entries: dict[str, str], name: str) -> None:
    """Draws home's card, and a kept one, which is only read if nothing was played since."""
    cards = Cards(Visit(entries).saves)
    Cards(Visit({each: text for each, text in entries.items() if each != names.since(name)}).saves).known(name)
    for _slice in islice(cards.preview(name), SLICES):
        pass


def _watches(entries: dict[str, str], name: str) -> None:
    """Goes on measuring the time of each piece."""
    visit, session = Visit(entries), Session(game(name), {}, 8, files.read)
    watch = Stopwatch(session, lambda _time: 700.0, visit.store, names.piece_times(name, daily=False))
    watch.new_piece(2000.0)
    watch.elapsed(0.0)
    watch.keep(whole=True)


def _races(entries: dict[str, str], name: str) -> None:
    """Looks for a race, and keeps a best game."""
    visit, session = Visit(entries), Session(game(name), {}, 8, files.read)
    races.saved_challenge(visit.store, session)
    races.best(visit.store, session)
    races.keep_best(visit.store, session, {})


def _loads_others(entries: dict[str, str], name: str) -> None:
    """Loads the previous game, and that of the day."""
    visit = Visit(entries)
    for work in (visit.saves.loading_before(name), visit.saves.loading(name, DAY)):
        with suppress(BadInput):
            for _slice in islice(work, SLICES):
                pass


def _lists(entries: dict[str, str], name: str) -> None:
    """Lists imported games, and days."""
    visit = Visit(entries)
    visit.imported.seeds(name)
    visit.dailies.streak(name)
    visit.dailies.unfinished(name, DAY)


def _counts(entries: dict[str, str], _name: str) -> None:
    """Reads what belongs to no game, and counts a game that ends."""
    visit = Visit(entries)
    Collection(visit.store, NOTEBOOK).all().due(DAY.toordinal())
    _ = Collection(visit.store, PROBLEMS).all().attempts
    _ = visit.saves.last
    known, other = visit.finished.all(), Session(game("push-clear"), {}, 7)
    before = sum(len(known.games(preset)) for preset in known.presets)
    visit.finished.began(other)
    visit.finished.count(other)
    again = Visit(visit.entries).finished.all()
    assert sum(len(again.games(preset)) for preset in again.presets) in (before + 1, before), "a game was not counted"


def _exports(entries: dict[str, str], _name: str) -> None:
    """Exports the whole store; another device can read it."""
    visit = Visit(entries)
    try:
        exported = visit.data.export(Settings.load(visit.store.get(names.SETTINGS)))
    except BadInput:
        return
    Visit({}).data.take(exported, Settings())


OF_A_GAME: tuple[Part, ...] = (_plays, _previews, _watches, _races, _loads_others, _lists)
