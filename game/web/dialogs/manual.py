"""The rules on the page once Python has loaded: scenes that play them, and tables of the current keys, gestures and
buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from js import IntersectionObserver
from pyodide.ffi import create_proxy

from game.contract import Choice, Rules
from game.input import gamepad, gestures, keys
from game.player.settings import Settings
from game.slices import sooner
from game.web.board.sprites import recolour
from game.web.dialogs.scene import SceneBoard, still_boards
from game.web.platform.dom import address_in, as_object, by_id, listen, make, put
from game.web.platform.loop import Loop
from game.words import C_, Translator, capital

NEAR = "60px"
IN_VIEW = "0px 0px -40% 0px"
"""Observer margins; the second leaves out the lower part of the window, where motion would distract from the board."""


class Manual:
    """The section below the game. Its scenes are built when it comes near the window, and move once it is in view."""

    def __init__(self, translator: Translator, reduced: Callable[[], bool]) -> None:
        self._translator, self._reduced = translator, reduced
        self._settings = Settings()
        self._rules: Rules[Any] | None = None
        self._scenes: list[SceneBoard] = []
        self._near = self._in_view = False
        self._loop = Loop(self._frame)
        how = by_id("how")
        self._workshop = make("a", translator("Workshop"), href=self._address())
        how.lastElementChild.append(self._workshop)
        listen(how, "click", self._clicked)
        for margin, listener in ((NEAR, self._came_near), (IN_VIEW, self._entered_view)):
            IntersectionObserver.new(create_proxy(listener), as_object({"rootMargin": margin})).observe(how)

    def open(self, rules: Rules[Any]) -> None:
        """Shows this game's rules and hides the others'."""
        by_id("learn").hidden = not rules.lessons
        self._workshop.href = f"{self._address()}?game={rules.name}"
        for article in by_id("how").querySelectorAll("article"):
            article.hidden = str(article.dataset.rules) != rules.name
        if rules is not self._rules:
            recolour()  # the theme may have changed
            self._clear()
            self._rules = rules
        if self._near:
            self._fill()

    def _address(self) -> str:
        """Returns the address of the workshop in this language."""
        return f"{address_in(self._translator.language)}workshop.html"

    def apply_settings(self, settings: Settings) -> None:
        """Applies settings: keys may have other meanings, and boards may look different."""
        self._settings = settings
        self._clear()
        if self._near:
            self._fill()

    def _article(self) -> Any:
        name = self._rules.name if self._rules else ""
        return by_id("how").querySelector(f'article[data-rules="{name}"]')

    def _clear(self) -> None:
        if self._scenes:
            self._scenes[0].element.parentElement.remove()
        self._scenes = []

    def _fill(self) -> None:
        rules, article = self._rules, self._article()
        if rules is None or not article or self._scenes:
            return
        shapes, translator = self._settings.shapes, self._translator
        self._scenes = [SceneBoard(rules, scene, translator, shapes=shapes) for scene in rules.scenes]
        place = make("div", class_="scenes", role="group", aria_label=translator("The rules in pictures"))
        article.querySelector("h2").after(put(place, *(scene.element for scene in self._scenes)))
        for option in rules.options.values():
            if isinstance(option, Choice):
                place.append(*(self._pictured(option, value, rules) for value in option.pictures))
        for scene in self._scenes:
            scene.fit()
            scene.run(running=not self._reduced())
        self._write(article, rules)
        self._loop.wake()

    def _pictured(self, choice: Choice, value: str, rules: Rules[Any]) -> Any:
        """Returns small boards that illustrate a value of an option, with its name and its note."""
        translator = self._translator
        canvases = still_boards(choice.pictures[value], rules, shapes=self._settings.shapes)
        named = capital(translator(choice.names.get(value, value))), translator(choice.notes.get(value, ""))
        caption = make("figcaption", translator.labelled(*named))
        return make("figure", make("div", *canvases, class_="scene-boards"), caption, class_="scene picture")

    def _write(self, article: Any, rules: Rules[Any]) -> None:
        """Writes the tables of the current keys and buttons, and of touch gestures."""
        translator, settings = self._translator, self._settings
        pads = {meaning: tuple(codes) for meaning, codes in settings.pads.items()}
        roles = rules.by_role
        on_keys, on_pad = keys.by_role(roles, settings.keys), keys.by_role(roles, pads)
        rows: list[tuple[str, Iterable[str], Iterable[str]]] = [
            (
                keys.role_name(rules, role, translator),
                (keys.key_name(code, translator) for code in on_keys.get(role, [])),
                map(gamepad.button_name, filter(gamepad.is_button, on_pad.get(role, []))),
            )
            for role in (*on_keys, *(role for role in on_pad if role not in on_keys))
        ]
        buttons = keys.by_action(roles, pads)
        for action, codes in keys.by_action(roles, settings.keys).items():
            names = (keys.key_name(code, translator) for code in codes), map(gamepad.button_name, buttons[action])
            rows.append((translator(keys.MEANING_LABELS[action]), *names))
        head = [
            make("th", name, scope="col")
            for name in (translator(C_("keys", "Action")), translator("Keys"), translator("Gamepad"))
        ]
        lines = [make("tr", make("th", name, scope="row"), _caps(one), _caps(two)) for name, one, two in rows]
        touch = [
            make(
                "tr", make("th", translator(gesture), scope="row"), make("td", keys.role_name(rules, role, translator))
            )
            for gesture, role in gestures.explained(roles)
        ]
        put(article.querySelector("table"), make("tr", *head), *lines)
        old = article.querySelector("table.touch")
        if old:
            old.remove()
        title = make(
            "tr",
            make("th", translator("Touch"), scope="col"),
            make("th", translator(C_("keys", "Action")), scope="col"),
        )
        article.querySelector("table").after(make("table", title, *touch, class_="touch"))

    def _came_near(self, entries: Any, _observer: Any) -> None:
        self._near = _intersects(entries)
        if self._near:
            self._fill()

    def _entered_view(self, entries: Any, _observer: Any) -> None:
        self._in_view = _intersects(entries)
        if self._in_view:
            self._loop.wake()

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("[data-scene]")
        if not button:
            return
        figure = button.closest("figure")
        scene = next(scene for scene in self._scenes if scene.element.isSameNode(figure))
        if str(button.dataset.scene) == "toggle":
            scene.run(running=not scene.running)
        else:
            scene.run(running=False)
            scene.step(still=self._reduced())
        self._loop.wake()

    def _frame(self, time: float) -> float | None:
        if not self._in_view:
            return None
        return sooner(*[scene.animate(time, still=self._reduced()) for scene in self._scenes])


def _intersects(entries: Any) -> bool:
    """Returns whether an observer's only element now intersects: the last entry counts, if several arrive at once."""
    return bool(list(entries)[-1].isIntersecting)


def _caps(names: Iterable[str]) -> Any:
    """Returns a table cell that shows keys as key caps."""
    return make("td", *(make("kbd", name) for name in names))
