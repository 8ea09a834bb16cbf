"""The home screen: the games there are, which one was played last, and how the daily games of today stand."""

from __future__ import annotations

from js import document, window

from game.web.dom import by_id
from game.web.storage.dailies import Dailies
from game.words import Translator


def show(message: str, last: str | None, translator: Translator) -> None:
    """Shows the cards, the game played last marked among them."""
    if document.body.dataset.screen != "home":
        window.scrollTo(0, 0)  # a game may have been scrolled to its rules
    document.body.dataset.screen = "home"
    document.body.removeAttribute("data-game")
    document.title = translator("Kesu: six puzzles about clearing a board")
    by_id("home-message").textContent = message
    for card in document.querySelectorAll("a.card"):
        card.classList.toggle("last", str(card.dataset.game) == last)


def show_days(dailies: Dailies, translator: Translator) -> None:
    """On each card, how today's game stands."""
    today, tries = dailies.today(), dailies.all()
    for place in document.querySelectorAll(".daily-state"):
        name = str(place.dataset.of)
        tried, streak = tries.tried(name, today), tries.streak(name, today).current
        parts = []
        if tried is not None:
            parts.append(translator("in progress") if tried.score is None else str(tried.score))
        if streak > 1:
            parts.append(translator("{days}-day streak", days=streak))
        place.textContent = " · ".join(parts)
