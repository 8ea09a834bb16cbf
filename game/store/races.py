"""Races in a store: the challenge that the current game belongs to, and the player's best games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from game.contract import BadInput
from game.session import Session
from game.session.reader import LARGEST, Format, compact, many, row, text, whole
from game.session.records import LONGEST_PRESET, identity, is_better, preset_of, ranked_by_time, time_preset
from game.store import names
from game.store.collection import Collection, Kind
from game.store.store import Store
from game.words import N_, Translator

MOST_BESTS = 24
"""The number of presets whose best game is kept: those with the latest bests."""
LONGEST_BEST = 16_000
"""Characters of one best game; a longer one is not kept."""
TOO_LONG = N_("your best game is too long to race against")
BEST, SENT = "best", "sent"
NO_TIME = 10**7
"""Times are kept as NO_TIME less their tenths of a second, so that the largest is best."""
Best = tuple[str, int, str]
"""A best game: its preset, its score, and its code as a challenge."""
BEST_GAME = row(text(LONGEST_PRESET), whole(-LARGEST, LARGEST), text(LONGEST_BEST))
FORMAT = Format(
    shape=many(BEST_GAME, MOST_BESTS),  # form 1, which has no number; a later form is an object with one
    longest=2 * MOST_BESTS * LONGEST_BEST,
    damaged=N_("these statistics are damaged"),
    too_long=N_("these statistics are too long"),
    form="form",
    row=BEST_GAME,
)


class SavedChallenge(NamedTuple):
    """The challenge of the current game, as it is saved."""

    code: str
    best: bool
    """Whether it is the player's own best game, not one that was sent."""


def save_challenge(store: Store, session: Session, challenge: SavedChallenge) -> None:
    """Saves the challenge that the current game belongs to from now on."""
    text = "\n".join((identity(session), BEST if challenge.best else SENT, challenge.code))
    store.put(names.challenge(session.rules.name), text)


def saved_challenge(store: Store, session: Session) -> SavedChallenge | None:
    """Returns the challenge that this game belongs to, if any, with its code unread."""
    owner, _line, rest = (store.get(names.challenge(session.rules.name)) or "").partition("\n")
    kind, _line, code = rest.partition("\n")
    return SavedChallenge(code, kind == BEST) if code and owner == identity(session) else None


def forget(store: Store, session: Session) -> None:
    """Forgets the saved challenge, which could not be read."""
    store.remove(names.challenge(session.rules.name))


def best(store: Store, session: Session) -> tuple[int, str] | None:
    """Returns the best game kept of this preset: its score, and its code as a challenge. 0 is not a best score."""
    mine = _preset(session)
    return next(
        ((score, code) for preset, score, code in Collection(store, BESTS).all() if preset == mine and score > 0), None
    )


def best_in_words(session: Session, score: int, translator: Translator) -> str:
    """Returns the score of a best game as text: points or, in a game for time, its time."""
    return translator.formatted_time(NO_TIME - score) if ranked_by_time(session) else translator.number(score)


def _preset(session: Session) -> str:
    return time_preset(session) if ranked_by_time(session) else preset_of(session)


def keep_best(store: Store, session: Session, tenths: Mapping[int, int], taken: int | None = None) -> None:
    """Keeps a finished game of the player's own if it is the best of its preset and not too long; `taken` is the time
    of a game for time, in tenths of a second.
    """
    from game.session.challenge import Challenge, ChallengeRound, encode, recorded

    known, score = best(store, session), session.score
    if ranked_by_time(session):
        score = NO_TIME - taken if session.view.reached and taken is not None else 0
    if not is_better(score, known[0] if known else None):
        return
    game = recorded(session, "", tenths)
    try:
        code = encode(Challenge(session.rules, session.options, (ChallengeRound(session.seed, (game,)),)))
    except BadInput:
        code = ""
    preset = _preset(session)
    if not 0 < len(code) <= LONGEST_BEST or len(preset) > LONGEST_PRESET or abs(score) > LARGEST:
        store.report(BadInput(TOO_LONG))
        return
    _add(store, [(preset, score, code)])


def saved_races(store: Store, games: Iterable[str]) -> dict[str, str]:
    """Returns everything saved of these games, by its name in a backup."""
    challenges = {(name := names.challenge(game)): store.get(name) for game in games}
    bests = {names.best(preset): f"{score} {code}" for preset, score, code in Collection(store, BESTS).all()}
    return bests | {name: challenge for name, challenge in challenges.items() if challenge}


def put_all(store: Store, races: Mapping[str, str]) -> None:
    """Keeps the races of a backup, which have been merged with the kept ones."""
    found = []
    for name, race in races.items():
        preset, (score, _blank, code) = name.removeprefix(names.best("")), race.partition(" ")
        if preset == name:
            store.put(name, race)
        elif len(code) > LONGEST_BEST:
            store.report(BadInput(TOO_LONG))
        else:
            found.append((preset, int(score), code))
    _add(store, found)


def _add(store: Store, games: list[Best]) -> None:
    """Adds best games, and says so if earlier ones have to make room."""
    saved = Collection(store, BESTS)
    if len(_merge(saved.all(), games)) > MOST_BESTS:
        store.report(BadInput(N_("of your best games, you can race only the last {most}"), most=MOST_BESTS))
    saved.add(games)


def _write(games: list[Best]) -> str:
    return compact(games[-MOST_BESTS:])


def _merge(ours: list[Best], theirs: list[Best]) -> list[Best]:
    """Combines both; of two games of one preset, keeps ours unless theirs is better. 0 is not a best score."""
    scores = {preset: score for preset, score, _code in ours}
    better = {preset: (preset, score, code) for preset, score, code in theirs if is_better(score, scores.get(preset))}
    return [*(game for game in ours if game[0] not in better), *better.values()]


BESTS = Kind(names.BESTS, FORMAT, list[Best], lambda written: list(map(tuple, FORMAT.read(written))), _write, _merge)
