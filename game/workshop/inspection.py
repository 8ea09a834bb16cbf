"""Holds foreign rules to the contract: validates every answer, and reports a wrong one with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any, get_args, overload

import numpy as np

from game import files
from game.contract import (
    EMPTY,
    FORMS,
    BadInput,
    Board,
    Cause,
    Choice,
    Completed,
    Control,
    Event,
    Figure,
    File,
    Flag,
    Noted,
    Number,
    Played,
    Role,
    Rules,
    Scene,
    Symbol,
    View,
    Walked,
    as_typed,
    bad_word,
)
from game.session import Work
from game.session.options import all_options, complete
from game.words import N_, Listed
from game.workshop.limits import SourceError, limited, shown
from game.workshop.limits import line_of as error_line
from game.workshop.modules import line_of

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
MOST_ROWS, MOST_COLUMNS = 40, 40
MOST_MOVES, MOST_WORDS = 10_000, 50_000
OTHER = N_("must be {wanted}, not {kind}")
WHOLE, TEXT = N_("must be a whole number, not {kind}"), N_("must be a text, not {kind}")
BOOLEAN = N_("must be True or False, not {kind}")
FIGURES = N_("must be a tuple of (text, number): write int(...) around numpy's")
MOST_EVENTS = 10_000
MOST_LISTED = 100
"""The most choices and figures: the page shows no more (game.play.workshop.wire)."""
TRIED_SEEDS, TRIED_WORDS = 1, 12
"""Seeds tried, besides the classic one, before a source is accepted; and words of each game."""
EVENTS = get_args(Event)
Sizes = dict[int, tuple[int, int]]
"""The rows and columns of each board."""


def checked(rules: Rules[Any], name: str, version: int) -> Rules[Any]:
    """Wraps rules under another name with limits and checks on every answer; SourceError if they are not a game."""
    _declared(rules)
    hooks = Hooks(rules)
    return replace(
        rules,
        name=name,
        version=version,
        start=hooks.start,
        play=hooks.play,
        moves=hooks.moves,
        over=hooks.over,
        score=hooks.score,
        view=hooks.view,
        pace=hooks.pace if rules.pace else None,
        restart=hooks.restart if rules.restart else None,
        playing=None,
        size=None,
        spell=rules.spell if rules.spell is as_typed else hooks.spell,
        placement=hooks.placement if rules.placement else None,
        figures=tuple(map(_figure, rules.figures)),
        reports={},
        lessons=(),
        scenes=PlayableScenes(rules),
        rewrapped_with=lambda options: checked(rules.having(options), name, version),
    )


class PlayableScenes(Sequence[Scene]):
    """The scenes that can still be played with changed rules, tried out when they are first needed."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules

    @cached_property
    def _playable(self) -> tuple[Scene, ...]:
        return tuple(scene for scene in self._rules.scenes if _is_playable(scene, self._rules))

    def __len__(self) -> int:
        return len(self._playable)

    @overload
    def __getitem__(self, at: int) -> Scene: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Scene, ...]: ...

    def __getitem__(self, at: int | slice) -> Scene | tuple[Scene, ...]:
        return self._playable[at]


def trial_games(rules: Rules[Any]) -> Work[None]:
    """Plays a few short games by checked rules, pausing after each word; SourceError at the first breach of the
    contract."""
    try:
        yield from _trial_games(rules)
    except SourceError:
        raise
    except BadInput as error:
        raise SourceError(
            error_line(error), BadInput(N_("{problem} (while trying a first game)"), problem=error)
        ) from None


def _trial_games(rules: Rules[Any]) -> Work[None]:
    options = complete(rules, {}, files.read)
    rules = rules.having(options)
    for seed in (None, *range(TRIED_SEEDS)):
        state, again = rules.start(options, seed), rules.start(options, seed)
        for word, control in rules.controls.items():
            if not control.arguments and rules.spell is as_typed:
                rules.play(state, word)  # first, before anything is derived from the state
        rules.over(state)
        _same(rules, "start", rules.view(state), rules.view(again))
        for number in range(TRIED_WORDS):
            before, moves = rules.view(state), rules.moves(state)
            if rules.score(state) != max(before.scores):
                _wrong(rules, "score", BadInput(N_("must be the largest of the view's scores")))
            if before.over != rules.over(state):
                _wrong(rules, "over", BadInput(N_("differs from the view's `over`")))
            if not moves and not before.over:
                _wrong(rules, "moves", BadInput(N_("returns none, but the game is not over")))
            if before.over:
                break
            word = moves[(7 * number + (seed or 0)) % len(moves)]
            after, _events = rules.play(state, word)
            if after is state:
                _wrong(rules, "moves", BadInput(N_("offers {word}, which changes nothing"), word=shown(word)))
            _same(rules, "play", rules.view(state), before, BadInput(N_("changes the state that it was given")))
            _same(rules, "play", rules.view(rules.play(state, word)[0]), rules.view(after))
            if rules.pace and not 0 < rules.pace(after) < 10:
                _wrong(rules, "pace", BadInput(N_("must be more than 0 and less than 10 seconds")))
            state = after
            yield number


class Hooks:
    """The functions of foreign rules, limited and checked."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self._letters = set(rules.symbols)
        self._words: set[str] = set()
        """A cache of valid moves, because most states list the same ones."""
        self._smallest: Sizes = {}
        """The fewest rows and columns that each board was seen with."""

    def start(self, options: Mapping[str, Any], seed: int | None) -> Any:
        return _frozen(limited(self.rules.start, options, seed))

    def restart(self, state: Any, options: Mapping[str, Any], seed: int | None) -> Any:
        assert self.rules.restart
        return _frozen(limited(self.rules.restart, state, options, seed))

    def play(self, state: Any, word: str) -> Played[Any]:
        if not self._known(word):
            raise bad_word(word)
        return limited(self._play, state, word)

    def _play(self, state: Any, word: str) -> Played[Any]:
        played: Any = self.rules.play(state, word)
        if not isinstance(played, tuple) or len(played) != 2:
            self._wrong("play", BadInput(N_("must return a state and its events, not {kind}"), kind=_kind(played)))
        after, events = played
        if type(after) is not type(state):
            self._wrong("play", BadInput(N_("must return a state like the one before, not {kind}"), kind=_kind(after)))
        if not isinstance(events, tuple | list) or len(events) > MOST_EVENTS:
            self._wrong("play", BadInput(N_("the events must be a tuple, not {kind}"), kind=_kind(events)))
        for event in events:
            self._event(event, state, after)
        return (after if after is state else _frozen(after)), tuple(events)

    def _event(self, event: Any, state: Any, after: Any) -> None:
        """Checks an event of a move from one state to the next; its cells may be on the boards of either."""
        if type(event) not in EVENTS:
            self._wrong("play", BadInput(N_("{kind} is not an event"), kind=_kind(event)))
        if _board_of(event) not in range(self.rules.seats):
            nowhere = BadInput(N_("happens on board {board}, which does not exist"), board=shown(_board_of(event)))
            self._wrong("play", _in(_kind(event), nowhere))
        problem = _problem_of_event(event, self._letters)
        if problem:
            self._wrong("play", _in(_kind(event), problem))
        for cell in _cells_of(event):
            if _is_cell(cell, *self._smallest.get(_board_of(event), (MOST_ROWS, MOST_COLUMNS))):
                continue  # as nearly always: views take time
            sizes = (_sizes(self._view(each))[_board_of(event)] for each in (state, after))
            if not any(_is_cell(cell, *size) for size in sizes):
                needs = BadInput(N_("needs cells (row, column) of the board, not {value}"), value=shown(cell))
                self._wrong("play", _in(_kind(event), needs))

    def moves(self, state: Any) -> tuple[str, ...]:
        return limited(self._moves, state)

    def _moves(self, state: Any) -> tuple[str, ...]:
        answer: Any = self.rules.moves(state)
        if not isinstance(answer, tuple | list):
            self._wrong("moves", BadInput(N_("must be a tuple of words, not {kind}"), kind=_kind(answer)))
        if len(answer) > MOST_MOVES:
            self._wrong("moves", BadInput(N_("there are more than {most}"), most=MOST_MOVES))
        for word in answer:
            if type(word) is str and word in self._words:
                continue
            if not isinstance(word, str) or not self._known(word):
                self._wrong(
                    "moves", BadInput(N_("{word} is not one of the controls with its arguments"), word=shown(word))
                )
            self._words.add(word)
        if len(self._words) > MOST_WORDS:
            self._words.clear()
        return tuple(answer)

    def over(self, state: Any) -> bool:
        answer: Any = limited(self.rules.over, state)
        if not isinstance(answer, bool | np.bool_):
            self._wrong("over", BadInput(BOOLEAN, kind=_kind(answer)))
        return bool(answer)

    def score(self, state: Any) -> int:
        answer: Any = limited(self.rules.score, state)
        if not _whole(answer):
            self._wrong("score", BadInput(WHOLE, kind=_kind(answer)))
        return int(answer)

    def view(self, state: Any) -> View:
        return limited(self._view, state)

    def _view(self, state: Any) -> View:
        if _is_default(self.rules, "view"):
            cells: Any = getattr(state, "cells", None)
            if not isinstance(cells, np.ndarray) or cells.ndim != 2 or not np.issubdtype(cells.dtype, np.integer):
                needs = N_("the state needs `cells`, whole numbers in rows and columns, or the rules a `view`")
                self._wrong("start", BadInput(needs))
            if cells.size and not 0 <= cells.min() <= cells.max() < len(self._letters):
                number = cells.max() if cells.max() >= len(self._letters) else cells.min()
                unknown = N_("a cell has the number {number}, but there are {count} symbols")
                self._wrong("play", BadInput(unknown, number=number, count=len(self._letters)))
        view = self.rules.view(state)
        problem = _problem_of_view(view, self.rules, self._letters)
        if problem:
            self._wrong("view", problem)
        for seat, (rows, columns) in _sizes(view).items():
            fewest_rows, fewest_columns = self._smallest.get(seat, (rows, columns))
            self._smallest[seat] = min(rows, fewest_rows), min(columns, fewest_columns)
        scores = tuple(int(score) for score in view.scores)
        return replace(view, over=bool(view.over), turn=int(view.turn), winner=int(view.winner), scores=scores)

    def pace(self, state: Any) -> float:
        assert self.rules.pace
        answer = limited(self.rules.pace, state)
        if isinstance(answer, bool) or not isinstance(answer, int | float | np.number):
            self._wrong("pace", BadInput(N_("must be a number of seconds, not {kind}"), kind=_kind(answer)))
        return float(answer)

    def placement(self, state: Any) -> Any:
        assert self.rules.placement
        answer = limited(self.rules.placement, state)
        try:
            hash(answer)
        except TypeError:
            self._wrong(
                "placement", BadInput(N_("must be something hashable such as a tuple, not {kind}"), kind=_kind(answer))
            )
        return answer

    def spell(self, typed: str, also: tuple[str, ...]) -> str:
        answer = limited(self.rules.spell, typed, also)
        return answer if isinstance(answer, str) else typed

    def _known(self, word: str) -> bool:
        """Returns whether to pass a word to `play`: always if the game spells words itself and so may know unlisted
        ones.
        """
        if self.rules.spell is not as_typed:
            return True
        head, *arguments = word.partition("\n")[0].split(" ")
        control = self.rules.controls.get(head)
        return control is not None and len(arguments) == control.arguments

    def _wrong(self, name: str, problem: BadInput) -> None:
        _wrong(self.rules, name, problem)


def _sizes(view: View) -> Sizes:
    return {seat: (len(board.rows), len(board.rows[0])) for seat, board in enumerate(view.boards)}


def _is_default(rules: Rules[Any], name: str) -> bool:
    """Returns whether rules use the default for one of their functions."""
    return getattr(getattr(rules, name), "__self__", None) is rules


def _in(name: str, problem: BadInput) -> BadInput:
    """Says where a problem is."""
    return BadInput(N_("{name}: {problem}"), name=name, problem=problem)


def _wrong(rules: Rules[Any], name: str, problem: BadInput) -> None:
    function = getattr(rules, name)
    if not line_of(function):
        function = getattr(getattr(getattr(function, "__self__", None), "rules", None), name, None)
    raise SourceError(line_of(function), _in(name, problem))


def _same(rules: Rules[Any], name: str, one: View, other: View, problem: BadInput | None = None) -> None:
    if one != other:
        differs = N_("differs when called again with the same values; draw random numbers from the seed with game.rng")
        _wrong(rules, name, problem or BadInput(differs))


def _undeclared(name: str, message: str, /, **values: object) -> SourceError:
    """Returns the error for a part of Rules that is not a function."""
    return SourceError(0, _in(name, BadInput(message, **values)))


# Declarations.


def _declared(rules: Any) -> None:
    """Validates the parts of a Rules value that are not functions; SourceError if one is wrong."""
    if type(rules) is not Rules:
        raise _undeclared("GAME", OTHER, wanted="Rules(...)", kind=_kind(rules))
    if not isinstance(rules.name, str) or not NAME.fullmatch(rules.name):
        letters = N_("must be small letters, digits and hyphens, at most 30, not {value}")
        raise _undeclared("name", letters, value=shown(rules.name))
    for name in ("title", "summary"):
        if not isinstance(getattr(rules, name), str):
            raise _undeclared(name, TEXT, kind=_kind(getattr(rules, name)))
    if not _are(rules.how, str):
        raise _undeclared("how", N_("must be a tuple of texts: is a comma missing?"))
    if any("\0" in text for text in (rules.title, rules.summary, *rules.how)):
        raise _undeclared("title, summary, how", N_("a text must not contain a zero byte"))
    parts = {"controls": (Control,), "symbols": (Symbol,), "options": (Number, Choice, Flag, File)}
    for name, kinds in parts.items():
        _hold(name, getattr(rules, name), kinds)
    for option, words in _items(rules.added, "added"):
        if option not in rules.options:
            raise _undeclared("added", N_("unknown option: {name}"), name=shown(option))
        _hold("added", words, (Control,))
    if not rules.controls or not rules.symbols:
        raise SourceError(0, BadInput(N_("a game needs controls and symbols")))
    for name, words in (("controls", rules.controls), *(("added", words) for words in rules.added.values())):
        for word, control in words.items():
            if not re.fullmatch(r"[^\s,]{1,30}", word) or control.arguments not in range(4):
                raise _undeclared(name, N_("{word} must be one word without blanks or commas"), word=shown(word))
            if not isinstance(control.role, Role):
                raise _undeclared(name, N_("{word} needs a role such as Role.LEFT"), word=shown(word))
    for letter, symbol in rules.symbols.items():
        if len(letter) != 1 or not letter.isprintable():
            raise _undeclared("symbols", N_("{letter} must be one character"), letter=shown(letter))
        if symbol.form not in FORMS or symbol.tone not in range(8):
            needs = N_("{letter} needs a form of {forms}, and a tone from 0 to 7")
            raise _undeclared("symbols", needs, letter=shown(letter), forms=Listed(FORMS))
        if (letter == EMPTY) != (symbol.form == "empty"):
            needs = N_("{letter}: only {empty} has the form {form}, and {empty} has no other")
            raise _undeclared("symbols", needs, letter=shown(letter), empty=shown(EMPTY), form="empty")
    if rules.seats not in (1, 2):
        raise _undeclared("seats", N_("must be 1 or 2, not {value}"), value=shown(rules.seats))
    if bool(rules.pace) != (Role.TICK in rules.by_role):
        raise SourceError(0, BadInput(N_("a game with a pace needs a control with Role.TICK, and only such a game")))
    for name in ("start", "play", "moves", "over", "score", "view", "spell"):
        if not callable(getattr(rules, name)):
            raise _undeclared(name, N_("must be a function, not {kind}"), kind=_kind(getattr(rules, name)))
    for name, kind in (("figures", Figure), ("scenes", Scene)):
        if not _are(getattr(rules, name), kind):
            raise _undeclared(name, N_("must be a tuple of {wanted}"), wanted=f"{kind.__name__}(...)")
    if not all(isinstance(number, int) and 0 <= number <= 8 for number in rules.next_room):
        raise _undeclared("next_room", N_("must be two small numbers, not {value}"), value=shown(rules.next_room))
    all_options(rules)


def _hold(name: str, mapping: Any, kinds: tuple[type, ...]) -> None:
    """Validates a part that holds things by name; SourceError if one of them is of another kind."""
    for word, thing in _items(mapping, name):
        if not isinstance(word, str) or type(thing) not in kinds:
            unfit = N_("{word} is {kind}, which is not possible here")
            raise _undeclared(name, unfit, word=shown(word), kind=_kind(thing))


def _items(mapping: Any, name: str) -> list[tuple[Any, Any]]:
    if not isinstance(mapping, Mapping) or len(mapping) > 100:
        raise _undeclared(name, N_("must be a dictionary of at most 100 entries, not {kind}"), kind=_kind(mapping))
    return list(mapping.items())


def _figure(figure: Figure) -> Figure:
    count = figure.count
    if count is None:
        return figure

    def counted(event: Event) -> int:
        number = limited(count, event)
        if not _whole(number):
            counts = N_("a figure must count whole numbers, not {kind}")
            raise SourceError(line_of(count), BadInput(counts, kind=_kind(number)))
        return int(number)

    return replace(figure, count=counted)


def _is_playable(scene: Scene, rules: Rules[Any]) -> bool:
    """Returns whether a scene can still be shown by changed rules."""
    try:
        options = complete(rules, dict(scene.options), files.read)
        hooks = Hooks(rules.having(options))
        state = hooks.start(options, scene.seed)
        for word in (*scene.unseen, *scene.seen):
            after, _events = hooks.play(state, word)
            if after is state:
                return False
            state = after
        hooks.view(state)
    except BadInput:
        return False
    return True


# Views and events.


def _problem_of_view(view: Any, rules: Rules[Any], letters: set[str]) -> BadInput | None:
    """Describes what is wrong with a view."""
    if type(view) is not View:
        return BadInput(OTHER, wanted="View", kind=_kind(view))
    if not isinstance(view.boards, tuple) or len(view.boards) != rules.seats:
        return BadInput(N_("needs a tuple of {count} Board, one for each seat"), count=rules.seats)
    over: Any = view.over
    if not isinstance(over, bool | np.bool_):
        return _in("over", BadInput(BOOLEAN, kind=_kind(over)))
    if not isinstance(view.scores, tuple) or len(view.scores) != rules.seats or not all(map(_whole, view.scores)):
        return _in("scores", BadInput(N_("must be a tuple with one whole number for each seat")))
    if not _whole(view.turn) or view.turn not in range(rules.seats):
        return _in("turn", BadInput(N_("must be a seat counted from 0, not {value}"), value=shown(view.turn)))
    if not _whole(view.winner) or view.winner not in range(rules.seats + 1):
        wanted = N_("must be a player counted from 1, or 0 for nobody, not {value}")
        return _in("winner", BadInput(wanted, value=shown(view.winner)))
    if not _are(view.choices, str) or any(rules.role(word) is None for word in view.choices):
        return _in("choices", BadInput(N_("must be a tuple of words that are among the controls")))
    if view.notice is not None and not (type(view.notice) is Noted and isinstance(view.notice.message, str)):
        return _in("notice", BadInput(OTHER, wanted="Noted", kind=_kind(view.notice)))
    if not _is_figures(view.figures):
        return _in("figures", BadInput(FIGURES))
    for name in ("choices", "figures"):
        if len(getattr(view, name)) > MOST_LISTED:
            return _in(name, BadInput(N_("there are more than {most}"), most=MOST_LISTED))
    try:
        json.dumps(view.fields)
    except (TypeError, ValueError):
        plain = N_("must hold plain numbers, texts and lists: write int(...) or .tolist() around numpy's")
        return _in("fields", BadInput(plain))
    return next(filter(None, (_problem_of_board(board, letters) for board in view.boards)), None)


def _problem_of_board(board: Any, letters: set[str]) -> BadInput | None:
    if type(board) is not Board:
        return _in("boards", BadInput(OTHER, wanted="Board", kind=_kind(board)))
    if not _are(board.rows, str) or not 1 <= len(board.rows) <= MOST_ROWS:
        return _in("rows", BadInput(N_("must be a tuple of 1 to {most} texts"), most=MOST_ROWS))
    widths = {len(row) for row in board.rows}
    if len(widths) > 1:
        lengths = Listed(map(str, sorted(widths)[:3]))
        return BadInput(N_("all rows must be equally long, not {lengths}"), lengths=lengths)
    if not 1 <= max(widths) <= MOST_COLUMNS:
        return BadInput(N_("rows must have 1 to {most} characters"), most=MOST_COLUMNS)
    strange = set("".join(board.rows)) - letters
    if strange:
        return BadInput(N_("{symbol} on the board is not one of the symbols"), symbol=shown(min(strange)))
    if not _is_figures(board.figures):
        return _in("figures", BadInput(FIGURES))
    if not isinstance(board.next, tuple) or not all(_are(piece, str) and piece for piece in board.next):
        return _in("next", BadInput(N_("must be a tuple of small boards, each a tuple of texts")))
    if not _are(board.waiting, str) or not letters.issuperset(board.waiting):
        return _in("waiting", BadInput(N_("must be a tuple of symbols")))
    rows, columns = len(board.rows), max(widths)
    for name in ("ghost", "coming", "stuck"):
        marks = getattr(board, name)
        if not _are(marks, tuple) or not all(len(mark) == 2 and mark[0] in letters for mark in marks):
            return _in(name, BadInput(N_("must be a tuple of (symbol, cell)")))
        if not all(_is_cell(cell, rows, columns) for _symbol, cell in marks):
            return _in(name, BadInput(N_("has a cell that is not on the board")))
    if board.cause is not None and type(board.cause) is not Cause:
        return _in("cause", BadInput(OTHER, wanted="Cause | None", kind=_kind(board.cause)))
    if not isinstance(board.piece, tuple) or not all(_is_cell(cell, rows, columns) for cell in board.piece):
        return _in("piece", BadInput(N_("must be a tuple of cells on the board")))
    if not isinstance(board.coming_label, str) or not _whole(board.hidden) or board.hidden not in range(rows):
        return _in("hidden", BadInput(N_("must be a number of rows")))
    return None


def _is_figures(figures: Any) -> bool:
    return _are(figures, tuple) and all(
        len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) in (int, str) for pair in figures
    )


def _board_of(event: Any) -> Any:
    """Returns the board of an event; 0 for an event without one."""
    return getattr(event, "board", 0)


def _cells_of(event: Any) -> Iterator[Any]:
    """Yields the cells of an event, unchecked."""
    for name in ("cells", "steps", "path"):
        for each in _listed(getattr(event, name, ())):
            marked = isinstance(each, tuple) and each and isinstance(each[0], str)
            yield from each[1:] if marked else (each,)
    if getattr(event, "at", None) is not None:
        yield event.at


def _problem_of_event(event: Any, letters: set[str]) -> BadInput | None:
    """Describes what is wrong with an event, apart from its cells."""
    parts = {"steps": ("(symbol, from, to)", 3), "cells": ("(symbol, cell)", 2)}
    for name, (wanted, length) in parts.items():
        marks = () if isinstance(event, Completed) else getattr(event, name, ())
        for mark in marks if isinstance(marks, tuple | list) else (marks,):
            if not isinstance(mark, tuple) or len(mark) != length or not isinstance(mark[0], str):
                return _in(name, BadInput(OTHER, wanted=wanted, kind=shown(mark)))
            if mark[0] not in letters:
                return _in(name, BadInput(N_("{symbol} is not one of the symbols"), symbol=shown(mark[0])))
    if isinstance(event, Walked) and (event.symbol not in letters or not event.path):
        return BadInput(N_("needs one of the symbols and a path, not {value}"), value=shown(event.symbol))
    for name, kind in (("points", int), ("lines", int), ("link", int), ("winner", int), ("sum", str), ("message", str)):
        value = getattr(event, name, kind())
        if not (_whole(value) if kind is int else isinstance(value, str)):
            return _in(name, BadInput(WHOLE if kind is int else TEXT, kind=shown(value)))
    return None


def _listed(values: Any) -> Iterable[Any]:
    return values if isinstance(values, tuple | list) else (values,)


def _is_cell(cell: Any, rows: int, columns: int) -> bool:
    return (
        isinstance(cell, tuple)
        and len(cell) == 2
        and all(map(_whole, cell))
        and cell[0] in range(rows)
        and cell[1] in range(columns)
    )


def _are(values: Any, kind: type) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, kind) for value in values)


def _whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    return "None" if value is None else type(value).__name__


def _frozen(state: Any) -> Any:
    """Makes the arrays of a state read-only, so that writing to one is an error with its line."""
    if is_dataclass(state):
        for field in fields(state):
            value = getattr(state, field.name)
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
    return state
