"""The statistics dialog: a table of all option sets, one of them in detail, and the backup."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from js import window

from game.player.player_data import PlayerData
from game.player.preferences import Preferences
from game.player.settings import Settings
from game.rules import GAMES
from game.session.addresses import query
from game.session.records import against_computer
from game.web.dialogs.backup_dialog import BackupPart
from game.web.dialogs.dialog import DismissibleDialog
from game.web.dialogs.statistics_detail import Detail
from game.web.dialogs.statistics_tables import against_the_computer, option_sets
from game.web.platform.dom import listen, make, put, row
from game.words import BRACKETS, Translator


class StatisticsDialog(DismissibleDialog):
    """A native dialog, rebuilt whenever it opens."""

    def __init__(
        self,
        translator: Translator,
        data: PlayerData,
        preferences: Preferences,
        changed: Callable[[Settings], None],
        go_to: Callable[[str], None],
        sum_up_problems: Callable[[Any], object],
    ) -> None:
        """`sum_up_problems` fills a place with what the player has done with problems."""
        super().__init__("records")
        self._translator, self._data, self._changed, self._go_to = translator, data, changed, go_to
        self._chosen, self._problems, self._sum_up_problems = "", make("section"), sum_up_problems
        self._doubted = ""
        """The imported save that the next click on its button deletes."""
        self._detail = Detail(translator, str(self._dialog.dataset.href))
        self._backup = BackupPart(translator, data, preferences, self._taken_in, self.say)
        listen(window, "resize", lambda _event: self._draw())
        listen(self._dialog, "close", lambda _event: self._detail.clear())

    def open(self) -> None:
        """Shows the current statistics, with the option set played last in detail."""
        statistics = self._data.finished.all()
        ends = {preset: statistics.games(preset) for preset in statistics.presets if not against_computer(preset)}
        self._chosen = max(ends, key=lambda preset: ends[preset][-1].at if ends[preset] else 0, default="")
        self.say("")
        self._doubted = ""
        self._build()
        self._sum_up_problems(self._problems)
        self.show()
        self._draw()
        if ends:
            self._detail.fetch_plots(self._fetched)

    def _fetched(self, *, done: bool) -> None:
        if done:
            self._draw()
        else:
            self.say(self._translator("The charts couldn't be loaded. Here are the numbers."))

    def _build(self) -> None:
        translator, statistics = self._translator, self._data.finished.all()
        put(
            self._dialog,
            self._title(translator("Statistics")),
            option_sets(statistics, self._choose_button, translator),
            self._detail.element,
            against_the_computer(statistics, translator),
            self._problems,
            self._backup.field,
            self._message,
            self._imported_saves(),
            row(self._backup.button, self._close_button(translator("Close"))),
        )
        streak = self._data.dailies.streak(self._chosen.partition("/")[0])
        self._detail.show(statistics, self._chosen, streak)

    def _imported_saves(self) -> Any:
        """Returns the imported saves, each with a button to play it and one to delete it."""
        translator, rows = self._translator, []
        for game, rules in GAMES.items():
            for name, seed in self._data.imported.seeds(game).items():
                message = translator("Classic game") if seed is None else translator("Seed: {seed}", seed=seed)
                label = translator(BRACKETS, text=translator(rules.title), more=message)
                play = self.button(label, f"play {name}", partial(self._play, name), class_="link")
                spoken = translator("Delete {name}", name=label)
                delete = partial(self._delete, name)
                rows.append(row(play, self.button(translator("Delete"), f"delete {name}", delete, aria_label=spoken)))
        head = translator("Saved games from an import. Playing one swaps it with your current game.")
        return make("section", make("p", head), *rows, class_="brought") if rows else ""

    def _draw(self) -> None:
        if self.is_open:
            self._detail.draw()

    def _choose_button(self, label: str, preset: str) -> Any:
        """Returns the button that shows an option set in detail."""
        button = self.button(label, f"choose {preset}", lambda: self._choose(preset), class_="link")
        button.setAttribute("aria-pressed", str(preset == self._chosen).lower())
        return button

    def _choose(self, preset: str) -> None:
        self._chosen = preset
        self._build()
        self._draw()
        for each in self._dialog.querySelectorAll("[aria-pressed=true]"):
            each.focus()

    def _play(self, name: str) -> None:
        """Plays an imported save instead of the current game."""
        self.close()
        self._go_to(query({"game": self._data.imported.exchange(name)}))

    def _delete(self, name: str) -> None:
        """Deletes an imported save at the second click."""
        if name != self._doubted:
            self._doubted = name
            self.say(self._translator("A deleted game doesn't come back. Press the button again to delete it."))
            return
        self._data.imported.remove(name)
        self._build()
        self._draw()
        self._dialog.querySelector(".row .main").focus()
        self.say(self._translator("Deleted."))

    def _taken_in(self, settings: Settings) -> None:
        """Shows the statistics after an import, and passes on its settings."""
        self._changed(settings)
        self._build()
        self._draw()
        self.say(self._translator("Imported."))
