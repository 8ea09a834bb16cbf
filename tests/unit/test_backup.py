"""The backup: a good one restores everything, a damaged one nothing, and merging loses nothing."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.contract import BadInput
from game.rules import game
from game.session import Session, backup
from game.session.backup import LONGEST, Backup, merge, read, write
from game.session.daily import Daily
from game.session.notebook import Notebook, StudyCard
from game.session.records import Records
from tests.examples import at_most

PLACE = "save/push-clear"

pytestmark = pytest.mark.native  # texts and files are the same in Pyodide


def save(*words: str, seed: int = 7, name: str = "push-clear") -> str:
    session = Session(game(name), {}, seed)
    for word in words:
        session.play(word)
    return session.save()


def everything(device: str = "a", **changed: Any) -> Backup:
    records = Records(device)
    records.add("chain/1/", 1000, 50, 60, False, 7)
    tries = Daily()
    tries.begin("chain", date(2026, 11, 21))
    found: dict[str, Any] = {
        "records": records,
        "daily": tries,
        "saves": {"save/push-clear": save("left", "up")},
        "races": {"best/chain/1/": "50 AbC-_1", "challenge/chain": "chain/1/ 7\nsent\nAbC"},
        "settings": {"theme": "dark", "volume": 40, "speed": 0.5, "shapes": True, "język": "漢字 \ud800"},
    }
    return Backup(**found | changed)


def parts(backup: Backup) -> tuple[Any, ...]:
    return backup.records.text(), backup.daily.text(), dict(backup.saves), dict(backup.settings), dict(backup.races)


GOOD = write(everything())


def forged(**changed: Any) -> str:
    """Returns a backup with a valid checksum and other contents."""
    content = {key: value for key, value in json.loads(GOOD).items() if key not in ("kesu", "form", "check")} | changed
    head = {"kesu": "backup", "form": backup.FORM, "check": backup._checksum(content)}
    return json.dumps(head | content)


def test_backup_text_is_read_back_unchanged() -> None:
    assert parts(read(GOOD)) == parts(everything())
    assert write(read(GOOD)) == GOOD
    assert GOOD.isascii() and "\n" not in GOOD


def test_reformatted_backup_can_still_be_read() -> None:
    assert parts(read("\ufeff" + json.dumps(json.loads(GOOD), indent=2, ensure_ascii=False))) == parts(everything())


@settings(max_examples=at_most(300))
@given(at=st.integers(0, len(GOOD) - 1), letter=st.characters())
def test_any_damage_is_detected(at: int, letter: str) -> None:
    damaged = GOOD[:at] + letter + GOOD[at + 1 :]
    try:
        found = read(damaged)
    except BadInput as error:
        assert "\n" not in str(error)
        return
    assert parts(found) == parts(everything()), "other whitespace or another escape does not change the meaning"


def test_any_truncation_is_detected() -> None:
    for length in range(len(GOOD)):
        with pytest.raises(BadInput):
            read(GOOD[:length])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this backup is damaged"),
        ("[" * 100_000, "this backup is damaged"),
        ("[]", "not a Kesu backup"),
        ("{}", "not a Kesu backup"),
        (save(), "not a Kesu backup"),
        (" " * (LONGEST + 1), "this backup is too long"),
        (GOOD.replace('"form":2', '"form":3', 1), "this version reads format"),
        (GOOD.replace("dark", "dusk"), "this backup is damaged"),
        (forged(more=1), "this backup is damaged"),
        (forged(statistics={}), "this backup is damaged"),
        (forged(statistics="{}"), "these statistics are damaged"),
        (forged(daily=1), "this backup is damaged"),
        (forged(daily="{}"), "the daily challenge records are damaged"),
        (forged(saves=[]), "this backup is damaged"),
        (forged(saves={PLACE: 1}), "this backup is damaged"),
        (forged(saves={PLACE: "{}"}), f"a save in the wrong place: {PLACE}"),
        (forged(saves={"save/chain": save()}), "a save in the wrong place: save/chain"),
        (forged(saves={PLACE: save(name="chain")}), f"a save in the wrong place: {PLACE}"),
        (forged(saves={"daily/chain/20261121": save()}), "a save in the wrong place: daily/chain/20261121"),
        (forged(saves={"daily": save()}), "something unknown: daily"),
        (forged(saves={"statistics": save()}), "something unknown: statistics"),
        (forged(saves={"device": save()}), "something unknown: device"),
        (forged(saves={"settings": save()}), "something unknown: settings"),
        (forged(saves={"save/push-clear/x": save()}), "something unknown: save/push-clear/x"),
        (forged(saves={"save/push-clear#": save()}), "something unknown: save/push-clear#"),
        (forged(saves={"save/push-clear\n": save()}), "something unknown: save/push-clear?"),
        (forged(saves={"s" * 300: save()}), "this backup is damaged"),
        (forged(saves={f"{PLACE}#{number}": save() for number in range(201)}), "this backup is damaged"),
        (forged(races=[]), "this backup is damaged"),
        (forged(races={"save/chain": "x"}), "this backup is damaged"),
        (forged(races={"best/chain/1/": "many AbC"}), "this backup is damaged"),
        (forged(races={"best/chain/1/": "50 a b"}), "this backup is damaged"),
        (forged(races={"challenge/chain": "x" * 200_000}), "this backup is damaged"),
        (forged(settings=[]), "this backup is damaged"),
        (forged(settings={"keys": None}), "this backup is damaged"),
        (forged(settings={"keys": []}), "this backup is damaged"),
        (forged(settings={"volume": 10**40}), "this backup is damaged"),
        (forged(settings={"volume": "x" * 30_000}), "this backup is damaged"),
    ],
    ids=lambda value: value[:30],
)
def test_invalid_text_gets_a_message(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read(text)


def test_merging_keeps_ours_and_theirs() -> None:
    ours = everything("a", saves={PLACE: save("left"), "before/push-clear": save("up")}, settings={"theme": "light"})
    theirs = read(write(everything("b", saves={PLACE: save("right"), "before/push-clear": save("up")})))
    before = parts(ours), parts(theirs)
    both = merge(ours, theirs)
    assert (parts(ours), parts(theirs)) == before
    assert both.settings == {**theirs.settings, "theme": "light"}
    assert both.saves == {PLACE: save("left"), "before/push-clear": save("up"), PLACE + "#2": save("right")}
    totals = both.records.totals("chain/1/")
    assert totals is not None and totals.games == 2
    assert parts(merge(both, theirs)) == parts(both), "importing the same backup again adds nothing"
    assert parts(read(write(both))) == parts(both)
    third = merge(both, everything("c", saves={PLACE + "#2": save("down")}))
    assert third.saves[PLACE + "#3"] == save("down")


def test_backup_of_form_1_has_no_races() -> None:
    content = {key: value for key, value in json.loads(GOOD).items() if key not in ("kesu", "form", "check", "races")}
    old = json.dumps({"kesu": "backup", "form": 1, "check": backup._checksum(content)} | content)
    assert parts(read(old)) == parts(everything(races={}))


def test_merging_keeps_the_better_of_two_best_games() -> None:
    ours = {"best/chain/1/": "50 ours", "best/lines98/2/": "-3 ours", "challenge/chain": "ours"}
    theirs = {"best/chain/1/": "50 theirs", "best/lines98/2/": "7 theirs", "best/duel/1/": "1 theirs"}
    both = merge(everything(races=ours), everything(races=theirs | {"challenge/chain": "theirs"}))
    assert both.races == ours | {"best/lines98/2/": "7 theirs", "best/duel/1/": "1 theirs"}
    assert read(write(both)).races == both.races


def test_statistics_continue_on_the_same_device() -> None:
    assert merge(everything("a"), read(GOOD)).records.device == "a"


def test_damaged_save_is_left_out_of_the_backup() -> None:
    ours = everything(saves={"save/chain": "{", "save/lines98": save(), "elsewhere": save(), PLACE: save()})
    assert read(write(ours)).saves == {PLACE: save()}


def test_unreadable_backup_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: object
    for wrong in ([], float("nan"), None, 10**20):
        with pytest.raises(ValueError):
            write(everything(settings={"volume": wrong}))
    many = {f"{PLACE}#{number}": save("left", seed=number) for number in range(201)}
    with pytest.raises(BadInput, match="too many"):
        write(everything(saves=many))
    with pytest.raises(BadInput, match="too many"):
        merge(everything(), everything(saves=many))
    monkeypatch.setattr(backup, "LONGEST", len(GOOD) - 1)
    with pytest.raises(BadInput, match="too much"):
        write(everything())


def test_backup_includes_and_merges_workshop_sources() -> None:
    ours = everything(sources=(("Walls", "x = 1\n"), ("Same", "y = 2\n")))
    assert read(write(ours)).sources == ours.sources
    theirs = everything(sources=(("Walls", "x = 3\n"), ("Again", "y = 2\n")))
    merged = merge(ours, theirs).sources
    assert merged == (*ours.sources, ("Walls#2", "x = 3\n"))
    assert backup.read_sources(backup.write_sources(merged)) == merged


def test_backup_includes_and_merges_the_notebook() -> None:
    ours = everything(notebook=Notebook([StudyCard("AbC", "left", "up", 2, 9), StudyCard("DeF", "left", "up", 0, 1)]))
    assert read(write(ours)).notebook.text() == ours.notebook.text()
    theirs = everything(notebook=Notebook([StudyCard("DeF", "left", "up", 1, 5), StudyCard("GhI", "down", "up")]))
    merged = merge(ours, read(write(theirs))).notebook
    assert {card.code: card.box for card in merged.due(99)} == {"AbC": 2, "DeF": 1, "GhI": 0}
    assert len(merge(ours, everything()).notebook) == 2
    both = everything(notebook=ours.notebook, sources=(("Walls", "x = 1\n"),))
    assert read(write(both)).notebook.text() == ours.notebook.text()
    assert "notebook" not in json.loads(GOOD)


@pytest.mark.parametrize("text", ["", "{}", '{"kesu":"notebook","form":1,"cards":[["a","b","c",9,0]]}'])
def test_backup_with_a_damaged_notebook_is_damaged(text: str) -> None:
    with pytest.raises(BadInput):
        read(forged(notebook=text))


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"name": 1, "text": ""}]', '[{"name": "", "text": "", "more": 1}]']
)
def test_unreadable_sources_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        backup.read_sources(text)
