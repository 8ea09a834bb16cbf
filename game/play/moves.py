"""Plays words in an open game, from the player, held keys, the clock, the partner, or another device."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import BadInput, Event, Role
from game.play.assistant import Assistant
from game.play.changes import FrameWanted, Refused, TableOutdated
from game.play.context import GameContext
from game.play.display import LISTING_PAUSE, Display
from game.play.ending import Ending
from game.play.keeper import Keeper, has_landed
from game.play.lock_delay import LockDelay
from game.play.narrator import NO_LOWER, NO_WAY, NOTHING_CHANGED, Narrator
from game.slices import sooner

TURNS = (Role.ROTATE, Role.ROTATE_BACK)
"""The roles whose refusal is shown. Players hold a direction against a wall, but never a rotation."""


class Moves:
    """Plays words at once, and shows them in the next frame. A move that cannot be shown is taken back."""

    def __init__(
        self,
        game: GameContext,
        narrator: Narrator,
        display: Display,
        ending: Ending,
        assistant: Assistant,
        keeper: Keeper,
    ) -> None:
        self._game, self._narrator = game, narrator
        self._display, self._ending, self._assistant, self._keeper = display, ending, assistant, keeper
        self._lock_delay = LockDelay(game.session)
        self._unshown: tuple[list[Event], Callable[[], None]] | None = None
        """Events not shown yet, and a callback that undoes them."""
        self.landings = 0
        """How many pieces have landed since the game was opened."""

    def play(self, words: Sequence[str], *, mine: bool = True, due: bool = False) -> None:
        """Plays words. Those of the player (`mine`, other than ticks) stop the partner; `due` are held keys and ticks
        of one frame.
        """
        self.show_played()
        game = self._game
        if game.paused or game.replaying:
            return
        if mine and game.computers_turn:
            self._narrator.turn()
            return
        before, was_over = game.session.state, game.session.over
        failed = self._tried(words, mine=mine, due=due)
        if failed is not None:
            self.show_played()
            self._narrator.refuse(failed)
        elif game.session.state is before:
            self._refuse(words, was_over=was_over)

    def play_typed(self, command: str) -> None:
        """Plays a typed word with its arguments. Raises BadInput if that is impossible."""
        self.show_played()
        game = self._game
        before, was_over = game.session.state, game.session.over
        failed = self._tried([command], mine=True, due=False)
        if failed is not None:
            raise failed
        if was_over:
            self._ending.say()
        elif game.session.state is before:
            self._narrator.say(NOTHING_CHANGED)

    def _tried(self, words: Sequence[str], *, mine: bool, due: bool) -> BadInput | None:
        """Plays words as far as possible; returns why the others could not be played."""
        game = self._game
        refused = next(filter(None, (game.mode.refuses(game.session, word) for word in words if mine)), None)
        if refused:
            return refused
        acts = mine and any(not self._is_tick(word) for word in words)
        if acts:
            game.around.warm_up.pause()
            self._assistant.stop()
        game.around.idle.do("keep")  # at most the last input may be lost
        with game.session.transaction() as back:
            return self._play(words, back, mine=mine, due=due)

    def play_due(self, time: float) -> float | None:
        """Plays what is due by the clock. Returns the milliseconds until something is due again, or None."""
        game, clock = self._game, self._game.clock
        if not clock.running:
            return None
        if self._display.hint.shown:
            return clock.stand(time)
        if game.mode.refuses(game.session):
            clock.skip_to(time)  # the other device keeps its own
            return None
        pace = clock.pace
        due = clock.advance(time, pace)
        if Role.TICK in due and self._lock_delay.holds_back(time):
            due = [role for role in due if role is not Role.TICK]
            clock.delay_tick(pace)
        if due:
            self.play([game.session.rules.by_role[role] for role in due], due=True)
        else:
            game.tell(TableOutdated(LISTING_PAUSE))
        if game.session.over:
            return None
        return sooner(clock.until_due(time, pace), game.race.move_with_time() if game.race else None)

    def show_played(self) -> None:
        """Shows what was played since the last frame. Takes back a move that cannot be shown."""
        unshown, self._unshown = self._unshown, None
        self._game.around.idle.drop("show")
        if unshown is None:
            return
        events, back = unshown
        try:
            self.show(events)
        except Exception:
            back()
            raise
        self._keeper.schedule(events)

    def show(self, events: Sequence[Event]) -> None:
        """Shows events, and says them as they are seen."""
        self._display.show(events, speaks=True)
        if self._game.race:
            self._game.race.move_ghost()

    def prepare(self) -> None:
        """Shows the last move and stops the assistant, because the player prepares another move."""
        self.show_played()
        self._assistant.interrupt()

    def finish_deferred(self) -> None:
        """Completes all deferred work."""
        self.show_played()
        self._game.around.idle.finish()

    def keep(self) -> None:
        """Completes all deferred work, and saves the game."""
        self.finish_deferred()
        self._keeper.keep()

    def after_jump(self) -> None:
        """Resumes timing and the ghost from the state that the game jumped to."""
        self._keeper.after_jump()
        if self._game.race:
            self._game.race.after_jump()

    def _play(self, words: Sequence[str], back: Callable[[], None], *, mine: bool, due: bool) -> BadInput | None:
        game, session = self._game, self._game.session
        before = session.state
        events: list[Event] = []
        failed = None
        remaining = list(words)
        while remaining:
            word = remaining.pop(0)
            turn = session.view.turn if due and remaining else 0
            try:
                happened = session.play(word, demo=game.demo and not mine)
            except BadInput as error:
                failed = error
                break
            events += happened
            if happened and session.rules.role(word) is Role.SOFT_DROP:
                self._game.clock.went_down()
            self._keeper.new_piece(happened)
            if due and remaining and (has_landed(happened) or session.view.turn != turn):
                remaining = [word for word in remaining if self._is_tick(word)]  # held keys were for the old piece
        if session.state is not before:
            self._played(events, mine=mine, moved=any(not self._is_tick(word) for word in words))
            self._unshown = events, back
            game.tell(FrameWanted(self.show_played))
        return failed

    def _played(self, events: Sequence[Event], *, mine: bool, moved: bool) -> None:
        """Forgets what was about a piece that has landed. With `moved`, the words did more than let time pass."""
        if has_landed(events):
            self.landings += 1
            self._game.clock.landed()
            self._lock_delay.landed()
            if mine:
                self._assistant.stop()  # a hint was for the previous piece
        elif mine and moved:
            self._lock_delay.moved()

    def _refuse(self, words: Sequence[str], *, was_over: bool) -> None:
        """Shows that the words changed nothing."""
        game = self._game
        if was_over:
            self._ending.say()
        elif not game.continuous:
            lower = all(game.session.rules.role(word) is Role.SOFT_DROP for word in words)
            self._narrator.say(NO_LOWER if lower else NO_WAY, asks=True)
        elif any(game.session.rules.role(word) in TURNS for word in words):
            game.tell(Refused())

    def _is_tick(self, word: str) -> bool:
        return self._game.session.rules.role(word) is Role.TICK
