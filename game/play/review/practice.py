"""Exercises from the notebook: a position, and what a turn there costs compared with the best one."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from game import files
from game.bots.judging import Cost, Judge, Spot, judge_for
from game.bots.types import Words
from game.contract import BadInput
from game.review.analysis import Mistake
from game.review.evidence import cost_of_turn
from game.rules import game
from game.session import CALM, Session
from game.session.crc import crc_of
from game.session.notebook import DAYS, StudyCard
from game.session.replay_code import decode, encode

SEPARATOR = ","


def cards(session: Session, mistakes: Iterable[Mistake], today: date) -> Generator[None, None, list[StudyCard]]:
    """Makes a card for each mistake of a game, in slices; skips positions that are too long for a code."""
    due = today.toordinal() + DAYS[0]
    found, wanted = [], {mistake.turn.at: mistake for mistake in mistakes}
    played = Session(session.rules, session.options, session.seed, files.read)
    for at, word in enumerate(tuple(session.main_line)):
        if at in wanted:
            mistake = wanted[at]
            better, worse = (SEPARATOR.join(words) for words in (mistake.better, mistake.played))
            with suppress(BadInput):
                found.append(StudyCard(encode(played), worse, better, 0, due))
        if at >= max(wanted, default=-1):
            break
        played.play(word)
        yield
    return found


@dataclass
class Exercise:
    """A card whose game has been played to its position."""

    card: StudyCard
    session: Session
    position: Any
    """The state in which a turn is asked for; the session goes on from there when the player makes one."""
    judge: Judge
    better: Words

    def judged(self, answer: Words) -> Generator[None, None, tuple[Spot, Cost]]:
        """Compares an answer with the best one, in slices; returns its spot and its cost."""
        spot = self.spot(answer)
        yield from spot.glance()
        cost = yield from cost_of_turn(spot, self.judge, (1 << 41) + crc_of(self.card.code))
        return spot, cost

    def spot(self, words: Words) -> Spot:
        """Returns the position with the outcome of these words; BadInput if they are not a turn there."""
        state = self.position
        for word in words:
            state, _events = self.session.rules.play(state, word)
        found = None if state is self.position else self.judge.spot(self.position, words, state)
        if found is None:
            raise BadInput("nothing is decided here")
        return found


def unhurried(session: Session) -> Session:
    """Returns the same position in a game that waits for the player."""
    if not session.rules.timed or session.options.get(CALM):
        return session
    calm = Session(session.rules, {**session.options, CALM: True}, session.seed, files.read)
    for word in session.inputs:
        calm.play(word)
    return calm


def exercise(card: StudyCard) -> Exercise:
    """Makes an exercise of a card; BadInput if it is unusable, because it may come from anywhere."""
    session = unhurried(decode(card.code, game, files.read))
    played, better = (tuple(text.split(SEPARATOR)) for text in (card.played, card.better))
    practice = Exercise(card, session, session.state, judge_for(session.rules), better)
    for words in (played, better):
        practice.spot(words)
    return practice
