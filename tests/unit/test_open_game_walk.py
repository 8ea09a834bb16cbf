"""A random walk over the open game, across games and visits: nothing fails, and everything played is kept."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.bots.judging import Cost
from game.contract import Role
from game.play.actions import Action
from game.play.mode import Introduction
from game.play.modes import OwnGame
from game.review.analysis import Mistake, played_turns
from game.review.retry import Retry
from game.session import RESTART, Session, finished
from game.store.finished_games import FinishedGames
from game.store.store import Store
from game.words import Translator
from tests.table import Table, session_of

pytestmark = [
    pytest.mark.native,  # it cannot behave differently inside Pyodide
    pytest.mark.usefixtures("registered_toy"),
]

GAMES: dict[str, dict[str, Any]] = {
    "push-clear": {"size": 4},
    "toy": {"width": 3},
    "chain": {},
    "nineteen": {"calm": True},
    "duel": {"calm": True},
}
"""Games for the walk, with options with which most end soon."""
STEPS = 150


@dataclass
class Played:
    """What the walk knows about one game, which is the same after a reload."""

    number: int
    helped: bool = False
    ended: set[int] = field(default_factory=set)
    """The rounds that the player ended without a demo, by the number of restarts before them."""


class Walk:
    """A player who does anything at any time, and what must be true after each step."""

    def __init__(self, seed: int) -> None:
        self.chance, self.store = random.Random(seed), Store(None)
        self.games: list[Played] = []
        self.current: dict[str, Played] = {}
        self.before: dict[str, Played] = {}
        self.retry: Retry | None = None
        self.done: list[str] = []
        self.table = self._table(self._new("push-clear"))

    # What the player does.

    def step(self) -> None:
        acts: list[tuple[int, Callable[[], object]]] = [
            (30, self.move), (12, self.turn), (8, self.undo), (5, self.redo), (3, self.hint), (1, self.typed_hint),
            (1, self.demo), (2, self.restart), (5, self.reload), (5, self.other), (2, self.another), (2, self.go_back),
            (4, self.look_back), (2, self.look_at_the_replay), (3, self.finish), (2, self.pause),
        ]  # fmt: skip
        weights, choices = zip(*acts, strict=True)
        act = self.chance.choices(choices, weights)[0]
        self.done.append(f"{self.name}: {getattr(act, '__name__', '')}")
        act()
        self.table.run()
        self.check()

    def move(self) -> None:
        session = self.table.session
        words = session.moves or session.rules.words
        self._play(self.chance.choice(words))

    def turn(self) -> None:
        """Drops a piece, or presses some keys."""
        drop = self.table.session.rules.by_role.get(Role.DROP)
        if drop:
            self._play(drop)
        else:
            self.table.press(*self.chance.choices([Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN], k=6))

    def finish(self) -> None:
        """Plays on to the end, if it is near."""
        for _word in range(60):
            session = self.table.session
            if session.over or not session.moves:
                return
            drop = session.rules.by_role.get(Role.DROP)
            self._play(drop if drop in session.moves else self.chance.choice(session.moves))
            self.table.run(16)

    def undo(self) -> None:
        self._going_back("undo")

    def redo(self) -> None:
        self.table.act("redo")

    def hint(self) -> None:
        self.now.helped |= not self.table.session.over
        self.table.act("hint").run(400)

    def typed_hint(self) -> None:
        self.now.helped |= not self.table.session.over
        self.table.typed("hint")

    def demo(self) -> None:
        self.now.helped |= not self.table.session.over
        self.table.act("demo").run(600)
        if self.table.play.assistant.demo_running:
            self.table.act("demo")

    def restart(self) -> None:
        self.table.act("restart")

    def pause(self) -> None:
        self.table.play.pause()

    def reload(self) -> None:
        """Visits the page again: only the stored data remain."""
        self.table.play.keep()  # as the page does when it is left
        kept = self.table.kept()
        assert kept.provenance == self.table.session.provenance
        self.table = self._table(kept)

    def other(self) -> None:
        """Opens another game, where the player left it."""
        name = self.chance.choice([name for name in GAMES if name != self.name])
        self.table.play.close()
        found = self.table.saves.current(name)
        self._open(found or self._new(name))

    def another(self) -> None:
        """Starts another game of the same kind; the open one becomes the previous one."""
        name = self.name
        self.table.play.close()
        self.table.saves.put_aside(name)
        self.before[name] = self.now
        self._open(self._new(name))

    def go_back(self) -> None:
        """Exchanges the open game and the previous one."""
        name = self.name
        self.table.play.close()
        before = finished(self.table.saves.loading_before(name))
        if before is None:
            self._open(self.table.session)
            return
        self.table.saves.put_aside(name)
        self.current[name], self.before[name] = self.before[name], self.current[name]
        self._open(before)

    def look_at_the_replay(self) -> None:
        game = self.table.play
        game.act(Action.REPLAY)
        self.table.run(1_000)
        if game.replay is not None:
            game.replay.go(self.chance.randrange(self.table.session.length + 1))
            self.table.run()
            stay = self.chance.random() < 0.3
            self.now.helped |= stay
            game.replay.close(stay=stay)

    def look_back(self) -> None:
        """Tries again from a turn of the game; the better turn may be the same one."""
        game, session = self.table.play, self.table.session
        found = [turn for turn in played_turns(session) if turn is not None]
        if not found:
            return
        turn = self.chance.choice(found)
        game.act(Action.REPLAY)
        if game.replay is not None:
            game.replay.go(turn.at)
            self.now.helped = True
            game.replay.close(stay=True)
            self.retry = Retry(session, Mistake(turn, turn.words, turn.words, Cost(0), None))

    # What must be true.

    def check(self) -> None:
        session, now = self.table.session, self.now
        assert self.table.play.replay is None
        again = session_of(self.name, session.seed, session.inputs, **GAMES[self.name])
        assert again.view == session.view, "the board is what the inputs lead to"
        kept = finished(self.table.saves.preview(self.name))
        assert kept is not None
        assert (kept.inputs, list(kept.main_line)) == (session.inputs, list(session.main_line))
        assert kept.view == session.view
        assert now.helped or not session.assisted, "a game is assisted only if the player was helped"
        if session.over and session.own:
            now.ended.add(session.inputs.count(RESTART))
        records = FinishedGames(self.store, str).all()
        counted = sum(len(records.games(preset)) for preset in records.presets)
        assert counted == sum(len(game.ended) for game in self.games), "each game that ended is counted once"
        answer = self.retry and self.retry.answer(session)
        if self.retry and answer and self.retry.found(answer):
            self.retry = None

    # Internal.

    @property
    def name(self) -> str:
        return self.table.session.rules.name

    @property
    def now(self) -> Played:
        return self.current[self.name]

    def _new(self, name: str) -> Session:
        played = Played(len(self.games))
        self.games.append(played)
        self.current[name] = played
        return session_of(name, 100 + played.number, (), **GAMES[name])

    def _table(self, session: Session) -> Table:
        return Table(session, introduction=Introduction(at_once=True), store=self.store)

    def _open(self, session: Session) -> None:
        self.table.open(session, OwnGame(Translator()), Introduction(at_once=True))

    def _play(self, word: str) -> None:
        session = self.table.session
        self.now.helped |= session.can_redo  # the player has seen what comes
        self.table.play.play(word)

    def _going_back(self, action: str) -> None:
        session = self.table.session
        at = session.history.position
        self.table.act(action)
        self.now.helped |= session.history.position < at


SEEDS = [2, *(pytest.param(seed, marks=pytest.mark.slow("plays for seconds")) for seed in (0, 1, 3, 4, 5, 19))]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_a_player_does_is_kept_and_counted_once(seed: int) -> None:
    walk = Walk(seed)
    for _step in range(STEPS):
        walk.step()
