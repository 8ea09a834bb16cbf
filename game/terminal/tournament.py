"""Games played without a screen, to their end or a limit; the result does not depend on where they run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Any

from game.bots import EFFORT
from game.contract import Rules
from game.rules import game
from game.session.commands import QUIT
from game.session.tally import Tally
from game.terminal.players import BOT, Player, player
from game.words import N_

WON = N_("won")
"""1 for a game that our player won, 0 for a lost one, one half for a draw."""


class Stuck(RuntimeError):
    """A player proposed something impossible, or nothing although the game goes on: a bug of that player."""


@dataclass(frozen=True)
class Plan:
    """What all games of a tournament have in common; game k has seed + k, and so do its players' generators."""

    game: str
    options: Mapping[str, Any]
    """All of the game's options, files as their texts, so that it can be played where the files are not."""
    seed: int = 0
    player: str = BOT
    effort: int = EFFORT
    against: str = BOT
    """The other player, in a game for two; they take turns going first."""
    against_effort: int = EFFORT
    turns: int = 0
    """The limit of turns per player; 0 for none."""
    inputs: int = 0
    """The limit of words of both players; 0 for none."""

    @cached_property
    def seats(self) -> int:
        """How many players there are."""
        return game(self.game).seats


@dataclass(frozen=True)
class Result:
    """The result of one game."""

    number: int
    seed: int
    seat: int
    """The seat of our player, counted from 0."""
    over: bool
    """Whether it ended by itself, not by a limit."""
    turns: int
    inputs: int
    figures: Mapping[str, float]
    """By name, as `figures_of` lists them."""
    seconds: float = field(compare=False)
    """What our player spent thinking; the only thing that varies."""


def figures_of(rules: Rules[Any]) -> tuple[str, ...]:
    """The names of a game's figures, the most important first."""
    own = tuple(figure.name for figure in rules.figures)
    return (WON, *own) if rules.seats > 1 else own


def play(plan: Plan, number: int) -> Result:
    """Plays one game of a tournament; Stuck if a player cannot go on."""
    rules = game(plan.game)
    seats = plan.seats
    seed, seat = plan.seed + number * seats, number % seats
    others = [player(rules, plan.against, seed + other, plan.against_effort) for other in range(seats)]
    others[seat] = player(rules, plan.player, seed + seat, plan.effort)
    return _Game(plan, rules, others, seat).played(number, seed)


class _Game:
    """One game in play."""

    def __init__(self, plan: Plan, rules: Rules[Any], players: Sequence[Player], seat: int) -> None:
        self.plan, self.rules, self.players, self.seat = plan, rules, players, seat
        self.tally = Tally(rules.figures, seat)
        self.turns = [0] * len(players)
        self.inputs, self.seconds = 0, 0.0

    def played(self, number: int, seed: int) -> Result:
        state = self.rules.start(self.plan.options, seed)
        while not self.rules.over(state) and not self.at_limit:
            state = self._turn(state, f"game {number} of seed {seed}")
        over = self.rules.over(state)
        if not over and QUIT in self.rules.words:
            state, _events = self.rules.play(state, QUIT)
        view = self.rules.view(state)
        figures = self.tally.figures(view.scores[self.seat])
        if len(self.players) > 1:
            figures[WON] = 0.5 if not view.winner else float(view.winner == self.seat + 1)
        figures = {name: figures[name] for name in figures_of(self.rules)}
        return Result(number, seed, self.seat, over, self.turns[self.seat], self.inputs, figures, self.seconds)

    @property
    def at_limit(self) -> bool:
        plan = self.plan
        return 0 < plan.turns <= min(self.turns) or 0 < plan.inputs <= self.inputs

    def _turn(self, state: Any, where: str) -> Any:
        """The state after the turn of the player to move."""
        mover = self.rules.view(state).turn if len(self.players) > 1 else 0
        began = perf_counter()
        words = self.players[mover](state)
        if mover == self.seat:
            self.seconds += perf_counter() - began
        self.turns[mover] += 1
        before = state
        for word in words:
            if self.rules.over(state) or 0 < self.plan.inputs <= self.inputs:
                break
            state, events = self.rules.play(state, word)
            self.inputs += 1
            self.tally.add(events)
        if state is before:
            raise Stuck(f"{where}: after {self.inputs} inputs {' '.join(words) or 'nothing'} was proposed, in vain")
        return state
