"""The seven pieces: 19 forms, the quarter turns of the pieces that the two documents draw."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.pieces import FORMS, NINETEEN, PICTURES, Offsets, cells_of, height, turned

DOCUMENT = """
I IIII   J J..   L ..L   O OO   S .SS   Z ZZ.   T TTT
           JJJ     LLL     OO     SS.     .ZZ     .T.
"""

SPAWN_CELLS = {
    "I": ((0, 4), (1, 4), (2, 4), (3, 4)),
    "L": ((0, 4), (1, 4), (2, 4), (2, 5)),
    "J": ((0, 4), (1, 4), (2, 3), (2, 4)),
    "Z": ((0, 3), (0, 4), (1, 4), (1, 5)),
    "S": ((0, 4), (0, 5), (1, 3), (1, 4)),
    "O": ((0, 4), (0, 5), (1, 4), (1, 5)),
    "T": ((0, 4), (1, 3), (1, 4), (1, 5)),
}


def in_corner(cells: tuple[tuple[int, int], ...]) -> Offsets:
    """Returns cells moved to the upper left corner, in row-major order."""
    top, left = (min(numbers) for numbers in zip(*cells, strict=True))
    return tuple(sorted((row - top, column - left) for row, column in cells))


def turned_on_paper(form: Offsets) -> Offsets:
    """Returns a form turned clockwise by definition: the left column becomes the top row, from its lowest cell."""
    return in_corner(tuple((column, -row) for row, column in form))


def test_there_are_nineteen_forms_of_seven_pieces() -> None:
    """19 forms in all: 2 of I, Z and S, 4 of L, J and T, 1 of O."""
    counts = {"I": 2, "J": 4, "L": 4, "O": 1, "S": 2, "Z": 2, "T": 4}
    assert {letter: len(forms) for letter, forms in FORMS.items()} == counts
    assert len({form for forms in FORMS.values() for form in forms}) == 19


def test_nineteen_counts_the_shapes_in_the_order_of_its_document() -> None:
    """Shapes 1 to 7: I, L, J (the reverse L), Z, S (the reverse Z), O, T."""
    assert NINETEEN == "ILJZSOT"
    assert set(NINETEEN) == set(FORMS)


@pytest.mark.parametrize("letter", NINETEEN)
def test_every_form_has_four_connected_cells(letter: str) -> None:
    for form in FORMS[letter]:
        assert len(set(form)) == 4
        joined = {form[0]}
        for _ in form:
            joined |= {(r, c) for r, c in form if any(abs(r - y) + abs(c - x) == 1 for y, x in joined)}
        assert joined == set(form)


@pytest.mark.parametrize("letter", NINETEEN)
def test_forms_are_in_the_corner_of_their_box_in_row_major_order(letter: str) -> None:
    for form in FORMS[letter]:
        assert form == in_corner(form)


@pytest.mark.parametrize("letter", NINETEEN)
def test_the_first_form_is_the_one_that_the_biquadris_document_shows(letter: str) -> None:
    rows = DOCUMENT.strip("\n").split("\n")
    start = rows[0].index(f"{letter} ") + 2
    shown = "/".join(row[start : start + 4].rstrip() for row in rows).rstrip("/")
    assert PICTURES[letter][0] == shown
    assert FORMS[letter][0] == cells_of(shown)


@pytest.mark.parametrize("letter", NINETEEN)
def test_the_forms_of_a_piece_are_its_clockwise_quarter_turns(letter: str) -> None:
    forms = FORMS[letter]
    for form, after in pairwise([*forms, forms[0]]):
        assert turned(form) == turned_on_paper(form) == after


@pytest.mark.parametrize("letter", NINETEEN)
def test_the_cells_that_nineteen_spawns_are_one_of_the_forms(letter: str) -> None:
    assert in_corner(SPAWN_CELLS[letter]) in FORMS[letter]


@pytest.mark.parametrize("letter", NINETEEN)
def test_four_quarter_turns_restore_the_form(letter: str) -> None:
    for form in FORMS[letter]:
        assert turned(turned(turned(turned(form)))) == form


@pytest.mark.parametrize(("picture", "rows"), [("IIII", 1), ("I/I/I/I", 4), ("TTT/.T.", 2), (".T/TT/.T", 3)])
def test_height_is_the_rows_of_the_box(picture: str, rows: int) -> None:
    assert height(cells_of(picture)) == rows


def test_a_picture_is_read_row_by_row() -> None:
    assert cells_of(".S/SS/S.") == ((0, 1), (1, 0), (1, 1), (2, 0))


def test_a_quarter_turn_is_clockwise() -> None:
    """The T that points down points to the left next."""
    assert turned(cells_of("TTT/.T.")) == cells_of(".T/TT/.T")
