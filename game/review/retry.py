"""A mistake that the player tries to better, by playing on from where it was made; and how good an answer is."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.bots.judging import Cost, Judge, Spot, judge_for
from game.bots.types import Words
from game.contract import BadInput, Locked, Rules
from game.review.analysis import Mistake, futures_seed, is_steered
from game.review.continuation import played
from game.review.evidence import cost_against, cost_of_turn
from game.session import Session


class Retry:
    """Belongs to one session; whatever is played in another one is not about it."""

    def __init__(self, session: Session, mistake: Mistake) -> None:
        """The session is where the mistake was made."""
        self._session, self._rules, self._mistake = session, session.rules, mistake
        self._before = tuple(session.main_line[: mistake.turn.at])

    @property
    def judge(self) -> Judge:
        """Who judges an answer; BadInput for a game without a judge."""
        return judge_for(self._rules)

    def answer(self, session: Session) -> Words | None:
        """Returns the words of the turn that the player has made in place of the mistake; None if there is none yet, or
        another one has followed. It is the same while the others make theirs and the next piece is on its way.
        """
        rules, turn, start = self._rules, self._mistake.turn, len(self._before)
        if session is not self._session or session.inputs[:start] != self._before:
            return None
        state, answer, words = turn.before, None, session.inputs[start:]
        whole = not is_steered(rules, state)
        for number, word in enumerate(words, 1):
            own = rules.view(state).turn == turn.seat
            try:
                state, events = rules.play(state, word)
            except BadInput:  # a restart
                return None
            if own and (whole or rules.over(state) or any(isinstance(event, Locked) for event in events)):
                if answer is not None:
                    return None
                answer = words[:number]
        return answer

    def found(self, answer: Words) -> bool:
        """Returns whether an answer is the better move."""
        return self._board(answer) == self._board(self._mistake.better)

    def repeated(self, answer: Words) -> bool:
        """Returns whether an answer is the mistake again."""
        return self._board(answer) == self._board(self._mistake.turn.words)

    def judged(self, answer: Words) -> Generator[None, None, tuple[Spot, Cost]]:
        """Compares an answer with the better move, in slices; BadInput if the judge does not know it."""
        turn = self._mistake.turn
        return against(self._mistake.better, self._rules, self.judge, turn.before, answer, futures_seed(turn))

    def _board(self, words: Words) -> object:
        """Returns the board of who made the mistake after these words."""
        turn = self._mistake.turn
        return self._rules.view(played(self._rules, turn.before, words).state).boards[turn.seat].rows


def against(
    better: Words, rules: Rules[Any], judge: Judge, before: Any, answer: Words, seed: int
) -> Generator[None, None, tuple[Spot, Cost]]:
    """Compares an answer with the turn that was named as better, in slices, so that nothing else is named now.

    Raises BadInput if the answer is no turn that the judge knows. If it no longer knows the better one, the answer is
    compared with the best one.
    """
    spot = spot_of(rules, judge, before, answer)
    yield from spot.glance()
    named = spot_of(rules, judge, before, better)
    words = named.turns[named.played]
    if words not in spot.turns:
        return spot, (yield from cost_of_turn(spot, judge, seed))
    which = spot.turns.index(words)
    if which == spot.played:
        return spot, Cost(which)
    return spot, (yield from cost_against(which, spot, judge, seed))


def spot_of(rules: Rules[Any], judge: Judge, before: Any, words: Words) -> Spot:
    """Returns the position with the outcome of these words; BadInput if they are not a turn there."""
    state = played(rules, before, words).state
    found = None if state is before else judge.spot(before, words, state)
    if found is None:
        raise BadInput("nothing is decided here")
    return found
