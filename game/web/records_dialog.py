"""The dialog of the statistics: a table of all presets, how scores are spread, and everything as a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import URL, Blob
from pyodide.ffi import to_js

from game.contract import BadInput
from game.rules import GAMES
from game.statistics import Statistics, Summary
from game.web.dom import as_object, by_id, listen, make, put
from game.web.records import Records
from game.web.settings import Settings
from game.words import Words

FILE = "kesu.json"
LARGEST = 5_000_000


class RecordsDialog:
    """One native dialog, made anew whenever it is opened."""

    def __init__(
        self, words: Words, records: Records, settings: Callable[[], Settings], changed: Callable[[Settings], None]
    ) -> None:
        self._words, self._records, self._settings, self._changed = words, records, settings, changed
        self._dialog = by_id("records")
        self._told: Any = None
        listen(self._dialog, "click", self._clicked)
        listen(self._dialog, "change", self._file_chosen)

    @property
    def is_open(self) -> bool:
        return bool(self._dialog.open)

    def open(self) -> None:
        """Shows the statistics as they are."""
        self._build()
        self._dialog.showModal()

    def _build(self) -> None:
        words, statistics = self._words, self._records.statistics()
        title = make("h2", words("Statistics"), id="records-title")
        self._told = make("p", class_="told", role="status")
        file = make("input", type="file", accept=".json,application/json")
        row = [
            make("button", words("Export to a file"), type="button", data_do="export"),
            make("button", words("Done"), type="button", data_do="close", class_="main"),
        ]
        put(
            self._dialog, title, self._table(statistics),
            put(make("label"), make("span", words("Import from a file; nothing that is here is lost")), file),
            self._told, put(make("div", class_="row"), *row),
        )  # fmt: skip

    def _table(self, statistics: Statistics) -> Any:
        words = self._words
        if not statistics.presets:
            return make("p", words("No game has been finished yet."))
        names = (words("Game"), words("Games"), words("Best"), words("Median"), words("Time"), words("Scores"))
        head = put(make("tr"), *(make("th", name, scope="col") for name in names))
        lines = []
        for preset in statistics.presets:
            summary = statistics.summary(preset)
            if summary is not None:
                lines.append(self._line(preset, summary, statistics))
        return put(make("div", class_="scroll", tabindex="0"), put(make("table"), head, *lines))

    def _line(self, preset: str, summary: Summary, statistics: Statistics) -> Any:
        name, _version, options = preset.split("/", 2)
        title = self._words(GAMES[name].title) if name in GAMES else name
        bins = statistics.distribution(preset)
        most = max((part.games for part in bins), default=1)
        bars = put(make("div", class_="bars", aria_hidden="true"), *(make("i") for _part in bins))
        for bar, part in zip(bars.children, bins, strict=True):
            bar.style.height = f"{100 * part.games / most}%"
        told = ", ".join(f"{part.low}–{part.high}: {part.games}" for part in bins)
        scores = put(make("td"), bars, make("span", told, class_="unseen"))
        heading = make("th", f"{title} {options.replace('&', ', ')}".strip(), scope="row")
        figures = (summary.games, summary.best, f"{summary.median:g}", duration(summary.seconds))
        return put(make("tr"), heading, *(make("td", str(figure)) for figure in figures), scores)

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button:
            if event.target.isSameNode(self._dialog):
                self._dialog.close()
        elif button.getAttribute("data-do") == "close":
            self._dialog.close()
        else:
            self._export()

    def _export(self) -> None:
        try:
            text = self._records.export(self._settings())
        except BadInput as error:
            self._say(self._words(error.message, **error.values))
            return
        address = URL.createObjectURL(Blob.new(to_js([text]), as_object({"type": "application/json"})))
        link = make("a", href=str(address), download=FILE)
        link.click()
        URL.revokeObjectURL(address)

    def _file_chosen(self, event: Any) -> None:
        for file in event.target.files:
            if int(file.size) > LARGEST:
                self._say(self._words("The file {name} is too large.", name=str(file.name)))
            else:
                file.text().then(lambda text: self._take_in(str(text)))

    def _take_in(self, text: str) -> None:
        try:
            settings = self._records.take_in(text, self._settings())
        except BadInput as error:
            self._say(self._words(error.message, **error.values))
            return
        self._changed(settings)
        self._build()
        self._say(self._words("Imported."))

    def _say(self, text: str) -> None:
        self._told.textContent = text


def duration(seconds: int) -> str:
    """Seconds as people read them: 75 → 1:15."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
