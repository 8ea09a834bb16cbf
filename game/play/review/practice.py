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
from game.review.retry import against, spot_of
from game.rules import game
from game.session import CALM, Session
from game.session.crc import crc_of
from game.session.notebook import DAYS, StudyCard
from game.session.replay_code import decode, encode
from game.words import Translator

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
        """Compares an answer with the better turn, in slices; returns its spot and its cost. BadInput if the judge does
        not know it.
        """
        seed = (1 << 41) + crc_of(self.card.code)
        return against(self.better, self.session.rules, self.judge, self.position, answer, seed)


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
        spot_of(session.rules, practice.judge, session.state, words)
    return practice


def reasons(spot: Spot, cost: Cost, judge: Judge, translator: Translator) -> list[str]:
    """Returns why the better turn is better, and what the difference is."""
    return [translator(why.message, **why.values) for why in (spot.why(cost.better), judge.price(cost)) if why]
