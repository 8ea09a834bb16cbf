"""One option set in the statistics: its bests, two plots, and the same numbers as tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from game.session.daily import Streak
from game.session.records import Bin, Record, Records, Totals, is_by_time
from game.web.dialogs.plots import Plots
from game.web.dialogs.statistics_tables import formatted_median, number_table, option_set_name
from game.web.platform.dates import formatted_day
from game.web.platform.dom import make, put
from game.web.platform.handover import OnDone
from game.words import BRACKETS, C_, Translator, capital

PLAYED = C_("one of many played", "Game")
"""The headings of a column of numbers: the first game, the second, and so on."""
LISTED = 200
"""Number of latest games in the table of scores."""
FASTEST = 10
"""Number of games in the table of best times."""


class Detail:
    """A section, filled for the chosen option set."""

    def __init__(self, translator: Translator, style: str) -> None:
        """`style` is the address of the plots' style sheet."""
        self.element = make("section", class_="detail")
        self._translator, self._plots = translator, Plots(style)
        self._history, self._spread = (make("div", class_="plot", aria_hidden="true") for _ in range(2))
        self._scores: list[int] = []
        self._first = 1
        self._bins: tuple[Bin, ...] = ()

    def show(self, statistics: Records, preset: str, streak: Streak) -> None:
        """Shows an option set and the daily streak of its game; nothing if it was never played."""
        translator, totals, records = self._translator, statistics.totals(preset), statistics.games(preset)
        self._scores = [record.score for record in records]
        if totals is None or not records:
            put(self.element)
            return
        self._first, self._bins = 1 + totals.games - len(records), statistics.distribution(preset)
        self.element.dataset.game = preset.split("/", maxsplit=1)[0]
        if is_by_time(preset):
            self._show_times(preset, records)
            return
        best = translator("Best: {score}", score=translator.number(max(self._scores)))
        history, spread = translator("Score of each game. {best}", best=best), translator("Score distribution")
        by_score = [(self._range(part), translator.number(part.games)) for part in self._bins]
        by_game = [(number, self._score(record)) for number, record in list(enumerate(records, self._first))[-LISTED:]]
        label = translator("Show the numbers")
        figures = [_figure(self._history, history)] if self._is_curve else []
        figures += [_figure(self._spread, spread)] if self._is_histogram else []
        put(
            self.element,
            make("h3", option_set_name(preset, translator)),
            self._bests(statistics, preset, totals, streak),
            make("div", *figures, class_="plots"),
            make(
                "details",
                make("summary", label),
                make(
                    "div",
                    number_table(spread, (translator("Score"), translator("Games")), by_score),
                    number_table(translator("Score of each game"), (translator(PLAYED), translator("Score")), by_game),
                    class_="numbers",
                    tabindex="0",
                    role="group",
                    aria_label=label,
                ),
            ),
        )

    def _show_times(self, preset: str, records: Sequence[Record]) -> None:
        """Shows the best times of an option set, each with its day, the fastest first."""
        translator = self._translator
        self._scores = []  # times have no plots
        best = sorted(records, key=lambda record: -record.score)[:FASTEST]
        rows = [
            (self._marked(translator.formatted_time(-record.score), assisted=record.assisted),
             formatted_day(date.fromtimestamp(record.at), translator.language, dateStyle="medium"))
            for record in best
        ]  # fmt: skip
        table = number_table(translator("The best times"), (translator("Time"), translator("Day")), rows)
        put(self.element, make("h3", option_set_name(preset, translator)), make("div", table, class_="numbers"))

    def fetch_plots(self, then: OnDone) -> None:
        """Fetches the plot library; calls `then` with whether it has loaded."""
        self._plots.fetch(then)

    def draw(self) -> None:
        """Draws the plots to fit the current width."""
        if not (self._scores and self._plots.ready):
            return
        translator = self._translator
        self.clear()
        if self._is_curve:
            self._plots.history(self._history, self._first, self._scores, (translator(PLAYED), translator("Score")))
        if self._is_histogram:
            self._plots.distribution(self._spread, self._bins, (translator("Score"), translator("Games")))

    @property
    def _is_curve(self) -> bool:
        """Whether there is more than one dot."""
        return len(self._scores) > 1

    @property
    def _is_histogram(self) -> bool:
        """Whether there is more than one bar."""
        return len(self._bins) > 1

    def clear(self) -> None:
        """Removes the plots."""
        self._plots.clear()

    def _bests(self, statistics: Records, preset: str, totals: Totals, streak: Streak) -> Any:
        """Returns the bests with these options: score, chain, rows, daily streak."""
        translator = self._translator
        # On a phone the table has no room for the median.
        rows = [(translator("Median"), formatted_median(statistics, preset, translator))]
        if totals.best_unassisted not in (None, totals.best):
            rows.append((translator("Best without help"), translator.number(totals.best_unassisted or 0)))
        for name, feat in sorted(statistics.feats(preset).items()):
            rows.append((translator(name), self._marked(translator.number(feat.most), assisted=feat.assisted)))
        if streak.longest:
            rows.append((translator("daily streak, in days"), translator.number(streak.current)))
            rows.append((translator("longest daily streak, in days"), translator.number(streak.longest)))
        pairs = [make("div", make("dt", capital(label)), make("dd", value)) for label, value in rows]
        return make("dl", *pairs, class_="bests")

    def _range(self, part: Bin) -> str:
        return self._translator.span(part.low, part.high)

    def _score(self, record: Record) -> str:
        return self._marked(self._translator.number(record.score), assisted=record.assisted)

    def _marked(self, result: str, *, assisted: bool) -> str:
        """Returns a result, marked if it was assisted."""
        translator = self._translator
        return translator(BRACKETS, text=result, more=translator("assisted")) if assisted else result


def _figure(place: Any, message: str) -> Any:
    """Returns a plot with its caption."""
    return make("figure", make("figcaption", message), place)
