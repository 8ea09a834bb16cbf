"""The page's own scripts accept or reject nearly valid texts, and never fail."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata

import pytest

from game.contract import BadInput
from game.session.backup import MOST_SOURCES
from game.workshop import sources
from tools.setup import runtime
from tools.setup.paths import ROOT

pytestmark = [pytest.mark.native, pytest.mark.built]


@pytest.mark.parametrize("number", [500, pytest.param(1_000_000, marks=pytest.mark.all)])
def test_page_scripts_survive_nearly_valid_texts(number: int) -> None:
    command = [sys.executable, "-m", "tests.fuzz.readers", str(number)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


READ = """
globalThis.window = globalThis;
globalThis.document = { body: { dataset: {} }, getElementById: () => ({ textContent: '{"games":{}}' }) };
const { read } = await import("./static/workshop-page/code.js");
const taken = [];
for (let code = 0; code < 0x110000; code++) {
    try {
        taken.push(read(`x = 'a${String.fromCodePoint(code)}b'`, "game") && code);
    } catch {}
}
console.log(taken.join(" "));
"""


def test_the_page_and_the_terminal_take_the_same_letters() -> None:
    """Both refuse invisible characters; letters of a later Unicode than Python's are left out."""
    command = [str(runtime.present_node().node), "--input-type=module", "-e", READ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    page = set(map(int, done.stdout.split()))
    assert {code for code in page if unicodedata.category(chr(code)) != "Cn"} == set(filter(is_taken, range(0x110000)))


SAVE = """
globalThis.window = globalThis;
globalThis.document = { body: { dataset: {} }, getElementById: () => ({ textContent: '{"games":{}}' }) };
const kept = new Map();
let full = false;
globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => { if (full) throw new Error("full"); kept.set(key, text) },
};
const { saveSource } = await import("./static/workshop-page/sources.js");
const said = [];
for (let number = 0; number < MOST + 1; number++) said.push(saveSource(`mine ${number}`, "x = 1\\n"));
kept.clear();
for (let number = 0; number < 3; number++) said.push(saveSource(`mine ${number}`, `x = 1\\n${"#".repeat(900_000)}`));
full = true;
said.push(saveSource("mine 0", "x = 1\\n"));
console.log(JSON.stringify(said));
"""


def test_a_limit_of_our_own_is_not_said_to_be_the_browsers() -> None:
    script = SAVE.replace("MOST", str(MOST_SOURCES))
    command = [str(runtime.present_node().node), "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    *saved, one_more, first, second, too_long, full = json.loads(done.stdout)
    assert not any(saved) and len(saved) == MOST_SOURCES and not first and not second
    assert one_more == too_long == "There is no room for more code here. Remove some, or save it as a file."
    assert full == "This browser has no space left. Save it as a file instead."


FRAME = """
globalThis.window = globalThis;
globalThis.document = { body: { dataset: {} }, hidden: false, addEventListener() {},
  getElementById: () => ({ textContent: '{"games":{}}' }) };
let time = 1e6;
performance.now = () => time;
const checks = [];
globalThis.setInterval = (act) => checks.push(act);
const { Frame } = await import("./static/workshop-page/frame.js");
const said = [];
const frame = new Frame(null, () => {}, (why, line) => said.push([why, line]));
const work = { kesuShow: () => true };
frame.confine = () => { frame.showing = false; };
function play() {
    const jail = { ready: true, alive: time, line: 39 };
    Object.assign(frame, { open: true, element: { contentWindow: work }, jail });
    said.length = 0;
    checks[0]();
    frame.show("");
}
function pass(milliseconds, spent = 0) {
    for (let passed = 0; passed < milliseconds; passed += 500) {
        time += 500;
        if (spent) { frame.jail.alive = time; kesuSpent(work, spent); }
        checks[0]();
    }
}
const results = {};
play(), time += 4000, kesuSpent(work, 4000), checks[0](), results.once = [...said];
play(), pass(60_000, 400), results.often = [...said];
play(), pass(60_000, 200), results.seldom = [...said];
play(), time += 7000, checks[0](), results.late = [...said];
pass(6000), results.silent = [...said];
console.log(JSON.stringify(results));
"""


def test_code_is_ended_for_its_true_reason() -> None:
    """All the time that showing takes counts, also later; and a page that was busy itself does not take silence for a
    loop."""
    command = [str(runtime.present_node().node), "--input-type=module", "-e", FRAME]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    slow = ["Showing this takes too long, so the code was stopped.", 0]
    found = json.loads(done.stdout)
    assert found["once"][0] == slow and found["often"][0] == slow and not found["seldom"] and not found["late"]
    assert found["silent"][0] == ["This code never ends, so it was stopped.", 39]


def is_taken(code: int) -> bool:
    try:
        return bool(sources.read(f"x = 'a{chr(code)}b'"))
    except BadInput:
        return False
