"""The tree of a game's inputs: variations, their promotion, and when they are dropped."""

from __future__ import annotations

from typing import Any

import pytest

from game.contract import BadInput
from game.session import history as module
from game.session.history import History, Node, Variation

pytestmark = pytest.mark.native  # the same in Pyodide


def played(*lines: str) -> History:
    """Returns a history with each text played from the start, one letter per input."""
    history = History()
    for line in lines:
        history.position = 0
        for word in line:
            history.play(word, appeared=False)
    return history


def lines(history: History) -> list[str]:
    """Returns the main line, then the variations, oldest first."""
    return ["".join(node.word for node in history.root_to(end)[1:]) for end in (history.last, *history.ends)]


def tree(node: Node) -> Any:
    return {child.word: tree(child) for child in node.variations}


def test_main_line_grows_in_place_and_is_a_new_list_when_changed() -> None:
    history = played("abc")
    main_line = history.main_line
    history.play("d", appeared=True)
    assert history.main_line is main_line == list("abcd") and history.node.appeared
    history.position = 1
    history.play("b", appeared=False)
    assert history.main_line is main_line and history.position == 2
    history.play("x", appeared=False)
    assert history.main_line is not main_line and main_line == list("abcd")
    assert lines(history) == ["abx", "abcd"] and history.variations == (Variation(2, 4),)


def test_the_first_variation_is_the_one_played_last() -> None:
    history = played("abc", "abd", "aef")
    assert lines(history) == ["aef", "abc", "abd"]
    assert list(tree(history.root)["a"]) == ["e", "b"] and list(tree(history.root)["a"]["b"]) == ["d", "c"]
    history.promote(history.ends[0])
    assert lines(history) == ["abc", "abd", "aef"]
    assert history.variations == (Variation(2, 3), Variation(1, 3))
    assert history.position == 1, "the variation branches off here"
    history.position = 0
    history.play("a", appeared=False)
    history.play("e", appeared=False)
    assert lines(history) == ["aef", "abd", "abc"] and history.position == 2


def test_cutting_the_history_removes_its_variations() -> None:
    history = played("abcd", "abce", "abx")
    history.promote(history.ends[1])
    assert lines(history) == ["abce", "abcd", "abx"]
    history.cut(3)
    assert lines(history) == ["abx"] and history.position == 2 and tree(history.root) == {"a": {"b": {"x": {}}}}
    history.cut(1)
    assert lines(history) == [""] and history.position == 0


def test_the_oldest_variations_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_VARIATIONS", 2)
    history = played("abcd", "abx", "ay", "z")
    assert lines(history) == ["z", "abx", "ay"] and tree(history.root) == {"z": {}, "a": {"y": {}, "b": {"x": {}}}}
    monkeypatch.setattr(module, "MOST_IN_VARIATIONS", 4)
    history.position = 0
    history.play("w", appeared=False)
    assert lines(history) == ["w", "ay", "z"]


@pytest.mark.parametrize("each", [("abc",), ("abcd", "abx", "ay", "abz", "a" * 9), ("ab", "cd", "cef", "ceg", "ah")])
def test_variations_are_read_back_unchanged(each: tuple[str, ...]) -> None:
    history, again = played(*each), History()
    for word in history.main_line:
        again.play(word, appeared=False)
    again.read(history.written())
    assert (lines(again), tree(again.root)) == (lines(history), tree(history.root))
    assert again.written() == history.written()


@pytest.mark.parametrize(
    "written",
    [
        [{"of": 0, "at": 4, "inputs": ["x"]}],
        [{"of": 0, "at": 3, "inputs": ["x"]}],
        [{"of": 1, "at": 0, "inputs": ["x"]}],
        [{"of": 0, "at": 1, "inputs": []}],
        [{"of": 0, "at": 1, "inputs": ["b"]}],
        [{"of": 0, "at": 1, "inputs": ["x"]}, {"of": 1, "at": 2, "inputs": []}],
        [{"of": 0, "at": 1, "inputs": ["x"]}, {"of": 1, "at": 2, "inputs": ["y"]}],
        [{"of": 0, "at": 1, "inputs": ["x", "y"]}, {"of": 0, "at": 1, "inputs": ["x"]}],
    ],
)
def test_variation_that_is_a_prefix_of_another_is_rejected(written: list[dict[str, Any]]) -> None:
    with pytest.raises(BadInput):
        played("abc").read(written)


def test_savepoint_restores_whether_variations_were_dropped() -> None:
    history = played(*map(chr, range(ord("a"), ord("a") + module.MOST_VARIATIONS + 1)))
    back = history.savepoint()
    history.position = 0
    history.play("A", appeared=False)
    assert history.dropped
    back()
    assert not history.dropped and len(history.ends) == module.MOST_VARIATIONS


def test_savepoint_restores_the_tree() -> None:
    history = played("abc", "abd", "ae")
    before = lines(history), tree(history.root), history.position
    for act in ("f", "promote", "cut"):
        back = history.savepoint()
        history.play("f", appeared=False)
        if act == "promote":
            history.promote(history.ends[0])
            history.play("g", appeared=False)
        elif act == "cut":
            history.cut(1)
        back()
        assert (lines(history), tree(history.root), history.position) == before
