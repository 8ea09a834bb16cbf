"""The dialog that looks back on the open game: its progress, the curve, and the costliest moves."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

from js import document

from game.bots.types import Words
from game.contract import BadInput, player_number
from game.play.actions import Action
from game.play.controller import Controller
from game.play.narrator import UNDO
from game.play.review import practice
from game.player.preferences import Preferences
from game.review.analysis import NO_MISTAKE, Analysis, CurvePoint, Mistake
from game.review.curve import explained
from game.review.retry import Retry
from game.rules import GAMES
from game.session import Session
from game.session.notebook import FORMAT, Notebook
from game.session.seats import is_computers, seat_and_name
from game.store.collection import Collection
from game.store.kept_exercises import NOTEBOOK
from game.store.store import Store
from game.text.names import names_of
from game.web.dialogs.dialog import DismissibleDialog
from game.web.platform.dom import listen, make, put, row, table_head, table_row
from game.web.platform.handover import read_chosen, save_text
from game.web.platform.loop import AWAITED, IdleWork
from game.web.review.chart import chart
from game.web.review.mistake_card import MistakeCard
from game.web.review.style import apply
from game.words import BRACKETS, C_, N_, Translator

AFTER = N_("After the last move")
COMPARING = N_("Comparing each of your moves with the best one, over many ways the game could have continued.")
STEP = 0.01
"""Share of the work between updates of the progress bar."""


class LookBack(DismissibleDialog):
    """A native dialog for every game; it keeps the last analysis until the game changes."""

    def __init__(
        self,
        translator: Translator,
        preferences: Preferences,
        store: Store,
        controller: Callable[[], Controller | None],
        today: Callable[[], date],
        begin_exercises: Callable[[], object],
        make_problem: Callable[[Session, object, Callable[[str], None]], object],
    ) -> None:
        """`make_problem` makes a problem of a state of a game and opens it, or says why there is none."""
        apply()
        element = make("dialog", id="review", aria_labelledby="review-title")
        document.body.append(element)
        super().__init__("review")
        self._translator, self._preferences, self._controller = translator, preferences, controller
        self._today = today
        self._begin_exercises, self._make_problem = begin_exercises, make_problem
        self._work, self._study = IdleWork(timeout=AWAITED), Collection(store, NOTEBOOK)
        self._session: Session | None = None
        self._line: tuple[str, ...] = ()
        self._names: list[str] = []
        """What the players are called, as messages; see `sentence`."""
        self._analysis: Analysis | None = None
        self._complete = False
        """Whether the analysis has ended and its exercises are in the notebook."""
        self._shown = -1.0
        self._cards: list[MistakeCard] = []
        self._retry: Retry | None = None
        self._answer: Words | None = None
        """The turn that the player has made in place of a mistake."""
        self._verdict: Callable[[], object] | None = None
        """Says what that turn is worth, once it is known; None after the player has read it."""
        self._file = field = make("input", type="file", accept=".json,application/json", hidden="")
        listen(field, "change", lambda _event: read_chosen(field, 2 * FORMAT.longest, self._import, self._too_large))
        listen(element, "close", lambda _event: self._stop())

    def open(self) -> None:
        """Looks back on the open game; resumes the analysis if nothing has been played since."""
        game = self._controller()
        if game is None:
            return
        game.pause()
        session = game.session
        self._names = game.mode.names(session) or names_of(*seat_and_name(session.opponent), session.rules.seats)
        if session is not self._session or tuple(session.main_line) != self._line:
            self._session, self._line = session, tuple(session.main_line)
            self._analysis, self._complete = None, False
        self._build()
        if not self.is_open:
            self.show()
            self._dialog.querySelector("[data-act=close]").focus()
        try:
            if self._analysis is None:
                self._analysis = Analysis(session)
        except BadInput as error:
            self.say(self._translator.error(error))
            return
        # The analysis may be done and only its exercises missing.
        self._work.begin((self._showing if self._complete else self._working)(self._analysis))

    def _working(self, analysis: Analysis) -> Generator[Any, None, None]:
        """Runs the analysis in slices, then adds exercises to the notebook and shows the mistakes."""
        try:
            for _slice in analysis.work:
                if analysis.done - self._shown >= STEP:
                    self._shown = self._bar.value = analysis.done
                yield analysis.done
        except BadInput as error:
            self._analysis = None  # a partial analysis is useless
            self.say(self._translator.error(error))
            return
        game, session = self._controller(), analysis.session
        if game is not None and game.session is session and session.own:
            new = yield from practice.cards(session, analysis.mistakes, self._today())
            self._study.change(lambda notebook: notebook.add_all(new))
        self._complete = True
        yield from self._showing(analysis)

    def _showing(self, analysis: Analysis) -> Generator[Any, None, None]:
        """Shows the mistakes, and while they are read thinks about what they lead to."""
        self._show_result(analysis)
        for card in self._cards:
            yield from card.prepare()

    # Contents.

    def _build(self) -> None:
        """Fills the dialog before the analysis starts."""
        translator = self._translator
        self._acts, self._shown = {}, -1.0
        self._bar = make("progress", max="1", value="0", aria_label=translator("Looking back"))
        self._found = make("div", class_="review-all")
        due = len(self._study.all().due(self._today().toordinal()))
        practise = [self.button(translator("Practise ({count})", count=due), "practise", self._practise)] if due else []
        put(
            self._dialog,
            make(
                "div",
                self._title(translator("Look back")),
                self._message,
                self._bar,
                self._found,
                self._notebook(),
                *([row(*practise)] if practise else []),
                class_="review-all",
            ),
        )
        self._dialog.scrollTop = 0
        self.say(translator(COMPARING))

    def _notebook(self) -> Any:
        """Returns the buttons to export and import the exercises."""
        translator = self._translator
        stored = self._study.all()
        buttons = [self.button(translator("Export exercises"), "export", self._export)] if len(stored) else []
        buttons.append(self.button(translator("Import exercises"), "import", self._file.click))
        return make("details", make("summary", translator("Exercises from your mistakes")), row(*buttons, self._file))

    def _show_result(self, analysis: Analysis) -> None:
        translator, session = self._translator, self._session
        assert session is not None
        self._bar.remove()
        mistakes = analysis.mistakes
        self.say(translator("Your biggest mistakes:") if mistakes else translator(NO_MISTAKE))
        judge = analysis.judge
        falls = [found for seat in range(session.rules.seats) if (found := explained(analysis, seat))]
        reasons = []
        for fall, reason in falls:
            high, low = (translator.number(point.value, judge.FORM) for point in fall)
            sentence, moves = fall.said(analysis.numbers)
            fell = translator(sentence, **moves, high=high, low=low)
            reasons.append(make("p", translator.joined((fell, translator(reason.message)))))
        shaded = [fall for fall, _reason in falls]
        curve = make(
            "figure",
            make("figcaption", translator(judge.CURVE), class_="message"),
            chart(analysis, shaded, translator),
            *reasons,
            self._table(analysis),
        )
        for card in self._cards:
            card.close()
        self._cards = [self._card(number, mistake, analysis, session) for number, mistake in enumerate(mistakes, 1)]
        put(self._found, curve, *([make("ol", *(card.element for card in self._cards))] if mistakes else []))
        for card in self._cards:
            card.show()

    def _table(self, analysis: Analysis) -> Any:
        """Returns the curve as a table, for players who cannot see it."""
        translator = self._translator
        named = {mistake.turn.at: number for number, mistake in enumerate(analysis.mistakes, 1)}

        def move(point: CurvePoint) -> str:
            number = analysis.numbers[point.at, point.seat]
            if point.at == analysis.curve[-1].at:
                return translator(AFTER)
            if point.at not in named:
                return str(number)
            return translator(BRACKETS, text=number, more=translator("mistake {number}", number=named[point.at]))

        head = table_head(translator(C_("column", "Move")), translator(analysis.judge.CURVE))
        rows = [
            table_row(
                move(point),
                translator.number(point.value, analysis.judge.FORM),
            )
            for point in analysis.curve
        ]
        label = translator("As a table")
        table = make("table", make("thead", head), make("tbody", *rows))
        return make(
            "details",
            make("summary", label),
            make("div", table, class_="review-table", tabindex="0", role="region", aria_label=label),
        )

    def _card(self, number: int, mistake: Mistake, analysis: Analysis, session: Session) -> MistakeCard:
        translator, turn = self._translator, mistake.turn
        at, end = ((at, turn.seat) for at in (turn.at, analysis.curve[-1].at))
        which, turns = analysis.numbers[at], analysis.numbers[end]
        title = f"{number}. " + translator("Move {number} of {turns}", number=which, turns=turns)
        if session.rules.seats > 1 and session.opponent is None:
            title = translator.clauses([title, translator("Player {player}", player=player_number(turn.seat))])
        shapes, known = self._preferences.settings.shapes, GAMES.get(session.rules.name) is session.rules
        make = partial(self._make_problem, session, turn.before, self.say)
        card = MistakeCard(translator, session.rules, mistake, analysis.judge, title, self._names, shapes=shapes)
        if known:
            card.add_to_title(
                self.button(
                    translator("Make a problem"), f"make {number}", make, title=translator("Turn this into a problem")
                )
            )
        card.add_buttons(
            self.button(translator("See in the replay"), f"see {number}", lambda: self._go(turn.at, stay=False)),
            self.button(translator("Try again"), f"try {number}", lambda: self._try(mistake)),
            play=self.button(translator(C_("continuation", "Show me")), f"show {number}", card.play),
            back=self.button("‹", f"back {number}", card.back, aria_label=translator("One move back")),
            on=self.button("›", f"on {number}", card.on, aria_label=translator("One move forward")),
        )
        return card

    # The notebook.

    def _export(self) -> None:
        save_text(self._study.all().text(), "application/json", "kesu-exercises.json")

    def _import(self, _name: str, text: str) -> None:
        try:
            self._study.add(Notebook.from_text(text))
        except BadInput as error:
            self.say(self._translator.error(error))
            return
        self.say(self._translator("The exercises were added."))

    def _too_large(self, name: str) -> None:
        self.say(self._translator("The file {name} is too large.", name=name))

    def _practise(self) -> None:
        """Leaves for the exercises that are due. The analysis waits until it is wanted."""
        self.close()
        self._begin_exercises()

    # Actions.

    def _stop(self) -> None:
        self._work.stop()
        for card in self._cards:
            card.stop()

    def _try(self, mistake: Mistake) -> None:
        """Lets the player play on from a mistake, and waits for another move."""
        self._go(mistake.turn.at, stay=True)
        game = self._controller()
        self._retry = self._answer = self._verdict = None
        if game is not None:
            self._retry = Retry(game.session, mistake)
            title = self._translator(game.session.rules.title)
            game.say(self._translator("{game}: what would you do here?", game=title))

    def moved(self) -> None:
        """Says what a move is worth that the player has made in place of a mistake: again after the computer's turn,
        which says something itself.
        """
        game, retry = self._controller(), self._retry
        if retry is None or game is None or game.replay is not None:
            return
        answer = retry.answer(game.session)
        if answer != self._answer:
            self._answer, self._verdict = answer, None
            self._work.stop()
            if answer is not None:
                self._work.begin(self._judging(retry, game, answer))
        elif self._verdict and not is_computers(game.session.options, game.session.view):
            self._verdict()
            self._verdict = None

    def _judging(self, retry: Retry, game: Controller, answer: Words) -> Generator[Any, None, None]:
        """Judges an answer in slices, and says what it is worth."""
        translator, wrong = self._translator, True
        text = more = ""
        if retry.found(answer):
            text, wrong = translator("You found the better move."), False
        elif retry.repeated(answer):
            text = translator("That's your move again. There is a better one.")
        else:
            with suppress(BadInput):  # the judge does not know this turn
                spot, cost = yield from retry.judged(answer)
                wrong = cost.is_mistake(retry.judge.MARGIN)
                if wrong:
                    first, *others = practice.reasons(spot, cost, retry.judge, translator)
                    text = translator.joined([translator(C_("lesson", "Not quite.")), first])
                    more = translator.joined(others)
                else:
                    text = translator("Just as good as the better move.")
        if text and self._answer == answer and self._controller() is game:
            offer, undo = (translator(UNDO), partial(game.act, Action.UNDO)) if wrong else ("", None)
            verdict = partial(game.say, text, offer, undo, more=more)
            verdict()
            self._verdict = verdict if game.session.opponent else None

    def _go(self, at: int, *, stay: bool) -> None:
        """Goes to a point of the game: in the replay, or, with `stay`, to play on from there."""
        self.close()
        game = self._controller()
        if game is None:
            return
        if game.replay is None:
            game.act(Action.REPLAY)
        if game.replay is not None:
            game.replay.go(at)
            if stay:
                game.replay.close(stay=True)
