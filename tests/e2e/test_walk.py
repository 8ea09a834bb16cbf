"""The modules that a key passes on its way to a pixel, followed in the built page."""

from __future__ import annotations

import json
import re

import pytest

from tests.e2e.conftest import Player
from tools.setup.paths import ROOT

PACKAGES = ("game.web.", "game.play.", "game.session.", "game.store.")
"""The modules that count: not the rules and those below them, nor the contract and its words, which are used
everywhere."""
MOST_ENTERED = 32  # two of them for the sound of a move

WATCH = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    (await loadPyodide()).runPython(`
        import json, sys
        passed, entered, pictures = {}, {}, []
        MILESTONES = "play", "History.play", "Painter._paint"  # the word is played, kept, and drawn

        def watch(frame, event, _given):
            stack = []
            while event == "call" and frame:
                stack.append((frame.f_globals["__name__"], frame.f_code.co_qualname))
                frame = frame.f_back
            if not stack or any(name.startswith("Idle") for _module, name in stack):
                return  # saving and counting wait for an idle moment
            module, name = stack[0]
            entered[module] = None
            if name in MILESTONES and (name != "play" or module.startswith("game.rules.")):
                passed.update((module, None) for module, _name in reversed(stack))
            if name == MILESTONES[-1]:
                pictures.append(name)
                sys.setprofile(None)

        sys.setprofile(watch)`);
}"""
READ = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    return (await loadPyodide()).runPython(`json.dumps([list(passed), list(entered), len(pictures)])`);
}"""


def documented() -> set[str]:
    """Returns the modules that docs/architecture.md lists for the way of a key, without the one in JavaScript."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    [paragraph] = re.findall(r"^A key passes fourteen modules.*?\n\n", text, re.DOTALL | re.MULTILINE)
    listed = set(re.findall(r"`((?:web|play|session|store)/[\w/]+)`", paragraph))
    assert len(listed) + 1 == 14
    return listed


@pytest.mark.parametrize(
    ("query", "key"),
    [("game=nineteen&calm=1", "ArrowLeft"), ("game=push-clear", "ArrowLeft"), ("game=duel&computer=no", "ArrowRight")],
)
def test_key_passes_few_modules_on_its_way_to_a_pixel(desk: Player, query: str, key: str) -> None:
    """A module is passed if it is on the stack of calls when the rules play the key's word, when the history keeps it,
    or when the painter hands the picture to JavaScript; there it passes one more, static/boot/drawing.js. A module is
    entered if any of its functions runs from the key to that picture, other than in idle moments.
    """
    desk.go(f"?{query}&seed=7").still()
    desk.page.evaluate(WATCH)
    desk.press(key).still()
    passed, entered, pictures = json.loads(desk.page.evaluate(READ))
    ours = [module for module in passed if module.startswith(PACKAGES)]
    assert pictures == 1 and "game.web.board.painter" in ours
    walk = {module.removeprefix("game.").replace(".", "/") for module in ours}
    assert walk <= documented()
    assert walk == documented() or "push-clear" in query, "what glides there is painted by a later frame"
    inside = [module for module in entered if module.startswith(PACKAGES)]
    assert len(inside) <= MOST_ENTERED, inside
