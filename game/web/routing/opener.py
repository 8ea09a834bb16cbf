"""Opens games: the current one, a new one, the previous one, a daily game, a challenge or a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from js import Math

from game import files
from game.contract import BadInput, Rules
from game.play.daily_game import DailyGame
from game.play.mode import Introduction, Mode
from game.play.modes import GuestReplay, OwnGame, RaceGame
from game.rules import GAMES, game
from game.session import Session, Work, complete
from game.session.daily import options_of_day, seed_of_day
from game.session.options import first_options
from game.session.records import ranked_by_time
from game.session.replay_code import read, replaying
from game.session.seats import COMPUTER, EASIEST, SEAT
from game.store import names, races
from game.store.dailies import Dailies
from game.store.races import SavedChallenge
from game.store.saves import Saves
from game.web.dialogs.notice import Notice
from game.web.routing.loading import Loading
from game.web.stage.stage import Stage
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.session.challenge import ReplayedChallenge

LARGEST_SEED = 1_000_000_000
FIRST = N_("Daily challenge: only your first try counts. Undo or a hint's move makes it assisted.")
ONLY_FIRST = N_("Daily challenge: only your first try counts.")
"""What is said while a lesson is offered, next to which there is no room for more."""

T = TypeVar("T")


class Opener:
    """Finds or creates sessions and puts them on the stage; long ones are replayed in slices."""

    def __init__(self, translator: Translator, saves: Saves, dailies: Dailies, stage: Stage, notice: Notice) -> None:
        self._translator, self._saves, self._dailies = translator, saves, dailies
        self._stage, self._notice = stage, notice
        self._loading = Loading(translator)

    def stop(self) -> None:
        """Cancels what was being opened."""
        self._loading.stop()

    def saved(self, rules: Rules[Any], then: Callable[[Session | None, str], None]) -> None:
        """Loads the current game of these rules; `then` gets it, or None and why it cannot be read."""
        self._load(
            self._saves.loading(rules.name),
            lambda session: then(session, ""),
            lambda error: then(None, self._unreadable(error)),
            rules,
        )

    def own(self, session: Session, message: str = "", *, at_once: bool = False) -> None:
        """Shows a game of the player's own, with the rival's ghost if it is a race."""
        introduction = Introduction(message, at_once)
        saved = races.saved_challenge(self._saves.store, session)
        if saved is None:
            self._stage.show(session, OwnGame(self._translator), introduction)
            return

        def failed(error: BadInput) -> None:
            races.forget(self._saves.store, session)
            text = message or self._translator.error(error)
            self._stage.show(session, OwnGame(self._translator), introduction._replace(message=text))

        def played(found: ReplayedChallenge) -> None:
            self._stage.show(session, RaceGame(self._translator, found, best=saved.best), introduction)

        self._play_challenge(saved.code, played, failed)

    def welcome(self, rules: Rules[Any], seed: int | None) -> None:
        """Shows the first game of a newcomer to a game for two: against the computer, which they can change."""
        session = self.begin(rules, complete(rules, first_options(rules), files.read), seed)
        self._stage.show(session, OwnGame(self._translator), Introduction(asks_who_plays=True))

    def against_usual(
        self,
        rules: Rules[Any],
        options: Mapping[str, Any],
        seed: int | None,
        current: Session | None,
        message: str,
        left_message: str,
    ) -> None:
        """Shows a game for two from a link that names no opponent: against the player's usual opponent; a newcomer
        plays against the computer, and can change that.
        """
        usual, new = {COMPUTER: EASIEST}, current is None or self.was_left_unplayed(current)
        if current is not None and not new:
            usual = {name: current.options[name] for name in (COMPUTER, SEAT)}
        session = self.begin(rules, complete(rules, {**options, **usual}, files.read), seed)
        if current is not None and current.can_undo and not current.over and not message:
            self.instead_of(current, OwnGame(self._translator), session, left_message, at_once=False)
        else:
            self._stage.show(session, OwnGame(self._translator), Introduction(message, asks_who_plays=new))

    def was_left_unplayed(self, session: Session) -> bool:
        """Returns whether this is a game for two at one device that was opened by a link, and never played."""
        alone = session.rules.seats == 1 or session.opponent is not None
        return not (alone or session.length or self._saves.has_before(session.rules.name, None))

    def resume_own(self, session: Session, message: str = "") -> None:
        """Shows the current game. A newcomer who left it without playing is asked again who plays."""
        if races.saved_challenge(self._saves.store, session) is not None:
            self.own(session, message)
            return
        played = session.opponent is None or session.length or self._saves.has_before(session.rules.name, None)
        self._stage.show(session, OwnGame(self._translator), Introduction(message, asks_who_plays=not played))

    def begin(self, rules: Rules[Any], options: dict[str, Any], seed: int | None) -> Session:
        """Creates a new game; the current one becomes the previous one."""
        self._saves.put_aside(rules.name)
        return Session(rules, options, seed, files.read)

    def instead_of(
        self,
        left: Session,
        left_as: Mode,
        session: Session,
        message: str,
        *,
        at_once: bool,
        mode: Mode | None = None,
    ) -> None:
        """Shows a game of the player's own and offers the way back to the one it replaces."""
        offer = (
            self._translator("Back to previous game"),
            lambda: self._return_to(left, left_as, aside=left_as.day is None),
        )
        self._stage.show(session, mode or OwnGame(self._translator), Introduction(message, at_once, offer))

    def open_previous(self, current: Session, mode: Mode) -> None:
        """Swaps this game with the previous one; from a daily game, returns to the ordinary one."""
        name, daily = current.rules.name, mode.day is not None

        def found(old: Session | None) -> None:
            if old is not None:
                self._return_to(old, OwnGame(self._translator), aside=not daily)

        def damaged(error: BadInput) -> None:
            self._stage.show(current, mode, Introduction(self._translator.error(error)))

        work = self._saves.loading(name) if daily else self._saves.loading_before(name)
        self._load(work, found, damaged, current.rules)

    def has_day(self, rules: Rules[Any], day: date) -> bool:
        """Returns whether the game of this day can be opened; today's always can."""
        return day == self._dailies.today() or self._saves.store.get(names.save(rules.name, day)) is not None

    def day(self, rules: Rules[Any], day: date) -> None:
        """Opens the game of a day where it was left, or on that day begins the try that counts."""
        self._load(
            self._saves.loading(rules.name, day),
            lambda session: self._open_day(rules, day, session),
            lambda error: self._open_day(rules, day, None, self._unreadable(error)),
            rules,
        )

    def replay(self, rules: Rules[Any], code: str, refused: Callable[[BadInput], None]) -> None:
        """Opens a replay from a link; the current game stays as it is."""
        try:
            work = replaying(read(code, game, files.read), files.read)
        except BadInput as error:
            refused(error)
            return
        self._load(work, lambda session: self._stage.show(session, GuestReplay(self._translator)), refused, rules)

    def challenge(self, code: str, refused: Callable[[BadInput], None]) -> None:
        """Races a challenge from a link, or shows the answer to one."""

        def played(found: ReplayedChallenge) -> None:
            if found.challenge.waits:
                self._race(found)
            else:
                self._stage.show(found.tracks[-1].session, GuestReplay(self._translator))
                self._show_answer(found)

        self._play_challenge(code, played, refused)

    def race_best(self, code: str, refused: Callable[[BadInput], None]) -> None:
        """Races the player's own best game from the start."""
        self._play_challenge(code, lambda found: self._race(found, afresh=True, best=True), refused)

    def _race_again(self, played: ReplayedChallenge) -> None:
        """Races the last game of an answer as a challenge in its own right."""
        from game.session.challenge import last_game_of

        self._race(last_game_of(played), afresh=True)

    def _next_round(self, played: ReplayedChallenge) -> None:
        """Begins the next round of a challenge: a game with another seed, which the rival will race."""
        challenge = played.challenge
        message = self._translator("Round {number}. Play, then share your game.", number=len(challenge.rounds) + 1)
        self._begin_race(played, draw_seed(), message, afresh=True)

    def _race(self, played: ReplayedChallenge, *, afresh: bool = False, best: bool = False) -> None:
        """Races a recorded game; continues the current game if it is this race, unless `afresh`."""
        challenge, translator = played.challenge, self._translator
        seed, name = challenge.rounds[-1].seed, played.tracks[0].game.name
        rival = played.tracks[0].session
        score, mine = translator.number(played.scores[-1][0]), races.best(self._saves.store, rival) if best else None
        message = (
            translator(
                "Race your best game. Time to beat: {time}.", time=races.best_in_words(rival, mine[0], translator)
            )
            if mine and ranked_by_time(rival)
            else translator("Race your best game. Score to beat: {score}.", score=score)
            if best
            else translator("Challenge from {name}. Score to beat: {score}.", name=name, score=score)
            if name
            else translator("This is a challenge. Score to beat: {score}.", score=score)
        )
        self._begin_race(played, seed, message, afresh=afresh, best=best)

    def _begin_race(
        self, played: ReplayedChallenge, seed: int | None, message: str, *, afresh: bool, best: bool = False
    ) -> None:
        from game.session.challenge import encode

        challenge, mode = played.challenge, RaceGame(self._translator, played, best=best)

        def when_opened(current: Session | None, unreadable: str) -> None:
            same = current is not None and (current.options, current.seed) == (challenge.options, seed)
            if current is not None and same and not (afresh or current.over):
                session, left = current, None
            else:
                session, left = self.begin(challenge.rules, dict(challenge.options), seed), current
            races.save_challenge(self._saves.store, session, SavedChallenge(encode(challenge), best))
            text = self._translator.joined((message, unreadable))
            if left is not None and left.can_undo and not left.over:
                self.instead_of(left, OwnGame(self._translator), session, text, at_once=False, mode=mode)
            else:
                self._stage.show(session, mode, Introduction(text))

        self.saved(challenge.rules, when_opened)

    def _play_challenge(
        self, code: str, then: Callable[[ReplayedChallenge], None], failed: Callable[[BadInput], None]
    ) -> None:
        """Plays the games of a challenge in slices."""
        from game.session.challenge import read, replaying

        try:
            challenge = read(code, game, files.read)
        except BadInput as error:
            failed(error)
            return
        self._load(replaying(challenge, files.read), then, failed, challenge.rules)

    def _show_answer(self, played: ReplayedChallenge) -> None:
        """Shows how an answered challenge stands."""
        from game.web.dialogs.challenge_dialog import show_answer

        again, next_round = lambda: self._race_again(played), lambda: self._next_round(played)
        show_answer(self._notice, self._translator, played, next_round, again)

    def _open_day(self, rules: Rules[Any], day: date, session: Session | None, message: str = "") -> None:
        translator, name = self._translator, rules.name
        offer: tuple[str, Callable[[], object]] | tuple[()] = ()
        kept, new = session is not None, self._is_new_to(rules, day)
        if session is None:
            session = Session(
                rules, complete(rules, options_of_day(rules, day), files.read), seed_of_day(day), files.read
            )
        if not session.length and self._dailies.begin(name, day):
            message = message or translator(ONLY_FIRST if new else FIRST)
        elif kept and self._dailies.counts(name, day) and not session.over:
            today = day == self._dailies.today()
            message = (
                translator("Continuing your first try.") if today else translator("This try still counts for its day.")
            )
        old = None if session.length else self._dailies.unfinished(name, day)
        if old is not None:
            message = translator("You haven't finished the daily challenge of {day}.", day=translator.day(old))
            offer = (translator("Finish that one"), lambda: self.day(rules, old))
        self._stage.show(
            session,
            DailyGame(translator, self._dailies, day, tuple(GAMES.values())),
            Introduction(message, offer=offer, teaches=new),
        )

    def _is_new_to(self, rules: Rules[Any], day: date) -> bool:
        """Returns whether the player has seen no lesson of this game, and no other game of it, of their own or of a
        day.
        """
        taught = (self._saves.store.get(names.TAUGHT) or "").split()
        others = self._saves.has_before(rules.name, day) or len(self._dailies.all().days(rules.name)) > 1
        return bool(rules.lessons) and not others and rules.name not in taught

    def _return_to(self, old: Session, mode: Mode, *, aside: bool) -> None:
        if aside:
            self._stage.wait_for(old.rules)  # also keeps the current game
            self._saves.put_aside(old.rules.name)
        if type(mode) is OwnGame:
            self.own(old)
        else:
            self._stage.show(old, mode)

    def _load(
        self, work: Work[T], then: Callable[[T], None], failed: Callable[[BadInput], None], rules: Rules[Any]
    ) -> None:
        self._loading.begin(work, then, failed, lambda: self._stage.wait_for(rules))

    def _unreadable(self, error: BadInput) -> str:
        why = self._translator(error.message, **error.values)
        return self._translator("The saved game couldn't be read: {why}. A new game was started.", why=why)


def draw_seed() -> int:
    """Returns a random seed."""
    return int(Math.random() * LARGEST_SEED)
