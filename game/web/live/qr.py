"""QR codes: drawn by a small library, fetched for the first one; read by the browser's barcode detector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from js import document, navigator, window

from game.web.board.icons import SVG
from game.web.platform.dom import as_object, make
from game.web.platform.loop import DelayedCall

BORDER = 4
"""Width of the white border in cells, as the standard requires."""
WIDTH = 264
"""Width of a code's picture in pixels."""
SCAN_EVERY = 200.0
"""Milliseconds between scans of the camera's picture."""


def draw(text: str, label: str, then: Callable[[Any], None]) -> None:
    """Draws a text's code and passes the picture to `then`; skips it if the library fails to load: the link remains."""

    def loaded(module: Any) -> None:
        rows = module.encodeQR(text, "raw", as_object({"border": BORDER})).to_py()
        then(_picture(rows, label))

    window.kesuQR().then(loaded, lambda *_why: None)


def _picture(rows: Sequence[Sequence[bool]], label: str) -> Any:
    """Returns a code as SVG, black on white in every theme because cameras cannot read others."""
    size = len(rows)
    picture = _svg("svg", viewBox=f"0 0 {size} {size}", width=str(WIDTH), height=str(WIDTH), role="img")
    picture.setAttribute("aria-label", label)
    picture.style.maxWidth, picture.style.height, picture.style.margin = "100%", "auto", "0 auto"
    picture.append(_svg("rect", width=str(size), height=str(size), fill="#fff"))
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    picture.append(_svg("path", d=path, fill="#000", shape_rendering="crispEdges"))
    return picture


def _svg(tag: str, **attributes: str) -> Any:
    element = document.createElementNS(SVG, tag)
    for name, value in attributes.items():
        element.setAttribute(name.replace("_", "-"), value)
    return element


def can_scan() -> bool:
    """Returns whether this browser reads codes through a camera."""
    return hasattr(window, "BarcodeDetector") and hasattr(navigator, "mediaDevices")


class Scanner:
    """Shows the camera's picture, and reads codes from it."""

    def __init__(self, found: Callable[[str], bool], failed: Callable[[], None]) -> None:
        """Calls `found` with each text, until it returns true for the right one."""
        self.video = make("video", muted="", playsinline="", autoplay="", aria_hidden="true")
        self.video.style.width = "100%"
        self._found, self._failed = found, failed
        self._detector = window.BarcodeDetector.new(as_object({"formats": ["qr_code"]}))
        self._later = DelayedCall(self._scan)
        self._stream: Any = None
        self._closed = False
        wanted = as_object({"video": {"facingMode": "environment"}})
        navigator.mediaDevices.getUserMedia(wanted).then(self._began, lambda *_why: self._fail())

    def close(self) -> None:
        """Turns the camera off."""
        self._closed = True
        self._later.free()
        self.video.remove()
        if self._stream is not None:
            for track in self._stream.getTracks():
                track.stop()
            self._stream = None

    def _began(self, stream: Any) -> None:
        self._stream = stream
        if self._closed:
            self.close()
            return
        self.video.srcObject = stream
        self._later.begin(SCAN_EVERY)

    def _scan(self) -> None:
        self._detector.detect(self.video).then(self._read, lambda *_why: self._read(()))

    def _read(self, codes: Any) -> None:
        if self._closed:
            return
        if any(self._found(str(code.rawValue)) for code in codes):
            self.close()
        else:
            self._later.begin(SCAN_EVERY)

    def _fail(self) -> None:
        if not self._closed:
            self.close()
            self._failed()
