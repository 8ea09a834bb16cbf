"""Colour names match the painted colours in every palette with colours, and tones can be told apart."""

from __future__ import annotations

import colorsys
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from game.rules import GAMES
from game.terminal.playing import TONES

pytestmark = pytest.mark.native  # Pyodide does not have the style sheet

STYLE = Path(__file__).resolve().parents[2] / "static" / "style" / "tokens.css"
HUES = {"red": 0, "orange": 35, "yellow": 52, "green": 150, "cyan": 195, "blue": 215, "purple": 315}
"""In degrees."""
TOLERANCE = 30  # how far a painted hue may be off
ROUND = ("red", "orange", "yellow", "green", "cyan", "blue", "purple")
"""The order of the hues."""
TRITANOPIA = np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]])
"""Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB."""
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
APART = 25
"""The minimum CIELAB distance of two tones as seen with tritanopia; 2 is just noticeable."""


@cache
def palettes() -> dict[str, list[str]]:
    """Returns the colours of tones 1 to 7 by palette, as #rrggbb; the usual palette has a set for each theme."""
    found: dict[str, list[str]] = {}
    for head, body in re.findall(r"([^{}]*)\{([^{}]*--tone-7:[^{}]*)\}", STYLE.read_text(encoding="utf-8")):
        name = re.search(r'data-palette="(\w+)"', head)
        tones = dict(re.findall(r"--tone-([1-7]): ([^;]*);", body))
        colours = [re.findall(r"#[0-9a-f]{6}", tones[str(tone)]) for tone in range(1, 8)]
        names = [name[1]] if name else ["light", "dark"]
        found |= {each: [colour[at] for colour in colours] for at, each in enumerate(names)}
    return found


def rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def hue(colour: str) -> float:
    """Returns the hue in degrees from -30 to 330, so that red, around 0, is not split."""
    return (360 * colorsys.rgb_to_hsv(*rgb(colour))[0] + 30) % 360 - 30


def named() -> dict[str, set[int]]:
    """Returns by colour name the tones in which symbols of that name are painted."""
    found: dict[str, set[int]] = {}
    for rules in GAMES.values():
        for symbol in rules.symbols.values():
            if symbol.name in HUES:
                found.setdefault(symbol.name, set()).add(symbol.tone)
    return found


def test_all_palettes_were_found() -> None:
    assert sorted(palettes()) == ["blue", "dark", "light", "mono", "safe"]


def test_a_colour_has_one_tone_in_all_games() -> None:
    assert {name: len(tones) for name, tones in named().items()} == dict.fromkeys(HUES, 1)


def test_terminal_paints_the_named_colour() -> None:
    called = {"dark_orange": "orange", "magenta": "purple"}
    for name, tones in named().items():
        assert {called.get(TONES[tone], TONES[tone]) for tone in tones} == {name}


@pytest.mark.parametrize("palette", ["light", "dark", "safe", "blue"])
def test_colour_names_match_the_painted_colours(palette: str) -> None:
    painted = {name: palettes()[palette][min(tones) - 1] for name, tones in named().items()}
    for name, colour in painted.items():
        assert abs(hue(colour) - HUES[name]) <= TOLERANCE, (name, colour)
    # Blue and cyan have nearly the same hue but differ in lightness.
    order = [hue(painted[name]) for name in ROUND]
    assert all(one < other + 1 for one, other in pairwise(order))
    assert sum(rgb(painted["cyan"])) > sum(rgb(painted["blue"])) + 0.2


def test_without_colour_there_are_only_greys() -> None:
    assert all(len(set(rgb(colour))) == 1 for colour in palettes()["mono"])


def test_tones_are_distinguishable_with_tritanopia() -> None:
    colours = np.array([rgb(colour) for colour in palettes()["blue"]])
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ TRITANOPIA.T, 0, 1) @ XYZ.T / XYZ.sum(axis=1)
    x, y, z = np.where(seen > 0.008856, np.cbrt(seen), 7.787 * seen + 16 / 116).T
    lab = np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)
    distances = np.linalg.norm(lab[:, None] - lab, axis=-1)
    assert distances[np.triu_indices(len(lab), 1)].min() > APART
