"""A limit of turns: the game ends once every player has had this many, whatever its rules say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.contract import Rules, View, player_number
from game.session.history import History
from game.session.options import turn_limit


class TurnLimit:
    """The limit of one game; 0 turns for none."""

    def __init__(self, rules: Rules[Any], options: Mapping[str, Any], history: History) -> None:
        self.turns = turn_limit(rules, options)
        """The turns of each player after which the game ends."""
        self._seats, self._history = rules.seats, history

    @property
    def played(self) -> int:
        """The turns of all players up to here: pieces that locked or, in a game without pieces, moves."""
        return self._history.node.turns

    @property
    def used_up(self) -> bool:
        """Whether the game ends here because of its limit."""
        return 0 < self.turns * self._seats <= self.played

    def left(self, seat: int) -> int:
        """Returns the turns that a seat has left."""
        seats = self._seats
        return (self.turns * seats - 1 - seat) // seats - (self.played - 1 - seat) // seats

    def shown(self, view: View) -> View:
        """Returns the rules' view, which is over once the turns are used up: the higher score wins."""
        if view.over or not self.used_up:
            return view
        best = max(view.scores)
        winner = player_number(view.scores.index(best)) if len(view.scores) > 1 and view.scores.count(best) == 1 else 0
        ended = {"over": True, "winner": winner}
        fields = {name: ended.get(name, value) for name, value in view.fields.items()}
        return replace(view, over=True, winner=winner, choices=(), notice=None, fields=fields)
