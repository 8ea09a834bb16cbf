"""Chain: drop coloured pairs; four or more that touch vanish; chains multiply.

From the wiki page about a field of blocks (its Ruby class Field: falldown, make_connect_table, eliminate); pairs, score
and hidden row are additions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from game import rng
from game.contract import (
    CHAIN_LABEL,
    LEVEL_LABEL,
    SCORE,
    SCORE_LABEL,
    Appeared,
    BadInput,
    Board,
    Cause,
    Cell,
    Control,
    Day,
    Ended,
    Event,
    Fell,
    Figure,
    Frame,
    Lesson,
    Locked,
    Marks,
    Moved,
    Noted,
    Number,
    Played,
    Report,
    Role,
    Rules,
    Scene,
    Scored,
    Symbol,
    Vanished,
    View,
    bad_word,
    happens,
    shorten,
)
from game.kernel import (
    SIDES,
    Cells,
    Mask,
    drops,
    fall,
    frozen,
    groups,
    large_groups,
    shifted,
)
from game.words import N_

WORDS = ("left", "right", "cw", "ccw", "down", "drop", "tick")

EMPTY = 0
LETTERS = ".rgbypo"
GARBAGE = LETTERS.index("o")
"""Belongs to no group; vanishes with what vanishes next to it. Only Duel has it."""
COLOURS = range(1, GARBAGE)
_TO_LETTERS = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode())
SYMBOLS = {
    ".": Symbol(N_("empty"), "empty"),
    "r": Symbol(N_("red"), "block", 6),
    "g": Symbol(N_("green"), "block", 3),
    "b": Symbol(N_("blue"), "block", 1),
    "y": Symbol(N_("yellow"), "block", 4),
    "p": Symbol(N_("purple"), "block", 5),
}

ROWS, COLUMNS = 13, 6
HIDDEN = 1
"""Rows above the visible ones: blocks in them fall but are in no group."""
START: Cell = (HIDDEN, 2)
"""The cell where the axis of a pair appears; the game ends if it is filled by then."""
ABOVE = SIDES.index((-1, 0))
SLIDES = {"left": -1, "right": 1}
TURNS = {"cw": 1, "ccw": -1}
SHOWN = 2
"""How many pairs are shown besides the one in play."""

CHAIN_POWER = (0, 8, 16, *range(32, 513, 32))
"""By link, from the first; the last value also applies to all later links."""
COLOUR_BONUS = (0, 0, 3, 6, 12, 24)
"""By the number of colours."""
GROUP_BONUS = (0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10)
"""By the size of a group; the last value also applies to all larger groups."""
MIN_GROUP = 4
"""Blocks in the smallest group that can vanish."""
LEAST, MOST = 1, 999
ALL_CLEAR = 2100
LEVEL = 60
"""Blocks to vanish for the next level."""

MOST_ROWS, MOST_COLUMNS = 26, 16
"""Limits for a field in a file."""
FIELD_LETTERS = LETTERS[:GARBAGE]
"""Files contain no garbage."""


# The field rules, on fields (rows, columns) int8 with `hidden` rows at the top; the bots run thousands as bit planes.


def vanishing(cells: Cells, hidden: int = HIDDEN) -> Mask:
    """Returns the blocks in a group of MIN_GROUP or more and the garbage next to them, outside the hidden rows; same
    shape.
    """
    going = np.zeros_like(cells, dtype=np.bool_)
    seen = cells[..., hidden:, :]
    garbage = seen == GARBAGE
    if not garbage.any():
        going[..., hidden:, :] = large_groups(seen, MIN_GROUP)
        return going
    gone = large_groups(seen * ~garbage, MIN_GROUP)
    near = np.logical_or.reduce([shifted(gone, step) for step in SIDES])
    going[..., hidden:, :] = gone | (garbage & near)
    return going


def power(link: int) -> int:
    """Returns the chain power of a link, counted from 1."""
    return int(CHAIN_POWER[min(link, len(CHAIN_POWER)) - 1])


def multiplier(link: int, colour_bonus: int, group_bonus: int) -> int:
    """Returns the factor for ten points per block."""
    return min(max(power(link) + colour_bonus + group_bonus, LEAST), MOST)


@dataclass(frozen=True)
class Link:
    """One link of a chain and the arithmetic of its score."""

    number: int
    cells: Marks
    """What vanishes, garbage included."""
    sizes: tuple[int, ...]
    """The sizes of the groups, largest first."""
    all_clear: int
    """The bonus for an earlier all clear, or 0."""

    @property
    def blocks(self) -> int:
        return sum(self.sizes)

    @property
    def colours(self) -> int:
        return len({letter for letter, _cell in self.cells} - {LETTERS[GARBAGE]})

    @property
    def power(self) -> int:
        return power(self.number)

    @property
    def colour_bonus(self) -> int:
        return COLOUR_BONUS[self.colours]

    @property
    def group_bonus(self) -> int:
        return sum(GROUP_BONUS[min(size, len(GROUP_BONUS) - 1)] for size in self.sizes)

    @property
    def multiplier(self) -> int:
        return multiplier(self.number, self.colour_bonus, self.group_bonus)

    @property
    def points(self) -> int:
        return 10 * self.blocks * self.multiplier + self.all_clear

    @property
    def sum(self) -> str:
        """The arithmetic of the score, `10 × 4 × 8`."""
        text = f"10 × {self.blocks} × {self.multiplier}"
        return f"{text} + {self.all_clear}" if self.all_clear else text


@dataclass(frozen=True, eq=False)
class Step:
    """A fall or an elimination that changed something in a field: its cells before and after."""

    before: Cells
    after: Cells
    link: Link | None = None


def settle_steps(cells: Cells, hidden: int = HIDDEN, all_clear: bool = False) -> tuple[Step, ...]:
    """Returns the steps of one field until neither a fall nor an elimination changes anything: the rule."""
    steps, number = [], 0
    while True:
        fallen = frozen(fall(cells))
        if not np.array_equal(fallen, cells):
            steps.append(Step(cells, fallen))
        gone = fallen * vanishing(fallen, hidden)
        if not gone.any():
            return tuple(steps)
        number += 1
        cells = frozen(fallen - gone)
        steps.append(Step(fallen, cells, Link(number, _marks(gone), _group_sizes(gone), ALL_CLEAR * all_clear)))
        all_clear = not cells.any()


def _group_sizes(gone: Cells) -> tuple[int, ...]:
    """Returns the sizes of the groups of one field, garbage ignored, largest first."""
    counts = np.bincount(groups(gone * (gone != GARBAGE)).ravel())[1:]
    return tuple(sorted(counts[counts > 0].tolist(), reverse=True))


def _marks(cells: Cells) -> Marks:
    """Returns the blocks of one field with their cells."""
    return tuple((LETTERS[cells[row, column]], (row, column)) for row, column in np.argwhere(cells).tolist())


# Fields as text, and the run in the document.


def read_field(text: str) -> Cells:
    """Reads a field as text, `.` or blank where empty, into cells (rows, columns); BadInput for anything else."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").removesuffix("\n").split("\n")]
    rows, columns = len(lines), max(map(len, lines))
    if not columns:
        raise BadInput(N_("there is no board: the file is empty"))
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        message = N_("a board has at most {most_rows} rows of {most_columns} cells, not {rows} of {columns}")
        raise BadInput(message, most_rows=MOST_ROWS, most_columns=MOST_COLUMNS, rows=rows, columns=columns)
    cells = np.zeros((rows, columns), np.int8)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line.replace(" ", LETTERS[EMPTY])):
            if letter not in FIELD_LETTERS:
                message = N_("row {row}, column {column} of the board: {letter} is not one of {letters}")
                values = {"letter": shorten(letter), "letters": " ".join(FIELD_LETTERS)}
                raise BadInput(message, row=row + 1, column=column + 1, **values)
            cells[row, column] = LETTERS.index(letter)
    return frozen(cells)


def field_lines(cells: Cells) -> tuple[str, ...]:
    """Returns the lines of one field (rows, columns) as the document prints them, without the leading space."""
    border = "-" * (cells.shape[-1] + 2)
    return border, *(f"|{row}|".replace(LETTERS[EMPTY], " ") for row in _rows(cells)), border


def run_field(text: str) -> Iterator[str]:
    """Returns the lines of the document's run of a field: the field at first, and after each fall and elimination."""
    cells = read_field(text)
    fields = [cells, *(step.after for step in settle_steps(cells, hidden=0))]
    return (line for field in fields for line in field_lines(field))


def field_frames(text: str) -> Iterator[Frame]:
    """Yields pictures of a field given as text: at first, and after each fall and elimination, with the arithmetic."""
    cells = read_field(text)
    yield Frame(_rows(cells))
    for step in settle_steps(cells, hidden=0):
        link = step.link
        if link is None:
            yield Frame(_rows(step.after), _events(step), N_("The blocks fall."))
            continue
        values = {
            "number": link.number,
            "blocks": link.blocks,
            "power": link.power,
            "colours": link.colour_bonus,
            "groups": link.group_bonus,
            "points": link.points,
        }
        yield Frame(_rows(step.after), _events(step), LINK_NOTE, values)


LINK_NOTE = N_(
    "Link {number}: 10 × {blocks} blocks × ({power} chain + {colours} colour + {groups} group bonus, at least 1) "
    "= {points} points."
)


def _rows(cells: Cells) -> tuple[str, ...]:
    """Returns one field as the rows of a board."""
    letters, width = cells.tobytes().translate(_TO_LETTERS).decode(), cells.shape[-1]
    return tuple(letters[i : i + width] for i in range(0, len(letters), width))


REPORTS = {
    "field": Report(N_("print the fall and clearing of a board from a file, step by step"), run_field, field_frames)
}


# The game.


Colours = tuple[int, int]
"""The colours of a pair: axis, satellite."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair in play: its axis, and a satellite at one of the four sides, counted clockwise from above."""

    colours: Colours
    axis: Cell = START
    side: int = ABOVE

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """Axis, satellite."""
        return self.axis, _neighbour(self.axis, self.side)

    @property
    def marks(self) -> Marks:
        axis, satellite = self.colours
        return (LETTERS[axis], self.axis), (LETTERS[satellite], _neighbour(self.axis, self.side))


@dataclass(frozen=True, eq=False)
class State:
    """A position: settled cells (13, 6) int8, the pair in play (None once over), and what comes next."""

    cells: Cells
    pair: Pair | None
    next: tuple[Colours, ...]
    random: rng.Random
    colours: int
    score: int = 0
    chain: int = 0
    """How many links followed the last lock."""
    vanished: int = 0
    all_clear: bool = False
    """Whether the next link scores the all clear bonus."""
    failed: bool = False
    """Whether the last input was a failed rotation: a second one swaps the two blocks."""

    @property
    def level(self) -> int:
        return 1 + self.vanished // LEVEL


def start(options: Mapping[str, Any], seed: int | None) -> State:
    colours, random = options["colours"], rng.standard(seed or 0)
    pairs = []
    for _ in range(1 + SHOWN):
        pair, random = _draw(colours, random)
        pairs.append(pair)
    cells = frozen(np.zeros((ROWS, COLUMNS), np.int8))
    return State(cells, Pair(pairs[0]), tuple(pairs[1:]), random, colours)


def play(state: State, word: str) -> Played[State]:
    if word not in WORDS:
        raise bad_word(word)
    if state.pair is None:
        return state, ()
    after, events = move(state, word)
    if after.pair is None:
        after, last = next_pair(after)
        return after, (*events, last)
    if word == "down":
        return replace(after, score=after.score + 1), (*events, Scored(1))
    return after, events


def move(state: State, word: str) -> Played[State]:
    """Applies a word to the pair in play; if it locks, the field rules run to the end and no pair is in play."""
    pair = state.pair
    assert pair
    if word == "drop":
        return _drop(state, pair)
    if word in ("down", "tick"):
        return _sink(state, pair)
    if word in TURNS:
        return _turn(state, pair, TURNS[word])
    return _slide(state, pair, SLIDES[word])


def moves(state: State) -> tuple[str, ...]:
    pair = state.pair
    if pair is None:
        return ()
    # A failed rotation is remembered, and any other input clears it: both are changes.
    return tuple(
        word for word in WORDS if state.failed or word not in SLIDES or _fits(state.cells, _slid(pair, SLIDES[word]))
    )


def over(state: State) -> bool:
    return state.pair is None


def score(state: State) -> int:
    return state.score


def pace(state: State) -> float:
    return max(0.08, 0.8 * 0.9 ** (state.level - 1))


def view(state: State) -> View:
    ended = state.pair is None
    shown = board(state, ((SCORE_LABEL, state.score), (CHAIN_LABEL, state.chain), (LEVEL_LABEL, state.level)))
    fields = {"score": state.score, "over": ended, "next": upcoming(state), "chain": state.chain}
    return View((shown,), ended, fields, scores=(state.score,))


def board(state: State, figures: tuple[tuple[str, int | str], ...]) -> Board:
    """Returns the view of a field, with its figures."""
    cells, pair = state.cells, state.pair
    if pair:
        cells = cells.copy()
        _put(cells, pair)
    return Board(
        rows=_rows(cells),
        figures=figures,
        next=tuple((pair[1], pair[0]) for pair in upcoming(state)),
        ghost=_ghost(state.cells, pair) if pair else (),
        piece=pair.cells if pair else (),
        hidden=HIDDEN,
        stuck=Pair(state.next[0]).marks if not pair and cells[START] else (),
        cause=None if pair or not cells[START] else Cause.BURIED if cells[START] == GARBAGE else Cause.TOP,
    )


def upcoming(state: State) -> list[str]:
    """Returns the letters of the next pairs, axis then satellite."""
    return [LETTERS[axis] + LETTERS[satellite] for axis, satellite in state.next]


def _draw(colours: int, random: rng.Random) -> tuple[Colours, rng.Random]:
    """Returns the colours of a new pair, the axis first, and the next generator."""
    axis, random = random.next(colours)
    satellite, random = random.next(colours)
    return (1 + axis, 1 + satellite), random


# The pair in play.


def _neighbour(cell: Cell, side: int) -> Cell:
    """Returns the cell next to a cell on that side; sides are counted clockwise from above, as in SIDES."""
    rows, columns = SIDES[side % len(SIDES)]
    return cell[0] + rows, cell[1] + columns


def _has_room(cells: Cells, cell: Cell) -> bool:
    row, column = cell
    return 0 <= row < ROWS and 0 <= column < COLUMNS and not cells[row, column]


def _fits(cells: Cells, pair: Pair) -> bool:
    return all(_has_room(cells, cell) for cell in pair.cells)


def _put(cells: Cells, pair: Pair) -> None:
    """Writes the two blocks onto a board that is not read-only yet."""
    axis, satellite = pair.cells
    cells[axis], cells[satellite] = pair.colours


def _slide(state: State, pair: Pair, columns: int) -> Played[State]:
    """Moves the pair left or right if both blocks have room; clears a failed rotation in any case."""
    slid = _slid(pair, columns)
    if _fits(state.cells, slid):
        return _go(state, pair, slid)
    return (replace(state, failed=False) if state.failed else state), ()


def _slid(pair: Pair, columns: int) -> Pair:
    row, column = pair.axis
    return replace(pair, axis=(row, column + columns))


def _turn(state: State, pair: Pair, quarter: int) -> Played[State]:
    """Returns a quarter turn, with the axis kicked to the opposite side if needed, or a failed rotation.

    The second failed rotation in a row swaps the blocks: a half turn.
    """
    side = (pair.side + quarter) % len(SIDES)
    for axis in (pair.axis, _neighbour(pair.axis, side + 2)):
        turned = replace(pair, axis=axis, side=side)
        if _fits(state.cells, turned):
            return _go(state, pair, turned)
    if not state.failed:
        return replace(state, failed=True), ()
    _axis, satellite = pair.cells
    return _go(state, pair, replace(pair, axis=satellite, side=(pair.side + 2) % len(SIDES)))


def _go(state: State, before: Pair, after: Pair) -> Played[State]:
    """Moves the pair to a place with room."""
    return replace(state, pair=after, failed=False), (_moved(before, after),)


def _moved(before: Pair, after: Pair) -> Moved:
    """Returns the event for the blocks of the pair that moved."""
    both = zip(before.marks, after.marks, strict=True)
    return Moved(tuple((letter, old, new) for (letter, old), (_letter, new) in both if old != new))


def _sink(state: State, pair: Pair) -> Played[State]:
    """Moves the pair one cell down, or locks it."""
    row, column = pair.axis
    lower = replace(pair, axis=(row + 1, column))
    if not _fits(state.cells, lower):
        return _lock(state, pair)
    return _go(state, pair, lower)


def _drop(state: State, pair: Pair) -> Played[State]:
    """Drops the pair as far as possible and locks it."""
    free = _free(state.cells)
    distance = min(free[column] - 1 - row for row, column in pair.cells)
    if not distance:
        return _lock(state, pair)
    row, column = pair.axis
    lowest = replace(pair, axis=(row + distance, column))
    after, events = _lock(state, lowest)
    return after, (_moved(pair, lowest), *events)


def _free(cells: Cells) -> list[int]:
    """Returns the number of free cells in each column, all at its top because a settled field has no gaps."""
    return (cells == EMPTY).sum(axis=0).tolist()


def _ghost(cells: Cells, pair: Pair) -> Marks:
    """Returns where the two blocks would come to rest, each separately, the lower one first."""
    free, ghost = _free(cells), []
    for letter, (_row, column) in sorted(pair.marks, key=lambda mark: -mark[1][0]):
        free[column] -= 1
        ghost.append((letter, (free[column], column)))
    return tuple(ghost)


def _lock(state: State, pair: Pair) -> Played[State]:
    """Locks the pair: its blocks fall separately and the field rules run to the end."""
    cells = state.cells.copy()
    _put(cells, pair)
    steps = settle_steps(frozen(cells), HIDDEN, state.all_clear)
    links = [step.link for step in steps if step.link]
    settled = replace(
        state,
        pair=None,
        cells=steps[-1].after if steps else cells,
        score=state.score + sum(link.points for link in links),
        chain=len(links),
        vanished=state.vanished + sum(link.blocks for link in links),
        failed=False,
    )
    if links:
        settled = replace(settled, all_clear=not settled.cells.any())
    events: tuple[Event, ...] = (Locked(pair.marks),)
    for step in steps:
        events += _events(step)
    if links and settled.all_clear:
        events += (Noted(N_("All clear! +{points} points on your next chain."), {"points": ALL_CLEAR}),)
    return settled, events


def _events(step: Step) -> tuple[Event, ...]:
    """Returns the events of a step."""
    link = step.link
    if link:
        middle = link.cells[len(link.cells) // 2][1]
        return Vanished(link.cells, link.number), Scored(link.points, middle, link.sum)
    distance = drops(step.before)
    return (
        Fell(
            tuple(
                (letter, (row, column), (row + int(distance[row, column]), column))
                for letter, (row, column) in _marks(step.before)
                if distance[row, column]
            )
        ),
    )


def next_pair(state: State) -> tuple[State, Event]:
    """Brings in the next pair and draws another one to be shown last; or ends the game, drawing nothing."""
    if state.cells[START]:
        return state, Ended()
    pair = Pair(state.next[0])
    drawn, random = _draw(state.colours, state.random)
    return replace(state, pair=pair, next=(*state.next[1:], drawn), random=random), Appeared(pair.marks)


def placement(state: State) -> Hashable:
    """Returns where the pair is, and whether the next failed rotation swaps its blocks."""
    return state.pair, state.failed


def _links(event: Event) -> int:
    return event.link if isinstance(event, Vanished) else 0


LONGEST_CHAIN = Figure(N_("longest chain"), _links, largest=True)

GAME = Rules(
    name="chain",
    title=N_("Chain"),
    summary=N_("Drop pairs; four of one colour vanish. Chains score most."),
    how=(
        N_(
            "Blocks fall in pairs. Move and rotate each pair; once it lands, each block keeps falling until "
            "something supports it."
        ),
        N_("Four or more blocks of one colour that touch at their sides vanish, and what is above falls."),
        N_("Falling blocks can form new groups: that is a chain, and every link scores far more than the one before."),
        N_("The game ends when the next pair has no room, that is, when the third column from the left is full."),
    ),
    scenes=(
        Scene(N_("Four or more of one colour that touch vanish."), "drop, drop", seed=24),
        Scene(
            N_("Falling blocks can form a new group: a chain, worth far more."),
            "cw, drop, left, drop",
            before="cw, drop, drop",
            seed=35,
            options={"colours": "3"},
        ),
    ),
    lessons=(
        Lesson(
            N_("Move and rotate the pair as you like, then drop it."),
            "left, cw, drop",
            seed=24,
            reached=happens(Locked),
            praise=N_("Each block falls on its own until something holds it."),
        ),
        Lesson(
            N_("Bring four blocks of one colour together: drop this pair onto the two at the bottom."),
            "drop",
            before="drop",
            seed=24,
            reached=happens(Vanished),
            praise=N_("Four or more of one colour that touch at their sides vanish."),
            missed=N_("Fewer than four of one colour touch at their sides."),
        ),
        Lesson(
            N_("Now a chain: make four vanish so that the blocks above them fall and complete another four."),
            "left, drop",
            before="cw, drop, drop, cw, drop",
            seed=35,
            options={"colours": "3"},
            reached=happens(Vanished, link=2),
            praise=N_("A chain of two! Every further link scores far more than the one before."),
            missed=N_("Two fours must vanish, one after the other."),
        ),
    ),
    options={"colours": Number(4, 3, 5, N_("number of colours"), N_("{value} colours"), N_("Colours"))},
    controls={
        "left": Control(Role.LEFT),
        "right": Control(Role.RIGHT),
        "cw": Control(Role.ROTATE),
        "ccw": Control(Role.ROTATE_BACK),
        "down": Control(Role.SOFT_DROP),
        "drop": Control(Role.DROP),
        "tick": Control(Role.TICK),
    },
    emblem=("rr", "rr"),
    day=Day(turns=60, par=1),
    symbols=SYMBOLS,
    reports=REPORTS,
    figures=(LONGEST_CHAIN, SCORE),
    start=start,
    play=play,
    moves=moves,
    over=over,
    score=score,
    pace=pace,
    placement=placement,
    view=view,
    proposed_change=("MIN_GROUP = 4", "MIN_GROUP = 3"),
)
