"""A game of a day as lines of coloured squares: where its points were scored, and nothing about how."""

from __future__ import annotations

from collections.abc import Sequence

from game.session.seats import number_of
from game.session.session import Session
from game.session.setup import RESTART

SQUARES = "⬜🟨🟧🟥"
"""A stretch of turns without points, with few, more and the most."""
ALONG = 10
"""Squares in a line."""
LINES = 2
"""Lines for a game alone; for two, each player has one."""
YOU, COMPUTER = "🙂", "🤖"
FINISHED, STUCK, WON = "🏁", "💥", "🏆"
"""Ends a line: the turns are used up; the game ended before that; this player has won."""


def story(session: Session) -> list[str]:
    """Plays a game again and returns its lines."""
    gains = points_by_turn(session)
    seats, whole = session.rules.seats, session.limit.turns or max(map(len, gains))
    stretches = min(whole, ALONG * (LINES if seats == 1 else 1))
    sums = [_stretched(points, whole, stretches) for points in gains]
    most = max((max(points, default=0) for points in sums), default=0)
    drawn = ["".join(_square(points, most) for points in each) for each in sums]
    if seats == 1:
        text = drawn[0] + (FINISHED if session.limit.used_up else STUCK)
        return [text[:ALONG], text[ALONG:]] if len(text) > ALONG + 1 else [text]
    winner, computer = session.view.winner, number_of(session.opponent)
    return [
        (COMPUTER if seat == computer else YOU) + line + (WON if seat == winner else "")
        for seat, line in enumerate(drawn, 1)
    ]


def points_by_turn(session: Session) -> list[list[int]]:
    """Returns the points of each turn since the last restart, for each seat."""
    rules, state = session.rules, session.setup.start()
    seats, turns = rules.seats, 0
    gains: list[list[int]] = [[] for _seat in range(seats)]
    before = rules.view(state).scores
    nodes = session.history.nodes(1, session.history.position + 1)
    for node in nodes:
        state = session.setup.after(state, node.word)
        if node.word == RESTART:
            gains, turns, before = [[] for _seat in range(seats)], 0, rules.view(state).scores
        elif node.turns > turns:
            scores = rules.view(state).scores
            for turn in range(turns, node.turns):
                gains[turn % seats].append(scores[turn % seats] - before[turn % seats] if turn == turns else 0)
            before, turns = scores, node.turns
    return gains


def _stretched(points: Sequence[int], whole: int, stretches: int) -> list[int]:
    """Splits a game of at most `whole` turns into this many stretches and sums the points of those played."""
    sums = [0] * (min(len(points) - 1, whole - 1) * stretches // whole + 1 if points else 0)
    for turn, gained in enumerate(points):
        sums[min(turn * stretches // whole, len(sums) - 1)] += gained
    return sums


def _square(points: int, most: int) -> str:
    if points <= 0:
        return SQUARES[0]
    return SQUARES[min(3, 1 + 3 * points // (most + 1))]
