"""Lets atheris search for texts that reach new code: `python -m tests.fuzz.guided TARGET [libFuzzer options]`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["game"]):
    from tests.fuzz.targets import TARGETS, tried


def main() -> None:
    target = TARGETS[sys.argv.pop(1)]

    def one(data: bytes) -> None:
        tried(target, data.decode("utf-8", "surrogateescape") if len(data) % 2 else data.decode("latin-1"))

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
