"""A costly move in Look back: both moves marked on its board, why the better one is better, and what each leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.bots.judging import Judge
from game.contract import Rules
from game.geometry import Geometry
from game.play.narrator import THINKING
from game.play.partner import pointed
from game.review.analysis import Mistake
from game.review.continuation import Compared, typical
from game.text.names import turn_name
from game.text.sentences import board_text, sentence
from game.web.board.painter import Painter
from game.web.platform.dom import as_object, make, put, row, show
from game.web.platform.loop import DelayedCall
from game.web.review.marks import BETTER, PLAYED, difference, marks, sign
from game.words import N_, P_, Translator

ALONE, TOGETHER = (220, 220), (132, 190)
"""The room for a board's picture alone, and for each of two next to each other, in CSS pixels."""
PACE = 1800.0
"""Milliseconds for which each turn after a move is shown."""
AHEAD = N_("The better move came out ahead in {ahead} of {futures} games played on from here.")
LATER = P_("{count} move later", "{count} moves later")


class MistakeCard:
    """One mistake as an item of the list; `add_buttons` adds its buttons, `show` draws it once it is on the page."""

    def __init__(
        self,
        translator: Translator,
        rules: Rules[Any],
        mistake: Mistake,
        judge: Judge,
        title: str,
        names: Sequence[str],
        *,
        shapes: bool,
    ) -> None:
        """`names` are what the game called its players; see `sentence`."""
        self._translator, self._rules, self._mistake, self._shapes = translator, rules, mistake, shapes
        self._judge, self._names = judge, names
        self._text = make("div", *self._sentences(judge))
        self._frames = {
            kind: make("div", make("canvas", role="img"), class_="review-board") for kind in (BETTER, PLAYED)
        }
        self._captions = {kind: make("p", class_="review-caption") for kind in (BETTER, PLAYED)}
        self._boards = make(
            "div",
            *(make("div", self._frames[kind], self._captions[kind]) for kind in (BETTER, PLAYED)),
            class_="review-boards",
        )
        self._when = make("p", class_="review-when", role="status")
        self._said = make("div", class_="review-said", role="status")
        pictures = make("div", self._boards, self._said, class_="review-pictures")
        self._head = make("div", make("h3", title), class_="review-head")
        self.element = make("li", self._head, pictures, self._text)
        self._seen: list[Compared] = []
        """Each turn of both games, as far as it was shown."""
        self._coming = typical(rules, judge, mistake)
        self._at = 0
        """How many turns are shown; 0 for the marked position."""
        self._runs = False
        """Whether the turns are shown one after the other without the player."""
        self._timer = DelayedCall(self._next)

    def add_to_title(self, button: Any) -> None:
        """Adds a button next to the title, where it takes no room from the boards."""
        self._head.append(button)

    def add_buttons(self, *buttons: Any, play: Any, back: Any, on: Any) -> None:
        """Adds buttons, among them the ones that play on after both moves and step through it."""
        self._back, self._begin = back, play
        self._boards.after(make("div", back, play, self._when, on, class_="review-steps"))
        self._text.append(row(*buttons))

    def _sentences(self, judge: Judge) -> list[Any]:
        """Returns what is said: both moves, and why the better one is better."""
        mistake, translator = self._mistake, self._translator
        cost, price = mistake.cost, judge.price(mistake.cost)
        both = ((PLAYED, translator("Played"), mistake.played), (BETTER, translator("Better"), mistake.better))
        moves = [
            make("p", sign(kind), translator.labelled(label, turn_name(self._rules, words, translator)))
            for kind, label, words in both
        ]
        reasons = [mistake.why, price]
        said = [make("p", translator(why.message, **why.values)) for why in reasons if why]
        if cost.mostly_ahead:
            ahead = translator(AHEAD, ahead=translator.number(cost.ahead), futures=translator.number(cost.futures))
            said.append(make("p", ahead, class_="review-sure"))
        return [*moves, *said]

    # What the moves lead to.

    def play(self) -> None:
        """Plays on after both moves, next to each other, turn by turn."""
        self._runs, self._at = True, 0
        self.element.scrollIntoView(as_object({"block": "start"}))  # the text, too, fits on a phone's screen
        self.on()

    def prepare(self) -> Iterator[None]:
        """Thinks about what both moves lead to, in slices, while nobody has asked for it yet."""
        for found in self._coming:
            if found is None:
                yield
            else:
                self._seen.append(found)

    def on(self) -> None:
        """Shows one more turn, which may first be thought about."""
        if not self._seen:
            show(self._when, shown=True)
            self._when.textContent = self._translator(THINKING)
        self._timer.begin(0)

    def back(self) -> None:
        """Shows one turn less."""
        self.stop()
        self._at = max(0, self._at - 1)
        self.show()

    def stop(self) -> None:
        """Stops at the turn that is shown."""
        self._runs = False
        self._timer.cancel()

    def close(self) -> None:
        """Stops for good, because the card is replaced."""
        self.stop()
        self._timer.free()

    def _next(self) -> None:
        """Thinks for a slice, or shows the next turn."""
        while len(self._seen) <= self._at:
            found = next(self._coming, ())
            if found is None:
                self._timer.begin(0)
                return
            if not found:
                self.stop()
                return
            self._seen.append(found)
        self._at += 1
        self.show()
        if self._runs:
            self._timer.begin(PACE)

    # Drawing.

    def show(self) -> None:
        """Draws the marked position, or both games after some turns."""
        turn, translator = self._mistake.turn, self._translator
        alone = not self._at
        show(self._frames[PLAYED].parentElement, shown=not alone)
        self._back.disabled = alone
        show(self._begin, shown=alone)
        show(self._when, shown=not alone)
        show(self._said, shown=not alone)
        if alone:
            self._draw(BETTER, turn.before, ALONE)
            self._mark()
            put(self._frames[PLAYED], self._frames[PLAYED].firstElementChild)
        else:
            self._compare(self._seen[self._at - 1])
        names = {BETTER: translator("Better"), PLAYED: translator("Played")}
        for kind, caption in self._captions.items():
            put(caption, *([] if alone else [sign(kind), names[kind]]))
        self._when.textContent = "" if alone else translator(LATER, count=self._at)

    def _compare(self, both: Compared) -> None:
        """Draws both games after a turn, marks where they differ, and says how."""
        seat, translator, judge = self._mistake.turn.seat, self._translator, self._judge
        turns = both.better, both.played
        boards = [self._rules.view(turn.state).boards[seat].rows for turn in turns]
        standings, said = [], []
        for kind, turn, outcome, rows, others in zip(
            (BETTER, PLAYED), turns, both.outcomes, boards, boards[::-1], strict=True
        ):
            self._draw(kind, turn.state, TOGETHER)
            self._frames[kind].append(difference(rows, others))
            number = translator.number(outcome, judge.FORM)
            standings.append(make("span", sign(kind), number))
            if text := sentence(turn.events, self._rules.view(turn.state).scores[seat], translator, self._names):
                said.append(make("p", sign(kind), text))
        label = translator.labelled(translator(judge.OUTCOME or judge.CURVE), "")
        put(self._said, make("p", label, standings[0], " ", standings[1]), *said)

    def _draw(self, kind: str, state: Any, room: tuple[int, int]) -> None:
        """Draws the player's board, without marks."""
        board = self._rules.view(state).boards[self._mistake.turn.seat]
        frame = self._frames[kind]
        canvas = frame.firstElementChild
        canvas.setAttribute("aria-label", board_text(board, self._rules.symbols, self._translator))
        painter = Painter(canvas, self._rules.symbols, shapes=self._shapes)
        painter.fit(board.rows, *room)
        painter.show(replace(board, ghost=()))
        put(frame, canvas)

    def _mark(self) -> None:
        """Marks both moves on the position."""
        turn, rules = self._mistake.turn, self._rules
        played, better = (pointed(rules, turn.before, words) for words in (self._mistake.played, self._mistake.better))
        rows = rules.view(turn.before).boards[turn.seat].rows
        self._frames[BETTER].append(marks(Geometry.of(rows), played, better))
