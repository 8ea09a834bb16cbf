"""Warms up a bot for the first hint."""

from __future__ import annotations

from itertools import islice

from js import navigator

from game.bots import advice_steps, bot_for
from game.play.context import WarmUp
from game.session import Session, Work
from game.web.platform.late import fetch
from game.web.platform.loop import DelayedCall, IdleWork

PAUSE = 500
"""Milliseconds without a move before the warm-up starts or continues."""
SLICES = 16
"""Slices of thinking that are enough to warm up a bot."""


class IdleWarmUp(WarmUp):
    """Thinks a little in idle moments, because the first hint would otherwise wait for tables and cold code.

    This takes nearly as long as the start, so it is skipped for visitors who asked their browser to save data. The
    page has only one: callbacks given to JavaScript are never freed.
    """

    def __init__(self) -> None:
        self._work, self._timer = IdleWork(), DelayedCall(self._go_on)
        self._thoughts: Work[None] | None = None
        self._others: dict[str, Work[None]] = {}
        """What precedes the thoughts, by name: the player waits for it."""
        self._ready = set[tuple[object, ...]]()
        """The games, with their options, that have been warmed up."""
        connection = getattr(navigator, "connection", None)
        self._saves_data = bool(connection and connection.saveData)

    def think(self, session: Session) -> None:
        """Prepares for a hint in this game."""
        key = session.rules.name, *session.options.items()
        if not self._saves_data and key not in self._ready:
            self._ready.add(key)
            fetch("whole", lambda _texts: self._begin(first_slices(session)))

    def pause(self) -> None:
        """Pauses while the player moves: even an idle browser cannot foresee the next key press."""
        if self._busy:
            self._work.stop()
            self._timer.begin(PAUSE)

    def stop(self) -> None:
        """Gives up, because the player asked for a hint, which prepares whatever it needs."""
        self._thoughts = None
        self._work.stop()
        self.pause()

    def add(self, name: str, work: Work[None]) -> bool:
        """Queues work to run before the preparations, replacing work of this name; returns whether it will be done."""
        if not self._saves_data:
            self._others[name] = work
            fetch("whole", lambda _texts: self._timer.begin(PAUSE))
        return not self._saves_data

    @property
    def _busy(self) -> bool:
        return self._thoughts is not None or bool(self._others)

    def _begin(self, work: Work[None]) -> None:
        self._thoughts = work
        self._timer.begin(PAUSE)

    def _go_on(self) -> None:
        if self._busy:
            self._work.begin(self._slices())

    def _slices(self) -> Work[None]:
        """Continues the rest, then the thoughts. They outlive this generator."""
        while self._busy:
            if self._others:
                name, work = next(iter(self._others.items()))
                if next(work, None) is None and self._others.get(name) is work:
                    del self._others[name]
            elif next(self._thoughts or iter(()), None) is None:
                self._thoughts = None
            yield 0


def first_slices(session: Session) -> Work[None]:
    """Thinks the first few slices of a hint."""
    from game.bots.search import greedy

    bot = bot_for(session.rules)
    if bot is not greedy.BOT:  # greedy has nothing to prepare
        for _advice in islice(advice_steps(bot, session.rules, session.state), SLICES):
            yield 0
