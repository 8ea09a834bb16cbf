"""Names, comments and messages use the terms of docs/glossary.md and not the words it lists under "What not to say"."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.native  # reads the sources

ROOT = Path(__file__).parents[2]
ROOMS = sorted({
    folder.relative_to(ROOT).as_posix()
    for top in ("game", "tools", "static", "tests")
    for folder in (ROOT / top, *(ROOT / top).rglob("*/"))
    if folder.is_dir() and any(path.suffix in (".py", ".js", ".mjs", ".css") for path in folder.iterdir())
})  # fmt: skip
CHECKED_COMMITS = 300
"""The newest commits, whose subjects are checked; nothing checked those of the oldest ones."""

SCRIPT = re.compile(r'(?P<prose>/\*.*?\*/|(?<!:)//[^\n]*|"[^"\n]* [^"\n]*")|[\w$-]+', re.S)
"""Comments and texts of scripts and styles, or else a name."""

NOUNS = (
    *("This", "Blocks", "Boards", "Bytes", "Cells", "Columns", "Entries", "Evaluations", "Feats", "Indices", "Medians"),
    *("Milliseconds", "Options", "Pictures", "Points", "Screens", "Scripts", "Values", "Zeros"),
)
"""Words that end as a verb does."""
VERB = re.compile(rf"(?!({'|'.join(NOUNS)})\b)[A-Z][a-z]+(?<!s)s(?![\w'])")
"""How the docstring of a function begins: it says what the function does, not what it returns as if it were a value."""

PROSE, NAME, MODULE = "prose", "name", "module"


def patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Returns the glossary's patterns, each with the only kind of word it is looked for in, or "" for any kind."""
    table = (ROOT / "docs/glossary.md").read_text("utf-8").partition("## What not to say")[2]
    cells = [re.split(r"(?<!\\)\|", line)[3] for line in table.splitlines() if line.startswith("|")]
    found = [re.fullmatch(r"(?:(name|module):)?(.+)", text) for cell in cells for text in re.findall("`(.+?)`", cell)]
    return [(one[1] or "", re.compile(rf"\b(?:{one[2]})\b".replace(r"\|", "|"), re.I)) for one in found if one]


PATTERNS = patterns()


def split(name: str) -> str:
    """Returns the words of a name, separated by blanks."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " "))


def python_words(source: str) -> Iterator[tuple[int, str, str]]:
    """Yields line, kind and text of the names, comments and prose in Python; prose is every string with a blank in
    it.
    """
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], NAME, split(token.string)
        elif token.type == tokenize.COMMENT:
            yield token.start[0], PROSE, token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, PROSE, " ".join(node.value.split())


def script_words(source: str) -> Iterator[tuple[int, str, str]]:
    """Yields the same of scripts and styles."""
    for match in SCRIPT.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        yield line, PROSE if match["prose"] else NAME, match[0] if match["prose"] else split(match[0].replace("-", " "))


@cache
def files(room: str) -> list[tuple[str, list[tuple[int, str, str]]]]:
    """Returns the files of a room and their words."""
    listed = []
    for path in sorted((ROOT / room).iterdir()):
        if path.suffix in (".py", ".js", ".mjs", ".css") and path != Path(__file__):
            words = python_words if path.suffix == ".py" else script_words
            found = [(1, MODULE, path.stem), *words(path.read_text("utf-8"))]
            listed.append((path.relative_to(ROOT).as_posix(), found))
    return listed


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_do_not_say_what_the_glossary_lists(room: str) -> None:
    found = {
        f"{path}:{line}: {match[0]!r} in {text[:80]!r}"
        for path, words in files(room)
        for line, kind, text in words
        for only, pattern in PATTERNS
        if only in ("", kind) and (kind != MODULE or only == MODULE)
        if (match := pattern.search(text))
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_join_shapes(room: str) -> None:
    """A docstring or comment is a sentence; an arrow may join two shapes, such as (n, rows) → (n,)."""
    found = [
        f"{path}:{line}: {text[:100]!r}"
        for path, words in files(room)
        for line, kind, text in words
        if kind == PROSE and re.search(r"(?<!\)) (→|->) |(→|->) (?!\()", text) and path.endswith(".py")
    ]
    assert not found, "\n".join(found)


def docstrings(path: Path) -> Iterator[tuple[int, bool, str]]:
    """Yields the line of each function with a docstring, whether it is read like a value, and the docstring."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith(("test_", "__init__")):
            decorators = " ".join(map(ast.unparse, node.decorator_list))
            if text := ast.get_docstring(node):
                yield node.lineno, "property" in decorators or "fixture" in decorators, text


@pytest.mark.parametrize(
    "room", [room for room in ROOMS if not re.match("tests/oracles|tools/prelit/examples|static", room)]
)
def test_docstrings_of_functions_begin_with_a_verb(room: str) -> None:
    """The docstrings of properties and fixtures say what these are."""
    wrong = [
        f"{path}:{line}: {text[:80]!r}"
        for path in sorted((ROOT / room).glob("*.py"))
        for line, is_value, text in docstrings(path)
        if (re.match("Returns|Yields", text) if is_value else not VERB.match(text))
    ]
    assert not wrong, "\n".join(wrong)


def test_commit_subjects_are_short_and_imperative() -> None:
    """At most 72 characters, beginning with a verb as in a command."""
    command = ["git", "-C", str(ROOT), "log", f"-{CHECKED_COMMITS}", "--no-merges", "--format=%s"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not in a repository")
    for subject in listed.stdout.splitlines():
        assert (
            len(subject) <= 72 and re.match(r"[A-Z][a-z]*(?<![^e]ed)(?<![a-z]{3}ing)\b", subject) and subject[-1] != "."
        ), subject
