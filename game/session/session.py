"""A game being played: its options, its seed and the history of its inputs; it knows no game.

A save is that history, and loading replays it, so whatever the rules allow can be saved, linked and replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from game.contract import BadInput, Ended, Event, Role, Rules, View, shorten
from game.session import save_text
from game.session.options import CALM, ReadFile, complete, known_options, no_files
from game.session.reader import check_rules
from game.session.seats import Opponent, is_computers, opponent
from game.session.timeline import RESTART, Answers, Setup, Timeline, illegal_moves
from game.session.turn_limit import TurnLimit
from game.slices import finished
from game.words import N_

T = TypeVar("T")
Work = Generator[float, None, T]
"""A long task in small steps: yields the progress, 0 to 1, and returns the result."""


class Provenance(NamedTuple):
    """How a game was made, besides by the player's own moves."""

    assisted: bool = False
    """Undo or a hint was used."""
    demonstrated: bool = False
    """A demo played some of it."""
    imported: bool = False
    """Somebody else began it: it came by a link."""


class Session:
    """One game from its start to where the player is, including undone moves and variations."""

    def __init__(
        self,
        rules: Rules[Any],
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        read_file: ReadFile = no_files,
    ) -> None:
        self.options = complete(rules, options or {}, read_file)
        self.rules = rules = rules.having(self.options)
        self.seed = seed
        self.setup = Setup(rules, self.options, seed, read_file)
        self.timeline = Timeline(self.setup)
        self.history = self.timeline.history
        self.limit = TurnLimit(rules, self.options, self.history)
        self.provenance = Provenance()
        self._writer: save_text.SaveWriter | None = None
        self._answers = Answers(self.timeline.state)

    # The current state.

    @property
    def state(self) -> Any:
        return self.timeline.state

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs from the start to here, all copied: `history.position` is their number."""
        return tuple(self.main_line[: self.history.position])

    @property
    def over(self) -> bool:
        return self.view.over  # the view is needed anyway

    @property
    def moves(self) -> tuple[str, ...]:
        """The words that can be played here."""
        return () if self.limit.used_up else self.answers.get("moves", self.rules.moves)

    @property
    def score(self) -> int:
        return self.rules.score(self.state)

    @property
    def view(self) -> View:
        view = self.answers.get("view", self.rules.view)
        return self.limit.shown(view) if self.limit.turns else view

    @property
    def clock_runs(self) -> bool:
        """Whether time passes by itself: the game has a clock, and the option CALM is off."""
        return self.rules.timed and not self.options[CALM]

    @property
    def opponent(self) -> Opponent | None:
        """The computer as opponent, if there is one."""
        return opponent(self.options)

    @property
    def answers(self) -> Answers:
        """The answers about the current state."""
        if self._answers.state is not self.state:
            self._answers = Answers(self.state)
        return self._answers

    # Provenance.

    @property
    def assisted(self) -> bool:
        """Whether undo or a hint was used in this game; a restart does not reset it."""
        return self.provenance.assisted

    @property
    def own(self) -> bool:
        """Whether the player made every move, so that the result counts as theirs."""
        return not (self.provenance.demonstrated or self.provenance.imported)

    def note(self, assisted: bool = False, demonstrated: bool = False, imported: bool = False) -> None:
        """Sets flags of the provenance, which are never cleared."""
        noted = (assisted, demonstrated, imported)
        self.provenance = Provenance(*(old or new for old, new in zip(self.provenance, noted, strict=True)))

    def hinted(self) -> None:
        """Notes that a hint was given here; the game is assisted from then on."""
        self.note(assisted=True)
        self.timeline.note_hint()

    # Playing.

    def play(self, word: str, *, demo: bool = False) -> tuple[Event, ...]:
        """Plays a word, of the player's or a demo's, and returns the events.

        BadInput leaves everything unchanged, and so does a move without effect.
        """
        if self.limit.used_up and word != RESTART:
            return ()
        word, state, events, after = self.answers.play(self.setup, word)
        if state is self.state:
            return events
        looked_back = self.can_redo
        if looked_back or demo:
            # The player has already seen the next pieces, even by only looking.
            self.note(assisted=looked_back, demonstrated=demo)
        play = self.timeline.branch if looked_back else self.timeline.append
        play(word, state, events)
        self._answers = after
        if self.limit.used_up and not any(isinstance(event, Ended) for event in events):
            events += (Ended(self.view.winner, self.view.turn),)
        return events

    def restart(self) -> None:
        """Starts again from the same seed; undo brings back what was played."""
        if self.can_undo:
            self.play(RESTART)

    # Navigation along the main line.

    @property
    def main_line(self) -> Sequence[str]:
        """The inputs of the main line, including undone ones.

        Appending keeps the list object; any other change replaces it.
        """
        return self.history.main_line

    @property
    def length(self) -> int:
        """The number of inputs of the main line."""
        return len(self.history.main_line)

    @property
    def can_undo(self) -> bool:
        return self.history.position > 0

    @property
    def can_redo(self) -> bool:
        return self.history.position < self.length

    def undo(self) -> bool:
        """Goes one input back; returns False at the start. The game is assisted from then on."""
        return self.step(-1)

    def redo(self) -> bool:
        """Goes one input forward; returns False if nothing was undone."""
        return self.step(1)

    def step(self, direction: int) -> bool:
        """Goes one input back (-1) or forward (1), and on past the computer's, to the person's turn or the end.

        Returns False if it cannot move: before the person's first turn there is nothing to take back.
        """
        here = self.history.position
        while self.go(self.history.position + direction) and is_computers(self.options, self.view):
            pass
        if direction < 0 and is_computers(self.options, self.view):
            self.go(here)
        moved = self.history.position != here
        if moved and direction < 0:
            self.note(assisted=True)
        return moved

    def step_piece(self, direction: int) -> bool:
        """Goes back or forward to where a piece had just appeared: undo and redo in a game with a clock.

        Going back from a piece that has only been falling leads to the piece before it.
        """
        at = self.history.position
        if direction > 0:
            ahead = (node.depth for node in self.history.nodes(at + 1) if node.appeared)
            return self.can_redo and self.go(next(ahead, self.length))
        only_fell = True
        node = self.history.node
        while node.parent and (only_fell or not node.appeared):
            only_fell = only_fell and self.rules.role(node.word) is Role.TICK
            node = node.parent
        moved = at > 0 and self.go(node.depth)
        if moved:
            self.note(assisted=True)
        return moved

    def go(self, position: int) -> bool:
        """Goes to a position of the main line; returns False if the line is not that long."""
        return self.timeline.go(position)

    # Saving.

    def save(self) -> str:
        """Serializes the session to one line of JSON, without anything that can be recomputed."""
        if self._writer is None:
            self._writer = save_text.SaveWriter(self.rules.name, self.rules.version, self.options, self.seed)
        return self._writer.save(self.history, self.provenance._asdict())

    @classmethod
    def load(cls, text: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Session:
        """Loads a save by replaying it; BadInput if it is damaged.

        OtherVersion if another version of the program or of the game's rules saved it.
        """
        return finished(cls.loading(text, find, read_file))

    @classmethod
    def loading(cls, text: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Work[Session]:
        """Does what `load` does, step by step."""
        save = save_text.read(text)
        rules = find(save["game"])
        message = N_("this save was made with rules version {theirs}; the current version is {ours}")
        check_rules(rules, save["rules"], message)
        unknown = set(save["options"]) - set(known_options(rules))
        if unknown:
            raise BadInput(N_("unknown option: {name}"), name=shorten(min(unknown)))
        session = cls(rules, save["options"], save["seed"], read_file)
        inputs = save["inputs"]
        try:
            for done in session.timeline.append_all(inputs):
                yield done / len(inputs)
        except BadInput as error:
            raise illegal_moves() from error
        session.history.read(save["variations"])
        session.provenance = Provenance(*(save[name] for name in Provenance._fields))
        session.go(save["at"])
        return session

    # Rollback.

    def savepoint(self) -> Callable[[], None]:
        """Takes a cheap snapshot of the session; returns a function that restores it."""
        timeline_back, provenance = self.timeline.savepoint(), self.provenance

        def back() -> None:
            timeline_back()
            self.provenance = provenance
            self._writer = None  # its text may include what was just removed

        return back

    @contextmanager
    def transaction(self) -> Iterator[Callable[[], None]]:
        """Rolls back what ends with an error. Yields what rolls it back."""
        back = self.savepoint()
        try:
            yield back
        except Exception:
            back()
            raise
