"""The coach plays a game's lessons one after the other on the real board, each until the player has done it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from js import matchMedia

from game import files
from game.contract import Lesson, Rules
from game.play.controller import Controller
from game.play.cursor import LET_GO, PICK
from game.play.modes import Introduction, LessonGame
from game.session import CALM, Session
from game.store import names
from game.store.saves import Saves
from game.web.board.coach_bar import CoachBar, Instruction
from game.web.input import gestures, keys
from game.web.platform.dom import by_id, focus_board
from game.web.player.preferences import Preferences
from game.web.stage import Stage
from game.words import Translator


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
        self._rules: Rules[Any] | None = None
        self._step = 0

    def offer(self, game: Controller) -> None:
        """Offers the lessons at the start of a game that the player may never have played."""
        rules, session, saves = game.session.rules, game.session, self._saves
        if not rules.lessons or rules.name in self._taught or not game.mode.kept:
            return
        if not (session.inputs or saves.best(session) or saves.has_before(rules.name, None)):
            translator = self._translator
            self._stage.say(translator("New to this game?"), translator("Learn it in a minute"), self.teach)

    def teach(self) -> None:
        """Starts the open game's lessons; the player's own game is kept and comes back."""
        if self._stage.game:
            by_id("how").hidePopover()
            self._rules, self._step = self._stage.game.session.rules, 0
            self._open()
            focus_board()

    def reached(self) -> None:
        """Praises the player for doing what the lesson asked."""
        lesson, game = self._lesson, self._stage.game
        if game:
            game.assistant.stop()
            game.say("")
        self._bar.praise(self._translator(lesson.praise), last=self._step + 1 == len(self._lessons))

    def again(self) -> None:
        """Restarts the lesson."""
        self._open()

    def left(self) -> None:
        """Closes the bar, because something else is on the screen."""
        self._bar.close()

    @property
    def _lessons(self) -> Sequence[Lesson]:
        return self._rules.lessons if self._rules else ()

    @property
    def _lesson(self) -> Lesson:
        return self._lessons[self._step]

    @property
    def _taught(self) -> list[str]:
        return (self._saves.store.get(names.TAUGHT) or "").split()

    def _open(self) -> None:
        rules, lesson, translator = self._rules, self._lesson, self._translator
        assert rules is not None
        calm = {CALM: True} if rules.timed else {}  # no hurry while reading instructions
        session = Session(rules, {**lesson.options, **calm}, lesson.seed, files.read)
        for word in lesson.unseen:
            session.play(word)
        self._stage.show(session, LessonGame(translator, lesson, self), Introduction(begun=True))
        self._bar.ask(self._step + 1, len(rules.lessons), translator(lesson.caption), self._instructions(rules, lesson))

    def _instructions(self, rules: Rules[Any], lesson: Lesson) -> list[Instruction]:
        """Returns the keys, or the touch gestures, for the lesson's words."""
        roles = list(dict.fromkeys(rules.role(word) for word in lesson.seen))
        if matchMedia("(pointer: coarse)").matches:
            instructions = [(self._translator(gesture), role) for gesture, role in gestures.explained(rules.by_role)]
        else:
            table = keys.by_role(rules.by_role, self._preferences.settings.keys)
            instructions = [
                (keys.key_name(codes[0]), role) for role, codes in table.items() if codes and role != LET_GO
            ]
            if rules.cursor:
                instructions.insert(0, (self._translator("Click"), PICK))
        return [
            (how, keys.role_name(rules, role, self._translator))
            for how, role in instructions
            if rules.cursor or role in roles
        ]

    def _demonstrate(self) -> None:
        """Plays the lesson's words from its start."""
        self._open()
        if self._stage.game:
            self._stage.game.assistant.demonstrate(self._lesson.seen)

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
