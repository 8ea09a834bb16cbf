"""A race against the ghost of a recorded game: a small second board, and how far ahead the player is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.session import Session
from game.session.challenge import Track
from game.slices import Slices
from game.web.board.rival import RivalBoard
from game.web.game.ghost import Ghost
from game.web.page import Page
from game.web.platform.loop import now
from game.words import N_

SLICE = 4.0
"""Milliseconds per idle moment for the ghost to catch up."""
QUIET = 10_000.0
"""Milliseconds before announcing another change of the lead."""


class Race:
    """Lives as long as the open game. The ghost follows in idle moments, and never delays a frame."""

    def __init__(
        self,
        page: Page,
        session: Session,
        track: Track,
        name: str,
        elapsed: Callable[[float], float] | None,
        changed: Callable[[], None],
    ) -> None:
        """`elapsed` returns the milliseconds in a game with a clock; `changed` is called when the lead changes."""
        self._page, self._session, self._rival, self._name = page, session, track.session, name
        self._elapsed, self._changed = elapsed, changed
        self._ghost = Ghost(track.session.length, track.pieces)
        self._slices = Slices(now, SLICE)
        self._beginning = 0
        self._wanted = 0
        self.final = track.session.score
        """The rival's final score."""
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
        """Handles a jump to another state: an opened or restarted game, or one moved through its history."""
        self._beginning = self._session.timeline.beginning
        self.follow()

    def follow(self) -> None:
        """Schedules the ghost's move to where it was at this move or time; at the end, to its own end."""
        if self._session.over:
            self._wanted = self._ghost.length
        elif self._elapsed is None:
            self._wanted = self._ghost.at_move(len(self._session.inputs) - self._beginning)
        else:
            self._wanted = self._ghost.at_time(self._elapsed(now()))
        self._page.idle.put("ghost", self._catch_up)

    def frame(self) -> float | None:
        """Moves the ghost with time. Returns the milliseconds until its next move, or None."""
        if self._elapsed is None:
            return None
        self.follow()
        return self._ghost.wait(self._elapsed(now()))

    def message(self) -> str:
        """Returns how far ahead or behind the player is, as a sentence."""
        translator, lead = self._page.translator, self.lead
        if not lead:
            return translator("You are level.")
        ahead = N_("You are ahead by {points}.") if lead > 0 else N_("You are behind by {points}.")
        return translator(ahead, points=translator.number(abs(lead)))

    def result(self) -> str:
        """Returns how the race ended, as two sentences: the rival's score, and who won by how much."""
        translator, by = self._page.translator, self._session.score - self.final
        points = translator.number(abs(by))
        theirs = translator.sentence(translator.labelled(self._name, translator.number(self.final)))
        if not by:
            return translator.joined((theirs, translator(N_("A draw."))))
        won = N_("You win by {points}.") if by > 0 else N_("You lose by {points}.")
        return translator.joined((theirs, translator(won, points=points)))

    def close(self) -> None:
        """Stops the ghost."""
        self._page.idle.drop("ghost")

    def _catch_up(self) -> None:
        rival = self._rival
        here = len(rival.inputs)
        if here > self._wanted:
            rival.go(self._wanted)
        for _advanced in self._slices.of(self._advancing()):
            pass
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

    def _advancing(self) -> Iterator[None]:
        while len(self._rival.inputs) < self._wanted:
            self._rival.timeline.advance()
            yield

    def _say_turned(self) -> None:
        """Announces a new leader to screen readers, but not too often."""
        side = (self.lead > 0) - (self.lead < 0)
        if side and side != self._said and now() - self._said_at > QUIET:
            self._said, self._said_at = side, now()
            self._page.status.whisper(self.message())
