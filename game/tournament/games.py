"""Plays games without a screen, to their end or a limit; the results do not depend on where they run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from time import perf_counter
from typing import Any

from game.bots import EFFORT, bot_for
from game.bots.search import greedy
from game.bots.types import Words
from game.contract import BadInput, Rules, player_number
from game.rules import game
from game.session import Work, finished
from game.session.commands import QUIT
from game.session.tally import FigureTally
from game.slices import paced
from game.tournament import BOT, GREEDY, OWN, RANDOM
from game.tournament.players import player
from game.words import N_
from game.workshop.loading import load
from game.workshop.players import PlayerFunction, load_player

WON = N_("won")
"""1 for a game that our player won, 0 for a loss, one half for a draw."""


STUCK = N_("game {number} of seed {seed}: after {inputs} inputs, the proposed turn changes nothing ({words})")


class Stuck(BadInput):
    """A player proposed something impossible, or nothing although the game is not over: a bug in that player."""


@dataclass(frozen=True)
class Plan:
    """The settings of all games in a tournament. Game k and its players are seeded from `seed` + k times the seats."""

    game: str
    options: Mapping[str, Any]
    """All of the game's options, with files as their texts, so that it can be played where the files are missing."""
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
    source: str = ""
    """The source of the game, if it is not one of ours."""
    choice: str = ""
    """The source of the player OWN."""

    @property
    def rules(self) -> Rules[Any]:
        """The game's rules; SourceError if its source is not a game."""
        return _loaded(self.source) if self.source else game(self.game)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.rules.seats


@dataclass(frozen=True)
class Result:
    """The result of one game."""

    number: int
    seed: int
    seat: int
    """The seat of our player."""
    over: bool
    """Whether it ended by itself and not by a limit."""
    turns: int
    inputs: int
    figures: Mapping[str, float]
    """By name, as `figures_of` lists them."""
    seconds: float = field(compare=False)
    """The time that our player spent thinking, the only field that varies between runs."""


def figures_of(rules: Rules[Any]) -> tuple[str, ...]:
    """Returns the names of a game's figures, the most important first."""
    names = tuple(figure.name for figure in rules.figures)
    return (WON, *names) if rules.seats > 1 else names


def play_game(plan: Plan, number: int) -> Result:
    """Plays one game of a tournament; Stuck if a player cannot continue."""
    return finished(playing_game(plan, number))


def playing_game(plan: Plan, number: int) -> Work[Result]:
    """Does what `play` does, turn by turn, for callers with other work to do in between."""
    rules = plan.rules.having(plan.options)
    seats = rules.seats
    seed, seat = plan.seed + number * seats, number % seats
    others = [player(rules, plan.against, seed + other, plan.against_effort) for other in range(seats)]
    mine = plan.player == OWN
    others[seat] = load_player(plan.choice, rules) if mine else player(rules, plan.player, seed + seat, plan.effort)
    return (yield from _Game(plan, rules, others, seat).playing_game(number, seed))


_loaded = cache(load)


def who(kind: str, effort: int) -> str:
    """Returns a player's name for the results."""
    return f"{kind} {effort}" if kind == BOT else kind


def as_fields(plan: Plan, result: Result) -> dict[str, Any]:
    """Returns a result as the fields of a JSON object, the same whenever and wherever the game is played."""
    head = {"game": plan.game, "number": result.number, "seed": result.seed, "player": who(plan.player, plan.effort)}
    if plan.seats > 1:
        head |= {"seat": player_number(result.seat), "against": who(plan.against, plan.against_effort)}
    return {**head, "over": result.over, "turns": result.turns, "inputs": result.inputs, **result.figures}


def as_line(plan: Plan, result: Result) -> str:
    """Returns the same as JSON, byte for byte the line that the terminal prints."""
    return json.dumps(as_fields(plan, result))


def plans_against(plan: Plan) -> tuple[Plan, ...]:
    """Returns the plan of the user's player, then those of its rivals: greedy, random and the bot, if there is one.

    In a game for two, the user's player meets each rival in turn; otherwise each plays the same seeds alone.
    """
    bot = bot_for(plan.rules) is not greedy.BOT
    others = [kind for kind in (GREEDY, RANDOM, BOT) if kind != BOT or bot]
    if plan.seats > 1:
        return tuple(replace(plan, against=kind) for kind in others)
    return plan, *(replace(plan, player=kind) for kind in others)


def tournament(plans: Sequence[Plan], games: int) -> Iterator[tuple[int, Result]]:
    """Plays that many games of each plan, seed by seed; yields the plan's index and a result as each game finishes.

    Stuck or SourceError when a player cannot continue; the results yielded before remain valid.
    """
    return (found for found in turn_by_turn(plans, games) if found)


def turn_by_turn(plans: Sequence[Plan], games: int) -> Iterator[tuple[int, Result] | None]:
    """Does what `tournament` does, but also yields None after each turn that does not end a game."""
    for number in range(games):
        for place, plan in enumerate(plans):
            yield place, (yield from paced(playing_game(plan, number), None))


class _Game:
    """A game in progress."""

    def __init__(self, plan: Plan, rules: Rules[Any], players: Sequence[PlayerFunction], seat: int) -> None:
        self.plan, self.rules, self.players, self.seat = plan, rules, players, seat
        self.tally = FigureTally(rules.figures, seat)
        self.turns = [0] * len(players)
        self.inputs, self.seconds = 0, 0.0
        self.proposed: Words = ()
        """The words of the last turn."""

    def playing_game(self, number: int, seed: int) -> Work[Result]:
        state = self.rules.start(self.plan.options, seed)
        while not self.rules.over(state) and not self.at_limit:
            after = self._turn(state)
            if after is state:
                proposed = " ".join(self.proposed) or "–"
                raise Stuck(STUCK, number=number, seed=seed, inputs=self.inputs, words=proposed)
            state = after
            yield self.inputs
        over = self.rules.over(state)
        if not over and QUIT in self.rules.words:
            state, _events = self.rules.play(state, QUIT)
        view = self.rules.view(state)
        figures = self.tally.figures(view.scores[self.seat])
        if len(self.players) > 1:
            figures[WON] = 0.5 if not view.winner else float(view.winning_seat == self.seat)
        figures = {name: figures[name] for name in figures_of(self.rules)}
        return Result(number, seed, self.seat, over, self.turns[self.seat], self.inputs, figures, self.seconds)

    @property
    def at_limit(self) -> bool:
        plan = self.plan
        return 0 < plan.turns <= min(self.turns) or 0 < plan.inputs <= self.inputs

    def _turn(self, state: Any) -> Any:
        """Plays the turn of the player to move and returns the state after it."""
        mover = self.rules.view(state).turn if len(self.players) > 1 else 0
        began = perf_counter()
        words = self.proposed = self.players[mover](state)
        if mover == self.seat:
            self.seconds += perf_counter() - began
        self.turns[mover] += 1
        for word in words:
            if self.rules.over(state) or 0 < self.plan.inputs <= self.inputs:
                break
            state, events = self.rules.play(state, word)
            self.inputs += 1
            self.tally.add(events)
        return state
