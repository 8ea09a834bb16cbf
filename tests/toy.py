"""A game that the program does not know, with unusual words: two seats, a clock, a choice and no bot.

Two players take turns with one stone each, which sinks as time passes. A full row vanishes and scores; then the player
can take a point or bury rows of the other board. A player without room for a stone loses.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game import rng
from game.contract import (
    SCORE,
    Appeared,
    Board,
    Cell,
    Changed,
    Completed,
    Control,
    Ended,
    Event,
    Fell,
    Figure,
    Locked,
    Moved,
    Noted,
    Number,
    Played,
    Role,
    Rules,
    Scene,
    Scored,
    Symbol,
    Vanished,
    View,
    bad_word,
)

HEIGHT, START = 6, 1
"""Rows of a board, and the column where a stone appears."""
KINDS = "ox"
TOP_LEVEL = 3
STEPS = {"haul": (0, -1), "shove": (0, 1), "sag": (1, 0), "age": (1, 0)}
"""Rows down and columns to the right."""
WORDS = (*STEPS, "flip", "lob", "keen", "dim")
PERKS = ("bless", "bury 1", "bury 2")
"""The choices after a full row: a point, or this many rows of rubble on the other board."""

Rows = tuple[str, ...]


@dataclass(frozen=True)
class State:
    """Both boards without the stone in play, which is at `at` on the board of the player to move."""

    boards: tuple[Rows, Rows]
    scores: tuple[int, int]
    random: rng.Random
    kind: str
    following: str
    turn: int = 0
    at: Cell = (0, START)
    level: int = 0
    choosing: bool = False
    """Whether the player to move has filled a row and may take one of PERKS."""
    winner: int = 0
    """Counted from 1."""


def start(options: Mapping[str, Any], seed: int | None) -> State:
    empty = ("." * options["width"],) * HEIGHT
    kind, random = _draw(rng.standard(seed or 0))
    following, random = _draw(random)
    return State((empty, empty), (0, 0), random, kind, following)


def play(state: State, word: str) -> Played[State]:
    if word not in (*WORDS, *PERKS):
        raise bad_word(word)
    if state.winner or (word in PERKS) != state.choosing:
        return state, ()
    if state.choosing:
        return _choose(state, word)
    if word in ("dim", "keen"):
        level = min(max(state.level + (1 if word == "keen" else -1), 0), TOP_LEVEL)
        return (state, ()) if level == state.level else (replace(state, level=level), ())
    if word == "flip":
        after = replace(state, kind=KINDS[1 - KINDS.index(state.kind)])
        return after, (Changed(((after.kind, state.at),), state.turn),)
    if word == "lob":
        return _land(state, _floor(state))
    down, right = STEPS[word]
    there = (state.at[0] + down, state.at[1] + right)
    if _free(state, there):
        return replace(state, at=there), (Moved(((state.kind, state.at, there),), state.turn),)
    return _land(state, state.at[0]) if down else (state, ())


def moves(state: State) -> tuple[str, ...]:
    if state.choosing:
        return PERKS
    return tuple(word for word in WORDS if play(state, word)[0] is not state)


def over(state: State) -> bool:
    return state.winner > 0


def score(state: State) -> int:
    return max(state.scores)


def pace(state: State) -> float:
    return 2.0 / (1 + state.level)


def placement(state: State) -> Hashable:
    return state.at, state.kind


def view(state: State) -> View:
    boards = []
    for seat, rows in enumerate(state.boards):
        in_play = seat == state.turn and not (state.winner or state.choosing)
        shown = _put(rows, state.at, state.kind) if in_play else rows
        landing = (_floor(state), state.at[1]) if in_play else state.at
        boards.append(
            Board(
                shown,
                figures=(("Score", state.scores[seat]),),
                next=((state.following,),) if seat == state.turn else (),
                ghost=((state.kind, landing),) if in_play and landing != state.at else (),
                piece=(state.at,) if in_play else (),
            )
        )
    return View(
        tuple(boards),
        over(state),
        {"scores": list(state.scores), "over": over(state), "turn": state.turn + 1, "level": state.level},
        state.turn,
        (("Level", state.level),),
        winner=state.winner,
        scores=state.scores,
        choices=PERKS if state.choosing else (),
    )


def _draw(random: rng.Random) -> tuple[str, rng.Random]:
    number, random = random.next(len(KINDS))
    return KINDS[number], random


def _put(rows: Rows, cell: Cell, letter: str) -> Rows:
    row, column = cell
    return (*rows[:row], rows[row][:column] + letter + rows[row][column + 1 :], *rows[row + 1 :])


def _free(state: State, cell: Cell) -> bool:
    rows, (row, column) = state.boards[state.turn], cell
    return row < HEIGHT and 0 <= column < len(rows[0]) and rows[row][column] == "."


def _floor(state: State) -> int:
    """Returns the row in which the stone would come to rest."""
    row, column = state.at
    while _free(state, (row + 1, column)):
        row += 1
    return row


def _on_board(state: State, rows: Rows, seat: int) -> tuple[Rows, Rows]:
    return (rows, state.boards[1]) if seat == 0 else (state.boards[0], rows)


def _scored(state: State, points: int) -> tuple[int, int]:
    one, two = state.scores
    return (one + points, two) if state.turn == 0 else (one, two + points)


def _land(state: State, row: int) -> Played[State]:
    """Locks the stone and removes full rows; if there were any, the player may choose."""
    cell, seat = (row, state.at[1]), state.turn
    events: list[Event] = []
    if cell != state.at:
        events.append(Fell(((state.kind, state.at, cell),), seat))
    events.append(Locked(((state.kind, cell),), seat))
    rows = _put(state.boards[seat], cell, state.kind)
    left = tuple(line for line in rows if "." in line)
    full = [number for number, line in enumerate(rows) if "." not in line]
    if not full:
        after, more = _hand_over(replace(state, boards=_on_board(state, rows, seat)))
        return after, (*events, *more)
    cells = tuple((number, column) for number in full for column in range(len(rows[0])))
    points = len(full) * (1 + state.level)
    events += [
        Completed(cells, len(full), seat),
        Vanished(tuple((rows[r][c], (r, c)) for r, c in cells), 1, seat),
        Scored(points, board=seat),
    ]
    shown = ("." * len(rows[0]),) * len(full) + left
    after = replace(state, boards=_on_board(state, shown, seat), scores=_scored(state, points), choosing=True)
    return after, tuple(events)


def _choose(state: State, word: str) -> Played[State]:
    if word == "bless":
        after, more = _hand_over(replace(state, scores=_scored(state, 1), choosing=False))
        return after, (Scored(1, board=state.turn), *more)
    rows = state.boards[1 - state.turn]
    count = int(word.split()[1])
    buried = (*rows[count:], *(("#" * (len(rows[0]) - 1) + "."),) * count)
    after, more = _hand_over(replace(state, boards=_on_board(state, buried, 1 - state.turn), choosing=False))
    return after, (Noted("Buried: {count}.", {"count": count}, 1 - state.turn), *more)


def _hand_over(state: State) -> Played[State]:
    """Puts the next stone on the other board; without room for it, the game ends."""
    turn = 1 - state.turn
    kind, random = _draw(state.random)
    after = replace(state, turn=turn, at=(0, START), kind=state.following, following=kind, random=random)
    if not _free(after, after.at):
        return replace(after, winner=2 - turn), (Ended(2 - turn),)
    return after, (Appeared(((after.kind, after.at),), turn),)


def _rows(event: Event) -> int:
    return event.lines if isinstance(event, Completed) else 0


GAME = Rules(
    name="toy",
    title="Stones",
    summary="Fill rows with stones, and bury the other player.",
    how=("Shove or haul your stone, then lob it.", "A full row vanishes; then choose a point, or bury the other."),
    controls={
        "haul": Control(Role.LEFT, "Haul"),
        "shove": Control(Role.RIGHT, "Shove"),
        "flip": Control(Role.ROTATE, "Flip"),
        "sag": Control(Role.SOFT_DROP),
        "lob": Control(Role.DROP, "Lob", "Your stone falls as far as it can."),
        "keen": Control(Role.LEVEL_UP),
        "dim": Control(Role.LEVEL_DOWN),
        "bless": Control(Role.CHOICE, "Bless", "One point more."),
        "bury": Control(Role.CHOICE, "Bury", "Rows of stones for the other board.", arguments=1),
        "age": Control(Role.TICK),
    },
    symbols={
        ".": Symbol("empty", "empty"),
        "o": Symbol("round stone", "ball", 2),
        "x": Symbol("square stone", "block", 5),
        "#": Symbol("rubble", "fixed"),
    },
    options={"width": Number(3, 3, 6, "columns of a board")},
    seats=2,
    scenes=(Scene("Fill a row.", "lob", before="haul, lob, lob, lob, lob, shove", seed=1),),
    figures=(SCORE, Figure("rows", _rows)),
    start=start,
    play=play,
    moves=moves,
    over=over,
    score=score,
    view=view,
    pace=pace,
    placement=placement,
)
