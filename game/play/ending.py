"""The end of an open game: what ended it, and the card that says how."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.changes import GameOver
from game.play.context import GameContext
from game.play.keeper import Keeper
from game.play.narrator import Narrator
from game.session.records import counted_score, ranked_by_time
from game.session.seats import PERSONS, Opponent, no_person_won, person
from game.text.sentences import verdict
from game.words import N_, P_

SETTLED = 600.0
"""Milliseconds until a key counts for the end card: one pressed for the last piece was not meant for it."""
SOON = 30
"""The most turns of a player in a lost game that was a short one."""
HELPED = N_("Assisted, so this win is not counted.")
DEMONSTRATED = N_("A demo played part of it, so it is not counted.")
WINS = P_("{count} win against {name}.", "{count} wins against {name}.")


class Ending:
    """Says that the game is over, and opens the end card, once what ended it has been seen."""

    def __init__(self, game: GameContext, narrator: Narrator, keeper: Keeper) -> None:
        self._game, self._narrator, self._keeper = game, narrator, keeper
        self._translator = game.around.translator
        self._best_before = game.around.saves.best(game.session)
        self._celebrated = game.session.over
        self._opened_at: float | None = None
        """When the card was opened; None if it is not open."""

    @property
    def card_open(self) -> bool:
        """Whether the card is open."""
        return self._opened_at is not None

    @property
    def settled(self) -> bool:
        """Whether the card has been open for a moment."""
        return self._opened_at is not None and self._game.around.now() - self._opened_at > SETTLED

    def say(self) -> None:
        """Says that the game is over, and opens the card, unless what ended it is still being shown."""
        if self._game.last_move.all_seen:
            self._narrator.end()
            self.open_card()

    def open_card(self) -> None:
        """Opens the mode's own card for this end, or else the usual one; in a replay none."""
        game, session = self._game, self._game.session
        if game.replaying:
            return
        if game.mode.handle_end(session):  # before it is counted, which waits for idle time
            game.tell(self._narrator.caption())
        if game.mode.own_end:
            card = game.mode.ending(session)
        else:
            card = self._card_of_time() if ranked_by_time(session) else self._card_of_score()
        if card is not None:
            self._opened_at = game.around.now()
            game.tell(card)

    def card_left(self) -> None:
        """Notes that something else is shown than the end."""
        self._opened_at = None

    def _celebrates(self, *, won: bool) -> bool:
        """Returns whether to celebrate: only the first time that the card of this end is opened."""
        celebrates, self._celebrated = won and not self._celebrated, self._celebrated or won
        return celebrates

    def _card_of_score(self) -> GameOver:
        """Returns the card of a game for points, or for two: its scores, and what they compare with."""
        game, translator, session = self._game, self._translator, self._game.session
        best = game.around.saves.best(session) if self._best_before else 0  # a first game has nothing to beat
        new_best = session.rules.seats == 1 and session.own and session.score == best > self._best_before
        day = game.mode.day_end(session)
        cause, score = self._narrator.cause, translator.number(session.score)
        title, spoken, comparison = self._title, translator.joined((cause, self._narrator.ending)), ""
        if not game.one_board:
            texts = list(map(translator.number, session.view.scores))
            scores = translator.listed(map(translator.labelled, self._narrator.players, texts))
            spoken = translator.joined((spoken, translator.sentence(scores)))
            score = " : ".join(texts)
        if game.race:
            comparison = self._narrator.result(game.race)
        elif session.provenance.demonstrated:
            comparison = translator(DEMONSTRATED)
            spoken = translator.joined((spoken, comparison))
        elif new_best:
            comparison = translator("New best!")
        elif best and session.rules.seats == 1:
            comparison = translator("Best: {score}", score=translator.number(best))
        elif session.opponent is not None and session.own and counted_score(session):
            comparison = self._climbed()
            spoken = translator.joined((spoken, comparison))
        if day is not None:
            more = [text for text in (day.goal, day.complete, day.streak) if text]
            comparison = " · ".join(more)
            spoken = translator.joined((spoken, *map(translator.sentence, more)))
            if game.one_board and day.won:
                title = translator("You beat {name}!", name=person(Opponent(1, session.rules.day.par), translator))
        if not game.one_board:
            comparison = translator.joined((cause, comparison))
        return GameOver(
            title,
            spoken,
            score,
            comparison,
            game.around.records.recent(session),
            session.score if game.one_board else None,
            game.is_answer,
            self._celebrates(won=new_best if day is None else day.won),
            day,
            self._lost_soon and not day,
        )

    def _card_of_time(self) -> GameOver:
        """Returns the card of a game for time: its time if it has reached its goal, or how far it came."""
        game, translator, session = self._game, self._translator, self._game.session
        others, mine = game.around.records.times(session), self._keeper.final_tenths
        if game.around.records.has_counted(session) and session.view.reached and others:
            if mine is None:
                mine = others.pop()
            elif mine in others:
                others.remove(mine)
        best = min(others, default=None)
        new_best = bool(session.view.reached and session.own and mine is not None and best is not None and mine < best)
        comparison = translator("New best!") if new_best else ""
        if best is not None and not new_best:
            comparison = translator("Best: {score}", score=translator.formatted_time(best))
        title, score, spoken = self._title, translator.number(session.score), self._narrator.ending
        if session.view.reached and mine is not None:
            title, score = translator("Goal reached!"), translator.formatted_time(mine)
            more = translator.sentence(comparison) if comparison else ""
            spoken = translator.joined((title, translator("Your time: {time}.", time=score), more))
        recent: Sequence[int] = ()  # times and points cannot be compared
        celebrates = self._celebrates(won=new_best)
        return GameOver(
            title, spoken, score, comparison, recent, None, game.is_answer, celebrates, teaches=self._lost_soon
        )

    @property
    def _title(self) -> str:
        """How the game ended, as a headline."""
        seat, cause = self._game.session.view.winning_seat, self._narrator.cause
        if cause and self._game.one_board:
            return cause
        return verdict("" if seat is None else self._narrator.players[seat], self._translator)

    @property
    def _lost_soon(self) -> bool:
        """Whether the player lost within a few turns, so that a lesson may help."""
        game, session = self._game, self._game.session
        loses = no_person_won(session.opponent, session.view) and not session.view.reached
        few = session.limit.played <= SOON * session.rules.seats
        return bool(loses and few and session.own and game.mode.saved and session.rules.lessons and not game.race)

    def _climbed(self) -> str:
        """Returns how often the player has beaten this computer, which has just lost, and whom that opens."""
        from game.session import ladder

        session, records, translator = self._game.session, self._game.around.records, self._translator
        assert session.opponent
        if session.assisted:
            return translator(HELPED)
        beaten = str(session.opponent.strength)
        now = ladder.wins(records.all(), session.rules.name)
        now[beaten] += not records.has_counted(session)
        before = ladder.open_to({**now, beaten: now[beaten] - 1})
        name = person(session.opponent, translator)
        count = translator(WINS, count=now[beaten], name=name)
        opened = [translator(PERSONS[each]) for each in ladder.open_to(now) if each not in before]
        return translator.joined((count, *(translator("You can play {name} now.", name=each) for each in opened)))
