"""The history of a game: a tree of inputs, in the terms of chess books."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from game.contract import BadInput
from game.words import N_

MOST_VARIATIONS = 20
MOST_IN_VARIATIONS = 1_000_000
"""Inputs of all variations together; shared ones count once per variation."""


class Node:
    """A position, reached from its parent by one input. The main line follows the first of its variations."""

    __slots__ = ("appeared", "depth", "parent", "turns", "variations", "word")

    def __init__(self, parent: Node | None, word: str, appeared: bool | None = None) -> None:
        self.parent, self.word = parent, word
        self.depth: int = parent.depth + 1 if parent else 0
        """The number of inputs from the start."""
        self.appeared = appeared
        """Whether a piece appeared here; None in a variation that was loaded from a save and not played yet."""
        self.turns = 0
        """The turns of all players since the game last began; known once its word has been played."""
        self.variations: tuple[Node, ...] = ()

    def after(self, word: str) -> Node | None:
        """Returns the variation that begins with this word."""
        return next((node for node in self.variations if node.word == word), None)

    def promote(self) -> None:
        """Moves this node to the front of its parent's variations."""
        if self.parent:
            others = (node for node in self.parent.variations if node is not self)
            self.parent.variations = (self, *others)


class Variation(NamedTuple):
    """A branch: what was left by playing on from an earlier point."""

    at: int
    """The number of inputs after which it leaves the main line."""
    length: int
    """The number of inputs from the start of the game to its end."""


class History:
    """Everything played in one game: the main line, the current position on it, and the variations."""

    def __init__(self) -> None:
        self.root = Node(None, "")
        self.main_line: list[str] = []
        """Its inputs. Appending keeps the list object; any other change replaces it."""
        self._nodes = [self.root]
        """The nodes of the main line."""
        self.position = 0
        self.ends: tuple[Node, ...] = ()
        """The last nodes of the variations, oldest first."""
        self.dropped = False
        """Whether there were more variations than are kept."""

    @property
    def node(self) -> Node:
        """The current node."""
        return self._nodes[self.position]

    @property
    def last(self) -> Node:
        """The end of the main line."""
        return self._nodes[-1]

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The variations, oldest first."""
        return tuple(Variation(self.path(end)[0].depth - 1, end.depth) for end in self.ends)

    def is_main(self, node: Node) -> bool:
        """Returns whether the main line goes through a node."""
        return node.depth < len(self._nodes) and self._nodes[node.depth] is node

    def nodes(self, low: int, high: int | None = None) -> list[Node]:
        """Returns the nodes of the main line from position `low` up to, but excluding, `high`."""
        return self._nodes[low:high]

    def path(self, end: Node) -> list[Node]:
        """Returns the nodes of a variation from where it leaves the main line to its end."""
        path = []
        while not self.is_main(end):
            path.append(end)
            assert end.parent, "the root is on the main line"
            end = end.parent
        return path[::-1]

    def play(self, word: str, appeared: bool) -> None:
        """Plays an input from here: along the main line, or along a new or existing variation, which becomes the main
        line.

        Replaces the list object of the main line if the line changes other than by appending.
        """
        if self.position == len(self.main_line):
            node = Node(self._nodes[-1], word, appeared)
            self._nodes[-1].variations = (node,)
            self._nodes.append(node)
            self.main_line.append(word)
        elif word != self.main_line[self.position]:
            here = self.node
            found = here.after(word)
            if not found:
                found = Node(here, word)
                here.variations = (*here.variations, found)
            found.appeared = appeared
            self.promote(found)
        self.position += 1

    def promote(self, node: Node) -> None:
        """Reroutes the main line through this node; the old main line becomes the last variation."""
        left, path = self.last, self.path(node)
        for each in path:
            each.promote()
        self._go_on(path[0].depth)
        self.ends += (left,)
        self._limit()

    def cut(self, depth: int) -> None:
        """Cuts off the main line at a depth; it continues along another variation, if there is one."""
        self._forget(self._nodes[depth])
        self._go_on(depth)

    def _go_on(self, depth: int) -> None:
        """Continues the main line from a depth along first variations."""
        nodes = self._nodes[:depth]
        while nodes[-1].variations:
            nodes.append(nodes[-1].variations[0])
        self._nodes, self.main_line = nodes, [node.word for node in nodes[1:]]
        self.position = min(self.position, depth - 1)
        self.ends = tuple(end for end in self.ends if end is not nodes[-1])

    def _forget(self, node: Node) -> None:
        """Removes a node and everything after it."""
        parent = node.parent
        assert parent, "the root stays"
        parent.variations = tuple(other for other in parent.variations if other is not node)
        self.ends = tuple(end for end in self.ends if not _leads_to(node, end))

    def _limit(self) -> None:
        """Drops the oldest variations while they are too many or too long."""
        while len(self.ends) > MOST_VARIATIONS or (
            len(self.ends) > 1 and sum(end.depth for end in self.ends) > MOST_IN_VARIATIONS
        ):
            alone = self.ends[0]
            while alone.parent and len(alone.parent.variations) == 1:
                alone = alone.parent
            self._forget(alone)
            self.dropped = True

    def savepoint(self) -> Callable[[], None]:
        """Takes a cheap snapshot; returns a function that restores it."""
        nodes, main_line, many = self._nodes, self.main_line, len(self._nodes)
        position, ends, dropped = self.position, self.ends, self.dropped

        def back() -> None:
            lengthened = self._nodes is nodes and self.ends is ends
            del nodes[many:]
            self._nodes, self.main_line, self.position, self.ends = nodes, main_line[: many - 1], position, ends
            self.dropped = dropped
            if lengthened:
                nodes[-1].variations = ()
            else:
                self._rebuild()

        return back

    def _rebuild(self) -> None:
        """Rebuilds the tree from the ends of its lines, whose nodes know their parents but not their variations."""
        lines = [self.root_to(end) for end in (*self.ends, self.last)]
        for line in lines:
            for node in line:
                node.variations = ()
        for line in lines:
            for node in line:
                node.promote()

    def root_to(self, end: Node) -> list[Node]:
        """Returns the nodes from the root to this one."""
        line = self.path(end)
        return [*self._nodes[: line[0].depth if line else end.depth + 1], *line]

    # Variations in a save: each is stored as the inputs that it adds to the main line or to an earlier variation.

    def written(self) -> list[dict[str, Any]]:
        """Serializes the variations: the line that each leaves (0 is the main line), after how many inputs, and its
        own inputs."""
        lines: dict[Node, int] = {}
        written = []
        for number, end in enumerate(self.ends, 1):
            path, node = [], end
            while node not in lines and not self.is_main(node):
                lines[node] = number
                path.append(node.word)
                assert node.parent, "the root is on the main line"
                node = node.parent
            written.append({"of": lines.get(node, 0), "at": node.depth, "inputs": path[::-1]})
        return written

    def read(self, written: Sequence[Mapping[str, Any]]) -> None:
        """Adds variations from a save; BadInput if `written` cannot have produced them."""
        damaged = BadInput(N_("this save is damaged"))
        lines = [self._nodes]
        long = 0
        for variation in written:
            of, at, words = variation["of"], variation["at"], variation["inputs"]
            if of >= len(lines) or at >= len(lines[of]):
                raise damaged
            long += at + len(words)
            if len(lines) > 1 and long > MOST_IN_VARIATIONS:
                raise damaged
            line = lines[of][: at + 1]
            for word in words:
                line.append(line[-1].after(word) or self._added(line[-1], word))
            end = line[-1]
            if end.variations or end in self.ends or self.is_main(end):
                raise damaged
            self.ends += (end,)
            lines.append(line)
            for node in self.path(end):
                node.promote()
        for end in self.ends:
            self._nodes[self.path(end)[0].depth].promote()

    def _added(self, parent: Node, word: str) -> Node:
        """Adds a node; BadInput after the end of a line, because this line would then be part of another."""
        if not parent.variations and (parent in self.ends or parent is self.last):
            raise BadInput(N_("this save is damaged"))
        node = Node(parent, word)
        parent.variations = (*parent.variations, node)
        return node


def _leads_to(node: Node, end: Node) -> bool:
    while end.depth > node.depth and end.parent:
        end = end.parent
    return end is node
