"""The analysis of a whole game: a curve and the costliest turns, in slices, so that it can be stopped at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.bots.judging import Cost, Judge, Spot, Why, judge_for
from game.bots.types import Words
from game.contract import BadInput, Locked, Rules
from game.review.evidence import cost_of_turn, suspicious
from game.session import Session
from game.session.timeline import RESTART
from game.words import N_

SHOWN = 3
"""How many turns are shown: the costliest, which teach most."""
MOST_EXAMINED = 12
"""How many turns are examined: those that look worst at a glance."""
MOST_TURNS = 1_000
MOST_INPUTS = 50_000
NO_MISTAKE = N_("No clear mistakes. Whatever went wrong was bad luck, or too close to tell.")
ENDED = Why(N_("Your move ended the game; the better move would have kept it going."))
NO_MOVES = N_("make a few moves first, then look back on them")
GLANCES = 0.7
"""The share of the work spent on the whole game at a glance; the rest examines turns."""


class PlayedTurn(NamedTuple):
    """The inputs of a player between two decisions."""

    at: int
    """The number of inputs before it."""
    words: Words
    seat: int
    before: Any
    after: Any


@dataclass(frozen=True)
class Mistake:
    """A turn that was worse than another one by a clear margin."""

    turn: PlayedTurn
    played: Words
    """The fewest words that have the same result, if known."""
    better: Words
    cost: Cost
    why: Why | None
    """What makes the better move better, if anything that was checked does."""


class CurvePoint(NamedTuple):
    """The standing of a player before a turn or, at the end of the curve, after the last one."""

    at: int
    seat: int
    value: float
    begins: bool = False
    """Whether the player's previous turn has used up what the curve measures, so that it begins again here."""


def last_game(line: Sequence[str]) -> tuple[int, int]:
    """Returns the range of the last game's inputs, of games that have any; each restart ends a game.

    >>> last_game(["left", "restart", "drop", "left", "restart"])
    (2, 4)
    """
    restarts = [number for number, word in enumerate(line) if word == RESTART]
    last = len(line)
    while restarts and restarts[-1] == last - 1:
        last = restarts.pop()
    return restarts[-1] + 1 if restarts else 0, last


def played_turns(session: Session) -> Iterator[PlayedTurn | None]:
    """Yields the turns of the last game of the main line, and None after each other input up to its end.

    In games with falling pieces, a turn ends when a piece has come to rest; in others, each input is a turn.
    """
    rules, state = session.rules, session.rules.start(session.options, session.seed)
    before, at, line = state, 0, tuple(session.main_line)
    first, last = last_game(line)
    words: list[str] = []
    for number, word in enumerate(line[:last]):
        if word == RESTART:
            state = before = session.setup.after(state, word)
            words, at = [], number + 1
            yield None
            continue
        seat, whole = rules.view(before).turn, not is_steered(rules, before)
        state, events = rules.play(state, word)
        words.append(word)
        if whole or rules.over(state) or any(isinstance(event, Locked) for event in events):
            yield PlayedTurn(at, tuple(words), seat, before, state) if number >= first else None
            before, words, at = state, [], number + 1
        else:
            yield None


def is_steered(rules: Rules[Any], state: Any) -> bool:
    """Returns whether the player to move has a piece to steer."""
    view = rules.view(state)
    return bool(view.boards[view.turn].piece) and not view.choices


class Analysis:
    """The analysis of a game in its present state; `work` can be paused after any slice and continued."""

    def __init__(self, session: Session) -> None:
        rules = session.rules
        self.judge: Judge = judge_for(rules)
        if session.length > MOST_INPUTS:
            raise too_long()
        self.session = session
        self.first, self.last = last_game(session.main_line)
        """The numbers of inputs before the game and at its end."""
        if self.first == self.last:
            raise BadInput(NO_MOVES)
        self.curve: list[CurvePoint] = []
        self.mistakes: list[Mistake] = []
        """The costliest turns so far, the costliest first."""
        self.lost: dict[int, float] = {}
        """By the number of inputs before a turn, how much it lost at a glance compared with the best one."""
        self.numbers: dict[tuple[int, int], int] = {}
        """Which of a player's turns it is, from 1, by the number of inputs before it and by the player; at the end of
        the game, the last one.
        """
        self.turns = 0
        self.done = 0.0
        """The progress, 0 to 1."""
        self.work = self._work()

    @property
    def finished(self) -> bool:
        return self.done >= 1

    def finish(self) -> None:
        """Does all remaining work; BadInput if the game is too long or does not follow the rules."""
        for _slice in self.work:
            pass

    def _work(self) -> Generator[None, None, None]:
        session = self.session
        computer = session.opponent
        doubtful: list[tuple[float, PlayedTurn, Spot]] = []
        harvested: set[int] = set()
        own = Counter[int]()
        last: PlayedTurn | None = None
        for read, turn in enumerate(played_turns(session), 1):
            self.done = GLANCES * read / self.last
            if turn is None:
                continue
            if self.turns == MOST_TURNS:
                too_many = N_("this game is too long for Look back (more than {most} turns)")
                raise BadInput(too_many, most=MOST_TURNS)
            self.turns, last = self.turns + 1, turn
            if computer is not None and computer.seat == turn.seat:
                continue
            own[turn.seat] += 1
            self.numbers[turn.at, turn.seat] = own[turn.seat]
            standing = self.judge.standing(turn.before, turn.seat)
            self.curve.append(CurvePoint(turn.at, turn.seat, standing, turn.seat in harvested))
            harvested.discard(turn.seat)
            if self.judge.harvest(turn.after, turn.seat):
                harvested.add(turn.seat)
            yield
            spot = self.judge.spot(turn.before, turn.words, turn.after)
            if spot is None:
                continue
            yield
            yield from spot.glance()
            doubt = suspicious(spot, self.judge.DOUBT)
            self.lost[turn.at] = max(0.0, doubt - self.judge.DOUBT)
            if doubt > 0:
                doubtful.append((doubt, turn, spot))
                doubtful.sort(key=lambda each: (-each[0], each[1].at))
                del doubtful[MOST_EXAMINED:]
            yield
        if last is not None:
            end = last.at + len(last.words)
            for seat in sorted({point.seat for point in self.curve}):
                self.curve.append(CurvePoint(end, seat, self.judge.standing(last.after, seat), seat in harvested))
                self.numbers[end, seat] = own[seat]
            yield
        for checked, (_doubt, turn, spot) in enumerate(doubtful):
            self.done = GLANCES + (1 - GLANCES) * checked / len(doubtful)
            least = self.mistakes[-1].cost.mean if len(self.mistakes) == SHOWN else 0.0
            cost = yield from cost_of_turn(spot, self.judge, futures_seed(turn), least)
            if cost.is_mistake(self.judge.MARGIN):
                played, better = (tuple(spot.turns[each]) for each in (spot.played, cost.better))
                why = ENDED if self._ended(turn, better) else spot.why(cost.better)
                mistake = Mistake(turn, played, better, cost, why)
                self.mistakes = sorted([*self.mistakes, mistake], key=lambda each: -each.cost.mean)[:SHOWN]
        self.done = 1.0

    def _ended(self, turn: PlayedTurn, better: Words) -> bool:
        """Returns whether the turn ended the game, which the better one would not have done."""
        rules, setup, state = self.session.rules, self.session.setup, turn.before
        for word in better:
            state = setup.after(state, word)
        return rules.over(turn.after) and not rules.over(state)


def futures_seed(turn: PlayedTurn) -> int:
    """Returns the seed of a turn's futures: different for each turn, and not one that the page draws for a game."""
    return (1 << 40) + (turn.at << 16)


def too_long() -> BadInput:
    """Returns the error for a game with too many inputs to be read."""
    return BadInput(N_("this game is too long for Look back"))
