"""The text of a save: one line of JSON with a checksum, read without trust; what its moves mean is not known here."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from game.contract import BadInput
from game.session.reader import are_texts, is_whole, parse
from game.words import N_

FORMAT = 3
"""The version of the save's own form."""

FIELDS_OF_1 = {"kesu", "game", "rules", "options", "seed", "inputs", "at"}
FIELDS_OF_2 = FIELDS_OF_1 | {"assisted", "branches"}
FIELDS = {1: FIELDS_OF_1, 2: FIELDS_OF_2, 3: FIELDS_OF_2 | {"check"}}
"""What a save holds, no more and no less, by the version of its form."""

LONGEST_SAVE = 4_000_000
DEEPEST = 4
"""How deep the JSON of a save is nested: the inputs of one of its branches."""

MOST_BRANCHES = 20
MOST_BRANCHED = 1_000_000
"""How many inputs all branches have together, those that they share counted for each."""


class Written:
    """The beginning of a save up to its inputs, lengthened with the line: a long game is not written anew each time."""

    def __init__(self, head: Mapping[str, Any], inputs: list[str]) -> None:
        self.inputs = inputs
        self.text = f'{_json(head)[:-1]},"inputs":['
        self._check, self._many = _crc(self.text), 0

    def save(self, tail: Mapping[str, Any]) -> str:
        """The whole save, which ends in these fields and the checksum of all before it."""
        if new := self.inputs[self._many :]:
            more = ("," if self._many else "") + _json(new)[1:-1]
            self.text += more
            self._check, self._many = _crc(more, self._check), len(self.inputs)
        end = "]," + _json(tail)[1:]
        return f'{self.text}{end[:-1]},"check":"{_crc(end, self._check):08x}"}}'


def saved_game(text: str) -> str:
    """The name of the game that a text is a save of; BadInput if it is damaged. Its moves are not played."""
    name: str = read_save(text)["game"]
    return name


def saved_seed(text: str) -> int | None:
    """The seed of the game that a text is a save of, None for a classic one; BadInput if it is damaged."""
    seed: int | None = read_save(text)["seed"]
    return seed


def as_told(inputs: Sequence[str], branches: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Branches as a save holds them: each as what it has beyond the line, or the branch before it, nearest to it."""
    lines, told = [inputs], []
    for branch in branches:
        at, of = max((shared(branch, line), -number) for number, line in enumerate(lines))
        told.append({"of": -of, "at": at, "inputs": branch[at:]})
        lines.append(branch)
    return told


def lines_of(inputs: list[str], told: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Branches as a save holds them → their inputs from the start; BadInput if they are not as we write them."""
    damaged = BadInput(N_("this save is damaged"))
    lines = [inputs]
    long = 0
    for branch in told:
        of, at = branch["of"], branch["at"]
        if of >= len(lines) or at > len(lines[of]):
            raise damaged
        long += at + len(branch["inputs"])
        if len(lines) > 1 and long > MOST_BRANCHED:
            raise damaged
        line = [*lines[of][:at], *branch["inputs"]]
        if any(shared(line, other) == min(len(line), len(other)) for other in lines):
            raise damaged
        lines.append(line)
    return lines[1:]


def shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many inputs two lines have in common from the start. Lists are compared in large parts: that is quick."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _json(value: Mapping[str, Any] | list[str]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _crc(text: str, before: int = 0) -> int:
    """The checksum of a text that follows on one with the checksum `before`."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"), before)


def read_save(text: str) -> dict[str, Any]:
    """A save's JSON → its fields, each of the right type; BadInput otherwise."""
    damaged = BadInput(N_("this save is damaged"))
    if len(text) > LONGEST_SAVE:
        raise BadInput(N_("this save is too long"))
    try:
        save = parse(text, DEEPEST)
    except ValueError:
        raise damaged from None
    if not isinstance(save, dict) or not is_whole(save.get("kesu"), 1, FORMAT):
        raise damaged
    if set(save) != FIELDS[save["kesu"]]:
        raise damaged
    if "check" in save and save.pop("check") != f"{_crc(_json(save)):08x}":
        raise damaged
    inputs, at, seed, options = save["inputs"], save["at"], save["seed"], save["options"]
    if not isinstance(save["game"], str) or not is_whole(save["rules"]):
        raise damaged
    if not are_texts(inputs) or not is_whole(at, 0, len(inputs)):
        raise damaged
    if not isinstance(options, dict) or not (seed is None or is_whole(seed)):
        raise damaged
    # Before branches were kept, nobody wrote down what was undone but by still standing there.
    save.setdefault("assisted", at < len(inputs))
    branches = save.setdefault("branches", [])
    if not isinstance(save["assisted"], bool) or not isinstance(branches, list) or len(branches) > MOST_BRANCHES:
        raise damaged
    if not all(map(_is_branch, branches)):
        raise damaged
    return save


def _is_branch(value: object) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"of", "at", "inputs"}
        and is_whole(value["of"])
        and is_whole(value["at"])
        and are_texts(value["inputs"])
    )
