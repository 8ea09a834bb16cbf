"""How each game's board is played in a problem: its own rules, with nothing coming but what the problem says.

A board is the game's own state. `play` plays one word; when a turn ends with it, nothing is in play until `next_piece`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, NamedTuple, Protocol

import numpy as np

from game import rng
from game.contract import Appeared, Board, Control, Ended, Event, Played, Rules, Scored, View, bad_word
from game.kernel import Cells, free, frozen
from game.pieces import PICTURES
from game.problems.problem import CLEAR, LINKS, POINTS, Problem
from game.rules import (
    biquadris,
    biquadris_commands,
    biquadris_player,
    chain,
    duel,
    game,
    lines98,
    nineteen,
    push_clear,
)

RANDOM = rng.standard(0)
"""A state must have a generator; nothing is drawn from it in a problem."""


class PlayedWord(NamedTuple):
    """What one word did."""

    board: Any
    """The same object if nothing changed."""
    events: tuple[Event, ...] = ()
    turn: bool = False
    """Whether it ended a turn."""
    value: int = 0
    """What this turn counts towards the goal; 1 or 0 for the goal `clear`."""


class ProblemBoard(Protocol):
    """A game's board in a problem."""

    def begin(self) -> Any:
        """The board before the first piece appears."""

    def play(self, board: Any, word: str) -> PlayedWord:
        """Plays one word; BadInput if there is no such word."""

    def next_piece(self, board: Any) -> Played[Any] | None:
        """Brings in what comes next; None if nothing is left, or it has no room, or nothing can move."""

    def moves(self, board: Any) -> tuple[str, ...]:
        """The words that would change something."""

    def placement(self, board: Any) -> Hashable:
        """Where the piece in play is."""

    def cells(self, board: Any) -> Cells:
        """What is settled on the board, as numbers of the game's letters (rows, columns)."""

    def view(self, board: Any, *, over: bool) -> View:
        """What is shown."""


@dataclass(frozen=True, eq=False)
class BlockField:
    """A field of Chain, and in Duel the points that are left over."""

    state: chain.State
    remainder: int = 0


class FieldBoard:
    """Chain's and Duel's."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.pairs = [(chain.LETTERS.index(pair[0]), chain.LETTERS.index(pair[1])) for pair in problem.pieces]
        self.words = tuple(controls_of(game(problem.game)))
        self.duel = problem.game == duel.GAME.name

    def begin(self) -> BlockField:
        cells = frozen(self.problem.cells())
        return BlockField(chain.State(cells, None, tuple(self.pairs), RANDOM, self.problem.options["colours"]))

    def next_piece(self, board: BlockField) -> Played[BlockField] | None:
        state = board.state
        if not state.next or state.cells[chain.START]:
            return None
        pair = chain.Pair(state.next[0])
        return replace(board, state=replace(state, pair=pair, next=state.next[1:])), (Appeared(pair.marks),)

    def play(self, board: BlockField, word: str) -> PlayedWord:
        if word not in self.words:
            raise bad_word(word)
        before = board.state
        after, events = chain.move(before, word)
        if after is before:
            return PlayedWord(board)
        if after.pair:
            if word == "down" and not self.duel:
                after, events = replace(after, score=after.score + 1), (*events, Scored(1))
            return PlayedWord(replace(board, state=after), events)
        goal = self.problem.goal
        if self.duel:
            sent, remainder = divmod(after.score - before.score + board.remainder, duel.RATE)
            return PlayedWord(BlockField(after, remainder), events, turn=True, value=sent)
        value = after.chain if goal == LINKS else int(not after.cells.any())
        return PlayedWord(BlockField(after), events, turn=True, value=value)

    def moves(self, board: BlockField) -> tuple[str, ...]:
        return tuple(word for word in chain.moves(board.state) if word in self.words)

    def cells(self, board: BlockField) -> Cells:
        return board.state.cells

    def placement(self, board: BlockField) -> Hashable:
        return chain.placement(board.state)

    def view(self, board: BlockField, *, over: bool) -> View:
        found = chain.view(replace(board.state, pair=None) if over else board.state)
        shown = _open(found.boards[0])
        if not self.duel:
            return replace(found, boards=(shown,))
        score = board.state.score
        fields = {
            "score": score,
            "over": over,
            "pending": 0,
            "next": chain.upcoming(board.state),
            "chain": board.state.chain,
            "turn": 1,
            "winner": 0,
        }
        return View((replace(shown, figures=shown.figures[:2]),), over, fields, scores=(score,))


class PieceBoard:
    """Nineteen's."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.shapes = [nineteen.LETTERS.index(letter) for letter in problem.pieces]

    def begin(self) -> nineteen.State:
        cells = frozen(self.problem.cells())
        return nineteen.State(cells, nineteen.spawned(self.shapes[0]), self.shapes[0], 0, 0, RANDOM, None, ended=True)

    def next_piece(self, board: nineteen.State) -> Played[nineteen.State] | None:
        coming = [*self.shapes[board.locked :], nineteen.NOTHING, nineteen.NOTHING]
        shape, following = coming[:2]
        if not shape or not free(board.cells != 0, nineteen.spawned(shape).cells):
            return None
        piece = nineteen.spawned(shape)
        # The game's own rules stop at this lock and draw nothing.
        goal = nineteen.Goal(pieces=board.locked + 1)
        after = replace(board, piece=piece, next=following, ended=False, goal=goal)
        letter = nineteen.LETTERS[shape]
        return after, (Appeared(tuple((letter, cell) for cell in piece.cells)),)

    def play(self, board: nineteen.State, word: str) -> PlayedWord:
        after, events = nineteen.play(board, word)
        if after.locked == board.locked:
            return PlayedWord(after, events)
        value = int(not after.cells.any()) if self.problem.goal == CLEAR else after.lines - board.lines
        return PlayedWord(after, _without_end(events), turn=True, value=value)

    def moves(self, board: nineteen.State) -> tuple[str, ...]:
        return nineteen.moves(board)

    def cells(self, board: nineteen.State) -> Cells:
        return board.cells

    def placement(self, board: nineteen.State) -> Hashable:
        return nineteen.placement(board)

    def view(self, board: nineteen.State, *, over: bool) -> View:
        shown = nineteen.view(replace(board, goal=nineteen.ENDLESS, ended=over))
        coming = self.problem.pieces[board.locked + (not over) :]
        pictures = tuple(_picture(letter, nineteen.FIRST[letter][0]) for letter in coming)
        fields = {**shown.fields, "next": coming[0] if coming else ""}
        return replace(shown, boards=(_open(shown.boards[0], next=pictures),), fields=fields)


class BlockBoard:
    """Biquadris's: one player's side, at level 0."""

    WORDS = (*biquadris_player.STEPS, *biquadris_player.QUARTERS, "drop")

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def begin(self) -> BlockSide:
        player = biquadris_player.seated(0, 0, "".join(self.problem.pieces), 0)
        cells = frozen(self.problem.cells())
        # What was there counts as one block.
        numbers = frozen((cells != 0).astype(np.int32))
        return BlockSide(replace(player, cells=cells, numbers=numbers), dropped=0)

    def next_piece(self, board: BlockSide) -> Played[BlockSide] | None:
        player = board.player
        if board.dropped == len(self.problem.pieces) or not free(player.cells, player.block.cells):
            return None
        return replace(board), (Appeared(biquadris_player.marks(player.block)),)

    def play(self, board: BlockSide, word: str) -> PlayedWord:
        command = biquadris_commands.read(word)
        if command.name not in self.WORDS:
            raise bad_word(word)
        if command.name == "drop":
            player, rows, _room, events = biquadris_player.drop(board.player)
            shown = tuple(event for event in events if not isinstance(event, Appeared))
            return PlayedWord(BlockSide(player, board.dropped + 1), shown, turn=True, value=rows)
        player, events, _forced = biquadris_player.move(board.player, command.name, command.count)
        return PlayedWord(board if player is board.player else replace(board, player=player), events)

    def moves(self, board: BlockSide) -> tuple[str, ...]:
        return tuple(word for word in self.WORDS if word == "drop" or self.play(board, word).board is not board)

    def cells(self, board: BlockSide) -> Cells:
        return board.player.cells

    def placement(self, board: BlockSide) -> Hashable:
        return board.player.block

    def view(self, board: BlockSide, *, over: bool) -> View:
        setting = biquadris.StartSettings(0, ("I", "I"), 0)
        other = biquadris_player.seated(1, 0, "I", 0)
        score = board.player.score
        state = biquadris.State((board.player, other), 0, False, over, 0, score, setting)
        coming = self.problem.pieces[board.dropped + (not over) :]
        shown = biquadris.view(state)
        one = _open(shown.boards[0], next=tuple(_picture(letter, 0) for letter in coming))
        fields = {**shown.fields, "score": score, "next": list(coming), "level": 0}
        return View((one,), over, fields, scores=(score,))


@dataclass(frozen=True, eq=False)
class BlockSide:
    """A player's side in Biquadris, and how many blocks were dropped."""

    player: biquadris_player.Player
    dropped: int


class BallBoard:
    """Lines'."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def begin(self) -> lines98.State:
        return lines98.State(frozen(self.problem.cells()), (), 0, RANDOM, self.problem.options["mode"])

    def next_piece(self, board: lines98.State) -> Played[lines98.State] | None:
        return (replace(board), ()) if lines98.targets(board.cells).any() else None

    def play(self, board: lines98.State, word: str) -> PlayedWord:
        after, events = lines98.play(board, word)
        if after is board:
            return PlayedWord(board)
        after = replace(after, coming=(), random=RANDOM)
        return PlayedWord(after, events, turn=True, value=int(not after.cells.any()))

    def moves(self, board: lines98.State) -> tuple[str, ...]:
        return lines98.moves(board)

    def cells(self, board: lines98.State) -> Cells:
        return board.cells

    def placement(self, board: lines98.State) -> Hashable:
        return None

    def view(self, board: lines98.State, *, over: bool) -> View:
        shown = lines98.view(board)
        return replace(shown, fields={**shown.fields, "over": over})


class PushBoard:
    """Push and Clear's."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def begin(self) -> push_clear.State:
        return push_clear.State(frozen(self.problem.cells()), 0, 0, RANDOM)

    def next_piece(self, board: push_clear.State) -> Played[push_clear.State] | None:
        return (replace(board), ()) if push_clear.movable(board.cells).any() else None

    def play(self, board: push_clear.State, word: str) -> PlayedWord:
        after, events = push_clear.step(board, word)
        if after is board:
            return PlayedWord(board)
        if self.problem.goal == POINTS:
            return PlayedWord(after, events, turn=True, value=after.score - board.score)
        return PlayedWord(after, events, turn=True, value=int(_is_clear(after.cells)))

    def moves(self, board: push_clear.State) -> tuple[str, ...]:
        return push_clear.moves(board)

    def cells(self, board: push_clear.State) -> Cells:
        return board.cells

    def placement(self, board: push_clear.State) -> Hashable:
        return None

    def view(self, board: push_clear.State, *, over: bool) -> View:
        shown = push_clear.view(board)
        boards = (_open(shown.boards[0]),)
        return replace(shown, boards=boards, fields={**shown.fields, "over": over})


def _is_clear(cells: Cells) -> bool:
    return not ((cells == push_clear.BOX) | (cells == push_clear.POINT)).any()


BOARDS: dict[str, type[FieldBoard | PieceBoard | BallBoard | BlockBoard | PushBoard]] = {
    "push-clear": PushBoard,
    "chain": FieldBoard,
    "nineteen": PieceBoard,
    "lines98": BallBoard,
    "biquadris": BlockBoard,
    "duel": FieldBoard,
}


def controls_of(rules: Rules[Any]) -> dict[str, Control]:
    """The words that a problem of this game has."""
    if rules.name == biquadris.GAME.name:
        return {word: rules.controls[word] for word in BlockBoard.WORDS}
    return {word: control for word, control in rules.controls.items() if word != "quit"}


def single(rules: Rules[Any], word: str) -> Iterator[str]:
    """A word that ends turns as often as its count says, so many times; any other word once."""
    if rules.multiples:
        command = biquadris_commands.read(word)
        if command.name == "drop":
            return repeat(command.name, command.count)
    return iter((word,))


def _open(board: Board, **changed: Any) -> Board:
    """A board without what ended its game, because a problem goes on until it is solved or failed."""
    return replace(board, stuck=(), cause=None, **changed)


def _picture(letter: str, number: int) -> tuple[str, ...]:
    return tuple(PICTURES[letter][number].split("/"))


def _without_end(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(event for event in events if not isinstance(event, Ended))
