"""The goal of a day's game: the computer's score in the very same game, the same on every device."""

from __future__ import annotations

from game.bots import Advice, advice_steps, bot_for
from game.session import Session, Work


def computed(session: Session, strength: int) -> Work[int]:
    """Plays a new game to its end as the computer of this strength does, in slices; returns its score.

    Its slices are counted, not timed, so the score does not depend on the speed of the device. Each is so short that a
    key pressed in it is not noticeably late (tests/unit/test_par.py counts).
    """
    rules, bot = session.rules, bot_for(session.rules)
    while not session.over:
        advice, before = Advice(()), session.state
        for better in advice_steps(bot, rules, session.state, strength, session.seed or 0):
            advice = better
            yield 0
        for word in advice.words:
            session.play(word)
            yield 0
        if session.state is before:
            break
    return session.score
