"""The coach's bar: the lesson's number, what to do and how, and buttons. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from js import document

from game.input.instructions import Instruction
from game.web.platform.dom import Element, Text, by_id, make, on_click, put, show
from game.words import C_, Translator


class CoachBar:
    """The bar's elements and their listeners, reused for every lesson."""

    def __init__(self, translator: Translator, acts: Mapping[str, Callable[[], None]]) -> None:
        """`acts`: the callbacks of the buttons, by the last part of their ids: show, again, skip, next."""
        self._translator = translator
        self._bar, self._instructions = by_id("coach"), by_id("coach-ways")
        self._step, self._text = Text(by_id("coach-step")), Text(by_id("coach-text"))
        for name, act in acts.items():
            on_click(f"coach-{name}", act)

    def ask(self, step: int, steps: int, caption: str, instructions: Sequence[Instruction]) -> None:
        """Shows what to do in this lesson, counted from 1, and how."""
        self._open(done=False)
        self._step.set(f"{step}/{steps}")
        self._text.set(caption)
        put(self._instructions, *map(self._instruction, instructions))

    def explain(self, text: str, *, again: bool) -> None:
        """Says why what was done was not it. Until the lesson starts `again`, its instructions cannot be followed."""
        if not again:
            document.body.dataset.lesson = "missed"
        self._text.set(text)

    def praise(self, text: str, *, last: bool) -> None:
        """Praises the player, and focuses the button that goes on."""
        self._open(done=True)
        self._text.set(text)
        button = by_id("coach-next")
        button.textContent = self._translator("Play") if last else self._translator(C_("lesson", "Next"))
        button.focus()

    def close(self) -> None:
        """Hides the bar."""
        show(self._bar, shown=False)
        document.body.removeAttribute("data-lesson")

    def _instruction(self, instruction: Instruction) -> Element:
        """Returns a key as a key cap, and a finger's movement as text."""
        how, does, is_key = instruction
        if is_key:
            return make("span", make("kbd", how), f" {does}")
        return make("span", self._translator.labelled(how, does) if does else how)

    def _open(self, *, done: bool) -> None:
        document.body.dataset.lesson = "done" if done else "asked"
        show(self._bar, shown=True)
        for name in ("next", "show", "again", "skip"):
            show(by_id(f"coach-{name}"), shown=done == (name == "next"))
