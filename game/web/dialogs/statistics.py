"""The dialog of the statistics: a table of all presets, the plots of one of them, and everything as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from js import URL, Blob, window
from pyodide.ffi import to_js

from game.contract import BadInput
from game.rules import GAMES
from game.session import options_of
from game.session.records import Bin, Record, Summary, is_duel, options_in
from game.session.records import Records as Statistics
from game.text import titled
from game.web.dialogs.dialog import Leavable
from game.web.dialogs.plots import Plots
from game.web.dom import as_object, listen, make, put
from game.web.storage.imported import ImportedSaves
from game.web.storage.records import Records
from game.web.storage.settings import Settings
from game.words import BRACKETS, C_, Translator

FILE = "kesu.json"
LARGEST = 5_000_000
PLAYED = C_("one of many played", "Game")
"""Heads a column of numbers: the first game, the second."""
LISTED = 200
"""How many of the last games are in the table of all scores."""


class StatisticsDialog(Leavable):
    """One native dialog, made anew whenever it is opened."""

    def __init__(
        self,
        translator: Translator,
        records: Records,
        settings: Callable[[], Settings],
        changed: Callable[[Settings], None],
        imported: ImportedSaves,
        follow: Callable[[str], None],
    ) -> None:
        super().__init__("records")
        self._translator, self._records, self._settings, self._changed = translator, records, settings, changed
        self._imported, self._follow = imported, follow
        self._message: Any = None
        self._chosen = ""
        self._scores: list[int] = []
        self._first = 1
        self._bins: tuple[Bin, ...] = ()
        self._plots = Plots(str(self._dialog.dataset.href))
        self._detail, self._history, self._spread = make("section", class_="detail"), _place(), _place()
        listen(window, "resize", lambda _event: self._draw())
        listen(self._dialog, "close", lambda _event: self._plots.clear())
        listen(self._dialog, "click", self._clicked)
        listen(self._dialog, "change", self._file_chosen)

    def open(self) -> None:
        """Shows the statistics as they are, beginning with what was played last."""
        statistics = self._records.statistics()
        ends = {preset: statistics.games(preset) for preset in statistics.presets if not is_duel(preset)}
        self._chosen = max(ends, key=lambda preset: ends[preset][-1].at if ends[preset] else 0, default="")
        self._build()
        self._dialog.showModal()
        self._draw()
        if ends:
            self._plots.fetch(self._fetched)

    def _fetched(self, came: bool) -> None:
        if came:
            self._draw()
        elif self._message:
            self._say(self._translator("The charts couldn't be loaded. Here are the numbers."))

    def _build(self) -> None:
        translator, statistics = self._translator, self._records.statistics()
        title = make("h2", translator("Statistics"), id="records-title")
        self._message = make("p", class_="message", role="status")
        file = make("input", type="file", accept=".json,application/json")
        row = [
            make("button", translator("Export to a file"), type="button", data_do="export"),
            make("button", translator("Done"), type="button", data_do="close", class_="main"),
        ]
        put(
            self._dialog, title, self._table(statistics), self._detail, self._duels(statistics),
            put(make("label"), make("span", translator("Import from a file (nothing here is overwritten)")), file),
            self._message, self._brought(), put(make("div", class_="row"), *row),
        )  # fmt: skip
        self._show(statistics)

    def _table(self, statistics: Statistics) -> Any:
        translator = self._translator
        if not statistics.presets:
            return make("p", translator("No finished games yet."))
        names = (
            translator("Game"),
            translator("Games"),
            translator("Best"),
            translator("Median"),
            translator("Time played"),
        )
        head = put(make("tr"), *(make("th", name, scope="col") for name in names))
        lines = []
        for preset in statistics.presets:
            summary = statistics.summary(preset)
            if summary is not None and not is_duel(preset):
                lines.append(self._line(preset, summary))
        return put(make("div", class_="scroll", tabindex="0"), put(make("table"), head, *lines)) if lines else ""

    def _brought(self) -> Any:
        """The games that an import put next to the player's own, each a button that goes on with it."""
        translator, buttons = self._translator, []
        for game, rules in GAMES.items():
            for name, seed in self._imported.seeds(game).items():
                message = translator("Original game") if seed is None else translator("Seed: {seed}", seed=seed)
                label = translator(BRACKETS, text=translator(rules.title), more=message)
                buttons.append(make("button", label, type="button", class_="link", data_brought=name))
        head = translator("Saved games from an import. Playing one swaps it with your current game.")
        return put(make("section", class_="brought"), make("p", head), *buttons) if buttons else ""

    def _duels(self, statistics: Statistics) -> Any:
        """The games against the computer: how many were won, for each strength."""
        translator = self._translator
        names = (translator("Against the computer"), translator("Games"), translator("Won"), translator("Time played"))
        head = put(make("tr"), *(make("th", name, scope="col") for name in names))
        lines = []
        for preset in filter(is_duel, statistics.presets):
            summary = statistics.summary(preset)
            if summary is not None:
                won = round(summary.mean * summary.games)
                figures = (
                    summary.games,
                    translator(
                        BRACKETS, text=won, more=translator("{number}%", number=round(100 * won / summary.games))
                    ),
                    duration(summary.seconds),
                )
                heading = make("th", self._name(preset), scope="row")
                lines.append(put(make("tr"), heading, *(make("td", str(figure)) for figure in figures)))
        return put(make("div", class_="scroll duels", tabindex="0"), put(make("table"), head, *lines)) if lines else ""

    def _line(self, preset: str, summary: Summary) -> Any:
        chosen = str(preset == self._chosen).lower()
        choose = make("button", self._name(preset), type="button", class_="link", data_preset=preset)
        choose.setAttribute("aria-pressed", chosen)
        number = self._translator.number
        middle = number(summary.median, ",.0f" if summary.median == int(summary.median) else ",.1f")
        best = put(make("td"), make("span", number(summary.best)))
        if summary.best != summary.best_unassisted:
            best.append(make("small", self._translator("assisted")))
        return put(
            make("tr", class_="chosen" if preset == self._chosen else ""),
            put(make("th", scope="row"), choose),
            make("td", number(summary.games)),
            best,
            *(make("td", text) for text in (middle, duration(summary.seconds))),
        )

    def _name(self, preset: str) -> str:
        """The game of a preset, and its options where they are other than usual."""
        name, translator = preset.split("/", maxsplit=1)[0], self._translator
        rules = GAMES.get(name)
        known = options_of(rules) if rules else {}
        return titled(rules.title if rules else name, known, options_in(preset), translator)

    def _show(self, statistics: Statistics) -> None:
        """The plots of the preset that was chosen, and their numbers."""
        translator, preset = self._translator, self._chosen
        summary, records = statistics.summary(preset), statistics.games(preset)
        if summary is None or not records:
            put(self._detail)
            return
        scores, bins = [record.score for record in records], statistics.distribution(preset)
        self._scores, self._first, self._bins = scores, 1 + summary.games - len(scores), bins
        self._detail.dataset.game = preset.split("/")[0]
        best = translator("Best: {score}", score=translator.number(max(scores)))
        history = translator("Score of each game. {best}", best=best)
        spread = translator("Score distribution")
        by_score = [
            (
                translator("{low} to {high}", low=translator.number(part.low), high=translator.number(part.high))
                if part.high > part.low
                else translator.number(part.low),
                translator.number(part.games),
            )
            for part in bins
        ]
        by_game = [(number, self._score(record)) for number, record in list(enumerate(records, self._first))[-LISTED:]]
        put(
            self._detail,
            make("h3", self._name(preset)), self._bests(preset, summary, statistics),
            put(make("div", class_="plots"), _figure(self._history, history), _figure(self._spread, spread)),
            put(
                make("details"), make("summary", translator("Show the numbers")),
                put(
                    make(
                        "div", class_="numbers", tabindex="0", role="group", aria_label=translator("Show the numbers")
                    ),
                    _numbers(spread, (translator("Score"), translator("Games")), by_score),
                    _numbers(translator("Score of each game"), (translator(PLAYED), translator("Score")), by_game),
                ),
            ),
        )  # fmt: skip

    def _bests(self, preset: str, summary: Summary, statistics: Statistics) -> Any:
        """The best that was done with these options: score, chain, rows, days in a row."""
        translator = self._translator
        rows = []
        if summary.best_unassisted not in (None, summary.best):
            rows.append((translator("Best without help"), translator.number(summary.best_unassisted or 0)))
        for name, feat in sorted(statistics.feats(preset).items()):
            count = translator.number(feat.most)
            more = translator("assisted")
            rows.append((translator(name), translator(BRACKETS, text=count, more=more) if feat.assisted else count))
        streak = self._records.streak(preset.partition("/")[0])
        if streak.longest:
            rows.append((translator("daily streak, in days"), translator.number(streak.current)))
            rows.append((translator("longest daily streak, in days"), translator.number(streak.longest)))
        pairs = [put(make("div"), make("dt", label), make("dd", value)) for label, value in rows]
        return put(make("dl", class_="bests"), *pairs) if pairs else ""

    def _score(self, record: Record) -> str:
        score = self._translator.number(record.score)
        return self._translator(BRACKETS, text=score, more=self._translator("assisted")) if record.assisted else score

    def _draw(self) -> None:
        """Draws the plots for the room that there is now."""
        if not (self.is_open and self._chosen and self._plots.ready):
            return
        translator = self._translator
        self._plots.clear()
        self._plots.history(self._history, self._first, self._scores, (translator(PLAYED), translator("Score")))
        self._plots.distribution(self._spread, self._bins, (translator("Score"), translator("Games")))

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button:
            return
        if isinstance(preset := button.getAttribute("data-preset"), str):
            self._chosen = preset
            self._build()
            self._draw()
            for each in self._dialog.querySelectorAll("[aria-pressed=true]"):
                each.focus()
        elif isinstance(name := button.getAttribute("data-brought"), str):
            self._dialog.close()
            self._follow(f"?game={self._imported.exchange(name)}")
        elif button.getAttribute("data-do") == "close":
            self._dialog.close()
        else:
            self._export()

    def _export(self) -> None:
        try:
            text = self._records.export(self._settings())
        except BadInput as error:
            self._say(self._translator.error(error))
            return
        address = URL.createObjectURL(Blob.new(to_js([text]), as_object({"type": "application/json"})))
        link = make("a", href=str(address), download=FILE)
        link.click()
        URL.revokeObjectURL(address)

    def _file_chosen(self, event: Any) -> None:
        for file in event.target.files:
            if int(file.size) > LARGEST:
                self._say(self._translator("The file {name} is too large.", name=str(file.name)))
            else:
                file.text().then(lambda text: self._take_in(str(text)))

    def _take_in(self, text: str) -> None:
        try:
            settings = self._records.take_in(text, self._settings())
        except BadInput as error:
            self._say(self._translator.error(error))
            return
        self._changed(settings)
        self._build()
        self._draw()
        self._say(self._translator("Imported."))

    def _say(self, text: str) -> None:
        self._message.textContent = text


def _place() -> Any:
    return make("div", class_="plot", aria_hidden="true")


def _figure(place: Any, message: str) -> Any:
    """A plot with its words."""
    return put(make("figure"), make("figcaption", message), place)


def _numbers(caption: str, names: tuple[str, str], rows: Sequence[tuple[object, object]]) -> Any:
    """A table of two columns."""
    head = put(make("tr"), *(make("th", name, scope="col") for name in names))
    lines = [put(make("tr"), make("th", str(key), scope="row"), make("td", str(value))) for key, value in rows]
    return put(make("table"), make("caption", caption), head, *lines)


def duration(seconds: int) -> str:
    """Seconds as people read them: 75 → 1:15."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
