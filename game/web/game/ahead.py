"""Gets a bot ready for the first hint."""

from __future__ import annotations

from itertools import islice

from js import navigator

from game.bots import bot_for, thoughts
from game.session import Session, Work
from game.web.loop import IdleWork
from game.web.rest import when_whole

AHEAD = 16
"""Slices of thinking that nobody asked for, after which a bot has all that it needs."""


class Ahead:
    """Thinks a little in idle moments: the first hint would have to wait for tables, and for code to get warm.

    That takes nearly as long as the start, so visitors who asked their browser to save data are spared it. There is one
    for the whole page: what JavaScript may call is never let go.
    """

    def __init__(self) -> None:
        self._work = IdleWork()
        self._ready = set[tuple[object, ...]]()
        """The games, with their options, that have been thought about."""
        connection = getattr(navigator, "connection", None)
        self._thrifty = bool(connection and connection.saveData)

    def think(self, session: Session) -> None:
        """Gets ready for a hint in this game."""
        same = session.rules.name, *session.options.items()
        if not self._thrifty and same not in self._ready:
            self._ready.add(same)
            when_whole(lambda: self._work.begin(thinking(session)))

    def stop(self) -> None:
        """A hint was asked for: that comes first."""
        self._work.stop()


def thinking(session: Session) -> Work[None]:
    """A few slices of what a hint would think."""
    from game.bots import greedy

    bot = bot_for(session.rules)
    if bot is not greedy:  # which has nothing to prepare
        for _advice in islice(thoughts(bot, session.rules, session.state), AHEAD):
            yield 0
