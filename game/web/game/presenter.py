"""Updates the screen for an open game: its boards with their marks, the cell table, messages and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.contract import SCORE_LABEL, Cell, Event, Locked, Role, Scored, View
from game.geometry import Geometry
from game.session import Session
from game.session.seats import called, is_computers, number_of, strength
from game.text.sentences import board_text, ending, verdict
from game.web.game.occasion import Own
from game.web.game.partner import Pointed
from game.web.game.timing import Timing
from game.web.input.picker import Picker
from game.web.page import Page
from game.web.platform.loop import now
from game.words import BRACKETS, N_, Translator

if TYPE_CHECKING:
    from game.web.game.race import Race

LISTING_PAUSE = 400.0
"""Milliseconds between updates of the table in a game with a clock: one that keeps changing cannot be read."""

STRONG = 300
"""Points at once that rise in larger letters."""


class Presenter:
    """Shows one game, and never affects what is played."""

    def __init__(
        self, page: Page, session: Session, timing: Timing, names: Sequence[str] = (), counts: bool = True
    ) -> None:
        self._page, self._session, self._timing = page, session, timing
        self._translator, self._screen = page.translator, page.screen
        self.hint = Pointed()
        """The hint shown on the board."""
        self._names = names
        """The players' names, if not the usual ones."""
        self._counts = counts
        """Whether the game can set a new best, so that the best score is shown."""
        self.race: Race | None = None
        """The race against a recorded game, if this is one."""
        self.view = session.view
        rules = session.rules
        verb = rules.by_role.get(Role.MOVE)
        self.picker = Picker(verb, Geometry.of(self.view.boards[0].rows)) if verb else None
        self._best = self._best_before = page.saves.best(session)
        self._celebrated = session.over
        self.arriving = False
        """Whether to ask the player, who is new to this game, who plays."""
        self._listed = 0.0
        self._pending_points = [0] * len(self.view.boards)
        """Points of each board that are scored but not shown yet."""
        self._previous = self.view
        """The view before the last move."""
        self._level_ups: set[int] = set()
        """The boards that rose a level, not shown yet."""
        self._events_shown: list[Event] = []
        """The events of the last move shown so far."""
        self._events_left = 0
        """How many of its events are still to be shown."""
        self._notify: Callable[[Sequence[Event]], None] = lambda _events: None
        self._screen.open(rules, self.view, self.players, self._cue)

    def show(self, events: Sequence[Event], notify: Callable[[Sequence[Event]], None] = lambda _events: None) -> None:
        """Shows the current state after these events: the boards at once, their surroundings when idle.

        Sounds, numbers and messages come with the motion: `notify` is called with the events shown so far, each time
        more of them have been shown.
        """
        session, page, screen = self._session, self._page, self._screen
        self.flush()
        before, self.view = self.view, session.view
        if self.picker:
            self.picker.look(session.moves)
        self._events_shown, self._notify, self._events_left = [], notify, len(events)
        self._pending_points = [
            sum(event.points for event in events if isinstance(event, Scored) and event.board == board)
            for board in range(len(self.view.boards))
        ]
        self._previous = before
        self._level_ups = {
            board
            for board, (old, new) in enumerate(zip(before.boards, self.view.boards, strict=True))
            if events and new.level > old.level
        }
        screen.end_card.close()
        for panel in screen.panels:
            self._show_figures(panel.index, runs=False)
        screen.show(self._hinted(), events, not self._timing.timed if self._animated else None, self._marks())
        screen.point(self.hint.way, self.view.turn)
        page.idle.put("around", self._show_surroundings)
        pause = LISTING_PAUSE if self._timing.clock_runs and not session.over else 0.0
        page.idle.put("cells", lambda: self.list_cells(now(), pause))

    def lead(self, way: Sequence[Cell]) -> None:
        """Draws an arrow from cell to cell until something else is shown."""
        self._screen.point(way, self.view.turn)

    def flush(self) -> None:
        """Cuts short what is still moving."""
        for panel in self._screen.panels:
            panel.flush()

    def refresh(self, occasion: Own) -> None:
        """Shows everything, without motion."""
        self.show(())
        self._page.idle.do("around")
        self.list_cells(now())
        self.caption(occasion)
        self._cover()
        self._page.host.wake()

    def uncover(self) -> None:
        """Removes whatever covers the boards."""
        self._screen.veil("", "")
        self._screen.end_card.close()

    def wake(self) -> None:
        """Requests a frame."""
        self._page.host.wake()

    def show_end(self, scores: Sequence[int]) -> None:
        """Opens the card at the end of a game, with the scores of the player's last games, including this one."""
        session, translator, best = self._session, self._translator, self._page.saves.best(self._session)
        is_best = session.rules.seats == 1 and session.own and session.score == best > self._best_before
        alone = len(self.view.boards) == 1
        spoken, score = self.ending(), translator.number(session.score)
        if not alone:
            texts = list(map(translator.number, self.view.scores))
            spoken = translator.joined((spoken, translator.listed(map(translator.labelled, self.players, texts))))
            score = " : ".join(texts)
        comparison = ""
        if self.race:
            comparison = self.race.result()
        elif is_best:
            comparison = translator("New best!")
        elif best and session.rules.seats == 1:
            comparison = translator("Best: {score}", score=translator.number(best))
        counts = session.score if alone and self._animated else None
        self._screen.end_card.open(self._verdict(), spoken, score, comparison, scores, counts)
        if is_best and not self._celebrated:
            self._celebrated = True
            self._page.sound.play_new_best()
            if self._animated:
                self._screen.panels[self.view.turn].celebrate()
                self._page.host.wake()

    def offer_answer(self, offered: bool) -> None:
        """Shows or hides the offer to answer a challenge on the end card."""
        self._screen.end_card.offer_answer(offered)

    @property
    def all_seen(self) -> bool:
        """Whether all of the last move has been shown, which ends the turn."""
        return not self._events_left

    @property
    def card_settled(self) -> bool:
        """Whether the end card has been open for a moment."""
        return self._screen.end_card.settled

    def _cover(self) -> None:
        """Covers the boards if the game is paused, else uncovers them."""
        translator = self._translator
        self.uncover()
        if self._timing.paused:
            computer = self._session.opponent
            if self.arriving and computer is not None:
                against = translator(
                    BRACKETS, text=translator("Against the computer"), more=strength(computer, translator)
                )
                self._screen.veil(translator("Who plays?"), against, translator("Two players"))
            elif self._session.inputs:
                self._screen.veil(translator("Paused"), translator("Continue"))
            else:
                self._screen.veil(translator("Ready?"), translator("Start"))

    def list_cells(self, time: float, pause: float = 0.0) -> None:
        """Updates the table, unless that was done within the last `pause` milliseconds."""
        if time - self._listed >= pause:
            self._listed = time
            self._screen.list_cells()

    def caption(self, occasion: Own) -> None:
        """Shows the caption below the board, which says which game it is."""
        self._screen.seed(*occasion.caption(self._session))

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None, more: str = "") -> None:
        """Shows a message, like StatusLine.say; the rest of the last move says nothing more."""
        self._notify = lambda _events: None
        self._page.status.say(text, offer, then, more)

    def ending(self) -> str:
        """Returns how the game ended."""
        session, translator = self._session, self._translator
        if self._names and session.view.winner:
            return translator.joined((translator.sentence(verdict("", translator)), self._verdict()))
        return ending(session.view.winner, session.score, translator, number_of(session.opponent))

    def _verdict(self) -> str:
        """Returns how the game ended, as a headline."""
        winner = self.view.winner
        return verdict(self.players[winner - 1] if winner else "", self._translator)

    def describe(self) -> None:
        """Says how the game stands and, for screen readers only, what is on the boards."""
        translator, rules = self._translator, self._session.rules
        figures = [
            translator.labelled(translator(label), value)
            for board in self.view.boards
            for label, value in board.figures
        ]
        boards = [board_text(board, rules.symbols, translator) for board in self.view.boards]
        if len(boards) > 1:
            boards = [translator.labelled(name, board) for name, board in zip(self.players, boards, strict=True)]
        spoken = translator.joined(translator.sentence(part) for part in (translator(rules.title), *figures))
        if self.race:
            spoken = translator.joined((spoken, self.race.message()))
        self.say(spoken, more=translator.joined(boards))

    @property
    def speed(self) -> float:
        """The factor for the duration of every motion."""
        return self._screen.look.speed

    @property
    def _animated(self) -> bool:
        return not self._page.preferences.less_motion and bool(self._screen.look.speed)

    def apply_settings(self, faster: float, demo: bool) -> None:
        """Applies the player's speed of motion, multiplied by `faster` in a demo."""
        look = self._page.preferences.look
        self._screen.apply_look(replace(look, speed=look.speed / faster), demo)

    def _cue(self, board: int, events: Sequence[Event], in_time: bool) -> None:
        """Plays sounds, runs up numbers and says messages for events that are shown on a board now."""
        panel, page, animated = self._screen.panels[board], self._page, self._animated
        for event in events if in_time else ():
            if isinstance(event, Locked) and animated:
                panel.nudge()
            elif isinstance(event, Scored) and event.at and animated:
                panel.rise(f"+{self._translator.number(event.points)}", event.at, strong=event.points >= STRONG)
        scored = sum(event.points for event in events if isinstance(event, Scored))
        if scored:
            self._pending_points[board] = max(0, self._pending_points[board] - scored)
            for index in (board,) if any(self._pending_points) else range(len(self._pending_points)):
                self._show_figures(index, runs=animated)
        if board in self._level_ups and not self._pending_points[board]:
            self._level_ups.remove(board)
            panel.glow()
        if in_time:
            page.sound.play(events)
            page.haptics.play(events)
        self._events_shown += events
        self._events_left -= len(events)
        if not self._events_left:
            for panel in self._screen.panels if len(self.view.boards) > 1 else ():
                self._show_figures(panel.index, runs=animated)
            self._screen.arrive()
        notify = self._notify
        notify(self._events_shown)
        self._notify = notify

    def _show_figures(self, board: int, runs: bool) -> None:
        """Shows a board's figures: the score without pending points, the others unchanged until all are shown."""
        due, shown = self._pending_points[board], self.view.boards[board].figures
        later = any(self._pending_points) or (self._events_left and len(self.view.boards) > 1)
        before = dict(self._previous.boards[board].figures) if later else {}
        figures = [
            (label, value - due if label == SCORE_LABEL and isinstance(value, int) else before.get(label, value))
            for label, value in shown
        ]
        if self.race:
            figures.append((N_("Lead"), signed(self.race.lead, self._translator)))
        elif len(self.view.boards) == 1 and self._counts:
            own = self._session.score - due if self._session.own else 0
            figures.append((N_("Best"), max(self._best, own)))
        self._screen.panels[board].show_figures(figures, runs)

    def _hinted(self) -> View:
        """Returns the view, with a hint's piece as the ghost."""
        view, things = self.view, self.hint.things
        if not things:
            return view
        boards = list(view.boards)
        boards[view.turn] = replace(boards[view.turn], ghost=things)
        return replace(view, boards=tuple(boards))

    def refuse(self) -> None:
        """Shows that the piece has no room for the player's move."""
        if self._animated:
            self._screen.panels[self.view.turn].shake()

    def show_lead(self) -> None:
        """Shows the new lead over the ghost."""
        self._show_figures(0, runs=False)

    def _marks(self) -> dict[Cell, frozenset[str]]:
        """Returns the marks on the board: the picked cell, its targets and the hint."""
        marks = self.picker.marks if self.picker else {}
        return marks | {cell: marks.get(cell, frozenset()) | {"hint"} for cell in self.hint.cells}

    @property
    def players(self) -> list[str]:
        """The players' names, for a game with more than one."""
        translator, computer = self._translator, self._session.opponent
        if self._names:
            return list(self._names)
        names = [translator("Player {player}", player=number) for number in range(1, self._session.rules.seats + 1)]
        if computer is not None:
            names = [translator("You") for _name in names]
            names[computer.seat] = called(computer, translator)
        return names

    def _show_surroundings(self) -> None:
        """Updates the best score, the choices and the buttons."""
        session = self._session
        self._best = self._page.saves.best(session)
        words = () if is_computers(session.options, self.view) else self.view.choices
        self._screen.choices.show(session.rules, words, self._screen.look.shapes)
        can_undo, can_redo, going = session.can_undo, session.can_redo, not session.over
        self._screen.enable(undo=can_undo, redo=can_redo, restart=can_undo, new=True, hint=going, demo=going)
        self._screen.enable(replay=session.length > 0, share=True)


def signed(number: int, translator: Translator) -> str:
    """Returns a number with its sign, except for 0."""
    return ("+" if number > 0 else "−" if number else "") + translator.number(abs(number))
