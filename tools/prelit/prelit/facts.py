"""Fills in the interpreter module's table of facts, and says where the files of a site are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from prelit import stamps
from prelit.app import Parts
from prelit.errors import PrelitError

PLACE = "PRELIT_FACTS"
DIGITS = 8
"""Of a hash in a name, enough to tell builds apart."""


def with_facts(script: str, facts: Mapping[str, Any]) -> str:
    """Returns the joined interpreter module with its table; PrelitError if it has no place for it."""
    if script.count(PLACE) != 1:
        raise PrelitError(f"the interpreter module has {script.count(PLACE)} places for its table of facts, not one")
    return script.replace(PLACE, json.dumps(facts, sort_keys=True))


def hashed(name: str, data: bytes) -> str:
    """Returns where a file of the parts is in a site: its name has a hash of its contents."""
    stem, _dot, suffix = name.partition(".")
    return f"rt/{stem}-{stamps.sha256(data)[:DIGITS]}.{suffix}"


def places(parts: Parts) -> dict[str, str]:
    """Returns where each file of the parts is in a site, by its name there."""
    return {name: hashed(name, data) for name, data in parts.files.items()}


def lazy_places(parts: Parts) -> dict[str, str]:
    """Returns where each file is that is fetched when it is opened."""
    folder = stamps.key(stamps.names_and_hashes(parts.lazy))[:DIGITS]
    return {name: f"rt/site-{folder}/{name}" for name in parts.lazy}


def resolved(facts: Any, places: Mapping[str, str]) -> Any:
    """Returns the facts with each name of a file replaced by its place."""
    if isinstance(facts, str):
        return places.get(facts, facts)
    if isinstance(facts, Mapping):
        return {name: resolved(fact, places) for name, fact in facts.items()}
    if isinstance(facts, list | tuple):
        return [resolved(fact, places) for fact in facts]
    return facts


def facts_of(parts: Parts) -> dict[str, Any]:
    """Returns the interpreter module's table for a site."""
    lazy = {name: [place, len(parts.lazy[name])] for name, place in lazy_places(parts).items()}
    return {**resolved(parts.facts, places(parts)), **({"lazy": lazy} if lazy else {})}
