"""A document object model without a browser: game.web writes into it, and the build reads what is on the page.

The build runs the page's own code on it, so that the page before Python looks exactly as it will with Python. It
supports what that code does with a document; calls without a visible effect are ignored.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from types import ModuleType
from typing import Any

CELL = 96
"""Units per cell in drawings: the largest cell that a painter draws."""
ROOM = 100_000
ALONE = frozenset({"meta", "link", "input", "br", "path", "rect", "circle", "use"})
FLAGS = ("hidden", "disabled")


class Nothing:
    """Accepts everything and does nothing: a stub for what only a browser can do."""

    def __getattr__(self, _name: str) -> Nothing:
        return self

    def __setattr__(self, _name: str, _value: object) -> None:
        pass

    def __call__(self, *_given: object, **_named: object) -> Nothing:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __bool__(self) -> bool:
        return False

    def __float__(self) -> float:
        return 0.0

    def __str__(self) -> str:
        return ""


class Names:
    """An element's classes."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def add(self, name: str) -> None:
        self.toggle(name, True)

    def remove(self, name: str) -> None:
        self.toggle(name, False)

    def toggle(self, name: str, on: bool) -> None:
        names = [known for known in self._node.given.get("class", "").split() if known != name]
        self._node.given["class"] = " ".join([*names, name] if on else names)


class Data:
    """An element's `data-` attributes."""

    def __init__(self, node: Node) -> None:
        self.__dict__["_node"] = node

    def __getattr__(self, name: str) -> str:
        return str(self.__dict__["_node"].given.get(f"data-{hyphened(name)}", ""))

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__["_node"].given[f"data-{hyphened(name)}"] = str(value)


class Node:
    """An element."""

    clientWidth = clientHeight = ROOM
    offsetLeft = offsetTop = offsetHeight = offsetWidth = 0
    parentElement: Any = Nothing()
    hidden = disabled = False
    width = height = 0

    def __init__(self, tag: str, given: dict[str, str] | None = None) -> None:
        self.tag, self.given = tag, given or {}
        self.inside: list[Node | str] = []
        self.classList, self.dataset, self.style = Names(self), Data(self), Style()
        self.hidden = "hidden" in self.given
        self._pen = Pen()

    def __getattr__(self, _name: str) -> Nothing:
        return Nothing()

    def setAttribute(self, name: str, value: object) -> None:
        if name in FLAGS:
            setattr(self, name, True)
        else:
            self.given[name] = str(value)

    def removeAttribute(self, name: str) -> None:
        if name in FLAGS:
            setattr(self, name, False)
        self.given.pop(name, None)

    def getAttribute(self, name: str) -> str | None:
        return self.given.get(name)

    def append(self, *children: Node | str) -> None:
        self.inside += children
        for child in children:
            if isinstance(child, Node):
                child.parentElement = self

    def prepend(self, *children: Node | str) -> None:
        mine, self.inside = self.inside, []
        self.append(*children, *mine)

    def remove(self) -> None:
        if isinstance(self.parentElement, Node):
            self.parentElement.inside.remove(self)

    def replaceChildren(self, *children: Node | str) -> None:
        self.inside = []
        self.append(*children)

    @property
    def textContent(self) -> str:
        return "".join(child if isinstance(child, str) else child.textContent for child in self.inside)

    @textContent.setter
    def textContent(self, text: str) -> None:
        self.inside = [str(text)] if text else []

    def getContext(self, *_kind: object, **_how: object) -> Pen:
        return self._pen

    def walk(self) -> Iterator[Node]:
        """This element and everything in it."""
        yield self
        for child in self.inside:
            if isinstance(child, Node):
                yield from child.walk()

    def querySelectorAll(self, selector: str) -> list[Node]:
        """The elements with a tag, an attribute or both; other selectors are not supported."""
        found = re.fullmatch(r"([\w-]*)(?:\.([\w-]+))?(?:\[([\w-]+)\])?", selector)
        tag, name, attribute = found.groups() if found else ("none", None, None)
        return [
            node
            for node in self.walk()
            if (not tag or node.tag == tag)
            and (not name or name in node.given.get("class", "").split())
            and (not attribute or attribute in node.given)
        ]

    def querySelector(self, selector: str) -> Node | None:
        return next(iter(self.querySelectorAll(selector)), None)

    @property
    def tree(self) -> list[Any]:
        """The element as data: its tag, attributes and contents, in the form that static/boot/picture.js uses."""
        style = {"style": str(self.style)} if str(self.style) else {}
        flags = {name: "" for name in FLAGS if getattr(self, name)}
        given = {name: value for name, value in self.given.items() if name not in FLAGS}
        return [self.tag, {**given, **style, **flags}, *self.trees]

    @property
    def trees(self) -> list[Any]:
        """The contents of the element, as data."""
        return [child if isinstance(child, str) else child.tree for child in self.inside]


class Window(Node):
    """The window around a page."""

    devicePixelRatio = 1


class Style:
    """An element's own style."""

    def __getattr__(self, _name: str) -> str:
        return ""

    def __str__(self) -> str:
        return ";".join(f"{hyphened(name)}:{value}" for name, value in self.__dict__.items())


class Pen:
    """A canvas context that records drawings as SVG."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self._way = ""
        self._set: dict[str, Any] = {}
        self._groups = 0
        self.globalAlpha = 1.0
        self.lineWidth = 1.0
        self.fillStyle = self.strokeStyle = ""
        self.lineCap = "butt"

    def __getattr__(self, _name: str) -> Nothing:
        return Nothing()

    def beginPath(self) -> None:
        self._way = ""

    def moveTo(self, x: float, y: float) -> None:
        self._way += f"M{short(x)} {short(y)}"

    def lineTo(self, x: float, y: float) -> None:
        self._way += f"L{short(x)} {short(y)}"

    def closePath(self) -> None:
        self._way += "Z"

    def arc(self, x: float, y: float, radius: float, start: float, end: float, *_way: object) -> None:
        """Whole circles only, which is all that pieces need."""
        r = short(radius)
        self._way += (
            f"M{short(x - radius)} {short(y)}a{r} {r} 0 1 1 {short(2 * radius)} 0a{r} {r} 0 1 1 {short(-2 * radius)} 0Z"
        )

    def roundRect(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        r, w, h = short(radius), short(width - 2 * radius), short(height - 2 * radius)
        back = f"{short(radius)} {short(radius)} 0 0 1"
        self._way += (
            f"M{short(x + radius)} {short(y)}h{w}a{back} {r} {r}v{h}a{back} -{r} {r}h-{w}a{back} -{r} -{r}v-{h}"
            f"a{back} {r} -{r}Z"
        )

    def fillRect(self, x: float, y: float, width: float, height: float) -> None:
        self.beginPath()
        self._way = f"M{short(x)} {short(y)}h{short(width)}v{short(height)}h{short(-width)}Z"
        self.fill()

    def fill(self) -> None:
        self._draw(f'd="{self._way}" fill="{self.fillStyle}"', "path")

    def stroke(self) -> None:
        cap = "" if self.lineCap == "butt" else f' stroke-linecap="{self.lineCap}"'
        line = f'fill="none" stroke="{self.strokeStyle}" stroke-width="{short(self.lineWidth)}"{cap}'
        self._draw(f'd="{self._way}" {line}', "path")

    def fillText(self, text: str, x: float, y: float) -> None:
        place = f'x="{short(x)}" y="{short(y)}" text-anchor="middle" dominant-baseline="central"'
        self._draw(
            f'{place} fill="{self.fillStyle}" font-weight="600" font-size="{short(0.6 * CELL)}"',
            "text",
            html.escape(text),
        )

    def save(self) -> None:
        self._groups = 0

    def translate(self, x: float, y: float) -> None:
        self._group(f"translate({short(x)} {short(y)})")

    def scale(self, x: float, y: float) -> None:
        self._group(f"scale({short(x)} {short(y)})")

    def restore(self) -> None:
        self.drawn.append("</g>" * self._groups)

    def _group(self, change: str) -> None:
        self.drawn.append(f'<g transform="{change}">')
        self._groups += 1

    def _draw(self, about: str, tag: str, inside: str = "") -> None:
        strength = "" if self.globalAlpha == 1 else f' opacity="{short(self.globalAlpha)}"'
        self.drawn.append(f"<{tag} {about}{strength}>{inside}</{tag}>" if inside else f"<{tag} {about}{strength}/>")


class Document:
    """The page, parsed from its source."""

    def __init__(self, source: str) -> None:
        self.documentElement = read(source)
        self.body = self.documentElement.querySelector("body") or Node("body")
        self._by_id = {node.given["id"]: node for node in self.documentElement.walk() if "id" in node.given}
        self.title = ""
        self.hidden = False

    def getElementById(self, name: str) -> Node:
        return self._by_id.setdefault(name, Node("div", {"id": name}))

    def createElement(self, tag: str) -> Node:
        return Node(tag)

    def createElementNS(self, _space: str, tag: str) -> Node:
        return Node(tag)

    def querySelectorAll(self, selector: str) -> list[Node]:
        return self.documentElement.querySelectorAll(selector)

    def __getattr__(self, _name: str) -> Nothing:
        return Nothing()


def read(source: str) -> Node:
    """Parses a page's HTML into elements."""

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open = [Node("page")]

        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            node = Node(tag, {name: value or "" for name, value in attributes})
            self.open[-1].append(node)
            if tag not in ALONE:
                self.open.append(node)

        def handle_endtag(self, tag: str) -> None:
            if tag not in ALONE and len(self.open) > 1:
                self.open.pop()

        def handle_data(self, data: str) -> None:
            self.open[-1].append(data)

    reader = Reader()
    reader.feed(source)
    return reader.open[0]


def lay(source: str) -> Document:
    """Installs this page as the browser that game.web, imported later, will find."""
    document = Document(source)
    browser = ModuleType("js")
    browser.__getattr__ = lambda _name: Nothing()  # type: ignore[method-assign]
    browser.document = document  # type: ignore[attr-defined]
    browser.getComputedStyle = lambda node: node.style  # type: ignore[attr-defined]
    browser.window = Window("window")  # type: ignore[attr-defined]
    foreign = ModuleType("pyodide.ffi")
    foreign.create_proxy = foreign.to_js = lambda value, **_how: value  # type: ignore[attr-defined]
    sys.modules |= {"js": browser, "pyodide": ModuleType("pyodide"), "pyodide.ffi": foreign}
    return document


def hyphened(name: str) -> str:
    return re.sub(r"_|(?=[A-Z])", "-", name).lower()


def short(number: float) -> str:
    """A number with as few characters as possible."""
    return f"{number:.1f}".removesuffix(".0")
