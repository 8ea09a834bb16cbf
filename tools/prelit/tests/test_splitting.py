"""Splitting WebAssembly: both parts behave like the whole module, and a stub fetches the second part once."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from prelit import splitting
from prelit.app import Tools
from prelit.node import SCRIPTS, found
from prelit.release import Release

RUN = """
import { readFileSync } from "node:fs";
const [hot, cold, calls] = process.argv.slice(1);
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(hot)), { env: { twice: (x) => 2 * x } });
const { exports } = instance;
let loads = 0;
if (exports["!x"]) {
  const helper = Uint8Array.of(0,0x61,0x73,0x6d,1,0,0,0,1,4,1,0x60,0,0,2,7,1,1,0x61,1,0x66,0,0,7,5,1,1,0x66,0,0);
  const load = () => {
    loads++;
    new WebAssembly.Instance(new WebAssembly.Module(readFileSync(cold)), { p: exports });
    exports["!r"].value = 1;
  };
  exports["!x"].set(0, new WebAssembly.Instance(new WebAssembly.Module(helper), { a: { f: load } }).exports.f);
}
const results = JSON.parse(calls).map(([name, ...given]) => exports[name](...given));
console.log(JSON.stringify([results, loads, Object.keys(exports).filter((name) => !name.startsWith("!"))]));
"""
I32 = b"\x7f"
NOPS = b"\x01" * 24
"""Padding that makes a function worth moving."""


def number(value: int) -> bytes:
    built = b""
    while value > 127:
        built, value = built + bytes([value & 127 | 128]), value >> 7
    return built + bytes([value])


def several(*items: bytes) -> bytes:
    return number(len(items)) + b"".join(items)


def name(text: str) -> bytes:
    return number(len(text)) + text.encode()


def section(code: int, data: bytes) -> bytes:
    return bytes([code]) + number(len(data)) + data


def body(code: bytes) -> bytes:
    code = b"\x00" + NOPS + code + b"\x0b"
    return number(len(code)) + code


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Functions that call an import, each other, themselves and through a table, and that count in a global.

    0 twice(x), imported; 1 quadruple(x) = twice(twice(x)); 2 factorial(n); 3 count() = ++n; 4 chosen(x) by the table;
    5 many(x) = quadruple(x) + factorial(4) + count().
    """
    types = several(b"\x60\x01\x7f\x01\x7f", b"\x60\x00\x01\x7f", b"\x60\x00\x00")
    functions = [
        b"\x20\x00\x10\x00\x10\x00",
        b"\x20\x00\x45\x04\x7f\x41\x01\x05\x20\x00\x20\x00\x41\x01\x6b\x10\x02\x6c\x0b",
        b"\x23\x00\x41\x01\x6a\x24\x00\x23\x00",
        b"\x20\x00\x41\x01\x11\x00\x00",
        b"\x20\x00\x10\x01\x41\x04\x10\x02\x6a\x10\x03\x6a",
    ]
    exports = [name(text) + b"\x00" + number(1 + i) for i, text in enumerate(("quadruple", "factorial", "count"))]
    exports += [name("chosen") + b"\x00\x04", name("many") + b"\x00\x05"]
    built = b"\0asm\1\0\0\0" + b"".join(
        [
            section(1, types),
            section(2, several(name("env") + name("twice") + b"\x00\x00")),
            section(3, several(b"\x00", b"\x00", b"\x01", b"\x00", b"\x00")),
            section(4, several(b"\x70\x00\x02")),
            section(6, several(I32 + b"\x01\x41\x00\x0b")),
            section(7, several(*exports)),
            section(9, several(b"\x00\x41\x00\x0b" + several(b"\x01", b"\x02"))),
            section(10, several(*map(body, functions))),
        ]
    )
    path = tmp_path / "module.wasm"
    path.write_bytes(built)
    return path


def split(module: Path, hot: set[int]) -> tuple[Path, Path]:
    """Returns the two parts, with these functions hot."""
    profile, parts = module.with_name("profile"), [module.with_name(f"{part}.wasm") for part in ("hot", "cold")]
    bits = bytearray(1)
    for own in hot:
        bits[0] |= 1 << own
    profile.write_bytes(bits)
    command: list[str | Path] = [found().node, SCRIPTS / "split.mjs", "split", module, profile, *parts]
    subprocess.run(command, check=True)
    return parts[0], parts[1]


def results(module: Path, cold: Path | str, *calls: list[object]) -> tuple[list[int], int, list[str]]:
    """Returns the functions' results, how often the second part was fetched, and the exports."""
    command: list[str | Path] = [found().node, "--input-type=module", "-e", RUN, module, cold, json.dumps(calls)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    got = json.loads(done.stdout)
    return got[0], got[1], got[2]


CALLS: list[list[object]] = [["quadruple", 3], ["factorial", 5], ["count"], ["many", 2], ["chosen", 6], ["count"]]


@pytest.mark.parametrize(
    "hot",
    [
        set(),
        {0, 2, 4},
        {1, 3},
        {0, 1, 2, 3, 4},
        *({one} for one in range(5)),
    ],
    ids=str,
)
def test_the_parts_behave_like_the_module(module: Path, hot: set[int]) -> None:
    whole, _loads, exported = results(module, "", *CALLS)
    assert whole == [12, 120, 1, 8 + 24 + 2, 720, 3]
    first, second = split(module, hot)
    assert results(first, second, *CALLS) == (whole, int(len(hot) < 5), exported)


def test_hot_functions_need_no_second_part(module: Path) -> None:
    first, _second = split(module, {0, 1, 3})
    assert results(first, "there is none", ["quadruple", 3], ["factorial", 5], ["chosen", 6])[:2] == ([12, 120, 720], 0)


def test_a_profile_holds_numbers_and_only_for_its_module(tmp_path: Path) -> None:
    profile = tmp_path / "hot.json"
    profile.write_text(json.dumps({"digest": splitting.packed({0, 9, 23})}), encoding="utf-8")
    assert splitting.functions(profile, "digest") == bytes([1, 2, 128])
    assert splitting.functions(profile, "another") is None


def test_the_first_part_has_the_compiler_for_pages_with_sources(module: Path, tmp_path: Path) -> None:
    """Otherwise such a page would wait for the second part."""
    profile, tools = tmp_path / "profile.json", Tools(found(), Release(tmp_path), tmp_path, "")
    splitting.add(profile, {"digest": {0}, f"digest{splitting.COMPILING}": {1, 3}})
    for compiling, loads in ((False, 1), (True, 0)):
        halves = splitting.halves(tools, module, "digest", compiling, profile)
        assert halves
        first, second = tmp_path / "first.wasm", tmp_path / "second.wasm"
        first.write_bytes(halves.hot)
        second.write_bytes(halves.cold)
        assert results(first, second, ["quadruple", 3], ["factorial", 5], ["chosen", 6])[:2] == ([12, 120, 720], loads)


def test_a_module_without_a_profile_is_shipped_whole(
    module: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tools = Tools(found(), Release(tmp_path), tmp_path, "")
    assert splitting.halves(tools, module, "another") is None
    assert "shipped whole" in capfd.readouterr().err
