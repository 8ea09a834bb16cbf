"""The seven pieces of four cells and their 19 forms, as pictures.

The letters are the usual ones. The first form of a piece is the one in the Biquadris document, and each further form
is the previous one rotated a quarter turn clockwise. Nineteen numbers the shapes 1 to 7 in the order of `NINETEEN` (its
document, 1.1).
"""

from __future__ import annotations

Offsets = tuple[tuple[int, int], ...]
"""Cells of a form, (row, column) from the upper left corner of its bounding box, in row-major order."""

PICTURES: dict[str, tuple[str, ...]] = {
    "I": ("IIII", "I/I/I/I"),
    "J": ("J../JJJ", "JJ/J./J.", "JJJ/..J", ".J/.J/JJ"),
    "L": ("..L/LLL", "L./L./LL", "LLL/L..", "LL/.L/.L"),
    "O": ("OO/OO",),
    "S": (".SS/SS.", "S./SS/.S"),
    "Z": ("ZZ./.ZZ", ".Z/ZZ/Z."),
    "T": ("TTT/.T.", ".T/TT/.T", ".T./TTT", "T./TT/T."),
}

NINETEEN = "ILJZSOT"

TONES = {"I": 7, "O": 4, "S": 3, "T": 5, "J": 1, "Z": 6, "L": 2}
"""The tone of each piece on a board."""


def cells_of(picture: str) -> Offsets:
    """Returns the cells of a picture, its rows separated by slashes, that are not dots."""
    return tuple(
        (row, column)
        for row, line in enumerate(picture.split("/"))
        for column, letter in enumerate(line)
        if letter != "."
    )


FORMS: dict[str, tuple[Offsets, ...]] = {
    letter: tuple(map(cells_of, pictures)) for letter, pictures in PICTURES.items()
}


def height(form: Offsets) -> int:
    """Returns the height of a form's bounding box."""
    return 1 + max(row for row, _column in form)


def turned(form: Offsets) -> Offsets:
    """Returns a form rotated a quarter turn clockwise, in its own bounding box."""
    return tuple(sorted((column, height(form) - 1 - row) for row, column in form))
