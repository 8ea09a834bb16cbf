"""The figures above the boards of an open game: score, level, time, goal, best."""

from __future__ import annotations

from game.contract import SCORE_LABEL
from game.play.changes import FiguresChanged
from game.play.context import GameContext
from game.play.keeper import Keeper
from game.play.narrator import signed
from game.session.records import ranked_by_time
from game.slices import sooner
from game.words import C_, N_

CROWDED = 3
"""So many of a game's own figures leave no room for a long label, in a phone's width and any language."""


class Scoreboard:
    """Shows the figures, as far as the last move has been seen, and lets the clock of a game for time run."""

    def __init__(self, game: GameContext, keeper: Keeper) -> None:
        self._game, self._keeper = game, keeper
        self._best = game.around.saves.best(game.session)
        self._by_time = game.one_board and ranked_by_time(game.session)
        self._second = 0
        self.seeks_goal = False
        """Whether the goal was not known at first, and is being computed."""

    def show(self, board: int, *, runs: bool = False) -> None:
        """Shows a board's figures; with `runs`, a score counts up to its new number."""
        game = self._game
        figures = game.last_move.figures(board)
        if game.session.limit.turns:
            roomy = game.one_board and len(figures) < CROWDED
            label = N_("Turns left") if roomy else C_("turns", "Left")
            figures.append((label, game.session.limit.left(board)))
        if self._by_time:
            figures = [(N_("Time"), self._time()), *(each for each in figures if each[0] != SCORE_LABEL)]
        if game.race and not self._by_time:
            figures.append((N_("Lead"), signed(game.race.lead, game.around.translator)))
        elif self.seeks_goal or game.mode.goal is not None:
            figures.append((N_("Goal"), "…" if game.mode.goal is None else game.mode.goal))
        elif game.one_board and game.mode.saved:
            own = game.session.score - game.last_move.pending(board) if game.session.own else 0
            figures.append((N_("Best"), self._best_time() if self._by_time else max(self._best, own)))
        game.tell(FiguresChanged(board, figures, runs))

    def show_all(self, *, runs: bool = False) -> None:
        """Shows the figures of all boards."""
        for board in range(len(self._game.last_move.after.boards)):
            self.show(board, runs=runs)

    def best_may_have_changed(self) -> None:
        """Looks up the best score, for the next time that figures are shown."""
        self._best = self._game.around.saves.best(self._game.session)

    def tick(self, wait: float | None) -> float | None:
        """Lets the clock of a game for time run; returns the milliseconds until something is due."""
        if not self._by_time or self._game.paused or self._game.session.over:
            return wait
        if self._keeper.tenths_taken() // 10 != self._second:
            self.show(0)
        left = 100.0 * (10 - self._keeper.tenths_taken() % 10)
        return sooner(wait, left)

    def _time(self) -> str:
        """Returns how long a game for time has taken: in whole seconds, and exactly at its end."""
        game = self._game
        self._second = self._keeper.tenths_taken() // 10
        if game.session.over and self._keeper.final_tenths is not None:
            return game.around.translator.formatted_time(self._keeper.final_tenths)
        return f"{self._second // 60}:{self._second % 60:02}"

    def _best_time(self) -> str:
        """Returns the best time of games like this one; a dash if there is none."""
        times = self._game.around.records.times(self._game.session)
        return self._game.around.translator.formatted_time(min(times)) if times else "–"
