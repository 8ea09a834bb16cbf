"""Whichever call of a store, database, cache or channel fails during the start, the page plays and loses nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.conftest import expected
from tests.e2e.test_never_silent import is_answered, visitor

CALLS = {
    "store": ("Storage.getItem", "Storage.setItem", "Storage.removeItem"),
    "database": (
        "IDBFactory.open", "IDBDatabase.transaction", "IDBObjectStore.index", "IDBObjectStore.get",
        "IDBObjectStore.put", "IDBIndex.getAll",
    ),
    "cache": (
        "CacheStorage.open", "CacheStorage.match", "CacheStorage.keys", "CacheStorage.delete", "Cache.match",
        "Cache.put", "Cache.keys", "Cache.delete",
    ),
    "channel": ("BroadcastChannel.postMessage", "LockManager.request"),
    "port": ("MessagePort.postMessage",),
}  # fmt: skip
PROMISED = ("CacheStorage", "Cache", "LockManager")
NEEDED = "port"
"""Pyodide's own scheduler needs it: without it the page may say that it cannot start."""
MOST = 40
TOGETHER = "all but the port"
"""The usual run: the n-th call of each kind fails in one start. The long part tries each kind by itself."""
SOME = range(1, MOST + 1, 4)
"""Calls of the port that fail in the usual run too, in starts of their own: the page may give up."""
FAIL = """(([kinds, nth, promised]) => {
    window.failed = [];
    for (const names of kinds) spoil(names, nth);
    function spoil(names, left) { for (const name of names) {
        const [owner, method] = name.split('.');
        const place = window[owner]?.prototype;
        const whole = place?.[method];
        if (!whole) continue;
        place[method] = function (...given) {
            if (--left) return whole.apply(this, given);
            window.failed.push(name);
            const error = new DOMException('broken on purpose', 'UnknownError');
            if (promised.includes(owner)) return Promise.reject(error);
            throw error;
        };
    } }
})(%s);"""
SAYS = """window.said = [];
addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
    const text = document.getElementById('status-text').textContent;
    const shown = ({ target }) => target.parentElement?.closest('#status-text') || target.id === 'status-text';
    if (changes.some(shown) && text !== said.at(-1)) said.push(text); // one new text can be several changes of nodes
}).observe(document.body, { childList: true, characterData: true, subtree: true }));"""
"""Records everything that the status line says."""
KEPT = "() => Object.entries(localStorage).filter(([name]) => name === 'kesu/save/chain')"


@pytest.mark.parametrize(
    "kind,nth",
    [
        pytest.param(kind, nth, marks=() if kind == TOGETHER or (kind == NEEDED and nth in SOME) else pytest.mark.all)
        for kind in (TOGETHER, *CALLS)
        for nth in range(1, MOST + 1)
    ],
)
def test_page_plays_though_a_call_fails(guests: BrowserContext, site: str, kind: str, nth: int) -> None:
    kept = expected("chain", 3, ["left"]).save()
    kinds = [kind] if kind in CALLS else [each for each in CALLS if each != NEEDED]
    script = FAIL % [[list(CALLS[each]) for each in kinds], nth, list(PROMISED)]
    with visitor(guests, site) as page:
        page.goto(site + "static/icon.svg")
        page.evaluate("kept => localStorage.setItem('kesu/save/chain', kept)", kept)
        page.add_init_script(script + SAYS)
        came = is_answered(page, site)
        assert came == "plays" or (kind == NEEDED and came.startswith(("Kesu", "Loading")))
        said = [text for text in page.evaluate("said") if "can't save" in text]
        failed = page.evaluate("failed")
        broken = any(name.startswith("Storage.") for name in failed)
        assert not said or broken, "what it says is true"
        assert len(said) <= 1, "it says so once"
        assert page.evaluate(KEPT) == [["kesu/save/chain", kept]]
