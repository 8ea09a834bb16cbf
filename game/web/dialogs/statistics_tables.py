"""The tables of the statistics: option sets, games against the computer, and the numbers of a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.rules import GAMES
from game.session import all_options
from game.session.daily import is_of_day
from game.session.records import BY_TIME, Records, Totals, against_computer, is_by_time, options_in
from game.text import titled
from game.web.platform.dates import formatted_duration
from game.web.platform.dom import make, table_head, table_row
from game.words import BRACKETS, Translator


def option_sets(statistics: Records, button: Callable[[str, str], Any], translator: Translator) -> Any:
    """Returns a table of games for one player; `button` makes the one that chooses an option set, from name and set."""
    if not statistics.presets:
        return make("p", translator("No finished games yet."))
    names = (
        translator("Game"),
        translator("Games"),
        translator("Best"),
        translator("Median"),
        translator("Time played"),
    )
    lines = [
        _option_set(statistics, preset, totals, button(option_set_name(preset, translator), preset), translator)
        for preset, totals in _presets(statistics, against=False)
    ]
    return _scrolled("scroll", names, lines)


def against_the_computer(statistics: Records, translator: Translator) -> Any:
    """Returns a table of games against the computer, with the number won at each strength."""
    names = (translator("Against the computer"), translator("Games"), translator("Won"), translator("Time played"))
    lines = []
    for preset, totals in _presets(statistics, against=True):
        won = totals.sum
        share = translator("{number}%", number=round(100 * won / totals.games))
        figures = (
            str(totals.games),
            translator(BRACKETS, text=won, more=share),
            formatted_time_played(totals.seconds, translator),
        )
        lines.append(table_row(option_set_name(preset, translator), *figures))
    return _scrolled("scroll duels", names, lines)


def number_table(caption: str, names: tuple[str, str], rows: Sequence[tuple[object, object]]) -> Any:
    """Returns a table of two columns."""
    lines = [table_row(str(key), str(value)) for key, value in rows]
    return make("table", make("caption", caption), table_head(*names), *lines)


def option_set_name(preset: str, translator: Translator) -> str:
    """Returns the game of an option set, with the options that differ from the defaults."""
    name = preset.split("/", maxsplit=1)[0]
    rules = GAMES.get(name)
    known, options = all_options(rules) if rules else {}, options_in(preset.removesuffix(f"&{BY_TIME}"))
    if rules and is_of_day(rules, options):
        return translator("{game}, daily", game=translator(rules.title))
    title = titled(rules.title if rules else name, known, options, translator)
    return translator.labelled(title, translator("best times")) if is_by_time(preset) else title


def result(preset: str, score: float, translator: Translator) -> str:
    """Returns the result of a game of an option set: its score, or its time."""
    return translator.formatted_time(round(-score)) if is_by_time(preset) else translator.number(score)


def formatted_median(statistics: Records, preset: str, translator: Translator) -> str:
    """Returns the formatted median result."""
    middle = statistics.median(preset)
    if is_by_time(preset):
        return result(preset, middle, translator)
    return translator.number(middle, ",.0f" if middle == int(middle) else ",.1f")


def formatted_time_played(seconds: int, translator: Translator) -> str:
    """Formats seconds as minutes and hours, rounded up to whole minutes."""
    return formatted_duration(-(-seconds // 60), translator.language)


def _presets(statistics: Records, *, against: bool) -> list[tuple[str, Totals]]:
    """Returns the presets with finished games against the computer, or all others, and their totals."""
    found = [
        (preset, statistics.totals(preset)) for preset in statistics.presets if against_computer(preset) == against
    ]
    return [(preset, totals) for preset, totals in found if totals is not None]


def _option_set(statistics: Records, preset: str, totals: Totals, choose: Any, translator: Translator) -> Any:
    chosen = str(choose.getAttribute("aria-pressed")) == "true"
    best = make("td", make("span", result(preset, totals.best or 0, translator)))
    if totals.best != totals.best_unassisted:
        best.append(make("small", translator("assisted")))
    return make(
        "tr",
        make("th", choose, scope="row"),
        make("td", translator.number(totals.games)),
        best,
        make("td", formatted_median(statistics, preset, translator)),
        make("td", formatted_time_played(totals.seconds, translator), translate="no"),
        class_="chosen" if chosen else "",
    )


def _scrolled(kind: str, names: Sequence[str], lines: Sequence[Any]) -> Any:
    """Returns a table in a scrollable box; an empty text if it has no rows."""
    return make("div", make("table", table_head(*names), *lines), class_=kind, tabindex="0") if lines else ""
