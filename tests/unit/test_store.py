"""The store never raises, whatever the browser's storage does, and remembers as long as it can."""

from __future__ import annotations

from typing import Any

import pytest

from game.store.store import Store

pytestmark = pytest.mark.native  # only texts: the same inside Pyodide


class Browser:
    """A fake of the browser's storage that can refuse."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.full = self.broken = False

    def getItem(self, name: str) -> Any:
        if self.broken:
            raise RuntimeError("SecurityError")
        return self.kept.get(name, Null())

    def setItem(self, name: str, text: str) -> None:
        if self.full or self.broken:
            raise RuntimeError("QuotaExceededError")
        self.kept[name] = text

    def removeItem(self, name: str) -> None:
        if self.broken:
            raise RuntimeError("SecurityError")
        self.kept.pop(name, None)


class Null:
    """JavaScript's null as Python gets it: an object of its own."""


class Window:
    def __init__(self, storage: Browser | None) -> None:
        self._storage = storage

    @property
    def localStorage(self) -> Browser:
        if self._storage is None:
            raise RuntimeError("SecurityError")
        return self._storage

    kesuStorage = localStorage


def test_stored_texts_are_returned() -> None:
    browser = Browser()
    store = Store.of_browser(Window(browser))
    store.put("a", "1")
    assert store.get("a") == "1"
    assert browser.kept == {"kesu/a": "1"}
    store.remove("a")
    assert store.get("a") is None


def test_a_text_never_stored_is_missing() -> None:
    assert Store.of_browser(Window(Browser())).get("nothing") is None


@pytest.mark.parametrize("window", [Window(None)])
def test_a_blocked_store_remembers_until_the_page_closes(window: Window) -> None:
    store = Store.of_browser(window)
    assert store.blocked
    store.put("a", "1")
    assert store.get("a") == "1"
    store.remove("a")
    assert store.get("a") is None


def test_a_store_that_fills_up_keeps_the_newest_in_memory() -> None:
    browser = Browser()
    store = Store.of_browser(Window(browser))
    store.put("a", "old")
    browser.full = True
    store.put("a", "new")
    assert store.blocked
    assert store.get("a") == "new"
    browser.full = False
    store.put("a", "newer")
    assert store.get("a") == "newer" and browser.kept["kesu/a"] == "newer"


def test_a_store_that_breaks_during_play_does_not_stop_it() -> None:
    browser = Browser()
    store = Store.of_browser(Window(browser))
    browser.broken = True
    assert store.get("a") is None
    store.put("a", "1")
    store.remove("b")
    assert store.get("a") == "1" and store.blocked


def test_texts_that_did_not_fit_are_stored_once_there_is_room() -> None:
    browser = Browser()
    blocked: list[bool] = []
    store = Store.of_browser(Window(browser), lambda: blocked.append(store.blocked))
    browser.full = True
    store.put("a", "1")
    store.put("b", "2")
    assert blocked == [True], "it is reported once"
    assert (store.get("a"), store.get("b"), browser.kept) == ("1", "2", {})
    browser.full = False
    store.put("c", "3")
    assert browser.kept == {"kesu/a": "1", "kesu/b": "2", "kesu/c": "3"}
    assert not store.blocked


def test_text_that_could_not_be_read_is_not_written_over() -> None:
    browser = Browser()
    blocked: list[bool] = []
    store = Store.of_browser(Window(browser), lambda: blocked.append(store.blocked))
    browser.kept["kesu/a"] = "of earlier days"
    browser.broken = True
    assert store.get("a") is None
    browser.broken = False
    store.put("a", "made without it")
    store.put("b", "2")
    assert browser.kept == {"kesu/a": "of earlier days", "kesu/b": "2"}
    assert store.get("a") == "made without it" and blocked == [True] and store.blocked


def test_a_name_that_could_not_be_read_is_written_once_it_is_free() -> None:
    browser = Browser()
    store = Store.of_browser(Window(browser))
    browser.broken = True
    assert store.get("a") is None
    store.put("a", "1")
    browser.broken = False
    store.put("b", "2")
    assert browser.kept == {"kesu/a": "1", "kesu/b": "2"} and not store.blocked


def test_text_that_could_not_be_removed_is_gone_all_the_same() -> None:
    browser = Browser()
    store = Store.of_browser(Window(browser))
    store.put("a", "1")
    browser.broken = True
    store.remove("a")
    assert store.get("a") is None and browser.kept == {"kesu/a": "1"}
    browser.broken = False
    store.put("b", "2")
    assert browser.kept == {"kesu/b": "2"} and not store.blocked


class Failing(Browser):
    """A store of which one call fails."""

    def __init__(self, nth: int) -> None:
        super().__init__()
        self.left = nth

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise RuntimeError("UnknownError")

    def getItem(self, name: str) -> Any:
        self._count()
        return super().getItem(name)

    def setItem(self, name: str, text: str) -> None:
        self._count()
        super().setItem(name, text)

    def removeItem(self, name: str) -> None:
        self._count()
        super().removeItem(name)


@pytest.mark.parametrize("nth", range(1, 36))
def test_failed_call_loses_nothing_that_was_kept(nth: int) -> None:
    """A visit reads and writes its collections over and over; whichever call fails, both days' texts are there."""
    browser = Failing(nth)
    browser.kept = {f"kesu/{name}": "first day" for name in "abc"}
    blocked: list[bool] = []
    store = Store(browser, lambda: blocked.append(True))
    known: dict[str, str] = {}
    for day in range(5):
        for name in "abc":
            known[name] = f"{store.get(name) or ''}, {day}"
            store.put(name, known[name])
        store.remove("d")
    assert all(store.get(name) == known[name] for name in "abc"), "the visit itself remembers"
    assert all("first day" in text for text in browser.kept.values())
    assert blocked == [True]
    waiting = any(browser.kept[f"kesu/{name}"] != known[name] for name in "abc")
    assert store.blocked is (waiting or nth == 35)
