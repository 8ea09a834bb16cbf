"""Records of finished games: by preset, for good; two collections of them merge into one without loss.

Each device writes a line of records of its own, numbered, and of every line the oldest records are dropped into totals
when there are too many. So two copies of a line that differ are two lengths of one line, and merging is exact.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import lt
from typing import Any, NamedTuple

from game.contract import BadInput
from game.session.links import address
from game.session.reader import is_row, is_whole, parse
from game.session.seats import COMPUTER
from game.session.session import Session
from game.words import N_

FORM = 1
MOST_RECORDS = 2_000
"""How many records are kept of a preset; totals count all there ever were."""
MOST_BINS = 12

LONGEST = 5_000_000
"""Characters of all as text."""
LONGEST_NAME = 200
DEEPEST = 6
LARGEST = 10**15
"""Of scores and times: more is a mistake, and JSON's other readers know no larger whole numbers."""
LARGEST_SUM = LARGEST**2
LARGEST_SEED = 10**20
"""A seed of a page of digits would be kept two thousand times."""


class Record(NamedTuple):
    """A finished game. Its number counts the games of a preset on the device that it was played on."""

    number: int
    at: int
    """When it ended, in seconds since 1970."""
    score: int
    seconds: int
    """How long it took."""
    assisted: bool
    seed: int | None
    """None for the game's own start, and for a seed that is not below LARGEST_SEED."""


class Totals(NamedTuple):
    """What is known of games that are summed up; the bests are None where there was no game."""

    games: int = 0
    sum: int = 0
    seconds: int = 0
    assisted: int = 0
    best: int | None = None
    best_unassisted: int | None = None

    def adding(self, record: Record) -> Totals:
        """The same with one game more."""
        alone = self.best_unassisted if record.assisted else _larger(self.best_unassisted, record.score)
        return Totals(
            self.games + 1,
            self.sum + record.score,
            self.seconds + record.seconds,
            self.assisted + record.assisted,
            _larger(self.best, record.score),
            alone,
        )

    def together(self, other: Totals) -> Totals:
        """The totals of both."""
        return Totals(
            self.games + other.games,
            self.sum + other.sum,
            self.seconds + other.seconds,
            self.assisted + other.assisted,
            _larger(self.best, other.best),
            _larger(self.best_unassisted, other.best_unassisted),
        )


class Summary(NamedTuple):
    """A preset in a few numbers."""

    games: int
    best: int
    best_unassisted: int | None
    median: float
    """Of the records that are kept."""
    mean: float
    seconds: int
    assisted: int


class Bin(NamedTuple):
    """How many games had a score from low to high, both included."""

    low: int
    high: int
    games: int


@dataclass
class _Line:
    """What one device recorded of one preset, or what is known of it here."""

    dropped: int = 0
    """The number of the last record that was dropped."""
    totals: Totals = field(default_factory=Totals)
    """Of the dropped ones."""
    records: list[Record] = field(default_factory=list)
    """In order of their numbers; a device that was copied can have written two of one number."""


class Statistics:
    """The records of all presets. `device` is a name that no other device has: games added here are of its line."""

    def __init__(self, device: str) -> None:
        self.device = device
        self._lines: dict[str, dict[str, _Line]] = {}
        self._written: dict[str, str] = {}
        """The texts of presets that are as they were when they were written last."""

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets that games were played of, in order of their names."""
        return tuple(sorted(self._lines))

    def add(self, preset: str, at: int, score: int, seconds: int, assisted: bool, seed: int | None) -> Record:
        """Records a finished game; ValueError for one that cannot be."""
        line = self._lines.get(preset, {}).get(self.device, _Line())
        number = 1 + (line.records[-1].number if line.records else line.dropped)
        record = Record(number, at, score, seconds, assisted, None if seed is None or seed >= LARGEST_SEED else seed)
        if not _are_records([list(record)]) or not _are_names([preset, self.device]):
            raise ValueError(f"not a finished game: {record}")
        line.records.append(record)
        lines = self._lines.setdefault(preset, {})
        lines[self.device] = line
        _trim(lines)
        self._written.pop(preset, None)
        return record

    def history(self, preset: str) -> tuple[Record, ...]:
        """The records that are kept, by the time they ended."""
        records = (record for line in self._lines.get(preset, {}).values() for record in line.records)
        return tuple(sorted(records, key=lambda record: (record.at, _order(record))))

    def summary(self, preset: str) -> Summary | None:
        """The preset in a few numbers; None if no game of it was finished."""
        totals = Totals()
        for line in self._lines.get(preset, {}).values():
            totals = totals.together(line.totals)
        records = self.history(preset)
        for record in records:
            totals = totals.adding(record)
        if totals.best is None:
            return None
        mean = totals.sum / totals.games
        middle = _median([record.score for record in records]) if records else mean
        return Summary(totals.games, totals.best, totals.best_unassisted, middle, mean, totals.seconds, totals.assisted)

    def distribution(self, preset: str) -> tuple[Bin, ...]:
        """How often which scores were made, by the records that are kept: at most MOST_BINS bins, of round bounds."""
        scores = [record.score for record in self.history(preset)]
        if not scores:
            return ()
        width = _width(min(scores), max(scores))
        counts = dict.fromkeys(range(min(scores) // width, max(scores) // width + 1), 0)
        for score in scores:
            counts[score // width] += 1
        return tuple(Bin(part * width, part * width + width - 1, count) for part, count in counts.items())

    def text(self) -> str:
        """All of it as one line of JSON, the same for the same records; without the name of this device."""
        for preset in self._lines.keys() - self._written.keys():
            self._written[preset] = f"{json.dumps(preset)}:{_text(self._lines[preset])}"
        presets = ",".join(self._written[preset] for preset in sorted(self._lines))
        return f'{{"form":{FORM},"presets":{{{presets}}}}}'

    @classmethod
    def of_text(cls, text: str, device: str) -> Statistics:
        """What `text` wrote, to be gone on with on this device; BadInput if anything in it is wrong."""
        found = cls(device)
        found._lines = _read(text)
        return found


def merge(ours: Statistics, theirs: Statistics) -> Statistics:
    """All records of both, each once, to be gone on with on our device.

    Exact as long as no two devices wrote under one name; if two did, their records are told apart by their contents
    until the first of them are dropped.
    """
    merged = Statistics(ours.device)
    for preset in {*ours._lines, *theirs._lines}:
        one, other = ours._lines.get(preset, {}), theirs._lines.get(preset, {})
        lines = {
            device: _merge_lines(one.get(device, _Line()), other.get(device, _Line())) for device in {*one, *other}
        }
        _trim(lines)
        merged._lines[preset] = lines
    return merged


def preset_of(session: Session) -> str:
    """What two games must share to be compared: the game, its rules' version, its options."""
    parameters = address(session)
    options = "&".join(f"{name}={value}" for name, value in parameters.items() if name not in ("game", "seed"))
    return f"{session.rules.name}/{session.rules.version}/{options}"


def chosen_in(preset: str) -> dict[str, str]:
    """The options of a preset that are other than usual; none in a name that was imported and is not one of ours."""
    options = "".join(preset.split("/", 2)[2:])
    return dict(option.split("=", 1) for option in options.split("&") if "=" in option)


def is_duel(preset: str) -> bool:
    """Whether its games are played against the computer, so that their scores are 1 for one that was won, else 0."""
    return COMPUTER in chosen_in(preset)


def _median(scores: Sequence[int]) -> float:
    middle = len(scores) // 2
    ranked = sorted(scores)
    return float(ranked[middle]) if len(scores) % 2 else (ranked[middle - 1] + ranked[middle]) / 2


def _larger(one: int | None, other: int | None) -> int | None:
    return max((score for score in (one, other) if score is not None), default=None)


def _order(record: Record) -> tuple[int, ...]:
    """For sorting: a seed that is not there comes before all."""
    seed = -1 if record.seed is None else record.seed
    return record.number, record.at, record.score, record.seconds, record.assisted, seed


def _merge_lines(one: _Line, other: _Line) -> _Line:
    """Of two lengths of one line, the one that dropped more has summed up what the other may still hold."""
    ahead = max(one, other, key=lambda line: (line.dropped, _comparable(line.totals)))
    records = {record for record in (*one.records, *other.records) if record.number > ahead.dropped}
    return _Line(ahead.dropped, ahead.totals, sorted(records, key=_order))


def _comparable(totals: Totals) -> tuple[int, ...]:
    return tuple(-LARGEST_SUM - 1 if number is None else number for number in totals)


def _trim(lines: dict[str, _Line]) -> None:
    """Drops the oldest records into the totals of their lines until few enough are left."""
    kept = sum(len(line.records) for line in lines.values())
    while kept > MOST_RECORDS:
        _at, device = min((line.records[0].at, device) for device, line in lines.items() if line.records)
        line = lines[device]
        line.dropped = line.records[0].number
        while line.records and line.records[0].number == line.dropped:
            line.totals = line.totals.adding(line.records.pop(0))
            kept -= 1


def _width(low: int, high: int) -> int:
    """The least width of 1, 2 or 5 and noughts by which that many bins are enough."""
    width = 1
    while True:
        for step in (1, 2, 5):
            if high // (width * step) - low // (width * step) < MOST_BINS:
                return width * step
        width *= 10


def _text(lines: dict[str, _Line]) -> str:
    told = {
        device: {"dropped": line.dropped, "totals": line.totals, "records": line.records}
        for device, line in lines.items()
    }
    return json.dumps(told, separators=(",", ":"), sort_keys=True)


# Reading. There can be many thousand records: they are looked at column by column.


def _read(text: str) -> dict[str, dict[str, _Line]]:
    damaged = BadInput(N_("these statistics are damaged"))
    if len(text) > LONGEST:
        raise BadInput(N_("these statistics are too long"))
    try:
        found = parse(text, DEEPEST)
    except ValueError:
        raise damaged from None
    if not isinstance(found, dict) or set(found) != {"form", "presets"} or not is_whole(found["form"], FORM, FORM):
        raise damaged
    presets = found["presets"]
    if not isinstance(presets, dict) or not _are_names(presets):
        raise damaged
    lines: dict[str, dict[str, _Line]] = {}
    for preset, devices in presets.items():
        if not isinstance(devices, dict) or not devices or not _are_names(devices):
            raise damaged
        if not all(map(_is_line, devices.values())):
            raise damaged
        lines[preset] = {
            device: _Line(line["dropped"], Totals(*line["totals"]), list(map(Record._make, line["records"])))
            for device, line in devices.items()
        }
        if sum(len(line.records) for line in lines[preset].values()) > MOST_RECORDS:
            raise damaged
        if not all(line.records or line.dropped for line in lines[preset].values()):
            raise damaged
    return lines


def _are_names(names: Iterable[str]) -> bool:
    return all(len(name) <= LONGEST_NAME for name in names)


def _is_line(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != {"dropped", "totals", "records"}:
        return False
    dropped, totals, records = value["dropped"], value["totals"], value["records"]
    if not is_whole(dropped, 0, LARGEST) or not _are_totals(totals, dropped):
        return False
    if not isinstance(records, list) or not _are_records(records):
        return False
    if records and records[0][0] <= dropped:
        return False
    numbers = [record[0] for record in records]
    if all(map(lt, numbers, numbers[1:])):
        return True
    orders = list(map(_order, map(Record._make, records)))
    return all(map(lt, orders, orders[1:]))


def _are_totals(value: object, dropped: int) -> bool:
    """Whether the totals can be those of games of which the last had that number."""
    if not isinstance(value, list) or not is_row(value, len(Totals())):
        return False
    count, total, seconds, assisted, best, alone = value
    if not is_whole(count, dropped, LARGEST) or not is_whole(total, -LARGEST_SUM, LARGEST_SUM):
        return False
    if not is_whole(seconds, 0, LARGEST_SUM) or not is_whole(assisted, 0, count):
        return False
    if not dropped:
        return value == list(Totals())
    if not is_whole(best, -LARGEST, LARGEST) or total > best * count:
        return False
    return alone is None if assisted == count else is_whole(alone, -LARGEST, best)


def _are_records(rows: list[Any]) -> bool:
    if not rows:
        return True
    if set(map(type, rows)) != {list} or set(map(len, rows)) != {len(Record._fields)}:
        return False
    numbers, ats, scores, seconds, assisted, seeds = zip(*rows, strict=True)
    return (
        _are_whole(numbers, 1, LARGEST)
        and _are_whole(ats, 0, LARGEST)
        and _are_whole(scores, -LARGEST, LARGEST)
        and _are_whole(seconds, 0, LARGEST)
        and set(map(type, assisted)) == {bool}
        and _are_whole([seed for seed in seeds if seed is not None], 0, LARGEST_SEED - 1)
    )


def _are_whole(values: Sequence[Any], low: int, high: int) -> bool:
    return not values or (set(map(type, values)) == {int} and low <= min(values) and max(values) <= high)
