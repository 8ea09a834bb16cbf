"""A game on the screen: words go down to the session, what comes up is shown, told and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from game.contract import Appeared, BadInput, Cell, Event, Locked, Role
from game.session import RESTART, Session
from game.session.commands import COMMON, obey
from game.session.seats import number_of
from game.text.sentences import sentence
from game.web.afterwards import Afterwards
from game.web.choosing import Choosing
from game.web.current import Current
from game.web.helping import Helping
from game.web.lines import Lines
from game.web.loop import Loop
from game.web.picking import Picker
from game.web.screen import Look, Screen
from game.web.settings import SPEEDS, Settings
from game.web.shelf import Shelf
from game.web.showing import LISTING_PAUSE, Showing
from game.web.sound import Sound
from game.web.ticking import Ticking
from game.words import N_, Words


def has_landed(events: Sequence[Event]) -> bool:
    """Whether a piece came down, or another came."""
    return any(isinstance(event, Locked | Appeared) for event in events)


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
        self._new_game, self._moved = new_game, moved
        self.loop = Loop(self.frame)
        self.current = Current()
        self._afterwards = Afterwards()
        self._unseen: tuple[list[Event], Callable[[], None]] | None = None
        """What happened but was not shown yet, and what undoes it."""
        self.showing = Showing(self.current, screen, sound, words, shelf.best, self.loop.wake, self._afterwards)
        self.say, self.take_offer = self.showing.say, self.showing.take_offer
        self.helping = Helping(self.current, self.showing, words, self._play)
        self.helping.changed = self._dress
        self._look = screen.look
        self.ticking = Ticking(self.current, self.showing, self._play, self.keep)
        self.press, self.release = self.ticking.press, self.ticking.release
        self.pause, self.go_on = self.ticking.pause, self.ticking.go_on
        self.choosing = Choosing(self.current, self.showing, words, self._play)
        self.lines = Lines(
            self.current, self.showing, self.ticking, self.helping, words, self.keep, moved, shelf.put_aside
        )
        self.replaying = self.lines.replaying
        self.played: Callable[[Session], None] = lambda _session: None
        self.elsewhere: Callable[[str, int | None], None] = lambda _name, _day: None
        """Called when the game of that name, or its daily game of that day, goes on in another page."""

    def pick(self, cell: Cell) -> None:
        """A cell was pointed at."""
        self._show_played()
        self.helping.interrupt()
        self.choosing.pick(cell)

    def point(self, what: str) -> None:
        """A key for the cursor on the board."""
        self._show_played()
        self.helping.interrupt()
        self.choosing.point(what)

    def finish(self) -> None:
        """Does everything now that was put off, so that something else may begin."""
        self._show_played()
        self._afterwards.finish()

    def go_from(self) -> None:
        """As `finish`, when the address is another's already: this game does not write its own there any more."""
        self._show_played()
        self._afterwards.drop("moved")
        self.finish()

    @property
    def session(self) -> Session | None:
        return self.current.session

    @property
    def timed(self) -> bool:
        return self.current.timed

    @property
    def paused(self) -> bool:
        return self.current.paused

    @property
    def guest(self) -> bool:
        return self.current.guest

    @property
    def picker(self) -> Picker | None:
        return self.showing.picker

    def reduce_motion(self, asked: Callable[[], bool]) -> None:
        """How to know whether the visitor wants less motion."""
        self.showing.reduced = asked

    def set(self, settings: Settings) -> None:
        """The player's settings are these."""
        self.ticking.handle(float(settings.delay), float(settings.repeat))
        self.sound.volume = settings.volume / 100
        self._look = Look(settings.size, settings.shapes, SPEEDS[settings.motion])
        self._dress()
        self.screen.fit()

    def demo_speed(self, speed: float) -> None:
        """How many times quicker a demo plays."""
        self.helping.speed = speed
        self._dress()

    def _dress(self) -> None:
        """Motion is as quick as the player likes it, and quicker in a demo."""
        demo = self.helping.demo
        look = self._look
        self.screen.dress(replace(look, speed=look.speed / self.helping.speed) if demo else look, demo)

    def open(
        self, session: Session, message: str = "", start: bool = False, guest: bool = False, day: int | None = None
    ) -> None:
        """Puts a game on the screen; one with a clock waits to be started, unless it was just asked for."""
        self.finish()
        self.replaying.close(stay=False)
        self.helping.stop()
        self.current.session, self.current.guest, self.current.day = session, guest, day
        self.ticking.begin()
        self.showing.open(session, self.word)
        self.current.paused = False
        if not start:
            self.current.wait()
        self.showing.refresh()
        if message:
            self.say(message)
        elif session.over:
            self._say_end("")
        else:
            self.helping.say_turn("")
        if not guest:
            self.shelf.claim(session.rules.name, self.current.day)
        self.keep()
        if guest:
            self.lines.open_replay()

    def close(self) -> None:
        """Takes the game off the screen; it is kept."""
        self.finish()
        self.replaying.close(stay=False)
        self.helping.stop()
        self.keep()
        self.current.session = None

    def keep(self) -> None:
        """Keeps the game in the store, as it was before anybody looked back."""
        self.finish()
        if self.session is not None and not self.guest and not self.replaying.is_open:
            self._kept(self.shelf.keep(self.session, self.current.day))

    def _kept(self, ours: bool) -> None:
        if not ours and self.session is not None:
            name = self.session.rules.name
            self.give_up()
            self.elsewhere(name, self.current.day)

    def halt(self) -> None:
        """Stops everything that goes on by itself."""
        self.helping.stop()
        self.current.wait()

    def resume(self) -> None:
        """Shows everything anew as it stands."""
        if self.session is not None:
            self.showing.refresh()
            self.keep()
            self.loop.wake()

    def give_up(self) -> None:
        """Takes the game off the screen, which is kept by somebody else."""
        self.replaying.close(stay=False)
        self.helping.stop()
        self.current.session = None

    def word(self, word: str) -> None:
        """Plays a word of the game now."""
        self._play([word])

    def obey(self, command: str) -> None:
        """A typed command, even while time stands still; BadInput if it is a bad one."""
        if self.session is None:
            return
        if self.helping.computers_turn and command not in COMMON:
            raise BadInput(N_("it is the computer's turn"))
        if command == RESTART and not self.lines.may_restart():
            return
        self.finish()
        before = self.session.state
        with self.session.transaction():
            events = obey(self.session, command)
            if self.session.state is not before:
                self.helping.stop()
                self._happened(events)
                self.loop.wake()
                if not self.guest:
                    self.played(self.session)
                self.keep()
                self._moved()
            elif not events:
                self.say(self._words("Nothing changed."))

    def action(self, name: str) -> None:
        """Something that can be done to any game."""
        actions: dict[str, Callable[[], object]] = {
            "undo": self.lines.undo, "redo": self.lines.redo, "restart": self.lines.restart,
            "replay": self.lines.open_replay, "new": self._new_game, "pause": self.ticking.toggle,
            "hint": self.ask_hint, "demo": self.toggle_demo, "describe": self.showing.describe,
        }  # fmt: skip
        self.finish()
        actions[name]()

    def ask_hint(self) -> None:
        """Thinks about the next move, and shows it on the board."""
        if not self.replaying.is_open:
            self.helping.ask_hint()
            self.loop.wake()

    def toggle_demo(self) -> None:
        """The partner plays on from here, or stops."""
        if self.helping.demo:
            self.helping.stop_demo()
            return
        self.go_on()
        self.helping.start_demo()
        self.loop.wake()

    def frame(self, time: float) -> float | None:
        """What is due at this moment → milliseconds until the next thing is."""
        self._show_played()
        wait = self._due(time)
        self._show_played()
        return wait

    def _due(self, time: float) -> float | None:
        if self.screen.frame(time):
            self.ticking.stand(time)
            return 0.0
        if self.replaying.is_open:
            return self.replaying.frame(time)
        asked = self.helping.frame(time)
        if asked is not None:
            self.ticking.stand(time)
            return 0.0 if self.screen.moving else asked
        if not self.current.running or self.session is None:
            return None
        pace = self.ticking.pace()
        due = self.ticking.due(time, pace)
        if due:
            self._play(due)
            self._show_played()
        else:
            self.showing.list_cells(time, LISTING_PAUSE)
        if self.screen.moving:
            return 0.0
        return None if self.session.over else self.ticking.wait(time, pace)

    def _play(self, words: Sequence[str], mine: bool = True) -> None:
        """Plays words; the player's own ones (`mine`, and not time's) send the partner away."""
        self._show_played()
        session = self.session
        if session is None or self.paused or self.replaying.is_open:
            return
        if mine and self.helping.computers_turn:
            self.helping.say_turn("")
            return
        if mine and any(session.rules.role(word) is not Role.TICK for word in words):
            self.helping.stop()
        with session.transaction():
            self._play_words(session, words, mine)

    def _play_words(self, session: Session, words: Sequence[str], mine: bool) -> None:
        self._afterwards.do("keep")  # at most the last input may be lost
        back = session.savepoint()
        before, was_over = session.state, session.over
        events: list[Event] = []
        try:
            for word in words:
                happened = session.play(word, demo=self.helping.demo and not mine)
                events += happened
                if word == "down" and happened:
                    self.ticking.went_down()
        except BadInput as error:
            self.say(self._words(error.message, **error.values))
            return
        if session.state is before:
            if not self.timed:
                self.say(self.showing.ending(session) if was_over else self._words("No way there."))
            return
        if mine and has_landed(events):
            self.helping.stop()  # a hint was for the piece before
        self._unseen = events, back
        self.loop.wake()
        self._afterwards.add("show", self._show_played)  # a page that nobody looks at has no next picture

    def _show_played(self) -> None:
        """Shows what was played since the last picture; a move that cannot be shown was not made."""
        self._afterwards.drop("show")
        session, unseen, self._unseen = self.session, self._unseen, None
        if session is None or unseen is None:
            return
        events, back = unseen
        try:
            self._happened(events)
        except Exception:
            back()
            raise
        if not self.guest:
            self._afterwards.add("keep", lambda: self._keep_played(session, events))
            self._afterwards.add("count", lambda: self.played(session) if self.session is session else None)
        self._afterwards.add("moved", self._moved)

    def _keep_played(self, session: Session, events: Sequence[Event]) -> None:
        """Keeps the game after what happened."""
        if self.session is session:
            whole = not self.timed or has_landed(events) or session.over
            self._kept(self.shelf.played(session, whole, self.current.day))

    def _say_end(self, told: str) -> None:
        """What ended the game, or else that it is over, and what can be done now."""
        session = self.session
        if session is not None:
            self.say(told or self.showing.ending(session), self._words(N_("New game")), self._new_game)

    def _happened(self, events: Sequence[Event]) -> None:
        """Shows and tells what happened."""
        session = self.session
        if session is None:
            return
        self.showing.show(events)
        told = sentence(events, session.score, self._words, number_of(session.opponent))
        if session.over:
            self._say_end(told)
        elif self.helping.demo:
            self.helping.say_demo(told)
        elif told or not self.timed:
            self.helping.say_turn(told)
