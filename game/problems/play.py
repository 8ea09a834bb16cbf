"""A problem as rules: its game's words on its position, until it is solved or failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.contract import Day, Ended, Event, Noted, Played, Rules, View
from game.problems.boards import BOARDS, ProblemBoard, controls_of, single
from game.problems.problem import CLEAR, GARBAGE, LINKS, POINTS, ROWS, Problem
from game.rules import game
from game.words import N_, P_

TURNS_LEFT = N_("Turns left")
SOLVED, FAILED = N_("Solved!"), N_("Failed. Undo goes back.")
GOALS: Mapping[tuple[str, str], str] = {
    ("chain", LINKS): P_("Make a chain of {count} link.", "Make a chain of {count} links."),
    ("chain", CLEAR): N_("Clear the whole board."),
    ("nineteen", ROWS): P_("Clear {count} row.", "Clear {count} rows."),
    ("nineteen", CLEAR): N_("Clear the whole board."),
    ("lines98", CLEAR): N_("Make all balls vanish."),
    ("push-clear", POINTS): P_("Collect {count} point.", "Collect {count} points."),
    ("push-clear", CLEAR): N_("Leave no box and no point; fixed boxes may stay."),
    ("duel", GARBAGE): P_("Send {count} garbage block with one pair.", "Send {count} garbage blocks with one pair."),
    ("biquadris", ROWS): P_("Clear {count} row with one block.", "Clear {count} rows with one block."),
}
"""What a problem asks for, by game and goal."""


@dataclass(frozen=True, eq=False)
class ProblemState:
    """A problem being played: the game's board, and how far the player has come."""

    board: Any
    left: int
    """Turns."""
    fresh: Any = None
    """The board when the piece in play had just appeared."""
    counted: int = 0
    """What has been counted towards the goal in earlier turns."""
    best: int = 0
    """The most that has been reached of the goal so far."""
    solved: bool = False
    failed: bool = False

    @property
    def over(self) -> bool:
        return self.solved or self.failed


class ProblemPlay:
    """The functions of a problem's rules."""

    def __init__(self, problem: Problem, name: str) -> None:
        self.problem, self.name = problem, name
        self.rules = game(problem.game)
        self.board: ProblemBoard = BOARDS[problem.game](problem)
        self.in_all = problem.goal == POINTS or (problem.goal == ROWS and problem.game == "nineteen")
        """Whether earlier turns count towards the goal."""

    def start(self, _options: Mapping[str, Any], _seed: int | None) -> ProblemState:
        return self._going_on(ProblemState(self.board.begin(), self.problem.turns))[0]

    def play(self, state: ProblemState, word: str) -> Played[ProblemState]:
        events: tuple[Event, ...] = ()
        after = state
        for each in single(self.rules, word):
            step = self.board.play(after.board, each) if not after.over else None
            if step is None or step.board is after.board:
                break
            after, events = replace(after, board=step.board), events + step.events
            if step.turn:
                after, more = self._after_turn(after, step.value)
                events += more
        return after, events

    def _after_turn(self, state: ProblemState, value: int) -> Played[ProblemState]:
        """The state after a turn that counts this much: solved, failed, or with what comes next in play."""
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
        return replace(
            shown,
            over=state.over,
            fields={**shown.fields, "over": state.over, "problem": problem},
            figures=((TURNS_LEFT, state.left),),
            notice=Noted(SOLVED if state.solved else FAILED) if state.over else goal_note(self.problem),
        )


def goal_note(problem: Problem) -> Noted:
    """What the problem asks for, as a sentence."""
    return Noted(GOALS[problem.game, problem.goal], {"count": problem.least} if problem.least else {})


def rules_of(problem: Problem, name: str) -> Rules[ProblemState]:
    """The rules of a problem with this id. Nothing is random in it and it has no options, no clock and one player."""
    rules, played = game(problem.game), ProblemPlay(problem, name)
    return replace(
        rules,
        start=played.start,
        play=played.play,
        moves=played.moves,
        over=lambda state: state.over,
        score=lambda state: played.view(state).scores[0],
        view=played.view,
        placement=(lambda state: played.board.placement(state.board)) if rules.placement else None,
        controls=controls_of(rules),
        options={},
        added={},
        seats=1,
        pace=None,
        restart=None,
        day=Day(),
    )
