"""Export and import of all the player's data as a file: a part of the statistics dialog."""

from __future__ import annotations

from collections.abc import Callable

from game.contract import BadInput
from game.player.player_data import LARGEST, PlayerData
from game.player.preferences import Preferences
from game.player.settings import Settings
from game.web.platform.dom import listen, make
from game.web.platform.handover import read_chosen, save_text
from game.words import Translator

FILE = "kesu.json"


class BackupPart:
    """A button that saves the file, and a field that reads one."""

    def __init__(
        self,
        translator: Translator,
        data: PlayerData,
        preferences: Preferences,
        taken_in: Callable[[Settings], None],
        say: Callable[[str], None],
    ) -> None:
        """Calls `taken_in` with the settings after an import, and `say` with the text of an error."""
        self._translator, self._data, self._preferences = translator, data, preferences
        self._taken_in, self._say = taken_in, say
        self.button = make("button", translator("Export to a file"), type="button")
        self._file = make("input", type="file", accept=".json,application/json")
        text = translator("Import from a file (nothing here is overwritten)")
        self.field = make("label", make("span", text), self._file, class_="file-button")
        listen(self.button, "click", lambda _event: self._export())
        listen(self._file, "change", lambda _event: self._chosen())

    def _export(self) -> None:
        try:
            text = self._data.export(self._preferences.settings)
        except BadInput as error:
            self._say(self._translator.error(error))
            return
        save_text(text, "application/json", FILE)

    def _chosen(self) -> None:
        read_chosen(
            self._file,
            LARGEST,
            lambda _name, text: self._take_in(text),
            lambda name: self._say(self._translator("The file {name} is too large.", name=name)),
        )
        self._file.value = ""  # so that choosing the same file again fires a change

    def _take_in(self, text: str) -> None:
        try:
            settings = self._data.take(text, self._preferences.settings)
        except BadInput as error:
            self._say(self._translator.error(error))
        else:
            self._taken_in(settings)
