"""What the two moves of a mistake lead to: the same game played on after each, in a future that fits what is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple

from game.bots import advice_steps, bot_for
from game.bots.judging import Judge
from game.contract import Event, Rules
from game.review.analysis import Mistake
from game.rng import MULTIPLIER, Random

STRENGTH = 4
"""The strength of the computer that plays the player's turns, and of the one that plays the opponent's."""
FUTURES = 6
"""In how many futures the game is played on until one fits: what really came, and others."""
NEAR = 2
"""The factor up to which a gain in one future may differ from the mean over all."""


class ContinuedTurn(NamedTuple):
    """The state after a turn of the player, and what happened in it."""

    state: Any
    events: Sequence[Event] = ()


class Compared(NamedTuple):
    """The same turn after the better and after the played move, and what the player has come to with each."""

    better: ContinuedTurn
    played: ContinuedTurn
    outcomes: tuple[float, float]

    @property
    def gain(self) -> float:
        """How much better the better move has come to."""
        return self.outcomes[0] - self.outcomes[1]


def typical(rules: Rules[Any], judge: Judge, mistake: Mistake) -> Iterator[Compared | None]:
    """Yields each turn after both moves of a mistake, in the first future that fits what is said about it, or in the
    best of several; None after each slice of thinking before. It ends before the played move gets ahead for good.

    A future fits if the played move is ahead at no turn, and the better one at the end by about as much as on average.
    """
    usual, best, least = mistake.cost.mean, [], (judge.AHEAD + 2, 0, 0.0)
    gains: list[float] = []
    for luck in range(FUTURES):
        found: list[Compared] = []
        both: tuple[list[ContinuedTurn], ...] = ([], [])
        before = with_luck(mistake.turn.before, luck)
        for turns in paired_continuations(rules, before, mistake.better, mistake.played, judge.AHEAD):
            if turns is None:
                yield None
                continue
            for past, turn in zip(both, turns, strict=True):
                if not past or past[-1] is not turn:  # the last one of a game that has ended stays
                    past.append(turn)
            better, played = (outcome(judge, past, mistake.turn.seat) for past in both)
            found.append(Compared(*turns, (better, played)))
        before_this, gains = gains, [each.gain for each in found]
        ahead = max((number for number, gain in enumerate(gains, 1) if gain > 0), default=1)
        misfit = len(found) - ahead, sum(gain < 0 for gain in gains[:ahead]), abs(gains[ahead - 1] - usual)
        if misfit < least:
            best, least = found[:ahead], misfit
        if gains == before_this or (misfit[:2] == (0, 0) and usual / NEAR <= gains[-1] <= usual * NEAR):
            break  # the pieces are known, or it fits
    yield from best


def outcome(judge: Judge, past: Sequence[ContinuedTurn], seat: int) -> float:
    """Returns what a player has come to with these turns."""
    return judge.outcome([turn.state for turn in past], [event for turn in past for event in turn.events], seat)


def with_luck(state: Any, luck: int) -> Any:
    """Returns a state with other random numbers to come, so that what the player could see stays; itself with luck 0.

    Generators that were alike stay alike, as those of two players who get the same pieces.
    """
    if not luck:
        return state
    if isinstance(state, Random):
        return replace(state, k=1 + (state.k - 1 + luck * MULTIPLIER) % (state.modulus - 1))
    if isinstance(state, tuple) and any(is_dataclass(each) for each in state):
        return tuple(with_luck(each, luck) for each in state)
    if not is_dataclass(state) or isinstance(state, type):
        return state
    inside = {each.name: getattr(state, each.name) for each in fields(state)}
    changed = {name: with_luck(value, luck) for name, value in inside.items()}
    changed = {name: value for name, value in changed.items() if value is not inside[name]}
    return replace(state, **changed) if changed else state


def continuation(rules: Rules[Any], state: Any, words: Sequence[str], turns: int) -> Iterator[ContinuedTurn | None]:
    """Yields each turn of the player to move: first these words, then as many of the computer's; None after each slice
    of its thinking. It ends with the game.
    """
    seat = rules.view(state).turn
    turn = played(rules, state, words)
    yield turn
    state = turn.state
    while turns and not rules.over(state):
        own, words = rules.view(state).turn == seat, ()
        for advice in advice_steps(bot_for(rules), rules, state, STRENGTH):
            words = advice.words
            yield None
        if not words:
            return
        turn = played(rules, state, words)
        state = turn.state
        if own:
            turns -= 1
            yield turn


def paired_continuations(
    rules: Rules[Any], state: Any, better: Sequence[str], played: Sequence[str], turns: int
) -> Iterator[tuple[ContinuedTurn, ContinuedTurn] | None]:
    """Yields each turn of two continuations, the better one first; None after each slice of thinking. The last turn of
    one that has ended stays.
    """
    both = [continuation(rules, state, words, turns) for words in (better, played)]
    shown = [ContinuedTurn(state), ContinuedTurn(state)]
    while True:
        going = False
        for which, states in enumerate(both):
            for after in states:
                if after is not None:
                    shown[which], going = after, True
                    break
                yield None
        if not going:
            return
        yield shown[0], shown[1]


def played(rules: Rules[Any], state: Any, words: Sequence[str]) -> ContinuedTurn:
    """Plays these words."""
    events: list[Event] = []
    for word in words:
        state, more = rules.play(state, word)
        events += more
    return ContinuedTurn(state, events)
