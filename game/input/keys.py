"""The meanings of keys, and how to read them for a game. Keys are named by their position (`event.code`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from game.contract import LABELS, Role, Rules
from game.play.actions import Action, ReplayAction
from game.play.cursor import LET_GO, PICK
from game.text.names import word_name
from game.words import C_, N_, Translator

KeyTable = Mapping[str, tuple[str, ...]]
"""The keys for each meaning, which is a role or an action."""

ROLES_OF_MEANING: dict[Role, tuple[Role, ...]] = {
    Role.LEFT: (Role.LEFT,),
    Role.RIGHT: (Role.RIGHT,),
    Role.UP: (Role.UP, Role.ROTATE),
    Role.DOWN: (Role.DOWN, Role.SOFT_DROP),
    Role.ROTATE: (Role.ROTATE,),
    Role.ROTATE_BACK: (Role.ROTATE_BACK,),
    Role.DROP: (Role.DROP,),
    Role.HOLD: (Role.HOLD,),
    Role.LEVEL_UP: (Role.LEVEL_UP,),
    Role.LEVEL_DOWN: (Role.LEVEL_DOWN,),
}
"""The roles that a meaning may stand for; it stands for the first of them that the game has."""

ACTIONS = (
    *(Action.UNDO, Action.REDO, Action.RESTART, Action.NEW, Action.PAUSE, Action.HINT, Action.DEMO, Action.DESCRIBE),
    *(Action.MUTE, Action.RULES),
)
"""Meanings that are the same in every game."""

DEFAULT: dict[str, tuple[str, ...]] = {
    Role.LEFT: ("ArrowLeft", "KeyA", "KeyH"),
    Role.RIGHT: ("ArrowRight", "KeyD", "KeyL"),
    Role.UP: ("ArrowUp", "KeyW", "KeyK"),
    Role.DOWN: ("ArrowDown", "KeyS", "KeyJ"),
    Role.ROTATE: ("KeyX", "KeyE"),
    Role.ROTATE_BACK: ("KeyZ", "KeyQ"),
    Role.DROP: ("Space", "Enter"),
    Role.HOLD: ("KeyC",),
    Role.LEVEL_UP: ("Equal",),
    Role.LEVEL_DOWN: ("Minus",),
    Action.UNDO: ("KeyU", "KeyZ"),
    Action.REDO: ("KeyY",),
    Action.RESTART: ("KeyR",),
    Action.NEW: ("KeyN",),
    Action.PAUSE: ("KeyP",),
    Action.HINT: ("KeyI",),
    Action.DEMO: ("KeyM",),
    Action.DESCRIBE: ("KeyB",),
    Action.MUTE: ("KeyV",),
    Action.RULES: ("Slash",),
}

MEANING_LABELS: dict[str, str] = {
    Role.LEFT: N_("Left"),
    Role.RIGHT: N_("Right"),
    Role.UP: N_("Up, or rotate"),
    Role.DOWN: N_("Down, or soft drop"),
    Role.ROTATE: N_("Rotate clockwise"),
    Role.ROTATE_BACK: N_("Rotate anticlockwise"),
    Role.DROP: N_("Hard drop, or select a cell"),
    Role.HOLD: N_("Hold"),
    Role.LEVEL_UP: N_("Level up"),
    Role.LEVEL_DOWN: N_("Level down"),
    Action.UNDO: N_("Undo"),
    Action.REDO: N_("Redo"),
    Action.RESTART: N_("Restart"),
    Action.NEW: N_("New game"),
    Action.PAUSE: N_("Pause"),
    Action.HINT: N_("Hint"),
    Action.DEMO: N_("Watch a demo"),
    Action.MUTE: N_("Mute"),
    Action.RULES: N_("Rules"),
    Action.DESCRIBE: N_("Read out the board"),
}
"""The labels of the meanings."""

SHARED: tuple[set[str], ...] = (
    {Role.UP, Role.ROTATE},
    {Role.ROTATE_BACK, Action.UNDO},
    {Role.HOLD, Role.LEVEL_DOWN},
)
"""Meanings that may share a key: no game has both roles, and a game with ROTATE_BACK uses the key for this role."""

CARRY = "carry"
POINTING: dict[str, str] = {
    Role.LEFT: Role.LEFT,
    Role.RIGHT: Role.RIGHT,
    Role.UP: Role.UP,
    Role.DOWN: Role.DOWN,
    Role.DROP: PICK,
}
"""How keys with these meanings act in games that pick cells: they move the cursor, or pick."""

REPLAY = {
    "ArrowLeft": ReplayAction.BACK,
    "ArrowRight": ReplayAction.ON,
    "Space": ReplayAction.RUN,
    "Home": ReplayAction.START,
    "End": ReplayAction.END,
    "Escape": ReplayAction.CLOSE,
    "Pad14": ReplayAction.BACK,
    "Pad15": ReplayAction.ON,
    "Pad0": ReplayAction.RUN,
    "Pad9": ReplayAction.RUN,
    "Pad1": ReplayAction.CLOSE,
}
"""What each key and each button of a gamepad does in a replay."""

ROLE_NAMES: dict[str, str] = {
    **{str(role): label for role, label in LABELS.items()},
    PICK: N_("Choose a cell"),
    LET_GO: N_("Deselect"),
    CARRY: N_("Move to a cell"),
}
"""The names of roles and of actions with cells."""

KEY_NAMES: dict[str, str] = {
    "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓",
    "Space": C_("key", "Space"), "Enter": "Enter", "Escape": "Esc", "Slash": "/", "Equal": "+", "Minus": "−",
    "Comma": ",", "Period": ".", "Semicolon": ";", "Quote": "'", "BracketLeft": "[", "BracketRight": "]",
}  # fmt: skip


def role_name(rules: Rules[object], role: str, translator: Translator) -> str:
    """Returns the name of the game's word for a role, or of an action with cells."""
    word = rules.by_role.get(role)  # type: ignore[call-overload]  # PICK and LET_GO are not roles
    return word_name(rules, word, translator) if word else translator(ROLE_NAMES[role])


def key_name(code: str, translator: Translator) -> str:
    """Returns a key's display name: A for `KeyA`."""
    name = KEY_NAMES.get(code)
    return translator(name) if name else code.removeprefix("Key").removeprefix("Digit")


def merged(*tables: KeyTable) -> KeyTable:
    """Merges the tables of several devices."""
    return {meaning: tuple(code for table in tables for code in table[meaning]) for meaning in tables[0]}


def bindings(roles: Collection[Role], table: KeyTable = DEFAULT) -> dict[str, Role]:
    """Returns the role of each key code, given the roles that a game has."""
    found: dict[str, Role] = {}
    for meaning, meant in ROLES_OF_MEANING.items():
        role = next((role for role in meant if role in roles), None)
        if role is not None:
            found.update(dict.fromkeys(table[meaning], role))
    return found


def actions(table: KeyTable = DEFAULT) -> dict[str, Action]:
    """Returns the action of each key code, the same in every game."""
    return {code: action for action in ACTIONS for code in table[action]}


def pointing(table: KeyTable = DEFAULT) -> dict[str, str]:
    """Returns what each key code does in games that pick cells."""
    found = {code: does for meaning, does in POINTING.items() for code in table[meaning]}
    return {"Escape": LET_GO} | found


def by_role(roles: Collection[Role], table: KeyTable = DEFAULT) -> dict[str, list[str]]:
    """Returns the codes for each role that a game has, or for each action with cells in a game that picks them."""
    found: dict[str, list[str]] = {}
    bound: Mapping[str, str] = pointing(table) if Role.MOVE in roles else bindings(roles, table)
    for code, role in bound.items():
        found.setdefault(role, []).append(code)
    return found


def by_action(roles: Collection[Role], table: KeyTable = DEFAULT) -> dict[str, list[str]]:
    """Returns the codes for each action in a game with these roles, without those that play a word there."""
    playing = {code for codes in by_role(roles, table).values() for code in codes}
    return {action: [code for code in table[action] if code not in playing] for action in ACTIONS}


def conflicts(table: KeyTable) -> dict[str, list[str]]:
    """Returns the keys with more than one meaning and those meanings, unless they may share a key."""
    users: dict[str, list[str]] = {}
    for meaning, codes in table.items():
        for code in codes:
            users.setdefault(code, []).append(meaning)
    return {code: meanings for code, meanings in users.items() if len(meanings) > 1 and set(meanings) not in SHARED}
