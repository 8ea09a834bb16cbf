"""Saves: however a page ends, its game is restored to the last input, and only one page stores it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from game.contract import BadInput
from game.rules import game
from game.session import OtherVersion, Session, finished
from game.session.crc import crc_of
from game.store import saves as module
from game.store.saves import Saves
from game.store.store import Store
from tests.unit.test_store import Browser

pytestmark = pytest.mark.native  # only texts and files: the same inside Pyodide

NAME = "push-clear"
MOVES = ("left", "up", "right", "down")


def started(browser: Browser, page: str = "a") -> tuple[Saves, Session]:
    shelf = Saves(Store(browser), page=page)
    session = Session(game(NAME), {}, 7)
    shelf.claim(NAME)
    shelf.keep(session)
    return shelf, session


def found(browser: Browser) -> Session:
    session = Saves(Store(browser)).current(NAME)
    assert session is not None
    return session


@contextmanager
def short(monkeypatch: pytest.MonkeyPatch, long: int = 0, most: int = 5) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(module, "LONG", long)
        patch.setattr(module, "MAX_UNSAVED_INPUTS", most)
        yield


@pytest.mark.parametrize("long", [0, 4, 1000])
@pytest.mark.parametrize("landed", [True, False])
def test_every_input_is_restored(monkeypatch: pytest.MonkeyPatch, long: int, landed: bool) -> None:
    browser = Browser()
    shelf, session = started(browser)
    with short(monkeypatch, long):
        for step in range(24):
            session.play(MOVES[step % 4])
            if step == 9:
                session.undo()
                shelf.keep(session)
                session.play("down" if session.main_line[-1] != "down" else "left")
            if step == 15:
                session.note(assisted=True)
            assert shelf.keep_input(session, landed=landed)
            copy = Browser()
            copy.kept = dict(browser.kept)
            again = found(copy)
            assert (again.save(), again.inputs) == (session.save(), session.inputs)
            assert found(copy).save() == session.save(), "and once more"


def test_the_journal_of_recent_inputs_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    shelf, session = started(browser)
    with short(monkeypatch):
        for step in range(30):
            session.play(MOVES[step % 4])
            shelf.keep_input(session, landed=True)
            assert len(browser.kept.get("kesu/since/" + NAME, "")) < 150


def test_damage_costs_at_most_the_inputs_since_the_last_save() -> None:
    browser = Browser()
    shelf, session = started(browser)
    whole = session.save()
    for word in ("left", "up", "right"):
        session.play(word)
        shelf.note(session)
    key = "kesu/since/" + NAME
    text = browser.kept[key]
    for at in range(len(text)):
        for other in ("", "0" if text[at] != "0" else "1", "\u00e9"):
            copy = Browser()
            copy.kept = browser.kept | {key: text[:at] + other + text[at + 1 :]}
            assert found(copy).save() == whole


def test_inputs_since_a_save_are_played_up_to_one_that_cannot_be() -> None:
    browser = Browser()
    shelf, session = started(browser)
    session.play("left")
    session.note(assisted=True)
    shelf.note(session)
    key = "kesu/since/" + NAME
    body = browser.kept[key][8:].replace('["left"]', '["left","fly","up"]')
    browser.kept[key] = f"{crc_of(body):08x}{body}"
    again = found(browser)
    assert again.inputs == ("left",) and again.assisted
    assert found(browser).inputs == ("left",), "and is kept so"


def test_a_game_too_long_to_load_keeps_its_last_loadable_save(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    shelf, session = started(browser)
    session.play("left")
    assert shelf.keep(session)
    monkeypatch.setattr("game.store.saves.LONGEST_SAVE", len(session.save()))
    for word in ("up", "right"):
        session.play(word)
        assert shelf.keep(session), "it is still this page's game"
    assert found(browser).inputs == ("left",)


def test_damaged_save_is_set_aside() -> None:
    browser = Browser()
    shelf, session = started(browser)
    session.play("left")
    shelf.note(session)
    browser.kept["kesu/save/" + NAME] += "x"
    with pytest.raises(BadInput, match="damaged"):
        shelf.current(NAME)
    assert browser.kept["kesu/damaged/save/" + NAME].endswith("x")
    assert shelf.current(NAME) is None


def test_a_save_in_the_place_of_another_game_is_set_aside() -> None:
    """Played on there, it would overwrite the player's own game of its kind."""
    browser = Browser()
    shelf, _session = started(browser)
    shelf.keep(Session(game("chain"), {}, 7))
    own = browser.kept["kesu/save/chain"]
    browser.kept["kesu/save/" + NAME] = own
    with pytest.raises(BadInput, match="damaged"):
        shelf.current(NAME)
    assert browser.kept["kesu/damaged/save/" + NAME] == own
    assert shelf.current(NAME) is None
    assert browser.kept["kesu/save/chain"] == own


def test_the_page_opened_last_owns_the_game() -> None:
    browser = Browser()
    older, session = started(browser, "a")
    session.play("left")
    assert older.keep(session)
    newer = Saves(Store(browser), page="b")
    newer.claim(NAME)
    theirs = newer.current(NAME)
    assert theirs is not None
    session.play("up")
    assert not older.keep(session) and not older.note(session) and not older.keep_input(session, landed=False)
    theirs.play("down")
    assert newer.keep_input(theirs, landed=False)
    assert found(browser).inputs == ("left", "down")
    older.claim(NAME)
    assert not newer.keep(theirs)


def test_a_cleared_store_is_refilled() -> None:
    browser = Browser()
    shelf, session = started(browser)
    session.play("left")
    browser.kept.clear()
    assert shelf.note(session)
    assert found(browser).inputs == ("left",)
    session.play("up")
    browser.kept.clear()
    assert shelf.keep(session)
    assert found(browser).inputs == ("left", "up")


def test_inputs_after_a_cleared_store_are_not_mistaken_for_the_whole_game() -> None:
    browser = Browser()
    shelf, session = started(browser)
    session.play("left")
    shelf.note(session)
    del browser.kept["kesu/save/" + NAME]
    assert shelf.current(NAME) is None
    other = Session(game(NAME), {}, 8)
    browser.kept["kesu/save/" + NAME] = other.save()
    assert found(browser).inputs == ()


def test_two_versions_on_one_origin_leave_each_others_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    shelf, ours = started(browser)
    ours.play("left")
    shelf.note(ours)
    with monkeypatch.context() as patch:
        patch.setattr(module, "game", lambda name: replace(game(name), version=2))
        patch.setattr(module, "FORM", 5)
        other = Saves(Store(browser), page="b")
        with pytest.raises(OtherVersion):
            other.current(NAME)
        assert other.current(NAME) is None, "it starts a game of its own"
        theirs = Session(replace(game(NAME), version=2), {}, 9)
        theirs.play("up")
        other.claim(NAME)
        other.keep(theirs)
    again = found(browser)
    assert (again.seed, again.inputs) == (7, ("left",)), "with the inputs since the last full save"
    with monkeypatch.context() as patch:
        patch.setattr(module, "game", lambda name: replace(game(name), version=2))
        again = found(browser)
        assert (again.seed, again.inputs) == (9, ("up",))
    assert found(browser).inputs == ("left",)
    assert not [name for name in browser.kept if "damaged" in name]


def test_a_game_in_a_newer_format_is_left_to_the_newer_version() -> None:
    browser = Browser()
    shelf, session = started(browser)
    newer = session.save().replace('"kesu":4', '"kesu":5')
    shelf.store.put(f"save/{NAME}", newer)
    with pytest.raises(OtherVersion):
        shelf.current(NAME)
    shelf.keep(session)
    assert found(browser).save() == session.save()
    assert shelf.store.get(f"other/form 5/save/{NAME}") == newer
    shelf.store.put(f"before/{NAME}", newer)
    with pytest.raises(OtherVersion):
        finished(shelf.loading_before(NAME))
    assert shelf.store.get(f"other/form 5/before/{NAME}") == newer


def test_the_previous_game_of_another_version_is_moved_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    shelf, old = started(browser)
    shelf.put_aside(NAME)
    shelf.keep(Session(game(NAME), {}, 8))
    with monkeypatch.context() as patch:
        later = replace(game(NAME), version=2)
        patch.setattr(module, "game", lambda _name: later)
        other = Saves(Store(browser))
        with pytest.raises(OtherVersion):
            other.current(NAME)
        other.claim(NAME)
        other.keep(Session(later, {}, 9))
        other.put_aside(NAME)  # where the older version kept its previous game
        other.keep(Session(later, {}, 10))
        before = finished(other.loading_before(NAME))
        assert before and before.seed == 9
    shelf = Saves(Store(browser))
    assert found(browser).seed == 8
    assert shelf.has_before(NAME, None)
    before = finished(shelf.loading_before(NAME))
    assert before and before.save() == old.save()
    with monkeypatch.context() as patch:
        patch.setattr(module, "game", lambda _name: later)
        other = Saves(Store(browser))
        assert other.has_before(NAME, None)
        sessions = other.current(NAME), finished(other.loading_before(NAME))
        assert [session and session.seed for session in sessions] == [10, 9]
    assert not [name for name in browser.kept if "damaged" in name]


def test_a_game_left_to_another_version_is_found_without_further_play(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    started(browser)
    with monkeypatch.context() as patch:
        patch.setattr(module, "game", lambda name: replace(game(name), version=2))
        with pytest.raises(OtherVersion):
            Saves(Store(browser)).current(NAME)
    assert found(browser).seed == 7
