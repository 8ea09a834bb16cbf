"""Results as text to share: of a game of a day, with squares that show where its points were scored, and of a
challenge.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from game.session.challenge import ReplayedChallenge
from game.session.daily import Streak
from game.session.seats import AGAINST, Opponent, display_name, person
from game.session.session import Session
from game.session.timeline import RESTART
from game.words import N_, Translator

SQUARES = "⬜🟨🟧🟥"
"""The squares for a stretch of turns without points, with few, with more and with the most points."""
STORY = N_("Points along the way:")
ALONG = 10
"""Squares in a line."""
LINES = 2
"""The number of lines for one player; in a game for two, each player has one."""
YOU, COMPUTER = "🙂", "🤖"
FINISHED, STUCK, WON = "🏁", "💥", "🏆"
"""Signs at the end of a line: the turns are used up; the game ended earlier; this player has won."""


def day_squares(session: Session) -> list[str]:
    """Plays a game of a day again and returns lines of squares, which show where its points were scored, not how."""
    gains = points_by_turn(session)
    seats, whole = session.rules.seats, session.limit.turns or max(map(len, gains))
    stretches = min(whole, ALONG * (LINES if seats == 1 else 1))
    sums = [_stretched(points, whole, stretches) for points in gains]
    most = max((max(points, default=0) for points in sums), default=0)
    drawn = ["".join(_square(points, most) for points in each) for each in sums]
    if seats == 1:
        text = drawn[0] + (FINISHED if session.limit.used_up else STUCK)
        return [text[:ALONG], text[ALONG:]] if len(text) > ALONG + 1 else [text]
    winner, computer = session.view.winning_seat, session.opponent.seat if session.opponent else None
    return [
        (COMPUTER if seat == computer else YOU) + line + (WON if seat == winner else "")
        for seat, line in enumerate(drawn)
    ]


def whose_results(session: Session, result: str, goal: int | None, translator: Translator) -> list[str]:
    """Returns the result of a day's game and the computer's, as texts that say whose they are."""
    if session.opponent is not None:
        return [result, translator(AGAINST, name=display_name(session.opponent, translator))]
    mine, computer = translator(N_("My score: {score}"), score=result), Opponent(1, session.rules.day.par)
    if goal is None:
        return [mine]
    name, score = person(computer, translator), translator.number(goal)
    return [mine, translator(N_("{name} (computer): {score}"), name=name, score=score)]


def day_text(
    title: str, day: date, results: Sequence[str], streak: Streak, translator: Translator, squares: Sequence[str] = ()
) -> str:
    """Formats results and the squares of a game as lines to share, without spoilers and without an address."""
    parts = list(results)
    if streak.current > 1:
        parts.append(translator("{days}-day streak", days=streak.current))
    story = [translator(STORY), *squares] if squares else []
    return "\n".join([f"Kesu · {title} · {translator.day(day)}", " · ".join(parts), *story])


def challenge_text(played: ReplayedChallenge, translator: Translator) -> str:
    """Describes the result in sentences: each round's scores, the last round's winner and margin, the rounds won."""
    rounds, last = played.challenge.rounds, played.challenge.rounds[-1]
    players = [game.name for game in last.games]
    names = [name or translator("Player {player}", player=at) for at, name in enumerate(players, 1)]
    if played.challenge.waits:
        return translator.sentence(translator.labelled(names[0], translator.number(played.scores[-1][0])))
    parts, won = [], [0, 0]
    for number, (each, scores) in enumerate(zip(rounds, played.scores, strict=True), 1):
        swapped = players[0] != players[1] and [game.name for game in each.games] == players[::-1]
        first, second = scores[::-1] if swapped else scores
        won[0] += first > second
        won[1] += second > first
        parts.append(
            translator(
                N_("Round {number}. {one}: {first}; {other}: {second}."),
                number=number, one=names[0], other=names[1],
                first=translator.number(first), second=translator.number(second),
            )
        )  # fmt: skip
    margin = played.scores[-1][0] - played.scores[-1][1]
    winner = names[0] if margin > 0 else names[1]
    parts.append(
        translator(N_("{name} wins by {points}."), name=winner, points=translator.number(abs(margin)))
        if margin
        else translator(N_("A draw."))
    )
    if len(rounds) > 1:
        parts.append(
            translator(
                N_("Rounds won. {one}: {first}; {other}: {second}."),
                one=names[0], other=names[1], first=won[0], second=won[1],
            )
        )  # fmt: skip
    return translator.joined(parts)


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
