"""Buttons and links of the page, outside dialogs and boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from js import document

from game.play.actions import Action
from game.web.devices.keyboard import OWN_KEYS
from game.web.platform.dom import any_dialog_open, by_id, focus_board, listen
from game.web.stage.stage import Stage

LINKS = "a[data-game], a[data-home]"


class Buttons:
    """Handles all clicks in one place, and returns the focus to the board."""

    def __init__(self, stage: Stage, opening: Mapping[str, Callable[[], None]], go_to: Callable[[str], None]) -> None:
        """`opening` maps the selectors of elements to what they open; `go_to` goes to an address of the page."""
        self._stage, self._opening, self._go_to = stage, opening, go_to
        listen(document, "click", self._clicked)
        listen(document, "close", lambda _event: self._dialog_closed(), capture=True)  # it does not bubble
        listen(document, "focusin", self._focused)
        listen(by_id("how"), "toggle", lambda _event: stage.pause())
        listen(by_id("menu"), "toggle", lambda event: stage.pause() if event.newState == "open" else None)
        listen(by_id("demo-speed"), "change", self._demo_speed_chosen)

    def _clicked(self, event: Any) -> None:
        self._stage.finish_deferred()
        target, game = event.target, self._stage.game
        for selector, act in self._opening.items():
            if target.closest(selector):
                act()
                return
        action, link = target.closest("[data-action]"), target.closest(LINKS)
        if target.closest("#menu button"):
            self._close_menu()
        if action:
            if game:
                game.act(Action(str(action.dataset.action)))
        elif target.closest("#go-on"):
            if game:
                game.go_on()
            focus_board()  # the next key must not go to the button that has just vanished
        elif link and not (event.ctrlKey or event.metaKey or event.shiftKey):
            event.preventDefault()
            self._go_to(str(link.getAttribute("href")))

    def _dialog_closed(self) -> None:
        """Focuses the board in a game; elsewhere the browser focuses what opened the dialog."""
        if self._stage.game and not any_dialog_open():
            focus_board()

    def _focused(self, event: Any) -> None:
        game = self._stage.game
        if game and str(event.target.tagName) in OWN_KEYS and not game.demo_running:
            game.pause()

    def _demo_speed_chosen(self, event: Any) -> None:
        if self._stage.game:
            self._stage.game.set_demo_speed(float(event.target.value))
        self._close_menu()
        focus_board()  # so that the next key is the player's move

    def _close_menu(self) -> None:
        """Closes the sheet of further actions, which is one on a phone only."""
        menu = by_id("menu")
        if menu.matches(":popover-open"):
            menu.hidePopover()
