"""Another Pyodide: the profile of one build of a module is carried over to the next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prelit import splitting, stamps, upgrade
from prelit.node import found

NOPS = b"\x01" * 24
I32 = b"\x7f"


def number(value: int) -> bytes:
    built = b""
    while value > 127:
        built, value = built + bytes([value & 127 | 128]), value >> 7
    return built + bytes([value])


def section(code: int, *items: bytes) -> bytes:
    data = number(len(items)) + b"".join(items)
    return bytes([code]) + number(len(data)) + data


def module(*functions: bytes) -> bytes:
    """Returns a module with these functions of one type, from a number to a number, whose instructions are given."""
    bodies = [b"\x00" + NOPS + code + b"\x0b" for code in functions]
    return b"\0asm\1\0\0\0" + b"".join(
        [
            section(1, b"\x60\x01" + I32 + b"\x01" + I32),
            section(3, *[b"\x00"] * len(functions)),
            section(5, b"\x00\x01"),
            section(10, *[number(len(body)) + body for body in bodies]),
        ]
    )


def call(own: int) -> bytes:
    return b"\x20\x00\x10" + number(own)


def load(address: int) -> bytes:
    """Reads memory at an address that linking fills in."""
    return b"\x41\x00\x28\x02" + number(address)


SAME, TWICE, SQUARE = b"\x20\x00", b"\x20\x00\x20\x00\x6a", b"\x20\x00\x20\x00\x6c"


def test_functions_are_known_again_under_other_numbers_and_addresses() -> None:
    old = module(SAME, TWICE, call(1), load(70_000))
    new = module(load(80_000), TWICE, SAME, call(0))
    carried = splitting.carried(found(), old, bytes([0b1010]), new)
    assert (carried.same, carried.all) == (4, 4)
    assert carried.hot == {1, 0}  # twice, and reading memory


def test_a_new_function_is_hot() -> None:
    carried = splitting.carried(found(), module(SAME, TWICE), bytes([0]), module(TWICE, SQUARE, SAME))
    assert (carried.same, carried.all) == (2, 3)
    assert carried.hot == {1}


def test_all_of_one_shape_are_hot_if_their_number_changed_and_one_was() -> None:
    old, new = module(call(0), call(1), SAME), module(call(0), SAME, call(1), call(2))
    assert splitting.carried(found(), old, bytes([0b10]), new).hot == {0, 2, 3}
    assert splitting.carried(found(), old, bytes([0b100]), new).hot == {1}


def test_a_profile_grows_by_builds_of_the_same_modules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile, old, new = tmp_path / "profile.json", module(SAME, TWICE), module(TWICE, SAME)
    splitting.add(profile, {stamps.sha256(old): {1}, stamps.sha256(old) + splitting.COMPILING: {0}})
    name = "pyodide.asm.wasm"
    assert upgrade.carry_over(found(), profile, {name: old, "numpy/a": b""}, {name: new, "numpy/b": b""})
    assert splitting.functions(profile, stamps.sha256(new)) == bytes([1])
    assert splitting.functions(profile, stamps.sha256(new) + splitting.COMPILING) == bytes([2])
    assert "2 of its 2 functions are as they were; 1 are hot now, 1 were" in capsys.readouterr().out
    before = json.loads(profile.read_text(encoding="utf-8"))
    assert upgrade.carry_over(found(), profile, {name: old}, {name: new})  # nothing is left to do
    assert json.loads(profile.read_text(encoding="utf-8")) == before


def test_an_unknown_module_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "pyodide.asm.wasm"
    assert not upgrade.carry_over(found(), tmp_path / "none.json", {name: module(SAME)}, {name: module(TWICE)})
    assert "shipped whole" in capsys.readouterr().out
