"""The coach plays a game's lessons one after the other on the real board, each until the player has done it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from js import matchMedia

from game import files
from game.contract import Lesson, Rules, View
from game.input.instructions import instructions, strokes
from game.play.assistant import BEFORE_AGAIN
from game.play.controller import Controller
from game.play.lesson_game import LessonGame
from game.play.mode import Introduction
from game.player.preferences import Preferences
from game.session import CALM, Session
from game.store import names
from game.store.saves import Saves
from game.web.board.coach_bar import CoachBar
from game.web.platform.dom import by_id, focus_board
from game.web.platform.late import fetch
from game.web.platform.loop import DelayedCall
from game.web.stage.stage import Stage
from game.words import C_, N_, Translator

if TYPE_CHECKING:
    from game.web.board.finger import Finger

FEW = 3
"""The most inputs after which the lessons are still offered; the first may have been an accident."""
NEW_BOARD = N_("A new board.")


class Coach:
    """Opens the lessons on the page's stage, and returns to the player's own game after the last."""

    def __init__(
        self,
        translator: Translator,
        saves: Saves,
        stage: Stage,
        preferences: Preferences,
        leave: Callable[[], None],
    ) -> None:
        self._translator, self._saves, self._stage, self._preferences = translator, saves, stage, preferences
        self._leave = leave
        self._bar = CoachBar(
            translator, {"show": self._demonstrate, "again": self.again, "skip": self._finish, "next": self._go_on}
        )
        self._finger: Finger | None = None
        """None until it shows something."""
        self._rules: Rules[Any] | None = None
        self._step = 0
        self._later = DelayedCall(self._start_again)

    def offer(self, game: Controller, before: str = "") -> None:
        """Offers the lessons at the start of a game that the player may never have played, after another message and
        until a few inputs.
        """
        rules, session, saves = game.session.rules, game.session, self._saves
        if not rules.lessons or rules.name in self._taught or not game.mode.saved:
            return
        if not (session.history.position > FEW or saves.best(session) or saves.has_before(rules.name, None)):
            translator = self._translator
            text = translator.joined((before, translator("New to this game?")))
            game.say(text, translator("Learn it in a minute"), self.teach, FEW)

    def teach(self) -> None:
        """Starts the open game's lessons; the player's own game is kept and comes back."""
        if self._stage.game:
            by_id("how").hidePopover()
            self._begin(self._stage.game.rules, 0)
            self._open()
            focus_board()

    def resume(self, step: int, words: Sequence[str], *, reached: bool) -> None:
        """Continues the lessons that the player began before Python had loaded. `step` is the lesson, counted from 0;
        `words` are what the player has played in it, and `reached` says whether its task is done.
        """
        if self._stage.game:
            self._begin(self._stage.game.rules, step)
            self._open(words, shows=False, reached=reached)
            if reached:
                self.reached()

    def reached(self) -> None:
        """Praises the player for doing what the lesson asked."""
        lesson, game = self._lesson, self._stage.controller()
        if game:
            game.assistant.stop()
            game.say("")
        self._bar.praise(self._translator(lesson.praise), last=self._step + 1 == len(self._lessons))

    def missed(self) -> None:
        """Says why the move was not the one asked for, leaves its result on the board for a moment, and restarts."""
        self._bar.explain(self._reason(), again=False)
        self._later.begin(BEFORE_AGAIN)

    def again(self) -> None:
        """Restarts the lesson."""
        self._open()
        focus_board()  # the next key must not press the button again

    def left(self) -> None:
        """Closes the bar, because something else is on the screen."""
        self._later.cancel()
        if self._finger:
            self._finger.hide()
        self._bar.close()

    def _begin(self, rules: Rules[Any], step: int) -> None:
        """Puts off the open game, for lessons of these rules from this step on."""
        self._rules, self._step, game = rules, step, self._stage.controller()
        if game:
            game.mode.put_off(game.session)

    def _start_again(self) -> None:
        """Starts a missed lesson again, and says so."""
        self._open()
        translator = self._translator
        self._bar.explain(translator.joined((self._reason(), translator("Try again."))), again=True)

    def _reason(self) -> str:
        translator = self._translator
        return translator.joined((translator(C_("lesson", "Not quite.")), translator(self._lesson.missed)))

    @property
    def _lessons(self) -> Sequence[Lesson]:
        return self._rules.lessons if self._rules else ()

    @property
    def _lesson(self) -> Lesson:
        return self._lessons[self._step]

    @property
    def _taught(self) -> list[str]:
        return (self._saves.store.get(names.TAUGHT) or "").split()

    def _open(self, played: Sequence[str] = (), *, shows: bool = True, reached: bool = False) -> None:
        """Opens the lesson after these words. With `shows`, a finger shows how it is done."""
        rules, lesson, translator = self._rules, self._lesson, self._translator
        assert rules is not None
        calm = {CALM: True} if rules.timed else {}  # no hurry while reading instructions
        session = Session(rules, {**lesson.options, **calm}, lesson.seed, files.read)
        for word in (*lesson.unseen, *played):
            session.play(word)
        before, after = self._stage.controller(), session.view
        jumps = self._step > 0 and before is not None and _rows(before.session.view) != _rows(after)
        caption = translator(lesson.caption)
        caption = translator.joined((translator(NEW_BOARD), caption)) if jumps else caption
        self._stage.show(session, LessonGame(translator, lesson, self, reached=reached), Introduction(at_once=True))
        touch = bool(matchMedia("(pointer: coarse)").matches)
        table = self._preferences.settings.keys
        how = instructions(rules, lesson, table, translator, touch=touch)
        self._bar.ask(self._step + 1, len(rules.lessons), caption, how)
        if self._preferences.less_motion or played:
            return
        self._stage.panel.appear()
        if shows and (touch or rules.cursor):
            fetch("later", lambda _texts: self._point(lesson, session))

    def _point(self, lesson: Lesson, session: Session) -> None:
        """Shows with a finger how the lesson is done, if it is still open."""
        from game.web.board.finger import Finger

        open_game = self._stage.controller()
        if open_game and open_game.session is session and session.history.position <= len(lesson.unseen):
            self._finger, view = self._finger or Finger(), session.view
            self._finger.show(self._stage.panel, view.boards[view.turn], strokes(session.rules, lesson))

    def _demonstrate(self) -> None:
        """Plays the lesson's words from its start."""
        self._open(shows=False)
        game = self._stage.controller()
        if game:
            game.assistant.demonstrate(self._lesson.seen)

    def _go_on(self) -> None:
        if self._step + 1 < len(self._lessons):
            self._step += 1
            self._open()
        else:
            self._finish()

    def _finish(self) -> None:
        """Ends the lessons, done or skipped, and does not offer them again."""
        if self._rules and self._rules.name not in self._taught:
            self._saves.store.put(names.TAUGHT, " ".join([*self._taught, self._rules.name]))
        self._bar.close()
        self._leave()


def _rows(view: View) -> list[tuple[str, ...]]:
    """Returns what is on the boards."""
    return [board.rows for board in view.boards]
