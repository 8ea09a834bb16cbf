"""Export and import of all the player's data as a file: a part of the statistics dialog."""

from __future__ import annotations

from collections.abc import Callable

from js import Blob
from pyodide.ffi import to_js

from game.contract import BadInput
from game.web.dialogs import exports
from game.web.page import Preferences
from game.web.platform.dom import as_object, listen, make, put
from game.web.storage.player_data import PlayerData
from game.web.storage.settings import Settings
from game.words import Translator

FILE = "kesu.json"
LARGEST = 5_000_000


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
        title = make("span", translator("Import from a file (nothing here is overwritten)"))
        self.field = put(make("label"), title, self._file)
        listen(self.button, "click", lambda _event: self._export())
        listen(self._file, "change", lambda _event: self._chosen())

    def _export(self) -> None:
        try:
            text = self._data.export(self._preferences.settings)
        except BadInput as error:
            self._say(self._translator.error(error))
            return
        exports.save(Blob.new(to_js([text]), as_object({"type": "application/json"})), FILE)

    def _chosen(self) -> None:
        for file in self._file.files:
            if int(file.size) > LARGEST:
                self._say(self._translator("The file {name} is too large.", name=str(file.name)))
            else:
                file.text().then(lambda text: self._take_in(str(text)))
        self._file.value = ""  # so that choosing the same file again fires a change

    def _take_in(self, text: str) -> None:
        try:
            settings = self._data.take(text, self._preferences.settings)
        except BadInput as error:
            self._say(self._translator.error(error))
        else:
            self._taken_in(settings)
