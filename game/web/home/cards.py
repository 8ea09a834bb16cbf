"""The cards: each shows the position of the player's own game, or its game's default picture."""

from __future__ import annotations

import json
from typing import Any

from js import JSON, document, window

from game.session import Session, Work
from game.store.cards import Card, Cards, of_session
from game.store.saves import Saves
from game.web.platform.dom import show
from game.words import Translator


class CardPlaces:
    """The cards on the page, and what each shows."""

    def __init__(self, saves: Saves, translator: Translator) -> None:
        self._saves, self._cards, self._translator = saves, Cards(saves), translator
        self._places: dict[str, Any] = {str(card.dataset.game): card for card in document.querySelectorAll(".card")}
        self._drawn: dict[str, str] = {}
        """The boards drawn on each card, as text; static/boot/home.js draws."""

    def keep(self, session: Session) -> None:
        """Keeps the card of a game that was just saved."""
        self._keep(session.rules.name, of_session(session) if session.can_undo else None)

    def show_known(self) -> list[str]:
        """Shows the games with a stored card or without a save; returns the names of the others."""
        unknown = []
        for name in self._places:
            card = self._cards.known(name)
            if card is None and self._cards.has(name):
                unknown.append(name)
            else:
                self._show(name, card)
        return unknown

    def preview(self, names: list[str]) -> Work[None]:
        """Replays each of these games in slices and shows it."""
        for name in names:
            card = yield from self._cards.preview(name)
            self._show(name, card)
            if card:
                self._keep(name, card)

    def show_best(self, name: str, usual: str) -> None:
        """Shows the best score of the preset of the game on the card, or of the usual one if no card is kept."""
        card = self._cards.known(name)
        self._write(name, ".best", self._best(card.preset if card else usual))

    def _keep(self, name: str, card: Card | None) -> None:
        note, best = (self._note(card), self._best(card.preset) if card.single else "") if card else ("", "")
        self._cards.keep(name, card, self._translator.language, note, best)

    def _best(self, preset: str) -> str:
        best = self._saves.best_of(preset)
        return self._translator("Best: {score}", score=self._translator.number(best)) if best else ""

    def _write(self, name: str, line: str, text: str) -> None:
        place = self._places[name].querySelector(line)
        place.textContent = text
        show(place, shown=bool(text))

    def _show(self, name: str, card: Card | None) -> None:
        """Shows a game; None if nothing is being played."""
        place, drawn = self._places[name], json.dumps(card.boards) if card else ""
        if drawn != self._drawn.get(name):
            self._drawn[name] = drawn
            window.kesuCard(name, JSON.parse(drawn or "null"))
        note = self._note(card) if card else ""
        self._write(name, ".kept", note)
        show(place.querySelector(".summary"), shown=not note)

    def _note(self, card: Card) -> str:
        translator = self._translator
        state = translator("Finished") if card.over else translator("Continue")
        return f"{state} · {translator.number(card.score)}" if card.single else state
