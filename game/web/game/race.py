"""A game raced against the ghost of a recorded one: a small second board, and how far ahead the player is."""

from __future__ import annotations

from collections.abc import Callable

from game.session import Session
from game.session.challenge import Track
from game.web.board.rival import RivalBoard
from game.web.game.ghost import Ghost
from game.web.loop import now
from game.web.page import Page
from game.words import N_

SLICE = 4.0
"""Milliseconds in one idle moment in which the ghost catches up."""
QUIET = 10_000.0
"""Milliseconds before another change of the lead is said."""


class Race:
    """Lives as long as the open game. The ghost follows in idle moments; no picture waits for it."""

    def __init__(
        self,
        page: Page,
        session: Session,
        track: Track,
        name: str,
        elapsed: Callable[[float], float] | None,
        changed: Callable[[], None],
    ) -> None:
        """`elapsed` gives the milliseconds of a game with a clock; `changed` hears of another lead."""
        self._page, self._session, self._rival, self._name = page, session, track.session, name
        self._elapsed, self._changed = elapsed, changed
        self._ghost = Ghost(track.session.length, track.pieces)
        self._beginning = 0
        self._wanted = 0
        self.final = track.session.score
        """What the other game came to."""
        self.lead = 0
        """Points by which the player is ahead of the ghost."""
        self._said = 0
        self._said_at = 0.0
        panel = page.screen.panels[0]
        label = page.translator.labelled(page.translator(N_("Rival")), name)
        self._board = RivalBoard(session.rules.symbols, name, label)
        self._rival.go(0)
        self._board.show(self._rival.view.boards[0])
        panel.add_rival(self._board)
        self.arrive()

    def arrive(self) -> None:
        """The game was put at another point: opened, restarted, or gone back in."""
        self._beginning = self._session.beginning
        self.follow()

    def follow(self) -> None:
        """The ghost goes, soon, to where it was at this move or at this second; at the end, to its own end."""
        if self._session.over:
            self._wanted = self._ghost.length
        elif self._elapsed is None:
            self._wanted = self._ghost.at_move(len(self._session.inputs) - self._beginning)
        else:
            self._wanted = self._ghost.at_time(self._elapsed(now()))
        self._page.idle.put("ghost", self._catch_up)

    def frame(self) -> float | None:
        """Time passes → milliseconds until the ghost moves on; None if it does not."""
        if self._elapsed is None:
            return None
        self.follow()
        return self._ghost.wait(self._elapsed(now()))

    def message(self) -> str:
        """How far ahead or behind the player is, as a sentence."""
        translator, lead = self._page.translator, self.lead
        if not lead:
            return translator("You are level.")
        ahead = N_("You are ahead by {points}.") if lead > 0 else N_("You are behind by {points}.")
        return translator(ahead, points=translator.number(abs(lead)))

    def result(self) -> str:
        """How the race ended, as two sentences: the other's score, and who won by how much."""
        translator, by = self._page.translator, self._session.score - self.final
        points = translator.number(abs(by))
        theirs = translator.sentence(translator.labelled(self._name, translator.number(self.final)))
        if not by:
            return translator.joined((theirs, translator(N_("A draw."))))
        won = N_("You win by {points}.") if by > 0 else N_("You lose by {points}.")
        return translator.joined((theirs, translator(won, points=points)))

    def close(self) -> None:
        """The game is taken off the screen."""
        self._page.idle.drop("ghost")

    def _catch_up(self) -> None:
        rival, began = self._rival, now()
        here = len(rival.inputs)
        if here > self._wanted:
            rival.go(self._wanted)
        while len(rival.inputs) < self._wanted and now() - began < SLICE:
            rival.advance()
        if len(rival.inputs) != self._wanted:
            self._page.idle.put("ghost", self._catch_up)
            return
        if here != self._wanted:
            self._board.show(rival.view.boards[0])
        lead = self._session.score - rival.score
        if lead != self.lead:
            self.lead = lead
            self._changed()
            self._say_turned()

    def _say_turned(self) -> None:
        """Another is ahead now: said to those who do not see it, and not too often."""
        side = (self.lead > 0) - (self.lead < 0)
        if side and side != self._said and now() - self._said_at > QUIET:
            self._said, self._said_at = side, now()
            self._page.status.whisper(self.message())
