"""Tries mutmut's changes to the kernel and the rules; resumes where it was stopped.

`python -m tests.mutation [--again] [--within=AFTER-MOST] [PATTERN ...] [FILE ...]`. again: only changes not caught so
far. within: only with tests that together take at most MOST seconds, and without those that fit into AFTER (default
0-inf). FILE, such as tests/unit/test_x.py: only with the tests in it. `--table` only prints the results so far. The
order is random but reproducible and takes the modules in turn, so the changes tried at any time are a random sample of
each module.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from fnmatch import fnmatch
from itertools import chain, zip_longest

from mutmut.__main__ import create_mutants
from mutmut.configuration import config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir, walk_mutatable_files

from game.tournament.sample import wilson

CAUGHT = {"killed", "timeout", "segfault", "suspicious"}
SAVE_EVERY = 10  # seconds


def main(words: list[str]) -> int:
    files = [word for word in words if word.endswith(".py")]
    patterns = [word for word in words if not word.startswith("--") and word not in files] or ["*"]
    within = next((word.removeprefix("--within=") for word in words if word.startswith("--within=")), "0-inf")
    if "--table" not in words:
        os.makedirs("mutants", exist_ok=True)
        copy_src_dir()
        copy_also_copy_files()
        create_mutants(1)
    modules = [SourceFileMutationData(path=path) for path in sorted(walk_mutatable_files())]
    for module in modules:
        module.load()
    if "--table" not in words:
        redo: set[int | None] = {0, 33} if "--again" in words else {None}
        run(modules, drawn(modules, patterns, redo), within, files or config().pytest_add_cli_args_test_selection)
    for module in modules:
        print(row(module))
    return 0


def drawn(modules: list[SourceFileMutationData], patterns: list[str], redo: set[int | None]) -> list[str]:
    """Returns the names of changes to try, in random order within each module, the modules in turn."""
    wanted = [
        sorted(
            (n for n, code in m.exit_code_by_key.items() if code in redo and any(fnmatch(n, p) for p in patterns)),
            key=lambda name: hashlib.sha256(name.encode()).digest(),
        )
        for m in modules
    ]
    return [name for name in chain.from_iterable(zip_longest(*wanted)) if name is not None]


def run(modules: list[SourceFileMutationData], names: list[str], within: str, files: list[str]) -> None:
    """Tries these changes with the tests in these files; saves each result for `mutmut results` and `show`."""
    of = {name: module for module in modules for name in module.exit_code_by_key}
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listed:
        listed.write("\n".join(names))
        listed.flush()
        arguments = [
            "-m",
            "pytest",
            "-p",
            "tests.mutation.trials",
            "-qqq",
            "--tb=native",
            "--assert=plain",
            "--capture=no",
            *config().pytest_add_cli_args,
        ]
        given = {
            "KESU_TRIALS": listed.name,
            "KESU_WITHIN": within,
            "MUTANT_UNDER_TEST": "stats",
            "OPENBLAS_NUM_THREADS": "1",
        }
        began = saved = time.monotonic()
        command = [sys.executable, *arguments, *files]
        with subprocess.Popen(
            command, cwd="mutants", env=os.environ | given, stdout=subprocess.PIPE, text=True
        ) as tests:
            assert tests.stdout
            count = 0
            for line in tests.stdout:
                name, _, code = line.strip().partition(" ")
                if name not in of:
                    print(line, end="")
                    continue
                of[name].exit_code_by_key[name] = int(code)
                count += 1
                if time.monotonic() - saved > SAVE_EVERY:
                    saved = time.monotonic()
                    print(f"{count} of {len(names)}, {60 * count / (saved - began):.0f} a minute", flush=True)
                    for module in modules:
                        module.save()
    for module in modules:
        module.save()


def row(module: SourceFileMutationData) -> str:
    """Returns the module's row of the table: changes, tried, caught (with an interval if not all were tried), left."""
    said = [status_by_exit_code[code] for code in module.exit_code_by_key.values() if code is not None]
    caught = sum(word in CAUGHT for word in said)
    cells = [f"`{str(module.path).removeprefix('game/')}`", str(len(module.exit_code_by_key)), str(len(said))]
    if not said:
        return "| " + " | ".join([*cells, "", ""]) + " |"
    share = f"{caught} ({100 * caught / len(said):.1f} %"
    if len(said) < len(module.exit_code_by_key):
        low, high = wilson(caught / len(said), len(said))
        share += f"; {100 * low:.1f} to {100 * high:.1f}"
    return "| " + " | ".join([*cells, share + ")", str(len(said) - caught)]) + " |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
