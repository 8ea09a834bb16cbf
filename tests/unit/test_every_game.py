"""What the contract promises for every game, checked by random play, including a game that only tests know."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from itertools import dropwhile, islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files
from game.bots import EFFORT, bot_for
from game.contract import (
    FORMS,
    STEERING,
    Appeared,
    BadInput,
    Changed,
    Ended,
    Event,
    Fell,
    Locked,
    Moved,
    Role,
    Rules,
    Scored,
    Vanished,
    View,
    Walked,
)
from game.rules import GAMES
from game.session import Session
from tests import toy
from tests.examples import at_most
from tests.unit.test_against_oracles import OPTIONS

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
            assert all(isinstance(marks, tuple) for marks in (board.ghost, board.coming, board.stuck))
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


PLAYED = [(rules, options) for rules in GAMES.values() for options in OPTIONS[rules.name]]
"""Every game with each of its ways to start, for random play."""


@pytest.mark.parametrize(("rules", "options"), PLAYED, ids=lambda value: getattr(value, "name", None))
def test_events_say_everything_that_happened(rules: Rules[Any], options: dict[str, Any]) -> None:
    """The events applied to the boards that were seen give the boards and the scores that come."""
    chance, session = random.Random(str(options)), Session(rules, options, 5, files.read)
    for _word in range(200):
        if session.over:
            break
        word = chance.choice([word for word in session.moves if word.split()[0] not in COVERS])
        before = session.view
        events = session.play(word)
        boards = [[list(row) for row in board.rows] for board in before.boards]
        for event in events:
            retell(boards, event)
        after = session.view
        drawn = [["".join(row) for row in board] for board in boards]
        if not session.over:  # then only what is locked is drawn
            assert drawn == [list(board.rows) for board in after.boards], (word, events)
        points = sum(event.points for event in events if isinstance(event, Scored))
        assert sum(after.scores) - sum(before.scores) == points and (Ended in map(type, events)) == session.over


COVERS = {"blind", "restart", "quit"}
"""Words that no event describes in full: `?` covers cells that the events name."""


def retell(boards: list[list[list[str]]], event: Event) -> None:
    """Draws what an event says."""
    seen = boards[getattr(event, "board", 0)]
    match event:
        case Moved(steps) | Fell(steps):
            for symbol, (row, column), _to in steps:
                assert seen[row][column] == symbol
                seen[row][column] = "."
            for symbol, _from, (row, column) in steps:
                seen[row][column] = symbol
        case Walked(symbol, path):
            assert all(abs(r - y) + abs(c - x) == 1 for (r, c), (y, x) in pairwise(path))
            assert all(seen[row][column] == "." for row, column in path[1:])
            (from_row, from_column), (to_row, to_column) = path[0], path[-1]
            assert seen[from_row][from_column] == symbol
            seen[from_row][from_column], seen[to_row][to_column] = ".", symbol
        case Vanished(cells):
            for symbol, (row, column) in cells:
                if seen[row][column] == symbol:  # not where a box was pushed onto a point
                    seen[row][column] = "."
        case Appeared(cells) | Changed(cells):
            for symbol, (row, column) in cells:
                seen[row][column] = symbol
        case Locked(cells):
            assert all(seen[row][column] == symbol for symbol, (row, column) in cells)


@pytest.mark.parametrize(("rules", "options"), PLAYED, ids=lambda value: getattr(value, "name", None))
def test_undo_goes_back_to_the_start_and_a_save_leads_here_again(rules: Rules[Any], options: dict[str, Any]) -> None:
    chance, session = random.Random(str(options)), Session(rules, options, 5, files.read)
    seen = [session.view]
    while not session.over and len(seen) < 100:
        session.play(chance.choice(session.moves))
        seen.append(session.view)
    loaded = Session.load(session.save(), lambda _name: rules, files.read)
    assert loaded.view == seen.pop()
    while seen:
        assert session.undo() and session.view == seen.pop()
    assert not session.undo()


@pytest.mark.native  # texts are the same in Pyodide
@EVERY
@given(st.lists(st.text(max_size=8) | st.text("IJ39abmoverightdw ,\n\t", max_size=12), max_size=20), st.integers(0, 99))
@settings(max_examples=at_most(30), deadline=None)
def test_any_text_is_played_or_refused(rules: Rules[Any], texts: list[str], seed: int) -> None:
    """A refusal is one line, and nothing has changed."""
    session = Session(rules, {}, seed, files.read)
    for typed in texts:
        before = session.view
        try:
            session.play(typed)
        except BadInput as error:
            assert "\n" not in str(error) and session.view == before


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_moves_are_exactly_the_words_that_change_something(rules: Rules[Any]) -> None:
    every = [word for word in rules.words if not rules.arguments(word) and word not in ("restart", "quit")]
    for session in positions(rules, turns=40):
        changing = set()
        for word in every:
            try:
                after, events = rules.play(session.state, word)
            except BadInput:
                continue
            assert (after is session.state) == (events == ()), word
            if events:
                changing.add(word)
        assert changing == {word for word in session.moves if word in every}


@pytest.mark.native
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_bot_can_be_interrupted_anywhere(rules: Rules[Any]) -> None:
    """Its advice so far remains valid, and its next search gives the same as without the interruption."""
    options = {"bag": False} if "bag" in rules.options else {}
    state, bot = Session(rules, options, 3, files.read).state, bot_for(rules)
    whole = list(bot.think(rules, state, EFFORT))
    assert whole[-1].words and all(advice.words for advice in dropwhile(lambda advice: not advice.words, whole))
    for slices in range(1, min(4, len(whole))):
        thinking = bot.think(rules, state, EFFORT)
        assert list(islice(thinking, slices)) == whole[:slices]
        assert isinstance(thinking, Generator)
        thinking.close()
    assert list(bot.think(rules, state, EFFORT)) == whole
