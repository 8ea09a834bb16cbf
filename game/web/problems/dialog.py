"""The dialog of problems: the next one for the player's rating, that of the day, and the list by kind and grade."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from js import document

from game.contract import EMPTY, Board
from game.play.problems.problem_series import KINDS, TURNS, Problems
from game.player.preferences import Preferences
from game.problems import choice, ids
from game.problems.from_game import position_of
from game.problems.grades import GRADES
from game.problems.listed import LISTED
from game.problems.play import goal_note
from game.rules import GAMES
from game.session import Work
from game.store.dailies import PROBLEM
from game.text.sentences import noted
from game.web.board.end_card import HEIGHT, WIDTH, sparkline
from game.web.board.icons import SVG
from game.web.board.painter import still_picture
from game.web.board.sprites import recolour
from game.web.dialogs.dialog import DismissibleDialog
from game.web.platform.dom import labelled, listen, make, put, row, table_head, table_row
from game.web.platform.loop import IdleWork
from game.web.problems.composer import Composer
from game.web.problems.style import apply
from game.words import C_, N_, Translator

MARKS = {True: (" ✓", "solved"), False: (" ✗", "failed"), None: ("", "")}
STATES = {True: N_("Problem {number}, solved"), False: N_("Problem {number}, not solved"), None: N_("Problem {number}")}
RECENT = 50
"""How many of the last ratings the curve shows."""
OpenPosition = tuple[Mapping[str, Any], Any]
"""The options and the state of a game."""
STOPS = ".。"
"""The marks that end a sentence, which a short label does without."""
PICTURE = 76.0
"""The side of a problem's picture, in CSS pixels."""


class ProblemsDialog(DismissibleDialog):
    """A native dialog, rebuilt whenever it opens."""

    def __init__(
        self,
        translator: Translator,
        problems: Problems,
        open_calendar: Callable[[str], object],
        preferences: Preferences,
    ) -> None:
        apply()
        document.body.append(make("dialog", id="problems", aria_labelledby="problems-title"))
        super().__init__("problems")
        self._translator, self.problems, self._open_calendar = translator, problems, open_calendar
        self._preferences, self._drawing = preferences, IdleWork()
        self._kind = next(iter(LISTED))
        self._grade = 0
        self._open_game = ""
        self._position: OpenPosition | None = None
        self._composer: Composer | None = None
        self._grades = make("select", data_choice="grade")
        self._grid = make("div", class_="problem-grid", role="group")
        listen(self._dialog, "change", self._chosen)
        listen(self._dialog, "close", lambda _event: self._drawing.stop())

    def open(self, game: str, position: OpenPosition | None = None) -> None:
        """Shows the list; `game` is the open game, empty on home, and `position` where it is, if that can be another
        problem.
        """
        self._open_game, self._position = game, position
        self.problems.game = game
        self._kind = next((kind for kind in LISTED if kind[0] == game), self._kind)
        self._grade = self.problems.grade
        self._build()
        self.show()
        self._show()
        self._dialog.querySelector("[data-act=next]").focus()

    def summary(self) -> list[Any]:
        """Returns the rating and how many problems of each kind were solved, for the statistics."""
        translator, book = self._translator, self.problems.book.all()
        rows = []
        for game, goal in LISTED:
            tried = [each for each in book.attempts if ids.is_of(each.name, game, goal)]
            if tried:
                rows.append(table_row(self._kind_name(game, goal), f"{sum(e.solved for e in tried)} / {len(tried)}"))
        head = table_head(translator(C_("problem", "Kind")), translator(C_("problems", "Solved")))
        table = make("table", make("thead", head), make("tbody", *rows))
        return [make("h3", translator("Problems")), self._rating(), table] if rows else []

    def _build(self) -> None:
        translator, problems = self._translator, self.problems
        dailies = problems.dailies
        tried, streak = dailies.tried(PROBLEM, dailies.today()), dailies.streak(PROBLEM).current
        day = translator("Problem of the day")
        if tried is not None and tried.score is not None:
            day += MARKS[tried.score > 0][0]
        streak_text = translator("{days}-day streak", days=streak) if streak > 1 else ""
        self._fill(
            translator("Problems"),
            self._rating(),
            row(self.button(translator("Next problem for me"), "next", self._next, class_="main")),
            row(
                self.button(day, "day", lambda: self._play("today")),
                self.button(translator("Past days"), "days", self._days),
                *([self.button(translator("Turn this into a problem"), "make", self._make)] if self._position else []),
                self.button(translator("Draw a problem"), "draw", self._draw),
            ),
            *([make("p", streak_text, class_="message")] if streak_text else []),
            make(
                "div",
                labelled(translator(C_("problem", "Kind")), self._kinds()),
                labelled(translator("Grade"), self._grades),
                class_="problem-choice",
            ),
            self._grid,
            make(
                "p",
                translator("Grades are estimated by the computer: people have not tried these problems yet."),
                class_="message",
            ),
        )

    def _rating(self) -> Any:
        """Returns the player's rating in words, with its curve."""
        ratings = [round(rating.value) for rating in self.problems.ratings][-RECENT:]
        curve = _curve(ratings) if self.problems.has_rating else []
        return make("p", make("span", self.problems.rating_text()), *curve, class_="problem-rating")

    def _kind_name(self, game: str, goal: str) -> str:
        return self._translator.labelled(self._translator(GAMES[game].title), self._translator(KINDS[goal]))

    def _kinds(self) -> Any:
        select = make("select", data_choice="kind")
        for number, kind in enumerate(LISTED):
            option = make("option", self._kind_name(*kind), value=str(number))
            option.selected = kind == self._kind
            select.append(option)
        return select

    def _show(self) -> None:
        """Shows the problems of the kind and grade, or of the nearest grade that there is."""
        there = [grade for grade in GRADES if choice.listed(*self._kind, grade)]
        self._grade = min(there, key=lambda grade: abs(grade - self._grade))
        options = [make("option", str(grade), value=str(grade)) for grade in there]
        options[there.index(self._grade)].selected = True
        put(self._grades, *options)
        book, translator, (game, _goal) = self.problems.book.all(), self._translator, self._kind
        buttons, pictures = [], []
        for number, name in enumerate(choice.listed(*self._kind, self._grade), 1):
            solved = book.solved(name)
            mark, class_ = MARKS[solved]
            goal, least, turns = ids.asked_of(name)
            asked = noted(goal_note(game, goal, least), translator), translator(TURNS, count=turns)
            canvas = make("canvas", aria_hidden="true")
            button = self.button("", f"play {number}", self._player(name), class_=class_)
            spoken = translator.joined(map(translator.sentence, (translator(STATES[solved], number=number), *asked)))
            button.setAttribute("aria-label", spoken)
            put(
                button,
                make("span", canvas, class_="problem-picture"),
                make("b", f"{asked[1]}{mark}"),
                *([make("small", asked[0].rstrip(STOPS))] if least else []),
            )
            buttons.append(button)
            pictures.append((name, canvas))
        put(self._grid, *buttons)
        self._grid.setAttribute("aria-label", translator("Problems"))
        self._grid.dataset.game = game
        recolour()  # the theme may have changed on the home page
        self._drawing.begin(self._drawn(pictures))

    def _drawn(self, pictures: Sequence[tuple[str, Any]]) -> Work[None]:
        """Draws the boards of problems, each without the empty rows above what is on it."""
        for name, canvas in pictures:
            problem = ids.read(name)
            yield 0
            symbols, rows = GAMES[problem.game].symbols, problem.rows
            empty = next((number for number, row in enumerate(rows) if set(row) - {EMPTY}), 0)
            shown = rows[max(0, min(empty - 1, len(rows) - len(rows[0]))) :]
            still_picture(canvas, symbols, Board(shown), (PICTURE, PICTURE), shapes=self._preferences.settings.shapes)
            yield 0

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
        self.problems.go(name)

    def _next(self) -> None:
        self.close()
        self.problems.next()

    def _make(self) -> None:
        self.close()
        if self._position:
            self.problems.make_of(self._open_game, *self._position)

    def _draw(self) -> None:
        self.close()
        if self._composer is None:
            self._composer = Composer(self._translator, self._preferences, self.problems.go)
        name, position = self._open_game, self._position
        self._composer.open(name, partial(position_of, name, *position) if position else None)

    def _days(self) -> None:
        self.close()
        self._open_calendar(PROBLEM)


def _curve(ratings: list[int]) -> list[Any]:
    """Returns the last ratings as a line, if there are two; hidden from screen readers, which have the sentence."""
    if len(ratings) < 2:
        return []
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", f"0 0 {WIDTH} {HEIGHT}")
    svg.setAttribute("aria-hidden", "true")
    path = document.createElementNS(SVG, "path")
    path.setAttribute("d", sparkline([each - min(ratings) for each in ratings]))
    svg.append(path)
    return [svg]
