"""Splits Pyodide's WebAssembly by a profile: the functions of ordinary play load first, the rest later.

The profile (profile.json) lists the functions that ran, for each module that it knows. Any other is shipped unsplit.
"""

from __future__ import annotations

import base64
import json
import tempfile
import zlib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from prelit import stamps
from prelit.app import Tools
from prelit.errors import PrelitError
from prelit.node import SCRIPTS, NodeJs
from prelit.process import run, warn

PROFILE = Path(__file__).parent / "profile.json"
COMPILING = "+compiling"
"""Ends the key of the functions that only pages with sources run: Python's compiler, and what other packages call."""


@dataclass(frozen=True)
class Halves:
    """A module in two parts."""

    hot: bytes
    cold: bytes


@dataclass(frozen=True)
class Carried:
    """A profile for another build of a module."""

    hot: frozenset[int]
    same: int
    """How many of its functions the known build has too."""
    all: int


def prune(node: NodeJs, module: Path, glue: Path, *sides: Path) -> None:
    """Removes a module's exports that neither its script names nor an extension module imports."""
    run([node.node, SCRIPTS / "split.mjs", "prune", module, module, glue, *sides], "pruning", timeout=300)


def halves(tools: Tools, module: Path, digest: str, compiling: bool = False, profile: Path = PROFILE) -> Halves | None:
    """Returns the two parts of a module whose original has this SHA-256; None if the profile does not know it.

    The first one can also have the functions that run in pages with sources.
    """
    data = module.read_bytes()
    bits = functions(profile, digest)
    if bits is None:
        if module.suffix == ".wasm":
            warn(f"python    {module.name} is shipped whole: {profile.name} is of another build of it")
        return None
    if compiling:
        more = functions(profile, digest + COMPILING) or b""
        bits = bytes(one | other for one, other in zip_longest(bits, more, fillvalue=0))
    place = tools.work / "split" / module.stem
    wanted = stamps.key([stamps.sha256(data), bits.hex(), SCRIPTS / "split.mjs", SCRIPTS / "wasm.mjs"])
    if not stamps.fresh(place, wanted):
        place.mkdir(parents=True, exist_ok=True)
        (place / "profile").write_bytes(bits)
        parts = [place / "hot.wasm", place / "cold.wasm"]
        command: list[str | Path] = [tools.node.node, SCRIPTS / "split.mjs", "split", module, place / "profile", *parts]
        run(command, "splitting", timeout=300)
        stamps.sign(place, wanted, ["hot.wasm", "cold.wasm"])
    return Halves((place / "hot.wasm").read_bytes(), (place / "cold.wasm").read_bytes())


def functions(profile: Path, digest: str) -> bytes | None:
    """Returns the hot functions of the module with this SHA-256, as a bit set; None if the profile does not know it."""
    kept = json.loads(profile.read_text(encoding="utf-8")).get(digest) if profile.exists() else None
    return zlib.decompress(base64.b85decode(kept)) if kept else None


def packed(ran: AbstractSet[int]) -> str:
    """Returns the numbers of the hot functions in the form that `functions` reads."""
    bits = bytearray(max(ran, default=0) // 8 + 1)
    for number in ran:
        bits[number >> 3] |= 1 << (number & 7)
    return base64.b85encode(zlib.compress(bytes(bits), 9)).decode()


def hot(bits: bytes) -> set[int]:
    """Returns the numbers of the hot functions, from a bit set."""
    return {number for number in range(8 * len(bits)) if bits[number >> 3] >> (number & 7) & 1}


def carried(node: NodeJs, old: bytes, bits: bytes, new: bytes) -> Carried:
    """Returns the profile of a module, from that of another build of it (node/carry.mjs)."""
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / name for name in ("old", "profile", "new", "to")]
        for place, data in zip(places, (old, bits, new), strict=False):
            place.write_bytes(data)
        counts = json.loads(run([node.node, SCRIPTS / "carry.mjs", *places], "carrying the profile over", timeout=300))
        return Carried(frozenset(hot(places[-1].read_bytes())), **counts)


def add(profile: Path, found: Mapping[str, AbstractSet[int]]) -> None:
    """Writes the hot functions of these modules, by SHA-256, into a profile; PrelitError if that is not possible."""
    known = json.loads(profile.read_text(encoding="utf-8")) if profile.exists() else {}
    known |= {digest: packed(ran) for digest, ran in found.items()}
    try:
        profile.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise PrelitError(
            f"{profile} cannot be written ({error.strerror}): install prelit where you may write"
        ) from None
