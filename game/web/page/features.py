"""Parts of the page that few visitors need: each is created, and most are fetched, when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.contract import BadInput, Rules
from game.player.settings import Settings
from game.rules import GAMES
from game.store.collection import Collection
from game.store.dailies import Dailies
from game.store.kept_exercises import NOTEBOOK
from game.web.dialogs.notice import Notice
from game.web.platform.dom import put
from game.web.platform.late import LatePart
from game.web.platform.loop import AWAITED, DelayedCall, IdleWork
from game.web.routing.opener import draw_seed
from game.web.routing.routing import Routing
from game.web.stage.stage import PageParts, Stage

if TYPE_CHECKING:
    from game.play.review.exercises import Exercises
    from game.session import Session
    from game.web.dialogs.calendar import CalendarDialog
    from game.web.dialogs.statistics import StatisticsDialog
    from game.web.live.live_games import LiveGames
    from game.web.problems.dialog import ProblemsDialog
    from game.web.review.look_back import LookBack


class Features:
    """Live games, Look back, exercises, problems, the calendar and the statistics."""

    def __init__(
        self,
        page: PageParts,
        stage: Stage,
        dailies: Dailies,
        notice: Notice,
        routing: Routing,
        set_settings: Callable[[Settings], None],
    ) -> None:
        self._page, self._stage, self._dailies, self._notice, self._routing = page, stage, dailies, notice, routing
        self._translator, self._saves = page.around.translator, page.around.saves
        self._store, self._set_settings = self._saves.store, set_settings
        about = self._translator, stage.say
        self._live = LatePart("live", self._make_live, *about)
        self._review = LatePart("review", self._make_review, *about)
        self._exercises = LatePart("review", self._make_exercises, *about)
        self._problems = LatePart("problems", self._make_problems, *about)
        self._calendar = LatePart("calendar", self._make_calendar, *about)
        self._statistics: StatisticsDialog | None = None
        """None until first opened: its modules are not needed for the first board."""

    def moved(self) -> None:
        """Updates a live game and Look back after a move."""
        for part in (self._live.part, self._review.part):
            if part:
                part.moved()

    # Live games.

    def join(self, link: str) -> None:
        """Joins the live game that a link invites to."""
        self._live.use(lambda live: live.join(link))

    def invite_to_play(self, rules: Rules[Any], options: dict[str, Any], seed: int) -> None:
        """Invites a friend to play this game."""
        self._live.use(lambda live: live.invite_to_play(rules, options, seed))

    def invite_to_watch(self) -> None:
        """Invites others to watch the open game."""
        self._live.use(lambda live: live.invite_to_watch())

    def _make_live(self) -> LiveGames:
        from game.web.live.live_games import LiveGames

        return LiveGames(self._translator, self._store, self._stage, self._notice)

    # Look back, and its exercises.

    def look_back(self) -> None:
        """Looks back at the open game."""
        self._review.use(lambda review: review.open())

    def _make_review(self) -> LookBack:
        from game.web.review.look_back import LookBack

        about = self._translator, self._page.preferences, self._store, self._stage.controller, self._dailies.today

        def make_problem(session: Session, state: object, say: Callable[[str], None]) -> None:
            name, options = session.rules.name, session.options
            self._problems.use(lambda dialog: dialog.problems.make_of(name, options, state, say))

        return LookBack(*about, self.begin_exercises, make_problem)

    def begin_exercises(self) -> None:
        """Begins the exercises that are due."""
        self._exercises.use(lambda exercises: exercises.begin())

    def _make_exercises(self) -> Exercises:
        from game.play.review.exercises import Exercises

        notebook, work = Collection(self._store, NOTEBOOK), IdleWork(timeout=AWAITED)
        about = self._translator, notebook, self._stage, self._routing.route, work
        return Exercises(*about, today=self._dailies.today, later=DelayedCall)

    # Problems.

    def solve(self, name: str) -> None:
        """Opens the problem with this id, or that of a day; if there is none, goes home and shows the reason."""

        def opened(dialog: ProblemsDialog) -> None:
            if self._review.part:
                self._review.part.close()
            try:
                dialog.problems.open(name)
            except BadInput as error:
                self._routing.screens.go_home(self._translator.error(error))

        self._problems.use(opened)

    def open_problems(self) -> None:
        """Opens the list of problems, with those of the open game first."""
        game = self._stage.controller()
        if game:
            game.pause()

        def opened(dialog: ProblemsDialog) -> None:
            if game is None:
                dialog.open("")
                return
            session = game.session
            position = (session.options, session.state) if game.mode.task(session) is None else None
            dialog.open(session.rules.name, position)

        self._problems.use(opened)

    def _make_problems(self) -> ProblemsDialog:
        from game.play.problems.problem_series import Problems
        from game.player.player_data import PROBLEMS
        from game.web.problems.dialog import ProblemsDialog
        from game.web.problems.style import mark

        book, work, go_to = Collection(self._store, PROBLEMS), IdleWork(timeout=AWAITED), self._routing.go_to
        about = self._translator, book, self._dailies, self._stage, go_to, work, draw_seed
        problems = Problems(*about, now=self._page.around.now, mark=mark)
        return ProblemsDialog(self._translator, problems, self.open_calendar, self._page.preferences)

    # The calendar and the statistics.

    def open_calendar(self, game: str | None) -> None:
        """Opens the calendar of a game's daily challenges, or of problems."""
        self._calendar.use(lambda calendar: calendar.open(game))

    def _make_calendar(self) -> CalendarDialog:
        from game.web.dialogs.calendar import CalendarDialog

        return CalendarDialog(self._translator, self._dailies, self._routing.go_to)

    def open_statistics(self) -> None:
        """Opens the statistics of all games."""
        if self._stage.game:
            self._stage.game.keep()  # saved whole, because it may be exported
        if self._statistics is None:
            from game.player.player_data import PlayerData
            from game.store.imported import ImportedSaves
            from game.web.dialogs.statistics import StatisticsDialog

            records, imported = self._page.around.records, ImportedSaves(self._saves)
            data = PlayerData(self._store, records, self._dailies, imported, tuple(GAMES))
            about = self._translator, data, self._page.preferences
            self._statistics = StatisticsDialog(*about, self._set_settings, self._routing.go_to, self._sum_up_problems)
        self._statistics.open()

    def _sum_up_problems(self, place: Any) -> None:
        """Adds to the statistics what the player has done with problems."""
        from game.player.player_data import PROBLEMS

        if len(Collection(self._store, PROBLEMS).all()):
            self._problems.use(lambda dialog: put(place, *dialog.summary()))
