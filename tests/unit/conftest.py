"""Fixtures of many unit tests: the terminal program run on given input, and the toy game among the games."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from game.rules import GAMES
from tests import toy

Terminal = Callable[..., tuple[int, str, str]]
"""Takes the words on standard input and the arguments; returns the exit status, standard output and standard error."""


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Runs the terminal program."""
    from game.__main__ import main

    def run(words: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(words))
        try:
            status = main([*arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def registered_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the toy game among the games, so that its saves and links are read."""
    monkeypatch.setitem(GAMES, "toy", toy.GAME)
