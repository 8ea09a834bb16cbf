"""Playing by pointing at cells with a pointer or the keyboard's cursor: first what to move, then where to."""

from __future__ import annotations

from game.contract import Cell, Role
from game.play.changes import ArrowShown
from game.play.context import GameContext
from game.play.display import Display
from game.play.moves import Moves
from game.play.narrator import NO_WAY, Narrator
from game.play.partner import pointed
from game.play.picker import Picker

PICK, LET_GO = "pick", "let go"
"""What the keyboard can do besides moving the cursor: picks its cell, or deselects the chosen one."""


class Cursor:
    """Turns the cells pointed at into words, in a game whose moves go from cell to cell."""

    def __init__(self, game: GameContext, picker: Picker, narrator: Narrator, display: Display, moves: Moves) -> None:
        self._game, self._picker, self._narrator, self._display, self._moves = game, picker, narrator, display, moves
        self._before: Cell | None = None
        """The cell that was chosen before the pointer came down."""

    @property
    def movable(self) -> tuple[Cell, ...]:
        """The cells from which something can be moved."""
        return self._picker.movable

    def grab(self, cell: Cell) -> str:
        """Handles a pointer coming down on a cell. Returns the symbol to drag; if there is none, picks the cell."""
        self._moves.prepare()
        picker, session = self._picker, self._game.session
        if session.over or not picker.holds(cell):
            self.pick(cell)
            return ""
        self._before = picker.chosen
        if picker.chosen != cell:
            picker.chosen = cell
            self._display.show()
            self._narrator.clear()
        return session.view.boards[session.view.turn].rows[cell[0]][cell[1]]

    def carry(self, cell: Cell | None) -> bool:
        """Shows the path from the dragged symbol's cell to this one; returns whether there is one."""
        word = self._picker.word(cell) if cell else None
        rules, state = self._game.session.rules, self._game.session.state
        self._game.tell(ArrowShown(pointed(rules, state, (word,)).arrow if word else ()))
        return bool(word)

    def drop(self, cell: Cell | None) -> None:
        """Drops the dragged symbol on a cell: moves it there if possible, else restores the choice."""
        word = self._picker.word(cell) if cell else None
        self._picker.chosen = None if word else self._before
        if word:
            self._moves.play([word])
        else:
            self._display.show()

    def tap(self, cell: Cell) -> None:
        """Handles a pointer lifted where it came down: deselects the cell if it was chosen before."""
        if self._before == cell:
            self._picker.chosen = None
            self._display.show()

    def pick(self, cell: Cell) -> None:
        """Handles a click on a cell."""
        self._moves.prepare()
        if self._game.session.over:
            return
        was_chosen = self._picker.chosen
        word = self._picker.pick(cell)
        if word:
            self._moves.play([word])
            return
        self._display.show()
        if was_chosen in (None, cell) or self._picker.chosen:
            self._narrator.clear()
        else:
            self._narrator.say(NO_WAY, asks=True)

    def point(self, what: str) -> None:
        """Handles the keyboard: moves the cursor in a direction, picks its cell, or deselects the chosen one."""
        self._moves.prepare()
        picker = self._picker
        if what == PICK:
            if picker.cursor is not None:
                self.pick(picker.cursor)
        elif what == LET_GO:
            picker.chosen = None
            self._display.show()
        else:
            cell = picker.move_cursor(Role(what))
            self._display.show()
            self._narrator.cell(cell)
