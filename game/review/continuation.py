"""The continuations of turns: the same game played on after each of them, with the pieces that really came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from game.bots import advice_steps, bot_for
from game.contract import Event, Rules

AHEAD = 6
"""How many turns of the player are played after the first."""
STRENGTH = 4
"""The strength of the computer that plays the player's turns, and of the one that plays the opponent's."""


class ContinuedTurn(NamedTuple):
    """The state after a turn of the player, and what happened in it."""

    state: Any
    events: Sequence[Event] = ()


def continuation(
    rules: Rules[Any], state: Any, words: Sequence[str], turns: int = AHEAD
) -> Iterator[ContinuedTurn | None]:
    """Yields each turn of the player to move: first these words, then the computer's; None after each slice of its
    thinking. It ends with the game.
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
    rules: Rules[Any], state: Any, better: Sequence[str], played: Sequence[str]
) -> Iterator[tuple[ContinuedTurn, ContinuedTurn] | None]:
    """Yields each turn of two continuations, the better one first; None after each slice of thinking. The last turn of
    one that has ended stays.
    """
    both = [continuation(rules, state, words) for words in (better, played)]
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
