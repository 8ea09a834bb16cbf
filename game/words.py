"""The words shown to people: English in the code, other languages from gettext catalogues."""

from __future__ import annotations

import gettext


def N_(message: str) -> str:
    """Marks a message for translation where it is written; it is translated where it is shown."""
    return message


class Words:
    """One language's words; without a catalogue, the English ones."""

    def __init__(self, language: str = "en", catalogue: gettext.NullTranslations | None = None) -> None:
        self.language = language
        self._catalogue = catalogue or gettext.NullTranslations()

    def __call__(self, message: str, **values: object) -> str:
        """The message in this language, its {names} filled in."""
        text = self._catalogue.gettext(message)
        return text.format(**{name: self._told(value) for name, value in values.items()}) if values else text

    def _told(self, value: object) -> object:
        """A value as it is; an error within an error in this language too."""
        message, values = getattr(value, "message", None), getattr(value, "values", None)
        return self(message, **values) if isinstance(message, str) and isinstance(values, dict) else value
