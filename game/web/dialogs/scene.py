"""A small board that plays a rule in a loop, drawn by the game's own painter from real play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game import files
from game.contract import Board, Event, Rules, Scene
from game.effects.animation import phases
from game.session import Session
from game.web.board.icons import PAUSE as PAUSE_ICON
from game.web.board.icons import RUN, STEP, icon
from game.web.board.painter import Painter, animate_all, still_picture
from game.web.platform.dom import by_id, make, put
from game.words import C_, Translator

PAUSE = 900.0
"""Milliseconds between the words of a scene."""
LAST = 2200.0
"""Milliseconds for which the end is shown before the scene restarts."""

WIDTH, HEIGHT = 260, 220
"""The largest board of a scene, in CSS pixels."""
SMALL = 110
"""The side of a still board, in CSS pixels."""


def still_boards(boards: Iterable[tuple[str, ...]], rules: Rules[Any], *, shapes: bool) -> list[Any]:
    """Draws small boards in a game's symbols; returns their canvases, which the caller puts into place."""
    canvases = []
    for rows in boards:
        canvas = make("canvas", aria_hidden="true")
        by_id("how").append(canvas)  # its colours are defined there
        still_picture(canvas, rules.symbols, Board(rows), (SMALL, SMALL), shapes=shapes)
        canvases.append(canvas)
    return canvases


class SceneBoard:
    """One scene: its boards, its caption, a button to run or stop it, and one for the next step."""

    def __init__(self, rules: Rules[Any], scene: Scene, translator: Translator, *, shapes: bool) -> None:
        self._rules, self._scene = rules, scene
        self._session = self._begun()
        self._at = 0
        self._due = 0.0
        self.running = False
        self._labels = {True: translator("Stop"), False: translator(C_("playback", "Play"))}
        boards = self._session.view.boards
        canvases = [make("canvas", aria_hidden="true") for _board in boards]
        self._toggle = make("button", type="button", data_scene="toggle", class_="icon")
        step = make(
            "button", type="button", data_scene="step", class_="icon", aria_label=translator("One move forward")
        )
        frame = make("div", *canvases, class_="scene-boards")
        buttons = make("div", self._toggle, put(step, icon(STEP)), class_="scene-buttons")
        self.element = make("figure", frame, make("figcaption", translator(scene.caption)), buttons, class_="scene")
        self.painters = [Painter(canvas, rules.symbols, shapes=shapes) for canvas in canvases]
        self.run(running=False)

    def fit(self) -> None:
        """Sizes the boards to the largest that a scene may have; they must be in the page."""
        boards = self._session.view.boards
        width = WIDTH / len(boards) - (8 if len(boards) > 1 else 0)
        for painter, board in zip(self.painters, boards, strict=True):
            painter.fit(board.rows, width, HEIGHT)
        self._show((), still=True)

    def run(self, *, running: bool) -> None:
        """Runs the scene, or stops it where it is."""
        self.running = running
        self._toggle.setAttribute("aria-label", self._labels[running])
        put(self._toggle, icon(PAUSE_ICON if running else RUN))

    def step(self, *, still: bool) -> None:
        """Plays the next word, or restarts after the last one; `still` shows it without animation."""
        if self._at == len(self._scene.seen):
            self._session, self._at = self._begun(), 0
            self._show((), still=True)
        else:
            before = [board.rows for board in self._session.view.boards]
            events = self._session.play(self._scene.seen[self._at])
            self._at += 1
            self._show(events, still=still, before=before)

    def animate(self, now: float, *, still: bool) -> float | None:
        """Draws a frame; returns the milliseconds until the next one, or None if it is stopped and nothing moves."""
        moving = animate_all(self.painters, now)
        if moving is not None:
            return moving
        if not self.running:
            return None
        if now >= self._due:
            self.step(still=still)
            self._due = now + (LAST if self._at == len(self._scene.seen) else PAUSE)
            return 0.0
        return self._due - now

    def _begun(self) -> Session:
        session = Session(self._rules, self._scene.options, self._scene.seed, files.read)
        for word in self._scene.unseen:
            session.play(word)
        return session

    def _show(self, events: tuple[Event, ...], *, still: bool, before: Any = ()) -> None:
        for number, (painter, board) in enumerate(zip(self.painters, self._session.view.boards, strict=True)):
            painter.show(board, () if still else phases(before[number], events, number))
