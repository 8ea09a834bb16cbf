"""Which key means what: data, and how to read it for a game. Keys are named by their place (`event.code`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.web.picking import VERB
from game.words import N_, Words

Table = Mapping[str, tuple[str, ...]]
"""The keys of each meaning."""

WORDS: dict[str, tuple[str, ...]] = {
    "left": ("left",),
    "right": ("right",),
    "up": ("up", "rotate", "cw", "clockwise"),
    "down": ("down",),
    "turn": ("rotate", "cw", "clockwise"),
    "turn back": ("ccw", "counterclockwise"),
    "drop": ("drop",),
    "level up": ("levelup",),
    "level down": ("leveldown",),
}
"""The words that a meaning may stand for; it stands for the first of them that the game knows."""

ACTIONS = ("undo", "redo", "restart", "new", "pause", "hint", "demo", "describe")
"""Meanings that are the same in every game."""

DEFAULT: dict[str, tuple[str, ...]] = {
    "left": ("ArrowLeft", "KeyA", "KeyH"),
    "right": ("ArrowRight", "KeyD", "KeyL"),
    "up": ("ArrowUp", "KeyW", "KeyK"),
    "down": ("ArrowDown", "KeyS", "KeyJ"),
    "turn": ("KeyX", "KeyE"),
    "turn back": ("KeyQ", "Slash"),
    "drop": ("Space", "Enter"),
    "level up": ("Equal",),
    "level down": ("Minus",),
    "undo": ("KeyU", "KeyZ"),
    "redo": ("KeyY",),
    "restart": ("KeyR",),
    "new": ("KeyN",),
    "pause": ("KeyP",),
    "hint": ("KeyI",),
    "demo": ("KeyM",),
    "describe": ("KeyB",),
}

MEANINGS: dict[str, str] = {
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up, or turn"),
    "down": N_("Down"),
    "turn": N_("Turn clockwise"),
    "turn back": N_("Turn counterclockwise"),
    "drop": N_("Drop, or choose a cell"),
    "level up": N_("Level up"),
    "level down": N_("Level down"),
    "undo": N_("Undo"),
    "redo": N_("Redo"),
    "restart": N_("Restart"),
    "new": N_("New game"),
    "pause": N_("Pause"),
    "hint": N_("Hint"),
    "demo": N_("Watch a demo"),
    "describe": N_("Tell how it stands"),
}
"""What the meanings are called."""

NAMED: dict[str, str] = {
    "left": N_("Left"), "right": N_("Right"), "up": N_("Up"), "down": N_("Down"), "drop": N_("Drop"),
    "rotate": N_("Turn"), "cw": N_("Turn clockwise"), "clockwise": N_("Turn clockwise"),
    "ccw": N_("Turn counterclockwise"), "counterclockwise": N_("Turn counterclockwise"),
    "levelup": N_("Level up"), "leveldown": N_("Level down"),
    "pick": N_("Choose a cell"), "let go": N_("Let go"),
    "blind": N_("Blind"), "heavy": N_("Heavy"), "force": N_("Force"),
}  # fmt: skip
"""What the words of the games are called where people see them."""


def word_name(word: str, words: Words) -> str:
    """A word of a game for people: `left` → Left, `3left` → 3 × Left, `force T` → Force T, `move b3 f7` → b3 → f7."""
    if word in NAMED:
        return words(NAMED[word])
    typed, *rest = word.split(" ")
    verb = typed.lstrip("0123456789")
    if verb == VERB:
        return " → ".join(rest)
    count = typed.removesuffix(verb)
    return " ".join([*([count, "×"] if count else []), words(NAMED[verb]) if verb in NAMED else verb, *rest])


POINTING = {"left": "left", "right": "right", "up": "up", "down": "down", "drop": "pick"}
"""What the meanings do where things are picked from cells."""

NAMES: dict[str, str] = {
    "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓",
    "Space": "Space", "Enter": "Enter", "Escape": "Esc", "Slash": "/", "Equal": "+", "Minus": "−",
    "Comma": ",", "Period": ".", "Semicolon": ";", "Quote": "'", "BracketLeft": "[", "BracketRight": "]",
}  # fmt: skip


def key_name(code: str) -> str:
    """A key's name for people: `KeyA` → A."""
    return NAMES.get(code, code.removeprefix("Key").removeprefix("Digit"))


def joined(*tables: Table) -> Table:
    """Tables of several devices as one."""
    return {meaning: tuple(code for table in tables for code in table[meaning]) for meaning in tables[0]}


def bindings(words: Iterable[str], table: Table = DEFAULT) -> dict[str, str]:
    """The words that a game knows → key code to word."""
    known = set(words)
    found = {}
    for meaning, meant in WORDS.items():
        word = next((word for word in meant if word in known), None)
        if word is not None:
            found.update(dict.fromkeys(table[meaning], word))
    return found


def actions(table: Table = DEFAULT) -> dict[str, str]:
    """Key code → what it does to any game."""
    return {code: action for action in ACTIONS for code in table[action]}


def pointing(table: Table = DEFAULT) -> dict[str, str]:
    """Key code → what it does where things are picked from cells."""
    found = {code: does for meaning, does in POINTING.items() for code in table[meaning]}
    return {"Escape": "let go"} | found


def by_word(words: Iterable[str], table: Table = DEFAULT) -> dict[str, list[str]]:
    """The words that a game knows → the names of the keys for each, for the help."""
    return {word: [key_name(code) for code in codes] for word, codes in by_code(words, table).items()}


def by_code(words: Iterable[str], table: Table = DEFAULT) -> dict[str, list[str]]:
    """The words that a game knows → the codes for each."""
    known = tuple(words)
    found: dict[str, list[str]] = {}
    for code, word in (pointing(table) if VERB in known else bindings(known, table)).items():
        found.setdefault(word, []).append(code)
    return found


def conflicts(table: Table) -> dict[str, list[str]]:
    """Keys with more than one meaning, and these; `up` may share its keys with `turn`, for no game has both."""
    users: dict[str, list[str]] = {}
    for meaning, codes in table.items():
        for code in codes:
            users.setdefault(code, []).append(meaning)
    return {code: meanings for code, meanings in users.items() if len(meanings) > 1 and set(meanings) != {"up", "turn"}}
