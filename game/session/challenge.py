"""Challenges: recorded games to race against, as a text short enough for the fragment of an address.

A code is packed like a replay code (replay_code.py) but has a different body: the rules, the options, then the rounds.
A round is a seed and one or two games. A game is the player's name, a flag, the inputs since the last restart and, in a
game with a clock, the tenths of seconds from each new piece to the next. A code holds no results: the games are played
to get them. docs/challenges.md describes the bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.contract import BadInput, Rules
from game.session.addresses import CHALLENGE_HASH
from game.session.options import CLASSIC, ReadFile, no_files, parse_seed
from game.session.reader import check_rules
from game.session.replay_code import (
    ASSISTED,
    LONGEST,
    MOST_BYTES,
    MOST_INPUTS,
    TOO_LONG,
    ByteReader,
    ByteWriter,
    pack,
    read_inputs,
    read_options,
    unpack,
    write_inputs,
    write_options,
)
from game.session.session import Session, Work
from game.session.timeline import MOST_TENTHS, RESTART, USUAL_TENTHS
from game.words import N_

LONGEST_LINK = 8_000
"""Characters of an address that every messenger can send; a longer challenge is better sent as a file."""
LONGEST_PLAYER = 20
"""Characters of a player's name."""
MOST_ROUNDS = 15
CODE = CHALLENGE_HASH.removeprefix("#")
"""The prefix of a code in the fragment of an address and in a file."""


@dataclass(frozen=True)
class Recorded:
    """One player's game."""

    name: str
    inputs: tuple[str, ...]
    tenths: tuple[int, ...] = ()
    """Tenths of seconds from each new piece to the next, as far as they were measured."""
    assisted: bool = False


@dataclass(frozen=True)
class ChallengeRound:
    """Games from one seed: the challenger's and, once it has been played, the answer."""

    seed: int | None
    games: tuple[Recorded, ...]


@dataclass(frozen=True)
class Challenge:
    """The contents of a code, checked but not yet played."""

    rules: Rules[Any]
    options: Mapping[str, Any]
    rounds: tuple[ChallengeRound, ...]
    """Each has two games, except that the last may still wait for its second."""

    @property
    def waits(self) -> bool:
        """Whether the last round has no answer yet."""
        return len(self.rounds[-1].games) == 1

    def answered(self, game: Recorded) -> Challenge:
        """Returns the challenge with an answer to its last round."""
        last = self.rounds[-1]
        return replace(self, rounds=(*self.rounds[:-1], ChallengeRound(last.seed, (last.games[0], game))))

    def followed(self, seed: int | None, game: Recorded) -> Challenge:
        """Returns the challenge with another round; the oldest is dropped if there would be too many."""
        return replace(self, rounds=(*self.rounds, ChallengeRound(seed, (game,)))[-MOST_ROUNDS:])


@dataclass(frozen=True)
class Track:
    """A recorded game after it was played, with its progress over time."""

    game: Recorded
    session: Session
    """At the end of the game."""
    pieces: tuple[tuple[int, int], ...] = ()
    """In a game with a clock: the number of inputs and the tenths of seconds up to each new piece."""


@dataclass(frozen=True)
class ReplayedChallenge:
    """A challenge after all of its games were played."""

    challenge: Challenge
    scores: tuple[tuple[int, ...], ...]
    """By round and game."""
    tracks: tuple[Track, ...]
    """The games of the last round."""


def recorded(session: Session, name: str, tenths: Mapping[int, int]) -> Recorded:
    """Records the game since its last restart; `tenths` maps the number of inputs at each new piece to its time."""
    begin = session.timeline.beginning
    pieces = session.timeline.pieces(begin) if session.clock_runs else []
    times = tuple(min(max(0, tenths.get(at, USUAL_TENTHS)), MOST_TENTHS) for at in pieces)
    return Recorded(cleaned(name), session.inputs[begin:], times, session.assisted)


def last_game_of(played: ReplayedChallenge) -> ReplayedChallenge:
    """Returns the last game as a separate challenge."""
    challenge, track = played.challenge, played.tracks[-1]
    rounds = (ChallengeRound(challenge.rounds[-1].seed, (track.game,)),)
    return ReplayedChallenge(replace(challenge, rounds=rounds), ((track.session.score,),), (track,))


def cleaned(name: str) -> str:
    """Sanitizes a name for display: one short line without invisible characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name[:200]).split())[:LONGEST_PLAYER].strip()


def encode(challenge: Challenge) -> str:
    """Encodes a challenge; BadInput if it is too long."""
    rules, body = challenge.rules, ByteWriter()
    body.text(rules.name)
    body.number(rules.version)
    write_options(body, rules, challenge.options)
    body.number(len(challenge.rounds))
    for each in challenge.rounds:
        seed = CLASSIC if each.seed is None else str(each.seed)
        parse_seed(seed)
        body.text(seed)
        body.number(len(each.games))
        for game in each.games:
            body.text(game.name)
            body.number(ASSISTED if game.assisted else 0)
            words = ByteWriter()
            write_inputs(words, rules, game.inputs)
            body.block(bytes(words.bytes))
            if rules.timed:
                body.number(len(game.tenths))
                for tenths in game.tenths:
                    body.number(tenths)
    code = pack(bytes(body.bytes)) if len(body.bytes) <= MOST_BYTES else ""
    if not code or len(code) > LONGEST or _inputs(challenge) > MOST_INPUTS:
        raise BadInput(N_("this game is too long for a challenge"))
    return code


def code_in(text: str) -> str:
    """Extracts the code from an address, the text of a file, or a bare code."""
    return text.rpartition(CODE)[2].strip()


def read(code: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Challenge:
    """Parses a code without playing it; BadInput if it is damaged or too long, OtherVersion for other rules."""
    try:
        return _read(ByteReader(unpack(code)), find, read_file)
    except BadInput as error:
        if error.message == TOO_LONG:
            raise BadInput(N_("this challenge is too long")) from None
        raise
    except (ValueError, IndexError):
        raise BadInput(N_("this challenge is damaged")) from None


def replaying(challenge: Challenge, read_file: ReadFile = no_files) -> Work[ReplayedChallenge]:
    """Plays all games of a challenge step by step; BadInput if one breaks the rules."""
    total, done = max(1, _inputs(challenge)), 0
    scores: list[tuple[int, ...]] = []
    tracks: list[Track] = []
    for each in challenge.rounds:
        tracks = []
        for game in each.games:
            session = Session(challenge.rules, challenge.options, each.seed, read_file)
            for word in game.inputs:
                yield done / total
                _play(session, word)
                done += 1
            session.note(assisted=game.assisted, imported=True)
            tracks.append(Track(game, session, _timed(session, game.tenths)))
        scores.append(tuple(track.session.score for track in tracks))
    return ReplayedChallenge(challenge, tuple(scores), tuple(tracks))


def _play(session: Session, word: str) -> None:
    before = session.state
    try:
        session.play(word)
    except BadInput as error:
        raise _illegal_moves() from error
    if session.state is before:
        raise _illegal_moves()


def _timed(session: Session, tenths: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Returns the inputs and the tenths of seconds up to each piece; BadInput if there are more times than pieces."""
    if not session.rules.timed:
        return ()
    found = session.timeline.pieces()
    if len(tenths) > len(found):
        raise _illegal_moves()
    mean = sum(tenths) // len(tenths) if tenths else USUAL_TENTHS
    times, now = [], 0
    for number, at in enumerate(found):
        now += tenths[number] if number < len(tenths) else mean
        times.append((at, now))
    return tuple(times)


def _read(body: ByteReader, find: Callable[[str], Rules[Any]], read_file: ReadFile) -> Challenge:
    rules = find(body.text())
    if rules.seats > 1:
        raise BadInput(N_("this game is for two players, and challenges are for one"))
    message = N_("this challenge was made with rules version {theirs}; the current version is {ours}")
    check_rules(rules, body.number(), message)
    options = read_options(body, rules, read_file)
    count = body.number()
    if not 1 <= count <= MOST_ROUNDS:
        raise ValueError("no rounds, or too many")
    rounds = tuple(_read_round(body, rules, last=number == count - 1) for number in range(count))
    if not body.at_end:
        raise ValueError("trailing data")
    challenge = Challenge(rules, options, rounds)
    if _inputs(challenge) > MOST_INPUTS:
        raise BadInput(TOO_LONG)
    return challenge


def _read_round(body: ByteReader, rules: Rules[Any], last: bool) -> ChallengeRound:
    seed = parse_seed(body.text())
    count = body.number()
    if count != 2 and not (last and count == 1):
        raise ValueError("a round needs one or two games")
    return ChallengeRound(seed, tuple(_read_game(body, rules) for _ in range(count)))


def _read_game(body: ByteReader, rules: Rules[Any]) -> Recorded:
    name, mark = body.text(), body.number()
    inputs = read_inputs(ByteReader(body.block()), rules)
    tenths = tuple(body.number() for _ in range(body.number())) if rules.timed else ()
    if name != cleaned(name) or mark not in (0, ASSISTED) or max(tenths, default=0) > MOST_TENTHS or RESTART in inputs:
        raise ValueError("invalid name, flag, time or word")
    return Recorded(name, inputs, tenths, mark == ASSISTED)


def _inputs(challenge: Challenge) -> int:
    return sum(len(game.inputs) for each in challenge.rounds for game in each.games)


def _illegal_moves() -> BadInput:
    return BadInput(N_("the moves in this challenge do not fit the game"))
