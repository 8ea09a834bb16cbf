"""Form fields for a game's options: a row of buttons, a switch, or the name of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from game import files
from game.contract import Choice, File, Flag, Number, Option, Rules
from game.text import briefly
from game.web.platform.dom import Text, make
from game.words import N_, Translator, capital

VARIANT, OTHER = "variant", "other"
"""The name of the field for named ways to play, and its value when the options have no name."""
MOST_IN_A_ROW = 5
"""The most buttons in one row; more are spread over several rows."""


class OptionField:
    """The field of one option: its element and its value."""

    def __init__(self, name: str, option: Option, value: Any, translator: Translator) -> None:
        self._option, self._translator = option, translator
        label = capital(translator(option.label or option.help))
        if isinstance(option, Number | Choice):
            self.element = self._row(name, option, str(option.default if value is None else value), label)
        elif isinstance(option, Flag):
            self._box = make("input", type="checkbox", role="switch")
            self._box.checked = bool(value)
            self.element = make("label", make("span", label), self._box, class_="switch")
            if option.note:
                self._box.setAttribute("aria-describedby", f"note-{name}")
                note = make("p", translator(option.note), class_="note", id=f"note-{name}")
                self.element = make("div", self.element, note)
        else:
            self._box = make("input", type="text", value=option.default, autocomplete="off")
            self.element = make("label", make("span", label), self._box)

    @property
    def advanced(self) -> bool:
        """Whether the field is one that few players want."""
        return isinstance(self._option, File)

    @property
    def chosen(self) -> str:
        """The field's contents."""
        if isinstance(self._option, Flag):
            return "1" if self._box.checked else "0"
        if isinstance(self._option, File):
            return str(self._box.value).strip()
        return str(self.element.querySelector("input:checked").value)

    def value(self) -> str:
        """Returns the value in the form that the option's parser takes; BadInput for a missing file."""
        return files.read(self.chosen) if isinstance(self._option, File) else self.chosen

    def changed(self) -> None:
        """Shows the note for the current value."""
        if isinstance(self._option, Number | Choice) and self._option.notes:
            self._note.set(self._translator(self._notes.get(self.chosen, "")))

    def _row(self, name: str, option: Number | Choice, value: str, label: str) -> Any:
        """Returns a row of radio buttons, one for each value."""
        values: Iterable[int | str]
        if isinstance(option, Choice):
            values = option.choices
        else:
            values = sorted({*option.offered, int(value)}) if option.offered else range(option.low, option.high + 1)
        names, self._notes = _by_text(option.names), _by_text(option.notes)
        buttons = []
        for each in map(str, values):
            box = make("input", type="radio", name=name, value=each, **({"checked": ""} if each == value else {}))
            buttons.append(make("label", box, make("span", capital(self._translator(names.get(each, each))))))
        rows = -(-len(buttons) // MOST_IN_A_ROW)
        place = make("div", *buttons)
        place.style.setProperty("--columns", str(-(-len(buttons) // rows)))
        row = make("fieldset", make("legend", label), place, class_="values")
        if option.notes:
            self._note = Text(make("p", class_="note", aria_live="polite"))
            row.append(self._note.element)
        return row


class VariantField(OptionField):
    """The field of a game's named ways to play, and of the open game's options if they have no name."""

    def __init__(self, rules: Rules[Any], options: Mapping[str, Any], translator: Translator) -> None:
        variants, now = rules.variants, rules.variant(options)
        names = {str(number): variant.name for number, variant in enumerate(variants)}
        notes = {str(number): variant.note for number, variant in enumerate(variants)}
        self.options = {str(number): _texts(variant.options) for number, variant in enumerate(variants)}
        """The options of each value, as texts."""
        if now is None:
            own = {name: options[name] for name in variants[0].options if name in options}
            shown = {name: str(value) for name, value in own.items() if value != rules.options[name].default}
            names[OTHER] = translator.clauses(_briefly(rules, shown, translator)) or OTHER
            self.options[OTHER] = _texts(own)
        chosen = OTHER if now is None else str(variants.index(now))
        choice = Choice("0", tuple(names), N_("Goal"), names, notes=notes)
        super().__init__(VARIANT, choice, chosen, translator)
        self.element.querySelector("div").style.setProperty("--columns", "2")  # names are longer than values


def _texts(options: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in options.items()}


def _briefly(rules: Rules[Any], values: Mapping[str, str], translator: Translator) -> list[str]:
    """Returns these values of options as a title names them."""
    return [briefly(rules.options[name], value, translator) for name, value in values.items()]


def _by_text(table: Mapping[Any, str]) -> dict[str, str]:
    return {str(value): text for value, text in table.items()}
