"""The computer's opponents as a ladder: how often each was beaten in a game, and who can therefore be chosen."""

from __future__ import annotations

from collections.abc import Mapping

from game.session.records import Records, options_in
from game.session.seats import COMPUTER, STRENGTHS


def wins(statistics: Records, game: str) -> dict[str, int]:
    """Returns how often the player has beaten the computer in a game without help, by its strength, with any other
    options. Of games so old that only their totals are kept, every win counts.
    """
    found = dict.fromkeys(STRENGTHS, 0)
    for preset in statistics.presets:
        strength = options_in(preset).get(COMPUTER, "")
        if preset.partition("/")[0] == game and strength in found:
            totals = statistics.totals(preset)
            helped = sum(record.score for record in statistics.games(preset) if record.assisted)
            found[strength] += max(0, totals.sum - helped) if totals else 0
    return found


def open_to(won: Mapping[str, int]) -> list[str]:
    """Returns the strengths that a player with these wins can choose: up to the one after the strongest beaten."""
    beaten = max((number for number, strength in enumerate(STRENGTHS, 1) if won[strength]), default=0)
    return list(STRENGTHS)[: beaten + 1]
