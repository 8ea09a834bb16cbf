"""The catalogues of static/words: `python -m tools.dev.catalogues` updates them with the texts in code and page.

The format is gettext's; Babel extracts the texts, and reads and writes the files. New texts are added untranslated,
unused ones are removed, the rest is left alone. `faults` lists the faults of a catalogue; a test calls it.
"""

import io
import re
import sys
from collections.abc import Iterator
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from game.text.catalogue import FOLDER, catalogue, forms, path_of
from game.words import LANGUAGES
from tools.build.texts import template

OTHERS = tuple(tag for tag in LANGUAGES if tag != "en")
VOLATILE = re.compile(
    r'^"(?:POT?-[\w-]+|Last-Translator|Language-Team|Generated-By|Report-[\w-]+|Project-[\w-]+):.*\n', re.M
)


def main() -> int:
    """Updates every catalogue and prints the texts that are still to be translated."""
    texts = template()
    FOLDER.mkdir(exist_ok=True)
    for tag in OTHERS:
        updated = update(tag, texts)
        missing = [message.id for message in updated if message.id and not is_whole(message)]
        print(f"{tag}: {len(updated)} texts, {len(missing)} to be translated", *missing, sep="\n  ")
    return 0


def update(tag: str, texts: Catalog) -> Catalog:
    """Rewrites one catalogue with exactly these texts, keeping existing translations."""
    path = path_of(tag)
    known = catalogue(tag) if path.exists() else Catalog()
    updated = Catalog(locale=tag.replace("-", "_"), fuzzy=False, header_comment=f"# Kesu's words in {LANGUAGES[tag]}.")
    for message in texts:
        if message.id:
            old = known.get(message.id, message.context)
            if old and old.pluralizable != message.pluralizable:
                old = None  # a text that gained or lost plural forms counts as new
            comments = old.user_comments if old else ()
            string, flags = (old.string, old.flags) if old else (None, ())
            updated.add(
                message.id, string, message.locations, flags=flags, user_comments=comments, context=message.context
            )
    path.write_text(as_text(updated), encoding="utf-8", newline="\n")
    return updated


def as_text(texts: Catalog) -> str:
    """Returns a catalogue as a file that depends only on its texts: sorted, without times and line numbers."""
    out = io.BytesIO()
    write_po(out, texts, width=0, sort_output=True, include_lineno=False)
    return VOLATILE.sub("", out.getvalue().decode())


def faults(tag: str, texts: Catalog) -> list[str]:
    """Returns the faults of a catalogue, one line each; empty if it is complete and valid."""
    kept = catalogue(tag)
    problems = [f"missing: {message.id}" for message in absent(texts, kept)]
    problems += [f"used nowhere: {message.id}" for message in absent(kept, texts)]
    problems += [f"used nowhere, commented out: {name}" for name in kept.obsolete]
    for message in kept:
        if message.id:
            problems += [f"{fault}: {message.id}" for fault in faults_of(message)]
    return problems


def absent(texts: Catalog, other: Catalog) -> list[Message]:
    """Returns the texts missing from another catalogue."""
    return [message for message in texts if message.id and not other.get(message.id, message.context)]


def faults_of(message: Message) -> Iterator[str]:
    """Yields the faults of one translation."""
    if not is_whole(message):
        yield "not translated"
        return
    if message.fuzzy:
        yield "marked as uncertain"
    strings = forms(message.string)
    wanted = set().union(*map(placeholders, forms(message.id)))
    for string in strings:
        try:
            if placeholders(string) != wanted:
                yield f"{{placeholders}} differ in {string!r}"
        except ValueError:
            yield f"braces that do not match in {string!r}"
        if string != string.strip():
            yield "blanks around it"


def is_whole(message: Message) -> bool:
    """Returns whether every form is translated."""
    strings = forms(message.string)
    return bool(strings) and all(strings)


def placeholders(text: str) -> set[str]:
    """Returns the {names} in a text; ValueError if it is not a valid format string."""
    return {name for _text, name, _format, _conversion in Formatter().parse(text) if name is not None}


if __name__ == "__main__":
    sys.exit(main())
