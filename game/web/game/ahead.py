"""Gets a bot ready for the first hint."""

from __future__ import annotations

from itertools import islice

from js import navigator

from game.bots import bot_for, thoughts
from game.session import Session, Work
from game.web.loop import IdleWork, Later
from game.web.rest import when_whole

CALM = 500
"""Milliseconds without a move after which there is time."""
AHEAD = 16
"""Slices of thinking that nobody asked for, after which a bot has all that it needs."""


class Ahead:
    """Thinks a little in idle moments: the first hint would have to wait for tables, and for code to get warm.

    That takes nearly as long as the start, so visitors who asked their browser to save data are spared it. There is one
    for the whole page: what JavaScript may call is never let go.
    """

    def __init__(self) -> None:
        self._work, self._calm = IdleWork(), Later(self._go_on)
        self._thoughts: Work[None] | None = None
        self._ready = set[tuple[object, ...]]()
        """The games, with their options, that have been thought about."""
        connection = getattr(navigator, "connection", None)
        self._thrifty = bool(connection and connection.saveData)

    def think(self, session: Session) -> None:
        """Gets ready for a hint in this game."""
        same = session.rules.name, *session.options.items()
        if not self._thrifty and same not in self._ready:
            self._ready.add(same)
            when_whole(lambda: self._begin(thinking(session)))

    def wait(self) -> None:
        """The player moves, which comes first: even an idle browser cannot know of the next key."""
        if self._thoughts is not None:
            self._work.stop()
            self._calm.begin(CALM)

    def stop(self) -> None:
        """A hint was asked for, which makes ready whatever it needs."""
        self._thoughts = None
        self._work.stop()

    def _begin(self, thoughts: Work[None]) -> None:
        self._thoughts = thoughts
        self._calm.begin(CALM)

    def _go_on(self) -> None:
        if self._thoughts is not None:
            self._work.begin(self._slices())

    def _slices(self) -> Work[None]:
        """What is left of the thoughts; when this is dropped, they are not."""
        while self._thoughts is not None:
            if next(self._thoughts, None) is None:
                self._thoughts = None
            yield 0


def thinking(session: Session) -> Work[None]:
    """A few slices of what a hint would think."""
    from game.bots import greedy

    bot = bot_for(session.rules)
    if bot is not greedy:  # which has nothing to prepare
        for _advice in islice(thoughts(bot, session.rules, session.state), AHEAD):
            yield 0
