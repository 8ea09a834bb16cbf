"""The terminal's language: from the option -lang or, on a terminal, from the environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from game.contract import BadInput, shorten
from game.words import LANGUAGES, N_, Listed, Translator


def translator_for(tag: str | None) -> Translator:
    """Returns the translator for the value of -lang; BadInput for an unknown language.

    Without the option, a terminal gets the language of the environment and anything else English, so that other
    programs always read the same.
    """
    if tag is None:
        watched = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        tag = language_of(os.environ) if watched else "en"
    found = next((known for known in LANGUAGES if known.lower() == tag.lower().replace("_", "-")), None)
    if found is None:
        raise BadInput(N_("no such language: {name} (there are {names})"), name=shorten(tag), names=Listed(LANGUAGES))
    if found == "en":
        return Translator()
    try:
        from game.text.catalogue import entries
    except ModuleNotFoundError:
        print("kesu: for other languages Babel is needed: use the Python in .venv", file=sys.stderr)
        return Translator()
    return Translator(found, entries(found))


def language_of(environment: Mapping[str, str]) -> str:
    """Returns which of our languages the environment asks for: `zh_TW.UTF-8` is zh-Hant."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next(filter(None, named), "").partition(".")[0].replace("_", "-").lower()
    if wanted.startswith("zh"):
        return "zh-Hant" if any(part in wanted for part in ("hant", "tw", "hk", "mo")) else "zh-Hans"
    return next((tag for tag in LANGUAGES if wanted.partition("-")[0] == tag), "en")
