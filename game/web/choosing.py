"""Playing by choosing on the board, with a finger or the keyboard's cursor: what to move, then where to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import Cell, cell_name
from game.web.current import Current
from game.web.showing import Showing
from game.words import Words


class Choosing:
    """Turns what is pointed at into words; in games without a picker it does nothing."""

    def __init__(self, current: Current, showing: Showing, words: Words, play: Callable[[Sequence[str]], None]) -> None:
        self._current, self._showing, self._words, self._play = current, showing, words, play

    def pick(self, cell: Cell) -> None:
        """A cell was pointed at."""
        picker, session = self._showing.picker, self._current.session
        if picker is None or session is None or session.over:
            return
        was_chosen = picker.chosen
        word = picker.pick(cell)
        if word:
            self._play([word])
            return
        self._showing.show(())
        no_way = was_chosen not in (None, cell) and not picker.chosen
        self._showing.say(self._words("No way there.") if no_way else "")

    def point(self, what: str) -> None:
        """The keyboard's way of picking: a direction for the cursor, or pick, or drop what is chosen."""
        picker, view, session = self._showing.picker, self._showing.view, self._current.session
        if picker is None or view is None or session is None:
            return
        if what == "pick":
            if picker.cursor is not None:
                self.pick(picker.cursor)
        elif what == "let go":
            picker.chosen = None
            self._showing.show(())
        else:
            row, column = picker.move_cursor(what)
            self._showing.show(())
            symbol = session.rules.symbols[view.boards[0].rows[row][column]]
            self._showing.say(self._words.labelled(cell_name((row, column)), self._words(symbol.name)))
