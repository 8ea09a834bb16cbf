"""The choices while no ordinary move is possible, as cards with a picture and a sentence each."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from js import document

from game.contract import Board, Rules
from game.geometry import Geometry
from game.text.names import word_name
from game.web.board.painter import Painter, still_picture
from game.web.platform.dom import as_object, by_id, make, put
from game.words import Translator

LARGE, SMALL = 40, 34
"""Width of the widest picture in CSS pixels, on a card of one choice and on a card of several."""


class Choices:
    """The cards of the current choices, if any."""

    def __init__(self, translator: Translator) -> None:
        self._translator, self._place = translator, by_id("choices")
        self.words: tuple[str, ...] = ()
        """The words to choose from, in the order of the buttons."""
        self.painters: list[Painter] = []

    def show(self, rules: Rules[Any], words: tuple[str, ...], *, shapes: bool) -> None:
        """Shows a card for each word; variants of one word, such as one for each piece, share a card."""
        if words == self.words:
            return
        left = self._focused() is not None
        self.words, self.painters = words, []
        head = [make("p", self._translator("Choose one"), class_="choice-title")] if words else []
        cards = [
            self._card(rules, verb, list(alike), shapes=shapes)
            for verb, alike in groupby(words, lambda word: word.split()[0])
        ]
        put(self._place, *head, *cards)
        if left:
            by_id("main").focus(as_object({"preventScroll": True}))  # the focused button is gone

    def step(self, direction: int) -> None:
        """Moves the focus to the next (1) or previous (-1) button; to the first if none has it."""
        here = self._focused()
        at = 0 if here is None else (here + direction) % len(self.words)
        self._place.querySelectorAll("button").item(at).focus(as_object({"preventScroll": True}))

    @property
    def chosen(self) -> str:
        """The word whose button has the focus; empty if none has."""
        here = self._focused()
        return "" if here is None else self.words[here]

    def _focused(self) -> int | None:
        word = document.activeElement.getAttribute("data-word") if document.activeElement else None
        return self.words.index(word) if word in self.words else None

    def _card(self, rules: Rules[Any], verb: str, words: list[str], *, shapes: bool) -> Any:
        translator, control = self._translator, rules.controls[verb]
        name = make("strong", word_name(rules, verb if len(words) > 1 else words[0], translator))
        text = make("span", name, class_="choice-text")
        if control.help:
            text.append(make("span", translator(control.help)))
        boards = [rules.pictures[word] for word in words if word in rules.pictures]
        columns = max((len(board.rows[0]) for board in boards), default=1)
        if len(words) == 1:
            card = self._button(rules, words[0], LARGE / columns, shapes=shapes, kind="choice")
            card.append(text)
            return card
        buttons = []
        for word in words:
            button = self._button(rules, word, SMALL / columns, shapes=shapes, kind="")
            if word not in rules.pictures:
                button.append(make("span", word.partition(" ")[2]))
            button.setAttribute("aria-label", word_name(rules, word, translator))
            buttons.append(button)
        return make("div", text, make("div", *buttons, class_="choice-row"), class_="choice several")

    def _button(self, rules: Rules[Any], word: str, cell: float, *, shapes: bool, kind: str) -> Any:
        button = make("button", type="button", class_=kind, data_word=word)
        number = self.words.index(word) + 1
        if number < 10:
            button.append(make("kbd", str(number), aria_hidden="true"))
        board = rules.pictures.get(word)
        if board is not None:
            button.append(self._picture(rules, board, cell, shapes=shapes))
        return button

    def _picture(self, rules: Rules[Any], board: Board, cell: float, *, shapes: bool) -> Any:
        picture = replace(Geometry.of(board.rows), side=cell)
        canvas = make("canvas", aria_hidden="true")
        self.painters.append(
            still_picture(canvas, rules.symbols, board, (picture.width, picture.height), shapes=shapes)
        )
        return canvas
