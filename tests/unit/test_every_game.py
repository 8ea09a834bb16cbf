"""What the contract promises for every game, checked by random play, including a game that only tests know."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

import pytest

from game import files
from game.bots import EFFORT, bot_for
from game.contract import FORMS, STEERING, BadInput, Role, Rules, View
from game.rules import GAMES
from game.session import Session
from tests import toy

EVERY = pytest.mark.parametrize("rules", [*GAMES.values(), toy.GAME], ids=lambda rules: rules.name)
CALLED_BY_ITS_WORD = {Role.COMMAND, Role.TICK}
"""Roles without a button, which need no label."""


def positions(rules: Rules[Any], games: int = 3, turns: int = 60) -> Iterator[Session]:
    """Yields states of random games, each with the session that led there."""
    chance = random.Random(rules.name)
    for seed in range(games):
        session = Session(rules, {}, seed, files.read)
        for _turn in range(turns):
            yield session
            if session.over:
                break
            session.play(chance.choice(session.moves))


@EVERY
def test_every_word_with_a_button_has_a_label(rules: Rules[Any]) -> None:
    assert [word for word, c in rules.controls.items() if c.role not in CALLED_BY_ITS_WORD and not c.name] == []
    assert all(rules.role(word) is rules.controls[rules.by_role[role]].role for role, word in rules.by_role.items())


@EVERY
def test_exactly_the_timed_games_have_a_tick(rules: Rules[Any]) -> None:
    assert rules.timed == (Role.TICK in rules.by_role)
    assert not rules.pace or all(0 < rules.pace(session.state) < 10 for session in positions(rules))


@pytest.mark.native
@EVERY
def test_moves_change_something(rules: Rules[Any]) -> None:
    for session in positions(rules, games=2, turns=25):
        for word in session.moves[:40]:
            assert rules.role(word) is not None
            assert rules.play(session.state, word)[0] is not session.state, word
        assert bool(session.moves) != session.over


@EVERY
def test_only_choices_can_be_played_while_any_are_offered(rules: Rules[Any]) -> None:
    for session in positions(rules):
        choices = session.view.choices
        assert choices in ((), session.moves)
        assert all(rules.role(word) is Role.CHOICE for word in choices)


@EVERY
def test_view_is_complete(rules: Rules[Any]) -> None:
    for session in positions(rules):
        view: View = session.view
        assert len(view.boards) == len(view.scores) == rules.seats and 0 <= view.turn < rules.seats
        assert max(view.scores) == session.score and view.over == rules.over(session.state)
        assert 0 <= view.winner <= rules.seats and (view.over or not view.winner)
        for board in view.boards:
            assert {len(row) for row in board.rows} == {len(board.rows[0])}
            assert set("".join(board.rows)) <= set(rules.symbols)
            cells = [*board.piece, *(cell for _symbol, cell in (*board.ghost, *board.coming))]
            assert all(0 <= row < len(board.rows) and 0 <= column < len(board.rows[0]) for row, column in cells)


@EVERY
def test_every_symbol_has_a_known_form(rules: Rules[Any]) -> None:
    assert all(symbol.form in FORMS and 0 <= symbol.tone <= 7 for symbol in rules.symbols.values())


@EVERY
def test_unknown_word_is_rejected_and_changes_nothing(rules: Rules[Any]) -> None:
    session = Session(rules, {}, 1, files.read)
    for word in ("", "nonsense", "\x00", "9" * 50, next(iter(rules.words)) + " too much"):
        with pytest.raises(BadInput):
            session.play(word)
    assert session.inputs == ()


@EVERY
def test_steering_never_lowers_a_piece_and_reaches_finitely_many_places(rules: Rules[Any]) -> None:
    if rules.placement is None:
        assert Role.DROP not in rules.by_role or rules.name == "biquadris", "the bot's module lists the turns itself"
        return
    for session in positions(rules, games=2, turns=25):
        state = session.state
        if session.over or session.view.choices:
            continue
        top = min(row for row, _column in session.view.boards[session.view.turn].piece)
        for word in (word for word in session.moves if rules.role(word) in STEERING):
            after = rules.play(state, word)[0]
            piece = rules.view(after).boards[session.view.turn].piece
            assert len(piece) == len(session.view.boards[session.view.turn].piece)
            assert abs(min(row for row, _column in piece) - top) <= 2


@EVERY
def test_figures_have_unique_names_and_include_the_score(rules: Rules[Any]) -> None:
    names = [figure.name for figure in rules.figures]
    assert len(set(names)) == len(names)
    assert [figure.name for figure in rules.figures if figure.count is None] == ["score"]


@pytest.mark.native
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_bot_can_be_interrupted_anywhere(rules: Rules[Any]) -> None:
    """Its advice so far remains valid, and its next search gives the same as without the interruption."""
    options = {"bag": False} if "bag" in rules.options else {}
    state, bot = Session(rules, options, 3, files.read).state, bot_for(rules)
    whole = list(bot.think(rules, state, EFFORT))
    assert whole[0].words
    for slices in range(1, min(4, len(whole))):
        thinking = bot.think(rules, state, EFFORT)
        assert list(islice(thinking, slices)) == whole[:slices]
        assert isinstance(thinking, Generator)
        thinking.close()
    assert list(bot.think(rules, state, EFFORT)) == whole
