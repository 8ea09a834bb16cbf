"""The dialog that starts another game: the game's own options and a seed, whatever the game is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game import files
from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules
from game.session import complete, parse_seed
from game.session.options import options_of
from game.session.seats import COMPUTER, PEOPLE, SEAT
from game.web.dialogs.dialog import Leavable
from game.web.dom import as_object, listen, make, put, show
from game.words import Translator

Start = Callable[[Rules[Any], dict[str, Any], int | None], None]


class NewGame(Leavable):
    """One native dialog, filled anew for each game."""

    def __init__(
        self, translator: Translator, draw_seed: Callable[[], int], start: Start, back: Callable[[], None]
    ) -> None:
        super().__init__("new-game")
        self._translator, self._draw_seed, self._start, self._back = translator, draw_seed, start, back
        self._rules: Rules[Any] | None = None
        self._fields: dict[str, Any] = {}
        self._form = make("form", method="dialog")
        put(self._dialog, self._form)
        listen(self._dialog, "click", self._clicked)
        listen(self._form, "submit", self._submitted)
        listen(self._form, "change", lambda _event: self._seat_or_not())

    def open(self, rules: Rules[Any], options: dict[str, Any], before: bool) -> None:
        """Asks for the options of a new game, beginning with those of the last one; or goes back to the one before."""
        translator = self._translator
        self._rules = rules
        known = options_of(rules)
        self._fields = {name: _field(option, options.get(name), translator) for name, option in known.items()}
        self._seed = make(
            "input", type="text", inputmode="numeric", autocomplete="off", placeholder=translator("random")
        )
        self._error = make("p", class_="error", role="alert")
        labels = [_label(translator(option.help), self._fields[name]) for name, option in known.items()]
        row = [make("button", translator("Cancel"), type="button", data_do="cancel")]
        if rules.classic:
            row.append(make("button", translator("Original game"), type="button", data_do="classic"))
        row.append(make("button", translator("Start"), type="submit", class_="main"))
        title = make("h2", translator.labelled(translator("New game"), translator(rules.title)), id="new-game-title")
        seed = _label(translator("Seed (optional): the same number gives everyone the same game"), self._seed)
        back = make("button", translator("Back to previous game"), type="button", data_do="back", class_="link")
        show(back, before)
        put(self._form, title, *labels, seed, self._error, back, put(make("div", class_="row"), *row))
        self._seat_or_not()
        self._dialog.showModal()
        row[-1].focus(as_object({"preventScroll": True}))  # where not all of it fits, its beginning is seen

    def _clicked(self, event: Any) -> None:
        what = event.target.getAttribute("data-do") if event.target.getAttribute else None
        if what == "cancel":
            self._dialog.close()
        elif what == "back":
            self._dialog.close()
            self._back()
        elif what == "classic" and self._rules:
            self._dialog.close()
            self._start(self._rules, complete(self._rules, {}, files.read), None)

    def _seat_or_not(self) -> None:
        """Which board is the computer's need not be asked where it does not play."""
        if SEAT in self._fields:
            show(self._fields[SEAT].parentElement, str(self._fields[COMPUTER].value) != PEOPLE)

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        rules = self._rules
        if rules is None:
            return
        try:
            given = {name: _value(option, self._fields[name]) for name, option in options_of(rules).items()}
            text = str(self._seed.value).strip()
            seed = parse_seed(text) if text else self._draw_seed()
            options = complete(rules, given, files.read)
        except BadInput as error:
            self._error.textContent = self._translator.error(error)
            return
        self._dialog.close()
        self._start(rules, options, seed)


def _label(text: str, field: Any) -> Any:
    return put(make("label"), make("span", text), field)


def _field(option: Option, value: Any, translator: Translator) -> Any:
    """The form's field for an option."""
    if isinstance(option, Flag):
        box = make("input", type="checkbox")
        box.checked = bool(value)
        return box
    if isinstance(option, File):
        return make("input", type="text", value=option.default, autocomplete="off")
    select = make("select")
    values = range(option.low, option.high + 1) if isinstance(option, Number) else option.choices
    names = option.names if isinstance(option, Choice) else {}
    for each in map(str, values):
        select.append(make("option", translator(names.get(each, each)), value=each))
    select.value = str(option.default if value is None else value)
    return select


def _value(option: Option, field: Any) -> str:
    """What the field holds, as the option's parser or the session takes it."""
    if isinstance(option, Flag):
        return "1" if field.checked else "0"
    if isinstance(option, File):
        return files.read(str(field.value).strip())
    assert isinstance(option, Number | Choice)
    return str(field.value)
