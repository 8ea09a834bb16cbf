"""Applies the settings to the page."""

from __future__ import annotations

from js import document, location

from game.player.settings import Settings
from game.session.addresses import REPLAY_HASH
from game.session.replay_code import encode
from game.store import names
from game.web.devices.keyboard import Keyboard
from game.web.dialogs.manual import Manual
from game.web.page.editor import Editor
from game.web.platform.dom import address_in, by_id
from game.web.stage.stage import PageParts, Stage


class Appearance:
    """Keeps settings and applies them to every part of the page."""

    def __init__(self, page: PageParts, stage: Stage, keyboard: Keyboard, manual: Manual, editor: Editor) -> None:
        self._page, self._stage, self._language = page, stage, page.around.translator.language
        self._keyboard, self._manual, self._editor = keyboard, manual, editor
        self._dress()

    def set(self, settings: Settings) -> None:
        """Applies new settings and keeps them."""
        before = self._page.preferences.settings
        self._page.around.saves.store.put(names.SETTINGS, settings.dump())
        self._page.preferences.settings = settings
        self._dress()
        if settings.language != before.language and settings.language not in ("", self._language):
            self._go_to(settings.language)

    def reload(self) -> None:
        """Applies the settings that another tab may have changed. The language stays that of the page."""
        kept = Settings.load(self._page.around.saves.store.get(names.SETTINGS))
        if kept != self._page.preferences.settings:
            self._page.preferences.settings = kept
            self._dress()

    def toggle_mute(self) -> None:
        """Turns sound on or off, and saves the choice."""
        settings = self._page.preferences.settings
        self.set(settings.having(muted=not settings.muted))

    def _dress(self) -> None:
        settings, root = self._page.preferences.settings, document.documentElement.dataset
        root.theme, root.palette, root.pad = settings.theme, settings.palette, settings.pad
        self._page.sound.volume = 0 if settings.muted else settings.volume / 100
        self._page.haptics.on = settings.vibration
        root.muted = "1" if settings.muted else ""
        by_id("mute").setAttribute("aria-pressed", str(settings.muted).lower())
        self._keyboard.apply_settings(settings)
        if self._stage.game:
            self._stage.game.apply_settings()
            self._page.screen.fit()
        self._manual.apply_settings(settings)
        self._editor.fit()

    def _go_to(self, language: str) -> None:
        """Goes to the page in another language, with the current game even if nothing can be kept."""
        query, game = str(location.search) + str(location.hash), self._stage.controller()
        if game:
            game.keep()
            if game.session.can_undo and self._page.around.saves.store.blocked and game.mode.task(game.session) is None:
                query = f"?game={game.session.rules.name}{REPLAY_HASH}{encode(game.session)}"
        location.assign(address_in(language) + query)
