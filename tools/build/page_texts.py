"""The texts of an HTML page: found, or replaced to give the page in another language."""

import html
import re
from collections.abc import Callable
from html.parser import HTMLParser

from game.words import C_

ATTRIBUTES = ("aria-label", "alt", "placeholder", "title", "label")
"""Attributes whose values people see or hear, in addition to the content of a description."""

CONTEXT = "data-context"
"""The attribute with the context of its element's text (`game.words.C_`); only for translators."""

MUTE = ("script", "style")
Say = Callable[[str], str]
Attributes = list[tuple[str, str | None]]


def texts_in_page(page: str) -> list[str]:
    """Returns every text in a page, in order; parts marked translate="no" are left out."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    translated(page, "en", note)
    return texts


def translated(page: str, language: str, say: Say) -> str:
    """Returns the page with all its texts in another language, and its language tag."""
    writer = _Writer(language, say)
    writer.feed(page)
    writer.close()
    return "".join(writer.written)


class _Writer(HTMLParser):
    """Copies its input with the texts replaced."""

    def __init__(self, language: str, say: Say) -> None:
        super().__init__(convert_charrefs=False)
        self.written: list[str] = []
        self._language, self._say = language, say
        self._mute, self._depth = "", 0
        self._context = ""

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        text = self.get_starttag_text() or ""
        given = dict(attrs)
        if self._mute:
            self._depth += tag == self._mute
        elif tag in MUTE or given.get("translate") == "no":
            self._mute, self._depth = tag, 1
        else:
            text = self._spoken(tag, text, given)
        self.written.append(text)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        text = self.get_starttag_text() or ""
        self.written.append(text if self._mute else self._spoken(tag, text, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag == self._mute:
            self._depth -= 1
            self._mute = self._mute if self._depth else ""
        self._context = ""
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if not self._mute and any(map(str.isalpha, words)):
            before, after = re.match(r"\s*", data), re.search(r"\s*$", data)
            said = html.escape(self._meant(words), quote=False)
            data = f"{before[0] if before else ''}{said}{after[0] if after else ''}"
        self.written.append(data)

    def handle_entityref(self, name: str) -> None:
        self.written.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.written.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.written.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.written.append(f"<!{decl}>")

    def _spoken(self, tag: str, text: str, given: dict[str, str | None]) -> str:
        """Returns a start tag with its texts replaced."""
        if tag == "html":
            return re.sub(r'(?<=\blang=")[^"]*', self._language, text)
        self._context = given.get(CONTEXT) or ""
        text = re.sub(rf'\s+{CONTEXT}="[^"]*"', "", text)
        said = [name for name in ATTRIBUTES if name in given]
        said += ["content"] if tag == "meta" and given.get("name") == "description" else []
        for name in said:
            value = given[name] or ""
            if any(map(str.isalpha, value)):
                put = f'{name}="{html.escape(self._meant(value))}"'
                text = re.sub(rf'\b{name}="[^"]*"', lambda _found, put=put: put, text)  # type: ignore[misc]
        return text

    def _meant(self, text: str) -> str:
        """Returns the replacement for a text of the innermost open element."""
        return self._say(C_(self._context, text) if self._context else text)
