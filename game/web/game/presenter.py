"""Shows on the page what changes in the open game, and reports to the game what the player has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.contract import Event, Locked, Rules, Scored
from game.play import changes
from game.play.changes import Change
from game.play.controller import Controller
from game.web.board.rival import RivalBoard
from game.web.game.page import Page
from game.web.platform.loop import now
from game.words import N_

STRONG = 300
"""Points at once that rise in larger letters."""


class Presenter:
    """The front of every open game: screen, status line, sound and haptics."""

    def __init__(self, page: Page) -> None:
        self._page, self._screen = page, page.screen
        self._rules: Rules[Any] | None = None
        self._turn = 0
        self._seen: Callable[[int, Sequence[Event]], None] = lambda _board, _events: None
        self._rival: RivalBoard | None = None
        self._listed = 0.0
        """When the table of cells was updated last."""
        self._show: dict[type[Any], Callable[[Any], object]] = {
            changes.Opened: self._open,
            changes.Cut: lambda _cut: self._flush(),
            changes.BoardsChanged: self._show_boards,
            changes.Arrived: lambda _arrived: self._screen.arrive(),
            changes.ArrowShown: lambda arrow: self._screen.point(arrow.way, self._turn),
            changes.FiguresChanged: self._show_figures,
            changes.LevelUp: lambda level_up: self._screen.panels[level_up.board].glow(),
            changes.Refused: lambda _refused: self._refuse(),
            changes.Message: lambda said: page.status.say(said.text, said.offer, said.then, said.more),
            changes.Whisper: lambda whisper: page.status.whisper(whisper.text),
            changes.CaptionChanged: lambda caption: self._screen.seed(caption.text, caption.alone),
            changes.Cover: self._cover,
            changes.GameOver: self._open_end_card,
            changes.Possible: self._show_possible,
            changes.Cells: lambda cells: self.list_cells(cells.pause),
            changes.DemoChanged: self._apply_look,
            changes.Rival: self._show_rival,
            changes.Wake: self._wake,
            changes.PositionChanged: lambda _moved: page.moved(),
            changes.Wanted: lambda wanted: page.act(wanted.action),
            changes.Taken: lambda _taken: page.taken(),
        }

    def tell(self, change: Change) -> None:
        """Shows a change."""
        self._show[type(change)](change)

    def frame(self, game: Controller, time: float) -> float | None:
        """Moves what moves and, if nothing does, lets the game go on. Returns milliseconds as Controller.frame does."""
        game.moves.show_played()
        if self._screen.moving:
            game.timing.skip_to(time)
            wait = self._screen.frame(time)
            if wait is not None:
                game.moves.show_played()
                return wait
        wait = game.frame(time)
        return 0.0 if self._screen.moving else wait

    def settle(self, game: Controller) -> None:
        """Completes all deferred work and ends all motion, because nobody will see it."""
        game.finish()
        self._flush()
        game.finish()
        self.list_cells()

    def list_cells(self, pause: float = 0.0) -> None:
        """Updates the table of cells, unless that was done within the last `pause` milliseconds."""
        time = now()
        if time - self._listed >= pause:
            self._listed = time
            self._screen.list_cells()

    @property
    def _animated(self) -> bool:
        return not self._page.preferences.less_motion and bool(self._screen.look.speed)

    def _open(self, opened: changes.Opened) -> None:
        self._rules, self._turn, self._seen, self._rival = opened.rules, opened.view.turn, opened.seen, None
        self._listed = 0.0
        self._screen.open(opened.rules, opened.view, opened.players, self._cue)

    def _flush(self) -> None:
        for panel in self._screen.panels:
            panel.flush()

    def _show_boards(self, boards: changes.BoardsChanged) -> None:
        self._turn = boards.view.turn
        self._screen.end_card.close()
        self._screen.show(boards.view, boards.events, boards.glides if self._animated else None, boards.marks)
        self._screen.point(boards.way, self._turn)

    def _cue(self, board: int, events: Sequence[Event], in_time: bool) -> None:
        """Plays sounds for events that are shown on a board now; if late, only their figures and words follow."""
        panel, page, animated = self._screen.panels[board], self._page, self._animated
        for event in events if in_time else ():
            if isinstance(event, Locked) and animated:
                panel.nudge()
            elif isinstance(event, Scored) and event.at and animated:
                panel.rise(f"+{page.translator.number(event.points)}", event.at, strong=event.points >= STRONG)
        if in_time:
            page.sound.play(events)
            page.haptics.play(events)
        self._seen(board, events)

    def _show_figures(self, shown: changes.FiguresChanged) -> None:
        self._screen.panels[shown.board].show_figures(shown.figures, shown.runs and self._animated)

    def _refuse(self) -> None:
        if self._animated:
            self._screen.panels[self._turn].shake()

    def _cover(self, cover: changes.Cover) -> None:
        self._screen.end_card.close()
        self._screen.veil(cover.text, cover.button, cover.other)

    def _open_end_card(self, end: changes.GameOver) -> None:
        card, counts = self._screen.end_card, end.counts if self._animated else None
        card.offer_answer(end.answers)
        card.open(end.title, end.spoken, end.score, end.comparison, end.recent, counts)
        if end.celebrates:
            self._page.sound.play_new_best()
            if self._animated:
                self._screen.panels[self._turn].celebrate()
                self._page.wake()

    def _show_possible(self, possible: changes.Possible) -> None:
        screen, going = self._screen, possible.going
        if self._rules is not None:
            screen.choices.show(self._rules, possible.choices, screen.look.shapes)
        screen.enable(undo=possible.undo, redo=possible.redo, restart=possible.undo, new=True, hint=going, demo=going)
        screen.enable(replay=possible.replay, share=True)

    def _apply_look(self, demo: changes.DemoChanged) -> None:
        look = self._page.preferences.look
        self._screen.apply_look(replace(look, speed=look.speed / demo.faster), demo.running)

    def _show_rival(self, rival: changes.Rival) -> None:
        if self._rival is None and self._rules is not None:
            label = self._page.translator.labelled(self._page.translator(N_("Rival")), rival.name)
            self._rival = RivalBoard(self._rules.symbols, rival.name, label)
            self._rival.show(rival.board)
            self._screen.panels[0].add_rival(self._rival)
        elif self._rival is not None:
            self._rival.show(rival.board)

    def _wake(self, wake: changes.Wake) -> None:
        self._page.wake()
        if wake.unshown is not None:
            self._page.idle.put("show", wake.unshown)  # a hidden page has no next frame
