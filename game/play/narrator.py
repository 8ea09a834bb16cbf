"""The narrator makes every sentence that a player reads or hears during a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from game.bots import Advice
from game.contract import BadInput, Cause, Cell, Ended, Event, Locked, cell_name, player_number
from game.play.actions import Action
from game.play.activity import Activity
from game.play.changes import CaptionChanged, Message, SpokenOnly, Veil
from game.session.commands import HINT
from game.session.seats import AGAINST, display_name, person, seat_and_name
from game.text.names import YOU, names_of, turn_name
from game.text.sentences import board_text, cheer, ending, noted, sentence
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.play.context import GameContext
    from game.play.last_move import LastMove
    from game.play.race import Race

NO_WAY = N_("Can't move there.")
NO_LOWER = N_("It can't go lower. Drop it to end your turn.")
NOTHING_CHANGED = N_("Nothing changed.")
NOTHING_TO_UNDO, NOTHING_TO_REDO = N_("Nothing to undo."), N_("Nothing to redo.")
NOTHING_TO_REPLAY = N_("Nothing to replay yet.")
THINKING, LOADING = N_("Thinking…"), N_("Loading…")
NOT_LOADED = N_("This part couldn't be loaded. Please check your connection.")
TRY_AGAIN, NO_MOVES = N_("Try again"), N_("No moves left.")
YOUR_TURN = N_("Your turn.")
RESTARTED, UNDO = N_("Restarted."), N_("Undo")
CAUSES = {
    Cause.NO_MOVE: N_("No moves left."),
    Cause.FULL: N_("The board is full."),
    Cause.TOP: N_("The stack reached the top."),
    Cause.BURIED: N_("Garbage reached the top."),
    Cause.FORCED: N_("There was no room for the forced block."),
}
"""What ended a game, as sentences."""
LAST_TURN = N_("That was the last turn.")
RESTART_ANYWAY = N_("Restart anyway")
READABLE = 1000
"""Milliseconds for which a demo, however fast, leaves a sentence about the game."""


Hear = Callable[[str], object]
"""Hears sentences, and at the end an empty text."""


class StandingOffer(NamedTuple):
    """Something offered while there is nothing else to say, until the player has made more than `most` inputs."""

    most: int
    message: Message


class Narrator:
    """Says what happened, whose turn it is, what a hint means, and how a game ended."""

    def __init__(self, game: GameContext, act: Callable[[Action], object]) -> None:
        """`act` runs an action that is offered."""
        self._game, self._act, self._translator = game, act, game.around.translator
        self.asks_who_plays = False
        """Whether the veil asks who plays: the player is new to this game for two."""
        self.standing_offer: StandingOffer | None = None
        self._hear: Hear | None = None
        """Hears what is said in answer to a typed command."""
        self._readable_until = 0.0
        """Until when what happened in a demo is shown at least, in milliseconds."""
        self._described: LastMove | None = None
        """The move that was last put into words in a demo."""
        self._skipped, self._skipped_until = "", 0.0
        """What the other player's last move did, whose motion was cut short, and until when that is said."""

    def tell(self, text: str, offer: str = "", then: Callable[[], object] | None = None, more: str = "") -> None:
        """Shows a translated message with an offer, and more text for screen readers; after it the last move says
        nothing more. With nothing to say, the standing offer is shown again.
        """
        game, standing, answer = self._game, self.standing_offer, text
        if not text and standing and game.session.history.position <= standing.most and not game.demo:
            text, offer, then = standing.message.text, standing.message.offer, standing.message.then
        game.last_move.said, self._readable_until = True, 0.0
        game.tell(Message(text, offer, then, more))
        if self._hear and answer:
            self._hear(self._translator.joined((answer, more)))

    def say(
        self, message: str, offer: str = "", then: Callable[[], object] | None = None, *, asks: bool = False
    ) -> None:
        """Shows one of the messages above; with `asks`, it is followed by what the mode asks for and offers."""
        translator, mode, session = self._translator, self._game.mode, self._game.session
        if asks:
            self.tell(translator.joined((translator(message), mode.turn(session))), *mode.offer(session))
            return
        self.tell(translator(message), translator(offer) if offer else "", then)

    @contextmanager
    def heard_by(self, hear: Hear | None) -> Iterator[None]:
        """Lets `hear` have what is said within and, while a hint is being thought about, afterwards."""
        self._hear = hear
        try:
            yield
        finally:
            self.end_hearing()

    def end_hearing(self) -> None:
        """Ends the answer with an empty text, unless a hint is still being thought about."""
        if self._hear and self._game.activity is not Activity.HINT:
            hear, self._hear = self._hear, None
            hear("")

    def clear(self) -> None:
        """Removes the message, which is no longer true."""
        self.tell("")

    def refuse(self, why: BadInput) -> None:
        """Says why something cannot be done."""
        self.tell(self._translator.error(why))

    # Names.

    @property
    def players(self) -> list[str]:
        """The players' names, one for each seat."""
        session, translator = self._game.session, self._translator
        names = self._names or [N_("Player {player}")] * session.rules.seats
        return [translator(name, player=player_number(seat)) for seat, name in enumerate(names)]

    @property
    def _names(self) -> list[str]:
        """What the players are called, as messages; none if they only have numbers."""
        session = self._game.session
        return self._game.mode.names(session) or names_of(*seat_and_name(session.opponent), session.rules.seats)

    @property
    def own_seat(self) -> int | None:
        """The only seat that is played on this device; None if all of them or none of them are."""
        return self._names.index(YOU) if YOU in self._names else None

    # During the game.

    def narrate(self, events: Sequence[Event], *, whole: bool) -> bool:
        """Describes the part of the last move that has been shown; `whole` is true once all of it has. Returns whether
        the game has ended with it.
        """
        game = self._game
        session, last = game.session, any(isinstance(event, Ended) for event in events)
        if game.mode.react(session, events, whole=whole):
            return False
        text = sentence(events, session.score, self._translator, self._names)
        if session.over and last:
            self.end(text)
            return True
        landed = any(isinstance(event, Locked) for event in events)
        ends_offer = landed and self.standing_offer and session.history.position > self.standing_offer.most
        if ends_offer:
            self.standing_offer = None
        if not text and game.around.now() < self._skipped_until:
            text = self._skipped
        if game.demo:
            current, self._described = self._described is game.last_move, game.last_move if text else self._described
            self.demo(text, at_once=current or bool(cheer(events, self._translator)[0]))
        elif text or (whole and not game.continuous) or ends_offer:
            self.turn(text)
        return False

    def turn(self, text: str = "") -> None:
        """Says what happened, or else whose turn it is, with the view's notice."""
        game, translator = self._game, self._translator
        session, said, notice = game.session, text, game.session.view.notice
        if not text and session.opponent is not None and not game.mode.shared:
            playing = translator("{name} is playing…", name=person(session.opponent, translator))
            text = playing if game.computers_turn else translator(YOUR_TURN)
        turn = game.mode.turn(session)
        if notice and not said and not turn and not game.computers_turn:
            text = translator.joined((text, noted(notice, translator, self._names)))
        offer, then = game.mode.offer(session) or ("", None)
        self.tell(text or turn, offer, then, turn if text else "")

    def skip(self, events: Sequence[Event]) -> None:
        """Notes that a move's motion has been cut short by the next move: what another player did is said for a
        moment in place of whose turn it is.
        """
        session, names = self._game.session, self._names
        if any(isinstance(event, Locked) and names and names[event.board] != YOU for event in events):
            self._skipped = sentence(events, session.score, self._translator, names)
            self._skipped_until = self._game.around.now() + READABLE

    def demo(self, text: str = "", *, at_once: bool = False) -> None:
        """Says what happened, long enough to be read, or that a demo is running; offers to stop it unless it is a
        lesson's. What goes with a word on the board, or continues the last sentence, is said `at_once`.
        """
        game, translator, now = self._game, self._translator, self._game.around.now()
        if game.activity is Activity.SCRIPT:
            self.tell(text)
        elif now >= self._readable_until or (text and at_once):
            said = text or translator("Demo running. Make any move to take over.")
            self.tell(said, translator("Stop"), lambda: self._act(Action.DEMO))
            self._readable_until = now + READABLE if text else 0.0

    def nudge(self, advice: Advice, show: Callable[[], object]) -> None:
        """Says what matters in this position and, unless the game is assisted, what seeing the move does. Offers to
        `show` it.
        """
        game, translator = self._game, self._translator
        costs = game.mode.saved and not game.session.assisted
        price = translator("Seeing it counts as help.") if costs else ""
        again = translator("Type {word} again to see it.", word=HINT) if self._hear else ""
        matter = translator(advice.nudge, **advice.values) if advice.nudge else ""
        self.tell(translator.joined((matter, price, again)), translator("Show it"), show)

    def hint(self, advice: Advice, play: Callable[[], object]) -> None:
        """Says what to play, and why, and offers to `play` it."""
        game, translator = self._game, self._translator
        how = " ".join(advice.words) if self._hear else turn_name(game.session.rules, advice.words, translator)
        why = translator(advice.reason, **advice.values)
        self.tell(why, translator("Play this move"), play, translator.sentence(how))

    def cell(self, cell: Cell) -> None:
        """Says what is on the cell under the cursor."""
        board, symbols = self._game.session.view.boards[0], self._game.session.rules.symbols
        name = symbols[board.rows[cell[0]][cell[1]]].name
        self.tell(self._translator.labelled(cell_name(cell), self._translator(name)))

    def describe(self) -> None:
        """Says what the score is and, for screen readers only, what is on the boards."""
        game, translator, view = self._game, self._translator, self._game.session.view
        rules = game.session.rules
        figures = [
            translator.labelled(translator(label), value) for board in view.boards for label, value in board.figures
        ]
        boards = [board_text(board, rules.symbols, translator) for board in view.boards]
        if not game.one_board:
            boards = [translator.labelled(name, board) for name, board in zip(self.players, boards, strict=True)]
        text = translator.joined(translator.sentence(part) for part in (translator(rules.title), *figures))
        text = translator.joined((text, game.mode.turn(game.session)))
        if game.race:
            text = translator.joined((text, self._lead(game.race)))
        self.tell(text, more=translator.joined(boards))

    def warn(self, warning: str, anyway: Callable[[], object]) -> None:
        """Says what a restart would cost."""
        self.tell(warning, self._translator(RESTART_ANYWAY), anyway)

    def lead(self, race: Race, *, passed: bool) -> None:
        """Says that the player has `passed` the rival, or to screen readers only who leads.

        More may be said about the same move after this message.
        """
        game, translator = self._game, self._translator
        if passed and race.lead > 0 and not game.session.over:
            text = N_("You have passed {name}!") if race.sender else N_("You have passed the challenger!")
            if game.mode.challenge is None:
                text = N_("You have passed your best game!")
            game.tell(Message(translator(text, name=race.sender), more=self._lead(race)))
        else:
            game.tell(SpokenOnly(self._lead(race)))

    def _lead(self, race: Race) -> str:
        """Returns how far ahead or behind the player is, as a sentence."""
        translator = self._translator
        if not race.lead:
            return translator("The scores are equal.")
        message = N_("You are ahead by {points}.") if race.lead > 0 else N_("You are behind by {points}.")
        return translator(message, points=translator.number(abs(race.lead)))

    # Around the boards.

    def caption(self) -> CaptionChanged:
        """Returns which game it is."""
        return CaptionChanged(self._game.mode.caption(self._game.session))

    def veil(self) -> Veil:
        """Returns what covers the boards of a paused game."""
        game, translator = self._game, self._translator
        session, computer = game.session, game.session.opponent
        if self.asks_who_plays and computer is not None:
            name = display_name(computer, translator)
            return Veil(translator("Who plays?"), translator(AGAINST, name=name), translator("Two players"))
        if session.can_undo:
            return Veil(translator("Paused"), translator("Continue"))
        goal = game.mode.goal
        ready = (
            translator("Ready?") if goal is None else translator.labelled(translator("Goal"), translator.number(goal))
        )
        return Veil(ready, translator("Start"))

    # The end.

    @property
    def ending(self) -> str:
        """How the game ended, as a sentence."""
        game, translator, winner = self._game, self._translator, self._game.session.view.winner
        return ending(winner, game.session.score, translator, self._names)

    @property
    def cause(self) -> str:
        """What ended the game and, in a game for two, on whose board; empty if the rules name nothing."""
        game, translator = self._game, self._translator
        for name, board in zip(self.players, game.session.view.boards, strict=True):
            if board.cause:
                cause = translator(CAUSES[board.cause])
                return cause if game.one_board else translator.labelled(name, cause)
        return translator(LAST_TURN) if game.session.limit.used_up else ""

    def end(self, text: str = "") -> None:
        """Says what ended the game, or just that it is over, and what to do next."""
        game, translator = self._game, self._translator
        if game.mode.own_end:
            notice = game.session.view.notice
            self.tell(noted(notice, translator) if notice else text, *game.mode.offer(game.session))
            return
        text = text or self.ending
        if game.race:
            text = translator.joined((text, self.result(game.race)))
        if game.replaying:
            self.tell(text, translator("Play again"), lambda: self._act(Action.AGAIN))
        else:  # the card offers another game, or to send this one as an answer
            self.tell(text)

    def result(self, race: Race) -> str:
        """Returns how the race ended, as two sentences: the rival's score, and who won by how much."""
        translator, by = self._translator, self._game.session.score - race.final
        theirs = translator.sentence(translator.labelled(race.name, translator.number(race.final)))
        if not by:
            return translator.joined((theirs, translator("A draw.")))
        won = N_("You win by {points}.") if by > 0 else N_("You lose by {points}.")
        return translator.joined((theirs, translator(won, points=translator.number(abs(by)))))


def signed(number: int, translator: Translator) -> str:
    """Returns a number with its sign, except for 0."""
    return ("+" if number > 0 else "−" if number else "") + translator.number(abs(number))
