"""The fast boards of the bots' cores play like the rules, on random games and on every recorded one.

A core is registered in CORES with a function that plays positions of one game with both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files, rng
from game.bots.biquadris.placements import placements
from game.bots.biquadris.search import Gains, after_block
from game.bots.chain import search as chain_search
from game.bots.chain.pairs import places
from game.bots.duel import search as duel_search
from game.bots.lines98.core import coming_balls, turns
from game.bots.nineteen.search import all_choices
from game.bots.push_clear.core import CellBoards
from game.bots.push_clear.packed import PackedBoards, packed
from game.bots.search.rows import packed as row_numbers
from game.contract import Vanished
from game.kernel import Cells, batch, frozen
from game.rules import biquadris, chain, duel, game, lines98, nineteen, push_clear
from game.session import Session
from game.session.replay_code import decode
from tests.boards import unpacked
from tests.examples import at_most

FOLDER = Path(__file__).parent / "data" / "replays"
MOVES = 60
"""Random moves of the longest game."""
POSITIONS = 12
"""Positions compared of a recorded game, spread over it."""

Same = Iterator[tuple[str, Any, Any]]
"""What was compared, what the core says of it, and what the rules say."""

Dropped = Iterable[tuple[tuple[str, ...], Any]]
"""The words of each turn, and what the core says of the board after it."""


@dataclass(frozen=True)
class Core:
    """A core, the options of the games that it can play, and how to compare some of their states."""

    game: str
    compare: Callable[[Sequence[Any]], Same]
    options: list[dict[str, Any]] = field(default_factory=lambda: [{}])


def cell_boards(states: Sequence[push_clear.State]) -> Same:
    """Moves and new boxes on the cells of Push and Clear's boards, of one size."""
    for state in states:
        after, points, move = CellBoards(batch(state.cells[None]), state.steps).after_moves()
        boxed, chance, whose = after.after_boxes()
        words = push_clear.moves(state)
        yield "possible moves", [push_clear.DIRECTIONS[each] for each in move], list(words)
        yield "all probabilities", np.bincount(whose, chance, len(words)), pytest.approx(np.ones(len(words)))
        for number, word in enumerate(words):
            cleared, _full = push_clear.clear(push_clear.push(state.cells, word)[0])
            played, _events = push_clear.play(state, word)
            yield f"{word}: board", after.cells[number].tolist(), cleared.tolist()
            yield f"{word}: steps", after.steps, played.steps
            yield f"{word}: points", int(points[number]), played.score - state.score
            boards = {board.tobytes() for board in boxed.cells[whose == number]}
            yield f"{word}: its new box is possible", played.cells.tobytes() in boards, True


def packed_boards(states: Sequence[push_clear.State]) -> Same:
    """Compares the packed lines of Push and Clear's classic boards with the cells, all states at once."""
    for steps in sorted({state.steps for state in states}):
        cells = batch(np.stack([state.cells for state in states if state.steps == steps]))
        plain, tight = CellBoards(cells, steps).after_moves(), packed(cells, steps).after_moves()
        for what, one, other in zip(("boards", "points", "moves"), flat(tight), flat(plain), strict=True):
            yield f"{what} after moves", one, other
        if plain[2].size:
            yield "boards after boxes", by_board(tight[0]), by_board(plain[0])


def flat(after: tuple[CellBoards | PackedBoards, Any, Any]) -> tuple[Any, Any, Any]:
    """Returns boards as lists: the numbers of their lines and the player's cell, and the values that come with them."""
    boards, number, index = after
    tight = packed(boards.cells, boards.steps) if isinstance(boards, CellBoards) else boards
    return [*tight.lines.T.tolist(), tight.player.tolist(), tight.steps], number.tolist(), index.tolist()


def by_board(boards: CellBoards | PackedBoards) -> Any:
    """Returns every possible new box, in an order that does not depend on the form: the board it came from, its lines,
    the player's cell, and the probability.
    """
    (*lines, player, _steps), chance, board = flat(boards.after_boxes())
    return sorted(zip(board, lines, player, np.round(chance, 9).tolist(), strict=True))


def lines_turns(states: Sequence[lines98.State]) -> Same:
    """Turns on many boards of Lines at once; a ball whose cell was taken appears anywhere, and only in play."""
    for state in states:
        words = Random(len(states)).sample(lines98.moves(state), min(12, len(lines98.moves(state))))
        if not words:
            continue
        first, last = np.array([[lines98.NUMBERS[cell] for cell in word.split(" ")[1:]] for word in words]).T
        coming = coming_balls(state.coming)[None].repeat(len(words), 0)
        after = turns(state.cells[None].repeat(len(words), 0), coming, state.mode, first, last)
        for number, word in enumerate(words):
            played, events = lines98.play(state, word)
            if after.displaced[number] or lines98.over(played):
                continue
            gone = sum(len(event.cells) for event in events if isinstance(event, Vanished))
            yield f"{word}: board", after.cells[number].tolist(), played.cells.tolist()
            yield f"{word}: balls", int(after.by_move[number] + after.by_coming[number]), gone


def drops(name: str, dropped: Callable[[Any], Dropped], seen: Callable[[Any, Any], Any]) -> Core:
    """Returns a core's test: every turn that it finds for a piece leads to the same board by the rules."""

    def compare(states: Sequence[Any]) -> Same:
        for state in states:
            for words, found in dropped(state):
                after = state
                for word in words:
                    after, _events = game(name).play(after, word)
                yield " ".join(words), found, seen(state, after)

    return Core(name, compare)


def chain_drops(state: chain.State) -> Dropped:
    found = places(state)
    beam = chain_search.ChainSearch(state).first(tuple(found))
    return zip(found.values(), zip(unpacked(beam.boards).tolist(), beam.fired.tolist(), strict=True), strict=True)


def duel_drops(state: duel.State) -> Dropped:
    """Counts garbage without placing it: the search does not know in which columns it will fall."""
    found = places(state.mover.field)
    beam = duel_search.DuelSearch(state).first(tuple(found))
    for number, words in enumerate(found.values()):
        yield words, (without_garbage(unpacked(beam.boards)[number]), beam.pending[number], beam.links[number])


def without_garbage(cells: Cells) -> tuple[Any, int]:
    """Returns the colours of a field, and how much garbage it has."""
    return (cells * (cells != chain.GARBAGE)).tolist(), int(np.count_nonzero(cells == chain.GARBAGE))


def duel_seen(before: duel.State, after: duel.State) -> Any:
    player = after.players[before.turn]
    return without_garbage(player.field.cells), player.pending, player.field.chain


def nineteen_drops(state: nineteen.State) -> Dropped:
    choices = all_choices(state)
    for number in np.flatnonzero(choices.after.able).tolist():
        yield choices.words[number], (choices.after.rows[:, number].tolist(), choices.after.gone[number])


def biquadris_drops(state: biquadris.State) -> Dropped:
    """Returns the outcomes of the blocks, without the choice of a special action."""
    found = [] if state.choose else placements(state.mover)
    if found:
        boards, *_values = after_block(state.mover, found, Gains(state.mover.level, 0.0))
        for number, placement in enumerate(found):
            yield placement.words, (boards.rows[:, number].tolist(), boards.numbers[number].tolist())


def biquadris_seen(before: biquadris.State, after: biquadris.State) -> Any:
    player = after.players[before.turn]
    return row_numbers(player.cells).tolist(), player.numbers.tolist()


CORES = {
    "chain": drops("chain", chain_drops, lambda _before, after: (after.cells.tolist(), after.chain)),
    "duel": drops("duel", duel_drops, duel_seen),
    "nineteen": drops(
        "nineteen",
        nineteen_drops,
        lambda before, after: (row_numbers(after.cells).tolist(), after.lines - before.lines),
    ),
    "biquadris": drops("biquadris", biquadris_drops, biquadris_seen),
    "push-clear cells": Core("push-clear", cell_boards, [{"size": size} for size in (4, 6, 10)]),
    "push-clear packed": Core("push-clear", packed_boards, [{"size": 6}]),
    "lines98": Core("lines98", lines_turns, [{"mode": mode} for mode in lines98.SHAPES]),
}
"""Every core by name."""
cores = pytest.mark.parametrize("name", CORES)


def assert_same(core: Core, states: Sequence[Any]) -> int:
    """Compares the core with the rules, and returns the number of comparisons."""
    compared = list(core.compare(states))
    for what, found, wanted in compared:
        assert found == wanted, what
    return len(compared)


@cores
@settings(max_examples=at_most(6), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**31), moves=st.integers(1, MOVES))
def test_cores_play_like_the_rules_in_random_games(name: str, seed: int, moves: int) -> None:
    core, random = CORES[name], Random(seed)
    rules = game(core.game)
    for options in core.options:
        session, states = Session(rules, options, seed, files.read), []
        for _move in range(moves):
            if session.over:
                break
            states.append(session.state)
            session.play(random.choice(rules.moves(session.state)))
        assert assert_same(core, states[:: max(1, len(states) // 4)])


@cores
def test_cores_play_like_the_rules_in_recorded_games(name: str) -> None:
    core, number = CORES[name], 0
    recordings = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob(f"{core.game}*.json"))]
    for each in recordings:
        can = any(options.items() <= each["options"].items() for options in core.options)
        if not can or each["rules"] != game(core.game).version:
            continue
        session = decode(each["code"], game, files.read)
        states = []
        while session.undo():
            states.append(session.state)
        number += assert_same(core, states[:: max(1, len(states) // POSITIONS)])
    assert number, "no recorded game has such options"


@pytest.mark.parametrize("name", ["push-clear cells", "push-clear packed"])
@pytest.mark.parametrize("steps", [0, 90, 2000])
def test_crowded_boards_clear_their_lines_like_the_rules(name: str, steps: int) -> None:
    random = np.random.default_rng(2)
    cells = random.choice(np.array([0, 2, 3, 3, 3, 3, 4, 4], np.int8), (200, 6, 6))
    cells = push_clear.clear(cells)[0]
    cells[np.arange(200), random.integers(0, 6, 200), random.integers(0, 6, 200)] = push_clear.PLAYER
    movable = push_clear.movable(cells).any(axis=0)
    states = [push_clear.State(frozen(board), 0, steps, rng.standard(1)) for board in cells[movable]]
    boards = CellBoards(batch(cells[movable]), steps).after_moves()[0]
    assert (boards.cells == push_clear.POINT).sum() > (cells == push_clear.POINT).sum(), "none of them clears a line"
    assert assert_same(CORES[name], states)
