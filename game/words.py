"""Texts shown to people: English in the code, other languages from gettext catalogues (static/words)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from gettext import c2py


def N_(message: str) -> str:
    """Marks a message where it is written; it is translated where it is shown."""
    return message


LANGUAGES = {"en": "English", "ja": "日本語", "vi": "Tiếng Việt", "zh-Hant": "繁體中文", "zh-Hans": "简体中文"}
"""Tag → the name of a language in itself."""

PLURALS = ""
"""The entry of a catalogue with its plural rule, in gettext's notation: `n != 1`."""

LIST, TEXT, LABEL = N_("{first}, {second}"), N_("{first} {second}"), N_("{label}: {value}")
"""How to join the items of a list, two sentences, and a label with its value."""

Entries = Mapping[str, str | Sequence[str]]
"""A catalogue: English → the text in another language, or its plural forms."""


class Words:
    """The translator into one language; without a catalogue, texts stay English."""

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
        """The message in the plural form for `count`, which also fills {count}."""
        found = self._entries.get(one, (one, many))
        forms = (found,) if isinstance(found, str) else found
        return self._filled(forms[min(int(self._form(count)), len(forms) - 1)], {"count": count, **values})

    def listed(self, items: Iterable[str]) -> str:
        """Items as one list, with this language's separator."""
        return self._paired(LIST, items)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences, each with its full stop, joined; empty ones are left out."""
        return self._paired(TEXT, filter(None, sentences))

    def labelled(self, label: str, value: object) -> str:
        """A label and its value, both already in this language."""
        return self(LABEL, label=label, value=value)

    def _paired(self, message: str, parts: Iterable[str]) -> str:
        texts = list(parts)
        return reduce(lambda first, second: self(message, first=first, second=second), texts) if texts else ""

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        return text.format(**{name: self._translated(value) for name, value in values.items()}) if values else text

    def _translated(self, value: object) -> object:
        """A value as it is, but an error inside an error is translated too."""
        message, values = getattr(value, "message", None), getattr(value, "values", None)
        return self(message, **values) if isinstance(message, str) and isinstance(values, dict) else value
