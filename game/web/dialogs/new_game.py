"""The dialog that starts a new game of any kind, from its options and a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game import files
from game.contract import BadInput, Rules
from game.session import complete, parse_seed
from game.session.options import all_options
from game.session.seats import COMPUTER, PEOPLE, SEAT
from game.web.dialogs.dialog import DismissibleDialog
from game.web.dialogs.option_fields import VARIANT, OptionField, VariantField
from game.web.platform.dom import as_object, labelled, listen, make, put, row, show
from game.words import Translator, capital

Opponents = Callable[[str], tuple[Mapping[str, int], Sequence[str]]]
"""Returns how often each computer opponent was beaten in a game, and which can be chosen."""
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
        opponents: Opponents,
    ) -> None:
        super().__init__("new-game")
        self._opponents = opponents
        self._translator, self._draw_seed, self._start, self._back = translator, draw_seed, start, back
        self._live, self._race = live, race
        self._rules: Rules[Any] | None = None
        self._fields: dict[str, OptionField] = {}
        self._form = make("form", method="dialog")
        put(self._dialog, self._form)
        listen(self._form, "submit", self._submitted)
        listen(self._form, "change", lambda _event: self._changed())

    def open(self, rules: Rules[Any], options: dict[str, Any], *, before: bool, best: str = "") -> None:
        """Asks for the options of a new game, starting from those of the last one.

        `before` offers a way back to the previous game; `best` is the score or time of a game with the same options to
        race, as text.
        """
        translator = self._translator
        self._rules = rules
        named = {name for variant in rules.variants for name in variant.options}
        self._fields = {
            name: OptionField(name, option, options.get(name), translator)
            for name, option in all_options(rules).items()
            if name not in named
        }
        if rules.variants:
            field = VariantField(rules, options, translator)
            self._fields = {VARIANT: field, **self._fields}
        if COMPUTER in self._fields:
            from game.web.dialogs.opponents import introduce

            introduce(self._fields[COMPUTER].element, *self._opponents(rules.name), translator)
        self._seed = make(
            "input", type="text", inputmode="numeric", autocomplete="off", placeholder=capital(translator("random"))
        )
        self._error = make("p", class_="error", role="alert")
        fields = [field.element for field in self._fields.values() if not field.advanced]
        buttons = [self.button(translator("Cancel"), "close", self.close)]
        if rules.classic:
            buttons.append(self.button(translator("Classic game"), "classic", lambda: self._start_classic(rules)))
        buttons.append(make("button", translator("Start"), type="submit", class_="main"))
        more = []
        if rules.seats > 1:
            more.append(self.button(translator("Play with a friend"), "live", self._play_live))
        if best:
            label = translator("Race your best game: {score}", score=best)
            more.append(self.button(label, "race", lambda: self._leave(self._race), class_="link"))
        if before:
            label = translator("Back to previous game")
            more.append(self.button(label, "back", lambda: self._leave(self._back), class_="link"))
        title = self._title(translator.labelled(translator("New game"), translator(rules.title)))
        put(self._form, title, *fields, self._advanced(), self._error, *more, row(*buttons))
        self._changed()
        self.show()
        buttons[-1].focus(as_object({"preventScroll": True}))  # a dialog that does not fit shows its top

    def _advanced(self) -> Any:
        """Returns the fields that few players want: files, and the seed."""
        translator = self._translator
        label = translator("Seed (optional): the same number gives everyone the same game")
        seed = labelled(label, self._seed)
        rest = [field.element for field in self._fields.values() if field.advanced]
        return make("details", make("summary", translator("Advanced")), seed, *rest, class_="advanced")

    def _variant(self, chosen: str) -> dict[str, str]:
        """Returns the options of the way to play that was chosen."""
        field = self._fields.get(VARIANT)
        return field.options[chosen] if isinstance(field, VariantField) else {}

    def _leave(self, then: Callable[[], None]) -> None:
        self.close()
        then()

    def _start_classic(self, rules: Rules[Any]) -> None:
        self.close()
        self._start(rules, complete(rules, {}, files.read), None)

    def _play_live(self) -> None:
        self._read(lambda rules, options, seed: self._live(rules, options | {COMPUTER: PEOPLE}, seed or 0))

    def _changed(self) -> None:
        """Updates the notes about the values; asks for the computer's board only if the computer plays."""
        for field in self._fields.values():
            field.changed()
        if SEAT in self._fields:
            show(self._fields[SEAT].element, shown=self._fields[COMPUTER].chosen != PEOPLE)

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
            given |= self._variant(given.pop(VARIANT, ""))
            text = str(self._seed.value).strip()
            seed = parse_seed(text) if text else self._draw_seed()
            options = complete(rules, given, files.read)
        except BadInput as error:
            self._error.textContent = self._translator.error(error)
            return
        self.close()
        then(rules, options, seed)
