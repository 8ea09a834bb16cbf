"""The dialog of problems: the next one at the player's level, that of the day, and the list by kind and grade."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document

from game.problems import choice
from game.problems.grades import GRADES
from game.problems.listed import LISTED
from game.problems.problem import CLEAR, GARBAGE, LINKS, POINTS, ROWS
from game.rules import GAMES
from game.store.dailies import PROBLEM
from game.web.board.end_card import HEIGHT, WIDTH, sparkline
from game.web.board.icons import SVG
from game.web.dialogs.dialog import DismissibleDialog
from game.web.dialogs.sharing import PROBLEM as HASH
from game.web.platform.dom import labelled, listen, make, put, row
from game.web.problems.problems import LEVEL, Problems
from game.web.problems.style import apply
from game.words import C_, N_, Translator

KINDS = {
    LINKS: C_("goal", "Make a chain"),
    CLEAR: C_("goal", "Clear the board"),
    ROWS: C_("goal", "Clear rows"),
    POINTS: C_("goal", "Collect points"),
    GARBAGE: C_("goal", "Send garbage"),
}
MARKS = {True: (" ✓", "solved"), False: (" ✗", "failed"), None: ("", "")}
STATES = {True: N_("Problem {number}, solved"), False: N_("Problem {number}, not solved"), None: N_("Problem {number}")}
RECENT = 50
"""How many of the last levels the curve shows."""


class ProblemsDialog(DismissibleDialog):
    """A native dialog, rebuilt whenever it opens."""

    def __init__(
        self,
        translator: Translator,
        problems: Problems,
        go_to: Callable[[str], object],
        open_calendar: Callable[[str], object],
    ) -> None:
        apply()
        document.body.append(make("dialog", id="problems", aria_labelledby="problems-title"))
        super().__init__("problems")
        self._translator, self.problems, self._go_to, self._open_calendar = translator, problems, go_to, open_calendar
        self._kind = next(iter(LISTED))
        self._grade = 0
        self._make_of: Callable[[], object] | None = None
        self._grid = make("div", class_="problem-grid", role="group")
        listen(self._dialog, "change", self._chosen)

    def open(self, game: str, make_of: Callable[[], object] | None = None) -> None:
        """Shows the list; `game` is the open game, empty on home, and `make_of` makes a problem of its position."""
        self._make_of = make_of
        self.problems.game = game
        self._kind = next((kind for kind in LISTED if kind[0] == game), self._kind)
        self._grade = self.problems.grade
        self._build()
        self.show()
        self._dialog.querySelector("[data-act=next]").focus()

    def _build(self) -> None:
        translator, problems = self._translator, self.problems
        dailies = problems.dailies
        tried, streak = dailies.tried(PROBLEM, dailies.today()), dailies.streak(PROBLEM).current
        day = translator("Problem of the day")
        if tried is not None and tried.score is not None:
            day += MARKS[tried.score > 0][0]
        streak_text = translator("{days}-day streak", days=streak) if streak > 1 else ""
        levels = [round(rating.value) for rating in problems.ratings][-RECENT:]
        self._fill(
            translator("Problems"),
            make("p", make("span", self._level()), *_curve(levels), class_="problem-level"),
            row(self.button(translator("Next at my level"), "next", self._next, class_="main")),
            row(
                self.button(day, "day", lambda: self._play("today")),
                self.button(translator("Past days"), "days", self._days),
                *([self.button(translator("Make a problem of this"), "make", self._make)] if self._make_of else []),
            ),
            *([make("p", streak_text, class_="message")] if streak_text else []),
            make(
                "div",
                labelled(translator(C_("problem", "Kind")), self._kinds()),
                labelled(translator("Grade"), self._grades()),
                class_="problem-choice",
            ),
            self._grid,
            make("p", translator("Graded by the computer: people have not tried them yet."), class_="message"),
            row(self._close_button(translator("Close"))),
        )
        self._show()

    def _level(self) -> str:
        rating, translator = self.problems.rating, self._translator
        level = f"{translator.number(round(rating.value))} ± {translator.number(round(2 * rating.deviation))}"
        return translator(LEVEL, level=level)

    def _kinds(self) -> Any:
        translator, select = self._translator, make("select", data_choice="kind")
        for number, (game, goal) in enumerate(LISTED):
            label = translator.labelled(translator(GAMES[game].title), translator(KINDS[goal]))
            option = make("option", label, value=str(number))
            option.selected = (game, goal) == self._kind
            select.append(option)
        return select

    def _grades(self) -> Any:
        select = make("select", data_choice="grade")
        for grade in GRADES:
            option = make("option", str(grade), value=str(grade))
            option.selected = grade == self._grade
            select.append(option)
        return select

    def _show(self) -> None:
        """Shows the problems of the kind and grade."""
        book, translator = self.problems.book.all(), self._translator
        buttons = []
        for number, name in enumerate(choice.listed(*self._kind, self._grade), 1):
            solved = book.solved(name)
            mark, class_ = MARKS[solved]
            label = translator(STATES[solved], number=number)
            play = self._player(name)
            buttons.append(self.button(f"{number}{mark}", f"play {number}", play, class_=class_, aria_label=label))
        put(self._grid, *buttons)
        self._grid.setAttribute("aria-label", translator("Problems"))

    def _chosen(self, event: Any) -> None:
        value = int(event.target.value)
        if str(event.target.dataset.choice) == "grade":
            self._grade = value
        else:
            self._kind = list(LISTED)[value]
            self.problems.game = self._kind[0]
        self._show()

    def _player(self, name: str) -> Callable[[], None]:
        return lambda: self._play(name)

    def _play(self, name: str) -> None:
        self.close()
        self._go_to(f"./{HASH}{name}")

    def _next(self) -> None:
        self.close()
        self.problems.next()

    def _make(self) -> None:
        self.close()
        if self._make_of:
            self._make_of()

    def _days(self) -> None:
        self.close()
        self._open_calendar(PROBLEM)


def _curve(levels: list[int]) -> list[Any]:
    """The last levels as a line, if there are two; hidden from screen readers, which have the number."""
    if len(levels) < 2:
        return []
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", f"0 0 {WIDTH} {HEIGHT}")
    svg.setAttribute("aria-hidden", "true")
    path = document.createElementNS(SVG, "path")
    path.setAttribute("d", sparkline([each - min(levels) for each in levels]))
    svg.append(path)
    return [svg]
