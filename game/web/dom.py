"""The page's elements in few words, with as few crossings into JavaScript as can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from js import Object, document
from pyodide.ffi import create_proxy, to_js

Element = Any


def by_id(name: str) -> Element:
    """The element of that id."""
    return document.getElementById(name)


def make(tag: str, text: str = "", /, **attributes: str) -> Element:
    """A new element with text and attributes; underscores in names are hyphens, `class_` is class."""
    element = document.createElement(tag)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.rstrip("_").replace("_", "-"), value)
    return element


def put(parent: Element, *children: Element) -> Element:
    """The parent with exactly these children."""
    parent.replaceChildren(*children)
    return parent


def show(element: Element, shown: bool) -> None:
    """Shows or hides an element."""
    element.hidden = not shown


def listen(target: Any, kind: str, handler: Callable[[Any], Any], **options: bool) -> None:
    """A listener that stays for good; its proxy is never destroyed, so call it once for each thing that lives on."""
    target.addEventListener(kind, create_proxy(guarded(handler)), as_object(options))


on_fault: list[Callable[[Exception], None]] = []
"""What handles an unforeseen error: only the last handler."""


def guarded(act: Callable[..., Any]) -> Callable[..., Any]:
    """What JavaScript may call: an unforeseen error reaches the player, not only the console."""

    def run(*given: Any) -> Any:
        try:
            return act(*given)
        except Exception as error:
            if not on_fault:
                raise
            on_fault[-1](error)
            return None

    return run


def focus_board() -> None:
    """The keyboard is at the board again; the page stays where it is."""
    by_id("main").focus(as_object({"preventScroll": True}))


def as_object(mapping: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Any:
    """A mapping, or a list of them, as plain JavaScript objects."""
    return to_js(mapping, dict_converter=Object.fromEntries)


def address_in(language: str) -> str:
    """The page's address in a language; "x-default" is the one that finds each visitor's own, good for sharing."""
    return str(document.querySelector(f'link[hreflang="{language}"]').href)


class Text:
    """An element's text, written only when it is another.

    Its text node stays and gets other data: for another node, the browser would look again at whatever the style sheet
    says of elements that have it, or are empty, which takes a slow phone ten milliseconds.
    """

    def __init__(self, element: Element) -> None:
        self.element = element
        self._shown: str | None = None
        self._node: Any = None

    def set(self, text: str) -> bool:
        """The text is this → whether it was another."""
        if text == self._shown:
            return False
        if text and self._shown:
            self._node.data = text
        else:  # as an empty element it has no node
            self.element.textContent = text
            self._node = self.element.firstChild
        self._shown = text
        return True
