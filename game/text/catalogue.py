"""Reads a language's texts from its catalogue with Babel, for the terminal and the tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from game import files
from game.words import C_, NUMBER, PLURALS, CatalogueEntries

FOLDER = files.SHIPPED / "words"


def path_of(tag: str) -> Path:
    """Returns the path of the catalogue for a language tag."""
    return FOLDER / f"{tag}.po"


def catalogue(tag: str) -> Catalog:
    """Returns the whole catalogue of a language other than English."""
    with path_of(tag).open("rb") as file:
        return read_po(file, locale=tag.replace("-", "_"), abort_invalid=True)


def forms(translated: str | Sequence[str] | None) -> tuple[str, ...]:
    """Returns a message or translation in all its forms; more than one only for a plural."""
    return (translated,) if isinstance(translated, str) else tuple(translated or ())


def entries(tag: str) -> CatalogueEntries:
    """Returns a language's texts that are translated; none for English, which is in the code."""
    found: dict[str, str | tuple[str, ...]] = {}
    if tag != "en":
        kept = catalogue(tag)
        found[PLURALS] = kept.plural_expr
        found[NUMBER] = format_decimal(1234.5, locale=kept.locale)
        for message in kept:
            translated = forms(message.string)
            if message.id and translated and all(translated):
                key = forms(message.id)[0]
                found[C_(message.context, key) if message.context else key] = (
                    translated[0] if isinstance(message.id, str) else translated
                )
    return found
