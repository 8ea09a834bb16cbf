"""Typed commands of Biquadris at their limits: lengths of counts, numbers of files and commands, error messages."""

from __future__ import annotations

import pytest

from game.contract import BadInput, NeedsFile, attach
from game.rules import biquadris_commands as commands
from game.rules.biquadris_commands import MOST_COMMANDS, MOST_FILES, Command, block_letters, read
from game.words import Translator

words = Translator()


def said(word: str) -> str:
    with pytest.raises(BadInput) as caught:
        read(word)
    return words(caught.value.message, **caught.value.values)


@pytest.mark.parametrize(
    ("digits", "count"),
    [("", 1), ("0", 0), ("000", 0), ("007", 7), ("123456789", 123456789), ("0123456789", 123456789),
     ("1234567891", 999999991), ("99999999999987", 999999987)],
)  # fmt: skip
def test_counts_are_parsed(digits: str, count: int) -> None:
    assert read(f"{digits}left") == Command("left", count)
    assert read(f"{digits}random") == Command("random"), "random ignores a count"


def test_sequence_counts_itself_and_everything_it_runs() -> None:
    word = attach(attach("sequence a", "a", "left sequence b, force Z"), "b", "2drop norandom c")
    command = read(attach(word, "c", "I J"))
    assert command == Command("sequence", 1, "a", (
        Command("left"),
        Command("sequence", 1, "b", (Command("drop", 2), Command("norandom", 1, "IJ")), 3),
        Command("force", 1, "Z"),
    ), 6)  # fmt: skip


def test_limit_on_commands_is_exact() -> None:
    most = attach("sequence a", "a", "left " * (MOST_COMMANDS - 1))
    assert read(most).size == MOST_COMMANDS
    assert said(most + " right") == "too long: at most 10000 commands can be run at once"
    long = "norandom c " * MOST_COMMANDS
    assert said(attach(attach("sequence a", "a", long), "c", "I")).startswith("too long")


def test_limit_on_files_is_exact() -> None:
    word = "norandom new"
    for number in range(MOST_FILES - 1):
        word = attach(word, str(number), "I")
    with pytest.raises(NeedsFile, match=r"^new$"):
        read(word)
    assert said(attach(word, "last", "I")) == "too many files: at most 100 can be used at once"
    assert read(attach(word, "new", "T I")).argument == "TI"


def test_exact_error_messages() -> None:
    assert said("force I J") == "force needs a block: I J L O S Z T"
    assert said("left I") == "unknown command: left I"
    assert said("sequence") == "sequence needs a file name"
    assert said("r") == "r is ambiguous: right, random, restart, redo"
    assert said("help") == "help cannot be used here"
    assert said(attach("sequence a", "a", " ")) == "the file a is empty"
    assert said(attach("sequence a", "a", "sequence a")) == "a: the file a calls itself"
    assert said(attach("sequence a", "a", "nothing")) == "a: unknown command: nothing"
    with pytest.raises(BadInput, match=r"^the file f has QQ where a block is needed \(I J L O S Z T\)$"):
        block_letters("f", "I QQ")
    assert said(attach("sequence a", "a", "left norandom")) == "a: norandom needs a file name"
    assert said(attach("sequence a", "a", "left force")) == "a: force needs a block: I J L O S Z T"
    assert said(attach("norandom a", "a", "IJ")) == "the file a has IJ where a block is needed (I J L O S Z T)"


def test_file_with_far_too_many_words_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file read is run at least once, and a command is at most two words."""
    monkeypatch.setattr(commands, "MOST_COMMANDS", 3)
    assert said(attach("sequence a", "a", "left left left left left Q")) == "a: unknown command: Q"
    assert said(attach("sequence a", "a", "left left left left left left Q")).startswith("too long: at most 3 ")
    within = attach("sequence a", "a", "left, sequence b")
    assert said(attach(within, "b", "left left Q")) == "a: b: unknown command: Q"
    assert said(attach(within, "b", "left left left Q")).startswith("a: too long: at most 3 ")
