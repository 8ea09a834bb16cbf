"""The dialog in which players draw a problem: its board, what comes, its goal and turns. It is proven, then played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from js import document, window

from game import files
from game.contract import EMPTY, BadInput, Board, Cell, Role, cell_name
from game.geometry import Geometry
from game.pieces import PICTURES
from game.play.narrator import THINKING
from game.play.problems import composition
from game.play.problems.problem_series import KINDS
from game.player.preferences import Preferences
from game.problems.games import PROBLEM_GAMES
from game.problems.ids import composed_id
from game.problems.problem import CLEAR, Problem
from game.problems.reading import options_of
from game.problems.searches.stack import picture
from game.rules import GAMES
from game.session import Session, Work
from game.web.board.painter import Painter, still_picture
from game.web.board.swatch import LARGEST_CELL, SWATCH, swatch
from game.web.dialogs.dialog import DismissibleDialog
from game.web.platform.dom import labelled, listen, make, put, row
from game.web.platform.loop import AWAITED, IdleWork
from game.words import C_, Translator, capital

ARROWS = {"ArrowLeft": Role.LEFT, "ArrowRight": Role.RIGHT, "ArrowUp": Role.UP, "ArrowDown": Role.DOWN}
MARGIN, SHARE = 72, 0.6
"""CSS pixels of the window's width that the board leaves free, and the most of its height that it takes."""
TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class Composer(DismissibleDialog):
    """A native dialog. What was drawn last stays in it; the fields are the source of truth."""

    def __init__(self, translator: Translator, preferences: Preferences, go: Callable[[str], object]) -> None:
        """`go` goes to the problem with an id."""
        document.body.append(make("dialog", id="composer", aria_labelledby="composer-title"))
        super().__init__("composer")
        self._translator, self._preferences, self._go = translator, preferences, go
        self._work = IdleWork(timeout=AWAITED)
        self._problem = composition.blank(next(iter(PROBLEM_GAMES)))
        self._position: Callable[[], Problem] | None = None
        self._painter: Painter | None = None
        self._brush, self._painting = EMPTY, False
        self._cursor: Cell = (0, 0)
        self._hidden = 0
        self._build()
        listen(self._dialog, "input", self._edited)
        listen(self._dialog, "close", lambda _event: self._work.stop())
        listen(self._canvas, "keydown", self._pressed)
        listen(self._canvas, "pointerdown", self._paint_from)
        listen(self._canvas, "pointermove", self._paint_on)
        listen(self._canvas, "pointerup", lambda _event: self._let_go())
        listen(self._canvas, "pointercancel", lambda _event: self._let_go())

    def open(self, game: str, position: Callable[[], Problem] | None) -> None:
        """Opens the dialog with what was drawn last, or an empty board of the open game; `position` is that game's."""
        self._position, self._take.hidden = position, position is None
        self.show()
        self._begin(composition.blank(game) if game not in ("", self._problem.game) else self._problem)
        self._games.focus()

    def _build(self) -> None:
        translator = self._translator
        names = ((name, translator(GAMES[name].title)) for name in PROBLEM_GAMES)
        self._games = _select(names, self._problem.game)
        self._options: list[Any] = []
        self._given, self._goals = labelled(translator("Game"), self._games), make("select")
        board = translator("The board: the arrow keys move, Space paints; its text is below")
        self._canvas = make("canvas", tabindex="0", role="application", aria_label=board)
        self._where = make("p", class_="message", role="status")
        self._palette = make("div", class_="brushes", role="group", aria_label=translator("Brush"))
        self._area = make("textarea", rows="8", **TYPED)
        self._pieces, self._coming = make("input", type="text", **TYPED), make("div", class_="brushes", role="group")
        self._coming.setAttribute("aria-label", translator("Add a piece"))
        self._least, self._turns = (make("input", type="number", min="1", inputmode="numeric") for _field in range(2))
        self._need = labelled(translator("At least"), self._least)
        self._take = self.button(translator("Edit this position"), "take", self._take_position)
        self._play = self.button(translator("Play it"), "play", self._play_it)
        text = translator("The board as text: one letter per cell, a dot where it is empty")
        remove = self.button(translator("Remove the last one"), "remove", self._remove_piece)
        self._comes = make(
            "div", labelled(translator("What comes, in order"), self._pieces), self._coming, row(remove), class_="comes"
        )
        self._fill(
            translator("Draw a problem"),
            make("div", self._given, class_="problem-choice"),
            row(self._take, self.button(translator("Clear"), "clear", self._clear)),
            self._palette,
            make("div", self._canvas, class_="composer-board"),
            self._where,
            make("details", make("summary", translator("The board as text")), labelled(text, self._area)),
            self._comes,
            make(
                "div",
                labelled(translator("Goal"), self._goals),
                self._need,
                labelled(translator(C_("number of turns", "Turns")), self._turns),
                class_="problem-choice",
            ),
            row(self.button(translator("Check for solutions"), "prove", self._prove, class_="main"), self._play),
            self._message,
        )

    def _begin(self, problem: Problem) -> None:
        """Fills all fields with a problem."""
        translator, of_game = self._translator, PROBLEM_GAMES[problem.game]
        rules, brushes = of_game.rules, composition.brushes(problem)
        self._problem, self._games.value, self._dialog.dataset.game = problem, problem.game, problem.game
        for old in self._options:
            old.remove()
        self._options = []
        for name, values in of_game.options.items():
            texts = ((str(value), str(value)) for value in values)
            select = _select(texts, str(problem.options[name]), data_option=name)
            if len(values) > 1:
                label = rules.options[name].label or rules.options[name].help
                self._options.append(labelled(capital(translator(label)), select))
        self._given.after(*self._options)
        self._painter = Painter(self._canvas, rules.symbols, shapes=self._preferences.settings.shapes)
        self._hidden = Session(rules, {}, 0, files.read).view.boards[0].hidden
        self._cursor = len(problem.rows) - 1, 0
        put(self._palette, *(self._swatch(letter, "brush", self._choose) for letter in brushes))
        self._choose(next(letter for letter in brushes if letter not in (EMPTY, of_game.unique_letter)))
        letters = dict.fromkeys("".join(of_game.pieces(problem.options)))
        put(self._coming, *(self._swatch(letter, "piece", self._add_piece) for letter in letters))
        self._comes.hidden = not letters
        put(self._goals, *_options(((goal, translator(KINDS[goal])) for goal in of_game.goals), problem.goal))
        self._pieces.value, self._turns.value = " ".join(problem.pieces), str(problem.turns)
        self._least.value = str(problem.least or 1)
        self._write_rows()
        self._read()

    def _swatch(self, letter: str, use: str, act: Callable[[str], object]) -> Any:
        """Returns a button with the picture of a letter that can be painted or can come."""
        symbols = GAMES[self._problem.game].symbols
        name = self._translator(symbols[letter].name)
        button = self.button("", f"{use} {letter}", partial(act, letter), aria_label=name, title=name)
        shapes = self._preferences.settings.shapes
        if use == "brush":
            return put(button, swatch(symbols, letter, self._canvas, shapes=shapes))
        form = picture(letter, 0) if letter in PICTURES else (letter,)
        canvas = make("canvas")
        still_picture(canvas, symbols, Board(form, hidden=len(form)), (SWATCH, SWATCH), shapes=shapes)
        return put(button, canvas, make("b", letter))

    # What the player does.

    def _edited(self, event: Any) -> None:
        target, name = event.target, str(event.target.getAttribute("data-option") or "")
        if target.isSameNode(self._games):
            self._begin(composition.blank(str(target.value)))
        elif name:
            options = options_of(self._problem.game, {**self._problem.options, name: str(target.value)})
            self._begin(composition.resized(self._problem, options))
        else:
            if target.isSameNode(self._pieces):
                self._count_turns()
            self._read()

    def _take_position(self) -> None:
        if self._position:
            try:
                self._begin(self._position())
            except BadInput as error:
                self.say(self._translator.error(error))

    def _clear(self) -> None:
        self._begin(composition.blank(self._problem.game, self._problem.options))

    def _choose(self, letter: str) -> None:
        self._brush = letter
        for button in self._palette.children:
            pressed = str(button.dataset.act) == f"brush {letter}"
            button.setAttribute("aria-pressed", "true" if pressed else "false")

    def _add_piece(self, letter: str) -> None:
        self._pieces.value = f"{self._pieces.value}{letter}"
        self._count_turns()
        self._read()

    def _remove_piece(self) -> None:
        self._pieces.value = str(self._pieces.value).rstrip()[:-1]
        self._count_turns()
        self._read()

    def _count_turns(self) -> None:
        """Sets the number of turns to that of the pieces."""
        length = len(PROBLEM_GAMES[self._problem.game].pieces(self._problem.options)[0])
        letters = sum(letter.isalpha() for letter in str(self._pieces.value))
        self._turns.value = str(max(1, letters // length))

    def _pressed(self, event: Any) -> None:
        key = str(event.key)
        if key in ARROWS:
            self._cursor = Geometry.of(self._problem.rows).neighbour(self._cursor, ARROWS[key])
            self._show()
        elif key in (" ", "Enter"):
            self._paint(self._cursor, self._brush)
        elif key in ("Backspace", "Delete"):
            self._paint(self._cursor, EMPTY)
        elif key in composition.brushes(self._problem) and not (event.ctrlKey or event.metaKey or event.altKey):
            self._paint(self._cursor, key)
        else:
            return
        event.preventDefault()
        row, column = self._cursor
        name = GAMES[self._problem.game].symbols[self._problem.rows[row][column]].name
        self._where.textContent = self._translator.labelled(cell_name(self._cursor), self._translator(name))

    def _paint_from(self, event: Any) -> None:
        self._canvas.setPointerCapture(event.pointerId)
        self._painting = True
        self._paint_at(event)

    def _paint_on(self, event: Any) -> None:
        if self._painting:
            self._paint_at(event)

    def _paint_at(self, event: Any) -> None:
        cell = self._painter.at(float(event.offsetX), float(event.offsetY)) if self._painter else None
        if cell is not None:
            self._cursor = cell
            self._paint(cell, self._brush)

    def _let_go(self) -> None:
        self._painting = False

    def _paint(self, cell: Cell, letter: str) -> None:
        self._problem = composition.painted(self._problem, cell, letter)
        self._write_rows()
        self._read()

    # Reading the fields, and proving.

    def _write_rows(self) -> None:
        self._area.value = "\n".join(self._problem.rows)

    def _read(self) -> bool:
        """Reads the fields and shows the board, or says what is wrong; returns whether nothing is. What was proven no
        longer counts.
        """
        self._work.stop()
        self._play.disabled = True
        fields = (self._area, self._pieces, self._goals, self._least, self._turns)
        try:
            self._problem = composition.drawn(self._problem, *(str(field.value) for field in fields))
        except BadInput as error:
            self.say(self._translator.error(error))
            return False
        self._need.hidden = self._problem.goal == CLEAR
        self.say("")
        self._show()
        return True

    def _show(self) -> None:
        if self._painter:
            rows = self._problem.rows
            width = min(float(window.innerWidth) - MARGIN, LARGEST_CELL * len(rows[0]))
            self._painter.fit(rows, width, min(SHARE * float(window.innerHeight), LARGEST_CELL * len(rows)))
            self._painter.show(Board(rows, hidden=self._hidden), marks={self._cursor: frozenset({"cursor"})})

    def _prove(self) -> None:
        if self._read():
            self.say(self._translator(THINKING))
            self._work.begin(self._proving(self._problem))

    def _proving(self, problem: Problem) -> Work[None]:
        try:
            found = yield from composition.verdict(problem, self._translator)
        except BadInput as error:
            self.say(self._translator.error(error))
            return
        self.say(found.text)
        self._play.disabled = not found.solvable

    def _play_it(self) -> None:
        self.close()
        self._go(composed_id(self._problem))


def _select(choices: Iterable[tuple[str, str]], chosen: str, **attributes: str) -> Any:
    """Returns a list to choose from, given values and what they are called."""
    return make("select", *_options(choices, chosen), **attributes)


def _options(choices: Iterable[tuple[str, str]], chosen: str) -> list[Any]:
    found = []
    for value, text in choices:
        option = make("option", text, value=value)
        option.selected = value == chosen
        found.append(option)
    return found
