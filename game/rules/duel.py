"""Duel: two players take turns, each on a field of Chain; the points of a chain fall on the other as garbage."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from game import rng
from game.contract import (
    CHAIN_LABEL,
    SCORE,
    SCORE_LABEL,
    TURN_LABEL,
    WINNER_LABEL,
    Appeared,
    Board,
    Control,
    Day,
    Ended,
    Event,
    Fell,
    Lesson,
    Locked,
    Noted,
    Played,
    Role,
    Rules,
    Scene,
    Symbol,
    Vanished,
    View,
    bad_word,
    happens,
    player_number,
)
from game.kernel import frozen
from game.rules import chain
from game.rules.chain import COLUMNS, EMPTY, GARBAGE, LETTERS
from game.rules.two_players import Sides, ended, leader
from game.words import N_, P_

CONTROLS = {
    "left": Control(Role.LEFT),
    "right": Control(Role.RIGHT),
    "cw": Control(Role.ROTATE),
    "ccw": Control(Role.ROTATE_BACK),
    "down": Control(Role.SOFT_DROP),
    "drop": Control(Role.DROP),
    "quit": Control(Role.COMMAND),
}

RATE, LEAST_RATE = 70, 1
"""Points for one block of garbage, at the start and at the end."""
FIRST_PAIRS, MORE_PAIRS = 64, 16
"""The number of pairs after which the rate first falls, and between later falls."""
MOST_GARBAGE = 30
"""The most blocks of garbage that fall at once."""
OUTERMOST = (0, 5, 1, 4, 3, 2)
"""Columns from the sides to where pairs appear: the order in which text shows pending garbage, one block above each."""
ROW, ROCK = "=", "@"
ICONS = ((ROCK, MOST_GARBAGE), (ROW, COLUMNS), (LETTERS[GARBAGE], 1))
"""The symbols that show pending garbage, and how many blocks each stands for: all that can fall at once, a row, one."""


def rate(pair: int) -> int:
    """Returns the points for one block of garbage when a player's pair with this number, counted from 1, locks."""
    points = RATE
    for _ in range(FIRST_PAIRS, pair, MORE_PAIRS):
        if points == LEAST_RATE:
            break
        points = max(LEAST_RATE, points * 3 // 4)
    return points


def icons(pending: int) -> tuple[str, ...]:
    """Returns the symbols that show this much pending garbage, the largest first, at most one a column."""
    found: list[str] = []
    for symbol, blocks in ICONS:
        count, pending = divmod(pending, blocks)
        found += [symbol] * min(count, COLUMNS)
    return tuple(found[:COLUMNS])


@dataclass(frozen=True, eq=False)
class Player:
    """One player's side: a field of Chain with its pairs, and the pending garbage."""

    field: chain.State
    random: rng.Random
    """Draws the columns of garbage."""
    pair: int = 1
    """The number of the pair in play, counted from 1."""
    pending: int = 0
    """Blocks of garbage that have yet to fall."""
    remainder: int = 0
    """Leftover points, too few for a block of garbage."""


@dataclass(frozen=True, eq=False)
class State(Sides[Player]):
    """A position: both players, whose turn it is, and how it ended."""

    turn: int = 0
    chain: int = 0
    """How many links followed the last lock."""
    ended: bool = False
    winner: int = 0
    """1 or 2; 0 if the game is not over or is drawn."""


def start(options: Mapping[str, Any], seed: int | None) -> State:
    # Both players have a generator of the same pairs, so pairs that only one has seen need not be kept.
    field = chain.start(options, seed)
    one, two = (Player(field, rng.standard((seed or 0) + number)) for number in (1, 2))
    return State((one, two))


def play(state: State, word: str) -> Played[State]:
    if word not in CONTROLS:
        raise bad_word(word)
    if state.ended:
        return state, ()
    if word == "quit":
        return _ended(state, leader(*_scores(state)))
    player = state.mover
    field, events = chain.move(player.field, word)
    if field is player.field:
        return state, ()
    events = _on_board(state.turn, events)
    if field.pair:
        return state.with_side(state.turn, replace(player, field=field)), events
    after, more = _locked(state, field, field.score - player.field.score)
    return after, (*events, *more)


def moves(state: State) -> tuple[str, ...]:
    """Returns the words that change something; `quit` is left to people."""
    return () if state.ended else tuple(word for word in chain.moves(state.mover.field) if word in CONTROLS)


def over(state: State) -> bool:
    return state.ended


def score(state: State) -> int:
    return max(_scores(state))


def placement(state: State) -> Hashable:
    """Returns where the pair of the player to move is."""
    return chain.placement(state.mover.field)


def view(state: State) -> View:
    scores = _scores(state)
    return View(
        tuple(_board(state, player) for player in state.players),
        state.ended,
        {
            "score": list(scores),
            "over": state.ended,
            "pending": [player.pending for player in state.players],
            "next": [chain.upcoming(player.field) for player in state.players],
            "chain": state.chain,
            "turn": player_number(state.turn),
            "winner": state.winner,
        },
        state.turn,
        _figures(state),
        winner=state.winner,
        scores=scores,
        notice=_notice(state),
    )


def _notice(state: State) -> Noted | None:
    """Returns a warning of garbage that is about to fall on the player to move."""
    count = 0 if state.ended else state.mover.pending
    falls = P_("{count} garbage block falls if nothing vanishes.", "{count} garbage blocks fall if nothing vanishes.")
    return _noted(falls, state.turn, count) if count else None


def _board(state: State, player: Player) -> Board:
    """Returns the view of one side: its pair unless the game is over, its ghost only on its own turn."""
    field = replace(player.field, pair=None) if state.ended else player.field
    board = chain.board(field, ((SCORE_LABEL, field.score), (N_("Incoming"), player.pending)))
    if not state.ended:
        waiting = tuple((LETTERS[GARBAGE], (0, column)) for column in OUTERMOST[: player.pending])
        board = replace(board, coming=waiting, coming_label=N_("Garbage"), waiting=icons(player.pending))
    return board if player is state.mover else replace(board, ghost=())


def _figures(state: State) -> tuple[tuple[str, int | str], ...]:
    """Returns the turn or the winner, and the length of the last chain. A phone has room for two figures a board."""
    last = (CHAIN_LABEL, state.chain)
    if state.ended:
        return (WINNER_LABEL, state.winner or "–"), last
    return (TURN_LABEL, player_number(state.turn)), last


def _scores(state: State) -> tuple[int, int]:
    one, two = state.players
    return one.field.score, two.field.score


def _ended(state: State, winner: int) -> Played[State]:
    return replace(state, ended=True, winner=winner), (ended(winner),)


def _on_board(number: int, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Assigns the events of a game with one board to the board with this number."""
    return tuple(event if isinstance(event, Ended) else replace(event, board=number) for event in events)


# After a pair has locked.


def _locked(state: State, field: chain.State, points: int) -> Played[State]:
    """Sends garbage and lets it fall, then brings in the next pair and passes the turn, or ends the game."""
    player, opponent, events = _sent(state, replace(state.mover, field=field), points)
    if not field.chain and player.pending:
        player, falling = _received(player, state.turn)
        events += falling
    field, last = chain.next_pair(player.field)
    player = replace(player, field=field)
    after = state.with_side(state.turn, player).with_side(1 - state.turn, opponent)
    after = replace(after, chain=field.chain)
    if not field.pair:
        after, end = _ended(after, 2 - state.turn)
        return after, (*events, *end)
    after = after.with_side(state.turn, replace(player, pair=player.pair + 1))
    return replace(after, turn=1 - state.turn), (*events, *_on_board(state.turn, (last,)))


def _sent(state: State, player: Player, points: int) -> tuple[Player, Player, tuple[Event, ...]]:
    """Turns points into garbage, which cancels the player's pending garbage; the rest goes to the opponent."""
    opponent, events = state.opponent, []
    sent, remainder = divmod(points + player.remainder, rate(player.pair))
    cancelled = min(sent, player.pending)
    sent -= cancelled
    if cancelled:
        gone = P_("{count} garbage block cancelled.", "{count} garbage blocks cancelled.")
        events.append(_noted(gone, state.turn, cancelled))
    if sent:
        more = P_("{count} garbage block for {target}.", "{count} garbage blocks for {target}.")
        events.append(_noted(more, state.turn, sent, target=2 - state.turn))
    player = replace(player, remainder=remainder, pending=player.pending - cancelled)
    return player, replace(opponent, pending=opponent.pending + sent), tuple(events)


def _received(player: Player, seat: int) -> tuple[Player, tuple[Event, ...]]:
    """Lets as much pending garbage fall on the player's field as the rules allow."""
    count = min(MOST_GARBAGE, player.pending)
    each, left = divmod(count, COLUMNS)
    columns, random = list(range(COLUMNS)), player.random
    for i in range(left):
        j, random = random.next(COLUMNS - i)
        columns[i], columns[i + j] = columns[i + j], columns[i]
    cells = player.field.cells.copy()
    appeared: list[tuple[str, tuple[int, int]]] = []
    fell = []
    for column in range(COLUMNS):
        free = int(np.count_nonzero(cells[:, column] == EMPTY))
        blocks = min(each + (column in columns[:left]), free)
        cells[free - blocks : free, column] = GARBAGE
        for row in range(blocks):
            appeared.append((LETTERS[GARBAGE], (row, column)))
            fell.append((LETTERS[GARBAGE], (row, column), (row + free - blocks, column)))
    field = replace(player.field, cells=frozen(cells))
    events = (
        _noted(
            P_(
                "Nothing vanished, so {count} garbage block falls.", "Nothing vanished, so {count} garbage blocks fall."
            ),
            seat,
            count,
        ),
        Appeared(tuple(appeared), seat),
        Fell(tuple(fell), seat),
    )
    return replace(player, field=field, random=random, pending=player.pending - count), events


def _noted(message: str, seat: int, count: int, **more: int) -> Noted:
    """Returns a message about garbage and the player in a seat."""
    return Noted(message, {"player": player_number(seat), "count": count, **more}, seat)


GAME = Rules(
    name="duel",
    title=N_("Duel"),
    summary=N_("Take turns building chains that bury the other in garbage."),
    how=(
        N_(
            "Two players, two boards: move and rotate your pair, then drop it to end your turn. "
            "Nothing falls by itself."
        ),
        N_(
            "Four or more blocks of one colour vanish, and falling blocks can form a chain. Both players get the "
            "same pairs."
        ),
        N_("Points become garbage for your opponent: one block for every 70 points. A long chain sends dozens."),
        N_("Garbage waits until you drop a pair and nothing vanishes. Then up to 30 blocks fall on your board."),
        N_(
            "Garbage you send first cancels the garbage that waits for you. Garbage next to vanishing blocks vanishes "
            "too."
        ),
        N_("You lose when your next pair has no room, that is, when the third column from the left is full."),
    ),
    scenes=(
        Scene(N_("The players take turns, and both get the same pairs."), "left, drop, cw, drop, drop, drop", seed=1),
        Scene(
            N_("A chain sends garbage. It falls when the other player's drop clears nothing."),
            "ccw, drop, drop",
            before="drop, left, drop, ccw, drop, right, drop, left, drop, right, right, drop",
            seed=18,
            options={"colours": "3"},
        ),
    ),
    lessons=(
        Lesson(
            N_("Your board is the one that is lit. Move and rotate the pair, then drop it: that ends your turn."),
            "left, cw, drop",
            seed=1,
            reached=happens(Locked),
            praise=N_("Now it is the other player's turn. Nothing falls by itself, and both get the same pairs."),
        ),
        Lesson(
            N_("Bring four blocks of one colour together."),
            "drop",
            before="drop, drop, left, drop, drop",
            seed=1,
            reached=happens(Vanished),
            praise=N_("Four or more of one colour vanish and score."),
            missed=N_("Fewer than four of one colour touch at their sides."),
        ),
        Lesson(
            N_("Now a chain: make four vanish so that the blocks above them fall and complete another four."),
            "cw, cw, cw, drop",
            before="drop, left, drop, ccw, drop, right, drop, left, drop, right, right, drop",
            seed=18,
            options={"colours": "3"},
            reached=happens(Vanished, link=2),
            praise=N_("The points of a chain send garbage to the other board. A long one buries it."),
            missed=N_("Two fours must vanish, one after the other."),
        ),
        Lesson(
            N_("Now you are the other player. The small blocks over your board are garbage. Drop your pair."),
            "drop",
            before="drop, left, drop, ccw, drop, right, drop, left, drop, right, right, drop, ccw, drop",
            seed=18,
            options={"colours": "3"},
            reached=happens(Noted),
            praise=N_("It falls if your drop clears nothing. If blocks vanish, it waits; chains cancel it."),
        ),
    ),
    seats=2,
    options=chain.GAME.options,
    controls=CONTROLS,
    emblem=("r.o", "r.o"),
    day=Day(turns=30, opponent=2),
    symbols={
        **chain.SYMBOLS,
        LETTERS[GARBAGE]: Symbol(N_("garbage"), "fixed", 0),
        ROW: Symbol(N_("garbage"), "slab", 0),
        ROCK: Symbol(N_("garbage"), "rock", 0),
    },
    figures=(SCORE, chain.LONGEST_CHAIN),
    start=start,
    play=play,
    moves=moves,
    over=over,
    score=score,
    placement=placement,
    view=view,
    proposed_change=("RATE, LEAST_RATE = 70, 1", "RATE, LEAST_RATE = 35, 1"),
)
