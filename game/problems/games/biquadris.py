"""The problems of Biquadris."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat

import numpy as np

from game.contract import Appeared, Played, View, bad_word
from game.kernel import Cells, free, frozen, full_rows
from game.problems.candidates import stack
from game.problems.problem import ROWS
from game.problems.problem_game import Given, Offer, PlayedWord, ProblemBoard, ProblemGame
from game.problems.searches.stack import PieceForm, PieceForms, StackSearch, picture
from game.rules import biquadris, biquadris_commands, biquadris_player
from game.words import P_

WORDS = (*biquadris_player.STEPS, *biquadris_player.QUARTERS, "drop")


@dataclass(frozen=True, eq=False)
class BlockSide:
    """A player's side in Biquadris, and how many blocks were dropped."""

    player: biquadris_player.Player
    dropped: int


class BlockBoard(ProblemBoard[BlockSide]):
    """Biquadris's: one player's side, at level 0."""

    rules = biquadris.GAME

    def begin(self) -> BlockSide:
        player = biquadris_player.seated(0, 0, "".join(self.problem.pieces), 0)
        cells = PROBLEMS.cells(self.problem.rows)
        # The cells of the position count as one block.
        numbers = frozen((cells != 0).astype(np.int32))
        return BlockSide(replace(player, cells=cells, numbers=numbers), dropped=0)

    def next_piece(self, board: BlockSide) -> Played[BlockSide] | None:
        player = board.player
        if board.dropped == len(self.problem.pieces) or not free(player.cells, player.block.cells):
            return None
        return replace(board), (Appeared(biquadris_player.marks(player.block)),)

    def play(self, board: BlockSide, word: str) -> PlayedWord:
        command = biquadris_commands.read(word)
        if command.name not in WORDS:
            raise bad_word(word)
        if command.name == "drop":
            player, rows, _room, events = biquadris_player.drop(board.player)
            shown = tuple(event for event in events if not isinstance(event, Appeared))
            return PlayedWord(BlockSide(player, board.dropped + 1), shown, turn=True, value=rows)
        player, events, _forced = biquadris_player.move(board.player, command.name, command.count)
        return PlayedWord(board if player is board.player else replace(board, player=player), events)

    def moves(self, board: BlockSide) -> tuple[str, ...]:
        return tuple(word for word in WORDS if word == "drop" or self.play(board, word).board is not board)

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
        one = replace(shown.boards[0], next=tuple(picture(letter, 0) for letter in coming))
        fields = {**shown.fields, "score": score, "next": list(coming), "level": 0}
        return View((one,), over, fields, scores=(score,))


def _single(word: str) -> Iterable[str]:
    """Splits `3drop` into three `drop`s; leaves any other word as it is."""
    command = biquadris_commands.read(word)
    return repeat(command.name, command.count) if command.name == "drop" else (word,)


def _forms(letter: str) -> PieceForms:
    """Returns the forms of a block, which both turns turn about the lower left corner of its bounding box."""
    forms = biquadris_player.OFFSETS[letter]
    count = len(forms)
    quarters = biquadris_player.QUARTERS.items() if count > 1 else ()
    return PieceForms(
        tuple(
            PieceForm(cells, tuple((word, (number + quarter) % count, ()) for word, quarter in quarters))
            for number, cells in enumerate(forms)
        ),
        *biquadris_player.APPEARS,
    )


def _given(state: biquadris.State) -> Given:
    player = state.mover
    return Given(player.cells, (player.block.letter, player.coming.letter))


FORMS = {letter: _forms(letter) for letter in biquadris_commands.BLOCKS}

PROBLEMS = ProblemGame(
    biquadris.GAME,
    "b",
    biquadris_player.LETTERS,
    size=lambda options: (biquadris_player.ROWS, biquadris_player.COLUMNS),
    settled=lambda cells: not full_rows(cells != 0).any(),
    goals={ROWS: P_("Clear {count} row with one block.", "Clear {count} rows with one block.")},
    board=BlockBoard,
    search=partial(StackSearch, forms=FORMS),
    candidate=partial(stack.candidate, biquadris_player.ROWS, biquadris_player.COLUMNS, FORMS),
    offers=(Offer(ROWS, (1, 2, 3, 4, 5)),),
    given=_given,
    pieces=lambda options: biquadris_commands.BLOCKS,
    words=WORDS,
    single=_single,
)
