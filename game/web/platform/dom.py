"""Short forms for working with the page's elements, with as few calls into JavaScript as possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from js import Object, document
from pyodide.ffi import create_proxy, to_js

Element = Any


def by_id(name: str) -> Element:
    """Returns the element with this id."""
    return document.getElementById(name)


def make(tag: str, /, *contents: str | Element, **attributes: str) -> Element:
    """Creates an element with texts, elements and attributes.

    Underscores in names of attributes become hyphens, `class_` becomes class.
    """
    element = document.createElement(tag)
    if contents:
        element.append(*contents)
    for name, value in attributes.items():
        element.setAttribute(name.rstrip("_").replace("_", "-"), value)
    return element


def put(parent: Element, *children: Element) -> Element:
    """Replaces the parent's children; returns the parent."""
    parent.replaceChildren(*children)
    return parent


def row(*buttons: Element) -> Element:
    """Returns a row of buttons."""
    return make("div", *buttons, class_="row")


def labelled(text: str, field: Element) -> Element:
    """Returns a field with its label."""
    return make("label", make("span", text), field)


def table_row(name: str, *cells: str | Element) -> Element:
    """Returns a row of a table, headed by its name, with texts or cells."""
    elements = (make("td", cell) if isinstance(cell, str) else cell for cell in cells)
    return make("tr", make("th", name, scope="row"), *elements)


def table_head(*names: str) -> Element:
    """Returns the row that heads the columns of a table."""
    return make("tr", *(make("th", name, scope="col") for name in names))


def show(element: Element, *, shown: bool) -> None:
    """Shows or hides an element."""
    element.hidden = not shown


def listen(target: Any, kind: str, handler: Callable[[Any], Any], **options: bool) -> None:
    """Adds a permanent listener. Its proxy is never destroyed, so call this only for targets that live on."""
    target.addEventListener(kind, create_proxy(guarded(handler)), as_object(options))


def on_click(name: str, act: Callable[[], object]) -> None:
    """Calls `act` at every click on the element with this id."""
    listen(by_id(name), "click", lambda _event: act())


_fault: Callable[[Exception], None] | None = None
"""The handler of unforeseen errors, if there is one."""


def on_fault(handle: Callable[[Exception], None]) -> None:
    """Sets what is called with each unforeseen error, in place of what was called before."""
    global _fault  # noqa: PLW0603 - the page has one
    _fault = handle


def guarded(act: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a callback for JavaScript so that an unforeseen error reaches the player, not only the console."""

    def run(*given: Any) -> Any:
        try:
            return act(*given)
        except Exception as error:
            if _fault is None:
                raise
            _fault(error)
            return None

    return run


def focus_board() -> None:
    """Moves the focus to the board without scrolling the page."""
    by_id("main").focus(as_object({"preventScroll": True}))


def as_object(mapping: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Any:
    """Converts a mapping, or a list of them, to plain JavaScript objects."""
    return to_js(mapping, dict_converter=Object.fromEntries)


def address_in(language: str) -> str:
    """Returns the page's address in a language; "x-default" redirects each visitor to their own, good for sharing."""
    return str(document.querySelector(f'link[hreflang="{language}"]').href)


def any_dialog_open() -> bool:
    """Returns whether a dialog or the rules cover the page and take the keys."""
    return bool(document.querySelector("dialog[open], [popover]:popover-open"))


def close_all() -> None:
    """Closes every dialog and popover."""
    for dialog in document.querySelectorAll("dialog[open]"):
        dialog.close()
    for sheet in document.querySelectorAll("[popover]:popover-open"):
        sheet.hidePopover()


class Text:
    """An element's text, written only when it changes.

    The text node is kept and its data replaced: a new node would make the browser match the style sheet's `:has` and
    `:empty` rules again, which takes ten milliseconds on a slow phone.
    """

    def __init__(self, element: Element) -> None:
        self.element = element
        self._shown: str | None = None
        self._node: Any = None

    def set(self, text: str) -> bool:
        """Sets the text; returns whether it has changed."""
        if text == self._shown:
            return False
        if text and self._shown:
            self._node.data = text
        else:  # an empty element has no text node
            self.element.textContent = text
            self._node = self.element.firstChild
        self._shown = text
        return True
