"""A game on the screen: words go down to the session, what comes up is drawn, told and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.bots import Advice
from game.commands import obey
from game.contract import Appeared, BadInput, Cell, Event, Locked, View, cell_name
from game.session import CLASSIC, TICK, Session
from game.telling import ending, sentence
from game.web.clock import Clock
from game.web.loop import Loop, now
from game.web.partner import Partner, pointed
from game.web.picking import VERB, Picker
from game.web.replaying import Replaying
from game.web.screen import PAD, Look, Screen
from game.web.settings import SPEEDS, Settings
from game.web.shelf import Shelf
from game.web.sound import Sound
from game.words import N_, Words

SHORTEST_TICK = 2.0
"""Milliseconds: however fast a game says that it is, a frame must come to an end."""

LISTING_PAUSE = 400.0
"""Milliseconds between writings of the table in a game with a clock: a table that changes always cannot be read."""


class Play:
    """The game being played in the page."""

    def __init__(
        self,
        screen: Screen,
        shelf: Shelf,
        sound: Sound,
        words: Words,
        new_game: Callable[[], None],
        moved: Callable[[], None],
    ) -> None:
        self.screen, self.shelf, self.sound, self._words = screen, shelf, sound, words
        self.settings = Settings()
        self._new_game, self._moved = new_game, moved
        self.loop = Loop(self.frame)
        self.clock = Clock()
        self.session: Session | None = None
        self.paused = False
        self.partner = Partner(now)
        self.replaying = Replaying(words, self._show_replay, self._replay_closed)
        self.guest = False
        self.played: Callable[[Session], None] = lambda _session: None
        self._hint: frozenset[Cell] = frozenset()
        self.picker: Picker | None = None
        self._view: View | None = None
        self._listed = 0.0
        self._offered: Callable[[], None] | None = None
        self._reduced: Callable[[], bool] = lambda: False

    def reduce_motion(self, asked: Callable[[], bool]) -> None:
        """How to know whether the visitor wants less motion."""
        self._reduced = asked

    @property
    def timed(self) -> bool:
        return self.session is not None and "tick" in self.session.rules.words

    @property
    def running(self) -> bool:
        """Whether time passes in the game."""
        return self.timed and not self.paused and self.session is not None and not self.session.over

    def open(self, session: Session, message: str = "", start: bool = False, guest: bool = False) -> None:
        """Puts a game on the screen; one with a clock waits to be started, unless it was just asked for.

        A guest is somebody's replay: it is not kept until the player plays on from it.
        """
        self.replaying.close(stay=False)
        self._alone()
        self.session, self.guest = session, guest
        self._view = session.view
        self.clock = self._clock()
        rows = self._view.boards[0].rows
        self.picker = Picker(len(rows), len(rows[0])) if session.rules.arguments.get(VERB) == 2 else None
        self.screen.open(session.rules, self._view, self.word)
        self.screen.seed(self._words("Seed: {seed}", seed=CLASSIC if session.seed is None else session.seed))
        self.paused = self.timed and not start and not session.over
        self._refresh()
        self.say(message or (self._over_message() if session.over else ""))
        self.keep()
        self.loop.wake()
        if guest:
            self.open_replay()

    def close(self) -> None:
        """Takes the game off the screen; it is kept."""
        self.replaying.close(stay=False)
        self._alone()
        self.keep()
        self.session = None

    def word(self, word: str) -> None:
        """Plays a word of the game now."""
        self._play([word])

    def obey(self, command: str) -> None:
        """A typed command, even while time stands still; BadInput if it is a bad one."""
        if self.session is None:
            return
        before = self.session.state
        events = obey(self.session, command)
        if self.session.state is not before:
            self._show(events)
            self._tell(events)
            self.keep()
            self._moved()
            self.loop.wake()
        elif not events:
            self.say(self._words("Nothing changed."))

    def pick(self, cell: Cell) -> None:
        """A cell was pointed at."""
        if self.picker is None or self.session is None or self.session.over:
            return
        was_chosen = self.picker.chosen
        word = self.picker.pick(cell)
        if word:
            self._play([word])
            return
        self._refresh()
        self.say(self._words("No way there.") if was_chosen not in (None, cell) and not self.picker.chosen else "")

    def point(self, what: str) -> None:
        """The keyboard's way of picking: a direction for the cursor, or pick, or drop what is chosen."""
        picker, view = self.picker, self._view
        if picker is None or view is None or self.session is None:
            return
        if what == "pick":
            if picker.cursor is not None:
                self.pick(picker.cursor)
        elif what == "let go":
            picker.chosen = None
            self._refresh()
        else:
            row, column = picker.move_cursor(what)
            self._refresh()
            symbol = self.session.rules.symbols[view.boards[0].rows[row][column]]
            self.say(f"{cell_name((row, column))}: {self._words(symbol.name)}")

    def press(self, word: str, time: float) -> None:
        """A key for a word went down (milliseconds)."""
        if self.timed:
            if self.paused:
                return
            first = self.clock.press(word, time)
            if first:
                self._play([first])
        else:
            self._play([word])

    def release(self, word: str, time: float) -> None:
        self.clock.release(word, time)

    def action(self, name: str) -> None:
        """Something that can be done to any game."""
        actions: dict[str, Callable[[], object]] = {
            "undo": self._undo, "redo": self._redo, "restart": self._restart, "new": self._new_game,
            "pause": self.toggle_pause, "hint": self.ask_hint, "demo": self.toggle_demo, "describe": self.describe,
            "replay": self.open_replay,
        }  # fmt: skip
        actions[name]()

    def pause(self) -> None:
        """Stops the time of the game; nothing happens to one without a clock."""
        self.clock.stop()
        if self.running:
            self.paused = True
            self._refresh()
            self.keep()

    def go_on(self) -> None:
        """Lets time pass again."""
        if self.paused:
            self.paused = False
            self.clock.stop()
            self._refresh()
            self.loop.wake()

    def set(self, settings: Settings) -> None:
        """The player's settings are these."""
        self.settings = settings
        self.clock.delay, self.clock.repeat = float(settings.delay), float(settings.repeat)
        self.sound.volume = settings.volume / 100
        self.screen.look = Look(settings.size, settings.shapes, SPEEDS[settings.motion])
        self.screen.fit()

    def _clock(self) -> Clock:
        return Clock(delay=float(self.settings.delay), repeat=float(self.settings.repeat))

    def toggle_pause(self) -> None:
        if self.timed:
            (self.go_on if self.paused else self.pause)()

    def open_replay(self) -> None:
        """Plays the game back from its start."""
        if self.session is None or not self.session.length:
            self.say(self._words("There is nothing to play back yet."))
            return
        self._alone()
        self.pause()
        self.keep()
        self.screen.veil("")
        self.replaying.open(self.session)
        self.loop.wake()

    def _show_replay(self, events: Sequence[Event]) -> None:
        self._show(events)
        self._list(now())
        self.loop.wake()

    def _replay_closed(self, stay: bool) -> None:
        """Back in the game: where it was, or, if the player stays, to be played on from the point shown."""
        session = self.session
        if session is None:
            return
        if stay:
            if self.guest:
                self.shelf.put_aside(session.rules.name)
                self.guest = False
            session.note_hint()
        self.paused = self.timed and not session.over
        self._refresh()
        self.say(self._over_message() if session.over else "")
        self.keep()
        self._moved()

    def ask_hint(self) -> None:
        """Thinks about the next move, and shows it on the board."""
        session = self.session
        if session is None or self.paused or self.replaying.is_open:
            return
        session.note_hint()
        self._alone()
        if session.over:
            self.say(self._over_message())
            return
        self.partner.ask(session.rules, session.state)
        self.say(self._words("Thinking …"))
        self.loop.wake()

    def toggle_demo(self) -> None:
        """The partner plays on from here, until it is told to stop or the player does anything."""
        session = self.session
        if session is None:
            return
        if self.partner.demo:
            self._alone()
            self.say(self._words("It is your move."))
            return
        self.go_on()
        self._alone()
        if not session.over:
            session.note_hint()
            self.partner.start_demo()
            self._say_demo("")
            self.loop.wake()

    def _say_demo(self, told: str) -> None:
        """What happened, or that this is a demo; and how to stop it."""
        told = told or self._words("A demo. Any move of yours takes over.")
        self.say(told, self._words("Stop"), self.toggle_demo)

    def _alone(self) -> None:
        """The partner stops thinking and playing, and takes its hint from the board."""
        self.partner.stop()
        self._hint = frozenset()

    def _partner_frame(self, time: float) -> float | None:
        """The partner's share of a frame → milliseconds until it wants another, or None."""
        session, partner = self.session, self.partner
        if session is None or session.over:
            partner.stop()
            return None
        if partner.wants_advice(time):
            partner.ask(session.rules, session.state)
        if partner.thinking:
            advice = partner.think()
            if advice is None:
                return 0.0
            if not partner.demo:
                self._show_hint(advice)
                return None
            if not advice.words:
                partner.stop()
                return None
            partner.line_up(advice.words, time)
        if not partner.demo:
            return None
        word = partner.next_word(time, self.screen.look.speed or 0.2)
        if word:
            self._play([word], mine=False)
        return partner.wait(time)

    def _show_hint(self, advice: Advice) -> None:
        session = self.session
        if session is None:
            return
        if not advice.words:
            self.say(self._words("Nothing can be done."))
            return
        self._hint = pointed(session.rules, session.state, advice.words)
        self._refresh()
        told = f"{', '.join(advice.words)}. {self._words(advice.reason, **advice.values)}"
        self.say(told, self._words("Play it"), lambda: self._play(list(advice.words)))

    def keep(self) -> None:
        """Keeps the game in the store, as it was before anybody looked back."""
        if self.session is not None and not self.guest and not self.replaying.is_open:
            self.shelf.keep(self.session)

    def say(self, text: str, offer: str = "", then: Callable[[], None] | None = None) -> None:
        """The status line, and what its button does."""
        self._offered = then
        self.screen.say(text, offer)

    def take_offer(self) -> None:
        """The button in the status line was pressed."""
        if self._offered:
            then, self._offered = self._offered, None
            then()

    def describe(self) -> None:
        """Says how the game stands."""
        if self.session is None or self._view is None:
            return
        figures = [f"{self._words(label)}: {value}" for board in self._view.boards for label, value in board.figures]
        self.say(". ".join([self._words(self.session.rules.title), *figures]) + ".")

    def frame(self, time: float) -> float | None:
        """What is due at this moment → milliseconds until the next thing is."""
        moving = self.screen.frame(time)
        if moving:
            self.clock.last = time
            return 0.0
        if self.replaying.is_open:
            return self.replaying.frame(time)
        asked = self._partner_frame(time)
        if asked is not None:
            self.clock.last = time
            return 0.0 if self.screen.moving else asked
        if not self.running or self.session is None:
            return None
        pace = max(SHORTEST_TICK, 1000 * (self.session.rules.pace(self.session.state) or 0))
        due = self.clock.advance(time, pace)
        if due:
            self._play(due)
        elif time - self._listed > LISTING_PAUSE:
            self._list(time)
        if self.screen.moving:
            return 0.0
        return None if self.session.over else self.clock.wait(time, pace)

    def _play(self, words: Sequence[str], mine: bool = True) -> None:
        """Plays words; the player's own ones (`mine`, and not time's) send the partner away."""
        session = self.session
        if session is None or self.paused or self.replaying.is_open:
            return
        if mine and any(word != TICK for word in words):
            self._alone()
        before, was_over = session.state, session.over
        events: list[Event] = []
        try:
            for word in words:
                happened = session.play(word)
                events += happened
                if word == "down" and happened:
                    self.clock.went_down()
        except BadInput as error:
            self.say(self._words(error.message, **error.values))
            return
        if session.state is before:
            if not self.timed:
                self.say(self._over_message() if was_over else self._words("No way there."))
            return
        self._show(events)
        self._tell(events)
        if not self.guest:
            self.played(session)
        landed = any(isinstance(event, Locked | Appeared) for event in events)
        if not self.timed or landed or session.over:
            self.keep()
        self._moved()
        self.loop.wake()

    def _tell(self, events: Sequence[Event]) -> None:
        session = self.session
        if session is None:
            return
        told = sentence(events, session.score, self._words)
        if session.over:
            self.say(told or self._over_message(), self._words(N_("New game")), self._new_game)
        elif self.partner.demo:
            self._say_demo(told)
        elif told or not self.timed:
            self.say(told)

    def _show(self, events: Sequence[Event]) -> None:
        session = self.session
        if session is None:
            return
        self._view = session.view
        glide = None if self._reduced() or not self.screen.look.speed else not self.timed
        self.sound.play(events)
        if self.picker:
            self.picker.look(session.rules.moves(session.state))
        self.screen.show(self._view, self._extra(), events, glide, self._marks())
        self.screen.choices(self._choices())
        if not self.timed or session.over:
            self._list(now())
        self._enable()

    def _marks(self) -> dict[Cell, frozenset[str]]:
        """What is marked on the board: what is picked, where that can go, and the hint."""
        marks = self.picker.marks if self.picker else {}
        return marks | {cell: marks.get(cell, frozenset()) | {"hint"} for cell in self._hint}

    def _refresh(self) -> None:
        """Shows everything as it stands, without motion."""
        self._show(())
        self._list(now())
        self.screen.veil(self._words(N_("Paused")) if self.paused and self.timed else "")
        self.loop.wake()

    def _list(self, time: float) -> None:
        self._listed = time
        self.screen.list_cells()

    def _enable(self) -> None:
        if self.session is not None:
            can_undo, can_redo = self.session.can_undo, self.session.can_redo
            going = not self.session.over
            self.screen.enable(undo=can_undo, redo=can_redo, restart=can_undo, new=True, hint=going, demo=going)
            self.screen.enable(replay=self.session.length > 0, share=True)

    def _choices(self) -> tuple[str, ...]:
        """The words to be chosen from where no ordinary move can be made."""
        if self.session is None or self.timed or self.picker or self.session.over:
            return ()
        moves = self.session.rules.moves(self.session.state)
        return () if any(word in PAD for word in moves) else moves

    def _extra(self) -> list[tuple[str, Any]]:
        assert self.session is not None
        return [(N_("Best"), self.shelf.best(self.session))]

    def _over_message(self) -> str:
        assert self.session is not None
        winner = self.session.view.fields.get("winner", 0)
        return ending(int(winner), self.session.score, self._words)

    def _undo(self) -> None:
        self._step(-1, self._words("Nothing to undo."))

    def _redo(self) -> None:
        self._step(1, self._words("Nothing to redo."))

    def _step(self, way: int, nothing: str) -> None:
        """One move back or forward; in a game with a clock one piece, and time stops."""
        session = self.session
        if session is None or self.replaying.is_open:
            return
        self._alone()
        moved = session.step(way) if not self.timed else session.step_piece(way)
        if not moved:
            self.say(nothing)
            return
        self.paused = self.timed and not session.over
        self._refresh()
        self.say(self._over_message() if session.over else "")
        self.keep()
        self._moved()

    def _restart(self) -> None:
        session = self.session
        if session is None or self.replaying.is_open:
            return
        self._alone()
        session.restart()
        self.paused = False
        self.clock = self._clock()
        self._refresh()
        self.say(self._words("From the start again."), self._words("Undo"), lambda: self.action("undo"))
        self.keep()
        self._moved()
