"""What a game shows: its boards with their marks, the table of its cells, the status line, the buttons' state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import Cell, Event, View
from game.session import CLASSIC, Session
from game.session.seats import number_of
from game.text.sentences import board_told, ending
from game.web.afterwards import Afterwards
from game.web.current import Current
from game.web.loop import now
from game.web.partner import Pointed
from game.web.picking import VERB, Picker
from game.web.screen import PAD, Screen
from game.web.sound import Sound
from game.words import N_, Words

LISTING_PAUSE = 400.0
"""Milliseconds between writings of the table in a game with a clock: a table that changes always cannot be read."""


class Showing:
    """Brings the game on the screen up to date with its session."""

    def __init__(
        self,
        current: Current,
        screen: Screen,
        sound: Sound,
        words: Words,
        best: Callable[[Session], int],
        wake: Callable[[], None],
        afterwards: Afterwards,
    ) -> None:
        self._current, self.screen, self._sound, self._words = current, screen, sound, words
        self._best, self.wake, self._afterwards = best, wake, afterwards
        self._known_best = 0
        self.reduced: Callable[[], bool] = lambda: False
        self.hint = Pointed()
        """What the partner points at."""
        self.picker: Picker | None = None
        self.view: View | None = None
        self.told: Callable[[], str] = lambda: ""
        """What is said of a game instead of its seed."""
        self._listed = 0.0
        self._offered: Callable[[], None] | None = None

    def open(self, session: Session, on_word: Callable[[str], None]) -> None:
        """Makes room for a game."""
        self.view = session.view
        rows = self.view.boards[0].rows
        self.picker = Picker(len(rows), len(rows[0])) if session.rules.arguments(VERB) == 2 else None
        self._known_best = self._best(session)
        self.screen.open(session.rules, self.view, on_word, self._players(session))

    def show(self, events: Sequence[Event]) -> None:
        """Shows the game as it stands, after what happened: at once what is looked at, and soon what stands around."""
        session, timed = self._current.session, self._current.timed
        if session is None:
            return
        self.view = session.view
        glide = None if self.reduced() or not self.screen.look.speed else not timed
        if events:
            self._afterwards.do("sound")
            self._afterwards.add("sound", lambda: self._sound.play(events))
        if self.picker:
            self.picker.look(session.moves)
        best = max(self._known_best, session.score)
        self.screen.show(self.view, [(N_("Best"), best)], events, glide, self._marks())
        self.screen.point(self.hint.way, self.view.turn)
        self._afterwards.add("around", self._show_around)
        if not timed or session.over:
            self._afterwards.add("cells", lambda: self.list_cells(now()))

    def refresh(self) -> None:
        """Shows everything as it stands, without motion."""
        self.show(())
        self._afterwards.do("around")
        self.list_cells(now())
        self.tell_seed()
        self.screen.veil(self._words(N_("Paused")) if self._current.paused else "")
        self.wake()

    def _show_around(self) -> None:
        """The best score, kept; the buttons of what can be done."""
        session = self._current.session
        if session is not None:
            self._known_best = self._best(session)
            self.screen.choices(self._choices(session))
            self._enable(session)

    def list_cells(self, time: float, pause: float = 0.0) -> None:
        """Brings the table up to date, unless that was done within so many milliseconds."""
        if time - self._listed >= pause:
            self._listed = time
            self.screen.list_cells()

    def tell_seed(self) -> None:
        """What stands below the board: from which seed the game is, or which game."""
        session = self._current.session
        if session is not None:
            seed = CLASSIC if session.seed is None else session.seed
            told = self.told()
            self.screen.seed(told or self._words("Seed: {seed}", seed=seed), bool(told))

    def say(self, text: str, offer: str = "", then: Callable[[], None] | None = None, more: str = "") -> None:
        """The status line, what its button does, and what is not to be said to those who see it drawn."""
        self._offered = then
        self.screen.say(text, offer, more)

    def take_offer(self) -> None:
        """The button in the status line was pressed."""
        if self._offered:
            then, self._offered = self._offered, None
            then()

    def say_end(self) -> None:
        """That the game is over, if it is; else nothing is left to be said."""
        session = self._current.session
        self.say(self.ending(session) if session is not None and session.over else "")

    def ending(self, session: Session) -> str:
        """How the game ended."""
        winner = session.view.winner
        return ending(int(winner), session.score, self._words, number_of(session.opponent))

    def describe(self) -> None:
        """Says how the game stands; to those who hear it also what is on the boards."""
        session = self._current.session
        if session is None or self.view is None:
            return
        words = self._words
        figures = [words.labelled(words(label), value) for board in self.view.boards for label, value in board.figures]
        boards = [board_told(board, session.rules.symbols, words) for board in self.view.boards]
        if len(boards) > 1:
            boards = [words.labelled(name, told) for name, told in zip(self._players(session), boards, strict=True)]
        told = words.joined(words("{told}.", told=told) for told in (words(session.rules.title), *figures))
        self.say(told, more=words.joined(boards))

    def _marks(self) -> dict[Cell, frozenset[str]]:
        """What is marked on the board: what is picked, where that can go, and the hint."""
        marks = self.picker.marks if self.picker else {}
        return marks | {cell: marks.get(cell, frozenset()) | {"hint"} for cell in self.hint.cells}

    def _players(self, session: Session) -> list[str]:
        """What those who play are called, where they are more than one."""
        words, computer = self._words, session.opponent
        names = [words("Player {player}", player=number) for number in range(1, session.rules.seats + 1)]
        if computer is not None:
            names = [words("You") for _name in names]
            names[computer.seat] = words("Computer {strength}", strength=computer.strength)
        return names

    def _enable(self, session: Session) -> None:
        can_undo, can_redo, going = session.can_undo, session.can_redo, not session.over
        self.screen.enable(undo=can_undo, redo=can_redo, restart=can_undo, new=True, hint=going, demo=going)
        self.screen.enable(replay=session.length > 0, share=True)

    def _choices(self, session: Session) -> tuple[str, ...]:
        """The words to be chosen from where no ordinary move can be made."""
        if self._current.timed or self.picker or session.over or all(word in PAD for word in session.rules.words):
            return ()
        view = session.view
        if view.boards[view.turn].ghost:  # a piece that can be dropped; to find all moves takes far longer
            return ()
        moves = session.moves
        return () if any(word in PAD for word in moves) else moves
