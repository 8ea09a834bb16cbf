"""Texts shown to people: English in the code, other languages from gettext catalogues (static/words)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import reduce
from gettext import c2py
from typing import Any, Protocol, cast


def N_(message: str) -> str:
    """Marks a message for translation, which happens where it is shown."""
    return message


def capital(text: str) -> str:
    """Capitalizes a phrase, in any language, on its own, such as on a button or before a field."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Begins a phrase with a small letter, as within a sentence, unless it is a letter or an abbreviation."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


CONTEXT = "\4"
"""Separates a context from its message, as in gettext's compiled catalogues."""


def C_(context: str, message: str) -> str:
    """Marks a message that is ambiguous in English, with its meaning here as context: a separate message."""
    return context + CONTEXT + message


PLURAL = "\0"
"""Separates the forms of a message with a plural, as in gettext's compiled catalogues."""


def P_(one: str, many: str) -> str:
    """Marks a message whose value {count} decides its form: it is filled like any other message."""
    return one + PLURAL + many


LANGUAGES = {"en": "English", "ja": "日本語", "vi": "Tiếng Việt", "zh-Hant": "繁體中文", "zh-Hans": "简体中文"}
"""Each language's own name, by its tag."""

PLURALS = ""
"""The catalogue entry for the plural rule, in gettext's notation, such as `n != 1`."""

LIST, CLAUSES = C_("things", "{first}, {second}"), C_("clauses", "{first}, {second}")
"""How to join the items of a list, and the clauses of a sentence."""
TEXT, SENTENCE = N_("{first} {second}"), N_("{text}.")
"""How to join two sentences, and how a phrase becomes a sentence."""
ENDS = ("?", "!", "？", "！")
"""After these, a sentence has no full stop."""
LABEL, BRACKETS = N_("{label}: {value}"), N_("{text} ({more})")
"""How to join a label with its value, and a text with an addition."""
RANGE = N_("{low} to {high}")

NUMBER = "1,234.5"
"""The catalogue entry that shows how the language writes numbers."""

BEGIN, END = "\ue000", "\ue001"
"""Around a value in a Chinese text, until its blanks are right."""
NEEDLESS = re.compile(f"(?<=[一-鿿]) {BEGIN}(?=[一-鿿])|(?<=[一-鿿]){END} (?=[一-鿿])")
MISSING = re.compile(f"(?<=[一-鿿]){BEGIN}(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%]){END}(?=[一-鿿])")
"""A blank separates Chinese from Latin letters and digits, and nothing else."""

CatalogueEntries = Mapping[str, str | Sequence[str]]
"""A catalogue: by English text, the text in another language, or its plural forms."""


class Listed(tuple[str, ...]):
    """Items in a message, joined to a list as the language does it."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self)


class Translatable(Protocol):
    """A message with the values that fill it, such as BadInput."""

    @property
    def message(self) -> str: ...
    @property
    def values(self) -> Mapping[str, object]: ...


class Translator:
    """Translates into one language; without a catalogue, texts stay English."""

    def __init__(self, language: str = "en", entries: CatalogueEntries | None = None) -> None:
        self.language = language
        self._entries = entries or {}
        self.day: Callable[[date], str] = date.isoformat
        """Names a day in a sentence; a page that knows the language's months sets another."""
        rule = self._entries.get(PLURALS, "n != 1")
        self._form: Callable[[int], int] = c2py(rule if isinstance(rule, str) else "0")

    def learn(self, entries: CatalogueEntries) -> None:
        """Adds to the catalogue."""
        self._entries = {**self._entries, **entries}

    def __call__(self, message: str, **values: object) -> str:
        """Translates a message and fills in its {names}; a result of `P_` takes the form for its {count}."""
        if PLURAL in message:
            one, many = message.split(PLURAL)
            return self.plural(one, many, **cast("dict[str, Any]", values))
        found = self._entries.get(message, message.rpartition(CONTEXT)[2]) if message else ""
        return self._filled(found if isinstance(found, str) else found[-1], values)

    def plural(self, one: str, many: str, count: int, **values: object) -> str:
        """Translates a message in the plural form for `count`, which also fills {count}."""
        found = self._entries.get(one, (one, many))
        forms = (found,) if isinstance(found, str) else found
        return self._filled(forms[min(int(self._form(count)), len(forms) - 1)], {"count": self.number(count), **values})

    def listed(self, items: Iterable[str]) -> str:
        """Joins the items of a list as this language does."""
        return self._paired(LIST, items)

    def clauses(self, parts: Iterable[str]) -> str:
        """Joins the clauses of a sentence as this language does."""
        return self._paired(CLAUSES, parts)

    def joined(self, sentences: Iterable[str]) -> str:
        """Joins complete sentences; empty ones are left out."""
        return self._paired(TEXT, filter(None, sentences))

    def labelled(self, label: str, value: object) -> str:
        """Joins a label and its value, both already in this language."""
        return self(LABEL, label=label, value=value)

    def sentence(self, text: str) -> str:
        """Makes a phrase in this language a sentence, with a full stop unless it asks or exclaims."""
        return text if text.endswith(ENDS) else self(SENTENCE, text=text)

    def error(self, error: Translatable) -> str:
        """Makes an error message, a phrase in lower case, a sentence."""
        begins = self(error.message)[:1]
        text = self(error.message, **error.values)
        return self.sentence(text if begins == "{" else capital(text))

    def number(self, value: float, form: str = ",.0f") -> str:
        """Formats a number by a `format` specification, with this language's separators."""
        sample = str(self._entries.get(NUMBER, NUMBER))
        return format(value, form).translate({ord(","): sample[1], ord("."): sample[-2]})

    def span(self, low: float, high: float, message: str = RANGE) -> str:
        """Formats the numbers from `low` to `high`, which may be the same."""
        first, last = self.number(low), self.number(high)
        return first if low == high else self(message, low=first, high=last)

    def formatted_time(self, tenths: int) -> str:
        """Formats tenths of a second as minutes and seconds: 1:02.4."""
        minutes, rest = divmod(tenths, 600)
        return f"{minutes}:{self.number(rest / 10, '04.1f')}"

    def _paired(self, message: str, parts: Iterable[str]) -> str:
        texts = list(parts)
        return reduce(lambda first, second: self(message, first=first, second=second), texts) if texts else ""

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        if not values:
            return text
        translated = {name: self._translated(value) for name, value in values.items()}
        if not self.language.startswith("zh"):
            return text.format(**translated)
        filled = text.format(**{name: f"{BEGIN}{value}{END}" for name, value in translated.items()})
        return MISSING.sub(" ", NEEDLESS.sub("", filled)).replace(BEGIN, "").replace(END, "")

    def _translated(self, value: object) -> object:
        """Returns the value unchanged, but translated if it is an error inside an error, or a list."""
        if isinstance(value, Listed):
            return self.listed(value)
        message, values = getattr(value, "message", None), getattr(value, "values", None)
        return self(message, **values) if isinstance(message, str) and isinstance(values, dict) else value
