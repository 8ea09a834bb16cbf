"""The controller of an open game: everything that a player, the clock, the partner or another device does to it.

It is created on opening and dropped on closing, and needs no page: it is given the time, and passes on to its front
what changed. The front says how much of a move has been seen, because words and figures come with the motion.
"""

from __future__ import annotations

from collections.abc import Callable

from game.contract import Role
from game.play.actions import Action
from game.play.activity import Activity
from game.play.assistant import Assistant
from game.play.changes import ActionWanted, FrameWanted, Front, Message, Opened
from game.play.context import GameContext, Surroundings
from game.play.cursor import Cursor
from game.play.display import Display
from game.play.ending import Ending
from game.play.keeper import Keeper
from game.play.mode import NO_INTRODUCTION, Introduction, Mode
from game.play.moves import Moves
from game.play.narrator import Narrator, StandingOffer
from game.play.navigation import Navigation
from game.play.replay import Replay
from game.play.scoreboard import Scoreboard
from game.play.typed import TypedCommands
from game.session import Session


class Controller:
    """Plays one open game; `OpenGame` is what the page needs of it."""

    def __init__(
        self,
        around: Surroundings,
        tell: Front,
        session: Session,
        mode: Mode,
        introduction: Introduction = NO_INTRODUCTION,
    ) -> None:
        """Shows the game through `tell`."""
        game = self.game = GameContext(session, mode, around, tell)
        self.session, self.rules = session, session.rules
        self.clock = game.clock
        self.narrator = narrator = Narrator(game, self.act)
        self.keeper = keeper = Keeper(game, narrator, self.give_up)
        self.ending = ending = Ending(game, narrator, keeper)
        self._scoreboard = scoreboard = Scoreboard(game, keeper)
        self.display = display = Display(game, narrator, scoreboard, ending)
        self.assistant = assistant = Assistant(game, narrator, display, keeper, self.play)
        self.set_demo_speed = assistant.set_speed
        self.moves = moves = Moves(game, narrator, display, ending, assistant, keeper)
        self._navigation = navigation = Navigation(game, narrator, display, ending, assistant, moves)
        self.execute = TypedCommands(game, narrator, moves, navigation, self.act).execute
        self.cursor = Cursor(game, display.picker, narrator, display, moves) if display.picker else None
        """Moves from cell to cell, for pointers and keys; None in other games."""
        self._moving = False
        """Whether something was moving in the last frame."""
        players, own = self.narrator.players, self.narrator.own_seat
        tell(Opened(session.rules, session.view, players, self.display.seen, session.opponent, own))
        self._enter(introduction)

    def _enter(self, introduction: Introduction) -> None:
        """Shows the game for the first time, says what there is to say, and saves it."""
        game, around, session = self.game, self.game.around, self.session
        if not introduction.at_once:
            self.clock.pause()
        if introduction.asks_who_plays:
            game.paused = self.narrator.asks_who_plays = True
        self.assistant.apply_settings()
        if game.mode.rival is not None:
            from game.play.race import Race

            game.race = Race(game, self.narrator, self._scoreboard, game.mode.rival, self.keeper.stopwatch)
        self.display.find_goal()
        self.display.refresh()
        if introduction.message:
            self.narrator.tell(introduction.message, *introduction.offer)
        elif session.over:
            self.ending.say()
        else:
            self.narrator.turn()
        self.keeper.opened()
        if game.mode.bot is None:
            around.idle.put("prepare", lambda: around.warm_up.think(session))
        if game.mode.opens_replay:
            self._navigation.open_replay()

    # What the player does.

    def press(self, role: Role, time: float) -> None:
        """Handles a key, button or finger going down at this time (milliseconds); resumes a paused game instead."""
        if self.game.paused:
            self.go_on()
        elif self.clock.press(role, time):
            self.do(role)
            if self.clock.repeats:
                self.game.tell(FrameWanted())  # it may be held, even against a wall

    def release(self, role: Role, time: float) -> None:
        """Handles the key, button or finger going up."""
        self.clock.release(role, time)

    def do(self, role: Role) -> None:
        """Plays the word of that role, if the game has one."""
        word = self.session.rules.by_role.get(role)
        if word is not None:
            self.moves.play([word])

    def play(self, *words: str, mine: bool = True) -> None:
        """Plays words of the game; with `mine` False, from the partner or the other device."""
        self.moves.play(words, mine=mine)

    def act(self, action: Action) -> None:
        """Runs an action that is available in any game."""
        game, navigation = self.game, self._navigation
        acts: dict[Action, Callable[[], object]] = {
            Action.UNDO: navigation.undo,
            Action.REDO: navigation.redo,
            Action.RESTART: navigation.restart,
            Action.REPLAY: navigation.open_replay,
            Action.PAUSE: navigation.toggle_pause,
            Action.HINT: self.assistant.ask_hint,
            Action.DEMO: navigation.toggle_demo,
            Action.DESCRIBE: self.narrator.describe,
        }
        if game.mode.allows(action):
            self.finish_deferred()
            if action is Action.HINT and not self.narrator.asks_who_plays:
                self.go_on()  # under the veil, a hint would not be seen
            if not game.mode.handles(action):
                acts.get(action, lambda: game.tell(ActionWanted(action)))()

    def go(self, position: int) -> None:
        """Follows the other device to the state after this many inputs, except during a replay."""
        if not self.game.replaying:
            self.finish_deferred()
            self.session.go(position)
            self._navigation.jumped()

    # Time.

    def pause(self) -> None:
        """Pauses the game if it has a clock."""
        self.clock.stop()
        if self.clock.running and self.session.clock_runs:
            self._navigation.veil()

    def go_on(self) -> None:
        """Resumes a paused game."""
        self._navigation.go_on()

    def halt(self) -> None:
        """Stops everything that runs by itself."""
        self.assistant.stop()
        self.clock.pause()

    def say(
        self,
        text: str,
        offer: str = "",
        then: Callable[[], object] | None = None,
        most: int = -1,
        more: str = "",
    ) -> None:
        """Shows a message in place of the last move's, with a button labelled `offer` that calls `then`; again while
        there is nothing else to say, until the player has made more than `most` inputs. `more` is for screen readers.
        """
        if then and most >= 0:
            self.narrator.standing_offer = StandingOffer(most, Message(text, offer, then))
        self.narrator.tell(text, offer, then, more)

    def resume(self) -> None:
        """Shows everything again, and saves the game."""
        self.display.refresh()
        self.keep()

    def run_frame(self, time: float, move: Callable[[float], float | None]) -> float | None:
        """Shows what was played since the last frame and, if nothing moves, does what is due.

        `move` animates what moves. Both return the milliseconds until something is due again, or None.
        """
        self.moves.show_played()
        wait, was_moving = move(time), self._moving
        self._moving = wait is not None
        if self._moving or was_moving:
            self.clock.skip_to(time)
        if wait is not None:
            return wait
        replay = self.replay
        wait = self.assistant.do_due(time) if replay is None else replay.play_due(time)
        if wait is not None and self.game.activity is Activity.HINT and self.clock.running:
            self.clock.stand(time)
        elif wait is not None:
            self.clock.skip_to(time)
        elif replay is None:
            wait = self._scoreboard.tick(self.moves.play_due(time))
        self.moves.show_played()
        self.narrator.end_hearing()
        return wait

    # Keeping and closing.

    def apply_settings(self) -> None:
        """Applies changed settings."""
        self.clock.apply_settings()
        self.assistant.apply_settings()

    def finish_deferred(self) -> None:
        """Completes all deferred work, so that something else may begin."""
        self.moves.finish_deferred()

    def keep(self) -> None:
        """Saves the game, except during a replay."""
        self.moves.keep()

    def close(self) -> None:
        """Ends the game's time on the screen: saves it, and drops any pending update of the address."""
        self.moves.show_played()
        self.game.around.idle.drop("moved")
        self.give_up()
        self.keep()
        self.game.mode.leave()
        if self.game.race:
            self.game.race.close()

    def give_up(self) -> None:
        """Stops everything, because the game goes on elsewhere, where it is saved."""
        self.display.closed = True
        self._navigation.abandon_replay()
        self.assistant.stop()

    # Answers.

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.session.over

    @property
    def mode(self) -> Mode:
        """What the game is played for."""
        return self.game.mode

    @property
    def replay(self) -> Replay | None:
        """The replay, if one is open."""
        return self._navigation.replay

    @property
    def players(self) -> list[str]:
        """The players' names, one for each seat."""
        return self.narrator.players

    @property
    def landings(self) -> int:
        """How many pieces have landed since the game was opened."""
        return self.moves.landings

    @property
    def takes_repeats(self) -> bool:
        """Whether repeats of a held key count, as they do where the game's own clock does not repeat it."""
        return not (self.clock.repeats or self.game.paused)

    @property
    def demo_running(self) -> bool:
        """Whether a demo plays, or a lesson's demonstration."""
        return self.game.demo

    @property
    def thinks_of_hint(self) -> bool:
        """Whether a hint that was asked for is being thought about."""
        return self.game.activity is Activity.HINT

    @property
    def plays_unfocused(self) -> bool:
        """Whether a demo by a bot of its own plays, which may be watched from elsewhere."""
        return self.game.demo and self.game.mode.bot is not None

    @property
    def end_seen(self) -> bool:
        """Whether the game is over, and its end card has been open for a moment."""
        return self.session.over and self.ending.settled

    @property
    def tenths(self) -> dict[int, int]:
        """Tenths of a second up to each new piece, as Keeper.tenths."""
        return self.keeper.tenths
