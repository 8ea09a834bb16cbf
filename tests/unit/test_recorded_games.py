"""Games recorded by earlier versions play out the same, or are refused by version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game import files
from game.contract import BadInput
from game.rules import GAMES, game
from game.session import Session
from game.session.replay_code import decode, read
from game.text import fields

RECORDS = sorted((Path(__file__).parent / "data" / "replays").glob("*.json"))
EVERY = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def recorded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def of_these_rules(record: dict[str, Any]) -> bool:
    return bool(record["rules"] == game(record["game"]).version)


def test_every_game_has_records_of_its_rules() -> None:
    assert {record["game"] for record in map(recorded, RECORDS) if of_these_rules(record)} == set(GAMES)


@EVERY
def test_a_recorded_game_comes_out_the_same(path: Path) -> None:
    record = recorded(path)
    for text, load in ((record["code"], decode), (record["save"], Session.load)):
        if not of_these_rules(record):
            with pytest.raises(BadInput, match="rules version"):
                load(text, game, files.read)
            continue
        session = load(text, game, files.read)
        assert json.loads(json.dumps(fields(session.rules, session.view))) == record["end"]
        assert (session.score, len(session.inputs)) == (record["score"], record["inputs"])
        chosen = {name: session.options[name] for name in record["options"]}  # there may be new options now
        assert (chosen, session.seed) == (record["options"], record["seed"])


def test_links_of_other_rules_are_refused_by_name() -> None:
    for name in GAMES:
        record = next(record for record in map(recorded, RECORDS) if record["game"] == name)
        rules = game(name)

        def newer(_name: str, rules: Any = rules) -> Any:
            return Newer(rules)

        for text, act in ((record["code"], read), (record["save"], Session.load)):
            with pytest.raises(BadInput) as refused:
                act(text, newer)
            assert "rules version" in refused.value.message
            assert refused.value.values == {"theirs": refused.value.values["theirs"], "ours": rules.version + 1}
            assert int(str(refused.value.values["theirs"])) == rules.version


class Newer:
    """The same rules, one version later."""

    def __init__(self, rules: Any) -> None:
        self._rules, self.version = rules, rules.version + 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)
