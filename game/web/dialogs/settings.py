"""The settings dialog: every change is applied and saved at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from js import matchMedia

from game.input import gamepad, keys
from game.player.preferences import Preferences
from game.player.settings import KINDS, OneOf, Range, SettingKind, Settings
from game.web.dialogs.dialog import DismissibleDialog
from game.web.platform.dom import listen, make, put, row, table_row
from game.words import Translator, capital

OF_KEYS = ("delay", "repeat")
"""The settings about keys. On a device without a mouse they are folded together with the keys."""


class SettingsDialog(DismissibleDialog):
    """A native dialog, built when it first opens."""

    def __init__(self, translator: Translator, preferences: Preferences, apply: Callable[[Settings], None]) -> None:
        super().__init__("settings")
        self._translator, self._preferences, self._apply = translator, preferences, apply
        self._fields: dict[str, Any] = {}
        self._outputs: dict[str, Any] = {}
        self._rows: dict[str, Any] = {}
        self._folded: Any = None
        self._waiting = ""
        self._message = make("p", class_="error", role="alert")
        listen(self._dialog, "input", self._changed)
        listen(self._dialog, "keydown", self._pressed)

    def open(self) -> None:
        """Shows the settings as they are."""
        if not self._fields:
            self._build()
        self._show()
        self._folded.open = bool(matchMedia("(hover: hover) and (pointer: fine)").matches)
        self.show()

    def _build(self) -> None:
        translator = self._translator
        plain, keyed = (
            [self._labelled(name, kind) for name, kind in KINDS.items() if (name in OF_KEYS) == of_keys]
            for of_keys in (False, True)
        )
        table = make("table")
        for meaning, name in keys.MEANING_LABELS.items():
            label = translator("Change the key for {name}", name=translator(name))
            ask = partial(self._ask, meaning)
            button = self.button(translator("Change"), f"change {meaning}", ask, aria_label=label, data_meaning=meaning)
            self._rows[meaning] = make("td")
            table.append(table_row(translator(name), self._rows[meaning], make("td", button)))
        buttons = row(
            self.button(translator("Reset all"), "reset", self._reset), self._close_button(translator("Done"))
        )
        summary = make("summary", translator("Keys and gamepad"))
        self._folded = make("details", summary, *keyed, table, self._message, class_="advanced")
        self._fill(translator("Settings"), *plain, self._folded, buttons)

    def _labelled(self, name: str, kind: SettingKind) -> Any:
        label = make("span", self._translator(kind.label))
        if isinstance(kind, OneOf):
            field = make("select", name=name)
            for value, shown in kind.values.items():
                field.append(make("option", capital(self._translator(shown)), value=value))
                if name == "language":
                    field.lastElementChild.lang = value
        elif isinstance(kind, Range):
            field = make("input", type="range", name=name, min=str(kind.low), max=str(kind.high), step=str(kind.step))
            self._outputs[name] = make("output")
            label.append(" ", self._outputs[name])
        else:
            field = make("input", type="checkbox", name=name)
        self._fields[name] = field
        return make("label", label, field)

    def _show(self) -> None:
        for name, field in self._fields.items():
            value, kind = getattr(self._preferences.settings, name), KINDS[name]
            if isinstance(kind, Range):
                field.value = str(value)
                self._outputs[name].textContent = self._translator(kind.unit, number=value)
            elif isinstance(kind, OneOf):
                value = kind.alike.get(value, value)
                field.value = value or self._translator.language  # only the language may be unset
            else:
                field.checked = value
        settings = self._preferences.settings
        doubled = keys.conflicts(settings.keys) | keys.conflicts(settings.pads)
        for meaning, cell in self._rows.items():
            codes = settings.keys[meaning]
            caps = [
                make("kbd", keys.key_name(code, self._translator), class_="doubled" if code in doubled else "")
                for code in codes
            ]
            buttons = settings.pads[meaning]
            for code in buttons:
                button = make(
                    "kbd", gamepad.button_name(code), class_="button doubled" if code in doubled else "button"
                )
                button.prepend(make("span", self._translator("Gamepad") + " ", class_="unseen"))
                caps.append(button)
            if meaning == self._waiting:
                caps = [make("em", capital(self._translator("press a key or gamepad button (Esc to cancel)")))]
            put(cell, *(part for cap in caps for part in (cap, " ")))  # so that a line may break between them
        messages = [
            self._translator("{key} is used for more than one action: {names}", key=self._name(code),
                        names=self._translator.listed(self._translator(keys.MEANING_LABELS[m]) for m in meanings))
            for code, meanings in doubled.items()
        ]  # fmt: skip
        self.say(self._translator.joined(messages))

    def _name(self, code: str) -> str:
        """Returns the name of a key, or of a gamepad button, marked as such because both have a B."""
        if gamepad.is_button(code):
            return f"{self._translator('Gamepad')} {gamepad.button_name(code)}"
        return keys.key_name(code, self._translator)

    def _set(self, settings: Settings) -> None:
        self._apply(settings)
        self._show()

    def _changed(self, event: Any) -> None:
        field = event.target
        name = str(field.name)
        if name in KINDS:
            kind = KINDS[name]
            value = field.value if isinstance(kind, OneOf) else int(field.value) if isinstance(kind, Range) else None
            self._set(self._preferences.settings.having(**{name: bool(field.checked) if value is None else value}))

    def _reset(self) -> None:
        self._waiting = ""
        self._set(Settings())

    def _ask(self, meaning: str) -> None:
        """Waits for the key or button for a meaning."""
        self._waiting = meaning
        self._show()

    def _pressed(self, event: Any) -> None:
        if not self._waiting:
            return
        event.preventDefault()
        self.take(str(event.code))

    @property
    def waits(self) -> bool:
        """Whether the dialog waits for a key or button to bind."""
        return bool(self._waiting)

    def take(self, code: str) -> None:
        """Binds the key or button that the dialog waits for."""
        meaning, self._waiting = self._waiting, ""
        if code in ("Escape", "Tab") or not code.isalnum():
            self._show()
        else:
            self._set(self._preferences.settings.bound(meaning, (code,)))
