"""Transcripts: every event and view of recorded games stays exactly the same."""

from __future__ import annotations

from ast import literal_eval

import pytest

from tests.transcripts import FOLDER, GAMES, started, written


@pytest.mark.parametrize("name", GAMES)
def test_a_game_gives_the_same_transcript(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    said = [literal_eval(line[2:]) for line in text.splitlines() if line.startswith("> ")]
    assert written(started(name), said).splitlines() == text.splitlines()
