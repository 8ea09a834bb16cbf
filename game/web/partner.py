"""The partner: thinks for the player in slices between frames, shows a hint on the board, or plays a demo."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from game.bots import Advice, bot_for
from game.contract import Cell, Event, Locked, Moved, Rules, Walked

SLICE = 6.0
"""Milliseconds of thinking in one frame, so that no frame is missed."""

ENOUGH = 100.0
"""Milliseconds of thinking after which the best advice so far is taken."""

BETWEEN_WORDS = 70.0
BETWEEN_MOVES = 450.0


class Partner:
    """Asks the game's bot. It can be told to stop at any time: nothing is left behind."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._thoughts: Iterator[Advice] | None = None
        self._advice = Advice(())
        self._spent = 0.0
        self._queue: deque[str] = deque()
        self._due = 0.0
        self.demo = False

    @property
    def thinking(self) -> bool:
        return self._thoughts is not None

    def ask(self, rules: Rules, state: Any) -> None:
        """Begins to think about a state."""
        self._thoughts = bot_for(rules).think(rules, state)
        self._advice, self._spent = Advice(()), 0.0

    def stop(self) -> None:
        """No more thinking and no more demo."""
        self._thoughts = None
        self._queue.clear()
        self.demo = False

    def think(self) -> Advice | None:
        """One slice → the advice, once there is enough of it."""
        if self._thoughts is None:
            return None
        began = self._clock()
        while True:
            better = next(self._thoughts, None)
            passed = self._clock() - began
            if better is not None:
                self._advice = better
            if better is None or self._spent + passed >= ENOUGH:
                self._thoughts = None
                return self._advice
            if passed >= SLICE:
                self._spent += passed
                return None

    def start_demo(self) -> None:
        self.stop()
        self.demo = True
        self._due = 0.0

    def line_up(self, words: tuple[str, ...], now: float) -> None:
        """The words to be played one after the other from now on."""
        self._queue.extend(words)
        self._due = now

    def next_word(self, now: float, pace: float) -> str | None:
        """The demo's next word, if it is time; `pace` multiplies the pauses."""
        if now < self._due or not self._queue:
            return None
        word = self._queue.popleft()
        self._due = now + (BETWEEN_WORDS if self._queue else BETWEEN_MOVES) * pace
        return word

    def wait(self, now: float) -> float:
        """Milliseconds until the demo wants to play or to think."""
        return max(0.0, self._due - now)

    def wants_advice(self, now: float) -> bool:
        """Whether the demo has nothing left to play and may think again."""
        return self.demo and not self.thinking and not self._queue and now >= self._due


def pointed(rules: Rules, state: Any, words: tuple[str, ...]) -> frozenset[Cell]:
    """Where the words lead: the cells where a piece comes to rest, or from and to which things go."""
    cells: set[Cell] = set()
    for word in words:
        state, events = rules.play(state, word)
        resting = {cell for event in events if isinstance(event, Locked) for _symbol, cell in event.cells}
        if resting:
            return frozenset(resting)
        cells |= _ways(events)
    return frozenset(cells)


def _ways(events: tuple[Event, ...]) -> set[Cell]:
    cells: set[Cell] = set()
    for event in events:
        if isinstance(event, Walked):
            cells |= {event.path[0], event.path[-1]}
        elif isinstance(event, Moved):
            cells |= {there for _symbol, _here, there in event.steps}
    return cells
