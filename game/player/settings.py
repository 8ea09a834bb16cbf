"""The player's settings: each with its possible values, kept as one JSON text. Knows no page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from game.input import gamepad, keys
from game.session.reader import Shape, compact, fitting, flag, many, one_of, parse, text, where, whole
from game.words import C_, LANGUAGES, N_


@dataclass(frozen=True)
class OneOf:
    """A setting with a few named values."""

    values: Mapping[str, str]
    label: str
    alike: Mapping[str, str] = field(default_factory=dict)
    """Values that are not chosen by hand, each with the choice it belongs to."""

    @property
    def shape(self) -> Shape:
        return one_of(*self.values, *self.alike)


@dataclass(frozen=True)
class Range:
    """A whole number within bounds; its unit is a message with {number}."""

    low: int
    high: int
    step: int
    unit: str
    label: str

    @property
    def shape(self) -> Shape:
        return whole(self.low, self.high)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    label: str

    @property
    def shape(self) -> Shape:
        return flag()


SettingKind = OneOf | Range | Switch

PERCENT, MILLISECONDS = N_("{number}%"), N_("{number} ms")

KINDS: dict[str, SettingKind] = {
    "language": OneOf(LANGUAGES, N_("Language")),
    "theme": OneOf(
        {"system": N_("same as system"), "light": N_("light"), "dark": N_("dark"), "contrast": N_("high contrast")},
        N_("Theme"),
    ),
    "palette": OneOf(
        {
            "usual": C_("colours", "standard"),
            "safe": N_("red–green blindness"),
            "blue": N_("blue–yellow blindness"),
            "mono": N_("greyscale"),
        },
        N_("Piece colours"),
    ),
    "shapes": Switch(N_("Show shapes on pieces (no need to tell colours apart)")),
    "size": Range(50, 100, 10, PERCENT, N_("Board size")),
    "motion": OneOf(
        {"off": N_("none"), "slow": N_("slow"), "usual": C_("speed", "standard"), "quick": N_("fast")}, N_("Animation")
    ),
    "pad": OneOf(
        {"auto": N_("until I swipe"), "shown": N_("always"), "hidden": N_("never")},
        N_("Buttons below the board"),
        {"hiddenbyhabit": "auto"},
    ),
    "opponents": Switch(N_("Unlock all computer opponents")),
    "delay": Range(50, 500, 1, MILLISECONDS, N_("Key held down: repeats after")),
    "repeat": Range(1, 200, 1, MILLISECONDS, N_("Key held down: repeats every")),
    "muted": Switch(N_("Mute")),
    "vibration": Switch(N_("Vibration")),
    "volume": Range(0, 100, 5, PERCENT, N_("Volume")),
}
"""The settings that have one field each in the dialog."""

SPEEDS = {"off": 0.0, "slow": 2.0, "usual": 1.0, "quick": 0.5}
"""Factors for the duration of every motion."""

TABLES: dict[str, keys.KeyTable] = {"keys": keys.DEFAULT, "pads": gamepad.DEFAULT}
"""The settings that bind keys and buttons to meanings."""

LONGEST = 20_000
MOST_KEYS = 6
CODES = many(where(text(29), str.isalnum), MOST_KEYS)
"""The keys or gamepad buttons for one meaning."""
SHAPES = {name: kind.shape for name, kind in KINDS.items()}


@dataclass(frozen=True)
class Settings:
    """All settings, with the defaults of a first visit."""

    language: str = ""
    """Empty for the browser's language, until the player chooses one."""
    theme: str = "system"
    palette: str = "usual"
    shapes: bool = True
    size: int = 100
    motion: str = "usual"
    pad: str = "auto"
    """Whether a touch screen has buttons for moves: until the player swipes, not since then, always or never."""
    opponents: bool = False
    """Whether every computer opponent can be chosen, not only those who have been opened by beating the last."""
    delay: int = 167
    repeat: int = 33
    volume: int = 40
    muted: bool = False
    vibration: bool = True
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(keys.DEFAULT))
    pads: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(gamepad.DEFAULT))

    def having(self, /, **changed: Any) -> Settings:
        """Returns a copy with these values, and these entries of tables; invalid ones are ignored."""
        fit = fitting(changed, SHAPES)
        for name, default in TABLES.items():
            bound = fitting(changed.get(name), dict.fromkeys(default, CODES))
            fit[name] = {**getattr(self, name), **{meaning: tuple(codes) for meaning, codes in bound.items()}}
        return replace(self, **fit)

    def bound(self, meaning: str, codes: Sequence[str]) -> Settings:
        """Returns a copy with other keys or gamepad buttons for a meaning."""
        table = "pads" if codes and all(map(gamepad.is_button, codes)) else "keys"
        return self.having(**{table: {meaning: list(codes)}})

    def dump(self) -> str:
        """Serializes only what differs from the defaults, so that better defaults reach everyone else."""
        usual = Settings()
        changed = {
            f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)
        }
        for name, default in TABLES.items():
            if name in changed:
                changed[name] = {m: list(codes) for m, codes in changed[name].items() if codes != default[m]}
        return compact(changed)

    @classmethod
    def load(cls, text: str | None) -> Settings:
        """Parses a text; invalid values become the defaults."""
        if not text or len(text) > LONGEST:
            return cls()
        try:
            kept = parse(text)
        except ValueError:
            return cls()
        return cls().having(**kept) if isinstance(kept, dict) else cls()
