"""The problems of Duel: Chain's, with a score that becomes garbage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.contract import View, player_number
from game.problems.games import chain as common
from game.problems.problem import GARBAGE
from game.problems.problem_game import Offer
from game.rules import chain, duel
from game.words import P_


class DuelBoard(common.FieldBoard):
    """A field whose score becomes garbage; what is left of it stays for later turns."""

    rules = duel.GAME
    softly = False

    def value(self, before: chain.State, after: chain.State) -> int:
        return after.score // duel.RATE - before.score // duel.RATE

    def carried(self, board: chain.State) -> tuple[Any, ...]:
        return board.score % duel.RATE, board.all_clear

    def view(self, board: chain.State, *, over: bool) -> View:
        shown = chain.view(replace(board, pair=None) if over else board).boards[0]
        fields = {
            "score": board.score,
            "over": over,
            "pending": 0,
            "next": chain.upcoming(board),
            "chain": board.chain,
            "turn": player_number(0),
            "winner": 0,
        }
        return View((shown,), over, fields, scores=(board.score,))


PROBLEMS = replace(
    common.PROBLEMS,
    rules=duel.GAME,
    initial="d",
    letters=chain.LETTERS,
    goals={GARBAGE: P_("Send {count} garbage block with one pair.", "Send {count} garbage blocks with one pair.")},
    board=DuelBoard,
    offers=(Offer(GARBAGE, (1, 2, 3)),),
    given=lambda state: common.given(state.mover.field),
)
