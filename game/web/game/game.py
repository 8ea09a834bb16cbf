"""The open game: passes words down to its session, then shows, says and keeps what happened.

It is created on opening and dropped on closing, and owns everything that belongs to one game on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.contract import Appeared, BadInput, Cell, Ended, Event, Locked, Role
from game.session import RESTART, Session
from game.session.commands import COMMON, execute
from game.session.seats import number_of
from game.text.sentences import sentence
from game.web.board.choices import Choices
from game.web.game.cursor import Cursor
from game.web.game.hints import Hints
from game.web.game.lock_delay import LockDelay
from game.web.game.occasion import USUAL, Entrance, Own
from game.web.game.presenter import LISTING_PAUSE, Presenter
from game.web.game.replay import Replay
from game.web.game.stopwatch import Stopwatch
from game.web.game.timing import Timing
from game.web.page import Page
from game.web.platform.loop import now
from game.web.storage import races
from game.words import N_

if TYPE_CHECKING:
    from game.web.game.race import Race

TURNS = (Role.ROTATE, Role.ROTATE_BACK)
"""The roles whose refusal is shown. Players hold a direction against a wall, but never a rotation."""


class Game:
    """The game being played on the page."""

    def __init__(self, page: Page, session: Session, occasion: Own, entrance: Entrance = USUAL) -> None:
        """Puts the game on the screen."""
        self.session, self.occasion = session, occasion
        self._page, self._translator = page, page.translator
        self._time = session.rules.by_role.get(Role.TICK)
        self._not_shown: tuple[list[Event], Callable[[], None]] | None = None
        """Events not shown yet, and a callback that undoes them."""
        self.replay: Replay | None = None
        self.timing = Timing(session, page.preferences)
        if not entrance.begun:
            self.timing.wait()
        self._lock_delay = LockDelay(session)
        self.presenter = Presenter(page, session, self.timing, occasion.names(session), occasion.kept)
        if entrance.arriving:
            self.timing.paused = self.presenter.arriving = True
        self.hints = Hints(
            session,
            self.presenter,
            self.timing,
            page.translator,
            self._play,
            occasion.guest,
            self._turn,
            page.ahead,
            occasion.bot,
        )
        picker = self.presenter.picker
        self.cursor = Cursor(picker, session, self.presenter, page.translator, self._play) if picker else None
        self.landings = 0
        """How many pieces have landed since the game was opened."""
        self.hints.apply_settings()
        stopwatch = Stopwatch(session, self.timing, page.saves.store, occasion.day is not None)
        self.stopwatch = stopwatch if session.clock_runs else None
        self.race = self._race()
        self.presenter.refresh(occasion)
        if entrance.message:
            self.presenter.say(entrance.message, *entrance.offer)
        elif session.over:
            self._say_end("")
            if occasion.day is not None:  # it may have ended just as the page was closed
                occasion.finish(session)
                self._say_try_ended()
        else:
            self.hints.say_turn("")
        if occasion.kept:
            page.saves.claim(session.rules.name, occasion.day)
        page.records.began(session, occasion.day)
        self.keep()
        if occasion.bot is None:
            page.idle.put("prepare", lambda: page.ahead.think(session))
        if occasion.looks_back:
            self.open_replay()

    # What the player does.

    def press(self, role: Role, time: float) -> None:
        """Handles a key, button or finger going down at this time (milliseconds); resumes a paused game instead."""
        if self.timing.paused:
            self.go_on()
        elif self.timing.press(role, time):
            self.do(role)
            if self.timing.repeats:
                self._page.host.wake()  # it may be held, even against a wall

    def release(self, role: Role, time: float) -> None:
        """Handles the key, button or finger going up."""
        self.timing.release(role, time)

    def do(self, role: Role) -> None:
        """Plays the word of that role, if the game has one."""
        word = self.session.rules.by_role.get(role)
        if word is not None:
            self._play([word])

    def play(self, word: str) -> None:
        """Plays a word of the game."""
        self._play([word])

    @property
    def choices(self) -> Choices:
        """The cards from which the player must choose, if any."""
        return self._page.screen.choices

    def pick(self, cell: Cell) -> None:
        """Handles a click on a cell."""
        if self.cursor:
            self._before_pointing()
            self.cursor.pick(cell)

    def grab(self, cell: Cell) -> str:
        """Handles a pointer coming down on a cell. Returns the symbol to drag; if there is none, picks the cell."""
        if not self.cursor:
            return ""
        self._before_pointing()
        rows = self.presenter.view.boards[self.presenter.view.turn].rows
        return rows[cell[0]][cell[1]] if self.cursor.grab(cell) else ""

    def point(self, what: str) -> None:
        """Handles a key for the cursor on the board."""
        if self.cursor:
            self._before_pointing()
            self.cursor.point(what)

    def execute(self, command: str) -> None:
        """Runs a typed command, even while the game is paused. Raises BadInput for an invalid one."""
        session = self.session
        if self.hints.computers_turn and command not in COMMON:
            raise BadInput(N_("it is the computer's turn"))
        refused = self.occasion.refuses(self.session, command)
        if refused:
            raise refused
        if command == RESTART and not self._may_restart():
            return
        self.finish()
        before = session.state
        with session.transaction():
            events = execute(session, command)
            if session.state is not before:
                self.hints.stop()
                self._show_events(events)
                self._resync()
                self._page.host.wake()
                self._count()
                self.keep()
                self._page.host.moved()
            elif not events:
                self.presenter.say(self._translator("Nothing changed."))

    def act(self, action: str) -> None:
        """Runs an action that is available in any game."""
        acts: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
            "replay": self.open_replay,
            "pause": self.toggle_pause,
            "hint": self.ask_hint,
            "demo": self.toggle_demo,
            "describe": self.presenter.describe,
        }
        if self.occasion.actions is None or action in self.occasion.actions:
            self.finish()
            if not self.occasion.takes(action):
                acts.get(action, lambda: self._page.host.act(action))()

    # Time.

    def pause(self) -> None:
        """Pauses the game if it has a clock."""
        self.timing.stop()
        if self.timing.running and self.timing.clock_runs:
            self._halt()

    def go_on(self) -> None:
        """Resumes a paused game."""
        if self.timing.paused:
            self.timing.paused = self.presenter.arriving = False
            self.timing.stop()
            self.presenter.refresh(self.occasion)
            self.presenter.say("")  # withdraws any earlier offer

    def toggle_pause(self) -> None:
        """Pauses or resumes the clock, and the computer if it plays."""
        if self.timing.paused:
            self.go_on()
        elif self.timing.pausable:
            self.timing.stop()
            self._halt()

    def halt(self) -> None:
        """Stops everything that runs by itself."""
        self.hints.stop()
        self.timing.wait()

    def resume(self) -> None:
        """Redraws everything, and saves the game."""
        self.presenter.refresh(self.occasion)
        self.keep()

    @property
    def tenths(self) -> Mapping[int, int]:
        """Tenths of a second up to each new piece, by the number of inputs then; empty in a game without a clock."""
        return self.stopwatch.tenths if self.stopwatch else {}

    # The partner.

    def ask_hint(self) -> None:
        """Shows a hint as soon as the partner has one."""
        if self.replay is None:
            self.hints.ask_hint()
            self._page.host.wake()

    def toggle_demo(self) -> None:
        """Starts or stops the demo."""
        if self.hints.demo:
            self.hints.stop_demo()
            return
        self.go_on()
        self.hints.start_demo()
        self._page.host.wake()

    def demonstrate(self, words: Sequence[str]) -> None:
        """Lets the partner play these words, then stop."""
        self.hints.demonstrate(words)
        self._page.host.wake()

    def demo_speed(self, speed: float) -> None:
        """Sets how many times faster a demo plays."""
        self.hints.speed = speed
        self.hints.apply_settings()

    # Words from another device.

    def take(self, word: str) -> None:
        """Plays a word from the other device, except during a replay."""
        self._play([word], mine=False)

    def go(self, position: int) -> None:
        """Moves the game to the state after this many inputs, except during a replay."""
        if self.replay is None:
            self.finish()
            self.session.go(position)
            self._jumped()

    # Moving through the history.

    def undo(self) -> None:
        """Goes back one move; in a game with a clock, goes back one piece and pauses."""
        self._step(-1, self._translator("Nothing to undo."))

    def redo(self) -> None:
        """Goes forward again, like `undo`."""
        self._step(1, self._translator("Nothing to redo."))

    def restart(self) -> None:
        """Restarts the same game."""
        if self.replay is not None or self.occasion.restart() or not self._may_restart():
            return
        self.hints.stop()
        undo = (self._translator("Undo"), self.undo) if self.session.can_undo else ()
        self.session.restart()
        self.timing.paused = False
        self.timing.begin()
        self._resync()
        self.presenter.refresh(self.occasion)
        self.presenter.say(self._translator("Restarted."), *undo)
        self.keep()
        self._page.host.moved()

    def open_replay(self) -> None:
        """Plays the game back from its start."""
        if not self.session.length:
            self.presenter.say(self._translator("Nothing to replay yet."))
            return
        self.hints.stop()
        self.pause()
        self.keep()
        self.presenter.say("")
        self.presenter.uncover()
        self.replay = Replay(self._page, self.session, self._show_replayed, self._replay_closed)
        self._page.host.wake()

    # Frames, keeping, closing.

    def frame(self, time: float) -> float | None:
        """Does what is due now. Returns the milliseconds until something is due again, or None."""
        self._show_played()
        wait = self._due(time)
        self._show_played()
        return wait

    def apply_settings(self) -> None:
        """Applies changed settings."""
        self.timing.apply_settings()
        self.hints.apply_settings()
        self._page.screen.fit()

    def finish(self) -> None:
        """Completes all deferred work, so that something else may begin."""
        self._show_played()
        self._page.idle.finish()

    def settle(self) -> None:
        """Like `finish`, and also ends all motion, because nobody will see it."""
        self.finish()
        self.presenter.flush()
        self._page.idle.finish()
        self.presenter.list_cells(now())

    def keep(self) -> None:
        """Saves the game to the store, except during a replay."""
        self.finish()
        if self.occasion.kept and self.replay is None:
            self._check_ownership(self._page.saves.keep(self.session, self.occasion.day))

    def close(self) -> None:
        """Takes the game off the screen. Saves it, and drops any pending update of the address."""
        self._show_played()
        self._page.idle.drop("moved")
        self._leave_replay()
        self.hints.stop()
        self.keep()
        self.occasion.leave()
        if self.race:
            self.race.close()

    def give_up(self) -> None:
        """Stops everything, because the game goes on in another tab, which saves it."""
        self._leave_replay()
        self.hints.stop()

    # Internal.

    def _leave_replay(self) -> None:
        if self.replay is not None:
            self.replay.abandon()
            self.replay = None

    def _race(self) -> Race | None:
        """Returns the race with its ghost on the screen, if this game is one."""
        rival = self.occasion.rival
        if rival is None:
            return None
        from game.web.game.race import Race

        elapsed = self.stopwatch.elapsed if self.stopwatch else None
        name, presenter = self.occasion.rival_name, self.presenter
        presenter.race = Race(self._page, self.session, rival, name, elapsed, presenter.show_lead)
        return presenter.race

    def _resync(self) -> None:
        """Resumes timing and the ghost from the state that the game jumped to."""
        if self.stopwatch:
            self.stopwatch.arrive(now())
        if self.race:
            self.race.arrive()

    def _before_pointing(self) -> None:
        self._show_played()
        self.hints.interrupt()

    def _halt(self) -> None:
        self.timing.paused = True
        self.presenter.refresh(self.occasion)
        self.keep()

    def _due(self, time: float) -> float | None:
        timing, screen = self.timing, self._page.screen
        if screen.moving:
            timing.stand(time)
            wait = screen.frame(time)
            if wait is not None:
                return wait
        if self.replay is not None:
            return self.replay.frame(time)
        wait = self.hints.frame(time)
        if wait is not None:
            timing.stand(time)
            return 0.0 if screen.moving else wait
        if not timing.running:
            return None
        if self.occasion.refuses(self.session):  # the other device keeps time
            timing.stand(time)
            return None
        if self.presenter.hint.cells:  # time stops while a hint is shown
            timing.stand(time)
            return None
        pace = timing.pace()
        due = timing.due(time, pace)
        if Role.TICK in due and self._lock_delay.holds_back(time):
            due = [role for role in due if role is not Role.TICK]
            timing.delay_tick(pace)
        if due:
            by_role = self.session.rules.by_role
            self._play([by_role[role] for role in due])
            self._show_played()
        else:
            self.presenter.list_cells(time, LISTING_PAUSE)
        if screen.moving:
            return 0.0
        if self.session.over:
            return None
        waits = timing.until_due(time, pace), self.race.frame() if self.race else None
        return min((wait for wait in waits if wait is not None), default=None)

    def _play(self, words: Sequence[str], mine: bool = True) -> None:
        """Plays words. Those of the player (`mine`, other than ticks) stop the partner."""
        self._show_played()
        if self.timing.paused or self.replay is not None:
            return
        if mine and self.hints.computers_turn:
            self.hints.say_turn("")
            return
        refused = next(filter(None, (self.occasion.refuses(self.session, word) for word in words if mine)), None)
        if refused:
            self.presenter.say(self._translator.error(refused))
            return
        if mine and any(word != self._time for word in words):
            self._page.ahead.wait()
            self.hints.stop()
        with self.session.transaction():
            self._play_words(words, mine)

    def _play_words(self, words: Sequence[str], mine: bool) -> None:
        session, page = self.session, self._page
        page.idle.do("keep")  # at most the last input may be lost
        back = session.savepoint()
        before, was_over = session.state, session.over
        soft = session.rules.by_role.get(Role.SOFT_DROP)
        events: list[Event] = []
        try:
            for word in words:
                happened = session.play(word, demo=self.hints.demo and not mine)
                events += happened
                if word == soft and happened:
                    self.timing.went_down()
                if self.stopwatch and any(isinstance(event, Appeared) for event in happened):
                    self.stopwatch.new_piece(now())
        except BadInput as error:
            self.presenter.say(self._translator.error(error))
            return
        if session.state is before:
            if was_over:
                if not page.screen.moving:  # else what ended the game is still being shown
                    self._say_end("")
            elif not self.timing.timed:
                self.presenter.say(self._translator("Can't move there."))
            elif any(session.rules.role(word) in TURNS for word in words):
                self.presenter.refuse()
            return
        if has_landed(events):
            self.landings += 1
            self.timing.landed()
            self._lock_delay.landed()
            if mine:
                self.hints.stop()  # a hint was for the previous piece
        elif mine and any(word != self._time for word in words):
            self._lock_delay.moved()
        self._not_shown = events, back
        page.host.wake()
        page.idle.put("show", self._show_played)  # a hidden page has no next frame

    def _show_played(self) -> None:
        """Shows what was played since the last frame. Undoes a move that cannot be shown."""
        page, not_shown, self._not_shown = self._page, self._not_shown, None
        page.idle.drop("show")
        if not_shown is None:
            return
        events, back = not_shown
        try:
            self._show_events(events)
        except Exception:
            back()
            raise
        page.idle.put("keep", lambda: self._keep_played(events))
        page.idle.put("count", self._count)
        page.idle.put("moved", page.host.moved)

    def _show_events(self, events: Sequence[Event]) -> None:
        """Shows events, and says them as they are shown."""
        self.presenter.show(events, self._say_seen)
        if self.race:
            self.race.follow()
        if not events:
            self._say_seen(())

    def _say_seen(self, events: Sequence[Event]) -> None:
        """Says what has been shown of the last move so far."""
        session, last = self.session, any(isinstance(event, Ended) for event in events)
        if self.occasion.follow(session, events, last):
            return
        message = sentence(events, session.score, self._translator, number_of(session.opponent))
        if session.over and last:
            self._say_end(message)
        elif self.hints.demo:
            self.hints.say_demo(message)
        elif message or (not self.timing.timed and self.presenter.all_seen):
            self.hints.say_turn(message)

    def _say_end(self, message: str) -> None:
        """Says what ended the game, or just that it is over, and what to do next."""
        message = message or self.presenter.ending()
        if self.race:
            message = self._translator.joined((message, self.race.result()))
        answers = self.race is not None and self.occasion.challenge is not None
        if answers:
            self.presenter.say(message, self._translator("Send an answer"), self._share)
        elif self.replay is not None:
            self.presenter.say(message, self._translator("Play again"), lambda: self.act("again"))
        else:  # the card offers another game
            self.presenter.say(message)
        if self.replay is None:
            self.presenter.offer_answer(answers)
            self.presenter.show_end(self._page.records.recent(self.session))

    def _keep_played(self, events: Sequence[Event]) -> None:
        """Saves the game after these events."""
        if self.occasion.kept:
            whole = not self.timing.timed or has_landed(events) or self.session.over
            self._check_ownership(self._page.saves.played(self.session, whole, self.occasion.day))
            if self.stopwatch and whole:
                self.stopwatch.keep(self.session.over)

    def _check_ownership(self, ours: bool) -> None:
        if not ours:
            self.give_up()
            self._page.host.taken()

    def _count(self) -> None:
        """Updates the records after a move. A try's result is its first end."""
        if not self.occasion.kept:
            return
        page, session = self._page, self.session
        if page.records.played(session, now() / 1000):
            page.counting.begin(page.records.count_feats(session))
        if session.over and self.occasion.finish(session):
            self._say_try_ended()
        if session.over and session.own and session.rules.seats == 1:
            races.keep_best(page.saves.store, session, self.tenths)

    def _say_try_ended(self) -> None:
        """Says how the try of a day ended, and offers to share it."""
        message = self._translator.joined((self.presenter.ending(), self.occasion.tries_end(self.session)))
        self.presenter.caption(self.occasion)
        self.presenter.say(message, self._translator("Share"), self._share)

    def _share(self) -> None:
        self._page.host.act("share")

    def _may_restart(self) -> bool:
        """Returns whether to restart at once. If that would end a try, asks the player instead."""
        warning = self.occasion.restart_warning(self.session)
        if warning:
            self.presenter.say(warning, self._translator("Restart anyway"), self._end_and_restart)
        return not warning

    def _end_and_restart(self) -> None:
        self.occasion.finish(self.session)
        self.act("restart")

    def _step(self, way: int, nothing: str) -> None:
        if self.replay is not None:
            return
        self.hints.stop()
        session = self.session
        moved = session.step_piece(way) if self.timing.timed else session.step(way)
        if moved:
            self._jumped()
        else:
            self.presenter.say(nothing)

    def _turn(self) -> str:
        return self.occasion.turn(self.session)

    def _show_replayed(self, events: Sequence[Event]) -> None:
        self.presenter.show(events)
        if self.race:
            self.race.follow()
        self.presenter.list_cells(now())
        self._page.host.wake()

    def _replay_closed(self, stay: bool) -> None:
        """Returns to the game: where it was or, to `stay`, at the point shown, to be played on."""
        self.replay = None
        if stay:
            if self.occasion.guest:
                self._page.saves.put_aside(self.session.rules.name)
                self.occasion.leave()
                self.occasion, self.hints.alone = Own(self._translator), False
            self.session.note(assisted=True)
        self._jumped()

    def _jumped(self) -> None:
        """Handles a jump to another state: pauses, shows everything and saves."""
        self.timing.wait()
        self._resync()
        self.presenter.refresh(self.occasion)
        if self.session.over:
            self._say_end("")
        else:
            self.presenter.say("")
        self.keep()
        self._page.host.moved()


def has_landed(events: Sequence[Event]) -> bool:
    """Whether a piece locked or a new one appeared."""
    return any(isinstance(event, Locked | Appeared) for event in events)
