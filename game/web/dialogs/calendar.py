"""The calendar of daily challenges: a month of one game, with the result of each day; any past day can be played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from game.rules import GAMES
from game.session.addresses import PROBLEM_HASH, query
from game.session.daily import DAY, FIRST_DAY, WEEK, Try, add_months, day_result_name, is_old, month_of, seed_of_day
from game.store.dailies import DAILY, PROBLEM, Dailies
from game.web.dialogs.dialog import DismissibleDialog
from game.web.platform.dates import first_weekday, formatted_day
from game.web.platform.dom import labelled, listen, make, put
from game.words import C_, N_, Translator, capital

OLD = "*"
"""Marks a result that was counted under the old form of the daily game."""
SOLVED, FAILED = "✓", "✗"
"""The results of a problem."""
SAMPLES = ("done", "assisted", "half")
"""CSS classes of the marks in the legend."""


class CalendarDialog(DismissibleDialog):
    """A native dialog, rebuilt whenever it opens."""

    def __init__(self, translator: Translator, dailies: Dailies, go_to: Callable[[str], None]) -> None:
        super().__init__("calendar")
        self._translator, self._dailies, self._go_to = translator, dailies, go_to
        self._titles = {**{name: rules.title for name, rules in GAMES.items()}, PROBLEM: N_("Problem of the day")}
        self._game = next(iter(GAMES))
        self._chosen = FIRST_DAY
        """The day under the arrow keys; its month is shown."""
        self._month, self._streak = make("p", id="calendar-month", role="status"), make("p", class_="message")
        self._note = make("p", class_="message")
        self._back, self._on = self._turn("‹", -1), self._turn("›", 1)
        self._table = make("table", role="grid", aria_labelledby="calendar-month")
        listen(self._dialog, "change", self._game_chosen)
        listen(self._table, "keydown", self._key)

    def open(self, game: str | None) -> None:
        """Shows the current month, of the given game if it is known."""
        self._game = game if game in self._titles else self._game
        self._chosen = self._last
        self._build()
        self.show()
        self._focus()

    @property
    def _last(self) -> date:
        """The last day that can be played: today, unless the clock is far behind."""
        return max(self._dailies.today(), FIRST_DAY)

    def _turn(self, sign: str, months: int) -> Any:
        """Returns the button that turns to another month."""

        def turn() -> None:
            self._go(add_months(self._chosen, months))
            if button.disabled:
                self._focus()

        button = self.button(sign, f"turn {months}", turn, class_="icon")
        return button

    def _build(self) -> None:
        translator = self._translator
        select = make("select")
        for name, title in self._titles.items():
            option = make("option", translator(title), value=name)
            option.selected = name == self._game
            select.append(option)
        self._back.setAttribute("aria-label", translator("Previous month"))
        self._on.setAttribute("aria-label", translator("Next month"))
        texts = (translator(C_("day", "Done")), translator("Assisted"), translator("In progress"))
        legend = [
            make("span", make("i", class_=f"sample {mark}", aria_hidden="true"), make("span", text))
            for mark, text in zip(SAMPLES, texts, strict=True)
        ]
        put(
            self._dialog,
            self._title(translator("Daily challenges")),
            labelled(translator("Game"), select),
            make("div", self._back, self._month, self._on, class_="month"),
            self._table,
            make("p", *legend, class_="legend"),
            self._streak,
            self._note,
            make(
                "p",
                translator("A day played later is practice: it doesn't count towards your streak."),
                class_="message",
            ),
        )
        self._show()

    def _show(self) -> None:
        """Shows the month of the chosen day."""
        translator, language = self._translator, self._translator.language
        self._dialog.dataset.game = self._game
        title = capital(formatted_day(self._chosen, language, month="long", year="numeric"))
        if str(self._month.textContent) != title:
            self._month.textContent = title
        weeks = month_of(self._chosen, first_weekday(language))
        heads = [
            make(
                "th",
                make("span", formatted_day(day, language, weekday="long"), class_="unseen"),
                make("span", formatted_day(day, language, weekday="narrow"), aria_hidden="true"),
                scope="col",
            )
            for day in weeks[0]
        ]
        rows = [make("tr", *map(self._cell, week)) for week in weeks]
        put(self._table, make("thead", make("tr", *heads)), make("tbody", *rows))
        self._back.disabled = self._chosen.replace(day=1) <= FIRST_DAY
        self._on.disabled = (self._chosen.year, self._chosen.month) >= (self._last.year, self._last.month)
        marked = any(
            self._is_old(day) and tried.score is not None for day, tried in self._dailies.all().days(self._game)
        )
        note = translator("{mark} Counted under the old rules, with no move limit and no opponent.", mark=OLD)
        self._note.textContent = note if marked else ""
        streak = self._dailies.streak(self._game)
        self._streak.textContent = translator.joined(
            translator.sentence(text)
            for text in (
                translator("{days}-day streak", days=streak.current) if streak.current > 1 else "",
                translator("Longest streak: {days} days", days=streak.longest) if streak.longest > 1 else "",
            )
            if text
        )

    def _cell(self, day: date) -> Any:
        """Returns the table cell of a day, empty outside the month; its button is enabled if the day can be played."""
        cell = make("td", role="gridcell")
        if day.month != self._chosen.month:
            return cell
        tried = self._dailies.all().tried(self._game, day)
        translator, language = self._translator, self._translator.language
        whole = formatted_day(day, language, weekday="long", day="numeric", month="long", year="numeric")
        label = translator.labelled(whole, self._state(day, tried)) if tried else whole
        number = str(seed_of_day(day))
        attributes = {"aria_label": label, "class_": _mark(tried), "data_day": number}
        button = self.button("", f"day {number}", lambda: self._play(day), **attributes)
        button.tabIndex = 0 if day == self._chosen else -1
        button.disabled = not FIRST_DAY <= day <= self._last
        if day == self._dailies.today():
            button.setAttribute("aria-current", "date")
        score = self._result(day, tried.score) if tried and tried.score is not None else ""
        return put(cell, put(button, make("span", str(day.day)), make("span", score, class_="score")))

    def _result(self, day: date, result: int) -> str:
        """Returns a day's result; one that was counted under the old form is marked."""
        if self._game == PROBLEM:
            return SOLVED if result else FAILED
        name = day_result_name(GAMES[self._game], day, result, self._translator)
        return f"{name}{OLD}" if self._is_old(day) else name

    def _is_old(self, day: date) -> bool:
        return self._game != PROBLEM and is_old(GAMES[self._game], day)

    def _state(self, day: date, tried: Try) -> str:
        translator = self._translator
        if tried.score is None:
            return translator("In progress")
        score = self._result(day, tried.score)
        return translator.clauses([score, translator("assisted")]) if tried.assisted else score

    def _go(self, day: date) -> None:
        """Goes to a day, or to the nearest that can be played."""
        self._chosen = min(max(day, FIRST_DAY), self._last)
        self._show()

    def _focus(self) -> None:
        self._table.querySelector(f'[data-day="{seed_of_day(self._chosen)}"]').focus()

    def _key(self, event: Any) -> None:
        day, first = self._chosen, first_weekday(self._translator.language)
        since = (day.isoweekday() - first) % WEEK * DAY
        steps = {
            "ArrowLeft": day - DAY,
            "ArrowRight": day + DAY,
            "ArrowUp": day - WEEK * DAY,
            "ArrowDown": day + WEEK * DAY,
            "Home": day - since,
            "End": day - since + (WEEK - 1) * DAY,
            "PageUp": add_months(day, -1),
            "PageDown": add_months(day, 1),
        }
        wanted = steps.get(str(event.key))
        if wanted is not None:
            event.preventDefault()
            self._go(wanted)
            self._focus()

    def _play(self, day: date) -> None:
        self.close()
        number = str(seed_of_day(day))
        self._go_to(
            f"./{PROBLEM_HASH}{number}" if self._game == PROBLEM else query({"game": self._game, DAILY: number})
        )

    def _game_chosen(self, event: Any) -> None:
        self._game = str(event.target.value)
        self._show()


def _mark(tried: Try | None) -> str:
    if tried is None:
        return ""
    return "half" if tried.score is None else "assisted" if tried.assisted else "done"
