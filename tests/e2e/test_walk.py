"""How many modules a key passes on its way to a pixel, counted in the built page."""

from __future__ import annotations

import json

import pytest

from tests.e2e.conftest import Player

PACKAGES = ("game.web.", "game.play.", "game.session.", "game.store.")
"""What counts: what rules do with a word is their business, and the contract and its words are everywhere."""
MOST_PASSED, MOST_ENTERED = 15, 32  # two of them for the sound of a move, one for what was known before it

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


@pytest.mark.parametrize(
    ("query", "key"),
    [("game=nineteen&calm=1", "ArrowLeft"), ("game=push-clear", "ArrowLeft"), ("game=duel", "ArrowRight")],
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
    assert len(ours) + 1 <= MOST_PASSED, ours
    inside = [module for module in entered if module.startswith(PACKAGES)]
    assert len(inside) <= MOST_ENTERED, inside
