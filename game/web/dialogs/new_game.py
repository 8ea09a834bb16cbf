"""The dialog that starts a new game of any kind, from its options and a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game import files
from game.contract import BadInput, Rules
from game.session import complete, parse_seed
from game.session.options import options_of
from game.session.seats import COMPUTER, PEOPLE, SEAT
from game.web.dialogs.dialog import DismissibleDialog
from game.web.dialogs.option_fields import OptionField
from game.web.platform.dom import as_object, listen, make, put, show
from game.words import Translator, capital

Live = Callable[[Rules[Any], dict[str, Any], int], None]
Start = Callable[[Rules[Any], dict[str, Any], int | None], None]


class NewGame(DismissibleDialog):
    """A native dialog, filled for each game."""

    def __init__(
        self,
        translator: Translator,
        draw_seed: Callable[[], int],
        start: Start,
        back: Callable[[], None],
        live: Live,
        race: Callable[[], None],
    ) -> None:
        super().__init__("new-game")
        self._translator, self._draw_seed, self._start, self._back = translator, draw_seed, start, back
        self._live, self._race = live, race
        self._rules: Rules[Any] | None = None
        self._fields: dict[str, OptionField] = {}
        self._form = make("form", method="dialog")
        put(self._dialog, self._form)
        listen(self._dialog, "click", self._clicked)
        listen(self._form, "submit", self._submitted)
        listen(self._form, "change", lambda _event: self._changed())

    def open(self, rules: Rules[Any], options: dict[str, Any], before: bool, best: int | None = None) -> None:
        """Asks for the options of a new game, starting from those of the last one.

        `before` offers a way back to the previous game; `best` is the score of a game with the same options to race.
        """
        translator = self._translator
        self._rules = rules
        self._fields = {
            name: OptionField(name, option, options.get(name), translator) for name, option in options_of(rules).items()
        }
        self._seed = make(
            "input", type="text", inputmode="numeric", autocomplete="off", placeholder=capital(translator("random"))
        )
        self._error = make("p", class_="error", role="alert")
        fields = [field.element for field in self._fields.values() if not field.advanced]
        row = [make("button", translator("Cancel"), type="button", data_do="cancel")]
        if rules.classic:
            row.append(make("button", translator("Original game"), type="button", data_do="classic"))
        row.append(make("button", translator("Start"), type="submit", class_="main"))
        title = make("h2", translator.labelled(translator("New game"), translator(rules.title)), id="new-game-title")
        back = make("button", translator("Back to previous game"), type="button", data_do="back", class_="link")
        show(back, before)
        friend = make("button", translator("Play with a friend"), type="button", data_do="live")
        show(friend, rules.seats > 1)
        race = make("button", type="button", data_do="race", class_="link")
        if best is not None:
            race.textContent = translator("Race your best game: {score}", score=translator.number(best))
        show(race, best is not None)
        put(
            self._form, title, *fields, self._advanced(), self._error, friend, race, back,
            put(make("div", class_="row"), *row),
        )  # fmt: skip
        self._changed()
        self._dialog.showModal()
        row[-1].focus(as_object({"preventScroll": True}))  # a dialog that does not fit shows its top

    def _advanced(self) -> Any:
        """Returns the fields that few players want: files, and the seed."""
        translator = self._translator
        label = translator("Seed (optional): the same number gives everyone the same game")
        seed = put(make("label"), make("span", label), self._seed)
        rest = [field.element for field in self._fields.values() if field.advanced]
        return put(make("details", class_="advanced"), make("summary", translator("Advanced")), seed, *rest)

    def _clicked(self, event: Any) -> None:
        what = event.target.getAttribute("data-do") if event.target.getAttribute else None
        if what == "cancel":
            self._dialog.close()
        elif what == "back":
            self._dialog.close()
            self._back()
        elif what == "live":
            self._read(lambda rules, options, seed: self._live(rules, options | {COMPUTER: PEOPLE}, seed or 0))
        elif what == "race":
            self._dialog.close()
            self._race()
        elif what == "classic" and self._rules:
            self._dialog.close()
            self._start(self._rules, complete(self._rules, {}, files.read), None)

    def _changed(self) -> None:
        """Updates the notes about the values; asks for the computer's board only if the computer plays."""
        for field in self._fields.values():
            field.changed()
        if SEAT in self._fields:
            show(self._fields[SEAT].element, self._fields[COMPUTER].chosen != PEOPLE)

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        self._read(self._start)

    def _read(self, then: Start) -> None:
        """Closes the dialog and passes on the choices, or says what is wrong with them."""
        rules = self._rules
        if rules is None:
            return
        try:
            given = {name: field.value() for name, field in self._fields.items()}
            text = str(self._seed.value).strip()
            seed = parse_seed(text) if text else self._draw_seed()
            options = complete(rules, given, files.read)
        except BadInput as error:
            self._error.textContent = self._translator.error(error)
            return
        self._dialog.close()
        then(rules, options, seed)
