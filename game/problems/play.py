"""A problem as rules: its game's words on its position, until it is solved or failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.contract import Day, Ended, Event, Noted, Played, Rules, Scored, View
from game.problems.games import PROBLEM_GAMES
from game.problems.problem import POINTS, Problem
from game.words import N_

TURNS_LEFT = N_("Turns left")
SOLVED, FAILED = N_("Solved!"), N_("Not solved. Undo to go back.")


@dataclass(frozen=True, eq=False)
class ProblemState:
    """A problem being played: the game's board, and how far the player has come."""

    board: Any
    left: int
    """The turns that are left."""
    fresh: Any = None
    """The board when the piece in play had just appeared."""
    counted: int = 0
    """What has been counted towards the goal in earlier turns."""
    best: int = 0
    """The best number reached towards the goal so far."""
    solved: bool = False
    failed: bool = False

    @property
    def over(self) -> bool:
        return self.solved or self.failed


class ProblemPlay:
    """The functions of a problem's rules."""

    def __init__(self, problem: Problem, name: str) -> None:
        self.problem, self.name = problem, name
        self.game = PROBLEM_GAMES[problem.game]
        self.board = self.game.board(problem)
        self.in_all = problem.goal == self.game.cumulative_goal
        """Whether earlier turns count towards the goal."""
        self.asked = goal_note(problem.game, problem.goal, problem.least)

    def start(self, _options: Mapping[str, Any], _seed: int | None) -> ProblemState:
        return self._going_on(ProblemState(self.board.begin(), self.problem.turns))[0]

    def play(self, state: ProblemState, word: str) -> Played[ProblemState]:
        events: tuple[Event, ...] = ()
        after = state
        for each in self.game.single(word):
            step = self.board.play(after.board, each)  # which raises BadInput after the end too
            if after.over or step.board is after.board:
                break
            after, events = replace(after, board=step.board), events + step.events
            if step.turn:
                after, more = self._after_turn(after, step.value)
                events += more
        if self.problem.goal != POINTS:  # the game's points mean nothing then
            events = tuple(event for event in events if not isinstance(event, Scored))
        return after, events

    def _after_turn(self, state: ProblemState, value: int) -> Played[ProblemState]:
        """Returns the state after a turn that counts this much: solved, failed, or with the next piece in play."""
        counted = state.counted + value if self.in_all else value
        after = replace(
            state, left=state.left - 1, counted=counted if self.in_all else 0, best=max(state.best, counted)
        )
        if counted >= max(1, self.problem.least):
            return replace(after, solved=True), (Noted(SOLVED), Ended())
        return self._going_on(after)

    def _going_on(self, state: ProblemState) -> Played[ProblemState]:
        """Brings in what comes next, or fails the problem."""
        following = self.board.next_piece(state.board) if state.left else None
        if following is None:
            return replace(state, failed=True), (Noted(FAILED), Ended())
        board, events = following
        return replace(state, board=board, fresh=board), events

    def moves(self, state: ProblemState) -> tuple[str, ...]:
        return () if state.over else self.board.moves(state.board)

    def view(self, state: ProblemState) -> View:
        shown = self.board.view(state.board, over=state.over)
        problem = {
            "id": self.name,
            "goal": self.problem.goal,
            "least": self.problem.least,
            "turns": self.problem.turns,
            "left": state.left,
            "solved": state.solved,
            "failed": state.failed,
        }
        # A problem goes on until it is solved or failed, and only its turns count.
        board = replace(shown.boards[0], stuck=(), cause=None, figures=((TURNS_LEFT, state.left),))
        return replace(
            shown,
            boards=(board,),
            over=state.over,
            fields={**shown.fields, "over": state.over, "problem": problem},
            figures=(),
            notice=Noted(SOLVED if state.solved else FAILED) if state.over else self.asked,
        )


def goal_note(game: str, goal: str, least: int) -> Noted:
    """Returns what a problem asks for, as a sentence."""
    return Noted(PROBLEM_GAMES[game].goals[goal], {"count": least} if least else {})


def rules_of(problem: Problem, name: str) -> Rules[ProblemState]:
    """Returns the rules of a problem with this id: nothing random, no options, no clock and one player."""
    played = ProblemPlay(problem, name)
    rules = played.game.rules
    return replace(
        rules,
        start=played.start,
        play=played.play,
        moves=played.moves,
        over=lambda state: state.over,
        score=lambda state: played.view(state).scores[0],
        view=played.view,
        placement=(lambda state: played.board.placement(state.board)) if rules.placement else None,
        controls=played.game.controls,
        options={},
        added={},
        seats=1,
        pace=None,
        restart=None,
        playing=None,
        day=Day(),
    )
