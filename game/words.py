"""The words shown to people: English in the code, other languages from gettext catalogues (static/words)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from gettext import c2py


def N_(message: str) -> str:
    """Marks a message for translation where it is written; it is translated where it is shown."""
    return message


LANGUAGES = {"en": "English", "ja": "日本語", "vi": "Tiếng Việt", "zh-Hant": "繁體中文", "zh-Hans": "简体中文"}
"""The languages that there are, by their tags, each named in itself."""

PLURALS = ""
"""The entry of a catalogue that tells how its forms are chosen, as gettext writes it: `n != 1`."""

LIST, TEXT, LABEL = N_("{first}, {second}"), N_("{first} {second}"), N_("{label}: {value}")
"""How several things, several sentences, and a name with its value are put together."""

Entries = Mapping[str, str | Sequence[str]]
"""A catalogue: English → the same in another language, or its plural forms."""


class Words:
    """One language's words; without a catalogue, the English ones."""

    def __init__(self, language: str = "en", entries: Entries | None = None) -> None:
        self.language = language
        self._entries = entries or {}
        rule = self._entries.get(PLURALS, "n != 1")
        self._form: Callable[[int], int] = c2py(rule if isinstance(rule, str) else "0")

    def __call__(self, message: str, **values: object) -> str:
        """The message in this language, its {names} filled in."""
        found = self._entries.get(message, message) if message else ""
        return self._filled(found if isinstance(found, str) else found[-1], values)

    def plural(self, one: str, many: str, count: int, **values: object) -> str:
        """The message in the form that this language has for so many; `count` fills {count} too."""
        found = self._entries.get(one, (one, many))
        forms = (found,) if isinstance(found, str) else found
        return self._filled(forms[min(int(self._form(count)), len(forms) - 1)], {"count": count, **values})

    def listed(self, items: Iterable[str]) -> str:
        """Several things in a row, as this language parts them."""
        return self._paired(LIST, items)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences, each with its full stop, one after the other; empty ones are left out."""
        return self._paired(TEXT, filter(None, sentences))

    def labelled(self, label: str, value: object) -> str:
        """A value with its name; both are in this language already."""
        return self(LABEL, label=label, value=value)

    def _paired(self, message: str, parts: Iterable[str]) -> str:
        told = list(parts)
        return reduce(lambda first, second: self(message, first=first, second=second), told) if told else ""

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        return text.format(**{name: self._told(value) for name, value in values.items()}) if values else text

    def _told(self, value: object) -> object:
        """A value as it is; an error within an error in this language too."""
        message, values = getattr(value, "message", None), getattr(value, "values", None)
        return self(message, **values) if isinstance(message, str) and isinstance(values, dict) else value
