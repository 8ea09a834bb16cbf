"""Records of finished games, by preset; two collections merge without loss.

Each device appends to its own numbered log. When there are too many records, the oldest are folded into totals. So two
copies of a log differ only in length, and merging is exact.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import lt
from typing import Any, NamedTuple

import numpy as np

from game.contract import BadInput
from game.session.addresses import address
from game.session.reader import LARGEST, Format, compact, constant, fields, flag, many, maybe, row, table, where, whole
from game.session.seats import COMPUTER, no_person_won
from game.session.session import Session
from game.words import N_

FORM = 2
MOST_RECORDS = 2_000
"""Records kept per preset; totals count older ones."""
MOST_BINS = 12
LONGEST = 5_000_000
"""Characters of the whole text."""
LONGEST_PRESET, LONGEST_DEVICE, LONGEST_FEAT = 200, 200, 200
"""Characters of their names."""
LARGEST_SUM = LARGEST**2
LARGEST_SEED = 10**20
"""Larger seeds are not kept: each record would store a page of digits."""


class Record(NamedTuple):
    """A finished game. Its number counts the games of its preset on its device."""

    number: int
    at: int
    """When it ended, in seconds since 1970."""
    score: int
    seconds: int
    """How long it took."""
    assisted: bool
    seed: int | None
    """None for the classic seed, and for seeds from LARGEST_SEED on."""


class Totals(NamedTuple):
    """Sums over games; the best scores are None if there are no games."""

    games: int = 0
    sum: int = 0
    seconds: int = 0
    assisted: int = 0
    best: int | None = None
    best_unassisted: int | None = None

    @property
    def mean(self) -> float:
        return self.sum / self.games

    def adding(self, record: Record) -> Totals:
        """Returns the totals with one more game."""
        score = record.score
        unassisted = None if record.assisted else score
        return self.plus(Totals(1, score, record.seconds, record.assisted, score, unassisted))

    def plus(self, other: Totals) -> Totals:
        """Returns the sum of both totals."""
        return Totals(
            self.games + other.games,
            self.sum + other.sum,
            self.seconds + other.seconds,
            self.assisted + other.assisted,
            _larger(self.best, other.best),
            _larger(self.best_unassisted, other.best_unassisted),
        )


class Feat(NamedTuple):
    """The most that a player did of one thing in any finished game of a preset."""

    most: int
    assisted: bool = False
    """Whether that game was assisted."""


class Bin(NamedTuple):
    """The number of games that scored from low to high, both included."""

    low: int
    high: int
    games: int


@dataclass
class _Log:
    """One device's log of one preset, as far as known here."""

    dropped: int = 0
    """The number of the last record that was dropped."""
    totals: Totals = field(default_factory=Totals)
    """The totals of the dropped records."""
    records: list[Record] = field(default_factory=list)
    """The records by number; a copied device can have written two with the same one."""


class Records:
    """The records of all presets. `device` is a unique name; games added here go into its log."""

    def __init__(self, device: str) -> None:
        self.device = device
        self._logs: dict[str, dict[str, _Log]] = {}
        self._feats: dict[str, dict[str, Feat]] = {}
        self._written: dict[str, str] = {}
        """A cache of the serialized presets, without those that have changed since."""

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets with games, sorted by name."""
        return tuple(sorted(self._logs))

    def add(self, preset: str, at: int, score: int, seconds: int, assisted: bool, seed: int | None) -> Record:
        """Records a finished game; ValueError for impossible values."""
        log = self._logs.get(preset, {}).get(self.device, _Log())
        number = 1 + (log.records[-1].number if log.records else log.dropped)
        record = Record(number, at, score, seconds, assisted, None if seed is None or seed >= LARGEST_SEED else seed)
        if not RECORD([list(record)]) or len(preset) > LONGEST_PRESET or len(self.device) > LONGEST_DEVICE:
            raise ValueError(f"not a finished game: {record}")
        log.records.append(record)
        logs = self._logs.setdefault(preset, {})
        logs[self.device] = log
        _trim(logs)
        self._written.pop(preset, None)
        return record

    def note_feats(self, preset: str, counts: Mapping[str, int], assisted: bool) -> None:
        """Adds the feats of a finished game, by figure name; ValueError for impossible counts."""
        found = {name: Feat(count, assisted) for name, count in counts.items()}
        if not FEATS([{preset: {name: list(feat) for name, feat in found.items()}}] if found else []):
            raise ValueError(f"invalid counts: {counts}")
        if found:
            self._feats[preset] = _larger_feats(self._feats.get(preset, {}), found)

    def feats(self, preset: str) -> Mapping[str, Feat]:
        """Returns the feats of this preset, by figure name."""
        return self._feats.get(preset, {})

    def games(self, preset: str) -> tuple[Record, ...]:
        """Returns the kept records in the order in which the games ended."""
        records = (record for log in self._logs.get(preset, {}).values() for record in log.records)
        return tuple(sorted(records, key=lambda record: (record.at, _order(record))))

    def totals(self, preset: str) -> Totals | None:
        """Returns the sums over all games of a preset; None if no game of it was finished."""
        totals = Totals()
        for log in self._logs.get(preset, {}).values():
            totals = totals.plus(log.totals)
        for record in self.games(preset):
            totals = totals.adding(record)
        return totals if totals.games else None

    def median(self, preset: str) -> float:
        """Returns the median score of the kept records; without any, the mean of all games."""
        scores = [record.score for record in self.games(preset)]
        totals = self.totals(preset) or Totals(1)
        return float(np.median(scores)) if scores else totals.mean

    def distribution(self, preset: str) -> tuple[Bin, ...]:
        """Returns a histogram of the kept scores: at most MOST_BINS bins with round bounds."""
        return histogram([record.score for record in self.games(preset)])

    @property
    def can_grow(self) -> bool:
        """Whether all numbers are far below their limits, so that the totals can be read again after further games."""
        logs = (log for devices in self._logs.values() for log in devices.values())
        return all(
            max(log.totals.games, *(record.number for record in log.records[-1:]), log.dropped) < LARGEST // 2
            and max(abs(log.totals.sum), log.totals.seconds) < LARGEST_SUM // 2
            for log in logs
        )

    def text(self) -> str:
        """Serializes everything except this device's name to one line of JSON, deterministically."""
        for preset in self._logs.keys() - self._written.keys():
            self._written[preset] = f"{json.dumps(preset)}:{_text(self._logs[preset])}"
        presets = ",".join(self._written[preset] for preset in sorted(self._logs))
        feats = compact(self._feats, sort_keys=True)
        return f'{{"form":{FORM},"feats":{feats},"presets":{{{presets}}}}}'

    @classmethod
    def from_text(cls, text: str, device: str) -> Records:
        """Parses what `text` wrote, to be continued on this device; BadInput if anything is wrong."""
        found = cls(device)
        read = FORMAT.read(text)
        for preset, feats in read.get("feats", {}).items():
            found._feats[preset] = {name: Feat(*feat) for name, feat in feats.items()}
        for preset, devices in read["presets"].items():
            logs = found._logs[preset] = {
                device: _Log(log["dropped"], Totals(*log["totals"]), list(map(Record._make, log["records"])))
                for device, log in devices.items()
            }
            if sum(len(log.records) for log in logs.values()) > MOST_RECORDS:
                raise BadInput(FORMAT.damaged)
        return found


def merge(ours: Records, theirs: Records) -> Records:
    """Combines all records of both without duplicates, to be continued on our device.

    This is exact unless two devices wrote under one name. Their records are then told apart by their contents until the
    first of them are dropped.
    """
    merged = Records(ours.device)
    for preset in {*ours._logs, *theirs._logs}:
        one, other = ours._logs.get(preset, {}), theirs._logs.get(preset, {})
        logs = {device: _merge_logs(one.get(device, _Log()), other.get(device, _Log())) for device in {*one, *other}}
        _trim(logs)
        merged._logs[preset] = logs
    for preset in {*ours._feats, *theirs._feats}:
        merged._feats[preset] = _larger_feats(ours.feats(preset), theirs.feats(preset))
    return merged


def histogram(scores: Sequence[int], most: int = MOST_BINS) -> tuple[Bin, ...]:
    """Returns a histogram of scores: at most this many bins with round bounds; none without scores."""
    if not scores:
        return ()
    width = _width(min(scores), max(scores), most)
    counts = dict.fromkeys(range(min(scores) // width, max(scores) // width + 1), 0)
    for score in scores:
        counts[score // width] += 1
    return tuple(Bin(part * width, part * width + width - 1, count) for part, count in counts.items())


def counted_score(session: Session) -> int:
    """Returns the result of a finished game: the score; against the computer, 1 for a win, else 0."""
    if session.opponent is None:
        return session.score
    return int(not no_person_won(session.opponent, session.view))


def is_better(theirs: int, ours: int | None) -> bool:
    """Returns whether a best game of this score replaces ours: it needs a higher score, and 0 is not a best score."""
    return theirs > max(ours or 0, 0)


def preset_of(session: Session) -> str:
    """Returns what two games must share to be compared: the game, its rules' version and its options."""
    parameters = address(session)
    options = "&".join(f"{name}={value}" for name, value in parameters.items() if name not in ("game", "seed"))
    return f"{session.rules.name}/{session.rules.version}/{options}"


BY_TIME = "by=time"
"""Marks the preset of games that are compared by time: their scores are tenths of a second, negative, so that the
largest is the best."""


def ranked_by_time(session: Session) -> bool:
    """Returns whether games with these options are compared by the time to their goal."""
    variant = session.rules.variant(session.options)
    return variant is not None and variant.by_time


def time_preset(session: Session) -> str:
    """Returns the preset under which the times of these games are kept. It begins like the preset of their points,
    which does not change."""
    return f"{preset_of(session)}&{BY_TIME}"


def is_by_time(preset: str) -> bool:
    """Returns whether the scores of a preset are times."""
    return preset.endswith(f"&{BY_TIME}")


def identity(session: Session) -> str:
    """Returns what a game, its times and its challenge share: preset and seed."""
    return f"{preset_of(session)} {session.seed}"


def options_in(preset: str) -> dict[str, str]:
    """Parses the non-default options out of a preset; returns none for an imported name that is not one of ours."""
    options = "".join(preset.split("/", 2)[2:])
    return dict(option.split("=", 1) for option in options.split("&") if "=" in option)


def against_computer(preset: str) -> bool:
    """Returns whether the preset's games are against the computer, so that a score is 1 for a win, else 0."""
    return COMPUTER in options_in(preset)


def _larger(one: int | None, other: int | None) -> int | None:
    return max((score for score in (one, other) if score is not None), default=None)


def _larger_feats(one: Mapping[str, Feat], other: Mapping[str, Feat]) -> dict[str, Feat]:
    """Returns the larger of each feat; of equal ones, the unassisted one."""
    both = {name: [feats[name] for feats in (one, other) if name in feats] for name in {*one, *other}}
    return {name: max(feats, key=lambda feat: (feat.most, not feat.assisted)) for name, feats in both.items()}


def _order(record: Record) -> tuple[int, ...]:
    """Returns a sort key: a missing seed comes first."""
    seed = -1 if record.seed is None else record.seed
    return record.number, record.at, record.score, record.seconds, record.assisted, seed


def _merge_logs(one: _Log, other: _Log) -> _Log:
    """Merges two copies of one log; the one that dropped more has in its totals what the other may still hold."""
    ahead = max(one, other, key=lambda log: (log.dropped, _comparable(log.totals)))
    records = {record for record in (*one.records, *other.records) if record.number > ahead.dropped}
    return _Log(ahead.dropped, ahead.totals, sorted(records, key=_order))


def _comparable(totals: Totals) -> tuple[int, ...]:
    return tuple(-LARGEST_SUM - 1 if number is None else number for number in totals)


def _trim(logs: dict[str, _Log]) -> None:
    """Folds the oldest records into the totals of their logs until few enough remain."""
    kept = sum(len(log.records) for log in logs.values())
    while kept > MOST_RECORDS:
        _at, device = min((log.records[0].at, device) for device, log in logs.items() if log.records)
        log = logs[device]
        log.dropped = log.records[0].number
        while log.records and log.records[0].number == log.dropped:
            log.totals = log.totals.adding(log.records.pop(0))
            kept -= 1


def _width(low: int, high: int, most: int) -> int:
    """Returns the smallest width of 1, 2 or 5 times a power of ten for which this many bins suffice."""
    width = 1
    while True:
        for step in (1, 2, 5):
            if high // (width * step) - low // (width * step) < most:
                return width * step
        width *= 10


def _text(logs: dict[str, _Log]) -> str:
    written = {
        device: {"dropped": log.dropped, "totals": log.totals, "records": log.records} for device, log in logs.items()
    }
    return compact(written, sort_keys=True)


# Reading.


def _is_log(log: dict[str, Any]) -> bool:
    """Returns whether the totals are possible for the dropped games, and the records come after those, in order."""
    dropped, records = log["dropped"], log["records"]
    games, total, _seconds, assisted, best, unassisted = log["totals"]
    if dropped:
        if games < dropped or assisted > games or best is None or total > best * games:
            return False
        if (unassisted is None) != (assisted == games) or (unassisted is not None and unassisted > best):
            return False
    elif log["totals"] != list(Totals()) or not records:
        return False
    if records and records[0][0] <= dropped:
        return False
    numbers = [record[0] for record in records]
    if all(map(lt, numbers, numbers[1:])):
        return True
    orders = list(map(_order, map(Record._make, records)))
    return all(map(lt, orders, orders[1:]))


SCORE = whole(-LARGEST, LARGEST)
RECORD = row(whole(1, LARGEST), whole(0, LARGEST), SCORE, whole(0, LARGEST), flag(), maybe(whole(0, LARGEST_SEED - 1)))
TOTALS = row(
    whole(0, LARGEST), whole(-LARGEST_SUM, LARGEST_SUM), whole(0, LARGEST_SUM), whole(), maybe(SCORE), maybe(SCORE)
)
LOG = where(fields(dropped=whole(0, LARGEST), totals=TOTALS, records=many(RECORD, MOST_RECORDS)), _is_log)
PRESETS = table(table(LOG, LONGEST_DEVICE, least=1), LONGEST_PRESET)
FEATS = table(table(row(whole(1, LARGEST), flag()), LONGEST_FEAT, least=1), LONGEST_PRESET)
FORMAT = Format(
    shape=fields(form=constant(FORM), presets=PRESETS, feats=FEATS),
    longest=LONGEST,
    damaged=N_("these statistics are damaged"),
    too_long=N_("these statistics are too long"),
    form="form",
    newest=FORM,
    older={1: fields(form=constant(1), presets=PRESETS)},
)
