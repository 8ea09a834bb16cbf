"""Playing by pointing at cells, with a finger or the keyboard's cursor: what to move, then where to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import Cell, Role, cell_name
from game.session import Session
from game.web.game.presenter import Presenter
from game.web.input.keys import LET_GO, PICK
from game.web.input.picker import Picker
from game.words import Translator


class Cursor:
    """Turns what is pointed at into words of a game whose moves go from cell to cell."""

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

    def pick(self, cell: Cell) -> None:
        """A cell was pointed at."""
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
        """The keyboard's way of picking: a direction for the cursor, or pick, or drop what is chosen."""
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
