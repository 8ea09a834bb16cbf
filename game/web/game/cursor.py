"""Playing by pointing at cells with a pointer or the keyboard's cursor: first what to move, then where to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import Cell, Role, cell_name
from game.session import Session
from game.web.game.partner import pointed
from game.web.game.presenter import Presenter
from game.web.input.keys import LET_GO, PICK
from game.web.input.picker import Picker
from game.words import Translator


class Cursor:
    """Turns the cells pointed at into words, in a game whose moves go from cell to cell."""

    def __init__(
        self,
        picker: Picker,
        session: Session,
        presenter: Presenter,
        translator: Translator,
        play: Callable[[Sequence[str]], None],
    ) -> None:
        self._picker, self._session, self._presenter = picker, session, presenter
        self._translator, self._play = translator, play
        self._before: Cell | None = None
        """The cell that was chosen before the pointer came down."""

    def grab(self, cell: Cell) -> bool:
        """Handles a pointer coming down on a cell. Returns whether it may drag from there; if not, picks the cell."""
        picker = self._picker
        if self._session.over or not picker.holds(cell):
            self.pick(cell)
            return False
        self._before = picker.chosen
        if picker.chosen != cell:
            picker.chosen = cell
            self._presenter.show(())
            self._presenter.say("")
        return True

    def carry(self, cell: Cell | None) -> bool:
        """Shows the path from the dragged symbol's cell to this one; returns whether there is one."""
        word = self._picker.word(cell) if cell else None
        rules, state = self._session.rules, self._session.state
        self._presenter.lead(pointed(rules, state, (word,)).way if word else ())
        return bool(word)

    def drop(self, cell: Cell | None) -> None:
        """Drops the dragged symbol on a cell: moves it there if possible, else restores the choice."""
        word = self._picker.word(cell) if cell else None
        self._picker.chosen = None if word else self._before
        if word:
            self._play([word])
        else:
            self._presenter.show(())

    def tap(self, cell: Cell) -> None:
        """Handles a pointer lifted where it came down: deselects the cell if it was chosen before."""
        if self._before == cell:
            self._picker.chosen = None
            self._presenter.show(())

    def pick(self, cell: Cell) -> None:
        """Handles a click on a cell."""
        if self._session.over:
            return
        was_chosen = self._picker.chosen
        word = self._picker.pick(cell)
        if word:
            self._play([word])
            return
        self._presenter.show(())
        no_way = was_chosen not in (None, cell) and not self._picker.chosen
        self._presenter.say(self._translator("Can't move there.") if no_way else "")

    def point(self, what: str) -> None:
        """Handles the keyboard: moves the cursor in a direction, picks its cell, or deselects the chosen one."""
        picker, presenter = self._picker, self._presenter
        if what == PICK:
            if picker.cursor is not None:
                self.pick(picker.cursor)
        elif what == LET_GO:
            picker.chosen = None
            presenter.show(())
        else:
            row, column = picker.move_cursor(Role(what))
            presenter.show(())
            symbol = self._session.rules.symbols[presenter.view.boards[0].rows[row][column]]
            presenter.say(self._translator.labelled(cell_name((row, column)), self._translator(symbol.name)))
