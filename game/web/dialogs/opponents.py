"""The computer's opponents where a new game is chosen: faces, names, wins, and which are still locked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.session.seats import PERSONS, STRENGTHS
from game.web.board.faces import face
from game.web.board.icons import icon
from game.web.platform.dom import make, put
from game.words import N_, P_, Translator

LOCK = "M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z"
WON = P_("{count} win", "{count} wins")
NEXT = N_("Beat {name} to play {next}. You can unlock all of them in the settings.")


def introduce(field: Any, won: Mapping[str, int], can: Sequence[str], translator: Translator) -> None:
    """Makes a row of buttons for the computer's strengths, with name and face; those in `can` can be chosen."""
    field.classList.add("opponents")
    for box in field.querySelectorAll("input"):
        strength = str(box.value)
        if strength not in PERSONS:
            continue
        count, text = won[strength], box.nextElementSibling
        name, level = translator(PERSONS[strength]), translator(STRENGTHS[strength])
        parts = [face(int(strength)), make("b", name), make("small", level)]
        if count:
            parts.append(make("small", translator(WON, count=count), class_="won"))
        if strength not in can and not box.checked:
            box.disabled = True
            parts.append(icon(LOCK))
        put(text, *parts)
    closed = [strength for strength in STRENGTHS if strength not in can]
    if closed:
        names = translator(PERSONS[can[-1]]), translator(PERSONS[closed[0]])
        field.append(make("p", translator(NEXT, name=names[0], next=names[1]), class_="note"))
