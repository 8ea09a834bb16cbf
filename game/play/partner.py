"""Thinks in slices between frames, and plays the resulting moves word by word. It does not know the page."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from game.bots import Advice, Bot, advice_steps, bot_for
from game.contract import Cell, Completed, Event, Fell, Locked, Marks, Moved, Rules, Vanished, Walked
from game.slices import Slices

SLICE = 11.0
"""Milliseconds of thinking in one frame; the browser needs the rest of a sixtieth of a second."""

HINT_PATIENCE, DEMO_PATIENCE = 75.0, 160.0
"""Milliseconds to think before taking the best advice so far."""
FOREVER = float("inf")
"""An opponent thinks to the end: its strength must not depend on the speed of the machine."""

BETWEEN_WORDS, BETWEEN_MOVES = 70.0, 450.0
"""Milliseconds between the words of a demo, and between its moves."""
BEFORE_TURN, WITHIN_TURN = 350.0, 180.0
"""Milliseconds before an opponent's first word, and between its words."""


class Partner:
    """Asks the game's bot. It can be stopped at any time, and leaves nothing behind."""

    def __init__(
        self, clock: Callable[[], float], loaded: Callable[[], bool] = lambda: True, bot: Bot | None = None
    ) -> None:
        """`loaded` says whether the bots have loaded: the page fetches them only after its first board."""
        self._clock, self._loaded, self._bot = clock, loaded, bot
        self._begin: Callable[[], Iterator[Advice]] | None = None
        self._patience = FOREVER
        self._thoughts: Iterator[Advice] | None = None
        self._advice = Advice(())
        self._asked = self._until = 0.0
        self._slices = Slices(clock, SLICE)
        self._queue: deque[str] = deque()
        self._pauses = (0.0, 0.0)
        self._due = 0.0

    @property
    def thinking(self) -> bool:
        return self._thoughts is not None or self.waiting

    @property
    def waiting(self) -> bool:
        """Whether it was asked for advice before its bot had loaded."""
        return self._begin is not None

    @property
    def milliseconds_thinking(self) -> float:
        """Milliseconds since it was asked."""
        return self._clock() - self._asked

    def ask(
        self, rules: Rules[Any], state: Any, effort: int | None = None, seed: int = 0, patience: float = FOREVER
    ) -> None:
        """Starts to think about a state, with full effort by default."""
        self._thoughts, self._advice, self._patience = None, Advice(()), patience
        bot = self._bot
        self._begin = lambda: advice_steps(bot or bot_for(rules), rules, state, effort, seed)
        self._asked = self._clock()
        self._start()

    def _start(self) -> None:
        """Starts to think once its bot has loaded."""
        if self._begin and self._loaded():
            self._thoughts, self._begin = self._begin(), None
            self._asked = self._clock()
            self._until = self._asked + self._patience

    def stop(self) -> None:
        """Stops thinking, and clears the queue of words."""
        self._thoughts = self._begin = None
        self._queue.clear()
        self._due = 0.0

    def think(self) -> Advice | None:
        """Thinks for all the slices that fit into a frame. Returns the advice once it is good enough."""
        self._start()
        if self._thoughts is None:
            return None
        enough = False
        for advice in self._slices.of(self._thoughts):
            self._advice = advice
            enough = bool(advice.words) and self._clock() + self._slices.longest > self._until
            if enough:
                break
        if not (enough or self._slices.ended):
            return None
        self._thoughts = None
        return self._advice

    def line_up(self, words: tuple[str, ...], now: float, before: float, within: float, after: float) -> None:
        """Queues words to play, with the milliseconds before them, between them and after the last."""
        self._queue.extend(words)
        self._due = now + before
        self._pauses = (within, after)

    def due(self, now: float) -> list[str]:
        """Returns the words that are due; more than one if there is no pause between them."""
        words = []
        while self._queue and now >= self._due:
            words.append(self._queue.popleft())
            self._due = now + self._pauses[0 if self._queue else 1]
        return words

    def until_due(self, now: float) -> float:
        """Returns the milliseconds until it wants to play or think."""
        return max(0.0, self._due - now)

    def wants_advice(self, now: float) -> bool:
        """Returns whether it has nothing left to play and may think again."""
        return not self.thinking and not self._queue and now >= self._due


@dataclass(frozen=True)
class Pointed:
    """What advice points at, to be drawn."""

    cells: frozenset[Cell] = frozenset()
    """Where a piece comes to rest, or the ends of what moves."""
    things: Marks = ()
    """The symbols of the piece that comes to rest on these cells, if there is one."""
    arrow: tuple[Cell, ...] = ()
    """The cells of an arrow, if a single thing moves."""
    shown: bool = False
    """Whether the player is reading advice, even if it points at nothing."""


def pointed(rules: Rules[Any], state: Any, words: tuple[str, ...]) -> Pointed:
    """Returns where the words lead."""
    cells: set[Cell] = set()
    arrow: tuple[Cell, ...] = ()
    for word in words:
        state, events = rules.play(state, word)
        things = _resting(events)
        if things:
            return Pointed(frozenset(cell for _symbol, cell in things), things, shown=True)
        for event in events:
            cells |= _ends(event)
            arrow = arrow or _arrow(rules, event)
    return Pointed(frozenset(cells), arrow=arrow, shown=True)


def nudged(rules: Rules[Any], state: Any, advice: Advice) -> Pointed:
    """Returns where a nudge says to look: the cells that vanish first, except those just moved there."""
    if advice.look:
        return Pointed(advice.look, shown=True)
    led = pointed(rules, state, advice.words)
    moved = led.cells if led.things else frozenset(led.arrow)
    for word in advice.words:
        state, events = rules.play(state, word)
        for event in events:
            if isinstance(event, Completed):
                return Pointed(frozenset(event.cells) - moved, shown=True)
            if isinstance(event, Vanished):
                return Pointed(frozenset(cell for _symbol, cell in event.cells) - moved, shown=True)
    return Pointed(shown=True)


def _resting(events: Sequence[Event]) -> Marks:
    """Returns what locks and where it comes to rest: a piece may break apart, and its parts fall further."""
    for event, then in zip(events, (*events[1:], None), strict=True):
        if isinstance(event, Locked):
            fallen = {here: there for _symbol, here, there in then.steps} if isinstance(then, Fell) else {}
            return tuple((symbol, fallen.get(cell, cell)) for symbol, cell in event.cells)
    return ()


def _ends(event: Event) -> set[Cell]:
    if isinstance(event, Walked):
        return {event.path[0], event.path[-1]}
    return {there for _symbol, _here, there in event.steps} if isinstance(event, Moved) else set()


def _arrow(rules: Rules[Any], event: Event) -> tuple[Cell, ...]:
    """Returns the path of the player if it moves, else of the first thing that moves."""
    if isinstance(event, Walked):
        return event.path
    if not isinstance(event, Moved):
        return ()
    steps = [step for step in event.steps if step[1] != step[2]]
    steps.sort(key=lambda step: rules.symbols[step[0]].form != "player")
    return steps[0][1:] if steps else ()
